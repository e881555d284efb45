"""Acts as JSON and back."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.domain.money import Money
from tournaments.domain.codec import Json, Unreadable, canonical, read, write
from tournaments.domain.tables import EntryId, Seat


class Method(StrEnum):
    CASH = "cash"
    DEBIT = "debit"


@dataclass(frozen=True)
class Everything:
    entry: EntryId
    note: str
    sure: bool
    paid: Money
    method: Method
    at: datetime
    seats: tuple[Seat, ...]
    stack: int | None
    seat: Seat | None


instants = st.datetimes(min_value=datetime(1990, 1, 1), max_value=datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
seats = st.builds(Seat, st.integers(), st.integers())
anything = st.builds(
    Everything,
    entry=st.integers().map(EntryId),
    note=st.text(),
    sure=st.booleans(),
    paid=st.integers().map(Money),
    method=st.sampled_from(Method),
    at=instants,
    seats=st.lists(seats, max_size=3).map(tuple),
    stack=st.none() | st.integers(),
    seat=st.none() | seats,
)
WRITTEN: dict[str, Json] = {
    "entry": 7,
    "note": "",
    "sure": True,
    "paid": 5000,
    "method": "cash",
    "at": "2026-11-18T20:00:00+00:00",
    "seats": [{"table": 1, "number": 2}],
    "stack": None,
    "seat": None,
}


@given(anything)
def test_what_is_written_is_read_again(act: Everything) -> None:
    assert read(Everything, write(act)) == act


@given(anything)
def test_the_same_act_gives_the_same_bytes(act: Everything) -> None:
    assert canonical(write(act)) == canonical(dict(reversed(write(act).items())))


def test_an_instant_is_written_in_one_zone_whatever_zone_it_came_in() -> None:
    act = read(Everything, WRITTEN)
    elsewhere = act.at.astimezone(timezone(timedelta(hours=-4)))
    assert write(Everything(**{**{name: getattr(act, name) for name in WRITTEN}, "at": elsewhere})) == WRITTEN


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("entry", "7"),
        ("entry", True),
        ("note", None),
        ("sure", 1),
        ("paid", 50.0),
        ("method", "credit"),
        ("method", []),
        ("at", "yesterday"),
        ("at", "2026-11-18T20:00:00"),
        ("at", 0),
        ("seats", {}),
        ("seats", [{"table": 1}]),
        ("seat", []),
    ],
)
def test_what_was_never_written_that_way_cannot_be_read(field: str, wrong: Json) -> None:
    with pytest.raises(Unreadable):
        read(Everything, {**WRITTEN, field: wrong})


def test_a_field_too_many_or_too_few_is_refused() -> None:
    with pytest.raises(Unreadable, match="has the fields"):
        read(Everything, {**WRITTEN, "more": 1})
    with pytest.raises(Unreadable, match="has the fields"):
        read(Everything, {name: value for name, value in WRITTEN.items() if name != "note"})


def test_a_kind_of_value_that_nobody_thought_of_is_a_mistake_of_ours() -> None:
    @dataclass(frozen=True)
    class Odd:
        share: float

    with pytest.raises(TypeError, match="cannot hold"):
        write(Odd(0.5))
