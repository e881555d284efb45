"""Reads the Terms from TOML: the editions, and the register of clauses. Every problem is named by file, key and reason."""

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from itertools import pairwise, zip_longest

from licensing.domain.parameters import BY_NAME, CHARITY_SHARE, EXPENSE_SHARE, PRIZE_SHARE
from licensing.domain.terms import Bilingual, Edition, Editions, Setting

THE_FILE = "the file"  # the key of a problem that has no better one
NOT_UTF_8 = "\N{REPLACEMENT CHARACTER}"  # what a decoder puts where it cannot read


class Kind(StrEnum):
    """What the software does for a clause."""

    LIMIT = "limit"
    GATE = "gate"
    RECORD = "record"
    ATTEST = "attest"
    DOCUMENT = "document"
    POWER = "power"


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the product where a clause is kept. One that is not built yet says so."""

    id: str
    name: Bilingual
    built: bool


@dataclass(frozen=True, slots=True)
class Clause:
    id: str
    kinds: tuple[Kind, ...]
    gist: Bilingual
    how: Bilingual
    where: tuple[Place, ...]
    position: Bilingual | None
    reason: Bilingual | None

    @property
    def section(self) -> int:
        return int(self.id.split(".")[0])

    @property
    def anchor(self) -> str:
        return f"c{self.id.replace('.', '-')}"


@dataclass(frozen=True, slots=True)
class Register:
    sections: Mapping[int, Bilingual]
    clauses: Mapping[str, Clause]


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    file: str
    key: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.reason}"


class TermsUnreadable(ValueError):
    """The files of the Terms cannot be used. Nothing starts on half a text of the law."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sorted(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class Reader:
    """One file being read: values are taken out of its tables, what is wrong is noted, and what nobody took is refused."""

    def __init__(self, file: str, text: str, problems: list[Problem]) -> None:
        self.file = file
        self.problems = problems
        self.content: dict[str, object] = {}
        self.broken = False
        try:
            self.content = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:  # also for a key that is written twice
            self.broken = True
            self.problem(_key_at(str(error), text), str(error))
        for number, line in enumerate(text.split("\n"), 1):
            if NOT_UTF_8 in line:
                place = f"at line {number}"
                self.problem(_key_at(place, text), f"a character that is not UTF-8 ({place})")

    def problem(self, key: str, reason: str) -> None:
        self.problems.append(Problem(self.file, key, reason))

    def table(self, parent: dict[str, object], name: str, key: str) -> dict[str, object] | None:
        found = parent.pop(name, None)
        if isinstance(found, dict):
            return dict(found)
        self.problem(key, "a table is missing" if found is None else f"a table is expected, not {found!r}")
        return None

    def tables(self, parent: dict[str, object], name: str) -> Iterator[tuple[str, dict[str, object]]]:
        """The tables in a table of the file, with their names."""
        inner = self.table(parent, name, name) or {}
        for key in list(inner):
            if (table := self.table(inner, key, f"{name}.{key}")) is not None:
                yield key, table

    def both(self, table: dict[str, object], key: str) -> Bilingual:
        """The `en` and `fr` of a table."""
        return Bilingual(en=self._text(table, "en", key), fr=self._text(table, "fr", key))

    def _text(self, table: dict[str, object], language: str, key: str) -> str:
        text = table.pop(language, None)
        if isinstance(text, str) and text.strip():
            return text
        self.problem(f"{key}.{language}", "a text is missing" if text is None else f"a text is expected, not {text!r}")
        return ""

    def bilingual(self, parent: dict[str, object], name: str, key: str) -> Bilingual:
        """A table of `en` and `fr` and nothing else."""
        table = self.table(parent, name, key)
        if table is None:
            return Bilingual("", "")
        texts = self.both(table, key)
        self.refuse_the_rest(table, key)
        return texts

    def day(self, name: str) -> date | None:
        found = self.content.pop(name, None)
        if isinstance(found, date) and not isinstance(found, datetime):
            return found
        self.problem(name, f"a date is expected, such as 2009-11-19, not {found!r}")
        return None

    def names(self, table: dict[str, object], name: str, key: str, known: Collection[str]) -> list[str]:
        """A list of known names, each once."""
        found = table.pop(name, None)
        if not isinstance(found, list) or not found:
            self.problem(key, f"a list of names is expected, not {found!r}")
            return []
        names = [item for item in found if isinstance(item, str) and item in known]
        for item in found:
            if item not in names:
                self.problem(key, f"nothing is known by the name {item!r}")
        for item, times in Counter(names).items():
            if times > 1:
                self.problem(key, f"a duplicate: {item!r} is there {times} times")
        return names

    def refuse_the_rest(self, table: Mapping[str, object], key: str = "") -> None:
        for name in table:
            self.problem(f"{key}.{name}" if key else name, "nothing is known by this name")


