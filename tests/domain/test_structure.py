"""The builder of blind structures: chips can post every level, nothing falls, and the evening is long enough."""

from datetime import timedelta
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from licensing.domain.house_rules import (
    NO_REBUYS,
    Caution,
    Chip,
    ChipSet,
    ColourUp,
    HouseRules,
    ImpossibleValue,
    Level,
    Proposal,
    TooShort,
    build,
    postable,
    problems,
)
from licensing.domain.rules import Severity
from licensing.terms import terms_of

TERMS = terms_of("2009-11")
HOUR = timedelta(hours=1)


def chips(*values: int, quantity: int = 10_000) -> ChipSet:
    return ChipSet(tuple(Chip(value, quantity) for value in values))


USUAL = chips(25, 100, 500, 1000, 5000)


def proposal(**different: Any) -> Proposal:
    """A hundred players of 10,000 chips, sixty re-buys, six hours of twenty-minute levels."""
    usual = {
        "players": 100,
        "starting_stack": 10_000,
        "rebuys_expected": 60,
        "chips": USUAL,
        "level_minutes": 20,
        "hours": 6 * HOUR,
    }
    return build(**{**usual, **different})  # type: ignore[arg-type]


def pairs(found: Proposal) -> list[tuple[int, int]]:
    return [(level.small, level.big) for level in found.schedule.levels]


def cautions(found: Proposal) -> set[Caution]:
    return {concern.caution for concern in found.concerns}


# Worked examples ----------------------------------------------------------------------------------------------------------
def test_a_long_evening_grows_gently_and_chips_go_out_at_breaks() -> None:
    found = proposal(rebuys_expected=0, level_minutes=15, hours=12 * HOUR)
    assert pairs(found)[:8] == [(50, 100), (75, 150), (100, 200), (125, 250), (150, 300), (200, 400), (300, 600), (400, 800)]
    rests = [(number, level.break_after) for number, level in found.schedule.numbered() if level.break_after]
    assert [(number, rest.removes) for number, rest in rests] == [(5, (25,)), (11, (100,)), (15, (500,)), (20, (1000,))]
    assert found.concerns == ()


def test_the_last_level_is_the_first_whose_big_blind_is_a_tenth_of_all_chips() -> None:
    found = proposal()
    *before, last = found.schedule.levels
    assert found.total_chips == 1_600_000
    assert all(level.big < 160_000 for level in before)
    assert last.big >= 160_000
    assert found.surely_ends == found.schedule.minutes - last.minutes


def test_play_tends_to_end_when_the_big_blind_reaches_a_twentieth() -> None:
    found = proposal()
    levels = found.schedule.levels
    first = next(number for number, level in found.schedule.numbered() if level.big >= 80_000)
    assert found.tends_to_end == found.schedule.minutes_before(first)
    assert found.tends_to_end == sum(level.minutes_with_break for level in levels[: first - 1])


def test_a_small_club_starts_with_an_uneven_pair_rather_than_a_doubled_blind() -> None:
    found = proposal(players=10, starting_stack=1500, rebuys_expected=0, hours=4 * HOUR)
    assert pairs(found)[:4] == [(25, 50), (25, 75), (50, 100), (75, 150)]
    assert cautions(found) == {Caution.SHALLOW}


def test_rebuys_bring_their_own_number_of_chips() -> None:
    assert proposal(rebuy_chips=5_000).total_chips == 1_300_000


# Cautions, at their lines -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("stack", "shallow"), [(2_499, True), (2_500, False), (2_501, False)])
def test_fewer_than_fifty_big_blinds_to_start_with_is_shallow(stack: int, shallow: bool) -> None:
    found = proposal(starting_stack=stack, hours=10 * HOUR)
    assert pairs(found)[0] == (25, 50)
    assert (Caution.SHALLOW in cautions(found)) is shallow


def test_too_few_hours_make_steep_steps_and_each_is_named() -> None:
    found = proposal(hours=3 * HOUR)
    steps = [Fraction(after.big, before.big) for before, after in pairwise(found.schedule.levels)]
    steep = [concern for concern in found.concerns if concern.caution is Caution.STEEP]
    assert [(concern.level, concern.found) for concern in steep] == [
        (number, step) for number, step in enumerate(steps, 2) if step > Fraction(8, 5)
    ]
    assert steep


@pytest.mark.parametrize(("quantity", "few"), [(159, True), (160, False), (161, False)])
def test_a_set_that_is_worth_less_than_all_stacks_is_too_small(quantity: int, few: bool) -> None:
    found = proposal(chips=chips(1000, 4000, 5000, quantity=quantity))
    assert (Caution.TOO_FEW_CHIPS in cautions(found)) is few


def test_a_largest_chip_that_a_blind_takes_more_than_twenty_of_is_too_small() -> None:
    assert Caution.CHIPS_TOO_SMALL not in cautions(proposal(chips=chips(25, 100, 500, 1000, 5000, 25000)))
    assert Caution.CHIPS_TOO_SMALL in cautions(proposal(chips=chips(25, 100)))


def test_a_chip_that_no_blind_needs_is_named_and_not_waited_for() -> None:
    found = proposal(chips=chips(1, 5, 25, 100, 500, 1000, 5000))
    named = [concern.found for concern in found.concerns if concern.caution is Caution.CHIP_NEVER_NEEDED]
    assert named == [1, 5]
    assert all(1 not in level.break_after.removes for level in found.schedule.levels if level.break_after)


