"""A whole evening played by chance: for training, and as our proof that everything fits together.

Hands are played in turns, each table one: somebody may lose all chips to a neighbour, now and then two or three at once, some buy
back, and sometimes a wrong tap is undone. After each turn the room is put right by plans, as a director would.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from math import ceil, floor
from random import Random

from tournaments.domain.acts import (
    Act,
    Arrived,
    BigBlindSet,
    Busted,
    CheckedIn,
    DrawCommitted,
    DrawRevealed,
    EntrySold,
    Method,
    MovesAccepted,
    MovesOffered,
    Pinned,
    Placing,
    PlannedMove,
    Rebought,
    RebuyDeclined,
    SeatsDrawn,
    TableSize,
    TablesSet,
    Undone,
)
from tournaments.domain.balancing import balance
from tournaments.domain.breaking import break_table, next_to_break
from tournaments.domain.button import clockwise
from tournaments.domain.chips import Count, reconcile
from tournaments.domain.clock_acts import ClockStarted
from tournaments.domain.draw import commit, draw
from tournaments.domain.journal import apply, undo
from tournaments.domain.reseating import Floor, Plan
from tournaments.domain.room import Phase, Room, Setup, Status, Written, opened
from tournaments.domain.tables import EntryId, Table

BUSTS_A_TURN = 2.2  # in a full room; fewer as players get fewer
TWO_AT_ONCE = 0.08
BUYS_BACK = 0.55
WRONG_TAP = 0.03
TURN = timedelta(seconds=90)


@dataclass
class Rehearsal:
    """What happened, and the figures that it is measured by."""

    setup: Setup
    rng: Random
    now: datetime
    journal: list[Written] = field(default_factory=list)
    stacks: dict[EntryId, int] = field(default_factory=dict)
    blinds: dict[int, int] = field(default_factory=dict)  # the seat of the last big blind, as the dealers know it
    pinned: frozenset[EntryId] = frozenset()
    balance_changes: list[int] = field(default_factory=list)
    break_changes: list[int] = field(default_factory=list)
    forced_minimum: int = 0
    worst_spread: int = 0
    undos: int = 0

    def __post_init__(self) -> None:
        self.room: Room = opened(self.setup)

    def do(self, act: Act) -> int:
        written = Written(len(self.journal) + 1, act, self.now)
        self.room = undo(self.setup, self.journal, written) if isinstance(act, Undone) else apply(self.room, written)
        self.journal.append(written)
        return written.sequence


def rehearse(setup: Setup, *, players: int, pins: int, rng: Random) -> Rehearsal:
    """From the first ticket to the last hand."""
    evening = Rehearsal(setup, rng, setup.clock.limits.starts_at - timedelta(hours=1))
    _seat_everybody(evening, players, pins)
    while evening.room.phase is Phase.PLAYING:
        evening.now += TURN
        _play_a_turn(evening)
        if evening.room.phase is Phase.PLAYING:
            _put_the_room_right(evening)
    return evening


def _seat_everybody(evening: Rehearsal, players: int, pins: int) -> None:
    seats, rng = evening.setup.seats_per_table, evening.rng
    evening.do(TablesSet(tuple(TableSize(number, seats) for number in range(1, ceil(players / seats) + 1))))
    seed = rng.randbytes(32)
    evening.do(DrawCommitted(commit(seed)))
    entries = [EntryId(number) for number in range(1, players + 1)]
    for entry in entries:
        evening.do(EntrySold(entry, rng.choice([Method.CASH, Method.DEBIT])))
    rng.shuffle(entries)
    for entry in entries:
        evening.do(CheckedIn(entry))
    drawn = draw(entries, evening.room.tables.values(), seed)
    evening.do(SeatsDrawn(tuple(Placing(entry, seat) for entry, seat in drawn.seats.items()), by_hand=False))
    # All at one table: nobody makes them leave it, so it is the last to be left.
    for entry in list(evening.room.tables[1].players.values())[:pins]:
        evening.do(Pinned(entry, 1, None))
        evening.pinned |= {entry}
    evening.stacks = dict.fromkeys(entries, evening.setup.entry_chips)
    evening.blinds = {table.number: rng.choice(list(table.players)) for table in evening.room.tables.values()}
    evening.now = evening.setup.clock.limits.starts_at
    evening.do(ClockStarted())
    evening.do(DrawRevealed(seed.hex()))


def _play_a_turn(evening: Rehearsal) -> None:
    room, rng = evening.room, evening.rng
    tables = [table for table in room.tables.values() if len(table.players) > 1]
    chance = min(1.0, BUSTS_A_TURN / len(room.tables)) if len(room.tables) > 1 else 0.25
    for table in tables:
        order = clockwise(_with_blind(table, evening.blinds[table.number]))
        evening.blinds[table.number] = order[0] if order else evening.blinds[table.number]
        if rng.random() < chance and evening.room.phase is Phase.PLAYING:
            _somebody_busts(evening, table.number)


def _somebody_busts(evening: Rehearsal, number: int) -> None:
    rng = evening.rng
    sitting = sorted(evening.room.tables[number].players.values())
    winner = rng.choice(sitting)
    losers = [entry for entry in sitting if entry != winner]
    count = min(len(losers), 1 if rng.random() > TWO_AT_ONCE else rng.choice([2, 2, 3]))
    first = None
    for loser in rng.sample(losers, count):
        if rng.random() < WRONG_TAP:
            wrong = evening.do(Busted(rng.choice([entry for entry in losers if evening.stacks[entry]]), first, None))
            evening.do(Undone(wrong))
            evening.undos += 1
        act = evening.do(Busted(loser, first, evening.stacks[loser]))
        first = first or act
        evening.stacks[winner] += evening.stacks[loser]
        evening.stacks[loser] = 0
    for loser in [player.entry for player in evening.room.with_status(Status.PENDING)]:
        if rng.random() < BUYS_BACK:
            evening.do(Rebought(loser, Method.CASH))
            evening.stacks[loser] = evening.setup.rebuy_chips
        else:
            evening.do(RebuyDeclined(loser))


def _put_the_room_right(evening: Rehearsal) -> None:
    """Breaking comes before balancing: a table that goes needs no balance."""
    while breaking := next_to_break(_floor(evening)):
        plan = break_table(_floor(evening), breaking.table, evening.rng.randbytes(32))
        evening.forced_minimum += len(evening.room.tables[breaking.table].players)
        evening.break_changes += _carry_out(evening, plan, breaking.table)
    evening.forced_minimum += fewest_moves([len(table.players) for table in evening.room.tables.values()])
    evening.balance_changes += _carry_out(evening, balance(_floor(evening)), None)
    sizes = [len(table.players) for table in evening.room.tables.values()]
    evening.worst_spread = max(evening.worst_spread, max(sizes) - min(sizes))


def fewest_moves(sizes: list[int]) -> int:
    """What no plan can do with fewer moves, for tables that are to differ by one player at most."""
    most, least = ceil(sum(sizes) / len(sizes)), floor(sum(sizes) / len(sizes))
    return max(sum(max(0, size - most) for size in sizes), sum(max(0, least - size) for size in sizes))


def _floor(evening: Rehearsal) -> Floor:
    tables = [_with_blind(table, evening.blinds[table.number]) for _, table in sorted(evening.room.tables.items())]
    return Floor(tables, {player.entry: player.moved for player in evening.room.players.values()}, evening.pinned)


def _with_blind(table: Table, seat: int) -> Table:
    return replace(table, big_blind=seat)


def _carry_out(evening: Rehearsal, plan: Plan, breaks: int | None) -> list[int]:
    if not plan.moves:
        return []
    concerned = {seat.table for move in plan.moves for seat in (move.origin, move.target)}
    for number in sorted(concerned):
        evening.do(BigBlindSet(number, evening.blinds[number]))
    moves = tuple(PlannedMove(move.entry, move.origin, move.target) for move in plan.moves)
    evening.do(MovesAccepted(evening.do(MovesOffered(moves, breaks))))
    for move in moves:
        evening.do(Arrived(move.entry))
    return [move.change for move in plan.moves if move.change is not None]


# What is measured ---------------------------------------------------------------------------------------------------------
def moves_of(evening: Rehearsal) -> Iterator[int]:
    return (player.moved for player in evening.room.players.values())


def chips_add_up(evening: Rehearsal) -> bool:
    """The stacks as the players hold them, counted table by table, against what was issued."""
    room = evening.room
    counts = {
        number: sum(evening.stacks[entry] for entry in table.players.values())
        for number, table in room.tables.items()
        if table.players
    }
    return reconcile(room.ledger, counts, tables=list(counts)).finding is Count.AGREES
