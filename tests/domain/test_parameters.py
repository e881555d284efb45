"""The numbers of the Terms: how a written value becomes an exact one, and what is refused."""

import re
from collections.abc import Callable
from datetime import UTC, time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.domain import parameters
from licensing.domain.money import Money
from licensing.domain.parameters import BY_NAME, MANAGERS, Parameter, amount, exact, grid, hour, share, weekday, whole, words

Read = Callable[[object], object]


@pytest.mark.parametrize(
    ("read", "written", "value"),
    [
        (whole, 0, 0),
        (whole, 13, 13),
        (exact, "3.05", Decimal("3.05")),
        (exact, "0", Decimal(0)),
        (share, "0", Decimal(0)),
        (share, "0.20", Decimal("0.20")),
        (share, "0.999999999999", Decimal("0.999999999999")),
        (share, "1", Decimal(1)),
        (share, "1.00", Decimal(1)),
        (amount, "25.00", Money(2500)),
        (amount, "0.01", Money(1)),
        (amount, "3000", Money(300_000)),
        (hour, time(2), time(2)),
        (hour, "02:00", time(2)),
        (weekday, "monday", 0),
        (weekday, "sunday", 6),
        (words, ["cash", "debit"], ("cash", "debit")),
    ],
)
def test_a_written_value_is_read_exactly(read: Read, written: object, value: object) -> None:
    assert read(written) == value
    assert type(read(written)) is type(value)


@pytest.mark.parametrize(
    ("read", "written", "reason"),
    [
        (whole, 13.0, "13.0 is a float, which is never exact: write it in quotes"),
        (whole, "13", "a whole number is expected, not '13'"),
        (whole, True, "a whole number is expected, not True"),
        (whole, None, "a whole number is expected, not None"),
        (whole, -1, "-1 is not between 0 and 2000"),
        (whole, 2001, "2001 is not between 0 and 2000"),
        (exact, 3.05, "3.05 is a float, which is never exact: write it in quotes"),
        (exact, 3, 'an exact decimal in quotes is expected, such as "0.20", not 3'),
        (exact, "three", "'three' is not a number of zero or more, such as 0.20"),
        (exact, "-0.01", "'-0.01' is not a number of zero or more, such as 0.20"),
        (exact, "0,20", "'0,20' is not a number of zero or more, such as 0.20"),
        (exact, "NaN", "'NaN' is not a number of zero or more, such as 0.20"),
        (exact, "Infinity", "'Infinity' is not a number of zero or more, such as 0.20"),
        (exact, "1e999999999", "'1e999999999' is not a number of zero or more, such as 0.20"),
        (exact, "", "'' is not a number of zero or more, such as 0.20"),
        (share, 0.2, "0.2 is a float, which is never exact: write it in quotes"),
        (share, "1.000000000001", "a share of 1.000000000001 is more than the whole"),
        (share, "20", "a share of 20 is more than the whole"),
        (share, "-0.2", "'-0.2' is not a number of zero or more, such as 0.20"),
        (amount, 25.0, "25.0 is a float, which is never exact: write it in quotes"),
        (amount, "25.005", "not a whole number of cents: 25.005"),
        (amount, "-25", "'-25' is not a number of zero or more, such as 0.20"),
        (hour, "two", "Invalid isoformat string: 'two'"),
        (hour, 2, "a time of day is expected, such as 02:00:00, not 2"),
        (hour, time(2, tzinfo=UTC), "a time of day is expected, such as 02:00:00, not "),
        (hour, "02:00+00:00", "a time of day is expected, such as 02:00:00, not "),
        (weekday, "Sunday", "a day of the week in English is expected, such as sunday, not 'Sunday'"),
        (weekday, 6, "a day of the week in English is expected, such as sunday, not 6"),
        (weekday, ["sunday"], "a day of the week in English is expected, such as sunday, not ['sunday']"),
        (words, "cash", "a list of words is expected, not 'cash'"),
        (words, [], "a list of words is expected, not []"),
        (words, ["cash", 1], "a list of words is expected, not ['cash', 1]"),
        (words, ["cash", "cash"], "a duplicate in ['cash', 'cash']"),
    ],
)
def test_anything_else_is_refused_with_what_is_wrong(read: Read, written: object, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}"):
        read(written)


@given(st.floats())
def test_no_reader_takes_a_float(number: float) -> None:
    for read in (whole, exact, share, amount, hour, weekday, words, grid):
        with pytest.raises(ValueError, match=r"float|expected"):
            read(number)


# The grid of table managers -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("tables", "managers"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 4), (11, 4), (12, None), (-1, None), (1000, None)]
)
def test_the_grid_answers_for_each_number_of_tables_and_for_no_other(tables: int, managers: int | None) -> None:
    found = grid([[0, 4, 0], [5, 9, 1], [10, 11, 4]])
    assert found.needed(tables) == managers
    assert found.most_tables == 11


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([[0, 4, 0], [6, 9, 1]], "a gap: nothing is said of 5 to 5 tables"),
        ([[1, 4, 0]], "a gap: nothing is said of 0 to 0 tables"),
        ([[0, 4, 0], [4, 9, 1]], "a duplicate: 4 tables are in two rows"),
        ([[0, 4, 0], [5, 3, 1]], "a row from 5 to 3 is upside down"),
        ([[0, 4]], "a row of [from, to, managers] is expected, not [0, 4]"),
        ([5], "a row of [from, to, managers] is expected, not 5"),
        ([[0, 4, 0.5]], "0.5 is a float, which is never exact: write it in quotes"),
        ([[0, 4, -1]], "-1 is not between 0 and 2000"),
        ([], "rows of [from, to, managers] are expected, not []"),
        (7, "rows of [from, to, managers] are expected, not 7"),
    ],
)
def test_a_grid_with_a_hole_or_worse_is_refused(rows: object, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}$"):
        grid(rows)


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 9)), min_size=1))
def test_a_grid_without_a_hole_answers_from_none_to_its_last_table(spans: list[tuple[int, int]]) -> None:
    rows: list[list[int]] = []
    for length, managers in spans:
        first = rows[-1][1] + 1 if rows else 0
        rows.append([first, first + length - 1, managers])
    found = grid(rows)
    assert [found.needed(tables) for tables in range(found.most_tables + 1)] == [m for length, m in spans for _ in range(length)]
    assert found.needed(found.most_tables + 1) is None


# The list of parameters ---------------------------------------------------------------------------------------------------
def test_every_parameter_is_found_by_its_own_name() -> None:
    written = {name: value for name, value in vars(parameters).items() if isinstance(value, Parameter)}
    assert {name.lower(): value for name, value in written.items()} == BY_NAME
    assert BY_NAME["managers"] is MANAGERS


def test_parameters_stand_in_the_order_of_their_clauses() -> None:
    numbers = [tuple(map(int, parameter.clause.split("."))) for parameter in BY_NAME.values()]
    assert numbers == sorted(numbers)
