"""Where the money goes, to the cent: two bases that are never mixed, and limits that rounding never passes."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.domain.money import Money
from licensing.domain.parameters import BY_NAME
from licensing.domain.proceeds import (
    NO_TAKINGS,
    NOTHING,
    Ceilings,
    Prize,
    PrizeKind,
    Split,
    Takings,
    ceilings,
    most_for_one,
    split,
    whole,
)
from licensing.domain.terms import Bilingual, Edition, NotInForce, Setting, Terms

NAME = Bilingual("a test", "un essai")


def terms_with(**written: object) -> Terms:
    """The Terms of an edition that sets these parameters and no others, written as a file writes them."""
    settings = {name: Setting(BY_NAME[name].read(value), NAME) for name, value in written.items()}
    return Terms(Edition("test", date(2009, 11, 19), None, NAME, NAME, settings))


SHARES = {"expense_share": "0.20", "prize_share": "0.65", "charity_share": "0.15"}
TERMS = terms_with(**SHARES, single_prize_share="0.50")
FIRST_PROGRAMME = terms_with(expense_share="0.20", prize_share="0.35", charity_share="0.45", single_prize_cap="3000.00")

amounts = st.builds(Money, st.integers(0, 10**9))
any_amounts = st.builds(Money, st.integers(-(10**9), 10**9))
prizes_of_any_kind = st.lists(
    st.builds(Prize, kind=st.sampled_from(PrizeKind), amount=any_amounts, retail=st.none() | any_amounts), max_size=6
)
takings_of_any_size = st.builds(Takings, amounts, amounts)


@st.composite
def editions(draw: st.DrawFn) -> Terms:
    """The Terms as they are, or as they might be: any three shares that make up the whole, in thousandths."""
    first, second = sorted((draw(st.integers(0, 1000)), draw(st.integers(0, 1000))))
    parts = zip(SHARES, (first, second - first, 1000 - second), strict=True)
    return draw(st.sampled_from([TERMS, FIRST_PROGRAMME, terms_with(**{name: str(Decimal(part) / 1000) for name, part in parts})]))


def dollars(amount: str) -> Money:
    return Money.dollars(amount)


def cash(amount: str, player: str | None = None) -> Prize:
    return Prize(kind=PrizeKind.CASH, amount=dollars(amount), player=player)


def evening(
    entries: int = 100, rebuys: int = 60, *, expenses: str = "0", prizes: tuple[Prize, ...] = (), terms: Terms = TERMS
) -> Split:
    takings = Takings.of(entry_fee=dollars("50"), entries=entries, rebuy_price=dollars("50"), rebuys=rebuys)
    return split(takings, expenses=dollars(expenses), prizes=prizes, terms=terms)


# Takings and ceilings -----------------------------------------------------------------------------------------------------
def test_a_hundred_entries_and_sixty_rebuys_give_the_figures_of_the_terms() -> None:
    allowed = evening().ceilings
    assert (allowed.expenses, allowed.prizes, allowed.charity) == (dollars("1000"), dollars("5200"), dollars("1200"))
    assert allowed.single_prize == dollars("2600")


def test_with_both_used_in_full_the_charity_has_eighteen_hundred() -> None:
    assert evening(expenses="1000", prizes=(cash("2600"), cash("2600"))).charity == dollars("1800")


def test_entry_fees_and_gross_are_two_bases() -> None:
    takings = evening().takings
    assert (takings.entry_fees, takings.rebuys, takings.gross) == (dollars("5000"), dollars("3000"), dollars("8000"))


def test_rebuys_widen_the_room_for_prizes_and_not_for_expenses() -> None:
    without, with_rebuys = evening(rebuys=0).ceilings, evening(rebuys=100).ceilings
    assert with_rebuys.expenses == without.expenses
    assert with_rebuys.prizes > without.prizes


def test_without_a_rebuy_price_rebuys_bring_nothing() -> None:
    assert Takings.of(entry_fee=dollars("50"), entries=2, rebuy_price=None, rebuys=1) == Takings(dollars("100"), NOTHING)


@given(any_amounts, any_amounts, any_amounts, any_amounts)
def test_takings_add_up_base_by_base(first: Money, second: Money, third: Money, fourth: Money) -> None:
    total = Takings(first, second) + Takings(third, fourth)
    assert total == Takings(first + third, second + fourth)
    assert total + NO_TAKINGS == total


@pytest.mark.parametrize(
    ("entry_fees", "rebuys", "expected"),
    [
        ("0.04", "0.00", ("0.00", "0.02", "0.01")),
        ("0.05", "0.00", ("0.01", "0.03", "0.01")),
        ("99.99", "0.01", ("19.99", "65.00", "15.00")),
        ("100.00", "0.01", ("20.00", "65.00", "15.01")),
        ("100.01", "0.00", ("20.00", "65.00", "15.01")),
        ("0.00", "0.00", ("0.00", "0.00", "0.00")),
        ("-100.00", "0.00", ("-20.00", "-65.00", "-15.00")),
    ],
)
def test_ceilings_are_rounded_down_and_the_charity_s_minimum_up(
    entry_fees: str, rebuys: str, expected: tuple[str, str, str]
) -> None:
    allowed = ceilings(Takings(dollars(entry_fees), dollars(rebuys)), TERMS)
    assert tuple(map(str, (allowed.expenses, allowed.prizes, allowed.charity))) == expected


def test_half_of_an_odd_cent_is_nobody_s() -> None:
    assert most_for_one(Money(5), TERMS) == Money(2)


def test_the_first_programme_caps_one_prize_in_dollars() -> None:
    allowed = evening(entries=400, rebuys=0, terms=FIRST_PROGRAMME).ceilings
    assert allowed == Ceilings(dollars("4000"), dollars("7000"), dollars("9000"), dollars("3000"))


def test_an_edition_that_limits_no_single_prize_has_no_ceiling_for_it() -> None:
    assert most_for_one(dollars("5200"), terms_with(**SHARES)) is None


def test_where_a_share_and_a_cap_hold_at_once_the_lower_one_counts() -> None:
    both = terms_with(**SHARES, single_prize_share="0.50", single_prize_cap="3000")
    assert most_for_one(dollars("5200"), both) == dollars("2600")
    assert most_for_one(dollars("6000"), both) == dollars("3000")
    assert most_for_one(dollars("6000.02"), both) == dollars("3000")


def test_a_share_that_is_not_in_force_is_an_error_and_never_a_default() -> None:
    with pytest.raises(NotInForce, match="prize_share"):
        ceilings(NO_TAKINGS, terms_with(expense_share="0.20", charity_share="0.15"))


# Prizes -------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "amount", "retail", "counted", "paid"),
    [
        (PrizeKind.CASH, "100", None, "100", "100"),
        (PrizeKind.CASH, "100", "150", "100", "100"),
        (PrizeKind.PURCHASED, "100", None, "100", "100"),
        (PrizeKind.PURCHASED, "100", "99.99", "100", "100"),
        (PrizeKind.PURCHASED, "100", "100", "100", "100"),
        (PrizeKind.PURCHASED, "100", "100.01", "100.01", "100"),
        (PrizeKind.DONATED, "0", "500", "0", "0"),
        (PrizeKind.DONATED, "20", "500", "0", "0"),
    ],
)
def test_a_purchased_prize_counts_at_the_greater_of_cost_and_retail_and_a_donated_one_not_at_all(
    kind: PrizeKind, amount: str, retail: str | None, counted: str, paid: str
) -> None:
    prize = Prize(kind=kind, amount=dollars(amount), retail=None if retail is None else dollars(retail))
    assert (prize.counted, prize.paid) == (dollars(counted), dollars(paid))


def test_a_donated_prize_is_remembered_and_changes_no_total() -> None:
    car = Prize(kind=PrizeKind.DONATED, amount=NOTHING, retail=dollars("20000"))
    unpriced = Prize(kind=PrizeKind.DONATED, amount=NOTHING)
    with_car, without = evening(prizes=(cash("100"), car, unpriced)), evening(prizes=(cash("100"),))
    assert with_car.donated == dollars("20000")
    assert (with_car.prizes, with_car.charity, with_car.ceilings) == (without.prizes, without.charity, without.ceilings)


def test_what_a_bargain_saves_is_the_charity_s() -> None:
    bargain = Prize(kind=PrizeKind.PURCHASED, amount=dollars("300"), retail=dollars("500"))
    found = evening(prizes=(bargain,))
    assert (found.prizes, found.paid) == (dollars("500"), dollars("300"))
    assert found.room_for_prizes == dollars("4700")
    assert found.charity == dollars("7700")


# The split ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("spent", "room"), [("999.99", "0.01"), ("1000.00", "0.00"), ("1000.01", "-0.01")])
def test_room_for_expenses_ends_at_a_fifth_of_entry_fees(spent: str, room: str) -> None:
    assert evening(expenses=spent).room_for_expenses == dollars(room)


@pytest.mark.parametrize(("prize", "room"), [("5199.99", "0.01"), ("5200.00", "0.00"), ("5200.01", "-0.01")])
def test_room_for_prizes_ends_at_their_share_of_gross(prize: str, room: str) -> None:
    assert evening(prizes=(cash(prize),)).room_for_prizes == dollars(room)


def test_shares_are_exact_and_each_has_its_own_base() -> None:
    found = evening(entries=3, rebuys=4, expenses="10", prizes=(cash("100"),))
    assert found.expense_share == Fraction(10, 150)
    assert found.prize_share == Fraction(100, 350)
    assert found.charity_share == Fraction(240, 350)


@pytest.mark.parametrize("entry_fees", ["0", "-50"])
def test_of_nothing_or_less_there_is_no_share(entry_fees: str) -> None:
    found = split(Takings(dollars(entry_fees), NOTHING), expenses=dollars("10"), prizes=(), terms=TERMS)
    assert (found.expense_share, found.prize_share, found.charity_share) == (None, None, None)


def test_rebuys_alone_give_a_share_of_gross_and_none_of_entry_fees() -> None:
    found = split(Takings(NOTHING, dollars("50")), expenses=NOTHING, prizes=(), terms=TERMS)
    assert (found.expense_share, found.charity_share) == (None, Fraction(1))


@given(any_amounts, any_amounts, any_amounts, prizes_of_any_kind)
def test_expenses_what_prizes_cost_and_charity_add_up_to_gross(
    entry_fees: Money, rebuys: Money, expenses: Money, prizes: list[Prize]
) -> None:
    found = split(Takings(entry_fees, rebuys), expenses=expenses, prizes=iter(prizes), terms=TERMS)
    assert found.expenses + found.paid + found.charity == found.takings.gross


@given(takings_of_any_size, amounts, amounts, editions())
def test_expenses_and_prizes_within_their_limits_leave_the_charity_its_minimum(
    takings: Takings, expenses: Money, prize: Money, terms: Terms
) -> None:
    """Under any edition whose shares fit into the whole, 4.4 follows from 4.2 and 4.3, to the cent."""
    allowed = ceilings(takings, terms)
    kept = Prize(kind=PrizeKind.CASH, amount=min(prize, allowed.prizes))
    found = split(takings, expenses=min(expenses, allowed.expenses), prizes=[kept], terms=terms)
    assert found.room_for_expenses >= NOTHING
    assert found.room_for_prizes >= NOTHING
    assert found.charity >= allowed.charity


@given(amounts, amounts)
def test_with_both_in_full_the_charity_still_has_its_minimum(entry_fees: Money, rebuys: Money) -> None:
    allowed = ceilings(Takings(entry_fees, rebuys), TERMS)
    assert entry_fees + rebuys - allowed.expenses - allowed.prizes >= allowed.charity


# A whole licence ----------------------------------------------------------------------------------------------------------
def test_a_deck_bought_once_may_pass_one_evening_s_ceiling_and_not_the_licence_s() -> None:
    first, second = evening(expenses="1500"), evening(expenses="500")
    assert first.room_for_expenses == dollars("-500")
    assert whole([first, second], TERMS).room_for_expenses == NOTHING


def test_the_prize_ceiling_of_a_licence_is_the_sum_of_its_evenings_each_rounded_down() -> None:
    odd = split(Takings(Money(3), NOTHING), expenses=NOTHING, prizes=(), terms=TERMS)
    assert odd.ceilings.prizes == Money(1)
    assert whole([odd, odd], TERMS).ceilings.prizes == Money(2)
    assert ceilings(odd.takings + odd.takings, TERMS).prizes == Money(3)


def test_a_licence_has_no_ceiling_for_one_prize_because_each_evening_has_its_own() -> None:
    assert whole([evening()], TERMS).ceilings.single_prize is None


def test_a_licence_without_tournaments_is_nothing_at_all() -> None:
    assert whole([], TERMS) == Split(NO_TAKINGS, NOTHING, NOTHING, NOTHING, NOTHING, Ceilings(NOTHING, NOTHING, NOTHING, None))


@given(st.lists(st.tuples(any_amounts, any_amounts, any_amounts, prizes_of_any_kind), max_size=5))
def test_a_licence_is_the_sum_of_its_tournaments(evenings: list[tuple[Money, Money, Money, list[Prize]]]) -> None:
    parts = [split(Takings(fees, rebuys), expenses=spent, prizes=prizes, terms=TERMS) for fees, rebuys, spent, prizes in evenings]
    total = whole(iter(parts), TERMS)
    for part in ("expenses", "prizes", "paid", "donated", "charity"):
        assert getattr(total, part) == sum((getattr(each, part) for each in parts), NOTHING)
    assert total.expenses + total.paid + total.charity == total.takings.gross
