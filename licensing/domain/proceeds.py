"""Where the money goes, to the cent: what came in, what may be spent, and what is left for charity.

Entry-fee revenue and gross proceeds are two bases, and never mixed: expenses are a share of the first, prizes and charity of the
second. The same figures serve a plan and what really happened.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Self

from licensing.domain import parameters
from licensing.domain.money import Money
from licensing.domain.terms import Terms

NOTHING = Money(0)


class PrizeKind(StrEnum):
    CASH = "cash"
    PURCHASED = "purchased"
    DONATED = "donated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    kind: PrizeKind
    amount: Money  # the cash, or what it cost: nothing for a donated one
    retail: Money | None = None
    player: str | None = None

    @property
    def counted(self) -> Money:
        """What it weighs against the ceiling: a bargain weighs its retail value, a gift nothing."""
        if self.kind is PrizeKind.PURCHASED and self.retail is not None:
            return max(self.amount, self.retail)
        return self.paid

    @property
    def paid(self) -> Money:
        """What leaves the account."""
        return NOTHING if self.kind is PrizeKind.DONATED else self.amount


@dataclass(frozen=True, slots=True)
class Takings:
    entry_fees: Money
    rebuys: Money

    @classmethod
    def of(cls, *, entry_fee: Money, entries: int, rebuy_price: Money | None, rebuys: int) -> Self:
        return cls(entry_fee * entries, (rebuy_price or NOTHING) * rebuys)

    @property
    def gross(self) -> Money:
        return self.entry_fees + self.rebuys

    def __add__(self, other: Self) -> Self:
        return type(self)(self.entry_fees + other.entry_fees, self.rebuys + other.rebuys)


NO_TAKINGS = Takings(NOTHING, NOTHING)


@dataclass(frozen=True, slots=True)
class Ceilings:
    """What the Terms allow of the takings. `charity` is a minimum; `single_prize` is for one player if prizes are given in full."""

    expenses: Money
    prizes: Money
    charity: Money
    single_prize: Money | None


def ceilings(takings: Takings, terms: Terms) -> Ceilings:
    prizes = takings.gross.at_most(terms[parameters.PRIZE_SHARE])
    return Ceilings(
        expenses=takings.entry_fees.at_most(terms[parameters.EXPENSE_SHARE]),
        prizes=prizes,
        charity=takings.gross.at_least(terms[parameters.CHARITY_SHARE]),
        single_prize=most_for_one(prizes, terms),
    )


def most_for_one(prizes: Money, terms: Terms) -> Money | None:
    """The most that one player may receive of so much in prizes; None where the edition does not limit it."""
    limits = []
    if parameters.SINGLE_PRIZE_SHARE in terms:
        limits.append(prizes.at_most(terms[parameters.SINGLE_PRIZE_SHARE]))
    if parameters.SINGLE_PRIZE_CAP in terms:
        limits.append(terms[parameters.SINGLE_PRIZE_CAP])
    return min(limits, default=None)


@dataclass(frozen=True, slots=True)
class Split:
    """Where the takings go. `prizes` are counted as the Terms count them, and `paid` is what they cost, which may be less;
    `donated` is the retail value of what was given, for the record.
    """

    takings: Takings
    expenses: Money
    prizes: Money
    paid: Money
    donated: Money
    ceilings: Ceilings

    @property
    def charity(self) -> Money:
        """All that is not spent: room left for expenses is the charity's, and so is what a bargain saved."""
        return self.takings.gross - self.expenses - self.paid

    @property
    def room_for_expenses(self) -> Money:
        return self.ceilings.expenses - self.expenses

    @property
    def room_for_prizes(self) -> Money:
        return self.ceilings.prizes - self.prizes

    @property
    def expense_share(self) -> Fraction | None:
        return self.expenses.share_of(self.takings.entry_fees)

    @property
    def prize_share(self) -> Fraction | None:
        return self.prizes.share_of(self.takings.gross)

    @property
    def charity_share(self) -> Fraction | None:
        return self.charity.share_of(self.takings.gross)


def split(takings: Takings, *, expenses: Money, prizes: Iterable[Prize], terms: Terms) -> Split:
    """Of one tournament."""
    prizes = list(prizes)
    return Split(
        takings=takings,
        expenses=expenses,
        prizes=sum((prize.counted for prize in prizes), NOTHING),
        paid=sum((prize.paid for prize in prizes), NOTHING),
        donated=sum((prize.retail or NOTHING for prize in prizes if prize.kind is PrizeKind.DONATED), NOTHING),
        ceilings=ceilings(takings, terms),
    )


def whole(splits: Iterable[Split], terms: Terms) -> Split:
    """Of a licence: expenses are held to all its entry fees, but prizes to the ceilings of its tournaments one by one."""
    splits = list(splits)
    takings = sum((each.takings for each in splits), NO_TAKINGS)
    allowed = ceilings(takings, terms)
    return Split(
        takings=takings,
        expenses=sum((each.expenses for each in splits), NOTHING),
        prizes=sum((each.prizes for each in splits), NOTHING),
        paid=sum((each.paid for each in splits), NOTHING),
        donated=sum((each.donated for each in splits), NOTHING),
        ceilings=Ceilings(
            expenses=allowed.expenses,
            prizes=sum((each.ceilings.prizes for each in splits), NOTHING),  # each rounded down on its own
            charity=allowed.charity,
            single_prize=None,  # of one tournament's prizes, not of a licence's
        ),
    )
