"""The seat draw (clause 10.2): even, random, and open to anybody's checking.

The seed is committed before the draw (its SHA-256 is published) and revealed after it. Every random number is read off the
SHA-256 of a short text, so that a spreadsheet or a shell can repeat the draw: see docs/algorithms/draw.md.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from heapq import heapify, heapreplace
from typing import NewType, TypeVar

from tournaments.domain.button import SeatedTwice, refuse_impossible, seat_of
from tournaments.domain.tables import EntryId, Seat, Table

T = TypeVar("T")
TableNumber = NewType("TableNumber", int)

# A shorter one could be found by trying them all against the published commitment.
SHORTEST_SEED = 16
RANGE = 2**32


class SeedTooShort(ValueError):
    """A seed that could be guessed before it is revealed."""


class NotEnoughSeats(ValueError):
    """More entries than free seats."""


class SeatTaken(ValueError):
    """A pinned entry wants a seat, or a table, where nothing is free."""


class UnknownSeat(ValueError):
    """A seat or a table that is not in the room."""


class UnknownEntry(ValueError):
    """A pin for somebody who is not drawn."""


def commit(seed: bytes) -> str:
    """What is published before the draw: the SHA-256 of the seed, in hexadecimal."""
    if len(seed) < SHORTEST_SEED:
        raise SeedTooShort(f"a seed has at least {SHORTEST_SEED} bytes, not {len(seed)}")
    return sha256(seed).hexdigest()


class Stream:
    """Random numbers from a seed: the first 8 hexadecimal digits of the SHA-256 of `seed:purpose:0`, `seed:purpose:1` and so on."""

    def __init__(self, seed: bytes, purpose: str) -> None:
        commit(seed)
        self._text = f"{seed.hex()}:{purpose}:"
        self._counter = 0

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound − 1, each as likely: numbers that would favour the low ones are passed over."""
        if not 1 <= bound <= RANGE:
            raise ValueError(f"a bound is from 1 to {RANGE}: {bound}")
        fair = RANGE - RANGE % bound
        number = fair
        while number >= fair:
            number = int(sha256(f"{self._text}{self._counter}".encode()).hexdigest()[:8], 16)
            self._counter += 1
        return number % bound


def shuffled(items: Iterable[T], below: Callable[[int], int]) -> list[T]:
    """Fisher and Yates: from the last place down, each is exchanged with one at or before it."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        chosen = below(last + 1)
        result[last], result[chosen] = result[chosen], result[last]
    return result


def seat_order(seed: bytes, tables: Iterable[Table], taken: Collection[Seat] = ()) -> list[Seat]:
    """The free seats in the order in which they are given out: each next one is at a table that has the fewest players.

    All seats of the room are shuffled, taken ones too; so the order does not depend on who came before, and one by one at the
    door, with the tables as they then stand, gives the same seats as all at once.
    """
    rooms = sorted(tables, key=lambda table: table.number)
    refuse_impossible(rooms)
    everywhere = [Seat(table.number, number) for table in rooms for number in range(1, table.seats + 1)]
    occupied = {*taken, *seat_of(rooms).values()}
    if unknown := occupied.difference(everywhere):
        raise UnknownSeat(f"no such seat: {min(unknown)}")
    return evenly(shuffled(everywhere, Stream(seed, "seats").below), occupied)


def evenly(seats: Sequence[Seat], occupied: Collection[Seat]) -> list[Seat]:
    """The free seats, each the first of the list at any of the tables with the fewest players so far."""
    free: dict[int, list[tuple[int, Seat]]] = {}
    sizes: dict[int, int] = {}
    for place, seat in reversed(list(enumerate(seats))):
        if seat in occupied:
            sizes[seat.table] = sizes.get(seat.table, 0) + 1
        else:
            free.setdefault(seat.table, []).append((place, seat))
    full = (len(seats), 0, 0)
    queue = [(sizes.get(table, 0), waiting[-1][0], table) for table, waiting in free.items()]
    heapify(queue)
    order = []
    for _ in range(sum(map(len, free.values()))):
        size, _place, table = queue[0]
        order.append(free[table].pop()[1])
        heapreplace(queue, (size + 1, free[table][-1][0], table) if free[table] else full)
    return order


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw with all that it takes to repeat it: the tables as they stood before, who was drawn, and where each was pinned."""

    commitment: str
    seed: bytes
    tables: tuple[Table, ...]
    entries: tuple[EntryId, ...]
    pinned: Mapping[EntryId, Seat | TableNumber]
    seats: Mapping[EntryId, Seat]


