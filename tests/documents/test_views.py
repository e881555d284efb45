"""Documents over the web: for anybody, in the language of the address. No test here may touch the database."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from licensing.domain.terms import NoEdition
from reports.documents.registry import DOCUMENTS, printed

MONCTON = ZoneInfo("America/Moncton")
EDITION = "2009-11"


def address(name: str = "rules-of-play", language: str = "fr") -> str:
    return reverse("document", args=[name, language])


def test_the_address_is_one_that_can_be_read_aloud():
    assert address() == "/documents/rules-of-play.fr.pdf"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_visitor_gets_every_document_in_both_languages(name: str, language: str):
    answer = Client().get(address(name, language), headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Language"] == language
    assert answer.content == printed(name, language, EDITION).content


@pytest.mark.parametrize(
    ("name", "language", "file"),
    [
        ("rules-of-play", "en", "rules-of-play.pdf"),
        ("rules-of-play", "fr", "regles-du-jeu.pdf"),
        ("terms-summary", "en", "the-terms-on-one-page.pdf"),
        ("terms-summary", "fr", "les-modalites-en-une-page.pdf"),
    ],
)
def test_a_document_opens_in_the_browser_and_is_saved_under_a_name_in_its_language(name: str, language: str, file: str):
    assert Client().get(address(name, language))["Content-Disposition"] == f'inline; filename="{file}"'


@pytest.mark.parametrize(
    "path",
    [
        "/documents/rules-of-play.de.pdf",
        "/documents/rules-of-play.fr-ca.pdf",
        "/documents/rules-of-play.pdf",
        "/documents/rules-of-play.fr",
        "/documents/rules_of_play.fr.pdf",
        "/documents/no-such.fr.pdf",
        "/documents/..%2fsummary.fr.pdf",
        "/documents/",
    ],
)
def test_a_document_or_a_language_that_we_do_not_have_is_not_found(path: str):
    assert Client().get(path).status_code == 404


def test_a_browser_that_has_the_document_is_not_sent_it_again():
    first = Client().get(address())
    again = Client().get(address(), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    assert Client().get(address(), headers={"If-None-Match": '"another"'}).status_code == 200


def test_anybody_may_keep_a_document_for_an_hour():
    assert Client().get(address())["Cache-Control"] == "public, max-age=3600"


def test_different_documents_have_different_tags():
    tags = {Client().get(address(name, language))["ETag"] for name in DOCUMENTS for language in ("en", "fr")}
    assert len(tags) == 2 * len(DOCUMENTS)


def test_the_head_of_a_document_can_be_asked_for_and_nothing_can_be_sent_to_it():
    head = Client().head(address())
    assert (head.status_code, head.content) == (200, b"")
    assert int(head["Content-Length"]) == len(printed("rules-of-play", "fr", EDITION).content)
    assert Client().post(address()).status_code == 405


@pytest.mark.parametrize(("hour", "found"), [((2009, 11, 18, 23, 59), False), ((2009, 11, 19, 0, 0), True)])
def test_the_edition_is_the_one_in_force_today_in_new_brunswick(hour: tuple[int, ...], found: bool):
    """Of the edition before this one too little is known for a document."""
    with time_machine.travel(datetime(*hour, tzinfo=MONCTON)):
        if found:
            assert Client().get(address()).status_code == 200
        else:
            with pytest.raises(LookupError):
                Client().get(address())


def test_before_the_first_edition_there_is_none():
    with time_machine.travel(datetime(2008, 4, 30, 12, tzinfo=MONCTON)), pytest.raises(NoEdition):
        Client().get(address())
