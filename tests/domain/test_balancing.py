"""One plan for the room: the fewest moves, then the least change of distance from the big blind, then who was moved least."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.domain.rooms import after, fewest_moves, floors, merits, room_of, sizes, table
from tournaments.domain.balancing import Halt, balance, halt_board, targets
from tournaments.domain.button import ImpossibleTable, SeatedTwice, must_wait, positions
from tournaments.domain.reseating import Floor, Move, Plan, Rule, SeatPromisedTwice
from tournaments.domain.tables import EntryId, Seat, Table

# How many


@given(floors())
def test_a_plan_has_the_fewest_moves_and_leaves_the_tables_within_one(floor: Floor) -> None:
    plan = balance(floor)
    assert len(plan.moves) == fewest_moves(sizes(floor.tables))
    counts = sizes(after(floor.tables, plan.moves))
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(
    ("counts", "moves"),
    [
        ((10, 10, 9), 0),
        ((10, 9, 8), 1),
        ((10, 10, 8), 1),
        ((10, 10, 10, 7), 2),
        ((10, 5, 5), 3),
        ((9, 9, 9, 3), 4),
        ((8, 6, 6, 6), 1),
        ((10, 0), 5),
        ((), 0),
        ((7,), 0),
    ],
)
def test_moves_by_the_sizes_of_the_tables(counts: tuple[int, ...], moves: int) -> None:
    assert len(balance(Floor(room_of(*counts))).moves) == moves


def test_a_room_left_alone_for_long_is_made_equal_in_one_plan() -> None:
    """More ways to fill the tables than are tried. Twelve seats are fifth to post, and eight tables have one such player each."""
    floor = Floor(room_of(*[10, 9, 4, 3, 5] * 4))
    plan = balance(floor)
    assert len(plan.moves) == fewest_moves(sizes(floor.tables)) == 24
    assert plan.change == 4


# Who and where


def every_plan(floor: Floor, amount: int) -> Iterator[Plan]:
    """All choices of players and free seats with so many moves, whatever the tables become."""
    leavers = [(one, seat, entry) for one in floor.tables for seat, entry in one.players.items() if floor.may_move(entry)]
    free = [(one, seat) for one in floor.tables for seat in range(1, one.seats + 1) if seat not in one.players]
    for going in combinations(leavers, amount):
        for seats in permutations(free, amount):
            if all(origin.number != target.number for (origin, _, _), (target, _) in zip(going, seats, strict=True)):
                moves = [
                    Move(entry, Seat(origin.number, seat), Seat(target.number, new), None, None, must_wait(target, new), 0)
                    for (origin, seat, entry), (target, new) in zip(going, seats, strict=True)
                ]
                yield Plan(tuple(moves))


def with_positions(floor: Floor, plan: Plan) -> Plan:
    """The positions counted anew on the tables before and after."""
    before = {one.number: positions(one) or {} for one in floor.tables}
    later = {one.number: positions(one) or {} for one in after(floor.tables, plan.moves)}
    return Plan(
        tuple(
            replace(
                move,
                before=before[move.origin.table].get(move.origin.number),
                after=later[move.target.table].get(move.target.number),
                earlier=floor.moved.get(move.entry, 0),
            )
            for move in plan.moves
        )
    )


def spread(tables: list[Table]) -> int:
    return max(sizes(tables)) - min(sizes(tables))


@settings(max_examples=200)
@given(floors(tables=(2, 4), seats=(2, 4), pins=2))
@example(Floor([table(1, 1, 2, 3, 4, seats=4), table(2, 1, seats=4), table(3, 3, seats=4, big_blind=2)]))
@example(Floor([table(1, 1, 2, 3, 4, seats=4), table(2, seats=4, big_blind=None), table(3, 1, 2, 3, 4, seats=4, big_blind=3)]))
def test_no_plan_of_as_few_moves_is_better(floor: Floor) -> None:
    """Every plan there is, tried one by one, positions counted on the tables as they will really be."""
    amount = fewest_moves(sizes(floor.tables))
    assume(0 < amount <= 3)
    order = {one.number: place for place, one in enumerate(floor.tables)}
    equal = [plan for plan in every_plan(floor, amount) if spread(after(floor.tables, plan.moves)) <= 1]
    assume(equal)
    best = min(merits(with_positions(floor, plan), order) for plan in equal)
    assert merits(balance(floor), order) == best


@given(floors(same_seats=False, pins=6))
def test_each_move_says_the_positions_that_the_tables_show(floor: Floor) -> None:
    plan = balance(floor)
    assert plan == with_positions(floor, plan)
    tables = {one.number: one for one in floor.tables}
    for move in plan.moves:
        assert move.waits == must_wait(tables[move.target.table], move.target.number)
        unknown = None in (tables[move.origin.table].big_blind, tables[move.target.table].big_blind)
        assert move.rule is (Rule.EQUAL_TABLES if unknown else Rule.NEAREST_POSITION)
        assert (move.change is None) == unknown


def test_the_worked_example_of_the_documentation() -> None:
    """docs/algorithms/balancing.md: table 3 lost two; the free seats 4 and 9 are 2 and 6 hands from the big blind."""
    three = table(3, 1, 2, 3, 5, 6, 7, 8, 10, big_blind=2)
    floor = Floor([table(1, *range(1, 11), big_blind=7), table(2, *range(1, 11), big_blind=4), three])
    assert balance(floor).moves == (Move(EntryId(109), Seat(1, 9), Seat(3, 4), 2, 2, waits=False, earlier=0),)


def test_between_equal_changes_who_was_moved_least_goes() -> None:
    three = table(3, 1, 2, 3, 5, 6, 7, 8, 10, big_blind=2)
    tables = [table(1, *range(1, 11), big_blind=7), table(2, *range(1, 11), big_blind=4), three]
    moved = {EntryId(109): 1, EntryId(206): 1}
    move = balance(Floor(tables, moved)).moves[0]
    assert (move.entry, move.target, move.before, move.after) == (103, Seat(3, 9), 6, 6)


def test_then_the_one_nearest_to_the_big_blind_and_then_the_first_table_of_the_published_order() -> None:
    three = table(3, 1, 2, 3, 5, 6, 7, 8, 10, big_blind=2)
    tables = [table(2, *range(1, 11), big_blind=4), three, table(1, *range(1, 11), big_blind=7)]
    assert balance(Floor(tables)).moves[0].entry == 206


def test_those_who_arrive_at_one_table_get_the_positions_that_they_will_have_together() -> None:
    """Each alone, anybody who sits down at table 3 would be the first to post; the four of them are first to fourth."""
    plan = balance(Floor([*room_of(7, 7, seats=7), table(3, 1, seats=7, big_blind=1)]))
    assert sorted((move.before, move.after) for move in plan.moves) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_a_seat_where_nobody_waits_goes_before_one_between_button_and_small_blind() -> None:
    """Seats 4 and 5 of table 2 are both last to post: seat 5 had the big blind, and seat 4 would lie behind the button."""
    tables = [table(1, 1, 2, 3, 4, 5, seats=5, big_blind=5), table(2, 1, 2, 3, seats=5, big_blind=5)]
    move = balance(Floor(tables, pinned=frozenset(map(EntryId, (101, 102, 103))))).moves[0]
    assert (move.before, move.after, move.target.number, move.waits) == (4, 4, 5, False)


# Who does not move


@given(floors(same_seats=False, pins=20))
def test_the_pinned_never_move(floor: Floor) -> None:
    assert floor.pinned.isdisjoint(move.entry for move in balance(floor).moves)


@given(floors(same_seats=False, pins=20))
def test_a_second_plan_finds_nothing_left_to_do(floor: Floor) -> None:
    plan = balance(floor)
    assert balance(replace(floor, tables=after(floor.tables, plan.moves))).moves == ()


@given(floors(pins=3), st.data())
def test_moves_under_way_count_as_done_and_are_not_repeated(floor: Floor, data: st.DataObject) -> None:
    plan = balance(floor)
    offered = data.draw(st.sets(st.sampled_from(plan.moves))) if plan.moves else set()
    waiting = replace(floor, under_way={move.entry: move.target for move in offered})
    rest = balance(waiting)
    assert len(rest.moves) == len(plan.moves) - len(offered)
    assert {move.entry for move in rest.moves}.isdisjoint(waiting.under_way)
    assert {move.target for move in rest.moves}.isdisjoint(waiting.under_way.values())


def test_a_table_of_pinned_players_stays_and_the_others_are_made_equal() -> None:
    tables = room_of(10, 9, 5)
    plan = balance(Floor(tables, pinned=frozenset(tables[0].players.values())))
    assert sizes(after(tables, plan.moves)) == [10, 7, 7]


def test_a_small_table_is_filled_and_the_others_are_made_equal() -> None:
    tables = [table(1, 1, seats=3), table(2, *range(1, 10)), table(3, *range(1, 8))]
    plan = balance(Floor(tables))
    assert sizes(after(tables, plan.moves)) == [3, 7, 7]


@given(floors(same_seats=False, pins=8))
def test_targets_are_as_equal_as_seats_and_pins_allow(floor: Floor) -> None:
    staying = [sum(entry in floor.pinned for entry in one.players.values()) for one in floor.tables]
    total = sum(sizes(floor.tables))
    aims = targets(floor.tables, staying, total)
    assert sum(least for least, _ in aims) <= total <= sum(most for _, most in aims)
    level = max((least for (least, _), stay in zip(aims, staying, strict=True) if least > stay), default=0)
    for one, stay, (least, most) in zip(floor.tables, staying, aims, strict=True):
        assert stay <= least <= most <= min(one.seats, least + 1)
        assert least >= min(level, one.seats)


# Unknown buttons


def test_a_table_without_a_known_button_gives_nobody_while_another_can() -> None:
    three = table(3, 1, 2, 3, 4, 5, 6, 7, 8)
    tables = [table(1, *range(1, 11), big_blind=None), table(2, *range(1, 11)), three]
    assert balance(Floor(tables)).moves[0].origin.table == 2


def test_where_no_button_is_known_the_tables_are_made_equal_and_the_move_says_that_positions_are_not_considered() -> None:
    tables = [table(1, *range(1, 11), big_blind=None), table(2, *range(1, 9))]
    move = balance(Floor(tables, {EntryId(101): 1})).moves[0]
    assert (move.entry, move.before, move.rule) == (102, None, Rule.EQUAL_TABLES)


# Refusals


@pytest.mark.parametrize("seat", [Seat(2, 1), Seat(2, 11), Seat(2, 0), Seat(3, 1)])
def test_a_move_under_way_to_a_seat_that_is_not_free_is_refused(seat: Seat) -> None:
    with pytest.raises(SeatPromisedTwice):
        balance(Floor(room_of(3, 3), under_way={EntryId(101): seat}))


def test_two_moves_under_way_to_one_seat_are_refused() -> None:
    with pytest.raises(SeatPromisedTwice):
        balance(Floor(room_of(3, 3), under_way={EntryId(101): Seat(2, 5), EntryId(102): Seat(2, 5)}))


def test_a_move_under_way_may_be_to_the_seat_that_its_player_has_taken_already() -> None:
    assert balance(Floor(room_of(3, 3), under_way={EntryId(101): Seat(1, 1)})).moves == ()


def test_a_room_that_cannot_be_is_refused() -> None:
    with pytest.raises(ImpossibleTable):
        balance(Floor([table(1, 1), table(1, 2)]))
    with pytest.raises(SeatedTwice):
        balance(Floor([table(1, 1), replace(table(1, 1), number=2)]))


# The halt board


@pytest.mark.parametrize(("size", "halts"), [(8, False), (7, True), (6, True)])
def test_a_table_three_short_stops_before_an_empty_big_blind(size: int, halts: bool) -> None:
    tables = [table(1, *range(1, 11)), table(2, *range(1, size + 1), big_blind=size)]
    assert halt_board(tables) == ((Halt(2, 10 - size, size + 1),) if halts else ())


def test_a_short_table_plays_on_while_its_next_big_blind_is_there_to_post() -> None:
    assert halt_board([table(1, *range(1, 11)), table(2, 1, 2, 3, big_blind=2)]) == ()


def test_the_seat_after_the_last_is_the_first() -> None:
    assert halt_board([table(1, *range(1, 11)), table(2, 5, 6, big_blind=10)]) == (Halt(2, 8, 1),)


def test_a_short_table_without_a_known_button_is_on_the_board_with_a_question() -> None:
    assert halt_board([table(1, *range(1, 11)), table(2, 1, big_blind=None)]) == (Halt(2, 9, None),)


def test_an_empty_room_has_an_empty_board() -> None:
    assert halt_board([]) == ()
