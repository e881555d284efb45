"""The Terms as dated values: what a parameter is, what an edition sets, and what holds for one licence.

A parameter is named once, in `parameters`. An edition gives it a value, or says that it sets none, or that we do not know
it; a value that is asked for and not there is an error, never a default.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TypeVar, cast

from licensing.domain.parameters import BY_NAME, Parameter

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Bilingual:
    en: str
    fr: str

    def text(self, language: str) -> str:
        return self.fr if language.startswith("fr") else self.en


@dataclass(frozen=True, slots=True)
class Setting:
    """What an edition says of one parameter."""

    value: object
    gist: Bilingual


class NotInForce(LookupError):
    """The parameter has no value in this edition."""

    def __init__(self, parameter: Parameter[T], edition: "Edition") -> None:
        self.parameter = parameter.name
        self.known = parameter.name in edition.no_limit
        why = "sets no such limit" if self.known else "is not known to us on this point"
        super().__init__(f"{parameter.name} (clause {parameter.clause}): the edition {edition.id} {why}")


class NoEdition(LookupError):
    """No edition is in force on the day, or none has the name."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One dated text of the Terms. `until` is its last day; None while it is in force."""

    id: str
    takes_effect: date
    until: date | None
    name: Bilingual
    source: Bilingual
    settings: Mapping[str, Setting]
    no_limit: Mapping[str, Bilingual] = field(default_factory=dict)

    def covers(self, day: date) -> bool:
        return self.takes_effect <= day and (self.until is None or day <= self.until)


@dataclass(frozen=True, slots=True)
class Override:
    """What the registrar decided for one licence (2.3): another value of a parameter, with who, when and why."""

    parameter: str
    value: object
    reason: str
    by: str
    at: datetime

    def __post_init__(self) -> None:
        if not self.reason.strip() or not self.by.strip():
            raise ValueError(f"{self.parameter}: an override has a reason and a name")
        self.read()

    def read(self) -> object:
        """The exact value, by the same reader as those of the editions."""
        if self.parameter not in BY_NAME:
            raise ValueError(f"{self.parameter}: the Terms have no such parameter")
        try:
            return BY_NAME[self.parameter].read(self.value)
        except ValueError as wrong:
            raise ValueError(f"{self.parameter}: {wrong}") from None


class Terms:
    """The values that bind one licence: those of its edition, and the registrar's overrides on it, the latest last.

    `terms[EXPENSE_SHARE]` is typed by its parameter.
    """

    __slots__ = ("_values", "edition", "overrides")

    def __init__(self, edition: Edition, overrides: Iterable[Override] = ()) -> None:
        self.edition = edition
        self.overrides = tuple(sorted(overrides, key=lambda override: override.at))
        self._values = {name: setting.value for name, setting in edition.settings.items()}
        for override in self.overrides:
            self._values[override.parameter] = override.read()

    def __getitem__(self, parameter: Parameter[T]) -> T:
        try:
            return cast("T", self._values[parameter.name])
        except KeyError:
            raise NotInForce(parameter, self.edition) from None

    def __contains__(self, parameter: Parameter[T]) -> bool:
        return parameter.name in self._values

    def override_of(self, parameter: Parameter[T]) -> Override | None:
        """The decision that gives the parameter its value on this licence, if one does."""
        return next((override for override in reversed(self.overrides) if override.parameter == parameter.name), None)


class Editions:
    """All editions, in order of time."""

    def __init__(self, editions: Sequence[Edition]) -> None:
        self.all = tuple(sorted(editions, key=lambda edition: edition.takes_effect))

    def on(self, day: date) -> Edition:
        for edition in self.all:
            if edition.covers(day):
                return edition
        raise NoEdition(f"no edition of the Terms is in force on {day.isoformat()}")

    def named(self, edition_id: str) -> Edition:
        for edition in self.all:
            if edition.id == edition_id:
                return edition
        raise NoEdition(f"no edition of the Terms is named {edition_id!r}")

    @property
    def latest(self) -> Edition:
        return self.all[-1]
