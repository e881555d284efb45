"""Words of the accounts library that we say otherwise in French: named here, they are in our catalogue, which comes first."""

from django.utils.translation import gettext_noop as _

SAID_OTHERWISE = [
    _("Email address"),
    _("The email address and/or password you specified are not correct."),
    _("A user is already registered with this email address."),
    _("This email address is already associated with this account."),
    _("You cannot remove your primary email address."),
    _("You cannot add more than %d email addresses."),
    _("The email address is not assigned to any user account."),
    _("Your primary email address must be verified."),
    _("You cannot add an email address to an account protected by two-factor authentication."),
    _("You cannot deactivate two-factor authentication."),
    _("You cannot generate recovery codes without having two-factor authentication enabled."),
    _("You cannot activate two-factor authentication until you have verified your email address."),
    _("Authenticator code"),
    _("Be patient, you are sending too many requests."),
    _("Invalid login."),
]
