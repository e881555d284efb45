"""Values of the Terms in words: as a reader of French and as a reader of English write them."""

from datetime import UTC, datetime, time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.domain.money import Money
from licensing.domain.parameters import BY_NAME
from licensing.domain.terms import Bilingual, Override, Terms
from licensing.terms import editions, terms_of
from reports.documents.words import Count, FrenchCount, Spoken, clock, money, number, percent, typeset

LANGUAGES = ["en", "fr"]
NBSP, NARROW = "\u00a0", "\u202f"


@pytest.mark.parametrize(
    ("amount", "english", "french"),
    [
        ("0", "$0", f"0{NBSP}$"),
        ("0.05", "$0.05", f"0,05{NBSP}$"),
        ("25", "$25", f"25{NBSP}$"),
        ("12.50", "$12.50", f"12,50{NBSP}$"),
        ("999.99", "$999.99", f"999,99{NBSP}$"),
        ("1000", "$1,000", f"1{NARROW}000{NBSP}$"),
        ("1234567.80", "$1,234,567.80", f"1{NARROW}234{NARROW}567,80{NBSP}$"),
    ],
)
def test_money_shows_cents_only_where_there_are_some(amount: str, english: str, french: str):
    assert money(Money.dollars(amount), "en") == english
    assert money(Money.dollars(amount), "fr") == french


@pytest.mark.parametrize(
    ("share", "english", "french"),
    [
        ("0.20", "20%", f"20{NBSP}%"),
        ("0.125", "12.5%", f"12,5{NBSP}%"),
        ("1", "100%", f"100{NBSP}%"),
        ("0", "0%", f"0{NBSP}%"),
    ],
)
def test_a_share_is_said_in_percent(share: str, english: str, french: str):
    assert percent(Decimal(share), "en") == english
    assert percent(Decimal(share), "fr") == french


@pytest.mark.parametrize(
    ("hour", "english", "french"),
    [
        (time(0, 0), f"12:00{NBSP}a.m.", f"0{NBSP}h"),
        (time(2, 0), f"2:00{NBSP}a.m.", f"2{NBSP}h"),
        (time(1, 5), f"1:05{NBSP}a.m.", f"1{NBSP}h{NBSP}05"),
        (time(11, 59), f"11:59{NBSP}a.m.", f"11{NBSP}h{NBSP}59"),
        (time(12, 0), f"12:00{NBSP}p.m.", f"12{NBSP}h"),
        (time(23, 30), f"11:30{NBSP}p.m.", f"23{NBSP}h{NBSP}30"),
    ],
)
def test_a_time_of_day_follows_the_language(hour: time, english: str, french: str):
    assert clock(hour, "en") == english
    assert clock(hour, "fr") == french


@pytest.mark.parametrize(
    ("count", "english", "french"), [(0, "0 hours", "0 heure"), (1, "1 hour", "1 heure"), (2, "2 hours", "2 heures")]
)
def test_a_noun_agrees_with_its_number(count: int, english: str, french: str):
    assert f"{Count(count):hour|hours}" == english.replace(" ", NBSP)
    assert f"{FrenchCount(count):heure|heures}" == french.replace(" ", NBSP)
    assert f"{Count(count)}" == str(count)


def test_french_never_breaks_a_line_before_a_colon_or_inside_quotation_marks():
    assert (
        typeset("Deux mots : « oui » ou 5 % et 3 $; fin!", "fr")
        == f"Deux mots{NBSP}: «{NBSP}oui{NBSP}» ou 5{NBSP}% et 3{NBSP}$; fin!"
    )


@given(st.text())
def test_typesetting_changes_nothing_but_spaces_and_only_in_french(text: str):
    assert typeset(text, "en") == text
    french = typeset(text, "fr")
    assert french.replace(NBSP, " ") == text.replace(NBSP, " ")
    assert typeset(french, "fr") == french


@given(st.decimals(min_value=0, max_value=10**9, places=4), st.sampled_from(LANGUAGES))
def test_a_number_in_words_is_still_the_same_number(value: Decimal, language: str):
    said = number(value, language)
    plain = said.replace(NARROW, "").replace(",", ".") if language == "fr" else said.replace(",", "")
    assert Decimal(plain) == value


# From the Terms -------------------------------------------------------------------------------------------------------
SAID = {
    "minimum_age": ("19", "19"),
    "expense_share": ("20%", f"20{NBSP}%"),
    "entry_and_rebuy_cap": ("$100", f"100{NBSP}$"),
    "latest_end": (f"2:00{NBSP}a.m.", f"2{NBSP}h"),
    "spectator_metres": ("3.05", "3,05"),
    "payment_methods": ("cash or debit", "comptant ou débit"),
}


@pytest.mark.parametrize("name", SAID)
def test_a_text_names_a_parameter_and_says_its_value(name: str):
    terms = terms_of("2009-11")
    assert tuple(Spoken(terms, language).fill(Bilingual(f"{{{name}}}", f"{{{name}}}")) for language in LANGUAGES) == SAID[name]


def test_the_registrars_override_is_what_a_text_says():
    credit = Override("payment_methods", ["cash", "credit"], "a bank's booth", "Helen", datetime(2026, 3, 1, tzinfo=UTC))
    terms = Terms(editions().named("2009-11"), [credit])
    assert Spoken(terms, "en")["payment_methods"] == "cash or credit card"


def test_a_text_that_names_what_the_terms_do_not_have_fails():
    with pytest.raises(KeyError):
        Spoken(terms_of("2009-11"), "en").fill(Bilingual("{house_edge}", "{house_edge}"))


def test_a_value_that_has_no_words_fails():
    with pytest.raises(TypeError, match="managers"):
        Spoken(terms_of("2009-11"), "en")["managers"]
    assert "managers" in BY_NAME
