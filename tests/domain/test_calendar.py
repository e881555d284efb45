"""Days and hours that the Terms count, to the day and to the minute."""

from collections.abc import Set as AbstractSet
from datetime import UTC, date, datetime, time, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.domain.calendar import (
    MONCTON,
    Ending,
    HardEnd,
    add_business_days,
    add_months,
    age_on,
    amendment_due,
    birthday,
    business_days_between,
    deposit_due,
    earliest_first_tournament,
    hard_end,
    is_business_day,
    kept_until,
    last_day_of_licence,
    report_due,
    week_of,
)

SUNDAY, MONDAY = 6, 0
TWO = time(2)
DAY = timedelta(days=1)
days = st.dates(date(1990, 1, 1), date(2100, 12, 31))
few_days = st.frozensets(st.dates(date(2026, 1, 1), date(2026, 3, 31)), max_size=20)


# Months and weeks ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2026, 1, 15), 3, date(2026, 4, 15)),
        (date(2026, 1, 31), 1, date(2026, 2, 28)),
        (date(2028, 1, 31), 1, date(2028, 2, 29)),
        (date(2026, 11, 30), 3, date(2027, 2, 28)),
        (date(2026, 10, 31), 2, date(2026, 12, 31)),
        (date(2026, 12, 1), 1, date(2027, 1, 1)),
        (date(2024, 2, 29), 12, date(2025, 2, 28)),
        (date(2024, 2, 29), 48, date(2028, 2, 29)),
        (date(2026, 3, 31), -1, date(2026, 2, 28)),
        (date(2026, 1, 1), -1, date(2025, 12, 1)),
        (date(2026, 5, 5), 0, date(2026, 5, 5)),
    ],
)
def test_months_keep_the_day_or_end_with_their_month(day: date, months: int, expected: date) -> None:
    assert add_months(day, months) == expected


@given(days, st.integers(-240, 240))
def test_months_land_in_the_month_that_many_away(day: date, months: int) -> None:
    moved = add_months(day, months)
    assert (moved.year * 12 + moved.month) - (day.year * 12 + day.month) == months
    assert moved.day == day.day or (moved.day < day.day and (moved + DAY).day == 1)


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (date(2026, 1, 10), date(2026, 4, 9)),
        (date(2026, 1, 1), date(2026, 3, 31)),
        (date(2026, 11, 30), date(2027, 2, 27)),
        (date(2027, 11, 30), date(2028, 2, 28)),
        (date(2024, 2, 29), date(2024, 5, 28)),
    ],
)
def test_a_licence_of_three_months_ends_the_day_before_its_fourth_begins(first: date, last: date) -> None:
    assert last_day_of_licence(first, 3) == last


def test_a_week_from_sunday_holds_its_saturday_and_not_the_next_sunday() -> None:
    assert week_of(date(2026, 3, 1), SUNDAY) == date(2026, 3, 1)
    assert week_of(date(2026, 3, 7), SUNDAY) == date(2026, 3, 1)
    assert week_of(date(2026, 3, 8), SUNDAY) == date(2026, 3, 8)


def test_the_same_sunday_ends_a_week_that_begins_on_monday() -> None:
    assert week_of(date(2026, 3, 8), MONDAY) == date(2026, 3, 2)


@given(days, st.integers(0, 6))
def test_a_week_begins_on_its_weekday_within_the_seven_days_up_to_the_day(day: date, starts: int) -> None:
    first = week_of(day, starts)
    assert first.weekday() == starts
    assert 0 <= (day - first).days < 7


# Ages ---------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("day", "age"), [(date(2026, 5, 13), 18), (date(2026, 5, 14), 19), (date(2026, 5, 15), 19)])
def test_one_is_nineteen_on_the_birthday_and_not_the_day_before(day: date, age: int) -> None:
    assert age_on(date(2007, 5, 14), day) == age


@pytest.mark.parametrize(
    ("age", "turns"), [(18, date(2026, 3, 1)), (19, date(2027, 3, 1)), (20, date(2028, 2, 29)), (0, date(2008, 2, 29))]
)
def test_born_on_29_february_one_turns_older_on_1_march_of_a_common_year(age: int, turns: date) -> None:
    assert birthday(date(2008, 2, 29), age) == turns


@pytest.mark.parametrize(
    ("day", "age"), [(date(2027, 2, 28), 18), (date(2027, 3, 1), 19), (date(2028, 2, 28), 19), (date(2028, 2, 29), 20)]
)
def test_born_on_29_february_the_age_waits_for_the_day(day: date, age: int) -> None:
    assert age_on(date(2008, 2, 29), day) == age