def test_one_level_alone_does_not_promise_an_end() -> None:
    found = proposal(hours=timedelta(minutes=20))
    assert len(found.schedule.levels) == 1
    assert found.surely_ends is None
    assert found.tends_to_end is None
    assert Caution.NOT_SURE_TO_END in cautions(found)


def test_a_blind_that_is_a_tenth_of_all_chips_from_the_start_needs_no_second_level() -> None:
    found = proposal(players=2, starting_stack=100, rebuys_expected=0)
    assert pairs(found) == [(25, 50)]
    assert found.surely_ends == 0


# What is refused ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("minutes", "fits"), [(19, False), (20, True), (21, True)])
def test_hours_that_hold_no_level_are_too_short(minutes: int, fits: bool) -> None:
    if fits:
        assert proposal(hours=timedelta(minutes=minutes)).schedule.minutes == 20
    else:
        with pytest.raises(TooShort):
            proposal(hours=timedelta(minutes=minutes))


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 1},
        {"players": 10_001},
        {"players": 100.0},
        {"starting_stack": 0},
        {"rebuys_expected": -1},
        {"rebuy_chips": 0},
        {"level_minutes": 0},
        {"break_minutes": 0},
    ],
)
def test_what_no_evening_could_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ImpossibleValue):
        proposal(**wrong)


# Whatever is asked --------------------------------------------------------------------------------------------------------
usual_sets = st.sampled_from(
    [
        USUAL,
        chips(25, 100, 500, 1000),
        chips(5, 25, 100, 500, 2500),
        chips(100, 500, 1000, 5000, 25000),
        chips(10, 25, 100),
        chips(1),
    ]
)
odd_sets = st.lists(st.integers(1, 5000), min_size=1, max_size=6, unique=True).map(lambda values: chips(*values))
evenings = st.fixed_dictionaries(
    {
        "players": st.integers(2, 400),
        "starting_stack": st.integers(1, 500).map(lambda hundreds: hundreds * 100),
        "rebuys_expected": st.integers(0, 400),
        "chips": usual_sets | odd_sets,
        "level_minutes": st.integers(5, 60),
        "hours": st.integers(60, 720).map(lambda minutes: timedelta(minutes=minutes)),
        "break_minutes": st.integers(1, 30),
    }
)


def in_play(found: Proposal, values: tuple[int, ...]) -> list[tuple[Level, tuple[int, ...]]]:
    """Each level with the chips that earlier breaks have left."""
    levels = []
    for level in found.schedule.levels:
        levels.append((level, values))
        removed = level.break_after.removes if level.break_after else ()
        values = tuple(value for value in values if value not in removed)
    return levels


@given(evenings)
def test_blinds_never_fall_and_the_big_one_always_grows(evening: dict[str, Any]) -> None:
    for before, after in pairwise(build(**evening).schedule.levels):
        assert after.small >= before.small
        assert after.big > before.big
    assert all(level.small < level.big for level in build(**evening).schedule.levels)


@given(evenings)
def test_every_level_can_be_posted_with_the_chips_in_play(evening: dict[str, Any]) -> None:
    assert all(postable(level, values) for level, values in in_play(build(**evening), evening["chips"].values))


@given(evenings)
def test_the_schedule_fits_the_licensed_hours(evening: dict[str, Any]) -> None:
    assert timedelta(minutes=build(**evening).schedule.minutes) <= evening["hours"]


@given(evenings)
def test_a_break_comes_only_where_a_chip_goes_out_and_an_hour_after_the_last(evening: dict[str, Any]) -> None:
    since = 0
    for level in build(**evening).schedule.levels:
        since += level.minutes
        if level.break_after:
            assert level.break_after.removes
            assert since >= 60
            since = 0


@given(evenings)
def test_it_is_sure_to_end_whenever_there_is_more_than_one_level(evening: dict[str, Any]) -> None:
    found = build(**evening)
    sure = found.schedule.levels[-1].big * 10 >= found.total_chips
    assert sure or len(found.schedule.levels) == 1
    assert (Caution.NOT_SURE_TO_END in cautions(found)) is not sure
    assert (found.surely_ends is not None) is sure


@given(evenings)
def test_a_warning_is_there_exactly_when_a_step_is_over_1_6(evening: dict[str, Any]) -> None:
    found = build(**evening)
    steep = any(after.big * 5 > before.big * 8 for before, after in pairwise(found.schedule.levels))
    assert (Caution.STEEP in cautions(found)) is steep


@given(evenings, st.integers(5, 20))
def test_enough_hours_and_the_usual_chips_give_no_steep_step(evening: dict[str, Any], level_minutes: int) -> None:
    found = build(**{**evening, "chips": USUAL, "hours": 12 * HOUR, "level_minutes": level_minutes})
    first, count = found.schedule.levels[0], len(found.schedule.levels)
    assume(Fraction(found.total_chips, 10 * first.big) <= Fraction(7, 5) ** (count - 1))
    assert Caution.STEEP not in cautions(found)


@given(evenings)
def test_house_rules_made_of_a_proposal_have_no_problem_with_it(evening: dict[str, Any]) -> None:
    schedule = build(**evening).schedule
    planned = any(level.break_after for level in schedule.levels)
    colour_up = ColourUp.RACE if planned else ColourUp.NONE
    rules = HouseRules(schedule=schedule, rebuys=NO_REBUYS, colour_up=colour_up, chips=evening["chips"])
    about_it = [problem for problem in problems(rules, TERMS) if problem.found not in {"betting_limit", "prize_structure"}]
    assert all(problem.severity is Severity.WARNS for problem in about_it)
