"""One plan for the whole room that makes the tables equal again (clauses 10.3, 10.4, 10.5), and the halt board (TDA 11D).

The plan has the fewest moves there can be: as many as the tables that are too full have too many, or those that are too short
lack, whichever is more. Which players and which seats: see `reseating`. A plan is a proposal; the director decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.domain.button import refuse_impossible
from tournaments.domain.reseating import Floor, Plan, Quota, reseat
from tournaments.domain.tables import Table

# TDA 11D: a table as many players short of the fullest does not play on without its big blind.
HALTS_WHEN_SHORT = 3


def targets(tables: Sequence[Table], staying: Sequence[int], players: int) -> list[tuple[int, int]]:
    """The least and the most that each table ends with: as equal as can be, never under those who stay nor over its seats."""

    def filled(level: int) -> list[int]:
        return [min(max(level, stay), table.seats) for table, stay in zip(tables, staying, strict=True)]

    # The highest level that is not too high.
    low, high = 0, max(table.seats for table in tables)
    while low < high:
        level = (low + high + 1) // 2
        low, high = (level, high) if sum(filled(level)) <= players else (low, level - 1)
    least = filled(low)
    return list(zip(least, filled(low + 1) if sum(least) < players else least, strict=True))


def balance(floor: Floor) -> Plan:
    """The plan for the room; empty when the tables are as equal as can be."""
    tables = floor.settled()
    sizes = [len(table.players) for table in tables]
    if not sizes or max(sizes) - min(sizes) <= 1:
        return Plan()
    staying = [sum(not floor.may_move(entry) for entry in table.players.values()) for table in tables]
    room = list(zip(tables, sizes, targets(tables, staying, sum(sizes)), strict=True))
    over = sum(max(0, size - most) for _, size, (_, most) in room)
    under = sum(max(0, least - size) for _, size, (least, _) in room)
    givers, receivers = [], []
    for table, size, (least, most) in room:
        # On the side that decides the number of moves no table gives or takes more than it must.
        if size > (least if under > over else most):
            givers.append(Quota(table, max(0, size - most), size - (least if under > over else most)))
        elif size < (most if over > under else least):
            receivers.append(Quota(table, max(0, least - size), (most if over > under else least) - size))
    return reseat(floor, givers, receivers, max(over, under)) if givers else Plan()


@dataclass(frozen=True, slots=True)
class Halt:
    """A table that stops. `big_blind` is the empty seat where the next one would fall; None where no button is known: ask."""

    table: int
    short: int
    big_blind: int | None


def halt_board(tables: Sequence[Table]) -> tuple[Halt, ...]:
    """Tables three or more short of the fullest whose next big blind falls on an empty seat, in published order."""
    refuse_impossible(tables)
    fullest = max((len(table.players) for table in tables), default=0)
    halts = []
    for table in tables:
        short = fullest - len(table.players)
        seat = None if table.big_blind is None else table.big_blind % table.seats + 1
        if short >= HALTS_WHEN_SHORT and seat not in table.players:
            halts.append(Halt(table.number, short, seat))
    return tuple(halts)
