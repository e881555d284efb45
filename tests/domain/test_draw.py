"""The draw: the same chance of every seat, tables filled evenly, and nothing that cannot be checked by anybody."""

from collections import Counter
from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tournaments.domain.button import ImpossibleTable, SeatedTwice
from tournaments.domain.draw import (
    RANGE,
    Difference,
    Doubt,
    NotEnoughSeats,
    SeatTaken,
    SeedTooShort,
    Stream,
    TableNumber,
    UnknownEntry,
    UnknownSeat,
    commit,
    draw,
    evenly,
    redraw,
    seat_order,
    shuffled,
    verify,
)
from tournaments.domain.tables import EntryId, Seat, Table

SEED = bytes(range(16))
TWO_TABLES = [Table(1, 3, {}), Table(2, 3, {})]
seeds = st.binary(min_size=16, max_size=32)


def entries(count: int, start: int = 1) -> list[EntryId]:
    return [EntryId(number) for number in range(start, start + count)]


@st.composite
def rooms(draw_from: st.DrawFn) -> list[Table]:
    sizes = draw_from(st.lists(st.integers(1, 10), min_size=1, max_size=6))
    room = []
    for number, seats in enumerate(sizes, start=1):
        occupied = draw_from(st.sets(st.integers(1, seats)))
        room.append(Table(number, seats, {seat: EntryId(1000 * number + seat) for seat in occupied}))
    return draw_from(st.permutations(room))


def free_count(room: list[Table]) -> int:
    return sum(table.seats - len(table.players) for table in room)


def seated(room: list[Table], seats: dict[EntryId, Seat]) -> list[Table]:
    return [
        replace(
            table,
            players={**table.players, **{seat.number: entry for entry, seat in seats.items() if seat.table == table.number}},
        )
        for table in room
    ]


# What anybody can repeat


def test_numbers_are_those_that_a_shell_gives() -> None:
    """printf '000102030405060708090a0b0c0d0e0f:seats:0' | sha256sum begins with 968ca15c, and so on."""
    stream = Stream(SEED, "seats")
    assert [stream.below(RANGE) for _ in range(3)] == [0x968CA15C, 0x6C6E750C, 0xB70F233B]
    assert Stream(SEED, "entries").below(RANGE) == 0xF2F27DCA


def test_the_commitment_is_the_digest_of_the_seed() -> None:
    assert commit(SEED) == "be45cb2605bf36bebde684841a28f0fd43c69850a3dce5fedba69928ee3a8991"


def test_the_worked_example_of_the_documentation() -> None:
    """docs/algorithms/draw.md goes through these seats number by number."""
    order = [(2, 2), (1, 2), (2, 3), (1, 3), (2, 1), (1, 1)]
    assert [(seat.table, seat.number) for seat in seat_order(SEED, TWO_TABLES)] == order
    drawn = draw(entries(5, start=11), TWO_TABLES, SEED)
    assert drawn.seats == {11: Seat(2, 2), 14: Seat(1, 2), 13: Seat(2, 3), 15: Seat(1, 3), 12: Seat(2, 1)}


def test_a_number_that_would_favour_the_low_ones_is_passed_over() -> None:
    """Just over half of all numbers are fair for this bound: the first of them, and not the first of all, is taken."""
    bound = RANGE // 2 + 1
    raw = Stream(SEED, "seats")
    numbers = [raw.below(RANGE) for _ in range(40)]
    fair = Stream(SEED, "seats")
    kept = [number for number in numbers if number < bound]
    assert len(kept) < len(numbers)
    assert [fair.below(bound) for _ in kept] == kept


@pytest.mark.parametrize("bound", [0, -1, RANGE + 1])
def test_a_bound_without_numbers_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="a bound is"):
        Stream(SEED, "seats").below(bound)


@pytest.mark.parametrize(("length", "allowed"), [(0, False), (15, False), (16, True), (32, True)])
def test_a_seed_that_could_be_guessed_is_refused(length: int, allowed: bool) -> None:
    if allowed:
        assert len(commit(bytes(length))) == 64
    else:
        with pytest.raises(SeedTooShort):
            commit(bytes(length))
        with pytest.raises(SeedTooShort):
            Stream(bytes(length), "seats")


# The same chance for everybody


def test_every_order_of_a_shuffle_comes_from_exactly_one_run_of_numbers() -> None:
    """So that with fair numbers each order is as likely as any other."""
    orders = Counter()
    for numbers in product(range(4), range(3), range(2)):
        given_out = iter(numbers)
        orders[tuple(shuffled("abcd", lambda _bound, left=given_out: next(left)))] += 1
    assert orders == Counter(permutations("abcd"))


def test_over_all_shuffles_each_turn_gets_each_seat_equally_often() -> None:
    """One by one at the door, first or last: the chance of every seat is the same. All 720 orders of six seats are tried."""
    seats = [Seat(table, number) for table in (1, 2) for number in (1, 2, 3)]
    turns = [Counter() for _ in seats]
    for order in permutations(seats):
        for turn, seat in zip(turns, evenly(order, ()), strict=True):
            turn[seat] += 1
    assert all(turn == dict.fromkeys(seats, 120) for turn in turns)


