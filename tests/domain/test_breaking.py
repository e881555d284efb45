"""Breaking a table: the right one, never too soon, and everybody as near to the old position as the free seats allow."""

from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.domain.rooms import after, floors, merits, room_of, sizes, table
from tournaments.domain.balancing import balance
from tournaments.domain.breaking import (
    Break,
    CannotLeave,
    NoRoomElsewhere,
    Reason,
    UnknownTable,
    break_table,
    next_to_break,
)
from tournaments.domain.button import positions
from tournaments.domain.draw import SeedTooShort
from tournaments.domain.reseating import Floor, Rule
from tournaments.domain.tables import EntryId, Seat

SEED = bytes(range(16))

# Which table, and when


@pytest.mark.parametrize(("counts", "breaks"), [((7, 7, 7), False), ((7, 7, 6), True), ((7, 6, 6), True)])
def test_a_table_breaks_when_the_players_fit_the_others_and_not_before(counts: tuple[int, ...], breaks: bool) -> None:
    """Ten seats each: 20 players are the most that two tables hold."""
    assert (next_to_break(Floor(room_of(*counts))) is not None) is breaks


def test_the_smallest_breaks_first() -> None:
    assert next_to_break(Floor(room_of(7, 6, 7))) == Break(2, Reason.SMALLEST)


def test_among_equals_the_one_breaks_whose_players_were_moved_least() -> None:
    moved = {EntryId(101): 1, EntryId(303): 1, EntryId(304): 1}
    assert next_to_break(Floor(room_of(6, 7, 6), moved)) == Break(1, Reason.MOVED_LEAST)


def test_a_player_moved_twice_weighs_more_than_two_moved_once() -> None:
    moved = {EntryId(101): 2, EntryId(303): 1, EntryId(304): 1, EntryId(305): 1}
    assert next_to_break(Floor(room_of(6, 7, 6), moved)) == Break(3, Reason.MOVED_LEAST)


def test_among_equals_moved_as_little_the_first_of_the_tables_breaks() -> None:
    tables = room_of(6, 6, 7)
    assert next_to_break(Floor(tables)) == Break(1, Reason.TABLE_ORDER)
    assert next_to_break(Floor(tables[::-1])) == Break(2, Reason.TABLE_ORDER)


def test_a_published_order_goes_before_size() -> None:
    assert next_to_break(Floor(room_of(7, 6, 6)), published=[4, 1, 2, 3]) == Break(1, Reason.PUBLISHED_ORDER)


def test_a_published_order_with_no_table_of_the_room_offers_none() -> None:
    assert next_to_break(Floor(room_of(7, 6, 6)), published=[4]) is None


def test_the_table_of_a_pinned_player_does_not_break() -> None:
    floor = Floor(room_of(7, 6, 6), pinned=frozenset([EntryId(101), EntryId(201)]))
    assert next_to_break(floor) == Break(3, Reason.SMALLEST)
    assert next_to_break(floor, published=[1, 2, 3]) == Break(3, Reason.PUBLISHED_ORDER)
    everywhere = replace(floor, pinned=frozenset(map(EntryId, (101, 201, 301))))
    assert next_to_break(everywhere) is None


def test_nor_does_one_where_somebody_is_expected() -> None:
    floor = Floor(room_of(7, 6, 5), under_way={EntryId(101): Seat(3, 9)})
    assert next_to_break(floor) == Break(1, Reason.TABLE_ORDER)


@pytest.mark.parametrize("counts", [(), (5,), (0,)])
def test_the_last_table_does_not_break(counts: tuple[int, ...]) -> None:
    assert next_to_break(Floor(room_of(*counts))) is None


def test_a_wide_table_stays_while_the_narrow_ones_cannot_hold_its_players() -> None:
    """14 players: without the table of ten there are 12 seats, without one of six 16."""
    tables = [table(1, 1, 2, 3), table(2, *range(1, 7), seats=6), table(3, *range(1, 6), seats=6)]
    assert next_to_break(Floor(tables)) == Break(3, Reason.SMALLEST)


@given(floors(tables=(2, 6), same_seats=False, pins=2), st.booleans())
def test_what_is_offered_can_be_done_and_what_can_be_done_is_offered(floor: Floor, published: bool) -> None:
    order = [one.number for one in floor.tables] if published else []
    offered = next_to_break(floor, order)
    possible = []
    for one in floor.tables:
        try:
            break_table(floor, one.number, SEED)
        except (NoRoomElsewhere, CannotLeave):
            continue
        possible.append(one)
    assert (offered is None) == (not possible)
    if offered:
        chosen = next(one for one in possible if one.number == offered.table)
        assert chosen is possible[0] or not published
        assert published or len(chosen.players) == min(sizes(possible))


# Where its players go


@given(floors(tables=(2, 6), same_seats=False), st.binary(min_size=16, max_size=16), st.data())
def test_everybody_gets_a_free_seat_and_nobody_else_moves(floor: Floor, seed: bytes, data: st.DataObject) -> None:
    broken = data.draw(st.sampled_from(floor.tables))
    others = [one for one in floor.tables if one is not broken]
    assume(len(broken.players) <= sum(one.seats - len(one.players) for one in others))
    plan = break_table(floor, broken.number, seed)
    assert {move.entry for move in plan.moves} == set(broken.players.values())
    left = after(floor.tables, plan.moves)
    assert not next(one for one in left if one.number == broken.number).players
    receiving = [one for one in left if one.number != broken.number]
    before = dict(zip((one.number for one in others), sizes(others), strict=True))
    took = [len(one.players) for one in receiving if len(one.players) > before[one.number]]
    room_left = [len(one.players) for one in receiving if len(one.players) < one.seats]
    # Nobody sits down at a table while another with a free seat is two or more shorter.
    assert not took or not room_left or max(took) - min(room_left) <= 1


