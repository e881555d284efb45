"""The page that answers "what if so many came?": anyone's figures, any figures, in either language."""

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from licensing.domain.money import Money
from licensing.domain.whatif import PRICES_AND_PLAYERS, PROCEEDS, ExpenseLine, Plan, PrizePlan, Scenario, outlook
from licensing.forms.whatif import example
from licensing.terms import terms_on
from licensing.whatif_answer import REASONS
from licensing.whatif_drawing import Scale, bar, shared_dollar, whole_dollars
from licensing.whatif_results import results_of
from tests.builders import NOW
from tests.web.helpers import Page

TERMS = terms_on(NOW.date())
# 100 entries and 60 re-buys at 50 $, with expenses and prizes used in full.
IN_FULL = {"expense_1_amount": "1000", "expense_2_amount": "", "expense_3_amount": "", "prize_share": "65"}
NO_EXPENSES = {f"expense_{number}_amount": "" for number in range(1, 7)}


def ask(language: str = "en", *, partial: bool = False, **typed: str) -> str:
    headers = {"accept-language": language} | ({"HX-Request": "true"} if partial else {})
    response = Client(headers=headers).get("/what-if/", typed)
    assert response.status_code == 200
    return str(response.content.decode())


def read(language: str = "en", **typed: str) -> str:
    return Page(ask(language, **typed)).text


def answer(language: str = "en", **typed: str) -> str:
    """The sentence on top."""
    found = re.search(r'<p class="whatif-text">(.*?)</p>', ask(language, **typed), re.DOTALL)
    assert found
    return " ".join(Page(found[1]).text.split())


def values(html: str) -> dict[str, str]:
    return {str(field["name"]): field.get("value") or "" for field in Page(html).all("input") if field.get("name")}


def row(html: str, label: str) -> list[str]:
    """The figures of the first row of the table with this label."""
    table = html[html.index("whatif-table") :]
    cells = re.search(rf"<tr[^>]*><th[^>]*>{re.escape(label)}.*?</tr>", table, re.DOTALL)
    assert cells, label
    return [Page(cell).text.strip() for cell in re.findall(r"<td.*?</td>", cells[0], re.DOTALL)]


# The figures --------------------------------------------------------------------------------------------------------------
def test_the_example_of_the_terms_comes_out_to_the_cent():
    html = ask(**IN_FULL)
    assert row(html, "At most 20% of entry fees")[1] == "$1,000.00"
    assert row(html, "At most 65% of gross proceeds")[1] == "$5,200.00"
    assert row(html, "What is left")[1] == "$1,800.00 22.5%"
    assert row(html, "At least 15% of gross proceeds")[1] == "$1,200.00"
    assert row(html, "Room left")[1] == "$0.00"
    assert answer(**IN_FULL) == "With 100 players everything holds."


def test_french_writes_the_same_figures_its_own_way():
    html = ask("fr", **IN_FULL)
    for amount in ("1\u202f000,00\u00a0$", "5\u202f200,00\u00a0$", "1\u202f800,00\u00a0$", "22,5\u00a0%"):
        assert amount in html
    assert "$1,000.00" not in html


def test_a_first_visit_shows_an_evening_that_holds_and_a_quiet_night_that_does_not():
    html = ask()
    assert answer() == "With 100 players everything holds."
    assert row(html, "Verdict") == ["Breaks 4.2", "Holds", "Holds"]
    assert values(html) | example() == values(html) | {"rebuy": "yes", "expense_3_each": "player"}


def test_the_first_clause_to_break_is_named_with_its_turnout_on_the_way_down_and_up():
    text = read()
    assert "With fewer, the first to break is clause 4.2 , at 81 players" in text
    assert "expenses pass 20% of entry fees ($812.00; at most $810.00)" in text
    assert "With more, the first to break is clause 6.12 , at 401 players: more than 400 players come." in text
    assert "The evening pays for itself from 25 players on." in text


