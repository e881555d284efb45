"""The register of clauses: every clause is there, said alike in both languages, and kept by something."""

import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest

from licensing import terms
from licensing.domain.catalogue import Clause, Kind
from licensing.domain.money import Money
from licensing.domain.parameters import BY_NAME
from licensing.domain.rules import RULES
from licensing.domain.terms import Bilingual

REGISTER = terms.register()
COUNTS = {1: 10, 2: 12, 3: 7, 4: 4, 5: 5, 6: 21, 7: 3, 8: 4, 9: 14, 10: 19, 11: 3, 12: 8}
POSITIONS = """
    2.1 2.4 2.5 2.6 2.8 3.7 4.1 4.2 4.3 6.1 6.4 6.7 6.13 6.14 6.19 9.4 10.3 10.12 10.14 10.16 10.18 11.3 12.2 12.4 12.6
"""
NO_BREAK = "\N{NO-BREAK SPACE}"


def test_the_register_has_every_clause_in_order() -> None:
    assert list(REGISTER.clauses) == [f"{section}.{place}" for section, last in COUNTS.items() for place in range(1, last + 1)]
    assert list(REGISTER.sections) == list(COUNTS)
    assert len(REGISTER.clauses) == 110


def test_each_clause_knows_its_section_and_its_anchor() -> None:
    clause = REGISTER.clauses["10.14"]
    assert (clause.section, clause.anchor) == (10, "c10-14")
    assert Counter(clause.section for clause in REGISTER.clauses.values()) == COUNTS
    assert len({clause.anchor for clause in REGISTER.clauses.values()}) == 110


def test_every_clause_that_sets_a_limit_has_a_rule() -> None:
    limits = {clause.id for clause in REGISTER.clauses.values() if Kind.LIMIT in clause.kinds}
    assert limits - {rule.clause for rule in RULES} == set()


def test_every_rule_and_every_number_belongs_to_a_clause_of_the_register() -> None:
    assert {rule.clause for rule in RULES} - set(REGISTER.clauses) == set()
    assert {parameter.clause for parameter in BY_NAME.values()} - set(REGISTER.clauses) == set()


def test_rules_stand_in_the_order_of_their_clauses() -> None:
    order = list(REGISTER.clauses)
    assert all(order.index(one.clause) <= order.index(next_one.clause) for one, next_one in pairwise(RULES))


def test_a_position_is_stated_with_its_reason_where_we_took_one() -> None:
    assert [clause.id for clause in REGISTER.clauses.values() if clause.position] == POSITIONS.split()
    assert [clause.id for clause in REGISTER.clauses.values() if clause.reason] == POSITIONS.split()


def test_some_places_are_built_and_every_place_keeps_some_clause() -> None:
    places = {place for clause in REGISTER.clauses.values() for place in clause.where}
    assert {place.id for place in places if place.built} == {"what-if", "documents", "register"}
    written = (Path(terms.__file__).parent / "clauses.toml").read_text(encoding="utf-8")
    assert {place.id for place in places} == set(re.findall(r"^\[places\.(.+)\]$", written, re.MULTILINE))


def spoken(value: object) -> set[str]:
    """The ways a number is written in a gist, in either language."""
    if isinstance(value, Money):
        return {f"${value.cents // 100}", f"{value.cents // 100}{NO_BREAK}$"}
    if isinstance(value, Decimal) and value <= 1:
        return {f"{value:.0%}", f"{value:.0%}".replace("%", f"{NO_BREAK}%")}
    if value == 1:
        return {"one", "un", "une"}
    return {str(value), str(value).replace(".", ",")}


def sets_a_figure(name: str) -> bool:
    """Some are said in other words: no dearer than the entry, from Sunday to Saturday."""
    others = ("rebuy_price_share", "rebuy_chips_share", "week_starts")
    return type(terms.editions().latest.settings[name].value) in (int, Money, Decimal) and name not in others


@pytest.mark.parametrize("name", [*filter(sets_a_figure, terms.editions().latest.settings)])
def test_a_clause_says_the_number_that_the_edition_in_force_sets(name: str) -> None:
    clause, value = REGISTER.clauses[BY_NAME[name].clause], terms.editions().latest.settings[name].value
    for language in ("en", "fr"):
        said = " ".join(text.text(language) for text in (clause.gist, clause.position) if text)
        assert any(re.search(rf"(?<![\d.,]){re.escape(number)}(?!\d|[.,]\d)", said) for number in spoken(value)), said


def test_the_register_says_no_share_and_no_amount_that_the_edition_in_force_does_not_set() -> None:
    values = [setting.value for setting in terms.editions().latest.settings.values()]
    set_there = {number for value in values if isinstance(value, (Money, Decimal)) for number in spoken(value)}
    said = {number for text in texts() for number in re.findall(rf"\d+%|\d+{NO_BREAK}[%$]|\$\d+", text)}
    assert said
    assert said <= set_there


def bilinguals() -> Iterator[Bilingual]:
    yield from REGISTER.sections.values()
    for clause in REGISTER.clauses.values():
        yield from of_clause(clause)
        yield from (place.name for place in clause.where)
    for edition in terms.editions().all:
        yield from (edition.name, edition.source, *edition.no_limit.values())
        yield from (setting.gist for setting in edition.settings.values())


def of_clause(clause: Clause) -> list[Bilingual]:
    return [text for text in (clause.gist, clause.how, clause.position, clause.reason) if text]


def texts() -> list[str]:
    return [text for both in bilinguals() for text in (both.en, both.fr)]


def test_french_and_english_are_spaced_as_they_are_printed() -> None:
    french = [both.fr for both in bilinguals()]
    assert [text for text in french if re.search(rf"[^{NO_BREAK}][:%$»]|«[^{NO_BREAK}]|\s[;!?,.]", text)] == []
    assert [text for text in (both.en for both in bilinguals()) if re.search(r"\s[:;!?,.%]|[«»]", text)] == []
    assert [text for text in texts() if re.search(r"  |’|^\s|\s$", text)] == []


def test_whole_sentences_end_with_a_point_and_say_the_same_number_of_things_in_both_languages() -> None:
    for clause in REGISTER.clauses.values():
        for both in of_clause(clause):
            assert both.en.endswith(".")
            assert both.fr.endswith(".")
            assert both.en != both.fr
            assert re.findall(r"\d+", both.en.replace(":00", "")) == re.findall(r"\d+", both.fr), clause.id
