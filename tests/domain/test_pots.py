"""Pots and the show-down (10.13 to 10.15): every chip is accounted for, and the odd ones leave play."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.terms import register
from tournaments.domain.cards import parse_cards
from tournaments.domain.hands import Category, Hand, hands_at_showdown
from tournaments.domain.pots import (
    CITED,
    ODD_CHIPS,
    Betting,
    Citation,
    EveryoneFolded,
    NobodyCanWin,
    NothingPutIn,
    NotInTheHand,
    NotWholeChips,
    Outcome,
    Pot,
    Returned,
    ShowDown,
    Shows,
    build_pots,
    settle,
    show_down,
    uncalled,
)
from tournaments.domain.tables import EntryId

A, B, C, D, E = (EntryId(number) for number in range(1, 6))
PLAYERS = [EntryId(number) for number in range(1, 11)]


def strength(rank: int) -> Hand:
    """A hand of which only the order matters."""
    return Hand(Category.PAIR, (rank,), (), ())


def bets(put_in: dict[EntryId, int], *, folded: set[EntryId] | None = None, smallest_chip: int = 25) -> Betting:
    return Betting(put_in, frozenset(folded or ()), smallest_chip)


# Main and side pots -------------------------------------------------------------------------------------------------------
def test_three_all_ins_make_a_main_pot_and_two_side_pots() -> None:
    assert build_pots(bets({A: 500, B: 1200, C: 3000, D: 3000}, smallest_chip=100)) == (
        Pot(2000, (A, B, C, D)),
        Pot(2100, (B, C, D)),
        Pot(3600, (C, D)),
    )


def test_what_nobody_matched_goes_back_before_the_pots_are_built() -> None:
    betting = bets({A: 100, B: 200, C: 600}, folded={A, B})
    assert uncalled(betting) == Returned(C, 400)
    assert build_pots(betting) == (Pot(500, (C,)),)


def test_a_folded_player_has_matched_what_he_put_in() -> None:
    betting = bets({A: 300, B: 500, C: 800}, folded={B})
    assert uncalled(betting) == Returned(C, 300)
    assert build_pots(betting) == (Pot(900, (A, C)), Pot(400, (C,)))


def test_chips_of_folded_players_divide_no_pot() -> None:
    betting = bets({A: 100, B: 100, C: 25, D: 50, E: 75}, folded={C, D, E})
    assert build_pots(betting) == (Pot(350, (A, B)),)
    assert settle(betting, {A: strength(9), B: strength(9)}).odd_chips == 0


def test_one_who_folded_with_the_most_in_gets_back_what_nobody_matched_and_wins_nothing() -> None:
    betting = bets({A: 200, B: 50, C: 75}, folded={A, C})
    with pytest.raises(NobodyCanWin) as refused:
        settle(betting, {})
    assert refused.value.chips == 50
    ruling = settle(bets({A: 200, B: 75, C: 50}, folded={A, C}), {})
    assert ruling.returned == Returned(A, 125)
    assert ruling.won == {B: 200}


def test_a_player_alone_gets_his_chips_back() -> None:
    ruling = settle(bets({A: 100}), {})
    assert (ruling.returned, ruling.awards, ruling.won) == (Returned(A, 100), (), {})


# Who wins -----------------------------------------------------------------------------------------------------------------
def test_the_shortest_stack_wins_the_main_pot_and_no_more() -> None:
    board = parse_cards("Kd 9c 7s 4h 2c")
    holes = {A: "Ks Kh", B: "9s 9h", C: "7c 7d", D: "As Qd"}
    hands = hands_at_showdown(board, {player: parse_cards(cards) for player, cards in holes.items()})
    ruling = settle(bets({A: 500, B: 1200, C: 3000, D: 3000}, smallest_chip=100), hands)
    assert ruling.won == {A: 2000, B: 2100, C: 3600}
    assert [award.outcome for award in ruling.awards] == [Outcome.BEST_HAND] * 3
    assert (ruling.odd_chips, ruling.undecided, ruling.returned) == (0, 0, None)


@pytest.mark.parametrize(
    ("put_in", "winners", "chip", "share", "odd"),
    [
        ({A: 500, B: 500}, {A, B}, 25, 500, 0),
        ({A: 500, B: 500, C: 25}, {A, B}, 25, 500, 25),
        ({A: 500, B: 500, C: 50}, {A, B}, 25, 525, 0),
        ({A: 100, B: 100, C: 100, D: 50}, {A, B, C}, 25, 100, 50),
        ({A: 100, B: 100, C: 100, D: 75}, {A, B, C}, 25, 125, 0),
        ({A: 10, B: 10, C: 10, D: 10, E: 3}, {A, B, C, D}, 1, 10, 3),
        ({A: 10, B: 10, C: 10, D: 10, E: 4}, {A, B, C, D}, 1, 11, 0),
    ],
)
def test_equal_hands_share_evenly_and_every_odd_chip_leaves_play(
    put_in: dict[EntryId, int], winners: set[EntryId], chip: int, share: int, odd: int
) -> None:
    betting = bets(put_in, folded=put_in.keys() - winners, smallest_chip=chip)
    (main,) = settle(betting, dict.fromkeys(winners, strength(9))).awards
    assert (set(main.winners), main.share, main.odd_chips, main.outcome) == (winners, share, odd, Outcome.EQUAL_HANDS)


def test_each_pot_is_shared_on_its_own() -> None:
    ruling = settle(bets({A: 300, B: 900, C: 900}, smallest_chip=100), {A: strength(14), B: strength(14), C: strength(13)})
    assert ruling.won == {A: 400, B: 1600}
    assert [award.odd_chips for award in ruling.awards] == [100, 0]


def test_a_short_stack_may_win_while_two_others_share_the_side_pot() -> None:
    betting = bets({A: 200, B: 525, C: 525, D: 225}, folded={D})
    ruling = settle(betting, {A: strength(14), B: strength(9), C: strength(9)})
    assert ruling.won == {A: 800, B: 325, C: 325}
    assert ruling.odd_chips == 25


def test_the_only_contender_needs_no_hand() -> None:
    (main,) = settle(bets({A: 100, B: 50}, folded={B}), {}).awards
    assert (main.outcome, main.winners, main.share) == (Outcome.ONLY_CONTENDER, (A,), 100)


def test_a_pot_whose_contender_keeps_his_cards_unknown_waits_and_the_others_do_not() -> None:
    ruling = settle(bets({A: 100, B: 300, C: 300}), {B: strength(9), C: strength(8)})
    assert [award.outcome for award in ruling.awards] == [Outcome.HANDS_NEEDED, Outcome.BEST_HAND]
    assert (ruling.won, ruling.undecided) == ({B: 400}, 300)


def test_a_ruling_cites_the_terms_and_the_rules_that_give_way_to_them() -> None:
    hands = {A: strength(9), B: strength(9)}
    (even,) = settle(bets({A: 100, B: 100, C: 50}, folded={C}), hands).awards
    (odd,) = settle(bets({A: 100, B: 100, C: 25}, folded={C}), hands).awards
    assert even.citation == Citation("10.15")
    assert odd.citation == ODD_CHIPS
    assert ODD_CHIPS.over == ("RRoP", "TDA 20")
    assert CITED.keys() == set(Outcome)
    assert {citation.rule for citation in (*CITED.values(), ODD_CHIPS)} <= register().clauses.keys()


# Properties ---------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Case:
    betting: Betting
    hands: dict[EntryId, Hand]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    chip = draw(st.sampled_from([1, 5, 25, 100]))
    players = PLAYERS[: draw(st.integers(2, 10))]
    live = draw(st.sets(st.sampled_from(players), min_size=1))
    put_in = {player: chip * draw(st.integers(1 if player in live else 0, 12)) for player in players}
    # Folded players may not have put in more than the live ones: only a misplayed hand comes to that.
    most = max(put_in[player] for player in live)
    put_in = {player: chips if player in live else min(chips, most) for player, chips in put_in.items()}
    hands = {player: strength(draw(st.integers(2, 5))) for player in players}
    return Case(Betting(put_in, frozenset(players) - live, chip), hands)


@given(cases())
def test_chips_in_are_chips_out_and_odd_chips(case: Case) -> None:
    ruling = settle(case.betting, case.hands)
    back = ruling.returned.chips if ruling.returned else 0
    assert sum(case.betting.put_in.values()) == sum(ruling.won.values()) + back + ruling.odd_chips
    for award in ruling.awards:
        assert award.pot.chips == award.share * len(award.winners) + award.odd_chips
        assert award.share % case.betting.smallest_chip == award.odd_chips % case.betting.smallest_chip == 0
        assert award.odd_chips < case.betting.smallest_chip * len(award.winners)


@given(cases())
def test_nobody_wins_more_from_an_opponent_than_he_put_in_himself(case: Case) -> None:
    put_in = case.betting.put_in
    for player, chips in settle(case.betting, case.hands).won.items():
        assert chips <= sum(min(other, put_in[player]) for other in put_in.values())


@given(cases())
def test_folded_players_win_nothing_and_a_better_hand_never_wins_less(case: Case) -> None:
    won = settle(case.betting, case.hands).won
    assert not won.keys() & case.betting.folded
    live = case.betting.live
    for one in live:
        for other in live:
            if case.hands[one] >= case.hands[other] and case.betting.put_in[one] >= case.betting.put_in[other]:
                assert won.get(one, 0) >= won.get(other, 0)


@given(cases())
def test_pots_are_those_of_a_dealer_who_takes_one_chip_from_each_at_a_time(case: Case) -> None:
    """The slow way: round after round one chip of everybody, a new pot wherever fewer can win."""
    left = dict(case.betting.put_in)
    layers: dict[tuple[EntryId, ...], int] = defaultdict(int)
    back = 0
    while any(left.values()):
        paying = [player for player in left if left[player]]
        if len(paying) == 1:
            back += left.pop(paying[0])
            break
        layers[tuple(player for player in paying if player not in case.betting.folded)] += case.betting.smallest_chip * len(paying)
        for player in paying:
            left[player] -= case.betting.smallest_chip
    assert [(pot.contenders, pot.chips) for pot in build_pots(case.betting)] == list(layers.items())
    returned = uncalled(case.betting)
    assert (returned.chips if returned else 0) == back


@given(cases(), st.randoms(use_true_random=False))
def test_the_order_in_which_players_are_listed_changes_nothing(case: Case, random: Random) -> None:
    listed = list(case.betting.put_in.items())
    random.shuffle(listed)
    other = Betting(dict(listed), case.betting.folded, case.betting.smallest_chip)
    assert settle(other, case.hands).won == settle(case.betting, case.hands).won


# Bad input ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("chips", [-25, 24, 26, 12.5, 25.0, True, None, "25"])
def test_amounts_that_no_chips_make_up_are_refused(chips: object) -> None:
    with pytest.raises(NotWholeChips):
        bets({A: 25, B: chips})  # type: ignore[dict-item]


@pytest.mark.parametrize("chip", [0, -25, 25.0, True])
def test_the_smallest_chip_is_a_chip(chip: object) -> None:
    with pytest.raises(NotWholeChips):
        bets({A: 25}, smallest_chip=chip)  # type: ignore[arg-type]


def test_strangers_empty_hands_and_hands_without_chips_are_refused() -> None:
    with pytest.raises(NotInTheHand):
        bets({A: 25}, folded={B})
    with pytest.raises(EveryoneFolded):
        bets({A: 25, B: 25}, folded={A, B})
    with pytest.raises(EveryoneFolded):
        bets({})
    with pytest.raises(NothingPutIn):
        bets({A: 25, B: 0})
    with pytest.raises(NotInTheHand):
        settle(bets({A: 25}), {B: strength(2)})


def test_a_player_who_folded_before_putting_in_a_chip_is_no_trouble() -> None:
    assert build_pots(bets({A: 25, B: 25, C: 0}, folded={C})) == (Pot(50, (A, B)),)


# Show-down ----------------------------------------------------------------------------------------------------------------
def test_a_lone_survivor_shows_nothing() -> None:
    assert show_down({4: A}, button=2, last_bettor=A) == ShowDown(Shows.NOBODY, ())


def test_the_last_bettor_shows_first_and_the_others_follow_clockwise() -> None:
    assert show_down({1: A, 4: B, 6: C, 9: D}, button=4, last_bettor=D) == ShowDown(Shows.LAST_BETTOR, (D, A, B, C))


@pytest.mark.parametrize(("button", "order"), [(1, (B, C, A)), (2, (B, C, A)), (4, (C, A, B)), (6, (A, B, C)), (10, (A, B, C))])
def test_with_no_bet_in_the_last_round_all_show_from_the_left_of_the_button(button: int, order: tuple[EntryId, ...]) -> None:
    assert show_down({6: C, 1: A, 4: B}, button=button, last_bettor=None) == ShowDown(Shows.EVERYONE, order)


@given(
    st.dictionaries(st.integers(1, 10), st.sampled_from(PLAYERS), min_size=2).filter(
        lambda live: len(set(live.values())) == len(live)
    ),
    st.integers(1, 10),
    st.data(),
)
def test_everyone_still_in_has_one_turn_to_show(live: dict[int, EntryId], button: int, data: st.DataObject) -> None:
    last_bettor = data.draw(st.none() | st.sampled_from(sorted(live.values())))
    shown = show_down(live, button=button, last_bettor=last_bettor)
    assert sorted(shown.order) == sorted(live.values())
    assert last_bettor in (None, shown.order[0])
    seats = {player: seat for seat, player in live.items()}
    turns = [seats[player] for player in shown.order]
    assert sum(later < earlier for earlier, later in pairwise(turns)) <= 1
    assert shown.citation.rule == "10.13"


def test_a_show_down_needs_players_and_a_last_bettor_who_is_in() -> None:
    with pytest.raises(EveryoneFolded):
        show_down({}, button=1, last_bettor=None)
    with pytest.raises(NotInTheHand):
        show_down({1: A, 2: B}, button=1, last_bettor=C)
