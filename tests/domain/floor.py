"""An evening to try things in: a room that acts are done to, one after the other, as a director would."""

from datetime import UTC, datetime, timedelta

from licensing.domain.house_rules import NO_REBUYS, Level, RebuyProcess, Schedule
from licensing.terms import terms_of
from tournaments.domain import clock
from tournaments.domain.acts import (
    Act,
    Busted,
    CheckedIn,
    EntrySold,
    Method,
    Placing,
    SeatsDrawn,
    TableSize,
    TablesSet,
    Undone,
)
from tournaments.domain.clock_acts import ClockStarted
from tournaments.domain.journal import apply, undo
from tournaments.domain.room import Room, Setup, Written, opened
from tournaments.domain.tables import EntryId, Seat

SEVEN = datetime(2026, 11, 21, 23, 0, tzinfo=UTC)  # in the evening, in Moncton
MIDNIGHT = SEVEN + timedelta(hours=5)
LEVELS = Schedule((Level(25, 50, 0, 20), Level(50, 100, 0, 20), Level(100, 200, 0, 20)))
REBUYS = RebuyProcess(until_level=2, seconds=120)


def setup(*, rebuys: RebuyProcess = NO_REBUYS, max_players: int = 400) -> Setup:
    return Setup(
        max_players=max_players,
        seats_per_table=10,
        entry_chips=1000,
        rebuy_chips=1000 if rebuys.offered else 0,
        rebuys=rebuys,
        clock=clock.new(LEVELS, starts_at=SEVEN, licensed_end=MIDNIGHT, terms=terms_of("2009-11")),
    )


class Evening:
    """`do` writes an act down and returns its number; a refusal leaves everything as it was."""

    def __init__(self, *, rebuys: RebuyProcess = NO_REBUYS, max_players: int = 400) -> None:
        self.setup = setup(rebuys=rebuys, max_players=max_players)
        self.room: Room = opened(self.setup)
        self.journal: list[Written] = []
        self.now = SEVEN - timedelta(hours=1)

    def do(self, *acts: Act) -> int:
        for act in acts:
            written = Written(len(self.journal) + 1, act, self.now)
            if isinstance(act, Undone):
                self.room = undo(self.setup, self.journal, written)
            else:
                self.room = apply(self.room, written)
            self.journal.append(written)
        return len(self.journal)

    def seat(self, *sizes: int, seats: int = 10) -> "Evening":
        """Players 1, 2, 3 … at tables 1, 2, 3 …, in the seats 1, 2, 3 …"""
        self.do(TablesSet(tuple(TableSize(number, seats) for number in range(1, len(sizes) + 1))))
        places = [Seat(table, number) for table, size in enumerate(sizes, 1) for number in range(1, size + 1)]
        for entry, place in enumerate(places, 1):
            self.do(sold(entry), CheckedIn(EntryId(entry)), SeatsDrawn((Placing(EntryId(entry), place),), by_hand=True))
        return self

    def start(self) -> "Evening":
        self.now = SEVEN
        self.do(ClockStarted())
        return self


def sold(entry: int) -> EntrySold:
    return EntrySold(EntryId(entry), Method.CASH)


def bust(entry: int, *, same_hand_as: int | None = None, stack: int | None = None) -> Busted:
    return Busted(EntryId(entry), same_hand_as, stack)