def test_a_plan_that_breaks_is_told_where_it_would_hold():
    text = read(expected_players="60", expected_rebuys="36")
    assert "With 60 players clause 4.2 breaks" in text
    assert "Everything holds from 82 to 400 players." in text


def test_every_clause_that_breaks_is_named():
    text = read(entry_fee="80", rebuy_price="90", expected_rebuys="120")
    for clause in ("6.3", "6.4", "6.5"):
        assert re.search(rf"clause {clause} .?breaks", text, re.IGNORECASE), clause
    assert "No other turnout mends that: other figures have to change." in text


@pytest.mark.parametrize(
    ("guaranteed", "sentence"),
    [
        ("", "The evening pays for itself at any turnout."),
        ("999", "The evening pays for itself from 37 players on."),
        ("99999", "Not even with 400 players does the evening pay for itself."),
    ],
)
def test_the_turnout_that_pays_for_the_evening_is_told(guaranteed: str, sentence: str):
    assert sentence in read(**NO_EXPENSES, prize_1=guaranteed)


def test_without_fixed_costs_no_turnout_is_too_small():
    assert "With fewer players, too, everything holds." in read(**NO_EXPENSES)


@pytest.mark.parametrize(
    ("players", "tables", "managers"), [("40", "4", "0"), ("41", "5", "1"), ("400", "40", "7"), ("401", "41", "not defined")]
)
def test_tables_and_managers_follow_the_grid(players: str, tables: str, managers: str):
    html = ask(full_players=players)
    assert row(html, "Tables of 10")[2] == tables
    assert row(html, "Table managers")[2] == managers


def test_a_re_buy_that_is_not_offered_counts_for_nothing_whatever_is_written_beside_it():
    html = ask(rebuy="no", rebuy_price="", expected_rebuys="500")
    assert row(html, "Re-buys") == ["0", "0", "0"]
    assert row(html, "Gross proceeds")[1] == "$5,000.00"


def test_a_scenario_without_players_is_left_out():
    assert len(row(ask(quiet_players=""), "Players")) == 2


