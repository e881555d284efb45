from django.conf import settings
from django.db import models


class Event(models.Model):
    """Who did what to an organisation, or to the office, and when. Written with the act; never changed, never deleted."""

    class Kind(models.TextChoices):
        CREATED = "created"
        DETAILS_CHANGED = "details_changed"
        INVITED = "invited"
        INVITED_AGAIN = "invited_again"
        INVITATION_WITHDRAWN = "invitation_withdrawn"
        JOINED = "joined"
        ROLES_CHANGED = "roles_changed"
        REMOVED = "removed"
        LEFT = "left"
        APPOINTED = "appointed"
        STAFF_ROLE_CHANGED = "staff_role_changed"
        STAFF_DEACTIVATED = "staff_deactivated"
        STAFF_REACTIVATED = "staff_reactivated"

    organisation = models.ForeignKey(
        "licensing.Organisation", on_delete=models.PROTECT, related_name="events", null=True, blank=True
    )
    kind = models.CharField(max_length=30, choices=Kind.choices)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    subject = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    details = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["organisation", "-at", "-id"], name="newest_of_an_organisation")]
