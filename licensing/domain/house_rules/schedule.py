"""The blind structure (1.7, 10.11): levels in order, and the breaks between them."""

from collections.abc import Iterator
from dataclasses import dataclass

from licensing.domain.house_rules.values import ImpossibleValue, refuse_unless_whole

MOST_MINUTES = 24 * 60
MOST_LEVELS = 100
MOST_CHIPS = 10**9  # in one blind or one chip: more than all the chips of any evening


@dataclass(frozen=True, slots=True)
class Break:
    """A rest after a level. `removes` are the values of the chips that leave play in it (colour-up)."""

    minutes: int
    removes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        refuse_unless_whole("minutes of a break", self.minutes, 1, MOST_MINUTES)
        for value in self.removes:
            refuse_unless_whole("value of a chip that leaves", value, 1, MOST_CHIPS)


@dataclass(frozen=True, slots=True)
class Level:
    small: int
    big: int
    ante: int
    minutes: int
    break_after: Break | None = None

    def __post_init__(self) -> None:
        refuse_unless_whole("small blind", self.small, 1, MOST_CHIPS)
        refuse_unless_whole("big blind", self.big, 1, MOST_CHIPS)
        refuse_unless_whole("ante", self.ante, 0, MOST_CHIPS)
        refuse_unless_whole("minutes of a level", self.minutes, 1, MOST_MINUTES)

    @property
    def minutes_with_break(self) -> int:
        return self.minutes + (self.break_after.minutes if self.break_after else 0)


@dataclass(frozen=True, slots=True)
class Schedule:
    """Levels are numbered from 1. Once the last one has had its minutes it goes on to the end of the evening."""

    levels: tuple[Level, ...]

    def __post_init__(self) -> None:
        refuse_unless_whole("number of levels", len(self.levels), 1, MOST_LEVELS)
        if self.levels[-1].break_after:
            raise ImpossibleValue("a break after the last level leads nowhere")

    @property
    def minutes(self) -> int:
        return self.minutes_before(len(self.levels) + 1)

    def minutes_before(self, number: int) -> int:
        """From the start to the beginning of a level, breaks included."""
        return sum(level.minutes_with_break for level in self.levels[: number - 1])

    def numbered(self) -> Iterator[tuple[int, Level]]:
        return enumerate(self.levels, 1)
