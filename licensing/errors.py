"""Refusals: what a service says when an act cannot be done. The message is for the person who asked."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refusal(Exception):
    """An act that the rules do not allow, with a reason that a volunteer understands."""

    message: Promise | str = ""

    def __str__(self) -> str:
        return str(self.message)


class LastOwner(Refusal):
    message = _("An organisation always has an owner. Make somebody else an owner first.")


class AlreadyMember(Refusal):
    message = _("This person is already a member. Change the roles in the list of members.")


class NoLongerMember(Refusal):
    message = _("This person is no longer a member: somebody else was quicker.")


class AlreadyInvited(Refusal):
    message = _("An invitation to this address is already open. Send it again, or withdraw it first.")


class NoRole(Refusal):
    message = _("Choose at least one role.")


class OfficeStaffCannotJoin(Refusal):
    message = _("This address belongs to the registrar's staff, who cannot be members of an organisation.")


class MembersCannotJoinOffice(Refusal):
    message = _("This address belongs to a member of an organisation, who cannot join the registrar's staff.")


class AlreadyStaff(Refusal):
    message = _("This person already works here. Change the role in the list of staff.")


class InvitationUnknown(Refusal):
    message = _("This invitation does not exist. Check that the whole link was copied, or ask for a new one.")


class InvitationUsed(Refusal):
    message = _("This invitation has already been used.")


class InvitationWithdrawn(Refusal):
    message = _("This invitation was withdrawn. Ask the person who invited you for a new one.")


class InvitationExpired(Refusal):
    message = _("This invitation has expired. Ask the person who invited you for a new one.")


class InvitationForSomebodyElse(Refusal):
    message = _("This invitation was sent to another address. Sign out, then open the link again.")


class LastAdministrator(Refusal):
    message = _("The site always has an administrator. Give the role to somebody else first.")


class NotYourself(Refusal):
    message = _("You cannot do this to your own account. Ask another administrator.")
