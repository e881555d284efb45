"""The reads: what they find, and that more rows cost no more queries."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from licensing import selectors
from licensing.domain.roles import OfficeRole, Role
from licensing.models import Event, Organisation
from licensing.services.invitations import invite_member, invite_staff, withdraw
from licensing.services.journal import record
from tests.builders import NOW, member, officer, organisation, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def place() -> Organisation:
    return organisation("Chorale")


def invite(place: Organisation, email: str, minutes: int = 0) -> Any:
    now = NOW + timedelta(minutes=minutes)
    return invite_member(organisation=place, email=email, roles=[Role.DESK], language="en", by=person(), now=now)


def read_members(place: Organisation) -> list[object]:
    return [(membership.user.name, membership.roles) for membership in selectors.members_of(place)]


def read_invitations(place: Organisation) -> list[object]:
    return [invitation.invited_by.name for invitation in selectors.open_invitations_to(place)]


def read_events(place: Organisation) -> list[object]:
    return [(event.actor.name, event.subject and event.subject.name) for event in selectors.newest_events_of(place)]


def read_organisations(_place: Organisation) -> list[object]:
    return [(found.name, found.members) for found in selectors.organisations()]  # type: ignore[attr-defined]


def read_staff(_place: Organisation) -> list[object]:
    return [(user.name, user.has_second_factor) for user in selectors.staff()]  # type: ignore[attr-defined]


def one_more_of_each(place: Organisation, number: int) -> None:
    tom = member(place, Role.DESK, Role.MANAGER).user
    invite(place, f"guest{number}@example.org")
    record(Event.Kind.REMOVED, organisation=place, by=person(), subject=tom, now=NOW)
    organisation(f"Another {number}")
    officer(OfficeRole.REVIEWER)


@pytest.mark.parametrize(
    ("read", "queries"),
    [(read_members, 2), (read_invitations, 1), (read_events, 1), (read_organisations, 1), (read_staff, 1)],
    ids=lambda given: getattr(given, "__name__", given),
)
def test_three_rows_are_read_with_as_many_queries_as_one(
    place: Organisation,
    read: Callable[[Organisation], list[object]],
    queries: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    one_more_of_each(place, 1)
    with django_assert_num_queries(queries):
        few = read(place)
    one_more_of_each(place, 2)
    one_more_of_each(place, 3)
    with django_assert_num_queries(queries):
        many = read(place)
    assert len(few) > 0
    assert len(many) >= len(few) + 2


def test_members_of_one_organisation_are_not_those_of_another(place: Organisation) -> None:
    stranger = member(organisation("Another"), Role.DESK)
    assert stranger not in selectors.members_of(place)
    assert selectors.members_of(place).count() == 1


def test_open_invitations_are_the_newest_first_and_the_closed_are_left_out(place: Organisation) -> None:
    withdraw(invitation=invite(place, "withdrawn@example.org"), by=person(), now=NOW)
    invite(place, "older@example.org", minutes=1)
    invite(place, "newer@example.org", minutes=2)
    invite(organisation("Another"), "elsewhere@example.org")
    found = [invitation.email for invitation in selectors.open_invitations_to(place)]
    assert found == ["newer@example.org", "older@example.org"]


def test_invitations_to_the_office_are_those_to_no_organisation(place: Organisation) -> None:
    administrator = officer(OfficeRole.ADMINISTRATOR, second_factor=False)
    invite_staff(email="joelle@example.org", office_role=OfficeRole.REVIEWER, language="fr", by=administrator, now=NOW)
    invite(place, "yvonne@example.org")
    assert [invitation.email for invitation in selectors.open_invitations_to(None)] == ["joelle@example.org"]


def test_events_are_the_newest_first_and_of_one_organisation_or_of_the_office(place: Organisation) -> None:
    rose = person()
    record(Event.Kind.LEFT, organisation=place, by=rose, now=NOW + timedelta(minutes=2))
    record(Event.Kind.JOINED, organisation=place, by=rose, now=NOW + timedelta(minutes=1))
    record(Event.Kind.STAFF_DEACTIVATED, by=rose, subject=rose, now=NOW)
    assert [event.kind for event in selectors.newest_events_of(place)] == ["left", "joined", "created"]
    assert [event.kind for event in selectors.newest_events_of(None)] == ["staff_deactivated"]


def test_events_of_the_same_moment_stay_in_the_order_in_which_they_were_written(place: Organisation) -> None:
    rose = person()
    for kind in (Event.Kind.INVITED, Event.Kind.JOINED, Event.Kind.LEFT):
        record(kind, organisation=place, by=rose, now=NOW + timedelta(minutes=1))
    assert [event.kind for event in selectors.newest_events_of(place)] == ["left", "joined", "invited", "created"]


def test_staff_are_everyone_with_a_role_at_the_office_with_or_without_a_second_factor(place: Organisation) -> None:
    without, with_one = officer(OfficeRole.REVIEWER, second_factor=False), officer(OfficeRole.INSPECTOR)
    found = {user: user.has_second_factor for user in selectors.staff()}  # type: ignore[attr-defined]
    assert found == {without: False, with_one: True}


def test_the_roles_filled_in_are_told_once_each(place: Organisation) -> None:
    member(place, Role.DESK)
    member(place, Role.DESK, Role.TREASURER)
    member(organisation("Another"), Role.DIRECTOR)
    assert selectors.roles_filled_in(place) == {Role.OWNER, Role.DESK, Role.TREASURER}
