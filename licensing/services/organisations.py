from datetime import datetime
from typing import Any

from django.db import transaction

from licensing.domain.roles import Role
from licensing.errors import OfficeStaffCannotJoin
from licensing.models import Event, Membership, Organisation, RoleGrant, User
from licensing.services.journal import record


@transaction.atomic
def create_organisation(*, name: str, language: str, by: User, now: datetime, **details: Any) -> Organisation:
    """Whoever registers an organisation owns it."""
    by.refresh_from_db(from_queryset=User.objects.select_for_update())  # they may be joining the office at this moment
    if by.office:
        raise OfficeStaffCannotJoin
    organisation = Organisation.objects.create(name=name, language=language, created_at=now, **details)
    add_member(organisation, by, [Role.OWNER], now=now)
    record(Event.Kind.CREATED, organisation=organisation, by=by, now=now)
    return organisation


@transaction.atomic
def change_details(*, organisation: Organisation, changes: dict[str, Any], by: User, now: datetime) -> Organisation:
    """Writes only what changed, and the trace says which fields, so that two people who edit at once lose nothing."""
    locked = Organisation.objects.select_for_update().get(pk=organisation.pk)
    changed = {field: value for field, value in changes.items() if getattr(locked, field) != value}
    if not changed:
        return locked
    for field, value in changed.items():
        setattr(locked, field, value)
    locked.save()
    record(Event.Kind.DETAILS_CHANGED, organisation=locked, by=by, now=now, fields=sorted(changed))
    return locked


def add_member(organisation: Organisation, user: User, roles: list[Role], *, now: datetime) -> Membership:
    membership = Membership.objects.create(organisation=organisation, user=user, joined_at=now)
    RoleGrant.objects.bulk_create(RoleGrant(membership=membership, role=role) for role in roles)
    return membership
