from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from licensing.domain.roles import Role
from licensing.errors import LastOwner, NoLongerMember, NoRole
from licensing.models import Event, Membership, Organisation, RoleGrant, User
from licensing.services.journal import record


@transaction.atomic
def change_roles(*, membership: Membership, roles: Collection[Role], by: User, now: datetime) -> None:
    lock(membership.organisation)
    _refuse_if_gone(membership)
    roles = set(roles)
    if not roles:
        raise NoRole
    before = set(membership.grants.values_list("role", flat=True))
    if before == roles:
        return
    if Role.OWNER not in roles:
        _refuse_to_lose_the_last_owner(membership)
    membership.grants.exclude(role__in=roles).delete()
    RoleGrant.objects.bulk_create(RoleGrant(membership=membership, role=role) for role in roles if role not in before)
    record(
        Event.Kind.ROLES_CHANGED,
        organisation=membership.organisation,
        subject=membership.user,
        by=by,
        now=now,
        before=sorted(before),
        after=sorted(roles),
    )


@transaction.atomic
def remove_member(*, membership: Membership, by: User, now: datetime) -> None:
    """Removing somebody, or leaving oneself: the trace tells which."""
    lock(membership.organisation)
    _refuse_if_gone(membership)
    _refuse_to_lose_the_last_owner(membership)
    kind = Event.Kind.LEFT if membership.user == by else Event.Kind.REMOVED
    record(kind, organisation=membership.organisation, subject=membership.user, by=by, now=now)
    membership.delete()


def lock(organisation: Organisation) -> None:
    """Two owners who demote each other at once must take turns."""
    Organisation.objects.select_for_update().get(pk=organisation.pk)


def _refuse_if_gone(membership: Membership) -> None:
    """Whoever waited for the lock may hold a row that the one before has deleted."""
    if not Membership.objects.filter(pk=membership.pk).exists():
        raise NoLongerMember


def _refuse_to_lose_the_last_owner(membership: Membership) -> None:
    owners = RoleGrant.objects.filter(membership__organisation=membership.organisation, role=Role.OWNER)
    if owners.filter(membership=membership).exists() and not owners.exclude(membership=membership).exists():
        raise LastOwner
