"""Chip control (8.4) and colour-ups (TDA 24A): the room can be counted at any time, and nobody is raced out."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.terms import register
from tournaments.domain.cards import DECK, Card, CardTwice, Suit, parse_cards
from tournaments.domain.chips import (
    CLAUSE,
    ChipLedger,
    ColourUp,
    Count,
    DenominationsDoNotFit,
    Holding,
    MoreRemovedThanIssued,
    NoSuchBreak,
    NotACount,
    NotPayable,
    RaceResult,
    RaceSheet,
    SeatTwice,
    TableNotInPlay,
    WrongCards,
    WrongWinners,
    colour_ups,
    make_up,
    race_by_cards,
    race_by_winners,
    race_sheet,
    reconcile,
    worth,
)

USUAL = (25, 100, 500, 1000)


@st.composite
def chip_sets(draw: st.DrawFn) -> list[int]:
    values = [draw(st.sampled_from([1, 5, 25, 100]))]
    for _ in range(draw(st.integers(0, 4))):
        values.append(values[-1] * draw(st.sampled_from([2, 3, 4, 5, 10])))
    return values


# Stacks -------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("values", [(), (0, 25), (-5, 25), (25, 25), (100, 25), (10, 25), (25, 100, 250), (25.0, 100), (True, 5)])
def test_chips_of_which_no_number_makes_one_of_the_next_are_refused(values: tuple[int, ...]) -> None:
    with pytest.raises(DenominationsDoNotFit):
        make_up(1000, values)
    with pytest.raises(DenominationsDoNotFit):
        colour_ups(values, [(100, 200)], [])


def test_a_stack_is_worth_its_chips() -> None:
    assert worth({25: 8, 100: 13, 500: 5, 1000: 6}, USUAL) == 10_000
    assert worth({}, USUAL) == 0


def test_chips_of_another_set_and_impossible_counts_are_refused() -> None:
    with pytest.raises(NotPayable, match=r"\[5, 50\]"):
        worth({5: 1, 25: 1, 50: 1}, USUAL)
    for count in (-1, 1.5, True):
        with pytest.raises(NotACount):
            worth({25: count}, USUAL)  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("total", "pile"),
    [
        (10_000, {25: 8, 100: 13, 500: 5, 1000: 6}),
        (1_500, {25: 8, 100: 13}),
        (1_000, {25: 8, 100: 8}),
        (225, {25: 9}),
        (0, {}),
    ],
)
def test_a_starting_stack_holds_change_for_two_of_each_larger_chip(total: int, pile: dict[int, int]) -> None:
    assert make_up(total, USUAL) == pile


@given(chip_sets(), st.integers(0, 5_000))
def test_a_stack_that_is_made_up_is_worth_its_total_and_holds_few_chips_of_a_kind(values: list[int], units: int) -> None:
    total = units * values[0]
    pile = make_up(total, values)
    assert worth(pile, values) == total
    for small, large in pairwise(values):
        assert pile.get(small, 0) * small < 3 * large
        if pile.get(large):
            assert pile[small] * small >= 2 * large


@pytest.mark.parametrize("total", [24, 10_010])
def test_a_stack_that_the_smallest_chip_cannot_pay_is_refused(total: int) -> None:
    with pytest.raises(NotPayable):
        make_up(total, USUAL)


# What should be in play ---------------------------------------------------------------------------------------------------
LEDGER = ChipLedger(with_entries=400_000, with_rebuys=120_000, race_rounding=-150, odd_chips=75, stacks_removed=10_000)


def test_expected_chips_are_those_issued_with_races_rounded_less_what_left_play() -> None:
    assert LEDGER.issued == 520_000
    assert LEDGER.expected == 509_775
    assert ChipLedger().expected == 0
    assert CLAUSE in register().clauses


@pytest.mark.parametrize(("removed", "refused"), [(99, False), (100, False), (101, True)])
def test_no_more_chips_can_leave_than_came(removed: int, refused: bool) -> None:
    if refused:
        with pytest.raises(MoreRemovedThanIssued):
            ChipLedger(with_entries=100, stacks_removed=removed)
    else:
        assert ChipLedger(with_entries=100, stacks_removed=removed).expected == 100 - removed


@pytest.mark.parametrize("field", ["with_entries", "with_rebuys", "odd_chips", "stacks_removed"])
def test_only_races_may_round_downward(field: str) -> None:
    with pytest.raises(NotACount):
        replace(LEDGER, **{field: -25})
    with pytest.raises(NotACount):
        replace(LEDGER, race_rounding=0.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("last", "finding", "difference"), [(9_774, Count.SHORT, -1), (9_775, Count.AGREES, 0), (9_776, Count.OVER, 1)]
)
def test_a_count_under_at_and_over_what_is_expected(last: int, finding: Count, difference: int) -> None:
    found = reconcile(LEDGER, {1: 200_000, 2: 300_000, 3: last}, tables=[1, 2, 3])
    assert (found.finding, found.difference, found.uncounted) == (finding, difference, ())


def test_a_room_with_a_table_uncounted_neither_agrees_nor_differs() -> None:
    found = reconcile(LEDGER, {2: 509_775}, tables=[3, 2, 1])
    assert (found.finding, found.difference, found.uncounted, found.counted) == (Count.INCOMPLETE, None, (1, 3), 509_775)


def test_counts_of_tables_that_do_not_play_and_negative_counts_are_refused() -> None:
    with pytest.raises(TableNotInPlay, match=r"\[7\]"):
        reconcile(LEDGER, {1: 1, 7: 1}, tables=[1])
    with pytest.raises(NotACount):
        reconcile(LEDGER, {1: -1}, tables=[1])


@given(
    st.builds(
        ChipLedger,
        with_entries=st.integers(50_000, 10**6),
        with_rebuys=st.integers(0, 10**6),
        race_rounding=st.integers(-5_000, 5_000),
        odd_chips=st.integers(0, 5_000),
        stacks_removed=st.integers(0, 20_000),
    ),
    st.lists(st.integers(0, 500), max_size=40),
    st.integers(-500, 500),
)
def test_however_the_chips_are_spread_the_difference_is_what_strayed(ledger: ChipLedger, stacks: list[int], strayed: int) -> None:
    counts = dict(enumerate(stacks, 2))
    counts[1] = ledger.expected - sum(stacks) + strayed
    assert reconcile(ledger, counts, tables=counts.keys()).difference == strayed


# When a chip leaves -------------------------------------------------------------------------------------------------------
LEVELS = [(25, 50), (50, 100), (75, 150), (100, 200), (200, 400, 50), (300, 600, 100), (500, 1000, 100), (1000, 2000, 500)]


def test_a_chip_leaves_at_the_first_break_after_its_last_use() -> None:
    assert colour_ups(USUAL, LEVELS, [3, 6, 7]) == [ColourUp(6, 25, 100, last_needed=5), ColourUp(7, 100, 500, last_needed=7)]


@pytest.mark.parametrize(("number", "leaves"), [(4, False), (5, True), (6, True)])
def test_a_break_before_at_and_after_the_last_level_that_needs_the_chip(number: int, leaves: bool) -> None:
    assert [plan.leaves for plan in colour_ups(USUAL, LEVELS, [number])] == [25] * leaves


def test_an_ante_keeps_a_chip_in_play_as_a_blind_does() -> None:
    assert colour_ups((25, 100), [(100, 200, 0), (100, 200, 25), (200, 400, 0)], [1]) == []
    assert colour_ups((25, 100), [(100, 200, 0), (100, 200, 0), (200, 400, 0)], [1]) == [ColourUp(1, 25, 100, 0)]


def test_chips_that_leave_at_one_break_are_raced_smallest_first() -> None:
    plan = colour_ups(USUAL, [(25, 50), (500, 1000)], [1])
    assert [(step.leaves, step.into, step.after_level) for step in plan] == [(25, 100, 1), (100, 500, 1)]


@pytest.mark.parametrize("number", [-1, 0, 8, 9])
def test_a_break_lies_between_two_levels(number: int) -> None:
    with pytest.raises(NoSuchBreak):
        colour_ups(USUAL, LEVELS, [3, number])


def test_blinds_that_no_chip_pays_are_refused() -> None:
    with pytest.raises(NotPayable, match=r"\[10, 30\]"):
        colour_ups(USUAL, [(30, 50), (10, 100)], [])
    with pytest.raises(NotACount):
        colour_ups(USUAL, [(-25, 50)], [])


@given(chip_sets(), st.lists(st.lists(st.integers(0, 400), min_size=2, max_size=3), max_size=12), st.data())
def test_no_blind_ever_needs_a_chip_that_has_left(values: list[int], units: list[list[int]], data: st.DataObject) -> None:
    levels = [tuple(amount * values[0] for amount in level) for level in units]
    breaks = data.draw(st.sets(st.integers(1, len(levels) - 1))) if len(levels) > 1 else set()
    plan = colour_ups(values, levels, breaks)
    assert [step.leaves for step in plan] == values[: len(plan)]
    assert all(one.after_level <= other.after_level for one, other in pairwise(plan))
    for step in plan:
        assert step.after_level in breaks
        assert all(amount % step.into == 0 for level in levels[step.after_level :] for amount in level)
        earlier = [number for number in breaks if number < step.after_level]
        assert all(any(amount % step.into for level in levels[number:] for amount in level) for number in earlier)


# The race -----------------------------------------------------------------------------------------------------------------
def table_of(*holdings: tuple[int, int, int]) -> RaceSheet:
    return race_sheet(1, [Holding(*holding) for holding in holdings], leaves=25, into=100)


def test_full_multiples_are_exchanged_and_odd_chips_race_from_seat_1_clockwise() -> None:
    sheet = table_of((7, 9, 0), (2, 4, 500), (4, 3, 0))
    assert [(line.seat, line.exchanged, line.odd) for line in sheet.lines] == [(2, 1, 0), (4, 0, 3), (7, 2, 1)]
    assert [line.seat for line in sheet.racers] == [4, 7]
    assert sheet.race_chips == 1


@pytest.mark.parametrize(("odd", "race_chips"), [(1, 0), (2, 1), (3, 1)])
def test_a_rest_under_at_and_over_half_a_new_chip(odd: int, race_chips: int) -> None:
    assert table_of((1, odd, 500)).race_chips == race_chips
    assert table_of((1, odd, 500), (2, 3, 500), (3, 1, 500)).race_chips == 1 + race_chips


def test_half_of_five_is_three_chips() -> None:
    totals = [race_sheet(1, [Holding(1, odd, 100)], leaves=5, into=25).race_chips for odd in range(5)]
    assert totals == [0, 0, 0, 1, 1]


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [("Kd", "Qs", 1), ("Qs", "Kd", 2), ("As", "Ah", 1), ("Ad", "Ah", 2), ("Ad", "Ac", 1), ("2c", "2d", 2)],
)
def test_the_highest_card_wins_and_among_equal_ranks_spades_hearts_diamonds_clubs(first: str, second: str, winner: int) -> None:
    sheet = table_of((1, 1, 500), (2, 1, 500))
    assert race_by_cards(sheet, {1: parse_cards(first), 2: parse_cards(second)}).winners == (winner,)


def test_a_player_takes_one_chip_at_most_however_high_his_cards() -> None:
    sheet = table_of((1, 3, 500), (2, 3, 500), (3, 2, 500))
    cards = {1: parse_cards("As Ah Ad"), 2: parse_cards("2c 3c 4c"), 3: parse_cards("5c 6c")}
    result = race_by_cards(sheet, cards)
    assert result.winners == (1, 3)
    assert result.new_chips == {1: 1, 2: 0, 3: 1}
    assert result.rounding == 0


def test_one_who_would_lose_his_last_chips_gets_a_new_one_beyond_the_race() -> None:
    sheet = table_of((1, 2, 0), (2, 2, 0), (3, 5, 0), (4, 0, 700))
    result = race_by_cards(sheet, {1: parse_cards("2c 3c"), 2: parse_cards("As Kd"), 3: parse_cards("4h")})
    assert (sheet.race_chips, result.winners, result.saved) == (1, (2,), (1,))
    assert result.new_chips == {1: 1, 2: 1, 3: 1, 4: 0}
    assert result.rounding == 75


def test_winners_alone_may_be_entered() -> None:
    sheet = table_of((1, 3, 500), (2, 3, 500), (3, 2, 500))
    assert race_by_winners(sheet, [3, 1]).new_chips == {1: 1, 2: 0, 3: 1}


@pytest.mark.parametrize("winners", [[], [1], [1, 1], [1, 4], [1, 9], [1, 2, 3]])
def test_winners_that_the_race_cannot_have_are_refused(winners: list[int]) -> None:
    with pytest.raises(WrongWinners):
        race_by_winners(table_of((1, 3, 500), (2, 3, 500), (3, 2, 500), (4, 4, 0)), winners)


@pytest.mark.parametrize("cards", [{}, {1: "As"}, {1: "As", 2: "Ks"}, {1: "As Ks", 2: "Qs", 3: "2c"}, {1: "As Ks", 2: "Qs Js"}])
def test_cards_that_do_not_match_the_odd_chips_are_refused(cards: dict[int, str]) -> None:
    sheet = table_of((1, 2, 500), (2, 1, 500), (3, 4, 500))
    with pytest.raises(WrongCards):
        race_by_cards(sheet, {seat: parse_cards(written) for seat, written in cards.items()})


def test_a_race_is_dealt_from_one_pack() -> None:
    with pytest.raises(CardTwice):
        race_by_cards(table_of((1, 1, 500), (2, 1, 500)), {1: parse_cards("As"), 2: parse_cards("As")})


@pytest.mark.parametrize(("odd", "enough"), [(51, True), (52, True), (53, False)])
def test_odd_chips_under_at_and_over_the_cards_of_a_pack(odd: int, enough: bool) -> None:
    counts = [9] * (odd // 9) + [odd % 9]
    sheet = race_sheet(1, [Holding(seat, count, 0) for seat, count in enumerate(counts, 1)], leaves=100, into=1000)
    assert sheet.one_pack_suffices is enough


@pytest.mark.parametrize(("leaves", "into"), [(0, 100), (25, 25), (100, 25), (25, 110), (25, 100.0), (-25, 100)])
def test_a_chip_races_only_into_one_that_it_divides(leaves: int, into: int) -> None:
    with pytest.raises((DenominationsDoNotFit, NotACount)):
        race_sheet(1, [], leaves=leaves, into=into)


def test_a_seat_twice_and_impossible_holdings_are_refused() -> None:
    with pytest.raises(SeatTwice):
        table_of((1, 2, 0), (1, 3, 0))
    for leaving, others in ((-1, 0), (0, -1), (1.5, 0)):
        with pytest.raises(NotACount):
            Holding(1, leaving, others)  # type: ignore[arg-type]


def test_a_table_without_odd_chips_has_no_race() -> None:
    sheet = table_of((1, 4, 0), (2, 0, 0))
    result = race_by_cards(sheet, {})
    assert (result.winners, result.saved, result.rounding, result.new_chips) == ((), (), 0, {1: 1, 2: 0})


@st.composite
def races(draw: st.DrawFn) -> tuple[RaceSheet, dict[int, Sequence[Card]]]:
    leaves = draw(st.sampled_from([1, 5, 25, 100]))
    ratio = draw(st.sampled_from([2, 4, 5]))
    seats = draw(st.sets(st.integers(1, 10), min_size=1))
    others = st.sampled_from([0, 0, leaves * ratio, 50 * leaves * ratio])
    holdings = [Holding(seat, draw(st.integers(0, 14)), draw(others)) for seat in draw(st.permutations(sorted(seats)))]
    sheet = race_sheet(3, holdings, leaves=leaves, into=leaves * ratio)
    pack = Random(draw(st.integers(0, 10**6))).sample(DECK, len(DECK))
    return sheet, {line.seat: [pack.pop() for _ in range(line.odd)] for line in sheet.racers}


def value_after(result: RaceResult) -> int:
    others = sum(line.holding.others for line in result.sheet.lines)
    return others + result.sheet.into * sum(result.new_chips.values())


@given(races())
def test_nobody_is_raced_out_and_nobody_wins_two_chips(race: tuple[RaceSheet, dict[int, Sequence[Card]]]) -> None:
    sheet, cards = race
    result = race_by_cards(sheet, cards)
    assert len(result.winners) == sheet.race_chips <= len(sheet.racers)
    for line in sheet.lines:
        extra = result.new_chips[line.seat] - line.exchanged
        assert extra in ((0, 1) if line.odd else (0,))
        assert bool(line.holding.leaving or line.holding.others) == bool(result.new_chips[line.seat] or line.holding.others)


@given(races())
def test_a_race_rounds_by_half_a_chip_at_most_and_by_those_who_were_saved(
    race: tuple[RaceSheet, dict[int, Sequence[Card]]],
) -> None:
    sheet, cards = race
    result = race_by_cards(sheet, cards)
    before = sum(line.holding.leaving * sheet.leaves + line.holding.others for line in sheet.lines)
    assert result.rounding == value_after(result) - before
    in_the_race = result.rounding - sheet.into * len(result.saved)
    assert -sheet.into < 2 * in_the_race <= sheet.into


@given(races())
def test_chips_go_where_a_dealer_who_looks_for_the_highest_card_left_puts_them(
    race: tuple[RaceSheet, dict[int, Sequence[Card]]],
) -> None:
    sheet, cards = race
    by_suit = [Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS]
    from_the_highest = sorted(
        (card for dealt in cards.values() for card in dealt), key=lambda card: (-card.rank, by_suit.index(card.suit))
    )
    owner = {card: seat for seat, dealt in cards.items() for card in dealt}
    winners: list[int] = []
    for card in from_the_highest:
        if len(winners) < sheet.race_chips and owner[card] not in winners:
            winners.append(owner[card])
    assert race_by_cards(sheet, cards).winners == tuple(winners)


@given(races())
def test_after_a_race_the_room_reconciles_with_its_rounding(race: tuple[RaceSheet, dict[int, Sequence[Card]]]) -> None:
    sheet, cards = race
    result = race_by_cards(sheet, cards)
    before = sum(line.holding.leaving * sheet.leaves + line.holding.others for line in sheet.lines)
    ledger = replace(ChipLedger(with_entries=before), race_rounding=result.rounding)
    assert reconcile(ledger, {3: value_after(result)}, tables=[3]).finding is Count.AGREES
