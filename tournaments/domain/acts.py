"""Everything that can be done to a tournament. Each act is one row of its journal, and holds numbers alone: names live elsewhere,
because a name is forgotten one day and a journal is not.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import get_args

from tournaments.domain.clock_acts import ClockAct
from tournaments.domain.codec import Json, Unreadable, read, write
from tournaments.domain.tables import EntryId, Seat


class Method(StrEnum):
    """How something was paid. A licence says which of them it allows (6.1)."""

    CASH = "cash"
    DEBIT = "debit"
    CREDIT = "credit"


@dataclass(frozen=True, slots=True)
class TableSize:
    number: int
    seats: int


@dataclass(frozen=True, slots=True)
class Placing:
    entry: EntryId
    seat: Seat


@dataclass(frozen=True, slots=True)
class Stack:
    entry: EntryId
    chips: int


@dataclass(frozen=True, slots=True)
class PlannedMove:
    entry: EntryId
    origin: Seat
    target: Seat


# Before play --------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class EntrySold:
    entry: EntryId
    paid_by: Method


@dataclass(frozen=True, slots=True)
class EntryVoided:
    entry: EntryId


@dataclass(frozen=True, slots=True)
class CheckedIn:
    entry: EntryId


@dataclass(frozen=True, slots=True)
class TablesSet:
    tables: tuple[TableSize, ...]


@dataclass(frozen=True, slots=True)
class Pinned:
    """To a table, and where one is named to a seat of it. No algorithm moves a pinned player."""

    entry: EntryId
    table: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class DrawCommitted:
    commitment: str


@dataclass(frozen=True, slots=True)
class SeatsDrawn:
    """Of one player at the door, or of many at once. `by_hand` where slips of paper decided."""

    placings: tuple[Placing, ...]
    by_hand: bool


@dataclass(frozen=True, slots=True)
class DrawRevealed:
    seed: str


# Play ---------------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class BigBlindSet:
    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class Busted:
    """`same_hand_as` is the sequence number of an earlier bust; `stack` is what the player had at the start of the hand."""

    entry: EntryId
    same_hand_as: int | None
    stack: int | None


@dataclass(frozen=True, slots=True)
class StackStated:
    """The answer to a question that a ranking asked: what the player had when the hand of that bust began."""

    bust: int
    stack: int


@dataclass(frozen=True, slots=True)
class Rebought:
    entry: EntryId
    paid_by: Method


@dataclass(frozen=True, slots=True)
class RebuyDeclined:
    """Refused by the player, or out of time."""

    entry: EntryId


@dataclass(frozen=True, slots=True)
class MovesOffered:
    """A plan of the whole room. `breaks` names the table that the moves empty, which then is no longer in play."""

    moves: tuple[PlannedMove, ...]
    breaks: int | None


@dataclass(frozen=True, slots=True)
class MovesAccepted:
    offer: int


@dataclass(frozen=True, slots=True)
class MovesWithdrawn:
    offer: int


@dataclass(frozen=True, slots=True)
class Arrived:
    entry: EntryId


@dataclass(frozen=True, slots=True)
class Redrawn:
    """Everybody who is left, to new seats at the tables that stay."""

    placings: tuple[Placing, ...]
    seed: str


@dataclass(frozen=True, slots=True)
class TableCounted:
    table: int
    chips: int


@dataclass(frozen=True, slots=True)
class OddChipsRemoved:
    chips: int


@dataclass(frozen=True, slots=True)
class ColouredUp:
    """A chip left play. `rounding` is what the races gave or took, in chips of value one."""

    denomination: int
    rounding: int


# The end ------------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TimeCalled:
    """Play stops at the hard end with more than one player left; their stacks decide (10.19)."""

    stacks: tuple[Stack, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """The books of the evening are closed. Nothing is undone after it."""


@dataclass(frozen=True, slots=True)
class Undone:
    act: int


# As they are written ------------------------------------------------------------------------------------------------------
Act = (
    EntrySold
    | EntryVoided
    | CheckedIn
    | TablesSet
    | Pinned
    | DrawCommitted
    | SeatsDrawn
    | DrawRevealed
    | ClockAct
    | BigBlindSet
    | Busted
    | StackStated
    | Rebought
    | RebuyDeclined
    | MovesOffered
    | MovesAccepted
    | MovesWithdrawn
    | Arrived
    | Redrawn
    | TableCounted
    | OddChipsRemoved
    | ColouredUp
    | TimeCalled
    | Settled
    | Undone
)


def _written_name(kind: type) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


KINDS: dict[str, type[Act]] = {_written_name(kind): kind for kind in get_args(Act)}
NAMES = {kind: name for name, kind in KINDS.items()}


def to_row(act: Act) -> tuple[str, dict[str, Json]]:
    return NAMES[type(act)], write(act)


def from_row(kind: str, payload: Mapping[str, Json]) -> Act:
    if kind not in KINDS:
        raise Unreadable(f"no act is named {kind!r}")
    return read(KINDS[kind], payload)
