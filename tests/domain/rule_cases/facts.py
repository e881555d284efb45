"""What a case is, and short ways to write the facts of one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar

from licensing.domain.calendar import MONCTON
from licensing.domain.facts import Expense, LicenceFacts, TournamentFacts
from licensing.domain.money import Money
from licensing.domain.proceeds import Prize, PrizeKind, Takings
from licensing.domain.rules import Outcome
from licensing.domain.terms import Override, Terms
from licensing.terms import terms_of

MET, BREACHED, UNKNOWN, NOT_APPLICABLE = Outcome.MET, Outcome.BREACHED, Outcome.UNKNOWN, Outcome.NOT_APPLICABLE
V = TypeVar("V")


@dataclass(frozen=True)
class Case:
    rule: str
    label: str
    facts: LicenceFacts
    outcome: Outcome
    edition: str = "2009-11"
    overrides: Mapping[str, object] = field(default_factory=dict)

    @property
    def terms(self) -> Terms:
        return terms_with(self.overrides, self.edition)


def terms_with(overrides: Mapping[str, object], edition: str = "2009-11") -> Terms:
    """An edition with other values that the registrar set."""
    decided = datetime(2026, 1, 5, 9, tzinfo=UTC)
    return terms_of(
        edition, [Override(name, value, "Asked for in writing.", "The registrar", decided) for name, value in overrides.items()]
    )


# Three cases around a line ------------------------------------------------------------------------------------------------
def most(rule: str, facts: Callable[[V], LicenceFacts], under: V, at: V, over: V, **terms: Any) -> list[Case]:
    return around(rule, facts, (under, MET), (at, MET), (over, BREACHED), **terms)


def least(rule: str, facts: Callable[[V], LicenceFacts], under: V, at: V, over: V, **terms: Any) -> list[Case]:
    return around(rule, facts, (under, BREACHED), (at, MET), (over, MET), **terms)


def exact(rule: str, facts: Callable[[V], LicenceFacts], under: V, at: V, over: V, **terms: Any) -> list[Case]:
    return around(rule, facts, (under, BREACHED), (at, MET), (over, BREACHED), **terms)


def no(rule: str, facts: Callable[[int], LicenceFacts]) -> list[Case]:
    return exact(rule, facts, -1, 0, 1)


def around(rule: str, facts: Callable[[V], LicenceFacts], *three: tuple[V, Outcome], **terms: Any) -> list[Case]:
    return [
        Case(rule, label, facts(value), outcome, **terms)
        for label, (value, outcome) in zip(("under", "at", "over"), three, strict=True)
    ]


def yes_no(rule: str, *, kept: LicenceFacts, broken: LicenceFacts) -> list[Case]:
    return [Case(rule, "kept", kept, MET), Case(rule, "broken", broken, BREACHED)]


# Facts --------------------------------------------------------------------------------------------------------------------
licence = LicenceFacts
SATURDAY = date(2026, 5, 2)
VICTORIA_DAY = date(2026, 5, 18)
SECOND = timedelta(seconds=1)


def evening(**known: Any) -> LicenceFacts:
    """A licence of one tournament."""
    return LicenceFacts(tournaments=(TournamentFacts(**known),))


def wall(month: int, day: int, hour: int, minute: int = 0) -> datetime:
    """By the clock on a wall in Moncton, in 2026."""
    return datetime(2026, month, day, hour, minute, tzinfo=MONCTON)


def dollars(amount: str) -> Money:
    return Money.dollars(amount)


def took(entry_fees: str, rebuys: str = "0") -> Takings:
    return Takings(dollars(entry_fees), dollars(rebuys))


def spent(*amounts: str, line: str = "cards") -> tuple[Expense, ...]:
    return tuple(Expense(line, dollars(amount)) for amount in amounts)


def cash(*amounts: str) -> tuple[Prize, ...]:
    return tuple(Prize(kind=PrizeKind.CASH, amount=dollars(amount)) for amount in amounts)


def bought(cost: str, retail: str | None) -> Prize:
    return Prize(kind=PrizeKind.PURCHASED, amount=dollars(cost), retail=None if retail is None else dollars(retail))


def given(retail: str, cost: str = "0") -> Prize:
    return Prize(kind=PrizeKind.DONATED, amount=dollars(cost), retail=dollars(retail))
