"""The chip set (8.4): which chips there are, and what can be paid with them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from math import gcd

from licensing.domain.house_rules.schedule import Level
from licensing.domain.house_rules.values import ImpossibleValue, refuse_unless_whole

MOST_KINDS = 20
HIGHEST_VALUE = 100_000
MOST_OF_A_KIND = 10**6
ODDEST = 100  # the smallest chip, in units that all chips are made of


@dataclass(frozen=True, slots=True)
class Chip:
    value: int
    quantity: int
    colour: str = ""

    def __post_init__(self) -> None:
        refuse_unless_whole("value of a chip", self.value, 1, HIGHEST_VALUE)
        refuse_unless_whole("number of chips", self.quantity, 1, MOST_OF_A_KIND)


@dataclass(frozen=True, slots=True)
class ChipSet:
    """Kept from the smallest chip to the largest. `mark` is what makes them this tournament's own."""

    chips: tuple[Chip, ...]
    mark: str = ""

    def __post_init__(self) -> None:
        refuse_unless_whole("kinds of chips", len(self.chips), 1, MOST_KINDS)
        if len({chip.value for chip in self.chips}) < len(self.chips):
            raise ImpossibleValue("two kinds of chips have the same value")
        object.__setattr__(self, "chips", tuple(sorted(self.chips, key=lambda chip: chip.value)))

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(chip.value for chip in self.chips)

    @property
    def total(self) -> int:
        return sum(chip.value * chip.quantity for chip in self.chips)


def payable(amount: int, values: Sequence[int]) -> bool:
    """Whether chips of these values, smallest first, add up to an amount without change.

    Chips that have next to nothing in common, such as 9,973 and 10,007, are not mixed: nobody would see what they add up to.
    """
    if not values:
        return amount == 0
    if any(amount % value == 0 for value in values):
        return True
    if values[0] // gcd(*values) > ODDEST:
        return False
    least = _least_by_remainder(tuple(values)).get(amount % values[0])
    return least is not None and least <= amount


@lru_cache(maxsize=64)
def _least_by_remainder(values: tuple[int, ...]) -> Mapping[int, int]:
    """The least amount that larger chips pay for each remainder by the smallest: from there on, smallest chips do the rest."""
    smallest, *larger = values
    least: dict[int, int] = {}
    waiting = [0]
    while waiting:
        amount = heappop(waiting)
        if amount % smallest not in least:
            least[amount % smallest] = amount
            for value in larger:
                heappush(waiting, amount + value)
    return least


def postable(level: Level, values: Sequence[int]) -> bool:
    return all(payable(amount, values) for amount in (level.small, level.big, level.ante))