@given(floors(tables=(2, 8)), st.binary(min_size=16, max_size=16))
def test_after_a_balanced_room_breaks_a_table_the_others_are_within_one(floor: Floor, seed: bytes) -> None:
    equal = after(floor.tables, balance(floor).moves)
    chosen = next_to_break(replace(floor, tables=equal))
    assume(chosen is not None)
    left = after(equal, break_table(replace(floor, tables=equal), chosen.table, seed).moves)
    counts = [len(one.players) for one in left if one.number != chosen.table]
    assert max(counts) - min(counts) <= 1


@settings(max_examples=200)
@given(floors(tables=(2, 4), seats=(2, 4)), st.binary(min_size=16, max_size=16))
def test_no_other_seats_change_the_positions_less_whatever_the_seed(floor: Floor, seed: bytes) -> None:
    """Every way to seat the players of the broken table, tried one by one, on the tables as they will really be."""
    broken = floor.tables[0]
    others = floor.tables[1:]
    free = [Seat(one.number, seat) for one in others for seat in range(1, one.seats + 1) if seat not in one.players]
    assume(1 <= len(broken.players) <= min(len(free), 3))
    plan = break_table(floor, broken.number, seed)
    order = {one.number: place for place, one in enumerate(floor.tables)}
    aimed = sizes(after(floor.tables, plan.moves))
    spread = sum(count**2 for count in aimed)
    tried = []
    for seats in permutations(free, len(plan.moves)):
        moves = [replace(move, target=seat) for move, seat in zip(plan.moves, seats, strict=True)]
        left = after(floor.tables, moves)
        assert sum(count**2 for count in sizes(left)) >= spread
        if sum(count**2 for count in sizes(left)) == spread:
            hands = {one.number: positions(one) or {} for one in left}
            seen = [replace(move, after=hands[move.target.table].get(move.target.number)) for move in moves]
            tried.append(merits(replace(plan, moves=tuple(seen)), order)[:2])
    assert merits(plan, order)[:2] == min(tried)


def test_the_worked_example_of_the_documentation() -> None:
    """docs/algorithms/balancing.md: seats first and fourth to post, two of each, for players first to fourth."""
    tables = [
        table(1, 1, 3, 4, 6, seats=6, big_blind=4),
        table(2, 1, 2, 4, 5, seats=6, big_blind=2),
        table(3, 2, 3, 5, 6, seats=6, big_blind=6),
    ]
    assert {(move.entry, move.target, move.before, move.after) for move in break_table(Floor(tables), 1, SEED).moves} == {
        (106, Seat(3, 1), 1, 1),
        (101, Seat(2, 3), 2, 1),
        (103, Seat(2, 6), 3, 4),
        (104, Seat(3, 4), 4, 4),
    }


def test_chance_decides_between_equals_and_the_same_seed_decides_the_same() -> None:
    """One player, and two tables alike: each is chosen about as often, by the seed alone."""
    tables = [table(1, 1, seats=4, big_blind=1), *(table(number, 2, 3, 4, seats=4, big_blind=4) for number in (2, 3))]
    chosen = [break_table(Floor(tables), 1, number.to_bytes(16, "big")).moves[0].target.table for number in range(400)]
    assert 150 < chosen.count(2) < 250
    assert break_table(Floor(tables), 1, SEED) == break_table(Floor(tables), 1, SEED)


def test_chance_also_decides_who_gets_which_of_two_places_equally_far() -> None:
    """Players 1 and 2 hands from the big blind go to two seats 3 hands from it: either way the change is 3 in all."""
    tables = [table(1, 1, 2, seats=3, big_blind=3), *(table(number, 1, 2, seats=3, big_blind=3) for number in (2, 3))]
    plans = [break_table(Floor(tables), 1, number.to_bytes(16, "big")) for number in range(400)]
    assert {plan.change for plan in plans} == {3}
    first_goes_to_two = [plan.moves[0].target.table == 2 for plan in plans]
    assert 150 < sum(first_goes_to_two) < 250


def test_without_a_known_button_seats_are_drawn_and_the_moves_say_so() -> None:
    tables = [table(1, 1, 2, big_blind=None), table(2, 1, 2, 3), table(3, 1, 2, 3)]
    plan = break_table(Floor(tables), 1, SEED)
    assert {move.rule for move in plan.moves} == {Rule.EQUAL_TABLES}


def test_an_empty_table_breaks_without_a_move() -> None:
    floor = Floor([table(1), table(2, 1)])
    assert next_to_break(floor) == Break(1, Reason.SMALLEST)
    assert break_table(floor, 1, SEED).moves == ()


# Refusals


@pytest.mark.parametrize(
    ("floor", "number", "refusal"),
    [
        (Floor(room_of(5, 5)), 3, UnknownTable),
        (Floor(room_of(5, 6)), 1, NoRoomElsewhere),
        (Floor(room_of(5)), 1, NoRoomElsewhere),
        (Floor(room_of(5, 5), pinned=frozenset([EntryId(101)])), 1, CannotLeave),
        (Floor(room_of(5, 4), under_way={EntryId(201): Seat(1, 9)}), 1, CannotLeave),
    ],
)
def test_a_break_that_cannot_be_is_refused(floor: Floor, number: int, refusal: type[ValueError]) -> None:
    with pytest.raises(refusal):
        break_table(floor, number, SEED)


def test_chance_needs_a_real_seed() -> None:
    with pytest.raises(SeedTooShort):
        break_table(Floor(room_of(5, 5)), 1, b"short")
