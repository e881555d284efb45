"""Sections 1 to 3."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from licensing.domain.calendar import DAY, MONCTON
from licensing.domain.facts import Amendment, LicenceFacts, TournamentFacts
from licensing.domain.money import Money
from tests.domain.rule_cases.facts import (
    BREACHED,
    MET,
    NOT_APPLICABLE,
    SATURDAY,
    UNKNOWN,
    VICTORIA_DAY,
    Case,
    dollars,
    evening,
    exact,
    least,
    licence,
    most,
    spent,
    took,
    yes_no,
)

SAME = "everyone_pays_the_same_for_the_same_chips"
APPROVED = "expenses_are_those_approved"
GROSS = "gross_is_entry_fees_and_rebuys"
SETTLED = "house_rules_settle_what_they_must"
FILED = "filed_in_time"
WEEK = "one_tournament_a_week"
APART = "a_week_between_tournaments"
NUMBER = "tournaments_within_number"
VALID = "tournaments_within_validity"
AMENDED = "amendments_leave_time_to_decide"
HOUSE = frozenset("rebuy_process blind_structure colour_up betting_limit prize_structure".split())
IN_TIME_AND_LATE = (Amendment(SATURDAY, SATURDAY + DAY * 30), Amendment(SATURDAY, SATURDAY + DAY))
NO_REBUY, REBUY = TournamentFacts(rebuy_offered=False), TournamentFacts(rebuy_offered=True)


def on(*days: date) -> tuple[TournamentFacts, ...]:
    """Evenings at seven on these days."""
    return tuple(
        TournamentFacts(number=number, starts_at=datetime(day.year, day.month, day.day, 19, tzinfo=MONCTON))
        for number, day in enumerate(days, 1)
    )


def cancelled(tournament: TournamentFacts) -> TournamentFacts:
    return replace(tournament, cancelled_with_refunds=True)


def approved(*amounts: str, line: str = "cards") -> LicenceFacts:
    """100 $ for cards, and one bill for each evening."""
    evenings = tuple(TournamentFacts(expenses=spent(amount, line=line)) for amount in amounts)
    return licence(approved_expenses={"cards": dollars("100")}, tournaments=evenings)


def filed(days: int) -> LicenceFacts:
    return licence(filed_on=SATURDAY - DAY * days, tournaments=on(SATURDAY))


def days(*after: int, others: Iterable[int] | None = ()) -> LicenceFacts:
    """Evenings so many days after a Saturday, and those of the organisation's other licences."""
    other_dates = None if others is None else tuple(SATURDAY + DAY * count for count in others)
    return licence(tournaments=on(*(SATURDAY + DAY * count for count in after)), other_dates=other_dates)


def weeks(count: int) -> tuple[TournamentFacts, ...]:
    return on(*(SATURDAY + DAY * 7 * week for week in range(count)))


def from_30_november(last: date, **known: Any) -> LicenceFacts:
    return licence(tournaments=on(date(2026, 11, 30), last), **known)


def amended(effective: date, requested: date = date(2026, 5, 4)) -> LicenceFacts:
    return licence(amendments=(Amendment(requested, effective),), holidays=frozenset({VICTORIA_DAY}))