def draw(
    entries: Collection[EntryId],
    tables: Iterable[Table],
    seed: bytes,
    pinned: Mapping[EntryId, Seat | TableNumber] | None = None,
) -> Draw:
    """Seat all these entries at once; or one at the door, with the same seed and the tables as they stand.

    Pinned entries take their seat, or a seat of their table, before the others; the others are shuffled, so that the order of
    a list decides nothing.
    """
    pins = dict(pinned or {})
    rooms = tuple(sorted(tables, key=lambda table: table.number))
    wanting = sorted(entries)
    seated = seat_of(rooms)
    if len(set(wanting)) < len(wanting) or not seated.keys().isdisjoint(wanting):
        raise SeatedTwice("an entry is drawn twice, or sits already")
    if not pins.keys() <= set(wanting):
        raise UnknownEntry(f"pinned, but not drawn: {min(pins.keys() - set(wanting))}")
    seats = _pinned_seats(pins, seat_order(seed, rooms), rooms)
    order = seat_order(seed, rooms, seats.values())
    others = [entry for entry in wanting if entry not in pins]
    if len(others) > len(order):
        raise NotEnoughSeats(f"{len(others)} entries for {len(order)} free seats")
    seats.update(zip(shuffled(others, Stream(seed, "entries").below), order, strict=False))
    return Draw(commit(seed), seed, rooms, tuple(wanting), pins, seats)


def _pinned_seats(
    pins: Mapping[EntryId, Seat | TableNumber], order: Sequence[Seat], tables: Sequence[Table]
) -> dict[EntryId, Seat]:
    """Those with a seat of their own first; then, by entry, those with a table take the first seat of it in the order."""
    size = {table.number: table.seats for table in tables}
    free = list(order)
    seats: dict[EntryId, Seat] = {}
    for entry, pin in sorted(pins.items(), key=lambda item: (not isinstance(item[1], Seat), item[0])):
        table, number = (pin.table, pin.number) if isinstance(pin, Seat) else (pin, 1)
        if not 1 <= number <= size.get(table, 0):
            raise UnknownSeat(f"no such seat or table: {pin}")
        seat = next((seat for seat in free if pin in (seat, seat.table)), None)
        if seat is None:
            raise SeatTaken(f"entry {entry} is pinned where nothing is free: {pin}")
        free.remove(seat)
        seats[entry] = seat
    return seats


def redraw(
    tables: Iterable[Table], onto: Iterable[Table], seed: bytes, pinned: Mapping[EntryId, Seat | TableNumber] | None = None
) -> Draw:
    """Everybody again, at the final table or at the two or three tables left; these start empty, with no big blind known."""
    everybody = list(tables)
    refuse_impossible(everybody)
    emptied = [Table(table.number, table.seats, {}) for table in onto]
    return draw(list(seat_of(everybody)), emptied, seed, pinned)


class Doubt(Enum):
    """What does not agree with the draw repeated from its seed."""

    COMMITMENT = "commitment"
    SEAT = "seat"


@dataclass(frozen=True, slots=True)
class Difference:
    doubt: Doubt
    entry: EntryId | None = None
    recorded: Seat | None = None
    repeated: Seat | None = None


def verify(record: Draw) -> tuple[Difference, ...]:
    """Draw again from the seed and the list: empty where the commitment and every seat agree. What cannot be drawn is refused."""
    again = draw(record.entries, record.tables, record.seed, record.pinned)
    found = [] if again.commitment == record.commitment else [Difference(Doubt.COMMITMENT)]
    for entry in sorted(again.seats.keys() | record.seats.keys()):
        recorded, repeated = record.seats.get(entry), again.seats.get(entry)
        if recorded != repeated:
            found.append(Difference(Doubt.SEAT, entry, recorded, repeated))
    return tuple(found)
