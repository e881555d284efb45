"""Days that are no business days in New Brunswick: the registrar's office is closed, or the banks are.

The `holidays` package knows the province's public holidays, those most employers add (Victoria Day, Thanksgiving, Boxing Day) and
the federal ones, which the banks keep. The provincial civil service has a few more of its own, and these are added here.
"""

from collections.abc import Iterable
from datetime import date, timedelta
from functools import cache

from holidays import GOVERNMENT, OPTIONAL, PUBLIC, country_holidays

# Single days that differ from the rule of other years: True where the office is closed. A day that is proclaimed goes here.
DECIDED: dict[date, bool] = {
    # The day for truth and reconciliation was federal alone in its first year; the province closes its offices since 2022.
    date(2021, 9, 30): False,
}


def new_brunswick(years: Iterable[int]) -> frozenset[date]:
    return frozenset().union(*map(_of, years))


def holidays_around(day: date) -> frozenset[date]:
    """Those of its year and of both neighbours: enough for every count of business days that the Terms ask for."""
    return new_brunswick(range(day.year - 1, day.year + 2))


@cache
def _of(year: int) -> frozenset[date]:
    # The federal category also moves Canada Day and Remembrance Day from a weekend to the Monday, as the civil service does.
    listed = country_holidays("CA", subdiv="NB", years=year, categories=(PUBLIC, OPTIONAL, GOVERNMENT), language="en_CA")
    (good_friday,) = listed.get_named("Good Friday")
    days = {*listed, good_friday + timedelta(days=3)}
    # The civil service is off on the whole of Christmas Eve where Christmas is a Tuesday, a Friday or a Saturday; before a
    # Wednesday or a Thursday for an afternoon, which still is a business day. When Boxing Day is on a weekend the office is back
    # on 28 December, but the banks are not: that day stays, because a deposit may fall due on it.
    if date(year, 12, 25).weekday() in (1, 4, 5):
        days.add(date(year, 12, 24))
    return frozenset(day for day in days | DECIDED.keys() if day.year == year and DECIDED.get(day, True))