def test_born_on_28_february_nothing_waits() -> None:
    assert birthday(date(2008, 2, 28), 19) == date(2027, 2, 28)


def test_whoever_is_born_tomorrow_has_a_negative_age() -> None:
    assert age_on(date(2026, 5, 2), date(2026, 5, 1)) == -1


@given(days, st.integers(0, 100))
def test_age_changes_on_the_birthday_itself(born: date, age: int) -> None:
    turns = birthday(born, age)
    assert age_on(born, turns) == age
    assert age_on(born, turns - DAY) == age - 1


# Business days ------------------------------------------------------------------------------------------------------------
NEW_YEAR = frozenset({date(2026, 1, 1)})


@pytest.mark.parametrize(
    ("day", "open_"),
    [
        (date(2026, 1, 1), False),
        (date(2026, 1, 2), True),
        (date(2026, 1, 3), False),
        (date(2026, 1, 4), False),
        (date(2026, 1, 5), True),
    ],
)
def test_weekends_and_holidays_are_no_business_days(day: date, open_: bool) -> None:
    assert is_business_day(day, NEW_YEAR) is open_


@pytest.mark.parametrize(
    ("day", "count", "expected"),
    [
        (date(2025, 12, 31), 0, date(2025, 12, 31)),
        (date(2025, 12, 31), 1, date(2026, 1, 2)),
        (date(2025, 12, 31), 2, date(2026, 1, 5)),
        (date(2026, 1, 3), 0, date(2026, 1, 3)),
        (date(2026, 1, 3), 1, date(2026, 1, 5)),
        (date(2026, 1, 5), 5, date(2026, 1, 12)),
    ],
)
def test_business_days_are_counted_from_the_day_after(day: date, count: int, expected: date) -> None:
    assert add_business_days(day, count, NEW_YEAR) == expected


def test_business_days_are_not_counted_backward() -> None:
    with pytest.raises(ValueError, match="forward"):
        add_business_days(date(2026, 1, 5), -1, NEW_YEAR)


@pytest.mark.parametrize(
    ("first", "last", "count"),
    [
        (date(2025, 12, 31), date(2025, 12, 31), 0),
        (date(2025, 12, 31), date(2026, 1, 1), 0),
        (date(2025, 12, 31), date(2026, 1, 2), 1),
        (date(2025, 12, 31), date(2026, 1, 4), 1),
        (date(2025, 12, 31), date(2026, 1, 5), 2),
        (date(2026, 1, 9), date(2026, 1, 5), 0),
    ],
)
def test_between_counts_the_last_day_and_not_the_first(first: date, last: date, count: int) -> None:
    assert business_days_between(first, last, NEW_YEAR) == count


def naive_count(first: date, last: date, holidays: AbstractSet[date]) -> int:
    count, day = 0, first
    while day < last:
        day += DAY
        if day.strftime("%a") not in {"Sat", "Sun"} and day not in holidays:
            count += 1
    return count


@given(st.dates(date(2025, 12, 1), date(2026, 4, 30)), st.integers(0, 90), few_days)
def test_between_agrees_with_counting_the_days_one_by_one(first: date, span: int, holidays: frozenset[date]) -> None:
    last = first + DAY * span
    assert business_days_between(first, last, holidays) == naive_count(first, last, holidays)


@given(st.dates(date(2025, 12, 1), date(2026, 4, 30)), st.integers(1, 30), few_days)
def test_so_many_business_days_later_is_the_first_day_with_that_many_between(
    day: date, count: int, holidays: frozenset[date]
) -> None:
    later = add_business_days(day, count, holidays)
    assert naive_count(day, later, holidays) == count
    assert naive_count(day, later - DAY, holidays) == count - 1


# Due dates ----------------------------------------------------------------------------------------------------------------
def test_thirty_days_after_filing_count_calendar_days() -> None:
    assert earliest_first_tournament(date(2026, 1, 30), 30) == date(2026, 3, 1)


def test_an_amendment_is_due_after_five_business_days() -> None:
    assert amendment_due(date(2025, 12, 30), 5, NEW_YEAR) == date(2026, 1, 7)


def test_the_takings_of_a_saturday_are_deposited_on_monday_or_on_the_day_after_a_holiday() -> None:
    assert deposit_due(date(2026, 2, 14), 1, frozenset()) == date(2026, 2, 16)
    assert deposit_due(date(2026, 2, 14), 1, frozenset({date(2026, 2, 16)})) == date(2026, 2, 17)


def test_reports_are_due_thirty_days_after_the_end() -> None:
    assert report_due(date(2026, 4, 9), 30) == date(2026, 5, 9)


