"""The registrar's staff: roles change, accounts close, and the site always has an administrator."""

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.http import HttpRequest

from licensing.domain.roles import OfficeRole, Role
from licensing.errors import LastAdministrator, MembersCannotJoinOffice, NotYourself
from licensing.models import Event, User
from licensing.services.people import choose_language
from licensing.services.staff import appoint, change_office_role, set_active
from tests.builders import NOW, PASSWORD, member, officer, organisation, person

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)
OTHER_ROLES = [role for role in OfficeRole if role is not OfficeRole.ADMINISTRATOR]


@pytest.fixture
def administrator() -> User:
    return officer(OfficeRole.ADMINISTRATOR, second_factor=False, name="Sam Okafor")


@pytest.fixture
def reviewer() -> User:
    return officer(OfficeRole.REVIEWER, second_factor=False, name="Nadia Bourque")


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def test_a_role_at_the_office_changes_and_the_journal_has_both(administrator: User, reviewer: User) -> None:
    change_office_role(person=reviewer, office_role=OfficeRole.REGISTRAR, by=administrator, now=LATER)
    assert reviewer.office is OfficeRole.REGISTRAR
    assert fresh(reviewer).office is OfficeRole.REGISTRAR
    event = Event.objects.get()
    assert (event.kind, event.actor, event.subject) == (Event.Kind.STAFF_ROLE_CHANGED, administrator, reviewer)
    assert (event.organisation, event.at) == (None, LATER)
    assert event.details == {"before": ["reviewer"], "after": ["registrar"]}


def test_the_same_role_again_leaves_no_trace(administrator: User, reviewer: User) -> None:
    change_office_role(person=reviewer, office_role=OfficeRole.REVIEWER, by=administrator, now=LATER)
    assert not Event.objects.exists()


def test_a_change_counts_from_what_the_person_is_now_not_from_what_the_page_showed(administrator: User, reviewer: User) -> None:
    on_an_old_page = fresh(reviewer)
    change_office_role(person=reviewer, office_role=OfficeRole.INSPECTOR, by=administrator, now=LATER)
    change_office_role(person=on_an_old_page, office_role=OfficeRole.REVIEWER, by=administrator, now=LATER)
    assert fresh(reviewer).office is OfficeRole.REVIEWER
    assert Event.objects.latest("pk").details == {"before": ["inspector"], "after": ["reviewer"]}


@pytest.mark.parametrize("role", OfficeRole)
def test_nobody_changes_their_own_role(administrator: User, role: OfficeRole) -> None:
    officer(OfficeRole.ADMINISTRATOR, second_factor=False)
    with pytest.raises(NotYourself):
        change_office_role(person=fresh(administrator), office_role=role, by=administrator, now=LATER)
    assert fresh(administrator).office is OfficeRole.ADMINISTRATOR


@pytest.mark.parametrize("active", [True, False])
def test_nobody_closes_or_opens_their_own_account(administrator: User, active: bool) -> None:
    officer(OfficeRole.ADMINISTRATOR, second_factor=False)
    with pytest.raises(NotYourself):
        set_active(person=fresh(administrator), active=active, by=administrator, now=LATER)
    assert fresh(administrator).is_active


@pytest.mark.parametrize("role", OTHER_ROLES)
def test_the_last_administrator_keeps_the_role(administrator: User, reviewer: User, role: OfficeRole) -> None:
    with pytest.raises(LastAdministrator):
        change_office_role(person=administrator, office_role=role, by=reviewer, now=LATER)
    assert fresh(administrator).office is OfficeRole.ADMINISTRATOR


def test_the_account_of_the_last_administrator_stays_open(administrator: User, reviewer: User) -> None:
    with pytest.raises(LastAdministrator):
        set_active(person=administrator, active=False, by=reviewer, now=LATER)
    assert fresh(administrator).is_active
    assert not Event.objects.exists()


def test_an_administrator_whose_account_is_closed_does_not_count(administrator: User, reviewer: User) -> None:
    second = officer(OfficeRole.ADMINISTRATOR, second_factor=False)
    set_active(person=second, active=False, by=administrator, now=LATER)
    with pytest.raises(LastAdministrator):
        set_active(person=administrator, active=False, by=reviewer, now=LATER)


def test_one_of_two_administrators_may_be_given_another_role(administrator: User) -> None:
    second = officer(OfficeRole.ADMINISTRATOR, second_factor=False)
    change_office_role(person=second, office_role=OfficeRole.INSPECTOR, by=administrator, now=LATER)
    assert fresh(second).office is OfficeRole.INSPECTOR


