"""Section 6: fees, tickets, prizes and hours of one tournament."""

from collections import defaultdict
from datetime import timedelta
from fractions import Fraction
from math import floor

from licensing.domain import parameters as p
from licensing.domain.calendar import hard_end
from licensing.domain.facts import TournamentFacts
from licensing.domain.money import Money
from licensing.domain.proceeds import PrizeKind
from licensing.domain.rules.engine import (
    NOT_APPLICABLE,
    UNKNOWN,
    Bound,
    Outcome,
    Stage,
    Verdict,
    at_least,
    at_most,
    holds,
    none_of,
    tournament_rule,
)
from licensing.domain.terms import Terms

PRICES = (Stage.APPLICATION, Stage.APPROVAL, Stage.SALE)
PRIZES = (Stage.APPLICATION, Stage.APPROVAL, Stage.SETTLEMENT, Stage.REPORT)
ONE_CENT = Money(1)


@tournament_rule("6.1", Stage.SALE, Stage.SETTLEMENT, bound=Bound.YES_NO)
def paid_in_an_allowed_way(tournament: TournamentFacts, terms: Terms) -> Verdict:
    if tournament.payment_methods is None:
        return UNKNOWN
    allowed = terms[p.PAYMENT_METHODS]
    others = tuple(sorted(tournament.payment_methods - set(allowed)))
    return holds(not others, found=others, allowed=allowed)


