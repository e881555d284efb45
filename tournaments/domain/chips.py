"""Chip control (8.4) and colour-ups (TDA 24A): stacks in chips, how many should be in play, and how a small chip leaves.

The chip set with its colours is part of the House Rules; here only its values count, from the smallest up.

Amounts are values of chips, which are no money (10.1). The real dealer deals a race: its cards, or only its winners, are input.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise

from tournaments.domain.cards import DECK, Card, Suit, refuse_repeats

CLAUSE = "8.4"
RACE_RULE = "TDA 24A"
# Only here does a suit count: in a hand all are equal (10.6).
SUITS_UPWARD = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)


class DenominationsDoNotFit(ValueError):
    """Chips of which no number makes one of the next."""


class NotPayable(ValueError):
    """An amount that the chips cannot make up."""


class NotACount(ValueError):
    """A number of chips is whole, and not negative."""


class MoreRemovedThanIssued(ValueError):
    """More chips were taken out of play than ever came into it."""


class TableNotInPlay(ValueError):
    """A count for a table that does not play."""


class NoSuchBreak(ValueError):
    """A break lies after one level and before another."""


class SeatTwice(ValueError):
    """One seat has one stack."""


class WrongCards(ValueError):
    """In a race each player gets one card for each odd chip."""


class WrongWinners(ValueError):
    """A race has as many winners as chips, each of them in it, and each once."""


# Stacks --------------------------------------------------------------------------------------------------------------------
def refuse_unless_exchangeable(values: Sequence[int]) -> None:
    """From the smallest up each must divide the next: else full multiples of a chip that leaves could not be exchanged."""
    if not values or any(type(value) is not int or value <= 0 for value in values):
        raise DenominationsDoNotFit(f"chips have values of 1 or more, not {list(values)}")
    for small, large in pairwise(values):
        if large <= small or large % small:
            raise DenominationsDoNotFit(f"chips of {small} do not make up one of {large}")


def worth(pile: Mapping[int, int], values: Sequence[int]) -> int:
    """What so many chips of each value come to."""
    if unknown := sorted(pile.keys() - set(values)):
        raise NotPayable(f"there are no chips of {unknown}")
    return sum(value * whole(count) for value, count in pile.items())


def make_up(total: int, values: Sequence[int]) -> dict[int, int]:
    """A stack in chips: of each but the largest enough to change two of the next, and then as few as pay the rest."""
    refuse_unless_exchangeable(values)
    if whole(total) % values[0]:
        raise NotPayable(f"{total} cannot be made up of chips of {values[0]} or more")
    pile: dict[int, int] = {}
    for small, large in pairwise(values):
        change = 2 * large + total % large
        pile[small] = min(change, total) // small
        total -= pile[small] * small
    pile[values[-1]] = total // values[-1]
    return {value: count for value, count in pile.items() if count}


def whole(count: int) -> int:
    if type(count) is not int or count < 0:
        raise NotACount(f"{count!r} is no number of chips")
    return count


# What should be in play ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, kw_only=True)
class ChipLedger:
    """Every chip that came into play or left it, by value. Races may round either way."""

    with_entries: int = 0
    with_rebuys: int = 0
    race_rounding: int = 0
    odd_chips: int = 0
    stacks_removed: int = 0

    def __post_init__(self) -> None:
        for value in (self.with_entries, self.with_rebuys, self.odd_chips, self.stacks_removed, abs(self.race_rounding)):
            whole(value)
        if self.expected < 0:
            raise MoreRemovedThanIssued(f"{self.issued} issued, and {self.expected} left")

    @property
    def issued(self) -> int:
        return self.with_entries + self.with_rebuys

    @property
    def expected(self) -> int:
        return self.issued + self.race_rounding - self.odd_chips - self.stacks_removed


class Count(Enum):
    INCOMPLETE = auto()
    AGREES = auto()
    SHORT = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class Reconciliation:
    expected: int
    counted: int
    uncounted: tuple[int, ...]  # tables

    @property
    def difference(self) -> int | None:
        """Chips too many, or, negative, too few; unknown until every table is counted."""
        return None if self.uncounted else self.counted - self.expected

    @property
    def finding(self) -> Count:
        if self.difference is None:
            return Count.INCOMPLETE
        if self.difference == 0:
            return Count.AGREES
        return Count.OVER if self.difference > 0 else Count.SHORT


def reconcile(ledger: ChipLedger, counts: Mapping[int, int], *, tables: Collection[int]) -> Reconciliation:
    """Counts by table against the ledger. Chips wander between tables, so only the whole room can be compared."""
    if strangers := sorted(counts.keys() - set(tables)):
        raise TableNotInPlay(f"counted, but not in play: {strangers}")
    counted = sum(whole(count) for count in counts.values())
    return Reconciliation(ledger.expected, counted, tuple(sorted(set(tables) - counts.keys())))


# Colour-up -------------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ColourUp:
    """`last_needed` is the last level with a blind or ante that needs the chip, 0 where none does."""

    after_level: int
    leaves: int
    into: int
    last_needed: int


def colour_ups(values: Sequence[int], levels: Sequence[Collection[int]], breaks_after: Collection[int]) -> list[ColourUp]:
    """Which chip leaves at which break: the first after which every blind and ante is payable in larger ones.

    `levels` are the amounts to be posted in each; levels count from 1. Chips that leave at the same break are raced in this order,
    the smallest first. The largest chip never leaves, nor one that is needed after the last break.
    """
    refuse_unless_exchangeable(values)
    if wrong := sorted(number for number in breaks_after if not 0 < number < len(levels)):
        raise NoSuchBreak(f"there is no break after levels {wrong} of {len(levels)}")
    if odd := sorted({amount for amounts in levels for amount in amounts if whole(amount) % values[0]}):
        raise NotPayable(f"chips of {values[0]} or more cannot pay {odd}")
    plan = []
    for small, large in pairwise(values):
        last_needed = max(
            (level for level, amounts in enumerate(levels, 1) if any(amount % large for amount in amounts)), default=0
        )
        at = min((number for number in breaks_after if number >= last_needed), default=None)
        if at is not None:
            plan.append(ColourUp(at, small, large, last_needed))
    return plan


# Race ------------------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Holding:
    """A player's chips before the race: how many of the one that leaves, and the value of all others."""

    seat: int
    leaving: int
    others: int

    def __post_init__(self) -> None:
        whole(self.leaving)
        whole(self.others)


