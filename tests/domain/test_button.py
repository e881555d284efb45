"""The button: dead where a seat is empty, never the big blind twice running, and unknown where nobody has said."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tournaments.domain.button import (
    Blinds,
    ImpossibleTable,
    SeatedTwice,
    TooFewPlayers,
    must_wait,
    next_hand,
    positions,
    positions_when_filled,
    refuse_impossible,
    seat_of,
    seats_after,
)
from tournaments.domain.tables import EntryId, Seat, Table


def table(*occupied: int, seats: int = 10, big_blind: int | None = None, number: int = 1) -> Table:
    return Table(number, seats, {seat: EntryId(100 * number + seat) for seat in occupied}, big_blind)


@st.composite
def tables_in_play(draw: st.DrawFn, least: int = 2) -> Table:
    seats = draw(st.integers(max(2, least), 10))
    occupied = draw(st.sets(st.integers(1, seats), min_size=least))
    return table(*occupied, seats=seats, big_blind=draw(st.integers(1, seats)))


@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        ((), Blinds(button=2, small=3, big=4)),
        ((3,), Blinds(button=2, small=3, big=4, dead_small=True)),
        ((2,), Blinds(button=2, small=3, big=4, dead_button=True)),
        ((2, 3), Blinds(button=2, small=3, big=4, dead_small=True, dead_button=True)),
        ((4,), Blinds(button=2, small=3, big=5)),
        ((1,), Blinds(button=2, small=3, big=4)),
    ],
)
def test_after_button_1_small_2_big_3_whoever_busts_the_blinds_go_on_in_their_order(
    gone: tuple[int, ...], expected: Blinds
) -> None:
    left = [seat for seat in range(1, 6) if seat not in gone]
    assert next_hand(table(*left, seats=5, big_blind=3), last_small=2) == expected


def test_after_a_dead_small_blind_the_button_lies_before_the_empty_seat() -> None:
    after_bust = table(1, 2, 4, 5, seats=5, big_blind=3)
    hand = next_hand(after_bust, last_small=2)
    assert hand is not None
    following = next_hand(replace(after_bust, big_blind=hand.big), last_small=hand.small)
    assert following == Blinds(button=3, small=4, big=5, dead_button=True)


def test_where_only_the_big_blind_is_known_the_small_blind_was_the_player_before_it() -> None:
    assert next_hand(table(1, 4, 7, big_blind=7)) == Blinds(button=4, small=7, big=1)
    assert next_hand(table(1, 4, 7, big_blind=9)) == Blinds(button=7, small=9, big=1, dead_small=True)


@pytest.mark.parametrize(
    ("occupied", "last_big", "expected"),
    [
        ((2, 3), 3, Blinds(button=3, small=3, big=2)),
        ((1, 3), 3, Blinds(button=3, small=3, big=1)),
        ((1, 2), 3, Blinds(button=2, small=2, big=1)),
    ],
)
def test_heads_up_the_button_posts_the_small_blind_whoever_of_three_went(
    occupied: tuple[int, int], last_big: int, expected: Blinds
) -> None:
    """Button 1, small blind 2, big blind 3; then seat 1, 2 or 3 is empty."""
    assert next_hand(table(*occupied, seats=3, big_blind=last_big), last_small=2) == expected


@given(tables_in_play(), st.data())
def test_nobody_posts_the_big_blind_twice_running_while_others_bust(start: Table, data: st.DataObject) -> None:
    now, small = start, None
    while len(now.players) >= 2:
        hand = next_hand(now, small)
        assert hand is not None
        assert hand.big in now.players
        assert hand.big != now.big_blind
        assert hand.small == now.big_blind or len(now.players) == 2
        assert hand.dead_small == (hand.small not in now.players)
        assert hand.dead_button == (hand.button not in now.players)
        gone = data.draw(st.sets(st.sampled_from(sorted(now.players)), min_size=1))
        left = {seat: entry for seat, entry in now.players.items() if seat not in gone}
        now, small = replace(now, players=left, big_blind=hand.big), hand.small


@given(tables_in_play())
def test_positions_are_the_hands_until_the_big_blind_when_nobody_leaves(start: Table) -> None:
    posted, now = {}, start
    for number in range(1, len(start.players) + 1):
        hand = next_hand(now)
        assert hand is not None
        posted[hand.big] = number
        now = replace(now, big_blind=hand.big)
    assert positions(start) == posted


@given(tables_in_play(least=0), st.data())
def test_a_free_seat_has_the_position_that_its_player_will_have(start: Table, data: st.DataObject) -> None:
    free = [seat for seat in range(1, start.seats + 1) if seat not in start.players]
    assume(free)
    fill = data.draw(st.lists(st.sampled_from(free), min_size=1, unique=True))
    filled = replace(start, players={**start.players, **{seat: EntryId(seat) for seat in fill}})
    hands = positions(filled)
    assert hands is not None
    assert positions_when_filled(start, fill) == [hands[seat] for seat in fill]


def test_without_a_known_big_blind_there_are_no_positions_and_no_next_hand() -> None:
    unknown = table(1, 2, 3)
    assert positions(unknown) is None
    assert next_hand(unknown) is None
    assert seats_after(unknown, 2) is None
    assert positions_when_filled(unknown, [4, 5]) == [None, None]
    assert not must_wait(unknown, 4)


def test_seats_are_counted_clockwise_and_the_big_blind_itself_comes_last() -> None:
    ten = table(1, big_blind=9)
    assert [seats_after(ten, seat) for seat in (10, 1, 8, 9)] == [1, 2, 9, 10]


@pytest.mark.parametrize(
    ("seat", "waits"),
    [(6, True), (5, True), (7, False), (3, False), (8, False)],
)
def test_who_sits_down_between_button_and_small_blind_waits(seat: int, waits: bool) -> None:
    """Players at 1, 2 and 4; the big blind of seat 7 has just bust. Next: button 4, small blind dead at 7, big blind 1."""
    assert must_wait(table(1, 2, 4, seats=8, big_blind=7), seat) is waits


@given(tables_in_play(least=3), st.data())
def test_waiting_is_to_be_between_the_next_button_and_the_next_small_blind(start: Table, data: st.DataObject) -> None:
    free = [seat for seat in range(1, start.seats + 1) if seat not in start.players]
    assume(free)
    seat = data.draw(st.sampled_from(free))
    hand = next_hand(start)
    assert hand is not None
    between = (seat - hand.button) % start.seats < (hand.small - hand.button) % start.seats
    assert must_wait(start, seat) is between


@pytest.mark.parametrize("occupied", [(), (4,)])
def test_one_player_or_none_plays_no_hand(occupied: tuple[int, ...]) -> None:
    with pytest.raises(TooFewPlayers):
        next_hand(table(*occupied, big_blind=2))


@pytest.mark.parametrize("small", [0, 6, 3])
def test_a_small_blind_outside_the_table_or_on_the_big_blind_is_refused(small: int) -> None:
    with pytest.raises(ImpossibleTable):
        next_hand(table(1, 2, 3, 4, 5, seats=5, big_blind=3), last_small=small)


@pytest.mark.parametrize(
    "room",
    [
        [table(0, 1)],
        [table(11)],
        [table(1, big_blind=11)],
        [table(1, big_blind=0)],
        [table(1, big_blind=-1)],
        [table(seats=0)],
        [table(1), table(2)],
    ],
)
def test_a_table_that_cannot_be_is_refused(room: list[Table]) -> None:
    with pytest.raises(ImpossibleTable):
        refuse_impossible(room)


def test_nobody_sits_in_two_seats() -> None:
    both = EntryId(7)
    with pytest.raises(SeatedTwice):
        refuse_impossible([Table(1, 10, {1: both}), Table(2, 10, {5: both})])
    with pytest.raises(SeatedTwice):
        refuse_impossible([Table(1, 10, {1: both, 2: both})])


def test_full_and_empty_tables_are_possible_and_everybody_is_found() -> None:
    room = [table(1, 2, seats=2, big_blind=2), table(seats=1, number=2), table(1, seats=1, number=3)]
    refuse_impossible(room)
    assert seat_of(room) == {101: Seat(1, 1), 102: Seat(1, 2), 301: Seat(3, 1)}
