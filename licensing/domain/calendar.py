"""Days and hours that the Terms count: months of a licence, business days, birthdays, the end of an evening."""

from calendar import monthrange
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

MONCTON = ZoneInfo("America/Moncton")
DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


# Months and weeks ---------------------------------------------------------------------------------------------------------
def add_months(day: date, months: int) -> date:
    """The same day of a later month, or that month's last day where it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def last_day_of_licence(first: date, months: int) -> date:
    return add_months(first, months) - DAY


def week_of(day: date, starts: int) -> date:
    """The first day of its calendar week; `starts` is a weekday as Python counts."""
    return day - DAY * ((day.weekday() - starts) % 7)


# Ages ---------------------------------------------------------------------------------------------------------------------
def birthday(born: date, age: int) -> date:
    """The day one turns that age. Born on 29 February, one has lived whole years only once that February is over."""
    year = born.year + age
    if born.month == 2 and born.day > monthrange(year, 2)[1]:
        return date(year, 3, 1)
    return born.replace(year=year)


def age_on(born: date, day: date) -> int:
    years = day.year - born.year
    return years if day >= birthday(born, years) else years - 1


# Business days ------------------------------------------------------------------------------------------------------------
def is_business_day(day: date, holidays: Collection[date]) -> bool:
    return day.weekday() < 5 and day not in holidays


def add_business_days(day: date, count: int, holidays: Collection[date]) -> date:
    """The last of so many business days after a day. None after it is the day itself, whatever day it is."""
    if count < 0:
        raise ValueError(f"business days are counted forward, not {count}")
    while count:
        day += DAY
        count -= is_business_day(day, holidays)
    return day


def business_days_between(first: date, last: date, holidays: Collection[date]) -> int:
    """How many come after `first`, up to and including `last`."""
    return sum(is_business_day(first + DAY * number, holidays) for number in range(1, (last - first).days + 1))


# Due dates ----------------------------------------------------------------------------------------------------------------
def earliest_first_tournament(filed: date, days: int) -> date:
    return filed + DAY * days


def amendment_due(received: date, business_days: int, holidays: Collection[date]) -> date:
    return add_business_days(received, business_days, holidays)


def deposit_due(event_day: date, business_days: int, holidays: Collection[date]) -> date:
    return add_business_days(event_day, business_days, holidays)


def report_due(ended: date, days: int) -> date:
    return ended + DAY * days


def kept_until(expiry: date, accepted: date | None, years: int) -> date:
    """The last day that records are kept: years from the later of the licence's expiry and its report's acceptance."""
    return add_months(max(expiry, accepted or expiry), 12 * years)


# The end of an evening ----------------------------------------------------------------------------------------------------
class Ending(StrEnum):
    """What ends an evening."""

    LICENSED = "licensed"
    HOURS = "hours"
    NIGHT = "night"


@dataclass(frozen=True, slots=True)
class HardEnd:
    """No hand begins after this instant. In UTC: wall-clock times cannot be compared on the nights that clocks change."""

    at: datetime
    by: Ending


def hard_end(starts_at: datetime, licensed_end: datetime | None, *, max_hours: int, latest_end: time) -> HardEnd:
    """The earliest of the licensed end, so many hours elapsed, and the next time that the clock on the wall shows `latest_end`."""
    start = instant(starts_at)
    ends = [HardEnd(start + timedelta(hours=max_hours), Ending.HOURS), HardEnd(_next(latest_end, start), Ending.NIGHT)]
    if licensed_end is not None:
        ends.insert(0, HardEnd(instant(licensed_end), Ending.LICENSED))  # first: what the licence says is named before the rest
    return min(ends, key=lambda end: end.at)


def instant(moment: datetime) -> datetime:
    if moment.utcoffset() is None:
        raise ValueError(f"{moment.isoformat()} is in no time zone")
    return moment.astimezone(UTC)


def _next(wall: time, after: datetime) -> datetime:
    day = after.astimezone(MONCTON).date()
    return min(instant for night in (day, day + DAY) for instant in _instants(night, wall) if instant > after)


def _instants(day: date, wall: time) -> tuple[datetime, ...]:
    """When the clock on the wall shows a time: twice in an hour that is repeated, and in one that is skipped once, at the jump."""
    local = datetime.combine(day, wall, MONCTON)
    first, second = (local.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    if first <= second:
        return first, second
    while _offset(first - MINUTE) == _offset(first):
        first -= MINUTE
    return (first,)


def _offset(instant: datetime) -> timedelta | None:
    return instant.astimezone(MONCTON).utcoffset()