# Verdicts, not crashes ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "clause"),
    [
        ({"entry_fee": "-50"}, "6.2"),
        ({"entry_fee": "0"}, "6.2"),
        ({"rebuy_price": "-1"}, "6.2"),
        ({"entry_fee": "50.01", "rebuy_price": "50"}, "6.3"),
        ({"entry_fee": "40", "rebuy_price": "40.01"}, "6.5"),
        ({"expected_players": "0"}, "4.2"),
        ({"expected_players": "-5"}, "6.12"),
        ({"expected_players": "401"}, "6.12"),
        ({"expected_players": "9999"}, "6.12"),
        ({"expected_rebuys": "101"}, "6.4"),
        ({"expected_rebuys": "-1"}, "6.4"),
        ({**NO_EXPENSES, "expense_1_amount": "-10"}, "4.2"),
        ({"prize_share": "65.01"}, "4.3"),
        ({"prize_share": "-5"}, "4.3"),
        ({"prize_share": "0", "prize_1": "1000"}, "6.14"),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_the_rules_speak_of_is_a_verdict_with_its_clause(typed: dict[str, str], clause: str, language: str):
    html = ask(language, **typed)
    top = html[html.index("whatif-answer") : html.index("whatif-cards")]
    assert f'href="/terms/#c{clause.replace(".", "-")}"' in top
    assert "error-summary" not in html


def test_four_hundred_players_are_allowed():
    assert answer(expected_players="400") == "With 400 players everything holds."


def test_nobody_and_nothing_is_shown_without_a_bar():
    html = ask(**NO_EXPENSES, expected_players="0", expected_rebuys="0")
    assert "Nothing comes in, so there is nothing to share out." in html
    assert answer(**NO_EXPENSES, expected_players="0", expected_rebuys="0") == "With 0 players everything holds."


def test_a_figure_below_zero_is_called_that_and_not_too_much():
    assert "a figure is below zero" in answer(**NO_EXPENSES | {"expense_1_amount": "-10"})


def test_every_rule_of_the_page_has_a_reason_in_words():
    last = outlook(Plan(entry_fee=Money(1), expected=1), Scenario("", 1, 0), TERMS).findings[-1].rule
    assert {rule.name for rule in (*PROCEEDS, *PRICES_AND_PLAYERS, last)} == REASONS.keys()


# The address --------------------------------------------------------------------------------------------------------------
def test_a_link_that_names_one_figure_keeps_the_examples_others():
    html = ask(entry_fee="30")
    assert values(html)["entry_fee"] == "30"
    assert row(html, "Gross proceeds")[1] == "$6,000.00"


def test_a_figure_given_twice_counts_as_it_was_given_last_and_an_unknown_one_not_at_all():
    html = Client().get("/what-if/?entry_fee=30&entry_fee=40&colour=red&expense_99_amount=5&=&entry_fee[]=1").content.decode()
    assert values(html)["entry_fee"] == "40"
    assert "colour" not in values(html)


@pytest.mark.parametrize(
    "query",
    ["rebuy=perhaps", "expense_1_each=always", "rebuy=", "%FF=%FE", "entry_fee=%FF", "entry_fee=%00", "&&&", "expense_1_label=%00"],
)
def test_a_mangled_address_is_answered(query: str):
    assert Client().get(f"/what-if/?{query}").status_code == 200


def test_only_asking_is_possible():
    assert Client().post("/what-if/", {"entry_fee": "50"}).status_code == 405


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7|add:7 }}", "&lt;b&gt;"])
def test_hostile_text_is_only_text(hostile: str):
    html = ask(expense_1_label=hostile)
    assert html.count(hostile) == 0 or "<" not in hostile
    assert values(html)["expense_1_label"] == hostile
    assert hostile in Page(html[html.index("whatif-paper") :]).text
    assert not [image for image in Page(html).all("img") if "onerror" in image]


# While somebody types -----------------------------------------------------------------------------------------------------
def test_typing_fetches_the_answer_alone():
    html = ask(partial=True, expected_players="70")
    assert "<form" not in html
    assert "<html" not in html
    assert "With 70 players clause" in Page(html).text
    assert '<p class="whatif-brief" id="whatif-brief" role="status" hx-swap-oob="innerHTML">' in html
    assert "70 players: clause 4.2 breaks." in html


def test_typing_something_wrong_fetches_what_is_wrong_to_its_place():
    html = ask(partial=True, entry_fee="x")
    assert '<p class="invalid-feedback" id="id_entry_fee_error" hx-swap-oob="true">Write an amount' in html
    assert '<p class="invalid-feedback" id="id_rebuy_price_error" hx-swap-oob="true"></p>' in html
    assert "whatif-answer" not in html


def test_the_switches_of_language_and_theme_lead_back_to_what_was_typed():
    kept = next(field for field in Page(ask(partial=True, entry_fee="<30")).all("input") if field["name"] == "next")
    assert kept["value"] == "/what-if/?entry_fee=%3C30"
    assert kept["hx-swap-oob"] == "outerHTML:input[name=next]"
    assert [field["value"] for field in Page(ask(entry_fee="30")).all("input") if field["name"] == "next"] == [
        "/what-if/?entry_fee=30"
    ] * 2


def test_every_field_of_the_page_has_the_place_that_typing_fills():
    page = Page(ask())
    ids = {element.attributes.get("id") for element in page.elements}
    places = {place["id"] for place in Page(ask(partial=True)).all("p") if place.get("hx-swap-oob") == "true"}
    assert places <= ids
    assert {
        field["aria-describedby"] for field in (*page.all("input"), *page.all("select")) if field.get("aria-describedby")
    } == places


