"""The reads. None makes more queries for more rows."""

from datetime import datetime

from allauth.mfa.models import Authenticator
from django.db.models import Count, Exists, OuterRef, QuerySet

from licensing.domain.roles import Role
from licensing.models import Event, Heartbeat, Invitation, Membership, Organisation, OutgoingMail, RoleGrant, User


def members_of(organisation: Organisation) -> QuerySet[Membership]:
    return organisation.memberships.select_related("user").prefetch_related("grants")


def open_invitations_to(organisation: Organisation | None) -> QuerySet[Invitation]:
    return Invitation.objects.open().filter(organisation=organisation).select_related("invited_by").order_by("-sent_at", "-pk")


def newest_events_of(organisation: Organisation | None) -> QuerySet[Event]:
    return Event.objects.filter(organisation=organisation).select_related("actor", "subject").order_by("-at", "-pk")


def organisations() -> QuerySet[Organisation]:
    return Organisation.objects.annotate(members=Count("memberships"))


def staff() -> QuerySet[User]:
    totp = Authenticator.objects.filter(user=OuterRef("pk"), type=Authenticator.Type.TOTP)
    return User.objects.exclude(office_role="").annotate(has_second_factor=Exists(totp))


def roles_filled_in(organisation: Organisation) -> set[Role]:
    rows = RoleGrant.objects.filter(membership__organisation=organisation).values_list("role", flat=True).distinct()
    return {Role(role) for role in rows}


def mail_waiting() -> int:
    return OutgoingMail.objects.filter(sent_at=None, given_up_at=None).count()


def worker_last_seen() -> datetime | None:
    return Heartbeat.objects.filter(name="worker").values_list("seen_at", flat=True).first()


def is_fresh_database() -> bool:
    return not User.objects.exists()
