"""Section 10: what can be checked of the play itself."""

from collections.abc import Iterable

from licensing.domain import parameters as p
from licensing.domain.calendar import hard_end
from licensing.domain.facts import Finish, LicenceFacts, TournamentFacts
from licensing.domain.rules.engine import (
    NOT_APPLICABLE,
    UNKNOWN,
    Bound,
    Severity,
    Stage,
    Verdict,
    at_most,
    exactly,
    holds,
    licence_rule,
    none_of,
    tournament_rule,
)
from licensing.domain.terms import Terms


@tournament_rule("10.3", Stage.FLOOR, bound=Bound.AT_MOST, severity=Severity.WARNS)
def tables_are_even(tournament: TournamentFacts, terms: Terms) -> Verdict:
    """A warning: moves are for the director and the table managers to decide (10.5)."""
    sizes = tournament.table_sizes
    return at_most(terms[p.TABLE_SPREAD], found=max(sizes) - min(sizes) if sizes else None)


@tournament_rule("10.4", Stage.FLOOR, bound=Bound.AT_MOST, severity=Severity.WARNS)
def moves_keep_the_distance_from_the_blinds(tournament: TournamentFacts, terms: Terms) -> Verdict:
    """How much farther than the best open seat the worst move went."""
    if tournament.moves is None:
        return UNKNOWN
    return none_of(max((move.displacement - move.best for move in tournament.moves), default=0))


@licence_rule("10.14", Stage.APPLICATION, Stage.APPROVAL, bound=Bound.YES_NO)
def house_rules_rank_hands_as_the_terms(licence: LicenceFacts, terms: Terms) -> Verdict:
    ranking = licence.house_rules_ranking
    if ranking is None:
        return UNKNOWN
    return holds(ranking == terms[p.HAND_RANKING], found=ranking, allowed=terms[p.HAND_RANKING]) if ranking else NOT_APPLICABLE


@tournament_rule("10.15", Stage.FLOOR, bound=Bound.AT_MOST)
def odd_chips_leave_play(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return none_of(tournament.odd_chips_awarded)


@tournament_rule("10.16", Stage.FLOOR, bound=Bound.AT_MOST)
def a_player_without_chips_is_out(tournament: TournamentFacts, terms: Terms) -> Verdict:
    """A player who may still re-buy is pending, and not counted among those seated without chips."""
    return none_of(tournament.seated_without_chips)


@tournament_rule("10.17", Stage.FLOOR, Stage.SETTLEMENT, bound=Bound.EXACTLY)
def played_to_one_or_to_the_hard_end(tournament: TournamentFacts, terms: Terms) -> Verdict:
    """At the hard end as many may be left as there are, but never nobody."""
    if tournament.ended_at is None or tournament.started_at is None or tournament.licensed_end is None:
        return UNKNOWN
    end = hard_end(tournament.started_at, tournament.licensed_end, max_hours=terms[p.MAX_HOURS], latest_end=terms[p.LATEST_END])
    left = tournament.players_left
    return exactly(max(1, left or 1) if tournament.ended_at >= end.at else 1, found=left)


@tournament_rule("10.18", Stage.SETTLEMENT, Stage.REPORT, bound=Bound.AT_MOST)
def places_follow_the_order_of_elimination(tournament: TournamentFacts, terms: Terms) -> Verdict:
    """Counts the eliminated players whose place is not the one that the order of elimination gives."""
    return misplaced(tournament.finishes, still_in=False)


@tournament_rule("10.19", Stage.SETTLEMENT, Stage.REPORT, bound=Bound.AT_MOST)
def places_at_time_follow_the_chips(tournament: TournamentFacts, terms: Terms) -> Verdict:
    return misplaced(tournament.finishes, still_in=True)


def misplaced(finishes: tuple[Finish, ...] | None, *, still_in: bool) -> Verdict:
    if not finishes:
        return UNKNOWN
    concerned = [finish for finish in finishes if (finish.hand is None) is still_in]
    if not concerned:
        return NOT_APPLICABLE
    right = places(finishes)
    return none_of(sum(finish.place != right[strength(finish)] for finish in concerned))


def strength(finish: Finish) -> tuple[bool, int, int]:
    """Those still in come first, then the later eliminated; within a hand, the more chips. Equal is a tie."""
    return finish.hand is None, finish.hand or 0, finish.chips


def places(finishes: Iterable[Finish]) -> dict[tuple[bool, int, int], int]:
    """The place of each strength: one more than the number of players who are stronger."""
    found: dict[tuple[bool, int, int], int] = {}
    for ahead, each in enumerate(sorted(map(strength, finishes), reverse=True)):
        found.setdefault(each, ahead + 1)
    return found
