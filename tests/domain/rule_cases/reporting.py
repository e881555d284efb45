"""Sections 11 and 12."""

from datetime import date

from licensing.domain.calendar import DAY
from licensing.domain.facts import LicenceFacts, TournamentFacts
from tests.domain.rule_cases.facts import (
    BREACHED,
    MET,
    NOT_APPLICABLE,
    SATURDAY,
    UNKNOWN,
    VICTORIA_DAY,
    Case,
    evening,
    least,
    licence,
    most,
    no,
    wall,
    yes_no,
)

AFTER = "nothing_is_held_after_cancellation"
SUSPENDED = "organisation_is_not_suspended"
KEPT = "records_are_kept_long_enough"
DEPOSIT = "receipts_are_deposited_at_once"
REPORTS = "every_report_is_there"
IN_TIME = "reports_are_filed_in_time"
FIVE = frozenset("financial donated_prizes players_and_rebuys winners incidents".split())
EXPIRY, DUE = date(2026, 7, 31), date(2026, 8, 30)
HELD = TournamentFacts(started_at=wall(5, 2, 19))


def cancelled(on: date) -> LicenceFacts:
    return licence(cancelled_on=on, tournaments=(HELD, TournamentFacts()))


def suspended(today: date | None, lifted: date | None = None) -> LicenceFacts:
    return licence(suspended_on=SATURDAY, suspension_lifted_on=lifted, today=today)


def deleted(on: date, accepted: date | None = None) -> LicenceFacts:
    return licence(records_deleted_on=on, expires_on=EXPIRY, reports_accepted_on=accepted)


def deposited(on: date | None, holiday: date = VICTORIA_DAY, day: int = 2) -> LicenceFacts:
    return evening(starts_at=wall(5, day, 19), deposited_on=on, holidays=frozenset({holiday}))


def reported(on: date | None, today: date | None = None, **known: date) -> LicenceFacts:
    return licence(reports_filed_on=on, today=today, expires_on=EXPIRY, **known)


CASES = [
    *most(AFTER, lambda days: cancelled(SATURDAY - DAY * days), -1, 0, 1),
    Case(AFTER, "not cancelled", licence(tournaments=(HELD,)), NOT_APPLICABLE),
    Case(AFTER, "nothing held", licence(cancelled_on=SATURDAY, tournaments=(TournamentFacts(),)), NOT_APPLICABLE),
    *yes_no(SUSPENDED, kept=suspended(SATURDAY - DAY), broken=suspended(SATURDAY)),
    Case(SUSPENDED, "the day before it is lifted", suspended(SATURDAY + DAY * 29, SATURDAY + DAY * 30), BREACHED),
    Case(SUSPENDED, "the day it is lifted", suspended(SATURDAY + DAY * 30, SATURDAY + DAY * 30), MET),
    Case(SUSPENDED, "never suspended", licence(today=SATURDAY), NOT_APPLICABLE),
    Case(SUSPENDED, "today not known", suspended(None), UNKNOWN),
    *least(KEPT, deleted, date(2032, 7, 31), date(2032, 8, 1), date(2032, 8, 2)),
    Case(KEPT, "counted from acceptance, which is later", deleted(date(2032, 8, 1), date(2026, 9, 1)), BREACHED),
    Case(KEPT, "acceptance before expiry changes nothing", deleted(date(2032, 8, 1), date(2026, 7, 1)), MET),
    Case(KEPT, "still there", licence(expires_on=EXPIRY), NOT_APPLICABLE),
    Case(KEPT, "expiry not known", licence(records_deleted_on=EXPIRY), UNKNOWN),
    *yes_no(
        "receipts_have_their_own_account",
        kept=licence(separate_account=True),
        broken=licence(separate_account=False),
    ),
    *most(DEPOSIT, deposited, date(2026, 5, 3), date(2026, 5, 4), date(2026, 5, 5)),
    Case(DEPOSIT, "a holiday gives a day more", deposited(date(2026, 5, 19), day=16), MET),
    Case(DEPOSIT, "two days given", deposited(date(2026, 5, 5)), MET, overrides={"deposit_business_days": 2}),
    Case(DEPOSIT, "not deposited yet", deposited(None), UNKNOWN),
    Case(DEPOSIT, "day not known", evening(deposited_on=SATURDAY), UNKNOWN),
    *no("everything_is_paid_by_cheque", lambda n: evening(paid_otherwise_than_by_cheque=n)),
    *yes_no(REPORTS, kept=licence(reports_filed=FIVE), broken=licence(reports_filed=FIVE - {"incidents"})),
    *most(IN_TIME, reported, DUE - DAY, DUE, DUE + DAY),
    Case(IN_TIME, "not filed, and the last day is today", reported(None, DUE), UNKNOWN),
    Case(IN_TIME, "not filed, and the last day is over", reported(None, DUE + DAY), BREACHED),
    Case(IN_TIME, "cancelled, so due earlier", reported(DUE, cancelled_on=EXPIRY - DAY), BREACHED),
    Case(IN_TIME, "cancelled after it expired", reported(DUE + DAY, cancelled_on=EXPIRY + DAY * 9), BREACHED),
    Case(IN_TIME, "today not known", reported(None), UNKNOWN),
    Case(IN_TIME, "still running", licence(), UNKNOWN),
]
