"""Section 10."""

from datetime import datetime

from licensing.domain.facts import Finish, LicenceFacts, Move
from tests.domain.rule_cases.facts import (
    BREACHED,
    MET,
    NOT_APPLICABLE,
    UNKNOWN,
    Case,
    evening,
    exact,
    licence,
    most,
    no,
    wall,
    yes_no,
)

EVEN = "tables_are_even"
MOVES = "moves_keep_the_distance_from_the_blinds"
RANKING = "house_rules_rank_hands_as_the_terms"
TO_THE_END = "played_to_one_or_to_the_hard_end"
OUT = "places_follow_the_order_of_elimination"
AT_TIME = "places_at_time_follow_the_chips"
HANDS = tuple(
    "royal_flush straight_flush four_of_a_kind full_house flush straight three_of_a_kind two_pairs pair high_card".split()
)
FLUSH_UNDER_STRAIGHT = (*HANDS[:4], "straight", "flush", *HANDS[6:])
ELEVEN, ONE = wall(5, 2, 23), wall(5, 3, 1)


def moved(*moves: tuple[int, int]) -> LicenceFacts:
    return evening(moves=tuple(Move(*move) for move in moves))


def left(players: int | None, at: datetime = ELEVEN) -> LicenceFacts:
    return evening(started_at=wall(5, 2, 19), licensed_end=ONE, ended_at=at, players_left=players)


def finished(*rows: tuple[int, int | None, int]) -> LicenceFacts:
    """Rows of place, hand of elimination (None: still in) and chips."""
    return evening(finishes=tuple(Finish(f"player {number}", *row) for number, row in enumerate(rows, 1)))


def third(place: int) -> LicenceFacts:
    """Three go out in one hand: 900, 600 and 300 chips; the one with 600 is third."""
    return finished((1, None, 9000), (2, 7, 900), (place, 7, 600), (4, 7, 300), (5, 3, 5000))


def at_time(place: int) -> LicenceFacts:
    """Three are left at the end of time; the one with 600 is second."""
    return finished((1, None, 900), (place, None, 600), (3, None, 300), (4, 9, 200))


CASES = [
    *most(EVEN, lambda n: evening(table_sizes=(8, 8 + n)), 0, 1, 2),
    Case(EVEN, "one table", evening(table_sizes=(3,)), MET),
    Case(EVEN, "no table yet", evening(table_sizes=()), UNKNOWN),
    *no(MOVES, lambda farther: moved((3 + farther, 3))),
    Case(MOVES, "nobody moved", moved(), MET),
    Case(MOVES, "not known", evening(), UNKNOWN),
    *yes_no(RANKING, kept=licence(house_rules_ranking=HANDS), broken=licence(house_rules_ranking=FLUSH_UNDER_STRAIGHT)),
    Case(RANKING, "they state none", licence(house_rules_ranking=()), NOT_APPLICABLE),
    Case(RANKING, "they leave one out", licence(house_rules_ranking=HANDS[1:]), BREACHED),
    Case(RANKING, "not known", licence(), UNKNOWN),
    *no("odd_chips_leave_play", lambda n: evening(odd_chips_awarded=n)),
    *no("a_player_without_chips_is_out", lambda n: evening(seated_without_chips=n)),
    *exact(TO_THE_END, left, 0, 1, 2),
    Case(TO_THE_END, "nine left at the licensed end", left(9, ONE), MET),
    Case(TO_THE_END, "nobody left at the licensed end", left(0, ONE), BREACHED),
    Case(TO_THE_END, "not known who is left", left(None, ONE), UNKNOWN),
    Case(TO_THE_END, "not ended yet", evening(players_left=1), UNKNOWN),
    *exact(OUT, third, 2, 3, 4),
    Case(OUT, "equal stacks tie", finished((1, None, 9), (2, 7, 600), (2, 7, 600), (4, 5, 600)), MET),
    Case(OUT, "equal stacks told apart", finished((1, None, 9), (2, 7, 600), (3, 7, 600)), BREACHED),
    Case(OUT, "the order of hands reversed", finished((1, None, 9), (2, 3, 600), (3, 7, 600)), BREACHED),
    Case(OUT, "nobody is out", finished((1, None, 9), (2, None, 8)), NOT_APPLICABLE),
    Case(OUT, "nobody is on the list", finished(), UNKNOWN),
    *exact(AT_TIME, at_time, 1, 2, 3),
    Case(AT_TIME, "equal stacks tie", finished((1, None, 600), (1, None, 600), (3, None, 5)), MET),
    Case(AT_TIME, "a winner behind one who is out", finished((2, None, 600), (1, 7, 600)), BREACHED),
    Case(AT_TIME, "nobody is in", finished((1, 7, 900)), NOT_APPLICABLE),
    Case(AT_TIME, "not known", evening(), UNKNOWN),
]
