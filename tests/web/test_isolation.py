"""A member of one organisation never sees, nor touches, anything of another: through every URL that takes an identifier."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.http import HttpResponse
from django.urls import reverse

from licensing.domain.roles import OfficeRole, Permission, Role
from licensing.models import Invitation, Membership, Organisation, User
from licensing.services.invitations import invite_member, invite_staff
from licensing.web.access import Access
from tests.builders import NOW, member, officer, organisation, person
from tests.web.conftest import undone
from tests.web.helpers import Route, give_password, link_in, newest_mail, routes, signed_in

pytestmark = pytest.mark.django_db

ROUTES = {route.name: route for route in routes()}
INSIDE = [name for name, route in ROUTES.items() if "organisation_id" in route.kwargs]
NESTED = [name for name in INSIDE if len(ROUTES[name].kwargs) > 1]
OFFICE = [name for name, route in ROUTES.items() if {"person_id", "invitation_id"} & route.kwargs and name not in INSIDE]
# A secret in the address, which opens its own thing to whoever holds it. Their tests are in test_accounts.
BY_SECRET = {"invitation", "account_confirm_email", "account_reset_password_from_key"}
# The same for everybody: the address names a document of the Terms and a language, and nothing of anybody's.
FOR_ANYBODY = {"document"}
TOO_LARGE = 10**30


@dataclass
class Side:
    """One organisation with everything that a URL can name."""

    place: Organisation
    owner: User
    volunteer: Membership
    invitation: Invitation
    token: str

    def ids(self) -> dict[str, int]:
        return {
            "organisation_id": self.place.pk,
            "membership_id": self.volunteer.pk,
            "invitation_id": self.invitation.pk,
        }


@dataclass
class World:
    ours: Side
    theirs: Side
    reviewer: User
    administrator: User
    staff_invitation: Invitation


def side(name: str, word: str) -> Side:
    """`word` is in the name of everything and everybody on this side, and nowhere on the other."""
    owner = give_password(person(f"Olive {word}", email=f"olive@{word.lower()}.example"))
    place = organisation(name, owner=owner)
    volunteer = member(place, Role.DESK, user=person(f"Victor {word}", email=f"victor@{word.lower()}.example"))
    invitation = invite_member(
        organisation=place, email=f"ivy@{word.lower()}.example", roles=[Role.OWNER], language="en", by=owner, now=NOW
    )
    return Side(place, owner, volunteer, invitation, link_in(newest_mail()).rstrip("/").rsplit("/")[-1])


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with undone(django_db_blocker):
        administrator = officer(OfficeRole.ADMINISTRATOR, name="Ada Office")
        invitation = invite_staff(
            email="new@office.example", office_role=OfficeRole.REVIEWER, language="en", by=administrator, now=NOW
        )
        ours, theirs = side("Les Amis du Pont", "Pont"), side("Zanzibar Dinner Club", "Zanzibar")
        yield World(ours, theirs, officer(OfficeRole.REVIEWER, name="Rita Office"), administrator, invitation)


def everything() -> dict[str, list[Any]]:
    """Every row of ours, except when somebody signed in: to see that nothing changed."""
    columns = {
        model: [field.attname for field in model._meta.concrete_fields if field.name != "last_login"]
        for model in apps.get_app_config("licensing").get_models()
    }
    return {model.__name__: list(model.objects.order_by("pk").values(*names)) for model, names in columns.items()}


def address(route: Route, ids: dict[str, int]) -> str:
    return reverse(route.name, kwargs={name: ids[name] for name in route.kwargs})


# What each form would need to change something: a refusal must come from the door, not from a bad form.
ACTS = {
    "roles": ["owner"],
    "email": "new@example.org",
    "language": "en",
    "name": "Ours now",
    "active": "no",
    "office_role": "inspector",
}


def both_ways(user: User, path: str) -> list[HttpResponse]:
    client = signed_in(user)
    return [client.get(path), client.post(path, ACTS)]


def test_every_identifier_in_a_url_is_covered_here():
    known = {"organisation_id", "membership_id", "invitation_id", "person_id"}
    for route in routes():
        assert route.kwargs <= known or route.name in BY_SECRET | FOR_ANYBODY, (
            f"{route.name} takes an identifier that this test does not know"
        )
    assert {name for name, route in ROUTES.items() if route.kwargs} == {*INSIDE, *OFFICE, *BY_SECRET, *FOR_ANYBODY}
    assert all(ROUTES[name].declaration.access is Access.PUBLIC for name in FOR_ANYBODY)
    assert all(isinstance(ROUTES[name].declaration.access, Permission) for name in [*INSIDE, *OFFICE])
    assert len(INSIDE) >= 10
    assert len(NESTED) >= 4
    assert len(OFFICE) >= 4


@pytest.mark.parametrize("name", INSIDE)
def test_an_owner_opens_the_own_organisation_there(world: World, name: str):
    """The control: with the right identifiers the same requests do open."""
    answers = both_ways(world.ours.owner, address(ROUTES[name], world.ours.ids()))
    assert {answer.status_code for answer in answers} <= {200, 302, 405}


@pytest.mark.parametrize("name", INSIDE)
def test_another_organisation_does_not_exist_for_an_owner(world: World, name: str):
    before = everything()
    for answer in both_ways(world.ours.owner, address(ROUTES[name], world.theirs.ids())):
        assert answer.status_code == 404
        assert b"Zanzibar" not in answer.content
    assert everything() == before


@pytest.mark.parametrize("name", NESTED)
def test_another_organisations_identifiers_do_not_work_under_the_own_organisation(world: World, name: str):
    ids = world.theirs.ids() | {"organisation_id": world.ours.place.pk}
    before = everything()
    answers = both_ways(world.ours.owner, address(ROUTES[name], ids))
    assert answers[1].status_code == 404
    assert answers[0].status_code == (405 if "invitation_id" in ROUTES[name].kwargs else 404)
    assert all(b"Zanzibar" not in answer.content for answer in answers)
    assert everything() == before


@pytest.mark.parametrize("name", NESTED)
def test_the_own_identifiers_do_not_work_under_another_organisation(world: World, name: str):
    ids = world.ours.ids() | {"organisation_id": world.theirs.place.pk}
    before = everything()
    assert {answer.status_code for answer in both_ways(world.ours.owner, address(ROUTES[name], ids))} == {404}
    assert everything() == before


@pytest.mark.parametrize("name", [name for name in NESTED if "invitation_id" in ROUTES[name].kwargs])
def test_an_invitation_to_the_office_is_not_an_organisations(world: World, name: str):
    ids = world.ours.ids() | {"invitation_id": world.staff_invitation.pk}
    before = everything()
    assert both_ways(world.ours.owner, address(ROUTES[name], ids))[1].status_code == 404
    assert everything() == before


@pytest.mark.parametrize("name", OFFICE)
def test_the_offices_identifiers_are_closed_to_an_owner(world: World, name: str):
    before = everything()
    ids = {"person_id": world.reviewer.pk, "invitation_id": world.staff_invitation.pk}
    assert {answer.status_code for answer in both_ways(world.ours.owner, address(ROUTES[name], ids))} == {403}
    assert everything() == before


@pytest.mark.parametrize("name", OFFICE)
def test_the_offices_own_pages_take_no_member_and_no_organisations_invitation(world: World, name: str):
    ids = {"person_id": world.ours.owner.pk, "invitation_id": world.ours.invitation.pk}
    before = everything()
    assert both_ways(world.administrator, address(ROUTES[name], ids))[1].status_code == 404
    assert everything() == before


@pytest.mark.parametrize("number", [0, 2**31, 2**63, TOO_LARGE])
@pytest.mark.parametrize("name", [*INSIDE, *OFFICE])
def test_an_identifier_that_nothing_has_is_not_found_however_large(world: World, name: str, number: int):
    somebody = world.administrator if name in OFFICE else world.ours.owner
    numbers = dict.fromkeys(["organisation_id", "membership_id", "invitation_id", "person_id"], number)
    attempts = [numbers] if name not in NESTED else [numbers, numbers | {"organisation_id": world.ours.place.pk}]
    for ids in attempts:
        assert both_ways(somebody, address(ROUTES[name], ids))[1].status_code == 404


@pytest.mark.parametrize("number", [0, TOO_LARGE])
def test_an_organisation_that_is_not_there_is_not_found_by_the_office_either(world: World, number: int):
    assert signed_in(world.reviewer).get(reverse("organisation", args=[number])).status_code == 404


def test_a_hidden_organisation_and_one_that_is_not_there_look_the_same(world: World):
    client = signed_in(world.ours.owner)

    def told(number: int) -> str:
        page = client.get(reverse("members", args=[number])).content.decode().replace(f"/{number}/", "/N/")
        return re.sub(r"[0-9a-f]{32}|csrfmiddlewaretoken\" value=\"\w+|CSRFToken\": \"\w+", "", page)

    assert told(world.theirs.place.pk) == told(999_999)


def test_roles_in_one_organisation_give_nothing_in_another(world: World):
    """An owner there, a desk volunteer here: each page goes by the role held in its own organisation."""
    member(world.theirs.place, Role.DESK, user=world.ours.owner)
    client = signed_in(world.ours.owner)
    assert client.get(reverse("organisation", args=[world.theirs.place.pk])).status_code == 200
    for name in ("organisation-edit", "members", "invite", "timeline"):
        assert client.get(reverse(name, args=[world.theirs.place.pk])).status_code == 403, name
        assert client.get(reverse(name, args=[world.ours.place.pk])).status_code == 200, name


def test_an_invitation_to_somebody_else_cannot_be_taken_by_an_owner(world: World):
    before = everything()
    assert signed_in(world.ours.owner).post(reverse("invitation", args=[world.theirs.token])).status_code == 200
    assert everything() == before


@pytest.mark.parametrize("name", [name for name in ROUTES if name not in {*OFFICE, *BY_SECRET, *FOR_ANYBODY}])
def test_no_page_of_ours_names_anything_of_theirs(world: World, name: str):
    response = signed_in(world.ours.owner).get(address(ROUTES[name], world.ours.ids()))
    assert b"zanzibar" not in response.content.lower()


@pytest.mark.parametrize("query", ["q=zanz", "q=victor", "_export=csv", "_export=csv&q=victor", "sort=-email", "page=2", "q=olive"])
def test_no_search_sort_or_export_of_our_list_brings_in_theirs(world: World, query: str):
    response = signed_in(world.ours.owner).get(f"{reverse('members', args=[world.ours.place.pk])}?{query}")
    assert response.status_code == 200
    assert b"zanzibar" not in response.content.lower()
    if "victor" in query:
        assert b"victor@pont.example" in response.content


def test_our_timeline_tells_nothing_of_theirs_and_theirs_tells_it(world: World):
    """The control: the word that is missing from our pages is on theirs."""
    mine = signed_in(world.theirs.owner)
    for name in ("organisation", "members", "timeline"):
        assert b"zanzibar" in mine.get(reverse(name, args=[world.theirs.place.pk])).content.lower()
