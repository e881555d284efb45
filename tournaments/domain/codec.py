"""Acts as JSON and back, exactly: the journal is read for years, by every version of the code that comes after.

An act is a frozen dataclass of whole numbers, text, enumerations, instants, money and tuples of these. Nothing else can be written,
and nothing that was not written that way can be read.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from types import NoneType, UnionType
from typing import TypeVar, Union, cast, get_args, get_origin, get_type_hints

from licensing.domain.money import Money

T = TypeVar("T")
Json = int | str | bool | list["Json"] | dict[str, "Json"] | None


class Unreadable(ValueError):
    """What is written is not an act that this code knows."""


@dataclass(frozen=True, slots=True)
class Converter:
    write: Callable[[object], Json]
    read: Callable[[Json], object]


def write(value: object) -> dict[str, Json]:
    """The fields of a dataclass, ready for JSON."""
    return {name: convert.write(getattr(value, name)) for name, convert in _fields(type(value))}


def read(kind: type[T], written: Mapping[str, Json]) -> T:
    converters = _fields(kind)
    if written.keys() != {name for name, _ in converters}:
        raise Unreadable(f"{kind.__name__} has the fields {[name for name, _ in converters]}, not {list(written)}")
    return kind(**{name: convert.read(written[name]) for name, convert in converters})


def canonical(value: Json) -> bytes:
    """The same bytes for the same content, whatever wrote it: this is what is hashed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode()


_KNOWN: dict[type, tuple[tuple[str, Converter], ...]] = {}


def _fields(kind: type) -> tuple[tuple[str, Converter], ...]:
    if kind not in _KNOWN:
        hints = get_type_hints(kind)
        _KNOWN[kind] = tuple((field.name, _converter(hints[field.name])) for field in fields(kind))
    return _KNOWN[kind]


def _converter(hint: object) -> Converter:  # noqa: PLR0911  (one line for each kind of value)
    if hint in (int, str, bool):
        plain = cast("type", hint)
        return Converter(lambda value: cast("Json", value), lambda written: _exactly(plain, written))
    if hint is datetime:
        return Converter(lambda value: cast("datetime", value).astimezone(UTC).isoformat(), _instant)
    if hint is Money:
        return Converter(lambda value: cast("Money", value).cents, lambda written: Money(cast("int", _exactly(int, written))))
    if isinstance(hint, type) and issubclass(hint, Enum):
        members = {member.value: member for member in hint}
        return Converter(lambda value: cast("Enum", value).value, lambda written: _member(members, written))
    if isinstance(hint, type) and is_dataclass(hint):
        kind = hint
        return Converter(write, lambda written: read(kind, cast("Mapping[str, Json]", _exactly(dict, written))))
    if get_origin(hint) is tuple and get_args(hint)[1:] == (...,):
        one = _converter(get_args(hint)[0])
        return Converter(
            lambda value: [one.write(each) for each in cast("tuple[object, ...]", value)],
            lambda written: tuple(one.read(each) for each in cast("list[Json]", _exactly(list, written))),
        )
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        (rest,) = (argument for argument in get_args(hint) if argument is not NoneType)
        inner = _converter(rest)
        return Converter(
            lambda value: None if value is None else inner.write(value),
            lambda written: None if written is None else inner.read(written),
        )
    supertype = getattr(hint, "__supertype__", None)  # a NewType is written as what it stands for
    if supertype is not None:
        return _converter(supertype)
    raise TypeError(f"an act cannot hold {hint!r}")


def _exactly(kind: type, written: Json) -> Json:
    if type(written) is not kind:
        raise Unreadable(f"{written!r} is not {kind.__name__}")
    return written


def _instant(written: Json) -> datetime:
    try:
        moment = datetime.fromisoformat(cast("str", _exactly(str, written)))
    except ValueError:
        raise Unreadable(f"{written!r} is not an instant") from None
    if moment.utcoffset() is None:
        raise Unreadable(f"{written!r} is in no time zone")
    return moment


def _member(members: Mapping[object, Enum], written: Json) -> Enum:
    try:
        return members[written]
    except (KeyError, TypeError):
        raise Unreadable(f"{written!r} is not one of {list(members)}") from None
