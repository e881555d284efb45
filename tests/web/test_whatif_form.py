"""What people type into the what-if form, as either language writes it, and what is refused."""

from decimal import Decimal

import pytest
from django.utils import translation

from licensing.domain.money import Money
from licensing.forms.whatif import WhatIfForm
from tests.web.helpers import Page
from tests.web.test_whatif import ask, read, values


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "typed",
    ["50", "50.00", "50,00", "50 $", "$50", "$ 50.0", "50\u00a0$", "50,0\u202f$", " 50 ", "050"],
)
def test_an_amount_is_read_as_either_language_writes_it(typed: str, language: str):
    with translation.override(language):
        form = WhatIfForm({"entry_fee": typed})
        assert form.is_valid(), form.errors
    assert form.plan().entry_fee == Money.dollars(50)


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("1000", 100_000),
        ("1 000", 100_000),
        ("1\u202f234,50 $", 123_450),
        ("$1,234.50", 123_450),
        ("−12,5", -1250),
        ("-$0.01", -1),
        ("999 999", 99_999_900),
    ],
)
def test_thousands_and_signs_are_read(typed: str, cents: int):
    form = WhatIfForm({"expense_1_amount": typed})
    assert form.is_valid(), form.errors
    assert form.plan().expenses[0].amount == Money(cents)


DECIMALS = "An amount has two decimals at most."


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "This field is required."),
        ("fifty", "Write an amount, such as 50 or 49.50."),
        ("5 0", "Write an amount"),
        ("1e3", "Write an amount"),
        ("50 €", "Write an amount"),
        ("50..0", "Write an amount"),
        ("--5", "Write an amount"),
        ("٥٠", "Write an amount"),
        ("NaN", "Write an amount"),
        ("9" * 5000, "Write an amount"),
        ("50.005", DECIMALS),
        ("50,001", DECIMALS),
        ("1,000", DECIMALS),
        ("1.000", DECIMALS),
        ("999999.01", "Write an amount up to $999,999.00."),
        ("-1000000", "Write an amount up to $999,999.00."),
    ],
)
def test_what_is_no_amount_is_refused_in_words_and_stays_as_it_was_typed(typed: str, message: str):
    html = ask(entry_fee=typed)
    assert message in Page(html).text
    assert "whatif-answer" not in html
    assert values(html)["entry_fee"] == typed
    assert 'href="#id_entry_fee"' in html


def test_a_refusal_speaks_french_to_french_readers():
    text = read("fr", entry_fee="cinquante", expense_1_amount="1000000", full_players="dix")
    assert "Write" not in text
    assert "999\u202f999,00\u00a0$" in ask("fr", expense_1_amount="1000000")


@pytest.mark.parametrize("typed", ["ten", "10.5", "1,5", "10000", "-10000", "1e2", "100 $"])
def test_players_come_in_whole_numbers_of_a_sensible_size(typed: str):
    assert not WhatIfForm({"expected_players": typed}).is_valid()
    assert WhatIfForm({"expected_players": "1 000"}).is_valid()


@pytest.mark.parametrize(
    ("typed", "share"), [("65", "0.65"), ("62,5 %", "0.625"), ("62.5%", "0.625"), ("", "0"), ("0", "0"), ("100", "1")]
)
def test_a_percentage_is_read_as_either_language_writes_it(typed: str, share: str):
    form = WhatIfForm({"prize_share": typed})
    assert form.is_valid(), form.errors
    assert form.plan().prizes.share == Decimal(share)


@pytest.mark.parametrize("typed", ["half", "1000", "62.555", "65 $"])
def test_what_is_no_percentage_is_refused(typed: str):
    assert list(WhatIfForm({"prize_share": typed}).errors) == ["prize_share"]


def test_a_re_buy_that_is_offered_has_a_price():
    assert list(WhatIfForm({"rebuy_price": ""}).errors) == ["rebuy_price"]
    assert WhatIfForm({"rebuy": "no", "rebuy_price": ""}).is_valid()


def test_a_line_that_is_folded_away_is_shown_once_it_says_something():
    assert "<details>" in ask()
    assert "<details open>" in ask(expense_6_amount="10")


def test_a_label_that_is_too_long_is_refused():
    assert "expense_1_label" in WhatIfForm({"expense_1_label": "x" * 61}).errors
    assert WhatIfForm({"expense_1_label": "x" * 60}).is_valid()