@pytest.mark.parametrize(
    ("expiry", "accepted", "until"),
    [
        (date(2026, 4, 9), None, date(2032, 4, 9)),
        (date(2026, 4, 9), date(2026, 4, 8), date(2032, 4, 9)),
        (date(2026, 4, 9), date(2026, 6, 1), date(2032, 6, 1)),
        (date(2024, 2, 29), None, date(2030, 2, 28)),
    ],
)
def test_records_are_kept_from_the_later_of_expiry_and_acceptance(expiry: date, accepted: date | None, until: date) -> None:
    assert kept_until(expiry, accepted, 6) == until


# The end of an evening ----------------------------------------------------------------------------------------------------
def wall(*at: int, fold: int = 0) -> datetime:
    """By the clock on a wall in Moncton."""
    return datetime(*at, tzinfo=MONCTON).replace(fold=fold)  # type: ignore[misc, arg-type]


def utc(*at: int) -> datetime:
    return datetime(*at, tzinfo=UTC)  # type: ignore[misc, arg-type]


def end(starts_at: datetime, licensed_end: datetime | None = None, *, hours: int = 12, latest: time = TWO) -> HardEnd:
    return hard_end(starts_at, licensed_end, max_hours=hours, latest_end=latest)


@pytest.mark.parametrize(
    ("licensed", "expected"),
    [
        (wall(2026, 6, 13, 23, 59), HardEnd(utc(2026, 6, 14, 2, 59), Ending.LICENSED)),
        (wall(2026, 6, 14, 1, 59), HardEnd(utc(2026, 6, 14, 4, 59), Ending.LICENSED)),
        (wall(2026, 6, 14, 2), HardEnd(utc(2026, 6, 14, 5), Ending.LICENSED)),
        (wall(2026, 6, 14, 2, 1), HardEnd(utc(2026, 6, 14, 5), Ending.NIGHT)),
        (None, HardEnd(utc(2026, 6, 14, 5), Ending.NIGHT)),
    ],
)
def test_an_evening_ends_at_its_licensed_hour_and_at_two_at_the_latest(licensed: datetime | None, expected: HardEnd) -> None:
    assert end(wall(2026, 6, 13, 19), licensed) == expected


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        (wall(2026, 6, 13, 13, 59), HardEnd(utc(2026, 6, 14, 4, 59), Ending.HOURS)),
        (wall(2026, 6, 13, 14), HardEnd(utc(2026, 6, 14, 5), Ending.HOURS)),
        (wall(2026, 6, 13, 14, 1), HardEnd(utc(2026, 6, 14, 5), Ending.NIGHT)),
        (wall(2026, 6, 13, 9), HardEnd(utc(2026, 6, 14, 0), Ending.HOURS)),
    ],
)
def test_twelve_hours_end_a_day_that_begins_before_two_in_the_afternoon(start: datetime, expected: HardEnd) -> None:
    assert end(start) == expected


@pytest.mark.parametrize(
    ("start", "ends"),
    [
        (wall(2026, 6, 14, 1, 59), utc(2026, 6, 14, 5)),
        (wall(2026, 6, 14, 2), utc(2026, 6, 15, 5)),
        (wall(2026, 6, 14, 2, 30), utc(2026, 6, 15, 5)),
    ],
)
def test_a_start_at_two_or_after_looks_to_the_next_night(start: datetime, ends: datetime) -> None:
    assert end(start, hours=48) == HardEnd(ends, Ending.NIGHT)


# In 2026 clocks in Moncton go forward on 8 March (2:00 AST becomes 3:00 ADT) and back on 1 November (2:00 ADT becomes 1:00 AST),
# at 6:00 and at 5:00 UTC.
def test_when_clocks_go_forward_the_evening_ends_as_they_jump_past_two() -> None:
    assert end(wall(2026, 3, 7, 20)) == HardEnd(utc(2026, 3, 8, 6), Ending.NIGHT)


def test_when_clocks_go_forward_twelve_hours_are_still_twelve_elapsed() -> None:
    start = wall(2026, 3, 7, 20)
    assert end(start, latest=time(12)) == HardEnd(utc(2026, 3, 8, 12), Ending.HOURS)
    assert end(start, latest=time(12)).at.astimezone(MONCTON).time() == time(9)


def test_when_clocks_go_forward_a_start_after_the_jump_looks_to_the_next_night() -> None:
    assert end(wall(2026, 3, 8, 1, 59)) == HardEnd(utc(2026, 3, 8, 6), Ending.NIGHT)
    assert end(wall(2026, 3, 8, 3), hours=48) == HardEnd(utc(2026, 3, 9, 5), Ending.NIGHT)