@tournament_rule("6.1", Stage.SALE, Stage.SETTLEMENT, bound=Bound.AT_MOST)
def nothing_is_issued_unpaid(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return none_of(tournament.unpaid_tickets)


@tournament_rule("6.2", *PRICES, Stage.SETTLEMENT, bound=Bound.AT_LEAST)
def no_discount_and_no_free_entry(tournament: TournamentFacts, terms: Terms) -> Verdict:
    if tournament.entry_fee is None:
        return UNKNOWN
    return at_least(max(tournament.entry_fee, ONE_CENT), found=min(tournament.fees_paid or {tournament.entry_fee}))


@tournament_rule("6.2", *PRICES, bound=Bound.AT_LEAST)
def no_free_rebuy(tournament: TournamentFacts, terms: Terms) -> Verdict:
    if tournament.rebuy_offered is False:
        return NOT_APPLICABLE
    return at_least(ONE_CENT, found=tournament.rebuy_price)


@tournament_rule("6.3", *PRICES, bound=Bound.AT_MOST)
def fee_and_rebuy_within_cap(tournament: TournamentFacts, terms: Terms) -> Verdict:
    fee, rebuy = tournament.entry_fee, Money(0) if tournament.rebuy_offered is False else tournament.rebuy_price
    return at_most(terms[p.ENTRY_AND_REBUY_CAP], found=None if fee is None or rebuy is None else fee + rebuy)


@tournament_rule("6.4", Stage.SALE, Stage.FLOOR, Stage.SETTLEMENT, bound=Bound.AT_MOST)
def one_rebuy_a_player(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return at_most(terms[p.REBUYS_PER_PLAYER], found=tournament.most_rebuys)


@tournament_rule("6.5", *PRICES, bound=Bound.AT_MOST)
def rebuy_costs_no_more_than_the_entry(tournament: TournamentFacts, terms: Terms) -> Verdict:
    if tournament.rebuy_offered is False:
        return NOT_APPLICABLE
    if tournament.entry_fee is None:
        return UNKNOWN
    return at_most(tournament.entry_fee.at_most(terms[p.REBUY_PRICE_SHARE]), found=tournament.rebuy_price)


@tournament_rule("6.6", *PRICES, bound=Bound.AT_MOST)
def rebuy_gives_no_more_chips_than_the_entry(tournament: TournamentFacts, terms: Terms) -> Verdict:
    if tournament.rebuy_offered is False:
        return NOT_APPLICABLE
    if tournament.entry_chips is None:
        return UNKNOWN
    return at_most(floor(tournament.entry_chips * Fraction(terms[p.REBUY_CHIPS_SHARE])), found=tournament.rebuy_chips)


@tournament_rule("6.7", Stage.SALE, Stage.SETTLEMENT, bound=Bound.AT_MOST)
def identification_before_every_ticket(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return none_of(tournament.tickets_without_identification)


@tournament_rule("6.8", Stage.START, Stage.SETTLEMENT, bound=Bound.AT_MOST)
def identification_and_ticket_at_the_door(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return none_of(tournament.entered_without_second_check)


@tournament_rule("6.11", Stage.SALE, Stage.SETTLEMENT, bound=Bound.AT_MOST)
def sales_stop_at_the_start(tournament: TournamentFacts, terms: Terms) -> Verdict:
    if tournament.started_at is None:
        return NOT_APPLICABLE
    return at_most(tournament.started_at, found=tournament.last_sale_at)


@tournament_rule("6.11", Stage.START, Stage.SETTLEMENT, bound=Bound.AT_LEAST)
def no_start_before_the_licensed_hour(tournament: TournamentFacts, terms: Terms) -> Verdict:
    if tournament.starts_at is None:
        return UNKNOWN
    return at_least(tournament.starts_at, found=tournament.started_at)


@tournament_rule("6.12", Stage.APPLICATION, Stage.APPROVAL, Stage.SALE, Stage.SETTLEMENT, bound=Bound.AT_MOST)
def players_within_number(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return at_most(terms[p.MAX_PLAYERS], found=tournament.players)


@tournament_rule("6.13", *PRIZES, bound=Bound.AT_MOST)
def value_of_prizes_within_share_of_gross(tournament: TournamentFacts, terms: Terms) -> Verdict:
    """A purchased prize counts at the greater of its cost and its retail value: while that is not known, only a breach is sure."""
    if tournament.takings is None:
        return UNKNOWN
    verdict = at_most(tournament.takings.gross.at_most(terms[p.PRIZE_SHARE]), found=tournament.counted_prizes)
    unpriced = any(prize.kind is PrizeKind.PURCHASED and prize.retail is None for prize in tournament.prizes or ())
    return UNKNOWN if unpriced and verdict.outcome is Outcome.MET else verdict


@tournament_rule("6.14", *PRIZES, bound=Bound.AT_MOST)
def no_player_wins_more_than_the_share(tournament: TournamentFacts, terms: Terms) -> Verdict:
    """All that one player wins together. In a plan nobody has a name yet, and each prize is somebody's."""
    share, total = terms[p.SINGLE_PRIZE_SHARE], tournament.counted_prizes
    if tournament.prizes is None or total is None:
        return UNKNOWN
    if all(prize.counted == Money(0) for prize in tournament.prizes):
        return NOT_APPLICABLE
    won: defaultdict[object, Money] = defaultdict(lambda: Money(0))
    for place, prize in enumerate(tournament.prizes):
        won[place if prize.player is None else prize.player] += prize.counted
    return at_most(total.at_most(share), found=max(won.values()))


@tournament_rule("6.14", *PRIZES, bound=Bound.AT_MOST)
def no_prize_over_the_cap(tournament: TournamentFacts, terms: Terms) -> Verdict:
    """A cap in dollars, where the edition has one."""
    cap = terms[p.SINGLE_PRIZE_CAP]
    if tournament.prizes is None:
        return UNKNOWN
    return at_most(cap, found=max((prize.counted for prize in tournament.prizes), default=Money(0)))


@tournament_rule("6.15", *PRIZES, bound=Bound.AT_MOST)
def donated_prizes_cost_nothing(tournament: TournamentFacts, terms: Terms) -> Verdict:
    """A donated prize stays outside the totals, so one that was paid for is a purchased prize under a wrong name."""
    if tournament.prizes is None:
        return UNKNOWN
    paid = (prize.amount for prize in tournament.prizes if prize.kind is PrizeKind.DONATED)
    return at_most(Money(0), found=sum(paid, Money(0)))


@tournament_rule("6.16", Stage.APPLICATION, Stage.APPROVAL, bound=Bound.AT_MOST)
def proof_of_every_non_cash_prize(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return none_of(tournament.prizes_without_proof)


@tournament_rule("6.17", *PRIZES, bound=Bound.AT_MOST)
def no_entry_as_a_prize(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return none_of(tournament.entries_as_prizes)


@tournament_rule("6.18", Stage.APPLICATION, Stage.APPROVAL, Stage.FLOOR, Stage.SETTLEMENT, bound=Bound.AT_MOST)
def within_the_hours(tournament: TournamentFacts, terms: Terms) -> Verdict:
    """Hours that pass, not hours on the wall: the night the clocks change has one more or one less of those.

    As in 6.19 the hand in play is finished, so the end of an evening is the beginning of its last hand where that is known. An
    end before the beginning, such as 1:00 on the wrong day, is nothing that can be.
    """
    begins, ends = tournament.begins, tournament.last_hand_at or tournament.ended_at or tournament.licensed_end
    if begins is None or ends is None:
        return UNKNOWN
    latest = begins + timedelta(hours=terms[p.MAX_HOURS])
    return holds(begins <= ends <= latest, found=ends, allowed=latest)


@tournament_rule("6.19", Stage.APPLICATION, Stage.APPROVAL, bound=Bound.AT_MOST)
def licensed_to_end_before_the_latest_hour(tournament: TournamentFacts, terms: Terms) -> Verdict:
    if tournament.starts_at is None:
        return UNKNOWN
    latest = hard_end(tournament.starts_at, None, max_hours=terms[p.MAX_HOURS], latest_end=terms[p.LATEST_END])
    return at_most(latest.at, found=tournament.licensed_end)


@tournament_rule("6.19", Stage.FLOOR, Stage.SETTLEMENT, bound=Bound.AT_MOST)
def no_new_hand_after_the_hard_end(tournament: TournamentFacts, terms: Terms) -> Verdict:
    """The hand in play at the hard end is finished, so it is the beginning of the last hand that counts."""
    if tournament.started_at is None or tournament.licensed_end is None:
        return UNKNOWN
    latest = hard_end(tournament.started_at, tournament.licensed_end, max_hours=terms[p.MAX_HOURS], latest_end=terms[p.LATEST_END])
    return at_most(latest.at, found=tournament.last_hand_at)
