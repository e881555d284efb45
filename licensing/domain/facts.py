"""What is known of a licence and its tournaments, as the rules read it.

The same shape holds a plan and what really happened: a rule does not care which. Every field may be None, which means
"not known", and a rule that misses a fact says unknown, never met. Where a rule is about many people or tickets, the fact is
the worst of them (the youngest player, the most re-buys of one player), so that an evening of 400 costs no more than one of 4,
and so that a sale can be judged before it is made: `replace(facts, players=facts.players + 1)`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from licensing.domain.calendar import MONCTON, instant
from licensing.domain.money import Money
from licensing.domain.proceeds import Prize, Takings

INSTANTS = ("starts_at", "licensed_end", "started_at", "last_hand_at", "ended_at", "last_sale_at")


class VenueOwner(StrEnum):
    LICENSEE = "licensee"
    MUNICIPAL = "municipal"
    NON_COMMERCIAL = "non_commercial"
    COMMERCIAL = "commercial"


@dataclass(frozen=True, slots=True)
class Expense:
    """An expense under the name of its line on the application."""

    line: str
    amount: Money


@dataclass(frozen=True, slots=True)
class Move:
    """How far a moved player went, counted in hands from the big blind, and the best that any open seat allowed."""

    displacement: int
    best: int


@dataclass(frozen=True, slots=True)
class Finish:
    """One player's place. `hand` numbers eliminations in order of time; None is a player still in at the end of play."""

    player: str
    place: int
    hand: int | None
    chips: int  # at the start of the hand of elimination, or at the end of play


@dataclass(frozen=True, slots=True)
class Amendment:
    requested_on: date
    effective_on: date


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentFacts:
    number: int = 1
    # When
    starts_at: datetime | None = None
    licensed_end: datetime | None = None
    started_at: datetime | None = None
    last_hand_at: datetime | None = None  # when the last hand began: it is played out
    ended_at: datetime | None = None
    cancelled_with_refunds: bool = False
    # What a player pays and gets
    entry_fee: Money | None = None
    entry_chips: int | None = None
    rebuy_offered: bool | None = None
    rebuy_price: Money | None = None
    rebuy_chips: int | None = None
    fees_paid: frozenset[Money] | None = None
    chips_given: frozenset[int] | None = None
    payment_methods: frozenset[str] | None = None
    unpaid_tickets: int | None = None
    # Who
    players: int | None = None
    most_rebuys: int | None = None
    youngest_age: int | None = None  # of all who play, work or attend, on the day of the ticket or of the event, the earlier
    tickets_without_identification: int | None = None
    entered_without_second_check: int | None = None
    last_sale_at: datetime | None = None
    staff_who_play: int | None = None
    # The director
    directors_named: int | None = None
    director_age: int | None = None
    director_is_volunteer_member: bool | None = None
    director_deals_or_manages: bool | None = None
    # The venue
    venue_owner: VenueOwner | None = None
    rent: Money | None = None
    rent_is_a_share: bool | None = None
    # Money
    takings: Takings | None = None
    gross_declared: Money | None = None
    expenses: tuple[Expense, ...] | None = None
    prizes: tuple[Prize, ...] | None = None
    prizes_without_proof: int | None = None
    entries_as_prizes: int | None = None
    deposited_on: date | None = None
    paid_otherwise_than_by_cheque: int | None = None
    # The floor
    tables: int | None = None
    table_sizes: tuple[int, ...] | None = None
    dealers: int | None = None
    managers: int | None = None
    moves: tuple[Move, ...] | None = None
    chips_issued: int | None = None
    chips_in_play: int | None = None
    odd_chips_awarded: int | None = None
    seated_without_chips: int | None = None
    players_left: int | None = None
    finishes: tuple[Finish, ...] | None = None
    # What the world's calendar says
    holidays: frozenset[date] | None = None

    def __post_init__(self) -> None:
        """Instants are kept in UTC: two times on the wall cannot be compared in the night that the clocks change."""
        for name in INSTANTS:
            moment = getattr(self, name)
            if moment is not None:
                object.__setattr__(self, name, instant(moment))

    @property
    def day(self) -> date | None:
        """The day the tournament begins, where it is held."""
        return self.starts_at.astimezone(MONCTON).date() if self.starts_at else None

    @property
    def begins(self) -> datetime | None:
        """When it began, or while it has not, when it is to begin."""
        return self.started_at or self.starts_at

    @property
    def spent(self) -> Money | None:
        return None if self.expenses is None else sum((expense.amount for expense in self.expenses), Money(0))

    @property
    def counted_prizes(self) -> Money | None:
        return None if self.prizes is None else sum((prize.counted for prize in self.prizes), Money(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class LicenceFacts:
    today: date | None = None
    tournaments: tuple[TournamentFacts, ...] = ()
    # The organisation
    eligible: bool | None = None
    suspended_on: date | None = None
    suspension_lifted_on: date | None = None
    other_dates: tuple[date, ...] | None = None  # of the tournaments on its other licences
    # The file
    filed_on: date | None = None
    approved_on: date | None = None
    expires_on: date | None = None
    cancelled_on: date | None = None
    fees_paid: Money | None = None
    designated_language: str | None = None
    house_rules: frozenset[str] | None = None  # the subjects that they settle
    house_rules_ranking: tuple[str, ...] | None = None  # of hands, where they state one
    advertised_on: date | None = None
    advertisement: frozenset[str] | None = None  # what it states
    amendments: tuple[Amendment, ...] | None = None
    # Money
    approved_expenses: Mapping[str, Money] | None = None
    paid_to_charity: Money | None = None
    separate_account: bool | None = None
    # The end
    reports_filed: frozenset[str] | None = None
    reports_filed_on: date | None = None
    reports_accepted_on: date | None = None
    records_deleted_on: date | None = None
    holidays: frozenset[date] | None = None

    @property
    def held(self) -> tuple[TournamentFacts, ...]:
        """Those that count: one cancelled before its start, with refunds, does not (position of 2.5)."""
        return tuple(tournament for tournament in self.tournaments if not tournament.cancelled_with_refunds)

    @property
    def days(self) -> tuple[date, ...] | None:
        """The days of the tournaments that count, in order; None while one of them has no date."""
        days = [tournament.day for tournament in self.held]
        return None if not days or None in days else tuple(sorted(day for day in days if day))
