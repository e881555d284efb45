"""The register of the Terms: readable by anyone, searchable, and the address of every clause that the product names."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from licensing.domain.roles import OfficeRole, Role
from licensing.duties import DUTIES, OFFICE_DUTIES
from licensing.templatetags.cagnotte import clause_link
from licensing.terms import register
from tests.web.helpers import signed_in

pytestmark = pytest.mark.django_db


def terms(language: str = "en", **query: str) -> HttpResponse:
    return Client(headers={"accept-language": language}).get(reverse("terms"), query)


def clauses_in(response: HttpResponse) -> list[str]:
    return re.findall(r'<article class="clause-card" id="c([\d-]+)"', response.content.decode())


def test_every_clause_is_there_in_order_with_an_anchor() -> None:
    assert clauses_in(terms()) == [number.replace(".", "-") for number in register().clauses]


@pytest.mark.parametrize("role", [*Role, *OfficeRole])
def test_every_clause_that_a_home_page_names_is_an_anchor_of_the_register(role: Role | OfficeRole) -> None:
    page = terms().content.decode()
    for duty in {**DUTIES, **OFFICE_DUTIES}.get(role, []):
        _, _, anchor = re.search(r'href="([^"]*)"', clause_link(duty.clause))[1].partition("#")
        assert f'id="{anchor}"' in page


@pytest.mark.parametrize(
    ("language", "search", "found"),
    [
        ("en", "4.2", ["4-2"]),
        ("en", "1.1", ["1-1"]),  # and not 1.10 or 11.1
        ("en", "  MUNICIPAL law ", ["2-12"]),
        ("fr", "municipalité", ["2-12"]),
        ("fr", "MUNICIPALITE", ["2-12"]),
        ("en", "no such word anywhere", []),
        ("en", "<script>", []),
    ],
)
def test_a_search_finds_a_number_or_words(language: str, search: str, found: list[str]) -> None:
    assert clauses_in(terms(language, q=search)) == found


def test_accents_do_not_matter_to_a_search() -> None:
    assert clauses_in(terms("fr", q="gerant de table")) == clauses_in(terms("fr", q="Gérant de table")) != []


def test_a_search_that_finds_nothing_says_what_to_do() -> None:
    response = terms(q="<b>nothing</b>")
    assert "No clause found" in response.content.decode()
    assert "<b>nothing" not in response.content.decode()


def test_the_ways_of_keeping_can_be_picked() -> None:
    powers = clauses_in(terms(kind="power"))
    assert powers == [number.replace(".", "-") for number, clause in register().clauses.items() if "power" in clause.kinds]
    assert clauses_in(terms(kind="nonsense")) == []


@pytest.mark.parametrize(("language", "shown"), [("en", "65%"), ("fr", "65\xa0%")])
def test_the_numbers_in_force_stand_beside_their_clause(language: str, shown: str) -> None:
    page = terms(language, q="4.3").content.decode()
    assert f"<dd>{shown}</dd>" in page


@pytest.mark.parametrize(
    ("clause", "shown"),
    [
        ("6.19", "2:00 a.m."),
        ("2.4", "Sunday"),
        ("6.3", "$100.00"),
        ("9.12", "<td>36–40</td><td>7</td>"),
        ("12.6", "financial report, donated prizes"),
        ("9.14", "3.05"),
    ],
)
def test_each_kind_of_number_is_shown_as_people_write_it(clause: str, shown: str) -> None:
    assert shown in terms(q=clause).content.decode()


def test_an_earlier_edition_shows_its_own_numbers() -> None:
    page = terms(edition="2008-05", q="6.14").content.decode()
    assert "$3,000.00" in page
    assert "50%</dd>" not in page


def test_an_edition_that_never_was_is_not_found() -> None:
    assert terms(edition="1999-01").status_code == 404


def test_a_part_of_the_product_that_is_not_built_yet_says_so() -> None:
    assert "To come:" in terms(q="7.1").content.decode()


def test_a_reader_of_the_register_asks_the_database_nothing(django_assert_num_queries: object) -> None:
    client = signed_in(None)
    with django_assert_num_queries(0):  # type: ignore[operator]
        client.get(reverse("terms"))