@dataclass(frozen=True, slots=True)
class RaceLine:
    """Full multiples are exchanged for `exchanged` new chips; the `odd` ones race, one card each."""

    holding: Holding
    exchanged: int
    odd: int

    @property
    def seat(self) -> int:
        return self.holding.seat


@dataclass(frozen=True, slots=True)
class RaceSheet:
    """What the dealer needs, in the order in which he deals: from seat 1, clockwise. `race_chips` are to be won."""

    table: int
    leaves: int
    into: int
    lines: tuple[RaceLine, ...]
    race_chips: int

    @property
    def racers(self) -> tuple[RaceLine, ...]:
        return tuple(line for line in self.lines if line.odd)

    @property
    def one_pack_suffices(self) -> bool:
        """Where it does not, only the winners can be entered: equal cards of two packs would not decide."""
        return sum(line.odd for line in self.lines) <= len(DECK)


@dataclass(frozen=True, slots=True)
class RaceResult:
    """`saved` are players who would have lost their last chips; each gets one new chip beyond those of the race."""

    sheet: RaceSheet
    winners: tuple[int, ...]
    saved: tuple[int, ...]

    @property
    def new_chips(self) -> dict[int, int]:
        """By seat, how many new chips for all that left."""
        return {line.seat: line.exchanged + (line.seat in self.winners) + (line.seat in self.saved) for line in self.sheet.lines}

    @property
    def rounding(self) -> int:
        """By how much the table's chips grew, or, negative, shrank."""
        gone = self.sheet.leaves * sum(line.holding.leaving for line in self.sheet.lines)
        return self.sheet.into * sum(self.new_chips.values()) - gone


def race_sheet(table: int, holdings: Sequence[Holding], *, leaves: int, into: int) -> RaceSheet:
    """Odd chips of the whole table are taken together: a rest of half a new chip or more earns one more."""
    if whole(leaves) == 0 or whole(into) <= leaves or into % leaves:
        raise DenominationsDoNotFit(f"chips of {leaves!r} do not make up one of {into!r}")
    if len({holding.seat for holding in holdings}) < len(holdings):
        raise SeatTwice(f"a seat is listed twice at table {table}")
    ratio = into // leaves
    in_order = sorted(holdings, key=lambda holding: holding.seat)
    lines = tuple(RaceLine(holding, *divmod(holding.leaving, ratio)) for holding in in_order)
    race_chips, rest = divmod(sum(line.odd for line in lines), ratio)
    return RaceSheet(table, leaves, into, lines, race_chips + (2 * rest >= ratio))


def race_by_cards(sheet: RaceSheet, cards: Mapping[int, Sequence[Card]]) -> RaceResult:
    """The highest cards win, each player once: rank first, then spades, hearts, diamonds, clubs."""
    if {seat: len(dealt) for seat, dealt in cards.items()} != {line.seat: line.odd for line in sheet.racers}:
        raise WrongCards("cards dealt do not match the odd chips")
    refuse_repeats(card for dealt in cards.values() for card in dealt)
    ranked = sorted(cards, key=lambda seat: max(map(race_value, cards[seat])), reverse=True)
    return race_by_winners(sheet, ranked[: sheet.race_chips])


def race_by_winners(sheet: RaceSheet, winners: Sequence[int]) -> RaceResult:
    """For a race whose cards were not written down."""
    racing = {line.seat for line in sheet.racers}
    if len(winners) != sheet.race_chips or len(set(winners)) < len(winners) or not racing.issuperset(winners):
        raise WrongWinners(f"{sheet.race_chips} different winners among seats {sorted(racing)}, not {list(winners)}")
    saved = tuple(line.seat for line in sheet.racers if not (line.exchanged or line.holding.others or line.seat in winners))
    return RaceResult(sheet, tuple(winners), saved)


def race_value(card: Card) -> tuple[int, int]:
    return card.rank, SUITS_UPWARD.index(card.suit)
