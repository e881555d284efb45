"""Sections 1 to 3: definitions, generalities, licensing."""

from collections import Counter
from itertools import pairwise

from licensing.domain import parameters as p
from licensing.domain.calendar import business_days_between, last_day_of_licence, week_of
from licensing.domain.facts import LicenceFacts, TournamentFacts
from licensing.domain.money import Money
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
    exactly,
    holds,
    licence_rule,
    tournament_rule,
)
from licensing.domain.terms import Terms


@tournament_rule("1.1", Stage.SALE, Stage.SETTLEMENT, bound=Bound.AT_MOST)
def everyone_pays_the_same_for_the_same_chips(tournament: TournamentFacts, terms: Terms) -> Verdict:
    """Counts the different fees and the different stacks, those of the licence included."""
    if tournament.fees_paid is None or tournament.chips_given is None:
        return UNKNOWN
    fees = tournament.fees_paid | ({tournament.entry_fee} - {None})
    stacks = tournament.chips_given | ({tournament.entry_chips} - {None})
    return at_most(1, found=max(len(fees), len(stacks)))


@licence_rule("1.2", Stage.SETTLEMENT, Stage.REPORT, bound=Bound.AT_MOST)
def expenses_are_those_approved(licence: LicenceFacts, terms: Terms) -> Verdict:
    """What was spent beyond the approved amount of each line; a line that was never approved counts in full."""
    if licence.approved_expenses is None or any(tournament.expenses is None for tournament in licence.tournaments):
        return UNKNOWN
    spent: Counter[str] = Counter()
    for tournament in licence.tournaments:
        for expense in tournament.expenses or ():
            spent[expense.line] += expense.amount.cents
    beyond = sum(max(0, cents - licence.approved_expenses.get(line, Money(0)).cents) for line, cents in spent.items())
    return at_most(Money(0), found=Money(beyond))


@tournament_rule("1.6", Stage.SETTLEMENT, Stage.REPORT, bound=Bound.EXACTLY)
def gross_is_entry_fees_and_rebuys(tournament: TournamentFacts, terms: Terms) -> Verdict:
    """The two bases are never mixed: gross proceeds that are reported are the entry fees and the re-buys, no more and no less."""
    if tournament.takings is None:
        return UNKNOWN
    return exactly(tournament.takings.gross, found=tournament.gross_declared)


@licence_rule("1.7", Stage.APPLICATION, Stage.APPROVAL, bound=Bound.YES_NO)
def house_rules_settle_what_they_must(licence: LicenceFacts, terms: Terms) -> Verdict:
    needed = terms[p.HOUSE_RULES]
    if licence.tournaments and all(tournament.rebuy_offered is False for tournament in licence.tournaments):
        needed = tuple(subject for subject in needed if subject != "rebuy_process")
    return all_there(needed, found=licence.house_rules)


@licence_rule("2.1", Stage.APPLICATION, Stage.APPROVAL, bound=Bound.AT_LEAST)
def filed_in_time(licence: LicenceFacts, terms: Terms) -> Verdict:
    """A draft is judged as if it were filed today. The registrar waives the delay by an override."""
    filed, days = licence.filed_on or licence.today, licence.days
    if filed is None or days is None:
        return UNKNOWN
    return at_least(terms[p.FILING_DAYS], found=(days[0] - filed).days)


@licence_rule("2.4", Stage.APPLICATION, Stage.APPROVAL, bound=Bound.AT_MOST)
def one_tournament_a_week(licence: LicenceFacts, terms: Terms) -> Verdict:
    """Across all licences of the organisation. A crowded week of another licence alone is not this licence's doing."""
    if licence.days is None or licence.other_dates is None:
        return UNKNOWN
    starts = terms[p.WEEK_STARTS]
    weeks = Counter(week_of(day, starts) for day in (*licence.days, *licence.other_dates))
    return at_most(terms[p.TOURNAMENTS_PER_WEEK], found=max(weeks[week_of(day, starts)] for day in licence.days))


@licence_rule("2.4", Stage.APPLICATION, Stage.APPROVAL, bound=Bound.AT_LEAST, severity=Severity.WARNS)
def a_week_between_tournaments(licence: LicenceFacts, terms: Terms) -> Verdict:
    """Saturday and the Sunday after it are two weeks by the calendar, and look like one to a reader of the Terms."""
    if licence.days is None or licence.other_dates is None:
        return UNKNOWN
    own = set(licence.days)
    days = sorted((*licence.days, *licence.other_dates))
    apart = [(later - earlier).days for earlier, later in pairwise(days) if earlier in own or later in own]
    return at_least(terms[p.DAYS_APART], found=min(apart)) if apart else NOT_APPLICABLE


@licence_rule("2.5", Stage.APPLICATION, Stage.APPROVAL, Stage.START, bound=Bound.AT_MOST)
def tournaments_within_number(licence: LicenceFacts, terms: Terms) -> Verdict:
    return at_most(terms[p.TOURNAMENTS_PER_LICENCE], found=len(licence.held)) if licence.tournaments else UNKNOWN


@licence_rule("2.6", Stage.APPLICATION, Stage.APPROVAL, Stage.START, bound=Bound.AT_MOST)
def tournaments_within_validity(licence: LicenceFacts, terms: Terms) -> Verdict:
    """The last day of the licence where it is set, and otherwise the last tournament."""
    if licence.days is None:
        return UNKNOWN
    last = max(licence.days[-1], licence.expires_on or licence.days[-1])
    return at_most(last_day_of_licence(licence.days[0], terms[p.LICENCE_MONTHS]), found=last)


@tournament_rule("2.8", Stage.SALE, Stage.START, Stage.SETTLEMENT, bound=Bound.AT_LEAST)
def nobody_under_age(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return at_least(terms[p.MINIMUM_AGE], found=tournament.youngest_age)


@licence_rule("3.1", Stage.APPLICATION, Stage.APPROVAL, bound=Bound.YES_NO)
def organisation_is_eligible(licence: LicenceFacts, terms: Terms) -> Verdict:
    return holds(licence.eligible)


@licence_rule("3.5", Stage.APPROVAL, bound=Bound.AT_LEAST)
def fees_are_paid(licence: LicenceFacts, terms: Terms) -> Verdict:
    return at_least(terms[p.FILE_FEE] + terms[p.LICENCE_FEE], found=licence.fees_paid)


@licence_rule("3.6", Stage.APPLICATION, Stage.APPROVAL, bound=Bound.YES_NO)
def one_language_is_designated(licence: LicenceFacts, terms: Terms) -> Verdict:
    return holds(None if licence.designated_language is None else bool(licence.designated_language.strip()))


@licence_rule("3.7", Stage.APPROVAL, bound=Bound.AT_LEAST, severity=Severity.WARNS)
def amendments_leave_time_to_decide(licence: LicenceFacts, terms: Terms) -> Verdict:
    if licence.amendments == ():
        return NOT_APPLICABLE
    if licence.amendments is None or licence.holidays is None:
        return UNKNOWN
    found = min(business_days_between(a.requested_on, a.effective_on, licence.holidays) for a in licence.amendments)
    return at_least(terms[p.AMENDMENT_BUSINESS_DAYS], found=found)