def _key_at(message: str, text: str) -> str:
    """The key on the line that the parser complains of, with the table that it is in."""
    found = re.search(r"at line (\d+)", message)
    lines = text.split("\n")[: int(found[1])] if found else text.rstrip().split("\n")
    headers = [line.strip().strip("[]") for line in lines if line.startswith("[")]
    key = lines[-1].split("=")[0].strip()
    table = headers[-1:] if not key.startswith("[") else []
    return ".".join([*table, key.strip("[]")]).replace('"', "").strip(".") or THE_FILE


# Everything ---------------------------------------------------------------------------------------------------------------
def read_catalogue(files: Mapping[str, str], register_file: str = "clauses.toml") -> tuple[Editions, Register]:
    """All files at once, so that one start shows every problem. `files` maps a name to its text."""
    problems: list[Problem] = []
    register = read_register(register_file, files.get(register_file, ""), problems)
    read = [read_edition(file, text, register, problems) for file, text in sorted(files.items()) if file != register_file]
    editions = Editions([edition for edition in read if edition])
    if not read:
        problems.append(Problem("*.toml", THE_FILE, "there is no edition"))
    if len(editions.all) == len(read):  # an edition without its day would show as a gap that is none
        problems.extend(_between(editions))
    if problems:
        raise TermsUnreadable(problems)
    return editions, register


def _between(editions: Editions) -> Iterator[Problem]:
    """Each edition begins on the day after the one before it ends."""
    for before, after in pairwise(editions.all):
        begins = f"{after.id} takes effect on {after.takes_effect}"
        if before.until is None:
            yield Problem(f"{before.id}.toml", "until", f"the last day is missing, as {begins}")
        elif before.until >= after.takes_effect:
            yield Problem(f"{after.id}.toml", "takes_effect", f"out of order: {begins}, and {before.id} ends on {before.until}")
        elif before.until + timedelta(days=1) < after.takes_effect:
            yield Problem(f"{after.id}.toml", "takes_effect", f"a gap: {begins}, and {before.id} ends on {before.until}")


# An edition ---------------------------------------------------------------------------------------------------------------
def read_edition(file: str, text: str, register: Register, problems: list[Problem]) -> Edition | None:
    """With problems noted, what comes back serves only to look for more of them. None without the day that it takes effect."""
    reader = Reader(file, text, problems)
    if reader.broken:
        return None
    content, expected = reader.content, file.removesuffix(".toml")
    if (named := content.pop("id", None)) != expected:
        reader.problem("id", f"the edition in this file is {expected!r}, not {named!r}")
    takes_effect, until = reader.day("takes_effect"), reader.day("until") if "until" in content else None
    if takes_effect and until and until < takes_effect:
        reader.problem("until", f"out of order: it ends on {until}, and takes effect on {takes_effect}")
    name, source = reader.bilingual(content, "name", "name"), reader.bilingual(content, "source", "source")
    not_known = reader.names(content, "not_known", "not_known", BY_NAME) if "not_known" in content else []
    no_limit = dict(_no_limit(reader))
    _every_parameter_once(reader, no_limit, not_known)
    settings = {
        parameter: _setting(reader, parameter, table, register)
        for parameter in BY_NAME
        if parameter in content and (table := reader.table(content, parameter, parameter)) is not None
    }
    _shares_fit(reader, settings)
    reader.refuse_the_rest(content)
    return Edition(expected, takes_effect, until, name, source, settings, no_limit) if takes_effect else None


def _no_limit(reader: Reader) -> Iterator[tuple[str, Bilingual]]:
    """What the edition leaves free, each with a word of explanation."""
    table = reader.table(reader.content, "no_limit", "no_limit") if "no_limit" in reader.content else None
    if table is not None:
        for parameter in [name for name in table if name in BY_NAME]:
            yield parameter, reader.bilingual(table, parameter, f"no_limit.{parameter}")
        reader.refuse_the_rest(table, "no_limit")


