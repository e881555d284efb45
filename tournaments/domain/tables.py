"""Tables, seats and who sits where: the words that the algorithms of the floor share."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NewType

EntryId = NewType("EntryId", int)


@dataclass(frozen=True, slots=True, order=True)
class Seat:
    """Seats are numbered from 1, clockwise from the dealer's left."""

    table: int
    number: int


@dataclass(frozen=True, slots=True)
class Table:
    """One table as it stands. `big_blind` is the seat that posted the last big blind; None where nobody has said."""

    number: int
    seats: int
    players: Mapping[int, EntryId]
    big_blind: int | None = None