def test_the_last_administrator_may_be_confirmed_in_the_role(administrator: User, reviewer: User) -> None:
    change_office_role(person=administrator, office_role=OfficeRole.ADMINISTRATOR, by=reviewer, now=LATER)
    assert fresh(administrator).office is OfficeRole.ADMINISTRATOR


def test_closing_and_opening_an_account_is_written(administrator: User, reviewer: User) -> None:
    set_active(person=reviewer, active=False, by=administrator, now=NOW)
    set_active(person=reviewer, active=True, by=administrator, now=LATER)
    closed, opened = Event.objects.order_by("pk")
    assert (closed.kind, closed.subject, closed.at) == (Event.Kind.STAFF_DEACTIVATED, reviewer, NOW)
    assert (opened.kind, opened.subject, opened.at) == (Event.Kind.STAFF_REACTIVATED, reviewer, LATER)


@pytest.mark.parametrize("active", [True, False])
def test_an_account_that_is_as_wanted_leaves_no_trace(administrator: User, reviewer: User, active: bool) -> None:
    User.objects.filter(pk=reviewer.pk).update(is_active=active)
    set_active(person=reviewer, active=active, by=administrator, now=NOW)
    assert not Event.objects.exists()
    assert fresh(reviewer).is_active is active


def test_staff_whose_account_is_closed_cannot_authenticate_until_it_is_opened_again(administrator: User) -> None:
    nadia = person("Nadia Bourque", email="nadia@example.org", password=PASSWORD)
    User.objects.filter(pk=nadia.pk).update(office_role=OfficeRole.REVIEWER)

    def may_sign_in() -> bool:
        return authenticate(HttpRequest(), email="nadia@example.org", password=PASSWORD) == nadia

    assert may_sign_in()
    set_active(person=nadia, active=False, by=administrator, now=NOW)
    assert not may_sign_in()
    set_active(person=nadia, active=True, by=administrator, now=LATER)
    assert may_sign_in()


def test_a_wrong_password_authenticates_nobody() -> None:
    person(email="nadia@example.org", password=PASSWORD)
    assert authenticate(HttpRequest(), email="nadia@example.org", password=PASSWORD + "!") is None


@pytest.mark.parametrize("role", OfficeRole)
def test_whoever_holds_the_machine_appoints_the_first_staff(role: OfficeRole) -> None:
    rose = person("Rose Doiron")
    appoint(person=rose, office_role=role, now=NOW)
    assert fresh(rose).office is role
    event = Event.objects.get()
    assert (event.kind, event.organisation, event.actor, event.subject) == (Event.Kind.APPOINTED, None, rose, rose)
    assert (event.details, event.at) == ({"roles": [role]}, NOW)


def test_a_member_of_an_organisation_is_not_appointed() -> None:
    membership = member(organisation(), Role.DESK)
    with pytest.raises(MembersCannotJoinOffice):
        appoint(person=membership.user, office_role=OfficeRole.REVIEWER, now=NOW)
    assert fresh(membership.user).office is None


def test_the_command_appoints_by_address_in_any_letter_case_and_says_what_comes_next() -> None:
    rose, said = person(email="rose@example.org"), StringIO()
    call_command("appoint", "Rose@Example.org", "administrator", stdout=said)
    assert fresh(rose).office is OfficeRole.ADMINISTRATOR
    assert said.getvalue() == "rose@example.org is now administrator. The next sign-in asks for a second factor.\n"


def test_the_command_refuses_an_unknown_address_an_unknown_role_and_a_member_in_one_line() -> None:
    member(organisation(), Role.DESK, user=person(email="rose@example.org"))
    for address, role, reason in [
        ("nobody@example.org", "reviewer", "there is no account with this address"),
        ("rose@example.org", "king", "invalid choice"),
        ("rose@example.org", "reviewer", str(MembersCannotJoinOffice())),
    ]:
        with pytest.raises(CommandError, match=re.escape(reason)) as refused:
            call_command("appoint", address, role)
        assert refused.value.returncode == 1
        assert "\n" not in str(refused.value)


def test_choosing_a_language_leaves_everything_else_as_another_window_wrote_it() -> None:
    rose = person("Rose Doiron", language="en")
    on_an_old_page = fresh(rose)
    rose.name = "Rose Doiron-Hébert"
    rose.save()
    choose_language(user=on_an_old_page, language="fr")
    assert (fresh(rose).language, fresh(rose).name) == ("fr", "Rose Doiron-Hébert")
