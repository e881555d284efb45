from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from licensing.domain.roles import OfficeRole, Role
from licensing.labels import LANGUAGES, OFFICE_ROLES, ROLES
from licensing.models.search import FoldedField


class Organisation(models.Model):
    class Form(models.TextChoices):
        REGISTERED_CHARITY = "registered_charity", _("Registered charity")
        CLUB = "club", _("Incorporated club")
        COMPANY = "company", _("Company without share capital")
        GROUP = "group", _("Unincorporated group")
        RELIGIOUS = "religious", _("Religious body")
        NOT_FOR_PROFIT = "not_for_profit", _("Not-for-profit organisation, to be reviewed")

    name = models.CharField(_("legal name"), max_length=160)
    other_name = models.CharField(_("also known as"), max_length=160, blank=True)
    form = models.CharField(_("legal form"), max_length=30, choices=Form.choices, blank=True)
    charity_number = models.CharField(_("charity registration number"), max_length=30, blank=True)
    activities = models.TextField(_("what the organisation does"), max_length=4000, blank=True)
    address = models.TextField(_("mailing address"), max_length=500, blank=True)
    telephone = models.CharField(_("telephone"), max_length=40, blank=True)
    email = models.EmailField(_("email"), blank=True)
    language = models.CharField(_("language of letters"), max_length=2, choices=LANGUAGES, default="en")
    searched = FoldedField(sources=("name", "other_name", "charity_number"))
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A person in an organisation."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    joined_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organisation", "user"], name="one_membership_a_person")]

    @property
    def roles(self) -> list[Role]:
        """In the order of the table, whatever the order of the rows."""
        held = {grant.role for grant in self.grants.all()}
        return [role for role in Role if role in held]


class RoleGrant(models.Model):
    """One role that a member holds. A small charity's treasurer is often its director too."""

    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="grants")
    role = models.CharField(max_length=20, choices=ROLES.items())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["membership", "role"], name="a_role_is_held_once"),
            models.CheckConstraint(condition=models.Q(role__in=list(Role)), name="role_is_known"),
        ]


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self) -> "InvitationQuerySet":
        return self.filter(accepted_at=None, withdrawn_at=None)


class Invitation(models.Model):
    """A link sent by mail. Only the digest of its token is kept, so that reading the database lets nobody in."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="invitations", null=True, blank=True)
    office_role = models.CharField(max_length=20, choices=OFFICE_ROLES.items(), blank=True)
    roles = models.JSONField(default=list)
    email = models.EmailField()
    language = models.CharField(max_length=2)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    token_digest = models.CharField(max_length=64, unique=True)
    sent_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(organisation__isnull=False, office_role="")
                | models.Q(organisation__isnull=True, office_role__in=list(OfficeRole)),
                name="invited_to_an_organisation_or_to_the_office",
            ),
            models.UniqueConstraint(
                Lower("email"),
                "organisation",
                condition=models.Q(accepted_at=None, withdrawn_at=None, organisation__isnull=False),
                name="one_open_invitation_an_address",
            ),
            models.UniqueConstraint(
                Lower("email"),
                condition=models.Q(accepted_at=None, withdrawn_at=None, organisation__isnull=True),
                name="one_open_invitation_to_the_office",
            ),
        ]
