"""Every URL with every role and with none: what opens is what the table of roles and the declarations say."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse

from config.urls import declared
from licensing.domain.roles import GRANTED, OfficeRole, Permission, Role
from licensing.models import Invitation, Membership, Organisation, User
from licensing.services.invitations import invite_member, invite_staff
from licensing.web.access import Access, Declaration
from tests.builders import NOW, member, officer, organisation, person
from tests.web.conftest import undone
from tests.web.helpers import Route, give_password, routes, signed_in

pytestmark = pytest.mark.django_db

ROUTES = {route.name: route for route in routes()}
POST_ONLY = {
    "language",
    "theme",
    "invitation-send-again",
    "invitation-withdraw",
    "staff-active",
    "staff-invitation-send-again",
    "staff-invitation-withdraw",
}
VISITOR, NEWCOMER = "visitor", "newcomer"  # somebody signed in who belongs to no organisation
ACTORS = [*Role, *OfficeRole, NEWCOMER, VISITOR]

# What a page that opens answers, where that is not simply the page. The reasons are the pages' own.
OWN_LOGIC = {
    "account_login": {VISITOR: 200, "others": 302},  # who is signed in is sent home
    "account_signup": {VISITOR: 200, "others": 302},
    "account_logout": {VISITOR: 302, "others": 200},
    "mfa_authenticate": {"others": 302},  # nobody is in the middle of signing in
    "invitation": {"others": 404},  # the token of the walk is no token
    "mfa_activate_totp": {**dict.fromkeys(OfficeRole, 302), "others": 200},  # the office has it set up already
    "mfa_deactivate_totp": {**dict.fromkeys(OfficeRole, 200), "others": 404},
    "mfa_view_recovery_codes": {"others": 404},  # nobody has made any
    "mfa_download_recovery_codes": {"others": 404},
    "mfa_reauthenticate": {**dict.fromkeys(OfficeRole, 200), "others": 302},
    "leave": {**dict.fromkeys(OfficeRole, 404), "others": 200},  # staff see every organisation, and can leave none
}


@dataclass
class World:
    place: Organisation
    volunteer: Membership
    invitation: Invitation
    staff_invitation: Invitation
    reviewer: User
    people: dict[str, User | None]

    def address(self, route: Route) -> str:
        office = "organisation_id" not in route.kwargs
        values = {
            "organisation_id": self.place.pk,
            "membership_id": self.volunteer.pk,
            "invitation_id": (self.staff_invitation if office else self.invitation).pk,
            "person_id": self.reviewer.pk,
            "token": "this-is-no-token",
            "key": "this-is-no-key",
            "uidb36": "1",
            "name": "rules-of-play",
            "language": "fr",
        }
        return reverse(route.name, kwargs={name: values[name] for name in route.kwargs})


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with undone(django_db_blocker):
        owner = person("Olive Owner")
        place = organisation(owner=owner)
        people: dict[str, User | None] = {Role.OWNER: owner, NEWCOMER: person("Nina Newcomer"), VISITOR: None}
        people |= {role: member(place, role).user for role in Role if role is not Role.OWNER}
        people |= {role: officer(role) for role in OfficeRole}
        for somebody in people.values():
            if somebody:
                give_password(somebody)
        yield World(
            place,
            member(place, Role.DESK),
            invite_member(organisation=place, email="a@example.org", roles=[Role.DESK], language="en", by=owner, now=NOW),
            invite_staff(
                email="b@example.org", office_role=OfficeRole.REVIEWER, language="en", by=people["administrator"], now=NOW
            ),
            officer(OfficeRole.REVIEWER, name="Rita Reviewer"),
            people,
        )


def visit(world: World, name: str, somebody: User | None) -> tuple[str, HttpResponse]:
    address = world.address(ROUTES[name])
    client = signed_in(somebody)
    return address, client.post(address) if name in POST_ONLY else client.get(address)


def expected(route: Route, actor: str) -> int:
    """By the declaration and the table alone. 302 for a visitor at a closed page means: to the sign-in page."""
    access = route.declaration.access
    if actor == VISITOR and access is not Access.PUBLIC:
        return 302
    if isinstance(access, Permission) and actor not in GRANTED[access]:
        return 404 if "organisation_id" in route.kwargs and actor == NEWCOMER else 403
    own = OWN_LOGIC.get(route.name, {"others": 302 if route.name in POST_ONLY else 200})
    return own.get(actor, own["others"])


def test_every_url_has_a_name_of_its_own_and_declares_who_may_use_it():
    names = [route.name for route in routes()]
    assert len(names) == len(set(names)) >= 44
    assert all(names)
    assert [route.route for route in routes() if not isinstance(route.declaration, Declaration)] == []


@pytest.mark.parametrize("actor", ACTORS)
@pytest.mark.parametrize("name", ROUTES)
def test_a_url_answers_each_role_as_the_table_says(world: World, name: str, actor: str):
    route = ROUTES[name]
    address, response = visit(world, name, world.people[actor])
    assert response.status_code == expected(route, actor)
    sent_to_sign_in = response.headers.get("Location") == f"{reverse('account_login')}?next={address}"
    assert sent_to_sign_in == (actor == VISITOR and route.declaration.access is not Access.PUBLIC)


@pytest.mark.parametrize(
    ("name", "actor", "status"),
    [
        ("home", VISITOR, 200),
        ("healthz", VISITOR, 200),
        ("roles", VISITOR, 302),
        ("roles", NEWCOMER, 200),
        ("organisation", VISITOR, 302),
        ("organisation", NEWCOMER, 404),
        ("organisation", "desk", 200),
        ("organisation", "administrator", 200),
        ("organisation-edit", "organiser", 200),
        ("organisation-edit", "treasurer", 403),
        ("organisation-edit", "registrar", 403),
        ("members", "director", 200),
        ("members", "manager", 403),
        ("members", "inspector", 200),
        ("members", "administrator", 403),
        ("invite", "owner", 200),
        ("invite", "organiser", 403),
        ("member", "owner", 200),
        ("member", "organiser", 403),
        ("member-remove", "organiser", 403),
        ("invitation-withdraw", "owner", 302),
        ("invitation-withdraw", "organiser", 403),
        ("timeline", "treasurer", 200),
        ("timeline", "director", 403),
        ("timeline", "reviewer", 200),
        ("timeline", "administrator", 403),
        ("office-organisations", "owner", 403),
        ("office-organisations", "reviewer", 200),
        ("office-organisations", NEWCOMER, 403),
        ("staff", "administrator", 200),
        ("staff", "registrar", 403),
        ("staff", "owner", 403),
        ("staff-active", "registrar", 403),
        ("staff-active", "administrator", 302),
        ("styleguide", "owner", 403),
        ("styleguide", "inspector", 200),
    ],
)
def test_cells_of_the_table_that_were_written_down_by_hand(world: World, name: str, actor: str, status: int):
    assert visit(world, name, world.people[actor])[1].status_code == status


@pytest.mark.parametrize("name", [name for name in ROUTES if isinstance(ROUTES[name].declaration.access, Permission)])
def test_a_closed_page_is_closed_to_posting_too(world: World, name: str):
    for actor in ACTORS:
        if (status := expected(ROUTES[name], actor)) in (403, 404) and actor not in GRANTED[ROUTES[name].declaration.access]:
            answer = signed_in(world.people[actor]).post(world.address(ROUTES[name]))
            assert answer.status_code == status, actor


@pytest.mark.parametrize("name", ROUTES)
def test_staff_without_a_second_factor_are_sent_to_set_it_up_from_every_page_that_does_not_help_with_that(world: World, name: str):
    somebody = give_password(officer(OfficeRole.ADMINISTRATOR, second_factor=False))
    _, response = visit(world, name, somebody)
    sent = response.status_code == 302 and response["Location"] == reverse("mfa_activate_totp")
    assert sent == (not ROUTES[name].declaration.before_second_factor)


def test_what_staff_may_use_before_their_second_factor_was_written_down_by_hand():
    ours = {
        name
        for name, route in ROUTES.items()
        if route.declaration.before_second_factor and not name.startswith(("account_", "mfa_"))
    }
    assert ours == {"healthz", "language", "theme", "profile", "invitation"}


def test_posting_is_no_way_around_the_second_factor(world: World):
    somebody = officer(OfficeRole.ADMINISTRATOR, second_factor=False)
    response = signed_in(somebody).post(reverse("staff-active", args=[world.reviewer.pk]), {"active": "no"})
    assert response["Location"] == reverse("mfa_activate_totp")
    world.reviewer.refresh_from_db()
    assert world.reviewer.is_active


def test_somebody_whose_account_is_closed_is_signed_out_at_the_next_page(world: World):
    client = signed_in(world.reviewer)
    assert client.get(reverse("office-organisations")).status_code == 200
    User.objects.filter(pk=world.reviewer.pk).update(is_active=False)
    assert client.get(reverse("office-organisations"))["Location"].startswith(reverse("account_login"))


def test_a_role_that_is_taken_away_closes_its_pages_at_once(world: World):
    client = signed_in(world.people[Role.DIRECTOR])
    address = reverse("members", args=[world.place.pk])
    assert client.get(address).status_code == 200
    Membership.objects.filter(user=world.people[Role.DIRECTOR]).delete()
    assert client.get(address).status_code == 404


def undeclared(request: HttpRequest) -> HttpResponse:
    return HttpResponse("everybody's")


urlpatterns = [path("undeclared/", undeclared)]


@pytest.mark.parametrize("actor", [VISITOR, Role.OWNER, OfficeRole.ADMINISTRATOR])
@pytest.mark.urls("tests.web.test_access")
def test_a_view_that_declares_nothing_cannot_be_served(world: World, actor: str):
    with pytest.raises(ImproperlyConfigured, match="undeclared does not declare who may use it"):
        signed_in(world.people[actor]).get("/undeclared/")


def test_a_page_that_the_accounts_library_adds_stops_the_start_until_it_is_declared():
    with pytest.raises(KeyError, match="account_brand_new"):
        declared([path("new/", undeclared, name="account_brand_new")])
