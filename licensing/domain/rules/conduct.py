"""Sections 7 to 9: advertising, equipment, and who runs the evening."""

from licensing.domain import parameters as p
from licensing.domain.facts import LicenceFacts, TournamentFacts
from licensing.domain.rules.engine import (
    NOT_APPLICABLE,
    UNKNOWN,
    Bound,
    Outcome,
    Stage,
    Verdict,
    all_there,
    at_least,
    at_most,
    exactly,
    holds,
    licence_rule,
    none_of,
    tournament_rule,
)
from licensing.domain.terms import Terms

STAFFING = (Stage.APPLICATION, Stage.APPROVAL, Stage.START)


@licence_rule("7.1", Stage.APPLICATION, Stage.APPROVAL, Stage.SALE, bound=Bound.AT_LEAST)
def nothing_is_advertised_before_approval(licence: LicenceFacts, terms: Terms) -> Verdict:
    """While nothing is approved there is no day to hold it against: whenever it was, it was too early."""
    if licence.advertised_on is None:
        return NOT_APPLICABLE
    if licence.approved_on is None:
        return Verdict(Outcome.BREACHED, licence.advertised_on)
    return at_least(licence.approved_on, found=licence.advertised_on)


@licence_rule("7.2", Stage.APPROVAL, Stage.SALE, bound=Bound.YES_NO)
def advertisement_states_what_it_must(licence: LicenceFacts, terms: Terms) -> Verdict:
    needed = terms[p.ADVERTISEMENT]
    if licence.tournaments and all(tournament.rebuy_offered is False for tournament in licence.tournaments):
        needed = tuple(item for item in needed if item != "rebuy_price")
    return all_there(needed, found=licence.advertisement)


@tournament_rule("8.3", *STAFFING, Stage.FLOOR, bound=Bound.AT_MOST)
def tables_seat_no_more_than_they_may(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return at_most(terms[p.SEATS_PER_TABLE], found=max(tournament.table_sizes) if tournament.table_sizes else None)


@tournament_rule("8.4", Stage.FLOOR, Stage.SETTLEMENT, bound=Bound.EXACTLY)
def chips_in_play_are_those_issued(tournament: TournamentFacts, terms: Terms) -> Verdict:
    """Chips that the dealer took out of play, odd ones and raced-off ones, are no longer issued."""
    return UNKNOWN if tournament.chips_issued is None else exactly(tournament.chips_issued, found=tournament.chips_in_play)


@tournament_rule("9.3", Stage.SALE, Stage.START, Stage.SETTLEMENT, bound=Bound.AT_MOST)
def nobody_who_helps_plays(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return none_of(tournament.staff_who_play)


@tournament_rule("9.4", *STAFFING, bound=Bound.AT_LEAST)
def a_director_is_named(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return at_least(1, found=tournament.directors_named)


@tournament_rule("9.5", *STAFFING, bound=Bound.AT_LEAST)
def director_is_of_age(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return at_least(terms[p.MINIMUM_AGE], found=tournament.director_age)


@tournament_rule("9.5", *STAFFING, bound=Bound.YES_NO)
def director_is_a_volunteer_member(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return holds(tournament.director_is_volunteer_member)


@tournament_rule("9.7", *STAFFING, Stage.FLOOR, bound=Bound.YES_NO)
def director_only_directs(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return holds(None if tournament.director_deals_or_manages is None else not tournament.director_deals_or_manages)


@tournament_rule("9.11", *STAFFING, bound=Bound.AT_LEAST)
def a_dealer_at_every_table(tournament: TournamentFacts, terms: Terms) -> Verdict:
    if tournament.tables is None:
        return UNKNOWN
    return at_least(tournament.tables * terms[p.DEALERS_PER_TABLE], found=tournament.dealers)


@tournament_rule("9.12", *STAFFING, bound=Bound.AT_MOST)
def tables_that_the_grid_knows(tournament: TournamentFacts, terms: Terms) -> Verdict:
    """The Terms give no number of table managers beyond the last row, so nothing there can be met."""
    return at_most(terms[p.MANAGERS].most_tables, found=tournament.tables)


@tournament_rule("9.12", *STAFFING, bound=Bound.AT_LEAST)
def enough_table_managers(tournament: TournamentFacts, terms: Terms) -> Verdict:
    if tournament.tables is None:
        return UNKNOWN
    needed = terms[p.MANAGERS].needed(tournament.tables)
    return NOT_APPLICABLE if needed is None else at_least(needed, found=tournament.managers)