CASES = [
    *most(SAME, lambda n: evening(fees_paid=frozenset(map(Money, range(n))), chips_given=frozenset(range(n))), 0, 1, 2),
    Case(
        SAME,
        "a fee that is not the licence's",
        evening(fees_paid=frozenset({Money(1)}), entry_fee=Money(2), chips_given=frozenset()),
        BREACHED,
    ),
    Case(SAME, "one stack that is larger", evening(fees_paid=frozenset(), chips_given=frozenset({5000, 6000})), BREACHED),
    Case(SAME, "stacks not known", evening(fees_paid=frozenset({Money(1)})), UNKNOWN),
    *most(APPROVED, approved, "99.99", "100.00", "100.01"),
    Case(APPROVED, "two evenings share a line", approved("60", "40.01"), BREACHED),
    Case(APPROVED, "a line that was never approved", approved("0.01", line="music"), BREACHED),
    Case(APPROVED, "a correction", approved("150", "-50"), MET),
    Case(
        APPROVED,
        "an evening called off costs as well",
        replace(approved("60"), tournaments=(*approved("60").tournaments, cancelled(approved("40.01").tournaments[0]))),
        BREACHED,
    ),
    Case(APPROVED, "not known of every evening", licence(approved_expenses={}, tournaments=(TournamentFacts(),)), UNKNOWN),
    *exact(GROSS, lambda it: evening(takings=took("100", "50"), gross_declared=dollars(it)), "149.99", "150.00", "150.01"),
    Case(GROSS, "entry fees alone", evening(takings=took("100", "50"), gross_declared=dollars("100")), BREACHED),
    Case(GROSS, "0 entries", evening(takings=took("0"), gross_declared=Money(0)), MET),
    Case(GROSS, "negative amount", evening(takings=took("-50"), gross_declared=dollars("-50")), BREACHED),
    Case(GROSS, "not declared yet", evening(takings=took("100")), UNKNOWN),
    *yes_no(SETTLED, kept=licence(house_rules=HOUSE), broken=licence(house_rules=HOUSE - {"colour_up"})),
    Case(SETTLED, "no re-buy", licence(house_rules=HOUSE - {"rebuy_process"}, tournaments=(NO_REBUY,)), MET),
    Case(SETTLED, "a re-buy once", licence(house_rules=HOUSE - {"rebuy_process"}, tournaments=(NO_REBUY, REBUY)), BREACHED),
    Case(SETTLED, "subjects of 2008 not known", licence(house_rules=HOUSE), UNKNOWN, edition="2008-05"),
    *least(FILED, filed, 29, 30, 31),
    Case(FILED, "filed after the first tournament", filed(-1), BREACHED),
    Case(FILED, "a draft counts from today", licence(today=SATURDAY - DAY * 29, tournaments=on(SATURDAY)), BREACHED),
    Case(FILED, "waived to 12 days", filed(12), MET, overrides={"filing_days": 12}),
    Case(FILED, "waived to 12 days, and 11", filed(11), BREACHED, overrides={"filing_days": 12}),
    Case(FILED, "waived altogether, and filed too late all the same", filed(-1), BREACHED, overrides={"filing_days": 0}),
    Case(FILED, "the first one is cancelled", replace(filed(5), tournaments=(cancelled(on(SATURDAY)[0]), *weeks(9)[8:])), MET),
    Case(FILED, "no date yet", licence(filed_on=SATURDAY, tournaments=(TournamentFacts(),)), UNKNOWN),
    Case(FILED, "delay of 2008 not known", filed(90), UNKNOWN, edition="2008-05"),
    Case(WEEK, "under", days(0), MET, overrides={"tournaments_per_week": 2}),
    Case(WEEK, "at", days(0), MET),
    Case(WEEK, "over", days(-6, 0), BREACHED),
    Case(WEEK, "Saturday and Sunday are two weeks", days(0, 1), MET),
    Case(WEEK, "weeks that begin on Monday", days(0, 1), BREACHED, overrides={"week_starts": "monday"}),
    Case(WEEK, "another licence in the same week", days(0, others=[-1]), BREACHED),
    Case(WEEK, "a crowded week of another licence", days(0, others=[8, 9]), MET),
    Case(WEEK, "one crowded week among others", days(0, 8, 9, 15), BREACHED),
    Case(WEEK, "other licences not known", days(0, others=None), UNKNOWN),
    *least(APART, lambda n: days(0, n), 6, 7, 8),
    Case(APART, "Saturday and Sunday", days(0, 1), BREACHED),
    Case(APART, "another licence three days before", days(0, 14, others=[-3]), BREACHED),
    Case(APART, "other licences crowded among themselves", days(0, others=[20, 21]), MET),
    Case(APART, "one evening alone", days(0), NOT_APPLICABLE),
    Case(APART, "other licences not known", days(0, others=None), UNKNOWN),
    *most(NUMBER, lambda n: licence(tournaments=weeks(n)), 12, 13, 14),
    Case(NUMBER, "fourteen, one cancelled", licence(tournaments=(*weeks(13), cancelled(weeks(14)[13]))), MET),
    Case(NUMBER, "all cancelled", licence(tournaments=(cancelled(weeks(1)[0]),)), MET),
    Case(NUMBER, "no tournament yet", licence(), UNKNOWN),
    *most(VALID, from_30_november, date(2027, 2, 26), date(2027, 2, 27), date(2027, 2, 28)),
    Case(VALID, "a licence that says later", from_30_november(date(2026, 12, 7), expires_on=date(2027, 2, 28)), BREACHED),
    Case(VALID, "four months allowed", from_30_november(date(2027, 2, 28)), MET, overrides={"licence_months": 4}),
    Case(VALID, "no tournament yet", licence(expires_on=SATURDAY), UNKNOWN),
    *least("nobody_under_age", lambda age: evening(youngest_age=age), 18, 19, 20),
    Case("nobody_under_age", "age of 2008 not known", evening(youngest_age=19), UNKNOWN, edition="2008-05"),
    *yes_no("organisation_is_eligible", kept=licence(eligible=True), broken=licence(eligible=False)),
    *least("fees_are_paid", lambda paid: licence(fees_paid=dollars(paid)), "49.99", "50.00", "50.01"),
    Case("fees_are_paid", "licence fee waived", licence(fees_paid=dollars("25")), MET, overrides={"licence_fee": "0.00"}),
    *yes_no("one_language_is_designated", kept=licence(designated_language="fr"), broken=licence(designated_language=" ")),
    *least(AMENDED, amended, date(2026, 5, 8), date(2026, 5, 11), date(2026, 5, 12)),
    Case(AMENDED, "a holiday does not count", amended(VICTORIA_DAY, date(2026, 5, 11)), BREACHED),
    Case(AMENDED, "effective before it is asked", amended(SATURDAY), BREACHED),
    Case(AMENDED, "one of two in time", replace(amended(SATURDAY), amendments=IN_TIME_AND_LATE), BREACHED),
    Case(AMENDED, "none asked for", licence(amendments=()), NOT_APPLICABLE),
    Case(AMENDED, "holidays not known", replace(amended(SATURDAY), holidays=None), UNKNOWN),
]