def _every_parameter_once(reader: Reader, no_limit: Collection[str], not_known: Collection[str]) -> None:
    """Each parameter is set, or not limited, or not known: exactly one of the three."""
    for name in BY_NAME:
        said = sum(name in names for names in (reader.content, no_limit, not_known))
        if said == 0:
            reader.problem(name, "a gap: the edition neither sets it, nor leaves it free, nor says that it is not known")
        if said > 1:
            reader.problem(name, "a duplicate: it is set, left free or not known, and only one of these")


def _setting(reader: Reader, name: str, table: dict[str, object], register: Register) -> Setting:
    parameter, clause, written, value = BY_NAME[name], table.pop("clause", None), table.pop("value", None), None
    if register.clauses and clause not in list(register.clauses):  # a list, because what is written may be no key at all
        reader.problem(f"{name}.clause", f"the register has no clause {clause!r}")
    elif clause != parameter.clause:
        reader.problem(f"{name}.clause", f"this number belongs to clause {parameter.clause}, not {clause!r}")
    try:
        value = parameter.read(written)
    except ValueError as wrong:
        reader.problem(f"{name}.value", str(wrong))
    gist = reader.both(table, name)
    reader.refuse_the_rest(table, name)
    return Setting(value, gist)


def _shares_fit(reader: Reader, settings: Mapping[str, Setting]) -> None:
    """What may go to expenses and prizes leaves the charity's share, or nobody could keep all three (4.2 to 4.4)."""
    found = (settings[share.name].value for share in (EXPENSE_SHARE, PRIZE_SHARE, CHARITY_SHARE) if share.name in settings)
    total = sum((share for share in found if isinstance(share, Decimal)), Decimal(0))
    if total > 1:
        reader.problem(f"{CHARITY_SHARE.name}.value", f"the shares of expenses, prizes and charity add up to {total}, more than 1")


# The register -------------------------------------------------------------------------------------------------------------
def read_register(file: str, text: str, problems: list[Problem]) -> Register:
    reader = Reader(file, text, problems)
    if reader.broken:
        return Register({}, {})
    content = reader.content
    sections = dict(_sections(reader))
    places = {place: _place(reader, place, table) for place, table in reader.tables(content, "places")}
    clauses = {number: _clause(reader, number, table, places) for number, table in reader.tables(content, "clauses")}
    _in_order(reader, sections, clauses)
    reader.refuse_the_rest(content)
    return Register(sections, clauses)


def _sections(reader: Reader) -> Iterator[tuple[int, Bilingual]]:
    for expected, (number, table) in enumerate(reader.tables(reader.content, "sections"), 1):
        if number != str(expected):
            reader.problem(f"sections.{number}", f"a gap or out of order: section {expected} is expected here")
        yield expected, reader.both(table, f"sections.{number}")
        reader.refuse_the_rest(table, f"sections.{number}")


def _place(reader: Reader, place: str, table: dict[str, object]) -> Place:
    key, built = f"places.{place}", table.pop("built", None)
    if not isinstance(built, bool):
        reader.problem(f"{key}.built", f"true or false is expected, not {built!r}")
    name = reader.both(table, key)
    reader.refuse_the_rest(table, key)
    return Place(place, name, built is True)


def _clause(reader: Reader, number: str, table: dict[str, object], places: Mapping[str, Place]) -> Clause:
    key = f"clauses.{number}"
    kinds = tuple(map(Kind, reader.names(table, "kind", f"{key}.kind", [kind.value for kind in Kind])))
    where = tuple(places[place] for place in reader.names(table, "where", f"{key}.where", places))
    gist, how = reader.both(table, key), reader.bilingual(table, "how", f"{key}.how")
    position = reason = None
    if "position" in table or "reason" in table:
        position = reader.bilingual(table, "position", f"{key}.position")
        reason = reader.bilingual(table, "reason", f"{key}.reason")
    reader.refuse_the_rest(table, key)
    return Clause(number, kinds, gist, how, where, position, reason)


def _in_order(reader: Reader, sections: Iterable[int], clauses: Iterable[str]) -> None:
    """Clauses are numbered without a gap, and each section has some."""
    counts = Counter(number.partition(".")[0] for number in clauses)
    for section in sections:
        if not counts[str(section)]:
            reader.problem(f"sections.{section}", "a gap: it has no clause")
    expected = (f"{section}.{place}" for section in sections for place in range(1, counts[str(section)] + 1))
    for found, right in zip_longest(clauses, expected):
        if found != right:
            reader.problem(f"clauses.{found}", f"a gap or out of order: {right or 'no other clause'} is expected here")
            return
