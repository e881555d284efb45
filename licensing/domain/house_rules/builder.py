"""Proposes a blind structure from who comes, the chips that exist and the hours that are licensed (1.7, 6.18).

Play tends to end when the big blind reaches a twentieth of all chips in play, and surely by a tenth. So the last level is the first
one whose big blind is a tenth, and the way there is spread over the licensed hours. A big blind that grows by 1.25 to 1.5 a level
is comfortable; by more than 1.6, it warns. Blinds are amounts that people know, in chips that are still in play. A chip goes out in
a break once no level to come needs it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from math import ceil, exp, log

from licensing.domain.house_rules.chips import ChipSet, postable
from licensing.domain.house_rules.prizes import MOST_PLAYERS
from licensing.domain.house_rules.problems import STEEP
from licensing.domain.house_rules.schedule import MOST_CHIPS, MOST_LEVELS, MOST_MINUTES, Break, Level, Schedule
from licensing.domain.house_rules.values import refuse_unless_whole

TENDS_TO_END, SURELY_ENDS = 20, 10  # when the big blind is all chips in play divided by this
GENTLE, COMFORTABLE = 1.25, 1.5  # growth of the big blind from level to level
DEEP, SHALLOW = 100, 50  # big blinds in a starting stack
CHIPS_A_BLIND = 20  # who must count out more than this in chips of one kind needs larger ones
BETWEEN_BREAKS = 60  # minutes, at least
FAMILIAR = (1, 2, 3, 4, 5, 6, 8)  # small blinds, in chips of one kind; the big blind is twice as much
TENS = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80)  # the same, where there is no larger chip, and with more zeros
UNEVEN = ((1, 3), (2, 5))  # small and big blinds, where twice as much would be too steep
NEAR = 2  # a level is no further than this from an even curve: the rungs of any set of chips are closer together


class TooShort(ValueError):
    """Not one level fits the licensed hours."""


class Caution(StrEnum):
    STEEP = "steep"
    SHALLOW = "shallow"
    TOO_FEW_CHIPS = "too_few_chips"
    CHIPS_TOO_SMALL = "chips_too_small"
    CHIP_NEVER_NEEDED = "chip_never_needed"
    NOT_SURE_TO_END = "not_sure_to_end"


@dataclass(frozen=True, slots=True)
class Concern:
    """`level` says where, if it is about one; `found` and `wanted` are growth, big blinds, chips or values, as the caution says."""

    caution: Caution
    found: Fraction
    wanted: Fraction
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """`tends_to_end` and `surely_ends` are minutes from the start; None is not within the licensed hours."""

    schedule: Schedule
    total_chips: int
    tends_to_end: int | None
    surely_ends: int | None
    concerns: tuple[Concern, ...]


def build(
    *,
    players: int,
    starting_stack: int,
    rebuys_expected: int,
    chips: ChipSet,
    level_minutes: int,
    hours: timedelta,
    rebuy_chips: int | None = None,
    break_minutes: int = 10,
) -> Proposal:
    """`hours` is the time from the start to the hard end, as it passes and not as the clock on the wall shows it."""
    each_rebuy = starting_stack if rebuy_chips is None else rebuy_chips
    refuse_unless_whole("players", players, 2, MOST_PLAYERS)
    refuse_unless_whole("starting stack", starting_stack, 1, MOST_CHIPS)
    refuse_unless_whole("re-buys", rebuys_expected, 0, MOST_PLAYERS)
    refuse_unless_whole("chips of a re-buy", each_rebuy, 1, MOST_CHIPS)
    refuse_unless_whole("minutes of a level", level_minutes, 1, MOST_MINUTES)
    refuse_unless_whole("minutes of a break", break_minutes, 1, MOST_MINUTES)
    minutes, total = hours // timedelta(minutes=1), players * starting_stack + rebuys_expected * each_rebuy
    if minutes < level_minutes:
        raise TooShort(f"{minutes} minutes hold no level of {level_minutes}")
    tends, blinds = Fraction(total, TENDS_TO_END), _Blinds(chips.values, starting_stack, Fraction(total, SURELY_ENDS))
    # Fewer levels where the breaks take the room of some: one level alone has no break, and fits.
    schedule = next(
        found
        for count in range(min(minutes // level_minutes, MOST_LEVELS), 0, -1)
        if (found := _with_breaks(blinds.spread(count), chips.values, level_minutes, break_minutes, tends)).minutes <= minutes
    )
    return Proposal(
        schedule,
        total,
        _reaches(schedule, tends),
        _reaches(schedule, blinds.goal),
        tuple(_concerns(schedule, starting_stack, total, chips)),
    )


# Blinds -------------------------------------------------------------------------------------------------------------------
Pair = tuple[int, int]  # big blind first, so that pairs sort by it
Cost = tuple[int, int, int]  # what is too steep, then uneven pairs, then steps unlike the others
Way = tuple[Cost, tuple[Pair, ...]]


class _Blinds:
    """The way from the first big blind to the goal, in steps that chips can pay."""

    def __init__(self, values: Sequence[int], stack: int, goal: Fraction) -> None:
        self.stack, self.goal = stack, goal
        self.even = sorted(set(_even(values, 4 * max(int(goal), 2 * values[0]))))
        uneven = ((big * value, small * value) for value in values for small, big in UNEVEN)
        self.all = sorted({*self.even, *uneven})

    def spread(self, count: int) -> tuple[Pair, ...]:
        """The best way in at most so many levels, the last of them the first to reach the goal; or as far as one level goes."""
        first = self._first(count)
        if first[0] >= self.goal or count == 1:
            return (first,)
        enough = min(count, 1 + ceil(log(self.goal / first[0]) / log(GENTLE)))
        ways = (self._best(first, enough, pairs) for pairs in (self.even, self.all))
        return min(ways, key=lambda way: way[0][0])[1]  # the even one, unless that is steeper

    def _first(self, count: int) -> Pair:
        """A deep stack, if that leaves comfortable steps; where the smallest chip is too large for it, as deep as can be."""
        shallow = [pair for pair in self.even if pair[0] * SHALLOW <= self.stack] or self.even[:1]
        deep = [pair for pair in shallow if pair[0] * DEEP >= self.stack] or shallow[-1:]
        return next((pair for pair in deep if self._growth(pair, count) <= COMFORTABLE), deep[-1])

    def _growth(self, first: Pair, levels: int) -> float:
        return exp(log(self.goal / first[0]) / max(levels - 1, 1))

    def _best(self, first: Pair, levels: int, pairs: Sequence[Pair]) -> Way:
        """Level by level, the best way to each pair near the even curve: what follows depends on the last pair only."""
        growth = self._growth(first, levels)
        ways: dict[Pair, Way] = {first: ((0, 0, 0), (first,))}
        for level in range(1, levels):
            ideal, final = first[0] * growth**level, level == levels - 1
            near = [pair for pair in pairs if ideal / NEAR <= pair[0] <= ideal * NEAR and (pair[0] >= self.goal) == final]
            ways = {pair: min(found) for pair in near if (found := list(_ways_to(pair, ways, growth)))}
        # Where there are not so many pairs on the way, fewer levels do.
        return min(ways.values()) if ways else self._best(first, levels - 1, pairs)


def _ways_to(pair: Pair, ways: Mapping[Pair, Way], growth: float) -> Iterator[Way]:
    big, small = pair
    for last, (cost, way) in ways.items():
        if big > last[0] and small >= last[1]:  # no blind falls
            step = log(big / last[0])
            steep, unlike = max(step - log(STEEP), 0) ** 2, (step - log(growth)) ** 2
            # In millionths, because sums of floats depend on their order.
            yield (cost[0] + round(steep * 10**6), cost[1] + (2 * small != big), cost[2] + round(unlike * 10**6)), (*way, pair)


def _even(values: Sequence[int], most: int) -> Iterator[Pair]:
    """A chip serves for as many as people know at a glance, and for ten times that until the next larger chip takes over."""
    for value, larger in pairwise((*values, most)):
        tens = (value * count * 10**zeros for zeros in range(len(str(most))) for count in TENS)
        for small in (*(value * count for count in FAMILIAR), *(small for small in tens if small < larger)):
            yield 2 * small, small


# Breaks -------------------------------------------------------------------------------------------------------------------
def _with_breaks(
    blinds: Sequence[Pair], values: Sequence[int], level_minutes: int, break_minutes: int, tends: Fraction
) -> Schedule:
    """A break where chips go out. One that may go soon after a break waits for the next, and near the end it stays."""
    levels = [Level(small, big, 0, level_minutes) for big, small in blinds]
    in_play = _needed(levels, values)
    since = 0
    for number, level in enumerate(levels[:-1]):
        since += level.minutes
        needed = _needed(levels[number + 1 :], in_play)
        if len(needed) < len(in_play) and since >= BETWEEN_BREAKS and levels[number + 1].big < tends:
            levels[number] = replace(level, break_after=Break(break_minutes, tuple(in_play[: len(in_play) - len(needed)])))
            in_play, since = needed, 0
    return Schedule(tuple(levels))


def _needed(levels: Sequence[Level], values: Sequence[int]) -> Sequence[int]:
    """Smaller chips go before larger ones, and the largest stays."""
    while len(values) > 1 and all(postable(level, values[1:]) for level in levels):
        values = values[1:]
    return values


# What to know about it ----------------------------------------------------------------------------------------------------
def _reaches(schedule: Schedule, big: Fraction) -> int | None:
    """The minute at which the big blind is that much."""
    return next((schedule.minutes_before(number) for number, level in schedule.numbered() if level.big >= big), None)


def _concerns(schedule: Schedule, stack: int, total: int, chips: ChipSet) -> Iterator[Concern]:
    first, last, largest = schedule.levels[0], schedule.levels[-1], chips.values[-1]
    if stack < first.big * SHALLOW:
        yield Concern(Caution.SHALLOW, Fraction(stack, first.big), Fraction(SHALLOW), level=1)
    for number, (before, after) in enumerate(pairwise(schedule.levels), 2):
        if (growth := Fraction(after.big, before.big)) > STEEP:
            yield Concern(Caution.STEEP, growth, STEEP, level=number)
    if last.big * SURELY_ENDS < total:
        yield Concern(Caution.NOT_SURE_TO_END, Fraction(last.big), Fraction(total, SURELY_ENDS), level=len(schedule.levels))
    if chips.total < total:
        yield Concern(Caution.TOO_FEW_CHIPS, Fraction(chips.total), Fraction(total))
    if largest * CHIPS_A_BLIND < last.big:
        yield Concern(Caution.CHIPS_TOO_SMALL, Fraction(largest), Fraction(last.big, CHIPS_A_BLIND))
    smallest = _needed(schedule.levels, chips.values)[0]
    for value in chips.values:
        if value < smallest:
            yield Concern(Caution.CHIP_NEVER_NEEDED, Fraction(value), Fraction(smallest))
