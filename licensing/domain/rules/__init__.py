"""The rules of the Terms, in clause order: the same for the wizard, the desk, the floor, the reports and the registrar."""

from collections.abc import Collection

from licensing.domain.facts import LicenceFacts
from licensing.domain.rules import conduct, general, play, proceeds, reporting, tournament
from licensing.domain.rules.engine import (
    Bound,
    Finding,
    Outcome,
    Rule,
    Severity,
    Stage,
    Value,
    Verdict,
    put,
)
from licensing.domain.terms import Terms

__all__ = [
    "BY_NAME",
    "RULES",
    "Bound",
    "Finding",
    "Outcome",
    "Rule",
    "Severity",
    "Stage",
    "Value",
    "Verdict",
    "assess",
    "conduct",
    "general",
    "play",
    "proceeds",
    "put",
    "reporting",
    "tournament",
]

RULES: tuple[Rule, ...] = tuple(
    found
    for part in (general, proceeds, tournament, conduct, play, reporting)
    for found in vars(part).values()
    if isinstance(found, Rule)
)
BY_NAME = {rule.name: rule for rule in RULES}


def assess(licence: LicenceFacts, terms: Terms, *, stages: Collection[Stage] = frozenset(Stage)) -> list[Finding]:
    """What every rule that speaks at one of the stages has to say."""
    return put((rule for rule in RULES if not rule.stages.isdisjoint(stages)), licence, terms)
