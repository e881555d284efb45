"""What each place is paid: by the house table or by the curve, never rising with the place, and the pool to the cent."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from licensing.domain.money import Money
from licensing.domain.proceeds import NOTHING
from licensing.terms import editions, terms_of
from tests.domain.test_proceeds import FIRST_PROGRAMME, terms_with
from tournaments.domain import payouts
from tournaments.domain.payouts import Band, HouseTable, Proposal, Source, TableFault, by_curve, by_table, in_units, paid_places

TERMS = terms_of(editions().latest.id)


def dollars(*amounts: str) -> tuple[Money, ...]:
    return tuple(map(Money.dollars, amounts))


def shares(*percent: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(each, 100) for each in percent)


def curve(
    pool: str = "20000", *, players: int = 400, places: int = 40, first: str = "5000", least: str = "100", unit: str = "1"
) -> Proposal:
    return by_curve(
        players=players,
        pool=Money.dollars(pool),
        places=places,
        first=Money.dollars(first),
        least=Money.dollars(least),
        unit=Money.dollars(unit),
    )


def total(cash: tuple[Money, ...]) -> Money:
    return sum(cash, NOTHING)


# The curve ----------------------------------------------------------------------------------------------------------------
def test_the_curve_of_forty_prizes_has_the_figures_of_the_floor_rules() -> None:
    found = curve()
    assert found.exponent == pytest.approx(1.1862, abs=0.00005)
    assert found.cash[:5] == dollars("5000", "2253", "1431", "1046", "826")
    assert (len(found.cash), total(found.cash), found.source) == (40, Money.dollars(20000), Source.CURVE)


@pytest.mark.parametrize("unit", ["0.01", "1", "5", "20"])
def test_the_curve_is_rounded_to_the_unit_that_is_chosen(unit: str) -> None:
    found = curve(unit=unit)
    assert all(amount.cents % Money.dollars(unit).cents == 0 for amount in found.cash)
    assert total(found.cash) == Money.dollars(20000)


@pytest.mark.parametrize(("pool", "second"), [("20000.00", "2253.00"), ("20000.01", "2253.01"), ("20000.99", "2253.99")])
def test_what_is_less_than_a_unit_goes_to_the_second_and_not_to_the_first(pool: str, second: str) -> None:
    assert curve(pool).cash[:2] == dollars("5000", second)


@pytest.mark.parametrize(
    ("pool", "first", "least", "places", "cash"),
    [
        ("300", "100", "100", 3, ("100", "100", "100")),
        ("300", "100", "50", 3, ("100", "100", "100")),
        ("200", "100", "50", 3, ("100", "50", "50")),
        ("100", "100", "0", 1, ("100",)),
        ("100", "100", "100", 1, ("100",)),
    ],
    ids=["flat", "as flat as it can be", "as steep as it can be", "one place", "one place without room"],
)
def test_the_curve_reaches_its_ends(pool: str, first: str, least: str, places: int, cash: tuple[str, ...]) -> None:
    assert curve(pool, players=9, first=first, least=least, places=places).cash == dollars(*cash)


@pytest.mark.parametrize(
    ("first", "lowest", "highest"),
    [("499", "500", "16100"), ("16101", "500", "16100")],
    ids=["too low to give out the pool", "too high for the least prizes"],
)
def test_a_first_prize_off_the_curve_is_refused_with_what_would_do(first: str, lowest: str, highest: str) -> None:
    with pytest.raises(payouts.OffTheCurve) as refused:
        curve(first=first)
    assert (refused.value.lowest, refused.value.highest) == dollars(lowest, highest)
    assert total(curve(first=lowest).cash) == total(curve(first=highest).cash) == Money.dollars(20000)


@pytest.mark.parametrize(
    ("refusal", "wrong"),
    [
        (payouts.NoPlayers, {"players": 0}),
        (payouts.NoPlayers, {"players": -1}),
        (payouts.NoPool, {"pool": "0"}),
        (payouts.NoPool, {"pool": "-0.01"}),
        (payouts.NoPool, {"pool": "10995116277.77"}),
        (payouts.NotAUnit, {"unit": "0"}),
        (payouts.NotAUnit, {"unit": "-1"}),
        (payouts.NotAUnit, {"first": "5000.50"}),
        (payouts.NotAUnit, {"least": "100.50"}),
        (payouts.MorePaidThanPlayers, {"players": 39}),
        (payouts.MorePaidThanPlayers, {"places": 0}),
        (payouts.LeastOverFirst, {"least": "5001"}),
        (payouts.LeastOverFirst, {"least": "-1"}),
        (payouts.UnitTooCoarse, {"pool": "12", "first": "10", "least": "0"}),
    ],
)
def test_a_curve_that_cannot_be_is_refused(refusal: type[ValueError], wrong: dict[str, str]) -> None:
    with pytest.raises(refusal):
        curve(**wrong)  # type: ignore[arg-type]


def test_the_largest_pool_is_still_given_out_to_the_cent() -> None:
    found = by_curve(players=400, pool=payouts.LARGEST_POOL, places=400, first=Money(2**38), least=Money(1))
    assert total(found.cash) == payouts.LARGEST_POOL
    assert all(better >= worse for better, worse in pairwise(found.cash))


def test_as_many_places_as_players_may_be_paid() -> None:
    assert len(curve(players=40).cash) == 40


@st.composite
def curves(draw: st.DrawFn) -> dict[str, int]:
    """Any first and least prize in units, and any pool that a curve between them can give out."""
    places, unit = draw(st.integers(1, 60)), draw(st.sampled_from([1, 25, 100, 500]))
    least = draw(st.integers(1, 10**4))
    first = least + draw(st.integers(0, 10**5))
    pool = draw(st.integers((first + least * (places - 1)) * unit, first * places * unit))
    return {"pool": pool, "places": places, "first": first * unit, "least": least * unit, "unit": unit}


@given(curves())
def test_any_curve_gives_out_the_pool_to_the_cent_from_the_first_prize_down_to_the_least(drawn: dict[str, int]) -> None:
    money = {name: Money(cents) for name, cents in drawn.items() if name != "places"}
    cash = by_curve(players=60, places=drawn["places"], **money).cash
    assert total(cash) == money["pool"]
    assert all(better >= worse for better, worse in pairwise(cash))
    assert (cash[0], len(cash)) == (money["first"], drawn["places"])
    assert cash[-1] >= money["least"]
    assert sum(amount.cents % drawn["unit"] != 0 for amount in cash) <= 1


@given(curves())
def test_a_rounded_prize_is_within_a_unit_of_the_curve_but_for_the_one_that_takes_the_rest(drawn: dict[str, int]) -> None:
    money = {name: Money(cents) for name, cents in drawn.items() if name != "places"}
    found = by_curve(players=60, places=drawn["places"], **money)
    assert found.exponent is not None
    far = 0
    for place, amount in enumerate(found.cash, 1):
        exact = drawn["least"] + (drawn["first"] - drawn["least"]) / place**found.exponent
        far += abs(amount.cents - exact) > drawn["unit"] + 0.01
        assert abs(amount.cents - exact) < 2 * drawn["unit"] + 0.01
    assert far <= 1


# Rounding -----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("percent", "pool", "cash"),
    [
        ((50, 30, 20), "1001.00", ("500", "301", "200")),
        ((50, 30, 20), "1004.00", ("502", "301", "201")),
        ((50, 30, 20), "1003.00", ("501", "301", "201")),
        ((40, 30, 30), "1001.00", ("400", "301", "300")),
        ((50, 30, 20), "1000.99", ("500", "300.99", "200")),
        ((50, 50), "1001.00", ("501", "500")),
        ((50, 50), "1000.01", ("500.01", "500")),
        ((25, 25, 25, 25), "1003.50", ("251", "251", "251", "250.50")),
    ],
)
def test_units_left_go_to_the_places_that_lost_most_and_to_the_first_only_where_it_must_take_one(
    percent: tuple[int, ...], pool: str, cash: tuple[str, ...]
) -> None:
    table = HouseTable((Band(len(percent), 100, shares=shares(*percent)),))
    assert by_table(table, players=50, pool=Money.dollars(pool), unit=Money.dollars(1)).cash == dollars(*cash)


weights_of_places = st.lists(st.integers(1, 10**4), min_size=1, max_size=60).map(lambda weights: sorted(weights, reverse=True))
pools = st.integers(10**9, 10**10)
units = st.sampled_from([1, 5, 100, 500])


@given(weights_of_places, pools, units)
def test_rounding_changes_no_sum_and_lets_no_place_win_more_than_a_better_one(weights: list[int], pool: int, unit: int) -> None:
    cash = in_units([Fraction(pool * weight, sum(weights)) for weight in weights], Money(unit))
    assert total(cash) == Money(pool)
    assert all(better >= worse for better, worse in pairwise(cash))


@given(weights_of_places, pools, units)
def test_a_first_prize_within_half_of_the_pool_is_not_rounded_over_it(weights: list[int], pool: int, unit: int) -> None:
    assume(len(weights) > 2 and weights[0] * 2 <= sum(weights))
    cash = in_units([Fraction(pool * weight, sum(weights)) for weight in weights], Money(unit))
    assert cash[0].cents * 2 <= pool


# The house table ----------------------------------------------------------------------------------------------------------
HOUSE = HouseTable(
    (
        Band(2, 20, shares=shares(50, 50)),
        Band(21, 50, shares=shares(50, 30, 20)),
        Band(51, 51, amounts=dollars("1000", "600", "400")),
        Band(52, 400, amounts=dollars("1000", "600", "400")),
    )
)


@pytest.mark.parametrize(
    ("players", "cash"),
    [
        (2, ("1000", "1000")),
        (20, ("1000", "1000")),
        (21, ("1000", "600", "400")),
        (50, ("1000", "600", "400")),
    ],
)
def test_the_turnout_chooses_the_band(players: int, cash: tuple[str, ...]) -> None:
    found = by_table(HOUSE, players=players, pool=Money.dollars(2000))
    assert (found.cash, found.source, found.charity) == (dollars(*cash), Source.HOUSE_SHARES, NOTHING)


@pytest.mark.parametrize("players", [1, 401])
def test_a_turnout_that_the_house_rules_do_not_foresee_is_refused(players: int) -> None:
    with pytest.raises(payouts.NotInTheTable):
        by_table(HOUSE, players=players, pool=Money.dollars(2000))


@pytest.mark.parametrize(("pool", "left"), [("2000.00", "0"), ("2000.01", "0.01"), ("2500", "500")])
def test_amounts_fixed_beforehand_leave_the_rest_of_the_pool_to_charity(pool: str, left: str) -> None:
    found = by_table(HOUSE, players=51, pool=Money.dollars(pool))
    assert found == Proposal(dollars("1000", "600", "400"), Source.HOUSE_AMOUNTS, Money.dollars(left))


def test_guaranteed_prizes_above_what_may_be_given_are_refused() -> None:
    with pytest.raises(payouts.AboveCeiling) as refused:
        by_table(HOUSE, players=51, pool=Money.dollars("1999.99"))
    assert (refused.value.found, refused.value.allowed) == dollars("2000", "1999.99")


@pytest.mark.parametrize(("players", "pool", "unit"), [(0, 1, 1), (9, 0, 1), (9, -1, 1), (9, 100, 0), (9, 100, 100)])
def test_a_table_gives_nothing_to_nobody(players: int, pool: int, unit: int) -> None:
    with pytest.raises(payouts.PrizesRefused):
        by_table(HOUSE, players=players, pool=Money(pool), unit=Money(unit))


@pytest.mark.parametrize(
    ("fault", "band", "bands"),
    [
        (TableFault.EMPTY, 0, ()),
        (TableFault.UPSIDE_DOWN, 0, (Band(9, 8, shares=shares(100)),)),
        (TableFault.UPSIDE_DOWN, 0, (Band(0, 8, shares=shares(100)),)),
        (TableFault.NO_PRIZES, 0, (Band(1, 8),)),
        (TableFault.NO_PRIZES, 0, (Band(1, 8, shares=shares(100), amounts=dollars("100")),)),
        (TableFault.MORE_PAID_THAN_PLAYERS, 0, (Band(1, 8, shares=shares(50, 50)),)),
        (TableFault.NOT_POSITIVE, 0, (Band(2, 8, shares=shares(100, 0)),)),
        (TableFault.NOT_POSITIVE, 0, (Band(2, 8, amounts=dollars("100", "-1")),)),
        (TableFault.RISING, 0, (Band(2, 8, shares=shares(40, 60)),)),
        (TableFault.RISING, 0, (Band(2, 8, amounts=dollars("1", "1.01")),)),
        (TableFault.NOT_THE_WHOLE, 0, (Band(2, 8, shares=shares(60, 39)),)),
        (TableFault.NOT_THE_WHOLE, 0, (Band(2, 8, shares=shares(60, 41)),)),
        (TableFault.OVERLAP, 1, (Band(1, 8, shares=shares(100)), Band(8, 9, shares=shares(100)))),
        (TableFault.GAP, 1, (Band(1, 8, shares=shares(100)), Band(10, 12, shares=shares(100)))),
    ],
)
def test_a_table_with_a_fault_is_refused_with_the_fault_and_its_band(fault: TableFault, band: int, bands: tuple[Band, ...]) -> None:
    with pytest.raises(payouts.BadTable) as refused:
        HouseTable(bands)
    assert (refused.value.fault, refused.value.band) == (fault, band)


# How many to pay ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("players", "fewest", "most"),
    [(1, 1, 1), (2, 2, 2), (19, 2, 2), (20, 2, 3), (21, 3, 3), (100, 10, 15), (101, 11, 15), (400, 40, 60)],
)
def test_a_tenth_to_three_twentieths_of_the_field_is_paid_and_never_one_alone_among_several(
    players: int, fewest: int, most: int
) -> None:
    assert paid_places(players, TERMS) == range(fewest, most + 1)


def test_where_no_share_limits_one_prize_one_place_may_be_paid() -> None:
    assert paid_places(9, FIRST_PROGRAMME) == range(1, 2)


def test_a_share_of_nothing_pays_everybody_for_want_of_a_better_number() -> None:
    assert paid_places(9, terms_with(single_prize_share="0")) == range(9, 10)


def test_nobody_is_no_field() -> None:
    with pytest.raises(payouts.NoPlayers):
        paid_places(0, TERMS)
