"""The room: everything that is so, as the fold of everything that was done. No room is ever changed: an act gives the next one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from licensing.domain.house_rules import NO_REBUYS, RebuyProcess
from tournaments.domain.acts import Act, MovesOffered, PlannedMove
from tournaments.domain.chips import ChipLedger
from tournaments.domain.clock import Clock
from tournaments.domain.ranking import Bust, Ranking, rank
from tournaments.domain.tables import EntryId, Seat, Table


class Phase(StrEnum):
    OPEN = "open"  # tickets are sold, doors are open
    PLAYING = "playing"
    ENDED = "ended"
    SETTLED = "settled"


class Status(StrEnum):
    SOLD = "sold"
    PRESENT = "present"
    IN = "in"
    PENDING = "pending"
    OUT = "out"
    VOIDED = "voided"


@dataclass(frozen=True, slots=True)
class Player:
    entry: EntryId
    status: Status = Status.SOLD
    seat: Seat | None = None
    pinned: Seat | int | None = None  # to a seat, or to a table
    rebought: bool = False
    moved: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What the licence and the House Rules fix before anything is done."""

    max_players: int
    seats_per_table: int
    entry_chips: int
    rebuy_chips: int = 0
    rebuys: RebuyProcess = NO_REBUYS
    clock: Clock


@dataclass(frozen=True, slots=True)
class Written:
    """An act with its place in the journal."""

    sequence: int
    act: Act
    at: datetime


@dataclass(frozen=True, slots=True)
class Room:
    setup: Setup
    clock: Clock
    sequence: int = 0
    phase: Phase = Phase.OPEN
    players: Mapping[EntryId, Player] = field(default_factory=dict)
    tables: Mapping[int, Table] = field(default_factory=dict)
    commitment: str | None = None
    seed: str | None = None
    busts: tuple[Bust, ...] = ()
    busted_at: Mapping[EntryId, datetime] = field(default_factory=dict)  # of those pending
    round: int = 1  # of hand for hand
    offer: tuple[int, MovesOffered] | None = None
    under_way: Mapping[EntryId, PlannedMove] = field(default_factory=dict)
    closing: frozenset[int] = frozenset()  # tables that break once their players have arrived elsewhere
    ledger: ChipLedger = field(default_factory=ChipLedger)
    counts: Mapping[int, int] = field(default_factory=dict)  # chips counted, by table
    stacks: Mapping[EntryId, int] | None = None  # at time

    def with_status(self, *statuses: Status) -> list[Player]:
        return [player for player in self.players.values() if player.status in statuses]

    @property
    def promised(self) -> dict[Seat, EntryId]:
        """Seats that a move offered or under way will fill."""
        moves = (*self.under_way.values(), *(self.offer[1].moves if self.offer else ()))
        return {move.target: move.entry for move in moves}

    def ranking(self) -> Ranking:
        seated = [player.entry for player in self.with_status(Status.IN, Status.PENDING, Status.OUT)]
        open_round = self.round if self.clock.hand_for_hand and self.phase is Phase.PLAYING else None
        return rank(seated, self.busts, open_round=open_round, counts=self.stacks)


def opened(setup: Setup) -> Room:
    return Room(setup, setup.clock)