def test_an_hour_inside_the_one_that_is_skipped_is_reached_at_the_jump() -> None:
    assert end(wall(2026, 3, 7, 20), latest=time(2, 30)) == HardEnd(utc(2026, 3, 8, 6), Ending.NIGHT)
    assert end(wall(2026, 3, 7, 20), latest=time(2, 59)) == HardEnd(utc(2026, 3, 8, 6), Ending.NIGHT)
    assert end(wall(2026, 3, 7, 20), latest=time(3)) == HardEnd(utc(2026, 3, 8, 6), Ending.NIGHT)
    assert end(wall(2026, 3, 7, 20), latest=time(3, 1)) == HardEnd(utc(2026, 3, 8, 6, 1), Ending.NIGHT)


def test_when_clocks_go_back_two_comes_once_after_the_repeated_hour() -> None:
    assert end(wall(2026, 10, 31, 20)) == HardEnd(utc(2026, 11, 1, 6), Ending.NIGHT)


@pytest.mark.parametrize("fold", [0, 1])
def test_when_clocks_go_back_both_halves_past_one_are_before_two(fold: int) -> None:
    assert end(wall(2026, 11, 1, 1, 30, fold=fold)) == HardEnd(utc(2026, 11, 1, 6), Ending.NIGHT)


def test_when_clocks_go_back_twelve_hours_end_an_hour_earlier_on_the_wall() -> None:
    assert end(wall(2026, 10, 31, 13, 30)) == HardEnd(utc(2026, 11, 1, 4, 30), Ending.HOURS)
    assert end(wall(2026, 10, 31, 14, 30)) == HardEnd(utc(2026, 11, 1, 5, 30), Ending.HOURS)
    assert end(wall(2026, 10, 31, 15)) == HardEnd(utc(2026, 11, 1, 6), Ending.HOURS)
    assert end(wall(2026, 10, 31, 15, 1)) == HardEnd(utc(2026, 11, 1, 6), Ending.NIGHT)


def test_a_licensed_end_in_the_repeated_hour_is_the_one_that_was_meant() -> None:
    start = wall(2026, 10, 31, 20)
    assert end(start, wall(2026, 11, 1, 1, 30)) == HardEnd(utc(2026, 11, 1, 4, 30), Ending.LICENSED)
    assert end(start, wall(2026, 11, 1, 1, 30, fold=1)) == HardEnd(utc(2026, 11, 1, 5, 30), Ending.LICENSED)


def test_an_hour_that_comes_twice_ends_the_evening_when_it_comes_next() -> None:
    assert end(wall(2026, 10, 31, 20), latest=time(1, 30)).at == utc(2026, 11, 1, 4, 30)
    assert end(wall(2026, 11, 1, 1, 45), latest=time(1, 30)).at == utc(2026, 11, 1, 5, 30)
    assert end(wall(2026, 11, 1, 1, 45, fold=1), hours=48, latest=time(1, 30)).at == utc(2026, 11, 2, 5, 30)


@pytest.mark.parametrize("offset", [-11, -3, 0, 9])
def test_it_does_not_matter_in_which_zone_the_start_is_written(offset: int) -> None:
    start = wall(2026, 3, 7, 20)
    assert end(start.astimezone(timezone(timedelta(hours=offset)))) == end(start)


@pytest.mark.parametrize(
    ("start", "licensed"),
    [(datetime(2026, 6, 13, 19), None), (wall(2026, 6, 13, 19), datetime(2026, 6, 14, 1))],  # noqa: DTZ001
)
def test_a_time_in_no_zone_is_refused(start: datetime, licensed: datetime | None) -> None:
    with pytest.raises(ValueError, match="no time zone"):
        end(start, licensed)


def by_watching_the_clock(start: datetime, hours: int) -> HardEnd:
    """Minute by minute, until the clock on the wall goes from before two to two or past it."""
    for number in range(1, hours * 60):
        before, now = ((start + timedelta(minutes=minutes)).astimezone(MONCTON) for minutes in (number - 1, number))
        if before.time() < TWO <= now.time():
            return HardEnd(now.astimezone(UTC), Ending.NIGHT)
    return HardEnd(start + timedelta(hours=hours), Ending.HOURS)


changes = st.sampled_from([utc(2026, 3, 7, 12), utc(2026, 10, 31, 12), utc(2026, 6, 13, 12), utc(2028, 2, 29, 12)])


@given(changes, st.integers(0, 24 * 60), st.integers(1, 12))
def test_the_end_is_the_one_that_watching_the_clock_gives(noon: datetime, minutes: int, hours: int) -> None:
    start = noon + timedelta(minutes=minutes)
    assert end(start, hours=hours) == by_watching_the_clock(start, hours)
