"""Business days in New Brunswick: what the registrar's office and the banks keep."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.domain.calendar import amendment_due, deposit_due
from licensing.holidays import holidays_around, new_brunswick


def weekdays_off(year: int) -> list[str]:
    return [f"{day:%m-%d}" for day in sorted(new_brunswick([year])) if day.weekday() < 5]


def test_the_weekdays_off_in_2026() -> None:
    assert weekdays_off(2026) == ("01-01 02-16 04-03 04-06 05-18 07-01 08-03 09-07 09-30 10-12 11-11 12-24 12-25 12-28".split())


def test_a_holiday_on_a_weekend_is_kept_on_the_monday() -> None:
    """In 2023 New Year's Day was a Sunday; Canada Day, 30 September and Remembrance Day were Saturdays."""
    assert {date(2023, 1, 2), date(2023, 7, 3), date(2023, 10, 2), date(2023, 11, 13)} <= new_brunswick([2023])


@pytest.mark.parametrize("day", [date(2021, 4, 5), date(2022, 4, 18), date(2026, 4, 6), date(2027, 3, 29)])
def test_the_office_is_closed_on_easter_monday(day: date) -> None:
    assert day in new_brunswick([day.year])


@pytest.mark.parametrize(("year", "closed"), [(2020, False), (2021, False), (2022, True), (2025, True)])
def test_the_day_for_truth_and_reconciliation_is_kept_since_2022(year: int, closed: bool) -> None:
    assert (date(year, 9, 30) in new_brunswick([year])) is closed


@pytest.mark.parametrize(("year", "closed"), [(2017, False), (2018, True)])
def test_family_day_is_kept_since_2018(year: int, closed: bool) -> None:
    third_monday = next(date(year, 2, day) for day in range(15, 22) if date(year, 2, day).weekday() == 0)
    assert (third_monday in new_brunswick([year])) is closed


@pytest.mark.parametrize(
    ("year", "off"),
    [
        (2023, "12-25 12-26"),  # a Monday
        (2029, "12-24 12-25 12-26"),  # a Tuesday
        (2024, "12-25 12-26"),  # a Wednesday
        (2025, "12-25 12-26"),  # a Thursday
        (2026, "12-24 12-25 12-28"),  # a Friday
        (2021, "12-24 12-27 12-28"),  # a Saturday
        (2022, "12-26 12-27"),  # a Sunday
    ],
)
def test_days_off_around_christmas_depend_on_its_weekday(year: int, off: str) -> None:
    assert [day for day in weekdays_off(year) if day.startswith("12-2")] == off.split()


def test_a_single_day_of_mourning_is_known() -> None:
    assert date(2022, 9, 19) in new_brunswick([2022])
    assert date(2023, 9, 19) not in new_brunswick([2023])


def test_of_several_years_it_is_all_of_them_and_of_none_nothing() -> None:
    assert new_brunswick([2025, 2026]) == new_brunswick([2025]) | new_brunswick([2026])
    assert new_brunswick([]) == frozenset()


@given(st.dates(date(2008, 5, 1), date(2060, 12, 31)))
def test_a_month_around_any_day_is_covered(day: date) -> None:
    around = holidays_around(day)
    for near in (day + timedelta(days=number) for number in range(-31, 32)):
        assert (near in around) == (near in new_brunswick([near.year]))


def test_takings_of_the_saturday_before_family_day_are_due_on_tuesday() -> None:
    day = date(2026, 2, 14)
    assert deposit_due(day, 1, holidays_around(day)) == date(2026, 2, 17)


def test_an_amendment_asked_for_on_christmas_eve_of_2026_waits_for_the_new_year() -> None:
    """28 December and 1 January do not count: 29, 30, 31, 4 and 5 do."""
    day = date(2026, 12, 24)
    assert amendment_due(day, 5, holidays_around(day)) == date(2027, 1, 5)
