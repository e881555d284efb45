"""Room and a naive model side by side, through random acts and undos. The model knows only who sits where, and is worked out anew
from the whole list each time; the room goes on from where it was.
"""

from contextlib import suppress
from dataclasses import dataclass, field

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.domain.floor import REBUYS, Evening, bust
from tournaments.domain.acts import (
    Act,
    Arrived,
    Busted,
    Method,
    MovesAccepted,
    MovesOffered,
    PlannedMove,
    Rebought,
    RebuyDeclined,
    Undone,
)
from tournaments.domain.journal import fold
from tournaments.domain.refusals import Refused
from tournaments.domain.room import Phase, Status
from tournaments.domain.tables import EntryId, Seat

TABLES, SEATED = 3, 4
PLAYERS = TABLES * SEATED
players = st.integers(1, PLAYERS).map(EntryId)
seats = st.builds(Seat, st.integers(1, TABLES), st.integers(1, 10))


@dataclass
class Model:
    """Everybody's seat; None is out."""

    seats: dict[int, Seat | None] = field(
        default_factory=lambda: {n: Seat((n - 1) // SEATED + 1, (n - 1) % SEATED + 1) for n in range(1, PLAYERS + 1)}
    )
    pending: set[int] = field(default_factory=set)
    rebought: set[int] = field(default_factory=set)
    going: dict[int, Seat] = field(default_factory=dict)
    offers: dict[int, MovesOffered] = field(default_factory=dict)

    @classmethod
    def of(cls, acts: list[tuple[int, Act]]) -> "Model":
        undone: set[int] = set()
        for sequence, act in reversed(acts):
            if isinstance(act, Undone) and sequence not in undone:
                undone.add(act.act)
        model = cls()
        for sequence, act in acts:
            if sequence not in undone:
                model.see(sequence, act)
        return model

    def see(self, sequence: int, act: Act) -> None:
        match act:
            case Busted(entry=entry):
                self.going.pop(entry, None)
                if entry in self.rebought:
                    self.seats[entry] = None
                else:
                    self.pending.add(entry)
            case Rebought(entry=entry):
                self.pending.discard(entry)
                self.rebought.add(entry)
            case RebuyDeclined(entry=entry):
                self.pending.discard(entry)
                self.seats[entry] = None
            case MovesOffered():
                self.offers[sequence] = act
            case MovesAccepted(offer=offer):
                for move in self.offers[offer].moves:
                    if self.seats[move.entry] and move.entry not in self.pending:
                        self.going[move.entry] = move.target
            case Arrived(entry=entry):
                self.seats[entry] = self.going.pop(entry)


class Floor(RuleBasedStateMachine):
    @initialize()
    def open_the_doors(self) -> None:
        self.evening = Evening(rebuys=REBUYS).seat(*([SEATED] * TABLES)).start()
        self.first = len(self.evening.journal)

    def attempt(self, act: Act) -> None:
        with suppress(Refused):  # nothing has changed: the invariants see to that
            self.evening.do(act)

    @rule(entry=players)
    def busts(self, entry: EntryId) -> None:
        self.attempt(bust(entry))

    @rule(entry=players)
    def buys_back(self, entry: EntryId) -> None:
        self.attempt(Rebought(entry, Method.CASH))

    @rule(entry=players)
    def declines(self, entry: EntryId) -> None:
        self.attempt(RebuyDeclined(entry))

    @rule(entry=players, to=seats)
    def is_asked_to_move(self, entry: EntryId, to: Seat) -> None:
        seat = self.evening.room.players[entry].seat
        if seat:
            self.attempt(MovesOffered((PlannedMove(entry, seat, to),), None))

    @rule()
    def accepts(self) -> None:
        if self.evening.room.offer:
            self.attempt(MovesAccepted(self.evening.room.offer[0]))

    @rule(entry=players)
    def arrives(self, entry: EntryId) -> None:
        self.attempt(Arrived(entry))

    @rule(back=st.integers(0, 6))
    def somebody_undoes(self, back: int) -> None:
        target = len(self.evening.journal) - back
        if target > self.first:
            self.attempt(Undone(target))

    @invariant()
    def room_and_model_agree(self) -> None:
        if not hasattr(self, "evening"):
            return
        room = self.evening.room
        model = Model.of([(written.sequence, written.act) for written in self.evening.journal[self.first :]])
        assert {entry: player.seat for entry, player in room.players.items()} == model.seats
        assert {player.entry for player in room.with_status(Status.PENDING)} == model.pending
        assert {player.entry for player in room.players.values() if player.rebought} == model.rebought
        if room.phase is Phase.PLAYING:
            assert {entry: move.target for entry, move in room.under_way.items()} == model.going

    @invariant()
    def what_must_always_hold_holds(self) -> None:
        if not hasattr(self, "evening"):
            return
        room = self.evening.room
        sitting = {Seat(table.number, number): entry for table in room.tables.values() for number, entry in table.players.items()}
        assert {entry: seat for seat, entry in sitting.items()} == {
            player.entry: player.seat for player in room.players.values() if player.seat
        }
        assert room.ledger.expected == 1000 * (PLAYERS + sum(player.rebought for player in room.players.values()))
        assert len(room.ranking().places) == PLAYERS
        again = fold(self.evening.setup, self.evening.journal)
        assert (again.players, again.tables, again.busts) == (room.players, room.tables, room.busts)


Floor.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestFloor = Floor.TestCase
