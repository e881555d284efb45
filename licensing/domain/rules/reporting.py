"""Sections 11 and 12: after a cancellation or a suspension, and after the last hand."""

from licensing.domain import parameters as p
from licensing.domain.calendar import DAY, MONCTON, deposit_due, kept_until, report_due
from licensing.domain.facts import LicenceFacts, TournamentFacts
from licensing.domain.rules.engine import (
    NOT_APPLICABLE,
    UNKNOWN,
    Bound,
    Severity,
    Stage,
    Verdict,
    all_there,
    at_least,
    at_most,
    holds,
    licence_rule,
    none_of,
    tournament_rule,
)
from licensing.domain.terms import Terms


@licence_rule("11.2", Stage.START, Stage.FLOOR, Stage.REPORT, bound=Bound.AT_MOST)
def nothing_is_held_after_cancellation(licence: LicenceFacts, terms: Terms) -> Verdict:
    if licence.cancelled_on is None:
        return NOT_APPLICABLE
    started = [tournament.started_at.astimezone(MONCTON).date() for tournament in licence.tournaments if tournament.started_at]
    return at_most(licence.cancelled_on, found=max(started)) if started else NOT_APPLICABLE


@licence_rule("11.3", Stage.APPLICATION, Stage.APPROVAL, bound=Bound.YES_NO)
def organisation_is_not_suspended(licence: LicenceFacts, terms: Terms) -> Verdict:
    """The day it is lifted is a day like any other."""
    if licence.suspended_on is None:
        return NOT_APPLICABLE
    if licence.today is None:
        return UNKNOWN
    lifted = licence.suspension_lifted_on is not None and licence.suspension_lifted_on <= licence.today
    return holds(lifted or licence.today < licence.suspended_on, found=licence.suspended_on)


@licence_rule("12.2", Stage.REPORT, bound=Bound.AT_LEAST)
def records_are_kept_long_enough(licence: LicenceFacts, terms: Terms) -> Verdict:
    """The last day of keeping is a day on which they are still there, so the first day without them is later."""
    if licence.records_deleted_on is None:
        return NOT_APPLICABLE
    if licence.expires_on is None:
        return UNKNOWN
    last = kept_until(licence.expires_on, licence.reports_accepted_on, terms[p.RETENTION_YEARS])
    return at_least(last + DAY, found=licence.records_deleted_on)


@licence_rule("12.3", Stage.APPLICATION, Stage.APPROVAL, Stage.SETTLEMENT, bound=Bound.YES_NO)
def receipts_have_their_own_account(licence: LicenceFacts, terms: Terms) -> Verdict:
    return holds(licence.separate_account)


@tournament_rule("12.4", Stage.SETTLEMENT, Stage.REPORT, bound=Bound.AT_MOST, severity=Severity.WARNS)
def receipts_are_deposited_at_once(tournament: TournamentFacts, terms: Terms) -> Verdict:
    if tournament.day is None or tournament.holidays is None:
        return UNKNOWN
    due = deposit_due(tournament.day, terms[p.DEPOSIT_BUSINESS_DAYS], tournament.holidays)
    return at_most(due, found=tournament.deposited_on)


@tournament_rule("12.5", Stage.SETTLEMENT, Stage.REPORT, bound=Bound.AT_MOST)
def everything_is_paid_by_cheque(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return none_of(tournament.paid_otherwise_than_by_cheque)


@licence_rule("12.6", Stage.REPORT, bound=Bound.YES_NO)
def every_report_is_there(licence: LicenceFacts, terms: Terms) -> Verdict:
    return all_there(terms[p.REPORTS], found=licence.reports_filed)


@licence_rule("12.6", Stage.REPORT, bound=Bound.AT_MOST)
def reports_are_filed_in_time(licence: LicenceFacts, terms: Terms) -> Verdict:
    """Not filed yet is unknown until the day has passed, and then a breach."""
    ended = min((day for day in (licence.cancelled_on, licence.expires_on) if day), default=None)
    if ended is None:
        return UNKNOWN
    due = report_due(ended, terms[p.REPORT_DAYS])
    if licence.reports_filed_on is None and licence.today is not None and licence.today <= due:
        return UNKNOWN
    return at_most(due, found=licence.reports_filed_on or licence.today)
