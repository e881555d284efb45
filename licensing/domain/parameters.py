"""Every number of the Terms by name, with its clause and the way a written value becomes an exact one."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import time
from decimal import Decimal
from typing import Generic, TypeVar

from licensing.domain.money import Money

T = TypeVar("T")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
# Digits and a point: Python would also take exponents, and one of a few letters fills the memory.
PLAIN_DECIMAL = re.compile(r"\d{1,12}(\.\d{1,12})?", re.ASCII)

MOST = 2000  # years, hours or people: beyond it a slip of the finger, and dates that no calendar has


# Readers: from what a TOML file holds to an exact value, or a ValueError that says what is wrong --------------------------
def whole(written: object) -> int:
    refuse_float(written)
    if type(written) is not int:
        raise ValueError(f"a whole number is expected, not {written!r}")
    if not 0 <= written <= MOST:
        raise ValueError(f"{written} is not between 0 and {MOST}")
    return written


def exact(written: object) -> Decimal:
    refuse_float(written)
    if not isinstance(written, str):
        raise ValueError(f'an exact decimal in quotes is expected, such as "0.20", not {written!r}')
    if not PLAIN_DECIMAL.fullmatch(written):
        raise ValueError(f"{written!r} is not a number of zero or more, such as 0.20")
    return Decimal(written)


def share(written: object) -> Decimal:
    number = exact(written)
    if number > 1:
        raise ValueError(f"a share of {written} is more than the whole")
    return number


def amount(written: object) -> Money:
    return Money.dollars(exact(written))


def hour(written: object) -> time:
    if isinstance(written, str):  # from a form; the editions write a time of day as such
        written = time.fromisoformat(written)
    if not isinstance(written, time) or written.tzinfo:
        raise ValueError(f"a time of day is expected, such as 02:00:00, not {written!r}")
    return written


def weekday(written: object) -> int:
    """As Python counts: Monday is 0."""
    if not isinstance(written, str) or written not in WEEKDAYS:
        raise ValueError(f"a day of the week in English is expected, such as sunday, not {written!r}")
    return WEEKDAYS.index(written)


def words(written: object) -> tuple[str, ...]:
    if not isinstance(written, list) or not written or not all(isinstance(word, str) for word in written):
        raise ValueError(f"a list of words is expected, not {written!r}")
    if len(set(written)) < len(written):
        raise ValueError(f"a duplicate in {written!r}")
    return tuple(written)


@dataclass(frozen=True, slots=True)
class ManagerGrid:
    """Table managers by number of tables. A table, not a formula: beyond its last row nothing is defined."""

    rows: tuple[tuple[int, int, int], ...]  # from, to, managers

    def needed(self, tables: int) -> int | None:
        return next((managers for first, last, managers in self.rows if first <= tables <= last), None)

    @property
    def most_tables(self) -> int:
        return self.rows[-1][1]


def grid(written: object) -> ManagerGrid:
    """Rows of [from, to, managers], each beginning where the one before it ended."""
    if not isinstance(written, list) or not written:
        raise ValueError(f"rows of [from, to, managers] are expected, not {written!r}")
    rows: list[tuple[int, int, int]] = []
    expected = 0
    for row in written:
        if not isinstance(row, list) or len(row) != 3:
            raise ValueError(f"a row of [from, to, managers] is expected, not {row!r}")
        first, last, managers = (whole(number) for number in row)
        if first > expected:
            raise ValueError(f"a gap: nothing is said of {expected} to {first - 1} tables")
        if first < expected:
            raise ValueError(f"a duplicate: {first} tables are in two rows")
        if last < first:
            raise ValueError(f"a row from {first} to {last} is upside down")
        rows.append((first, last, managers))
        expected = last + 1
    return ManagerGrid(tuple(rows))


def refuse_float(written: object) -> None:
    if isinstance(written, float):
        raise ValueError(f"{written!r} is a float, which is never exact: write it in quotes")


# The parameters, in clause order ------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Parameter(Generic[T]):
    name: str
    clause: str
    read: Callable[[object], T] = field(compare=False, repr=False)


HOUSE_RULES = Parameter("house_rules", "1.7", words)
FILING_DAYS = Parameter("filing_days", "2.1", whole)
TOURNAMENTS_PER_WEEK = Parameter("tournaments_per_week", "2.4", whole)
WEEK_STARTS = Parameter("week_starts", "2.4", weekday)
DAYS_APART = Parameter("days_apart", "2.4", whole)
TOURNAMENTS_PER_LICENCE = Parameter("tournaments_per_licence", "2.5", whole)
LICENCE_MONTHS = Parameter("licence_months", "2.6", whole)
MINIMUM_AGE = Parameter("minimum_age", "2.8", whole)
FILE_FEE = Parameter("file_fee", "3.5", amount)
LICENCE_FEE = Parameter("licence_fee", "3.5", amount)
AMENDMENT_BUSINESS_DAYS = Parameter("amendment_business_days", "3.7", whole)
EXPENSE_SHARE = Parameter("expense_share", "4.2", share)
PRIZE_SHARE = Parameter("prize_share", "4.3", share)
CHARITY_SHARE = Parameter("charity_share", "4.4", share)
PAYMENT_METHODS = Parameter("payment_methods", "6.1", words)
ENTRY_AND_REBUY_CAP = Parameter("entry_and_rebuy_cap", "6.3", amount)
REBUYS_PER_PLAYER = Parameter("rebuys_per_player", "6.4", whole)
REBUY_PRICE_SHARE = Parameter("rebuy_price_share", "6.5", share)
REBUY_CHIPS_SHARE = Parameter("rebuy_chips_share", "6.6", share)
MAX_PLAYERS = Parameter("max_players", "6.12", whole)
SINGLE_PRIZE_SHARE = Parameter("single_prize_share", "6.14", share)
SINGLE_PRIZE_CAP = Parameter("single_prize_cap", "6.14", amount)
MAX_HOURS = Parameter("max_hours", "6.18", whole)
LATEST_END = Parameter("latest_end", "6.19", hour)
ADVERTISEMENT = Parameter("advertisement", "7.2", words)
DECK_CARDS = Parameter("deck_cards", "8.2", whole)
SEATS_PER_TABLE = Parameter("seats_per_table", "8.3", whole)
DEALERS_PER_TABLE = Parameter("dealers_per_table", "9.11", whole)
MANAGERS = Parameter("managers", "9.12", grid)
SPECTATOR_METRES = Parameter("spectator_metres", "9.14", exact)
TABLE_SPREAD = Parameter("table_spread", "10.3", whole)
HAND_RANKING = Parameter("hand_ranking", "10.14", words)
RETENTION_YEARS = Parameter("retention_years", "12.2", whole)
DEPOSIT_BUSINESS_DAYS = Parameter("deposit_business_days", "12.4", whole)
REPORT_DAYS = Parameter("report_days", "12.6", whole)
REPORTS = Parameter("reports", "12.6", words)

BY_NAME: dict[str, Parameter[object]] = {value.name: value for value in list(globals().values()) if isinstance(value, Parameter)}
