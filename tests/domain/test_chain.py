"""A changed byte of a journal is found and named."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.chain import GENESIS, Damage, Row, damages, digest

NOW = datetime(2026, 11, 18, 23, 0, tzinfo=UTC)
TOURNAMENT = 12


def journal(length: int) -> list[Row]:
    rows: list[Row] = []
    for sequence in range(1, length + 1):
        row = Row(sequence, "busted", {"entry": sequence}, 3, NOW, f"key-{sequence}", rows[-1].hash if rows else GENESIS)
        rows.append(replace(row, hash=digest(TOURNAMENT, row)))
    return rows


def test_a_journal_that_nobody_touched_is_whole() -> None:
    assert damages(TOURNAMENT, journal(5)) == []
    assert damages(TOURNAMENT, []) == []


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "rebought"},
        {"payload": {"entry": 99}},
        {"by": 4},
        {"by": None},
        {"at": NOW.replace(microsecond=1)},
        {"key": "another"},
    ],
    ids=str,
)
@given(place=st.integers(0, 4))
def test_any_change_of_a_row_is_found_where_it_is(change: dict[str, object], place: int) -> None:
    rows = journal(5)
    rows[place] = replace(rows[place], **change)  # type: ignore[arg-type]
    assert damages(TOURNAMENT, rows) == [Damage(place + 1, "is not what was written")]


def test_a_row_made_to_fit_no_longer_fits_the_next_one() -> None:
    rows = journal(3)
    forged = replace(rows[1], payload={"entry": 99})
    rows[1] = replace(forged, hash=digest(TOURNAMENT, forged))
    assert damages(TOURNAMENT, rows) == [Damage(3, "does not follow the row before it")]


def test_a_missing_row_is_found() -> None:
    rows = journal(4)
    del rows[1]
    assert damages(TOURNAMENT, rows) == [Damage(2, "missing"), Damage(3, "does not follow the row before it")]


def test_rows_in_another_order_are_found() -> None:
    first, second = journal(2)
    assert Damage(1, "out of order") in damages(TOURNAMENT, [second, first])


def test_a_journal_cannot_be_moved_to_another_tournament() -> None:
    assert damages(TOURNAMENT + 1, journal(1)) == [Damage(1, "is not what was written")]
