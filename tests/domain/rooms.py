"""Rooms for the tests of balancing and breaking."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from hypothesis import strategies as st

from tournaments.domain.reseating import Floor, Move, Plan
from tournaments.domain.tables import EntryId, Table


def table(number: int, *occupied: int, seats: int = 10, big_blind: int | None = 1) -> Table:
    """Entry 203 sits at table 2, seat 3."""
    return Table(number, seats, {seat: EntryId(100 * number + seat) for seat in occupied}, big_blind)


def room_of(*sizes: int, seats: int = 10) -> list[Table]:
    return [table(number, *range(1, size + 1), seats=seats) for number, size in enumerate(sizes, start=1)]


@st.composite
def floors(
    draw: st.DrawFn, tables: tuple[int, int] = (1, 8), seats: tuple[int, int] = (2, 10), same_seats: bool = True, pins: int = 0
) -> Floor:
    """Any room: also with unknown buttons, uneven tables and earlier moves."""
    width = draw(st.integers(*seats))
    room = []
    for number in range(1, draw(st.integers(*tables)) + 1):
        wide = width if same_seats else draw(st.integers(*seats))
        occupied = draw(st.sets(st.integers(1, wide)))
        room.append(table(number, *sorted(occupied), seats=wide, big_blind=draw(st.none() | st.integers(1, wide))))
    everybody = [entry for one in room for entry in one.players.values()]
    moved = {entry: draw(st.integers(0, 3)) for entry in everybody}
    pinned = draw(st.sets(st.sampled_from(everybody), max_size=pins)) if pins and everybody else set()
    return Floor(draw(st.permutations(room)), moved, frozenset(pinned))


def after(tables: Sequence[Table], moves: Sequence[Move]) -> list[Table]:
    """The tables once the moves are made; a seat that is not left, or not free, is an error."""
    players = {one.number: dict(one.players) for one in tables}
    for move in moves:
        assert players[move.origin.table].pop(move.origin.number) == move.entry
    for move in moves:
        assert move.target.number not in players[move.target.table]
        players[move.target.table][move.target.number] = move.entry
    return [replace(one, players=players[one.number]) for one in tables]


def sizes(tables: Sequence[Table]) -> list[int]:
    return [len(one.players) for one in tables]


def fewest_moves(counts: Sequence[int]) -> int:
    """The formula of the rules of the floor."""
    players, tables = sum(counts), len(counts)
    high, low = -(-players // tables), players // tables
    return max(sum(max(0, count - high) for count in counts), sum(max(0, low - count) for count in counts))


def merits(plan: Plan, order: Mapping[int, int]) -> tuple[int, ...]:
    """What plans are compared by, the greatest first."""
    return (
        sum(move.change is None for move in plan.moves),
        plan.change,
        sum(move.earlier for move in plan.moves),
        sum(move.before or 0 for move in plan.moves),
        sum(order[move.origin.table] for move in plan.moves),
    )
