"""What a rule is, what it answers, and how all of them are put to a licence."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from enum import StrEnum
from typing import TypeVar

from licensing.domain.facts import LicenceFacts, TournamentFacts
from licensing.domain.money import Money
from licensing.domain.terms import NotInForce, Terms

Value = int | Money | Decimal | date | datetime | time | str | tuple[str, ...] | None


class Outcome(StrEnum):
    MET = "met"
    BREACHED = "breached"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not_applicable"


class Severity(StrEnum):
    """What a breach does: it stops the act, or it is said and remembered, or it is only said."""

    BLOCKS = "blocks"
    WARNS = "warns"
    INFORMS = "informs"


class Stage(StrEnum):
    """When a rule speaks, in the order of a licence's life."""

    APPLICATION = "application"
    APPROVAL = "approval"
    SALE = "sale"
    START = "start"
    FLOOR = "floor"
    SETTLEMENT = "settlement"
    REPORT = "report"


class Bound(StrEnum):
    """How what was found is held against what is allowed."""

    AT_MOST = "at_most"
    AT_LEAST = "at_least"
    EXACTLY = "exactly"
    YES_NO = "yes_no"


@dataclass(frozen=True, slots=True)
class Verdict:
    outcome: Outcome
    found: Value = None
    allowed: Value = None


UNKNOWN = Verdict(Outcome.UNKNOWN)
NOT_APPLICABLE = Verdict(Outcome.NOT_APPLICABLE)

N = TypeVar("N", int, Money, date, datetime)


def at_most(limit: N, *, found: N | None) -> Verdict:
    """Met up to and including the limit. A negative amount or count is nothing that can be: here and below it is a breach too."""
    if found is None:
        return UNKNOWN
    return Verdict(_met(found <= limit and not negative(found)), found, limit)


def at_least(limit: N, *, found: N | None) -> Verdict:
    if found is None:
        return UNKNOWN
    return Verdict(_met(found >= limit and not negative(found)), found, limit)


def exactly(expected: N, *, found: N | None) -> Verdict:
    if found is None:
        return UNKNOWN
    return Verdict(_met(found == expected and not negative(found)), found, expected)


def none_of(found: int | None) -> Verdict:
    """What must not happen at all."""
    return at_most(0, found=found)


def holds(answer: bool | None, *, found: Value = None, allowed: Value = None) -> Verdict:
    if answer is None:
        return UNKNOWN
    return Verdict(_met(answer), found, allowed)


def all_there(needed: tuple[str, ...], *, found: frozenset[str] | None) -> Verdict:
    """Everything needed is among what was found; `found` of the verdict is what is missing."""
    if found is None:
        return UNKNOWN
    missing = tuple(item for item in needed if item not in found)
    return Verdict(_met(not missing), missing, needed)


def negative(value: object) -> bool:
    return (isinstance(value, int) and value < 0) or (isinstance(value, Money) and value.cents < 0)


def _met(answer: bool) -> Outcome:
    return Outcome.MET if answer else Outcome.BREACHED


# Rules --------------------------------------------------------------------------------------------------------------------
LicenceCheck = Callable[[LicenceFacts, Terms], Verdict]
TournamentCheck = Callable[[TournamentFacts, Terms], Verdict]


@dataclass(frozen=True, slots=True)
class Rule:
    """One small function bound to one clause."""

    name: str
    clause: str
    stages: frozenset[Stage]
    severity: Severity
    bound: Bound
    of_licence: LicenceCheck | None = None  # exactly one of these two
    of_tournament: TournamentCheck | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer of one rule, about the licence or about one of its tournaments."""

    rule: Rule
    tournament: int | None
    verdict: Verdict

    @property
    def clause(self) -> str:
        return self.rule.clause

    @property
    def outcome(self) -> Outcome:
        return self.verdict.outcome

    @property
    def severity(self) -> Severity:
        return self.rule.severity

    @property
    def blocks(self) -> bool:
        """Unknown never counts as met; whether it stops an act is for the gate to say, for a draft is full of unknowns."""
        return self.outcome is Outcome.BREACHED and self.severity is Severity.BLOCKS


def licence_rule(clause: str, *stages: Stage, bound: Bound, severity: Severity = Severity.BLOCKS) -> Callable[[LicenceCheck], Rule]:
    return lambda check: Rule(check.__name__, clause, frozenset(stages), severity, bound, of_licence=check)


def tournament_rule(
    clause: str, *stages: Stage, bound: Bound, severity: Severity = Severity.BLOCKS
) -> Callable[[TournamentCheck], Rule]:
    return lambda check: Rule(check.__name__, clause, frozenset(stages), severity, bound, of_tournament=check)


def put(rules: Iterable[Rule], licence: LicenceFacts, terms: Terms) -> list[Finding]:
    """Every rule to the licence or to each tournament that is held, in the order of the rules."""
    findings, held = [], licence.held
    for rule in rules:
        if rule.of_licence:
            findings.append(Finding(rule, None, _ask(rule.of_licence, licence, terms)))
        if check := rule.of_tournament:
            findings.extend(Finding(rule, tournament.number, _ask(check, tournament, terms)) for tournament in held)
    return findings


F = TypeVar("F", LicenceFacts, TournamentFacts)


def _ask(check: Callable[[F, Terms], Verdict], facts: F, terms: Terms) -> Verdict:
    """An edition that sets no such limit makes the rule not applicable; one that we know in part leaves it unknown."""
    try:
        return check(facts, terms)
    except NotInForce as missing:
        return NOT_APPLICABLE if missing.known else UNKNOWN
