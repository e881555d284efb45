"""What to pay each place (clauses 4.3, 6.13 and 6.14): the house table by turnout, or a curve.

The curve is prize(i) = E + (P1 − E) / i^α, with α such that the sum is the pool. Prizes are rounded down to a unit. The units that
are left go one each to the places that lost most by rounding, and what is less than a unit to the best place under the first prize.
The first prize comes last for both: it is the one that 6.14 holds, and the one that was announced.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate, pairwise
from math import ceil, exp, floor, log

from licensing.domain import parameters
from licensing.domain.money import Money
from licensing.domain.proceeds import NOTHING
from licensing.domain.terms import Terms

CENT = Money(1)
FEWEST_PAID, MOST_PAID = Fraction(10, 100), Fraction(15, 100)  # of the field: what players are used to, no rule of the Terms
LARGEST_POOL = Money(2**40)  # the curve is drawn with floats, which would lose cents of amounts far beyond this
STEEPEST = 64.0  # of the exponents: here even the second place is the least prize to any digit


# Refusals -----------------------------------------------------------------------------------------------------------------
class PrizesRefused(ValueError):
    """These prizes cannot be given."""


class NoPlayers(PrizesRefused):
    """Nobody plays."""


class NoPool(PrizesRefused):
    """Nothing, or less, or more than any tournament brings in, is to be given."""


class NotAUnit(PrizesRefused):
    """Amounts are rounded to a cent or more, and the first and the least prize of a curve are whole units."""


class UnitTooCoarse(PrizesRefused):
    """Rounded to this unit, a paid place would not win as much as one of them."""


class MorePaidThanPlayers(PrizesRefused):
    """There are more paid places than players, or none at all."""


class LeastOverFirst(PrizesRefused):
    """The least prize is negative or greater than the first."""


class NotInTheTable(PrizesRefused):
    """The House Rules have no band for this turnout."""


@dataclass(eq=False)
class OffTheCurve(PrizesRefused):
    """No curve through this first prize adds up to the pool: the first prize may be anything between these two."""

    lowest: Money
    highest: Money


@dataclass(eq=False)
class AboveCeiling(PrizesRefused):
    found: Money
    allowed: Money


class TableFault(StrEnum):
    EMPTY = "empty"
    UPSIDE_DOWN = "upside_down"
    OVERLAP = "overlap"
    GAP = "gap"
    NO_PRIZES = "no_prizes"
    MORE_PAID_THAN_PLAYERS = "more_paid_than_players"
    NOT_POSITIVE = "not_positive"
    RISING = "rising"
    NOT_THE_WHOLE = "not_the_whole"


@dataclass(eq=False)
class BadTable(PrizesRefused):
    fault: TableFault
    band: int = 0  # counted from 0


# The house table ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Band:
    """What each place wins at a turnout from `fewest` to `most` players: shares of the pool, or amounts."""

    fewest: int
    most: int
    shares: tuple[Fraction, ...] = ()
    amounts: tuple[Money, ...] = ()

    @property
    def fault(self) -> TableFault | None:
        prizes = [*self.shares, *(Fraction(amount.cents) for amount in self.amounts)]
        faults = {
            TableFault.UPSIDE_DOWN: not 1 <= self.fewest <= self.most,
            TableFault.NO_PRIZES: bool(self.shares) is bool(self.amounts),
            TableFault.MORE_PAID_THAN_PLAYERS: len(prizes) > self.fewest,
            TableFault.NOT_POSITIVE: min(prizes, default=1) <= 0,
            TableFault.RISING: any(better < worse for better, worse in pairwise(prizes)),
            TableFault.NOT_THE_WHOLE: bool(self.shares) and sum(self.shares) != 1,
        }
        return next((fault for fault, found in faults.items() if found), None)


@dataclass(frozen=True, slots=True)
class HouseTable:
    """The bands of the House Rules, each beginning where the one before it ended."""

    bands: tuple[Band, ...]

    def __post_init__(self) -> None:
        if not self.bands:
            raise BadTable(TableFault.EMPTY)
        for number, band in enumerate(self.bands):
            if band.fault:
                raise BadTable(band.fault, number)
        for number, (before, after) in enumerate(pairwise(self.bands), 1):
            if after.fewest != before.most + 1:
                raise BadTable(TableFault.OVERLAP if after.fewest <= before.most else TableFault.GAP, number)


class Source(StrEnum):
    HOUSE_SHARES = "house_shares"
    HOUSE_AMOUNTS = "house_amounts"
    CURVE = "curve"


@dataclass(frozen=True, slots=True)
class Proposal:
    """Cash by place, from the first. `charity` is what amounts fixed beforehand leave of the pool."""

    cash: tuple[Money, ...]
    source: Source
    charity: Money = NOTHING
    exponent: float | None = None  # of the curve


def by_table(table: HouseTable, *, players: int, pool: Money, unit: Money = CENT) -> Proposal:
    _refuse_bad_pool(players, pool, unit)
    band = next((band for band in table.bands if band.fewest <= players <= band.most), None)
    if band is None:
        raise NotInTheTable(players)
    if band.shares:
        return Proposal(in_units([share * pool.cents for share in band.shares], unit), Source.HOUSE_SHARES)
    promised = sum(band.amounts, NOTHING)
    if promised > pool:
        raise AboveCeiling(promised, pool)
    return Proposal(band.amounts, Source.HOUSE_AMOUNTS, pool - promised)


# The curve ----------------------------------------------------------------------------------------------------------------
def paid_places(players: int, terms: Terms) -> range:
    """How many places to propose: a tenth of the field or a little more, and never so few that 6.14 cannot be kept."""
    if players < 1:
        raise NoPlayers
    share = Fraction(terms[parameters.SINGLE_PRIZE_SHARE]) if parameters.SINGLE_PRIZE_SHARE in terms else Fraction(1)
    fewest = min(players, max(ceil(1 / share) if share else players, ceil(players * FEWEST_PAID)))
    return range(fewest, max(fewest, floor(players * MOST_PAID)) + 1)


def by_curve(*, players: int, pool: Money, places: int, first: Money, least: Money, unit: Money = CENT) -> Proposal:
    """The first place wins exactly `first`, every paid place at least `least`, and all together the pool."""
    _refuse_bad_pool(players, pool, unit)
    if not 1 <= places <= players:
        raise MorePaidThanPlayers(places, players)
    if not NOTHING <= least <= first:
        raise LeastOverFirst(least, first)
    if first.cents % unit.cents or least.cents % unit.cents:
        raise NotAUnit(unit)
    lowest, highest = Money(-(-pool.cents // (places * unit.cents)) * unit.cents), pool - least * (places - 1)
    if not lowest <= first <= highest:
        raise OffTheCurve(lowest, Money(highest.cents // unit.cents * unit.cents))
    spread, above = first.cents - least.cents, (highest - first).cents
    exponent = _exponent(places, above / spread) if spread else 0.0
    # Whole weights share out exactly what is above the least prizes, so no float ever becomes money.
    weights = list(accumulate((int(_weight(place, exponent) * 2.0**128) for place in range(2, places + 1)), min))
    total = sum(weights)
    exact = [Fraction(first.cents), *(least.cents + Fraction(above * weight, total) for weight in weights)]
    return Proposal(in_units(exact, unit), Source.CURVE, exponent=exponent)


def _weight(place: int, exponent: float) -> float:
    return exp(-exponent * log(place))


def _exponent(places: int, target: float) -> float:
    """Where the weights of the places after the first add up to the target: they fall as the exponent grows, so by halving."""
    low, high = 0.0, STEEPEST
    for _ in range(64):
        middle = (low + high) / 2
        if sum(_weight(place, middle) for place in range(2, places + 1)) > target:
            low = middle
        else:
            high = middle
    return high


def _refuse_bad_pool(players: int, pool: Money, unit: Money) -> None:
    if players < 1:
        raise NoPlayers
    if not NOTHING < pool <= LARGEST_POOL:
        raise NoPool(pool)
    if unit < CENT:
        raise NotAUnit(unit)


def in_units(exact: Sequence[Fraction], unit: Money) -> tuple[Money, ...]:
    """Amounts in cents that never rise and add up to a whole number, rounded to the unit without changing their sum."""
    units = [floor(amount / unit.cents) for amount in exact]
    spare, rest = divmod(int(sum(exact)) - sum(units) * unit.cents, unit.cents)
    under = [place for place, count in enumerate(units) if count < units[0]]
    under.sort(key=lambda place: units[place] - exact[place] / unit.cents)  # stable: of equals the better place
    level = [place for place, count in enumerate(units) if count == units[0]]
    for place in (under + level)[:spare]:
        units[place] += 1
    if min(units) < 1:
        raise UnitTooCoarse(unit)
    cents = [count * unit.cents for count in units]
    cents[next((place for place, count in enumerate(units) if count < units[0]), 0)] += rest
    return tuple(map(Money, cents))
