"""Breaking a table: which one, when, and where its players go (clauses 10.3, 10.4).

The published order decides which table breaks; without one the smallest does. The Terms prevail over TDA 10B, which would draw
the seats: each new seat is as near as can be to the old one, counted from the big blind, and chance decides only between equals.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from tournaments.domain.balancing import targets
from tournaments.domain.draw import Stream
from tournaments.domain.reseating import Floor, Plan, Quota, reseat
from tournaments.domain.tables import Table


class UnknownTable(ValueError):
    """A table that is not in the room."""


class NoRoomElsewhere(ValueError):
    """The other tables have too few free seats."""


class CannotLeave(ValueError):
    """Somebody at the table is pinned, or has a move under way."""


class Reason(Enum):
    """Why this table breaks next."""

    PUBLISHED_ORDER = "published_order"
    SMALLEST = "smallest"
    MOVED_LEAST = "moved_least"
    TABLE_ORDER = "table_order"


@dataclass(frozen=True, slots=True)
class Break:
    table: int
    reason: Reason


def next_to_break(floor: Floor, published: Sequence[int] = ()) -> Break | None:
    """The table to break now; None while the players do not fit the others. Nobody who is pinned or on the way is made to leave."""
    tables = floor.settled()
    unseated = sum(table.seats - len(table.players) for table in tables)
    if len(tables) < 2 or unseated < min(table.seats for table in tables):
        return None
    able = [table for table in tables if unseated >= table.seats and all(map(floor.may_move, table.players.values()))]
    if not able:
        return None
    if published:
        numbers = {table.number for table in able}
        return next((Break(number, Reason.PUBLISHED_ORDER) for number in published if number in numbers), None)
    smallest = min(len(table.players) for table in able)
    equals = [(_moves_so_far(floor, table), table.number) for table in able if len(table.players) == smallest]
    fewest = min(moves for moves, _ in equals)
    least = [number for moves, number in equals if moves == fewest]
    if len(equals) == 1:
        return Break(least[0], Reason.SMALLEST)
    return Break(least[0], Reason.MOVED_LEAST if len(least) == 1 else Reason.TABLE_ORDER)


def _moves_so_far(floor: Floor, table: Table) -> tuple[int, int]:
    """Of the player moved most, then of all: nobody should be the one who is moved each time."""
    moves = [floor.moved.get(entry, 0) for entry in table.players.values()]
    return max(moves, default=0), sum(moves)


def break_table(floor: Floor, number: int, seed: bytes) -> Plan:
    """New seats for everybody at the table, with the least change of distance that leaves the others as equal as can be."""
    tables = floor.settled()
    broken = next((table for table in tables if table.number == number), None)
    if broken is None:
        raise UnknownTable(f"no table {number}")
    if not all(map(floor.may_move, broken.players.values())):
        raise CannotLeave(f"somebody at table {number} is pinned or on the way")
    others = [table for table in tables if table.number != number]
    sizes = [len(table.players) for table in others]
    leaving = len(broken.players)
    if leaving > sum(table.seats for table in others) - sum(sizes):
        raise NoRoomElsewhere(f"the {leaving} players of table {number} do not fit the others")
    if not leaving:
        return Plan()
    aims = targets(others, sizes, sum(sizes) + leaving)
    receivers = [
        Quota(table, least - size, most - size)
        for table, size, (least, most) in zip(others, sizes, aims, strict=True)
        if most > size
    ]
    return reseat(floor, [Quota(broken, leaving, leaving)], receivers, leaving, Stream(seed, f"break {number}").below)
