"""The forecast of the end: a range that the model of busts gives, before the event and during it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import product
from random import Random
from statistics import mean, quantiles
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.domain.calendar import MONCTON
from licensing.domain.house_rules import Break, Caution, Chip, ChipSet, Level, Schedule, build
from licensing.terms import terms_of
from tournaments.domain.clock import Clock, apply, new, reading
from tournaments.domain.clock_acts import ClockPaused, ClockSet, ClockStarted, LevelJumped
from tournaments.domain.forecast import CROWD, Forecast, NothingToForecast, Played, busts_a_minute, forecast

TERMS = terms_of("2009-11")
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
NOON = datetime(2026, 6, 13, 12, tzinfo=MONCTON)
CHIPS = ChipSet(tuple(Chip(value, 10_000) for value in (25, 100, 500, 1000, 5000, 25_000)))


def schedule(players: int, *, stack: int = 10_000, minutes: int = 20, growth: float = 1.4) -> Schedule:
    """From a hundredth of a stack to a fifth of all chips."""
    big, levels = stack / 100, []
    while big < players * stack / 5:
        levels.append(Level(round(big / 2), round(big), 0, minutes))
        big *= growth
    return Schedule(tuple(levels))


def clock_of(levels: Schedule, hours: int = 10) -> Clock:
    return new(levels, starts_at=NOON, licensed_end=NOON + hours * HOUR, terms=TERMS)


def foreseen(players: int = 60, *, clock: Clock | None = None, seed: int = 1, **more: Any) -> Forecast:
    usual = {"at": NOON, "players": players, "chips": players * 10_000, "rng": Random(seed)}
    return forecast(clock or clock_of(schedule(players)), **{**usual, **more})


def minutes_to(found: Forecast, begins: datetime = NOON) -> tuple[float, float, float]:
    early, middle, late = ((moment - begins) / MINUTE for moment in (found.early, found.middle, found.late))
    return early, middle, late


# The model ----------------------------------------------------------------------------------------------------------------
def test_at_ten_big_blinds_a_room_loses_what_the_model_says() -> None:
    """A hundred players with ten big blinds each: 1.2 short ones a minute, and 0.15 loose ones."""
    assert busts_a_minute(100, 100_000, 100) == pytest.approx(1.35)


@given(st.integers(2, 400), st.integers(1, 1000))
def test_the_more_players_and_the_higher_the_blinds_the_more_bust(players: int, big: int) -> None:
    now = busts_a_minute(players, 1_000_000, big)
    assert busts_a_minute(players + 1, 1_000_000, big) > now
    assert busts_a_minute(players, 1_000_000, big + 1) > now
    assert busts_a_minute(players, 2_000_000, big) < now


EVENINGS = list(product((20, 60, 150, 400), (2_000, 10_000), (12, 20, 30), (5, 8, 10)))  # players, stack, minutes, hours


def test_half_of_all_evenings_end_between_a_twentieth_and_a_tenth_of_all_chips() -> None:
    """On schedules that the builder has no fear of. Its hours are long enough for nineteen evenings in twenty."""
    judged = 0
    for players, stack, minutes, hours in EVENINGS:
        built = build(
            players=players, starting_stack=stack, rebuys_expected=0, chips=CHIPS, level_minutes=minutes, hours=hours * HOUR
        )
        if Caution.STEEP in {concern.caution for concern in built.concerns}:
            continue
        clock = clock_of(built.schedule, hours)
        found = foreseen(players, clock=clock, chips=built.total_chips)
        big = reading(apply(clock, ClockStarted(), NOON), found.middle).blinds.big
        assert built.total_chips <= big * 20
        assert big * 10 <= built.total_chips
        assert found.past_the_end <= Fraction(1, 20)
        judged += 1
    assert judged > len(EVENINGS) / 2


def naive(levels: Schedule, players: int, rng: Random) -> float:
    """Minute by minute, each player by a throw of the dice, at a pace drawn for the evening."""
    pace, minute, left, chips = rng.gammavariate(25, 1 / 25), 0, players, players * 10_000
    each = levels.levels[0].minutes
    while left > 1:
        big = levels.levels[min(minute // each, len(levels.levels) - 1)].big
        chance = pace * busts_a_minute(left, chips, big) / left
        left -= sum(rng.random() < chance for _ in range(left))
        minute += 1
    return minute


@pytest.mark.parametrize("players", [8, CROWD, 90])
def test_it_agrees_with_dice_thrown_for_each_player_and_minute(players: int) -> None:
    levels = schedule(players)
    rng = Random(7)
    rolled = sorted(naive(levels, players, rng) for _ in range(300))
    tenths = quantiles(rolled, n=10)
    early, middle, late = minutes_to(foreseen(players, runs=1000))
    # Within half a level: both are samples, and a minute of dice is a coarse one.
    assert early == pytest.approx(tenths[0], abs=10)
    assert middle == pytest.approx(tenths[4], abs=10)
    assert late == pytest.approx(tenths[8], abs=10)


# The range ----------------------------------------------------------------------------------------------------------------
@given(st.integers(1, 400), st.integers(10, 30), st.integers(0, 1000), st.integers(1, 30))
def test_the_range_is_in_order_and_ahead(players: int, minutes: int, seed: int, runs: int) -> None:
    found = foreseen(players, clock=clock_of(schedule(max(players, 2), minutes=minutes)), seed=seed, runs=runs)
    assert NOON <= found.early <= found.middle <= found.late <= NOON + timedelta(days=1)
    assert 0 <= found.past_the_end <= 1


def test_the_same_seed_gives_the_same_forecast_and_another_seed_nearly_the_same() -> None:
    assert foreseen(seed=4) == foreseen(seed=4)
    assert foreseen(seed=4) != foreseen(seed=5)
    assert abs(foreseen(seed=4).middle - foreseen(seed=5).middle) < 20 * MINUTE


def test_more_players_last_longer_and_longer_levels_too() -> None:
    few, many = (foreseen(players, runs=500).middle for players in (20, 200))
    quick, slow = (foreseen(clock=clock_of(schedule(60, minutes=minutes)), runs=500).middle for minutes in (12, 25))
    assert few < many
    assert quick < slow


def test_with_one_player_left_it_is_over() -> None:
    assert minutes_to(foreseen(1, chips=10_000, clock=clock_of(schedule(60)))) == (0, 0, 0)


def test_breaks_that_play_passes_are_added_and_later_ones_are_not() -> None:
    plain = schedule(60)
    rested = Schedule((replace(plain.levels[0], break_after=Break(15)), *plain.levels[1:]))
    never = Schedule((*plain.levels[:-2], replace(plain.levels[-2], break_after=Break(15)), plain.levels[-1]))
    usual = minutes_to(foreseen(clock=clock_of(plain)))
    assert minutes_to(foreseen(clock=clock_of(rested))) == pytest.approx([each + 15 for each in usual])
    assert minutes_to(foreseen(clock=clock_of(never))) == pytest.approx(usual)


def test_what_would_last_for_days_is_said_to_last_a_day() -> None:
    endless = clock_of(Schedule((Level(1, 2, 0, 20),)))
    found = foreseen(400, chips=10**9, clock=endless)
    assert minutes_to(found) == (1440, 1440, 1440)
    assert found.past_the_end == 1


def test_the_part_of_the_runs_that_the_hard_end_cuts_is_counted() -> None:
    clock = clock_of(schedule(60))
    _, middle, _ = minutes_to(foreseen(clock=clock))
    ending = [
        new(clock.schedule, starts_at=NOON, licensed_end=NOON + minutes * MINUTE, terms=TERMS) for minutes in (60, middle, 600)
    ]
    assert [foreseen(clock=each).past_the_end for each in ending] == [1, Fraction(1, 2), 0]
    assert foreseen(clock=ending[0]).ends == ending[0].ends


# During the event ---------------------------------------------------------------------------------------------------------
def test_before_the_licensed_hour_it_counts_from_then_and_after_it_from_now() -> None:
    assert foreseen(at=NOON - 5 * HOUR) == foreseen(at=NOON)
    late = foreseen(at=NOON + HOUR)
    assert minutes_to(late, NOON + HOUR) == pytest.approx(minutes_to(foreseen()))


def test_a_late_start_has_its_twelve_hours_from_then() -> None:
    six = datetime(2026, 6, 13, 6, tzinfo=MONCTON)
    clock = new(schedule(60), starts_at=six, licensed_end=None, terms=TERMS)
    assert foreseen(clock=clock, at=six + HOUR).ends.at == (six + 13 * HOUR).astimezone(UTC)


def test_during_the_event_it_goes_on_from_the_level_that_is_played() -> None:
    clock = clock_of(schedule(60))
    started = apply(clock, ClockStarted(), NOON)
    assert minutes_to(foreseen(clock=started)) == pytest.approx(minutes_to(foreseen(clock=clock)))
    jumped = apply(started, LevelJumped(9), NOON)
    assert foreseen(clock=jumped).middle < foreseen(clock=started).middle
    rested = apply(apply(started, ClockSet(3600), NOON), ClockPaused(), NOON)
    assert foreseen(clock=rested).middle > foreseen(clock=started).middle


def test_in_a_break_its_rest_comes_first() -> None:
    levels = schedule(60).levels
    rested = Schedule((replace(levels[0], break_after=Break(30)), *levels[1:]))
    clock = apply(apply(clock_of(rested), ClockStarted(), NOON), LevelJumped(1, on_break=True), NOON)
    without = apply(apply(clock_of(rested), ClockStarted(), NOON), LevelJumped(2), NOON)
    shifted = [each + 20 for each in minutes_to(foreseen(clock=without), NOON)]
    assert minutes_to(foreseen(clock=clock, at=NOON + 10 * MINUTE), NOON + 10 * MINUTE) == pytest.approx(shifted)


def stretch(busts: int) -> Played:
    """An hour of 60 players with twenty big blinds each: the model expects ten busts or so."""
    return Played(HOUR, 500, 60, busts)


def test_a_room_that_busts_faster_ends_sooner_and_a_slower_one_later() -> None:
    slow, fast = (foreseen(played=[stretch(busts)], runs=1000) for busts in (0, 30))
    model = foreseen(runs=1000)
    assert slow.pace < 1 < fast.pace
    assert fast.middle < model.middle < slow.middle


def test_the_pace_of_the_model_is_one_and_what_is_seen_outweighs_it_in_time() -> None:
    assert foreseen().pace == 1
    little, much = (foreseen(played=[stretch(30)] * times).pace for times in (1, 200))
    true = 30 / (busts_a_minute(45, 600_000, 500) * 60)
    assert 1 < little < much < true
    assert much == pytest.approx(true, rel=0.05)


def test_a_pace_that_is_really_faster_is_found_from_the_busts_alone() -> None:
    """Evenings are played at one and a half times the pace of the model, level by level, and the pace is asked for half-way."""
    found = []
    for seed in range(20):
        rng, left, played = Random(seed), 100, []
        for level in schedule(100).levels[:10]:
            start = left
            for _ in range(level.minutes):
                chance = 1.5 * busts_a_minute(left, 1_000_000, level.big) / left
                left -= sum(rng.random() < chance for _ in range(left))
            played.append(Played(level.minutes * MINUTE, level.big, start, start - left))
        found.append(foreseen(left, chips=1_000_000, played=played, clock=clock_of(schedule(100)), runs=1).pace)
    assert mean(found) == pytest.approx(1.4, abs=0.12)  # the model still has a say


# What is refused ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 0},
        {"players": -3},
        {"players": 10_001},
        {"chips": 0},
        {"runs": 0},
        {"played": [Played(-MINUTE, 100, 10, 0)]},
        {"played": [Played(MINUTE, 0, 10, 0)]},
        {"played": [Played(MINUTE, 100, 10, -1)]},
        {"played": [Played(MINUTE, 100, 10, 11)]},
        {"played": [Played(MINUTE, 100, 10_001, 1)]},
    ],
)
def test_what_no_tournament_could_have_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(NothingToForecast):
        foreseen(clock=clock_of(schedule(60)), **{"players": 60, **wrong})
