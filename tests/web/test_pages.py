"""The tour: every page of the product, in both languages, as the people of the demo see it."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from licensing.demo import DOMAIN, PERSONAS
from licensing.models import User
from tests.tour import ASK_AGAIN, NO_STOP, Ids, Stop, stops
from tests.web.helpers import TOUR, Page, routes, signed_in
from tests.web.test_access import POST_ONLY

pytestmark = pytest.mark.django_db

Visit = Callable[..., HttpResponse]
MOST_QUERIES = 12
LANGUAGES = ["en", "fr"]


# The tour itself ------------------------------------------------------------------------------------------------------
def test_the_tour_leaves_no_page_out():
    everything = {route.name for route in routes()}
    assert {stop.name for stop in TOUR} - {"not-found"} == everything - POST_ONLY - NO_STOP.keys()
    assert POST_ONLY | NO_STOP.keys() | ASK_AGAIN <= everything


def test_the_tour_sees_every_persons_home_and_a_visitors():
    homes = [stop.persona for stop in TOUR if stop.name == "home"]
    assert sorted(homes, key=str) == sorted([None, *(persona.key for persona in PERSONAS)], key=str)


def test_the_tour_comes_to_no_page_twice():
    assert len(TOUR) == len({(stop.persona, stop.path) for stop in TOUR})


def test_the_paths_that_were_written_down_are_those_of_the_demo(demo_world: str):
    assert Ids() == Ids.read()
    assert stops(demo_world) == stops(demo_world, Ids())


# Every page -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("stop", TOUR, ids=str)
def test_a_page_opens_with_one_heading_in_the_language_of_its_reader(visit: Visit, stop: Stop, language: str):
    response = visit(stop, language)
    assert response.status_code == stop.status
    page = Page(response.content.decode())
    assert page.language == response["Content-Language"] == language
    assert len(page.headings) == 1
    assert page.headings[0].strip()
    assert page.title.endswith(" · Cagnotte")
    assert len(page.title) > len(" · Cagnotte")
    assert len(page.all("main")) == 1
    ids = [element.attributes["id"] for element in page.elements if element.attributes.get("id")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("stop", TOUR, ids=str)
def test_a_page_speaks_both_languages(visit: Visit, stop: Stop):
    """Every page has its frame, and most have more, in the other language's words."""
    english, french = (Page(visit(stop, language).content.decode()) for language in LANGUAGES)
    assert english.text != french.text
    assert "Skip to the content" in english.text
    assert "Skip to the content" not in french.text


@pytest.mark.parametrize("stop", TOUR, ids=str)
def test_a_page_asks_the_database_a_dozen_questions_at_most(visit: Visit, stop: Stop):
    first = visit(stop)  # what a process remembers from page to page is warm after it
    with CaptureQueriesContext(connection) as queries:
        second = first.client.get(first.request["PATH_INFO"])
    assert second.status_code == stop.status
    assert len(queries) <= MOST_QUERIES, "\n".join(query["sql"] for query in queries)


def test_a_visitors_front_page_asks_the_database_nothing(visit: Visit, django_assert_num_queries):
    front = next(stop for stop in TOUR if stop.name == "home" and stop.persona is None)
    visit(front)
    with django_assert_num_queries(0):
        visit(front)


@pytest.mark.parametrize("stop", [stop for stop in TOUR if stop.status == 200 and stop.name != "styleguide"], ids=str)
def test_every_link_of_a_page_leads_to_a_page(visit: Visit, stop: Stop):
    """Nothing is offered that its reader may not open. The links of the style guide are samples."""
    response = visit(stop)
    page = Page(response.content.decode())
    ids = {element.attributes.get("id") for element in page.elements}
    for link in sorted(set(page.links)):
        address = urlsplit(link)
        if not address.path and not address.query:
            assert address.fragment in ids, link
        elif not link.startswith("/static/"):
            assert not address.netloc, f"{link} leads away from us"
            target = (address.path or response.request["PATH_INFO"]) + f"?{address.query}"
            assert response.client.get(target).status_code in (200, 302), link


# Homes ----------------------------------------------------------------------------------------------------------------
LIGHTHOUSE = "Les Amis du phare de Cap-Pelé"
HOMES = {
    None: (["A good evening for a good cause, by the rules", "Create an account"], ["Home", "Roles"]),
    "marie": ([LIGHTHOUSE, "Owner", "Getting ready to apply", "at least 30 days before"], ["Background worker"]),
    "daniel": ([LIGHTHOUSE, "Organiser", "Getting ready to apply", "at least 30 days before"], ["Background worker"]),
    "ruth": ([LIGHTHOUSE, "Treasurer", "Desk volunteer", "Keep expenses within", "photo identification"], ["Getting ready"]),
    "luc": ([LIGHTHOUSE, "Tournament director", "from the first hand to the last"], ["Getting ready", "photo identification"]),
    "aisha": ([LIGHTHOUSE, "Table manager", "within one player of each other"], ["Getting ready", "Members"]),
    "tom": ([LIGHTHOUSE, "Desk volunteer", "photo identification"], ["Getting ready", "Members", "Keep expenses within"]),
    "nadia": (["Registrar's office", "Reviewer", "Newest organisations", "Ask for whatever is missing"], ["Staff", LIGHTHOUSE]),
    "helen": (["Registrar's office", "Registrar", "Newest organisations", "refuse in the public interest"], ["Staff"]),
    "paul": (["Registrar's office", "Inspector", "Newest organisations", "hangs in plain view"], ["Staff"]),
    "sam": (["Administrator", "Background worker", "Mail that waits", "Staff"], ["Newest organisations", "From the Terms"]),
}


@pytest.mark.parametrize("stop", [stop for stop in TOUR if stop.name == "home"], ids=str)
def test_a_home_page_shows_what_is_its_owners_and_nothing_of_other_roles(visit: Visit, stop: Stop):
    text = Page(visit(stop).content.decode()).text
    theirs, others = HOMES[stop.persona]
    assert [words for words in theirs if words not in text] == []
    assert [words for words in others if words in text] == []


NAVIGATION = {
    "marie": ["home", "organisation", "members", "terms", "what-if", "roles"],
    "luc": ["home", "organisation", "members", "terms", "what-if", "roles"],
    "tom": ["home", "organisation", "terms", "what-if", "roles"],
    "helen": ["home", "office-organisations", "terms", "roles", "styleguide"],
    "sam": ["home", "office-organisations", "staff", "terms", "roles", "styleguide"],
}


@pytest.mark.parametrize("persona", NAVIGATION)
def test_navigation_offers_what_the_role_opens(visit: Visit, persona: str):
    home = next(stop for stop in TOUR if stop.name == "home" and stop.persona == persona)
    links = visit(home).context["nav"]
    inside = {"organisation", "members"}
    assert [link.url for link in links] == [
        reverse(name, args=[Ids().organisation] if name in inside else []) for name in NAVIGATION[persona]
    ]
    assert [link.current for link in links] == [True] + [False] * (len(links) - 1)


def test_somebody_in_no_organisation_is_told_how_to_begin(visit: Visit):
    somebody = User.objects.create_user(email=f"new@{DOMAIN}", name="Nora New")
    page = Page(signed_in(somebody).get(reverse("home")).content.decode())
    assert "You belong to no organisation yet" in page.text
    assert reverse("organisation-new") in page.links


def test_shares_are_written_as_each_language_writes_them(visit: Visit):
    front = next(stop for stop in TOUR if stop.name == "home" and stop.persona is None)
    assert "65%" in visit(front, "en").content.decode()
    assert "65\u00a0%" in visit(front, "fr").content.decode()