def chi_square(counts: Counter, cells: int) -> float:
    expected = counts.total() / cells
    return sum((count - expected) ** 2 for count in counts.values()) / expected + expected * (cells - len(counts))


@pytest.mark.parametrize("at_once", [True, False])
def test_with_real_seeds_every_entry_gets_every_seat_as_often_as_chance_would(at_once: bool) -> None:
    """2,000 fixed seeds; five degrees of freedom pass 25 once in 7,000 times. The seeds are fixed, so that it never changes."""
    counts = {entry: Counter() for entry in entries(5)}
    for number in range(2000):
        seed = number.to_bytes(16, "big")
        if at_once:
            seats = draw(entries(5), TWO_TABLES, seed).seats
        else:
            seats = dict(zip(entries(5), seat_order(seed, TWO_TABLES), strict=False))
        for entry, seat in seats.items():
            counts[entry][seat] += 1
    assert all(chi_square(found, 6) < 25 for found in counts.values())


def test_who_sits_beside_whom_is_left_to_chance_too() -> None:
    """Two entries at two tables of three: 18 pairs of seats leave the tables even, and each is as likely."""
    pairs = Counter()
    for number in range(2000):
        seats = draw(entries(2), TWO_TABLES, number.to_bytes(16, "big")).seats
        pairs[seats[1], seats[2]] += 1
    assert all(first.table != second.table for first, second in pairs)
    assert chi_square(pairs, 18) < 50


# Even tables


@given(seeds, rooms())
def test_every_next_seat_is_at_a_table_with_the_fewest_players(seed: bytes, room: list[Table]) -> None:
    sizes = {table.number: len(table.players) for table in room}
    seats = {table.number: table.seats for table in room}
    order = seat_order(seed, room)
    assert len(set(order)) == len(order) == free_count(room)
    for seat in order:
        assert sizes[seat.table] == min(size for table, size in sizes.items() if size < seats[table])
        sizes[seat.table] += 1
    assert sizes == seats


@given(seeds, st.integers(1, 6), st.integers(1, 10), st.data())
def test_however_many_come_the_tables_differ_by_one_at_most(seed: bytes, tables: int, seats: int, data: st.DataObject) -> None:
    room = [Table(number, seats, {}) for number in range(1, tables + 1)]
    count = data.draw(st.integers(0, tables * seats))
    drawn = draw(entries(count), room, seed)
    sizes = Counter(seat.table for seat in drawn.seats.values())
    filled = [sizes[table.number] for table in room]
    assert max(filled) - min(filled) <= 1
    assert len(set(drawn.seats.values())) == count


@given(seeds, rooms())
def test_one_by_one_at_the_door_gives_the_same_seats_as_the_order_for_all(seed: bytes, room: list[Table]) -> None:
    at_the_door = []
    now = room
    for entry in entries(free_count(room)):
        one = draw([entry], now, seed)
        at_the_door.append(one.seats[entry])
        now = seated(now, dict(one.seats))
    assert at_the_door == seat_order(seed, room)


@given(seeds, rooms(), st.data())
def test_the_order_of_the_lists_decides_nothing(seed: bytes, room: list[Table], data: st.DataObject) -> None:
    wanted = entries(data.draw(st.integers(0, free_count(room))))
    again = draw(data.draw(st.permutations(wanted)), data.draw(st.permutations(room)), seed)
    assert again == draw(wanted, room, seed)


# Pins


@given(seeds, rooms(), st.data())
def test_the_pinned_sit_where_they_are_pinned_and_everybody_has_a_seat(seed: bytes, room: list[Table], data: st.DataObject) -> None:
    free = seat_order(seed, room)
    assume(free)
    wanted = entries(data.draw(st.integers(1, len(free))))
    chosen = data.draw(st.lists(st.sampled_from(free), unique=True, max_size=len(wanted)))
    pins = {
        entry: seat if data.draw(st.booleans()) else TableNumber(seat.table) for entry, seat in zip(wanted, chosen, strict=False)
    }
    drawn = draw(wanted, room, seed, pins)
    assert drawn.seats.keys() == set(wanted)
    assert len(set(drawn.seats.values())) == len(wanted)
    assert set(drawn.seats.values()) <= set(free)
    for entry, pin in pins.items():
        assert pin in (drawn.seats[entry], drawn.seats[entry].table)
    assert verify(drawn) == ()


def test_a_seat_of_ones_own_goes_before_any_seat_of_the_table() -> None:
    order = seat_order(SEED, TWO_TABLES)
    first_at_one = next(seat for seat in order if seat.table == 1)
    drawn = draw(entries(2), TWO_TABLES, SEED, {EntryId(1): TableNumber(1), EntryId(2): first_at_one})
    assert drawn.seats[2] == first_at_one
    assert drawn.seats[1] == [seat for seat in order if seat.table == 1][1]


