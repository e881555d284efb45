"""Sections 4 and 5: where the money goes, and what it may not be spent on."""

from licensing.domain import parameters as p
from licensing.domain.facts import LicenceFacts, TournamentFacts, VenueOwner
from licensing.domain.money import Money
from licensing.domain.proceeds import PrizeKind, Takings
from licensing.domain.rules.engine import (
    NOT_APPLICABLE,
    UNKNOWN,
    Bound,
    Severity,
    Stage,
    Verdict,
    at_least,
    at_most,
    holds,
    licence_rule,
    tournament_rule,
)
from licensing.domain.terms import Terms

PLAN_AND_BOOKS = (Stage.APPLICATION, Stage.APPROVAL, Stage.SETTLEMENT, Stage.REPORT)


def takings_of(licence: LicenceFacts) -> Takings | None:
    """Of all tournaments together; None while one is not known. One cancelled with refunds took nothing."""
    known = [tournament.takings for tournament in licence.held if tournament.takings is not None]
    return sum(known, Takings(Money(0), Money(0))) if known and len(known) == len(licence.held) else None


def spent_of(licence: LicenceFacts) -> Money | None:
    """A cancelled tournament may have cost something all the same."""
    if any(tournament.expenses is None for tournament in licence.tournaments):
        return None
    return sum((tournament.spent or Money(0) for tournament in licence.tournaments), Money(0))


def balance_of(licence: LicenceFacts) -> Money | None:
    """What is left in the account for charity: prizes at what they cost, whatever they are worth in a shop."""
    takings, spent = takings_of(licence), spent_of(licence)
    if takings is None or spent is None or any(tournament.prizes is None for tournament in licence.held):
        return None
    paid = (prize.amount for tournament in licence.held for prize in tournament.prizes or () if prize.kind is not PrizeKind.DONATED)
    return takings.gross - spent - sum(paid, Money(0))


@licence_rule("4.1", Stage.REPORT, bound=Bound.AT_LEAST)
def the_rest_goes_to_charity(licence: LicenceFacts, terms: Terms) -> Verdict:
    balance = balance_of(licence)
    return UNKNOWN if balance is None else at_least(balance, found=licence.paid_to_charity)


@licence_rule("4.2", *PLAN_AND_BOOKS, bound=Bound.AT_MOST)
def expenses_within_share_of_entry_fees(licence: LicenceFacts, terms: Terms) -> Verdict:
    """Re-buys do not widen the room for expenses: the base is entry fees alone."""
    takings = takings_of(licence)
    if takings is None:
        return UNKNOWN
    return at_most(takings.entry_fees.at_most(terms[p.EXPENSE_SHARE]), found=spent_of(licence))


@tournament_rule("4.2", *PLAN_AND_BOOKS, bound=Bound.AT_MOST, severity=Severity.WARNS)
def expenses_of_one_tournament_within_share(tournament: TournamentFacts, terms: Terms) -> Verdict:
    """Only a warning: what is bought once for thirteen evenings is paid on one of them."""
    if tournament.takings is None:
        return UNKNOWN
    return at_most(tournament.takings.entry_fees.at_most(terms[p.EXPENSE_SHARE]), found=tournament.spent)


@tournament_rule("4.3", *PLAN_AND_BOOKS, bound=Bound.AT_MOST)
def prizes_within_share_of_gross(tournament: TournamentFacts, terms: Terms) -> Verdict:
    if tournament.takings is None:
        return UNKNOWN
    return at_most(tournament.takings.gross.at_most(terms[p.PRIZE_SHARE]), found=tournament.counted_prizes)


@licence_rule("4.4", *PLAN_AND_BOOKS, bound=Bound.AT_LEAST)
def charity_receives_its_share(licence: LicenceFacts, terms: Terms) -> Verdict:
    """It follows from 4.2 and 4.3: where those are met, a breach means money that is missing."""
    takings = takings_of(licence)
    if takings is None:
        return UNKNOWN
    found = balance_of(licence) if licence.paid_to_charity is None else licence.paid_to_charity
    return at_least(takings.gross.at_least(terms[p.CHARITY_SHARE]), found=found)


RENT = (Stage.APPLICATION, Stage.APPROVAL, Stage.SETTLEMENT)


def no_rent_where_owner_is(owner: VenueOwner, tournament: TournamentFacts) -> Verdict:
    if tournament.venue_owner is None:
        return UNKNOWN
    return at_most(Money(0), found=tournament.rent) if tournament.venue_owner is owner else NOT_APPLICABLE


@tournament_rule("5.3", *RENT, bound=Bound.AT_MOST)
def no_rent_for_ones_own_venue(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return no_rent_where_owner_is(VenueOwner.LICENSEE, tournament)


@tournament_rule("5.4", *RENT, bound=Bound.YES_NO)
def rent_is_a_fixed_amount(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return holds(None if tournament.rent_is_a_share is None else not tournament.rent_is_a_share)


@tournament_rule("5.5", *RENT, bound=Bound.AT_MOST)
def no_rent_to_a_commercial_operation(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return no_rent_where_owner_is(VenueOwner.COMMERCIAL, tournament)