def test_the_part_and_the_page_are_not_mistaken_for_each_other_by_a_cache():
    assert "HX-Request" in Client().get("/what-if/")["Vary"]


@pytest.mark.django_db
def test_a_visitor_asks_the_database_nothing(django_assert_num_queries: Callable[[int], Any]):
    with django_assert_num_queries(0):
        ask()
        ask(expected_players="77")


# The pictures -------------------------------------------------------------------------------------------------------------
def test_pictures_say_in_words_what_they_show():
    html = ask()
    for picture in (attributes for attributes in Page(html).all("svg") if attributes.get("role") == "img"):
        for name in str(picture["aria-labelledby"]).split():
            assert re.search(rf'id="{name}">[^<]{{20,}}<', html), name
    assert len(re.findall('role="img"', html)) == 4
    assert "Prizes $5,200.00, at most $5,200.00; Charity $1,950.00, at least $1,200.00; Expenses $850.00, at most $1,000.00" in html


@pytest.mark.parametrize("language", ["en", "fr"])
def test_pictures_hold_no_style_no_script_and_no_comma_in_a_number(language: str):
    html = ask(language, entry_fee="33,33", expected_players="83", expected_rebuys="41")
    assert not re.search(r"\sstyle=|<script(?! src)|\son\w+=", html)
    assert not re.search(r'\b(?:x|y|x1|x2|y1|y2|cx|cy|width|height|dy)="[^"]*,', html)


def test_where_too_much_is_spent_the_bar_shows_what_is_missing_and_what_passes_its_mark():
    found = outlook(
        Plan(
            entry_fee=Money.dollars(10),
            expected=10,
            expenses=(ExpenseLine("", Money.dollars(80)),),
            prizes=PrizePlan(Decimal("0.7")),
        ),
        Scenario("", 10, 0),
        TERMS,
    )
    drawn = bar(found.split)
    assert [part.part for part in drawn.over] == ["prizes", "expenses"]
    assert drawn.missing
    assert drawn.missing[1] == "$50.00 missing"
    assert drawn.least is None
    assert [part.part for part in drawn.segments] == ["prizes", "expenses"]


@given(st.lists(st.integers(min_value=0, max_value=10**9), min_size=3, max_size=3).filter(any))
def test_the_cents_of_a_dollar_add_up_and_none_is_a_cent_away(parts: list[int]):
    with translation.override("en"):
        cents = [int(text.removesuffix("¢")) for text in shared_dollar(*parts)]
    assert sum(cents) == 100
    assert all(abs(cent - Fraction(100 * part, sum(parts))) < 1 for cent, part in zip(cents, parts, strict=True))


@given(st.lists(st.integers(min_value=-(10**9), max_value=10**12), min_size=2))
def test_a_scale_holds_every_amount_between_a_few_round_dollars(amounts: list[int]):
    scale = Scale(amounts)
    assert all(0 <= scale.fine(amount) <= 1000 for amount in amounts)
    assert 1 <= len(scale.ticks) <= 8
    assert 0 in scale.ticks
    assert all(tick % 100 == 0 for tick in scale.ticks)


def test_round_dollars_are_written_without_cents():
    with translation.override("en"):
        assert (whole_dollars(100_000), whole_dollars(0)) == ("$1,000", "$0")
    with translation.override("fr"):
        assert whole_dollars(-100_000) == "−1\u202f000\u00a0$"


# Elsewhere ----------------------------------------------------------------------------------------------------------------
def test_the_results_serve_a_plan_that_has_no_scenarios_of_its_own():
    """As an application will show them: one function, one template, one object."""
    plan = Plan(entry_fee=Money.dollars(20), expected=50, prizes=PrizePlan(Decimal("0.5")))
    results = results_of(plan, TERMS)
    html = render_to_string("licensing/_whatif_results.html", {"results": results})
    assert results.answer.holds
    assert "With 50 players everything holds." in html
    assert row(html, "Players") == ["50"]