@pytest.mark.parametrize(
    ("pins", "refusal"),
    [
        ({1: Seat(1, 1), 2: Seat(1, 1)}, SeatTaken),
        ({1: TableNumber(1), 2: TableNumber(1), 3: TableNumber(1), 4: TableNumber(1)}, SeatTaken),
        ({1: Seat(1, 4)}, UnknownSeat),
        ({1: Seat(1, 0)}, UnknownSeat),
        ({1: Seat(3, 1)}, UnknownSeat),
        ({1: TableNumber(3)}, UnknownSeat),
        ({9: Seat(1, 1)}, UnknownEntry),
    ],
)
def test_a_pin_that_cannot_be_kept_is_refused(pins: dict[EntryId, Seat | TableNumber], refusal: type[ValueError]) -> None:
    with pytest.raises(refusal):
        draw(entries(4), TWO_TABLES, SEED, pins)


def test_a_pin_on_a_seat_that_somebody_has_is_refused() -> None:
    with pytest.raises(SeatTaken):
        draw(entries(1), [Table(1, 3, {1: EntryId(50)})], SEED, {EntryId(1): Seat(1, 1)})


# Refusals


@pytest.mark.parametrize(("count", "allowed"), [(6, True), (7, False)])
def test_nobody_is_drawn_without_a_seat(count: int, allowed: bool) -> None:
    if allowed:
        assert len(draw(entries(count), TWO_TABLES, SEED).seats) == count
    else:
        with pytest.raises(NotEnoughSeats):
            draw(entries(count), TWO_TABLES, SEED)


def test_nobody_is_drawn_twice_nor_when_seated_already() -> None:
    with pytest.raises(SeatedTwice):
        draw([EntryId(1), EntryId(1)], TWO_TABLES, SEED)
    with pytest.raises(SeatedTwice):
        draw([EntryId(1)], [Table(1, 3, {2: EntryId(1)})], SEED)


def test_a_taken_seat_must_be_in_the_room_and_is_not_given_out() -> None:
    assert Seat(1, 1) not in seat_order(SEED, TWO_TABLES, [Seat(1, 1)])
    with pytest.raises(UnknownSeat):
        seat_order(SEED, TWO_TABLES, [Seat(7, 1)])


# Verification


def test_a_draw_that_nobody_touched_agrees() -> None:
    assert verify(draw(entries(5), TWO_TABLES, SEED)) == ()


def test_every_changed_seat_is_named() -> None:
    true = draw(entries(5), TWO_TABLES, SEED)
    swapped = {**true.seats, 1: true.seats[2], 2: true.seats[1]}
    assert verify(replace(true, seats=swapped)) == (
        Difference(Doubt.SEAT, EntryId(1), true.seats[2], true.seats[1]),
        Difference(Doubt.SEAT, EntryId(2), true.seats[1], true.seats[2]),
    )


def test_somebody_left_out_and_somebody_slipped_in_are_named() -> None:
    true = draw(entries(5), TWO_TABLES, SEED)
    forged = {**true.seats, EntryId(9): true.seats[5]}
    del forged[5]
    assert verify(replace(true, seats=forged)) == (
        Difference(Doubt.SEAT, EntryId(5), None, true.seats[5]),
        Difference(Doubt.SEAT, EntryId(9), true.seats[5], None),
    )


def test_another_seed_than_the_committed_one_is_found() -> None:
    true = draw(entries(5), TWO_TABLES, SEED)
    assert verify(replace(true, commitment=commit(bytes(16)))) == (Difference(Doubt.COMMITMENT),)
    other = verify(replace(true, seed=bytes(16)))
    assert other[0] == Difference(Doubt.COMMITMENT)


# Redraw


@given(seeds, rooms())
def test_at_the_final_table_everybody_is_drawn_again(seed: bytes, room: list[Table]) -> None:
    players = {entry for table in room for entry in table.players.values()}
    final = Table(1, max(1, len(players)), {}, big_blind=1)
    drawn = redraw(room, [final], seed)
    assert drawn.seats.keys() == players
    assert drawn.tables == (Table(1, final.seats, {}, None),)
    assert verify(drawn) == ()


def test_a_redraw_at_two_tables_keeps_a_pin_and_refuses_a_room_that_cannot_be() -> None:
    room = [Table(number, 3, {1: EntryId(number), 2: EntryId(10 + number)}) for number in (1, 2, 3)]
    drawn = redraw(room, room[:2], SEED, {EntryId(3): Seat(2, 3)})
    assert drawn.seats[3] == Seat(2, 3)
    assert Counter(seat.table for seat in drawn.seats.values()) == {1: 3, 2: 3}
    with pytest.raises(SeatedTwice):
        redraw([room[0], Table(4, 3, {1: EntryId(1)})], room[:1], SEED)
    with pytest.raises(ImpossibleTable):
        redraw([room[0], room[0]], room[:1], SEED)
