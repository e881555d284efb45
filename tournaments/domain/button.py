"""The button and the blinds: the dead-button rule (TDA 32), heads-up (TDA 34B, clause 10.11), and who posts when.

The big blind goes to the next player clockwise. The small blind goes where the big blind was, and the button where the small
blind was, with or without anybody in the seat. A table whose last big blind nobody has said has no positions: None, never a guess.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from tournaments.domain.tables import EntryId, Seat, Table


class ImpossibleTable(ValueError):
    """A table that cannot be: a seat that it does not have, or a number that another table bears."""


class SeatedTwice(ValueError):
    """One entry in two seats."""


class TooFewPlayers(ValueError):
    """A hand needs two players."""


@dataclass(frozen=True, slots=True)
class Blinds:
    """The seats of one hand. A dead small blind is posted by nobody, a dead button lies before an empty seat."""

    button: int
    small: int
    big: int
    dead_small: bool = False
    dead_button: bool = False


def refuse_impossible(tables: Iterable[Table]) -> None:
    """Every seat exists, every table has its own number, and nobody sits twice."""
    numbers: set[int] = set()
    seated: set[EntryId] = set()
    count = 0
    for table in tables:
        seats = (*table.players, table.big_blind or 1)
        if table.number in numbers or table.seats < 1 or min(seats) < 1 or max(seats) > table.seats or table.big_blind == 0:
            raise ImpossibleTable(f"table {table.number} with {table.seats} seats cannot be so: {seats}")
        numbers.add(table.number)
        seated.update(table.players.values())
        count += len(table.players)
    if len(seated) != count:
        raise SeatedTwice("one entry sits in two seats")


def seats_after(table: Table, seat: int) -> int | None:
    """How many seats clockwise from the last big blind, empty ones counted: 1 is its left, all of them the seat itself."""
    return None if table.big_blind is None else (seat - table.big_blind - 1) % table.seats + 1


def clockwise(table: Table) -> list[int] | None:
    """The occupied seats in the order in which they post the big blind."""
    last = table.big_blind
    if last is None:
        return None
    seats = sorted(table.players)
    return [seat for seat in seats if seat > last] + [seat for seat in seats if seat <= last]


def positions(table: Table) -> dict[int, int] | None:
    """For each occupied seat the hands until it posts the big blind: 1 posts it next. None without a known big blind."""
    order = clockwise(table)
    return None if order is None else {seat: hand for hand, seat in enumerate(order, start=1)}


def positions_when_filled(table: Table, seats: Collection[int]) -> list[int | None]:
    """The same for those who sit down in these free seats, all of them and nobody else."""
    hands = positions(replace(table, players={**table.players, **dict.fromkeys(seats, EntryId(0))}))
    return [None if hands is None else hands[seat] for seat in seats]


def must_wait(table: Table, seat: int) -> bool:
    """Whether somebody who sits down here is between small blind and button in the next hand, and is dealt in once it has passed.

    The next small blind is where the last big blind was. The button then lies with the last player before it, so every free
    seat that has nobody between itself and the last big blind lies between the two.
    """
    last = table.big_blind
    if last is None or seat == last:
        return False
    seat = seat % table.seats + 1
    while seat != last and seat not in table.players:
        seat = seat % table.seats + 1
    return seat == last


def next_hand(table: Table, last_small: int | None = None) -> Blinds | None:
    """Button and blinds of the next hand. Where only the last big blind is known, the small blind was the player before it."""
    order = clockwise(table)
    if order is None or table.big_blind is None:
        return None
    if len(order) < 2:
        raise TooFewPlayers(f"table {table.number} has {len(order)}")
    big, small = order[0], table.big_blind
    if len(order) == 2:
        # The one who does not post the big blind has the button and the small blind; the next player clockwise is never the last
        # big blind, so nobody posts it twice running.
        return Blinds(button=order[1], small=order[1], big=big)
    if last_small is None:
        last_small = next(seat for seat in reversed(order) if seat != small)
    elif not 1 <= last_small <= table.seats or last_small == small:
        raise ImpossibleTable(f"table {table.number}: seat {last_small} cannot have posted the small blind before seat {small}")
    return Blinds(last_small, small, big, dead_small=small not in table.players, dead_button=last_small not in table.players)


def free_seats(table: Table) -> list[int]:
    return [seat for seat in range(1, table.seats + 1) if seat not in table.players]


def seat_of(tables: Iterable[Table]) -> dict[EntryId, Seat]:
    """Where everybody sits."""
    return {entry: Seat(table.number, seat) for table in tables for seat, entry in table.players.items()}
