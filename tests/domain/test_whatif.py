"""What if so many came: every turnout is tried, so that a charity knows where its plan breaks before it signs anything."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from licensing.domain.money import Money
from licensing.domain.proceeds import Prize, PrizeKind
from licensing.domain.rules.engine import Outcome
from licensing.domain.terms import NotInForce
from licensing.domain.whatif import ExpenseLine, Exploration, Outlook, Plan, PrizePlan, Scenario, explore, outlook
from tests.domain.test_proceeds import SHARES, terms_with

LIMITS: dict[str, object] = {
    "entry_and_rebuy_cap": "100.00",
    "rebuys_per_player": 1,
    "rebuy_price_share": "1",
    "max_players": 400,
    "single_prize_share": "0.50",
    "seats_per_table": 10,
}
TERMS = terms_with(**SHARES, **LIMITS)
SMALL = terms_with(**SHARES, **LIMITS | {"max_players": 30})


def dollars(amount: str) -> Money:
    return Money.dollars(amount)


def cash(*amounts: str) -> tuple[Prize, ...]:
    return tuple(Prize(kind=PrizeKind.CASH, amount=dollars(amount)) for amount in amounts)


HALL = ExpenseLine("Hall", dollars("500"))
BADGE = ExpenseLine("Badge", dollars("2.50"), per_player=True)
PLAN = Plan(
    entry_fee=dollars("50"),
    rebuy_price=dollars("50"),
    rebuy_rate=Fraction(60, 100),
    expected=100,
    scenarios=(Scenario("low", 60, 30), Scenario("expected", 100, 60), Scenario("high", 200, 120)),
    expenses=(HALL,),
    prizes=PrizePlan(share=Decimal("0.65")),
)


def clauses(found: Outlook | None) -> list[str]:
    return [] if found is None else [finding.clause for finding in found.breaks]


def at(plan: Plan, entries: int, rebuys: int = 0) -> Outlook:
    return outlook(plan, Scenario("", entries, rebuys), TERMS)


# One turnout --------------------------------------------------------------------------------------------------------------
def test_each_scenario_says_where_its_money_goes() -> None:
    low, expected, high = explore(PLAN, TERMS).scenarios
    assert [each.scenario.name for each in (low, expected, high)] == ["low", "expected", "high"]
    assert (expected.split.expenses, expected.split.prizes, expected.split.charity) == (
        dollars("500"),
        dollars("5200"),
        dollars("2300"),
    )
    assert (low.breaks, expected.breaks, high.breaks) == ((), (), ())


@pytest.mark.parametrize(("entries", "tables"), [(0, 0), (1, 1), (10, 1), (11, 2), (400, 40)])
def test_tables_are_as_many_as_seat_everyone(entries: int, tables: int) -> None:
    assert at(PLAN, entries).tables == tables


def test_a_badge_for_each_player_costs_more_the_more_come_and_nothing_for_a_rebuy() -> None:
    plan = replace(PLAN, expenses=(HALL, BADGE))
    assert at(plan, 100, 60).split.expenses == dollars("750")
    assert at(plan, 101, 60).split.expenses == dollars("752.50")


def test_a_share_of_gross_comes_on_top_of_promised_prizes_and_is_rounded_down() -> None:
    plan = replace(PLAN, entry_fee=dollars("0.99"), prizes=PrizePlan(share=Decimal("0.50"), guaranteed=cash("0.10", "0.10")))
    assert at(plan, 1).split.prizes == dollars("0.69")


@pytest.mark.parametrize(("hall", "broken"), [("999.99", []), ("1000.00", []), ("1000.01", ["4.2"])])
def test_expenses_may_reach_but_not_pass_their_share(hall: str, broken: list[str]) -> None:
    assert clauses(at(replace(PLAN, expenses=(ExpenseLine("Hall", dollars(hall)),)), 100, 60)) == broken


@pytest.mark.parametrize(("prize", "broken"), [("2599.99", []), ("2600.00", []), ("2600.01", ["4.3"])])
def test_promised_prizes_may_reach_but_not_pass_their_share(prize: str, broken: list[str]) -> None:
    assert clauses(at(replace(PLAN, prizes=PrizePlan(guaranteed=cash(prize, prize))), 100, 60)) == broken


@pytest.mark.parametrize(("prize", "broken"), [("6299.99", ["4.3"]), ("6300.00", ["4.3"]), ("6300.01", ["4.3", "4.4"])])
def test_the_charity_s_share_breaks_once_prizes_eat_into_it(prize: str, broken: list[str]) -> None:
    halves = tuple(replace(each, amount=Money(each.amount.cents // 2)) for each in cash(prize, prize))
    odd = Prize(kind=PrizeKind.CASH, amount=Money(dollars(prize).cents % 2))
    assert clauses(at(replace(PLAN, prizes=PrizePlan(guaranteed=(*halves, odd))), 100, 60)) == broken


@pytest.mark.parametrize(
    ("fee", "rebuy", "broken"), [("50", "49.99", []), ("50", "50", []), ("50.01", "50", ["6.3"]), ("100.01", None, ["6.3"])]
)
def test_fee_and_rebuy_together_have_a_cap(fee: str, rebuy: str | None, broken: list[str]) -> None:
    plan = replace(PLAN, entry_fee=dollars(fee), rebuy_price=None if rebuy is None else dollars(rebuy))
    assert clauses(at(plan, 100)) == broken


@pytest.mark.parametrize(("rebuy", "broken"), [("39.99", []), ("40", []), ("40.01", ["6.5"])])
def test_a_rebuy_costs_no_more_than_the_entry(rebuy: str, broken: list[str]) -> None:
    assert clauses(at(replace(PLAN, entry_fee=dollars("40"), rebuy_price=dollars(rebuy)), 100)) == broken


@pytest.mark.parametrize(("entries", "broken"), [(399, []), (400, []), (401, ["6.12"])])
def test_the_four_hundred_and_first_player_is_one_too_many(entries: int, broken: list[str]) -> None:
    assert clauses(at(PLAN, entries)) == broken


@pytest.mark.parametrize(("rebuys", "broken"), [(99, []), (100, []), (101, ["6.4"])])
def test_there_are_no_more_rebuys_than_players_may_have(rebuys: int, broken: list[str]) -> None:
    assert clauses(at(PLAN, 100, rebuys)) == broken


@pytest.mark.parametrize(("first", "broken"), [("99.99", []), ("100.00", []), ("100.01", ["6.14"])])
def test_a_promised_first_prize_is_at_most_half_of_all(first: str, broken: list[str]) -> None:
    plan = replace(PLAN, prizes=PrizePlan(guaranteed=cash(first, "60", "40")))
    assert clauses(at(plan, 100)) == broken


def test_a_promised_first_prize_passes_half_when_few_come_and_the_share_on_top_is_small() -> None:
    plan = replace(PLAN, expenses=(), rebuy_price=None, prizes=PrizePlan(share=Decimal("0.30"), guaranteed=cash("300")))
    assert clauses(at(plan, 20)) == []
    assert clauses(at(plan, 19)) == ["6.14"]


def test_a_share_of_gross_alone_promises_nobody_anything() -> None:
    (single,) = [finding for finding in at(PLAN, 100).findings if finding.clause == "6.14"]
    assert single.outcome is Outcome.NOT_APPLICABLE


def test_donated_prizes_are_promised_without_any_limit() -> None:
    car = Prize(kind=PrizeKind.DONATED, amount=dollars("0"), retail=dollars("20000"))
    found = at(replace(PLAN, prizes=PrizePlan(guaranteed=(car,))), 100)
    assert (found.breaks, found.split.prizes, found.split.donated) == ((), dollars("0"), dollars("20000"))


def test_under_a_cap_in_dollars_a_promised_prize_is_held_to_that() -> None:
    first_programme = terms_with(**SHARES, single_prize_cap="3000.00")
    plan = replace(PLAN, prizes=PrizePlan(guaranteed=cash("3000.01")))
    assert clauses(outlook(plan, Scenario("", 400, 0), first_programme)) == ["6.14"]


def test_what_an_edition_does_not_tell_us_is_unknown_and_not_kept() -> None:
    found = outlook(replace(PLAN, prizes=PrizePlan(guaranteed=cash("10"))), Scenario("", 100, 60), terms_with(**SHARES))
    assert found.tables is None
    outcomes = {finding.clause: finding.outcome for finding in found.findings}
    assert outcomes["6.3"] is outcomes["6.12"] is Outcome.UNKNOWN
    assert outcomes["6.14"] is Outcome.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"entry_fee": Money(0)}, "6.2"),
        ({"entry_fee": Money(-5000)}, "6.2"),
        ({"rebuy_price": Money(0)}, "6.2"),
        ({"rebuy_price": Money(-1)}, "6.5"),
        ({"expenses": (ExpenseLine("?", Money(-1)),)}, "4.2"),
        ({"prizes": PrizePlan(guaranteed=(Prize(kind=PrizeKind.CASH, amount=Money(-1)),))}, "4.3"),
    ],
)
def test_what_cannot_be_is_a_broken_clause_and_no_crash(change: dict[str, object], clause: str) -> None:
    assert clause in clauses(at(replace(PLAN, **change), 100, 60))  # type: ignore[arg-type]


def test_fewer_than_nobody_or_than_no_rebuy_is_a_broken_clause_and_no_crash() -> None:
    assert {"6.12", "6.4"} <= set(clauses(at(PLAN, -1, -1)))
    assert clauses(at(PLAN, 100, -1)) == ["6.4"]
    assert "6.4" in clauses(at(PLAN, 0, 2))


# Where it breaks ----------------------------------------------------------------------------------------------------------
def test_a_fixed_hall_breaks_the_plan_when_fewer_than_fifty_come() -> None:
    found = explore(PLAN, TERMS)
    assert found.keeps_from == 50
    assert clauses(found.breaks_down) == ["4.2"]
    assert found.breaks_down is not None
    assert found.breaks_down.scenario.entries == 49


def test_upwards_it_is_the_player_after_the_maximum() -> None:
    found = explore(PLAN, TERMS).breaks_up
    assert found is not None
    assert (found.scenario.entries, clauses(found)) == (401, ["6.12"])


def test_the_money_covers_the_costs_before_the_rules_are_kept() -> None:
    """500 for the hall out of 35 % of 50 and a re-buy rate of 60 %: at 18 there are 10 re-buys, and 490 are left."""
    found = explore(PLAN, TERMS)
    assert found.covers_from == 19
    assert found.series[18].split.charity == dollars("-10")
    assert found.series[19].split.charity >= dollars("0")


def test_a_plan_without_fixed_costs_works_for_anybody() -> None:
    found = explore(replace(PLAN, expenses=()), TERMS)
    assert (found.keeps_from, found.covers_from, found.breaks_down) == (0, 0, None)


def test_a_hall_that_four_hundred_cannot_pay_never_works() -> None:
    found = explore(replace(PLAN, expenses=(ExpenseLine("Palace", dollars("20000")),)), TERMS)
    assert (found.keeps_from, found.covers_from) == (None, None)
    assert found.breaks_down == found.breaks_up
    assert found.breaks_down is not None
    assert found.breaks_down.scenario.entries == 100


@pytest.mark.parametrize(("expected", "turnout"), [(400, None), (401, 401), (5000, 401)])
def test_expecting_more_than_may_come_breaks_at_once(expected: int, turnout: int | None) -> None:
    found = explore(replace(PLAN, expected=expected, expenses=()), TERMS).breaks_down
    assert (None if found is None else found.scenario.entries) == turnout


def test_expecting_nobody_or_less_is_no_crash() -> None:
    for expected in (0, -5):
        found = explore(replace(PLAN, expected=expected), TERMS)
        assert found.breaks_down is not None
        assert found.breaks_down.scenario.entries == 0


def test_the_drawing_goes_from_nobody_to_the_maximum() -> None:
    assert [each.scenario.entries for each in explore(PLAN, TERMS).series] == list(range(401))


def test_rebuys_at_a_turnout_are_rounded_down() -> None:
    assert [PLAN.turnout(entries).rebuys for entries in (0, 1, 2, 3, 5)] == [0, 0, 1, 1, 3]


def test_no_maximum_in_the_edition_leaves_nothing_to_explore() -> None:
    with pytest.raises(NotInForce, match="max_players"):
        explore(PLAN, terms_with(**SHARES))


# Against a simple count ---------------------------------------------------------------------------------------------------
plans = st.builds(
    Plan,
    entry_fee=st.builds(Money, st.integers(1, 10_000)),
    rebuy_price=st.none() | st.builds(Money, st.integers(1, 5_000)),
    rebuy_rate=st.fractions(0, 1, max_denominator=20),
    expected=st.integers(0, 31),
    expenses=st.lists(
        st.builds(ExpenseLine, st.just("line"), st.builds(Money, st.integers(0, 20_000)), st.booleans()), max_size=3
    ).map(tuple),
    prizes=st.builds(
        PrizePlan,
        share=st.decimals(0, 1, places=2),
        guaranteed=st.lists(
            st.builds(Prize, kind=st.just(PrizeKind.CASH), amount=st.builds(Money, st.integers(0, 20_000))), max_size=3
        ).map(tuple),
    ),
)


def by_hand(plan: Plan, entries: int) -> tuple[bool, bool]:
    """Whether the three shares are kept, and whether the money suffices: in exact cents, without the code under test."""
    fees = plan.entry_fee.cents * entries
    gross = fees + (plan.rebuy_price.cents if plan.rebuy_price else 0) * int(entries * plan.rebuy_rate)
    expenses = sum(line.amount.cents * (entries if line.per_player else 1) for line in plan.expenses)
    prizes = sum(prize.amount.cents for prize in plan.prizes.guaranteed) + int(gross * Fraction(plan.prizes.share))
    charity = gross - expenses - prizes
    return expenses * 5 <= fees and prizes * 20 <= gross * 13 and charity * 20 >= gross * 3, charity >= 0


def smallest(good: list[bool]) -> int | None:
    return next((turnout for turnout in range(len(good)) if all(good[turnout:])), None)


@settings(max_examples=50)
@given(plans)
def test_break_even_is_what_a_simple_count_gives(plan: Plan) -> None:
    found = explore(plan, SMALL)
    kept, covered = zip(*(by_hand(plan, entries) for entries in range(31)), strict=True)
    assert found.keeps_from == smallest(list(kept))
    assert found.covers_from == smallest(list(covered))


def broken(found: Exploration, turnout: int) -> bool:
    return turnout > 30 or bool(found.series[turnout].breaks)


@settings(max_examples=50)
@given(plans)
def test_between_the_two_first_breaks_nothing_breaks(plan: Plan) -> None:
    found = explore(plan, SMALL)
    assert found.breaks_up is not None
    last = found.breaks_up.scenario.entries
    first = -1 if found.breaks_down is None else found.breaks_down.scenario.entries
    assert broken(found, last)
    assert first == -1 or broken(found, first)
    assert not any(broken(found, turnout) for turnout in range(first + 1, last))


@settings(max_examples=50)
@given(plans, st.integers(0, 29))
def test_with_only_fixed_costs_more_players_never_leave_the_charity_less(plan: Plan, turnout: int) -> None:
    fixed = replace(plan, expenses=tuple(replace(line, per_player=False) for line in plan.expenses))
    found = explore(fixed, SMALL)
    assert found.series[turnout].split.charity <= found.series[turnout + 1].split.charity
