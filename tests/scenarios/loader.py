"""From a file to facts and expectations. Types say how each value is written; a key that no type knows is an error.

`[licence]` holds what is known of the licence, each `[[tournaments]]` what is known of an evening, and `[every_tournament]` what
is the same on all of them. Money is in quotes, times of day have their offset, and a fact that is not written is not known.
"""

import builtins
import tomllib
import types
from collections import abc
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from licensing.domain.facts import LicenceFacts
from licensing.domain.money import Money
from licensing.domain.rules import Finding, Outcome, Severity
from licensing.domain.terms import Override

FILES = sorted(Path(__file__).parent.glob("*.toml"))


class Otherwise(StrEnum):
    """What holds for every finding that is not expected by name."""

    MET_OR_SILENT = "met or silent"
    MET_OR_NOT_APPLICABLE = "met or not applicable"

    def allows(self, outcome: Outcome) -> bool:
        return outcome is not Outcome.BREACHED and (self is Otherwise.MET_OR_SILENT or outcome is not Outcome.UNKNOWN)


@dataclass(frozen=True, kw_only=True)
class Expected:
    """Of one tournament, or where none is named, of the licence or of every tournament alike."""

    clause: str
    rule: str
    outcome: Outcome
    tournament: int | None = None
    severity: Severity | None = None

    def concerns(self, finding: Finding) -> bool:
        return finding.rule.name == self.rule and self.tournament in (None, finding.tournament)


@dataclass(frozen=True, kw_only=True)
class Scenario:
    name: str
    story: str
    edition: str
    overrides: tuple[Override, ...] = ()
    licence: LicenceFacts
    expect: tuple[Expected, ...]
    otherwise: Otherwise


def load(text: str) -> Scenario:
    table = tomllib.loads(text)
    same, evenings = table.pop("every_tournament", {}), table.pop("tournaments", [])
    table["licence"]["tournaments"] = [{"number": number, **same, **each} for number, each in enumerate(evenings, 1)]
    return read(Scenario, table, "the file")


def read(hint: Any, value: Any, where: str) -> Any:
    if get_origin(hint) is types.UnionType:
        hint = get_args(hint)[0]  # the other is None, which is written by leaving the key out
    inner, origin = get_args(hint), get_origin(hint)
    match origin:
        case builtins.tuple | builtins.frozenset:
            return origin(read(inner[0], item, where) for item in checked(list, value, where))
        case abc.Mapping:
            return {key: read(inner[1], item, f"{where}.{key}") for key, item in checked(dict, value, where).items()}
    if hint is Money:
        return Money.dollars(checked(str, value, where))
    if is_dataclass(hint):
        return built(hint, checked(dict, value, where), where)
    if hint in (bool, int, str, date, datetime):
        return checked(hint, value, where)
    return value if hint is object else hint(value)


def built(hint: Any, table: dict[str, Any], where: str) -> Any:
    hints = get_type_hints(hint)
    if unknown := table.keys() - hints.keys():
        raise ValueError(f"{where}: nothing is known by the name {', '.join(sorted(unknown))}")
    needed = {each.name for each in fields(hint) if each.default is MISSING}
    not_known = {name: None for name in needed - table.keys() if types.NoneType in get_args(hints[name])}
    if missing := needed - table.keys() - not_known.keys():
        raise ValueError(f"{where}: {', '.join(sorted(missing))} is missing")
    return hint(**not_known, **{key: read(hints[key], value, f"{where}.{key}") for key, value in table.items()})


def checked(kind: type, value: Any, where: str) -> Any:
    if type(value) is not kind:
        raise ValueError(f"{where}: {kind.__name__} is expected, not {value!r}")
    return value
