"""The registrar's staff and the site's administrators."""

from datetime import datetime

from django.db import transaction

from licensing.domain.roles import OfficeRole
from licensing.errors import LastAdministrator, MembersCannotJoinOffice, NotYourself
from licensing.models import Event, User
from licensing.services.journal import record


@transaction.atomic
def appoint(*, person: User, office_role: OfficeRole, now: datetime) -> None:
    """From the command line, where whoever holds the machine decides: somebody must be able to invite the first staff."""
    if person.memberships.exists():
        raise MembersCannotJoinOffice
    person.office_role = office_role
    person.save(update_fields=["office_role"])
    record(Event.Kind.APPOINTED, subject=person, by=person, now=now, roles=[office_role])


@transaction.atomic
def change_office_role(*, person: User, office_role: OfficeRole, by: User, now: datetime) -> None:
    _lock_and_keep_an_administrator(person, by, unless=office_role == OfficeRole.ADMINISTRATOR)
    before = person.office_role
    if before == office_role:
        return
    person.office_role = office_role
    person.save(update_fields=["office_role"])
    record(Event.Kind.STAFF_ROLE_CHANGED, subject=person, by=by, now=now, before=[before], after=[office_role])


@transaction.atomic
def set_active(*, person: User, active: bool, by: User, now: datetime) -> None:
    """Somebody who left keeps their name in every trace, and can no longer sign in."""
    _lock_and_keep_an_administrator(person, by, unless=active)
    if person.is_active == active:
        return
    person.is_active = active
    person.save(update_fields=["is_active"])
    record(Event.Kind.STAFF_REACTIVATED if active else Event.Kind.STAFF_DEACTIVATED, subject=person, by=by, now=now)


def _lock_and_keep_an_administrator(person: User, by: User, *, unless: bool) -> None:
    if person == by:
        raise NotYourself
    administrators = list(
        User.objects.select_for_update().filter(office_role=OfficeRole.ADMINISTRATOR, is_active=True).order_by("pk")
    )
    if not unless and administrators == [person]:
        raise LastAdministrator
    # Somebody else may have changed this person since the page was shown.
    person.refresh_from_db(from_queryset=User.objects.select_for_update())
