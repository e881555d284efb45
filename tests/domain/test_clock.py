"""The clock: read at any instant from its last anchor, and never drifting."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.domain.calendar import MONCTON, Ending
from licensing.domain.house_rules import Break, ImpossibleValue, Level, Schedule
from licensing.terms import terms_of
from tournaments.domain import codec
from tournaments.domain.clock import Alert, Clock, Closing, NextBreak, Reading, Stage, ahead, apply, fold, new, reading
from tournaments.domain.clock_acts import (
    AfterHardEnd,
    AlreadyHandForHand,
    AlreadyPaused,
    AlreadyStarted,
    BeforeLicensedHour,
    ClockAct,
    ClockPaused,
    ClockResumed,
    ClockSet,
    ClockStarted,
    EarlierThanTheLast,
    HandForHandOff,
    HandForHandOn,
    HandPlayed,
    LevelEdited,
    LevelJumped,
    NoSuchBreak,
    NoSuchLevel,
    NoSuchTime,
    NotHandForHand,
    NotPaused,
    NotStarted,
    OnBreak,
    TimeAdded,
)

TERMS = terms_of("2009-11")
SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
NOTHING = timedelta(0)
REST = Break(10, (25,))
SCHEDULE = Schedule((Level(25, 50, 0, 20), Level(50, 100, 0, 20, REST), Level(100, 200, 25, 15), Level(200, 400, 50, 15)))
SEVEN = datetime(2026, 6, 13, 19, tzinfo=MONCTON)


def clock_at(start: datetime = SEVEN, licensed: timedelta | None = 6 * HOUR, schedule: Schedule = SCHEDULE) -> Clock:
    end = None if licensed is None else start.astimezone(UTC) + licensed
    return new(schedule, starts_at=start, licensed_end=end, terms=TERMS)


FRESH = clock_at()
STARTED = apply(FRESH, ClockStarted(), SEVEN)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


def after(clock: Clock, *acts: tuple[ClockAct, float]) -> Clock:
    """Acts at so many minutes after seven."""
    return fold(clock, [(act, SEVEN + minutes(at)) for act, at in acts])


def read(clock: Clock, at: float) -> Reading:
    return reading(clock, SEVEN + minutes(at))


def where(clock: Clock, at: float) -> tuple[int, bool, float]:
    """Level, whether on break, and minutes left."""
    now = read(clock, at)
    return now.level, now.on_break, now.left / MINUTE


# Running ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("at", "stage"),
    [
        (0, (1, False, 20)),
        (19, (1, False, 1)),
        (20, (2, False, 20)),
        (39.5, (2, False, 0.5)),
        (40, (2, True, 10)),
        (49, (2, True, 1)),
        (50, (3, False, 15)),
        (65, (4, False, 15)),
        (79, (4, False, 1)),
        (80, (4, False, 0)),
        (300, (4, False, 0)),
    ],
)
def test_levels_and_breaks_follow_one_another_and_the_last_level_goes_on(at: float, stage: tuple[int, bool, float]) -> None:
    assert where(STARTED, at) == stage


def test_a_reading_says_all_that_a_screen_shows() -> None:
    now = read(STARTED, 30)
    assert now.blinds == Level(50, 100, 0, 20, REST)
    assert now.next_level == Level(100, 200, 25, 15)
    assert now.next_break == NextBreak(2, minutes(10), REST)
    assert (now.started, now.paused, now.on_break, now.hand_for_hand, now.moving) == (True, False, False, False, True)
    assert now.ran == minutes(30)
    assert (now.ends.by, now.until_end) == (Ending.LICENSED, 5.5 * HOUR)
    assert (now.closing, now.alerts) == (Closing.OPEN, frozenset())


def test_the_next_break_is_counted_through_the_levels_before_it_and_there_may_be_none() -> None:
    assert read(STARTED, 5).next_break == NextBreak(2, minutes(35), REST)
    assert read(STARTED, 45).next_break is None
    assert read(STARTED, 60).next_break is None


def test_during_a_break_the_next_level_is_the_one_that_it_leads_to() -> None:
    assert read(STARTED, 45).next_level == SCHEDULE.levels[2]
    assert read(STARTED, 70).next_level is None


def test_before_the_start_the_first_level_waits_whole() -> None:
    for at in (-600, -1, 0, 59):
        now = read(FRESH, at)
        assert (now.level, now.left, now.ran, now.started, now.moving) == (1, minutes(20), NOTHING, False, False)
    assert read(FRESH, -60).until_end == 7 * HOUR


def test_what_is_ahead_is_what_is_left_and_all_that_follows() -> None:
    assert list(ahead(STARTED, SEVEN + minutes(45))) == [
        Stage(2, True, minutes(5)),
        Stage(3, False, minutes(15)),
        Stage(4, False, minutes(15)),
    ]


def test_an_instant_before_the_last_act_is_read_as_that_of_the_act() -> None:
    paused = after(STARTED, (ClockPaused(), 5))
    assert read(paused, 4) == read(paused, 5)


# Acts ---------------------------------------------------------------------------------------------------------------------
def test_a_pause_holds_everything_but_the_hard_end() -> None:
    paused = after(STARTED, (ClockPaused(), 5))
    now = read(paused, 65)
    assert (now.left, now.ran, now.paused, now.moving) == (minutes(15), minutes(5), True, False)
    assert now.until_end == 6 * HOUR - minutes(65)
    assert where(after(paused, (ClockResumed(), 65)), 66) == (1, False, 14)


@pytest.mark.parametrize(("seconds", "stage"), [(1, (1, False, 1 / 60)), (7200, (1, False, 120)), (0, (2, False, 20))])
def test_time_left_is_set_and_nothing_left_ends_the_level(seconds: int, stage: tuple[int, bool, float]) -> None:
    assert where(after(STARTED, (ClockSet(seconds), 5)), 5) == stage


@pytest.mark.parametrize(
    ("seconds", "stage"), [(300, (1, False, 20)), (-300, (1, False, 10)), (-899, (1, False, 1 / 60)), (-900, (2, False, 20))]
)
def test_time_is_added_and_removed(seconds: int, stage: tuple[int, bool, float]) -> None:
    assert where(after(STARTED, (TimeAdded(seconds), 5)), 5) == stage


def test_removing_more_than_there_is_leaves_the_next_level_whole() -> None:
    assert where(after(STARTED, (TimeAdded(-3600), 5)), 5) == (2, False, 20)


def test_time_is_added_to_a_break_too() -> None:
    assert where(after(STARTED, (TimeAdded(60), 45)), 45) == (2, True, 6)


def test_time_is_given_again_to_a_last_level_that_goes_on() -> None:
    assert where(after(STARTED, (TimeAdded(60), 200)), 200.5) == (4, False, 0.5)


@pytest.mark.parametrize(
    ("act", "stage"),
    [
        (LevelJumped(4), (4, False, 15)),
        (LevelJumped(1), (1, False, 20)),
        (LevelJumped(2, on_break=True), (2, True, 10)),
    ],
)
def test_one_jumps_to_the_beginning_of_a_level_or_of_a_break(act: LevelJumped, stage: tuple[int, bool, float]) -> None:
    assert where(after(STARTED, (act, 25)), 25) == stage


def test_an_edit_of_the_level_in_play_changes_what_is_left_by_what_it_changes_in_all() -> None:
    longer = after(STARTED, (LevelEdited(1, 30, 60, 5, 25), 15))
    assert where(longer, 15) == (1, False, 10)
    assert read(longer, 15).blinds == Level(30, 60, 5, 25)
    assert where(after(STARTED, (LevelEdited(1, 25, 50, 0, 16), 15)), 15) == (1, False, 1)
    assert where(after(STARTED, (LevelEdited(1, 25, 50, 0, 10), 15)), 15) == (2, False, 20)


def test_an_edit_of_another_level_leaves_this_one_alone_and_keeps_the_break() -> None:
    edited = after(STARTED, (LevelEdited(2, 75, 150, 0, 30), 15))
    assert where(edited, 15) == (1, False, 5)
    assert where(edited, 49) == (2, False, 1)
    assert where(edited, 50) == (2, True, 10)
    assert where(after(STARTED, (LevelEdited(1, 25, 50, 0, 5), 30)), 30) == (2, False, 10)
    assert where(after(STARTED, (LevelEdited(2, 50, 100, 0, 60), 45)), 45) == (2, True, 5)


def test_levels_may_be_edited_before_the_start() -> None:
    assert where(after(FRESH, (LevelEdited(1, 25, 50, 0, 30), -60), (ClockStarted(), 0)), 29) == (1, False, 1)


# Hand for hand ------------------------------------------------------------------------------------------------------------
BUBBLE = after(STARTED, (HandForHandOn(), 15))


def test_hand_for_hand_the_level_stands_and_each_hand_takes_two_minutes() -> None:
    assert where(BUBBLE, 200) == (1, False, 5)
    assert (read(BUBBLE, 20).moving, read(BUBBLE, 20).hand_for_hand) == (False, True)
    hands = after(BUBBLE, (HandPlayed(), 20), (HandPlayed(), 24))
    assert where(hands, 27) == (1, False, 1)
    assert where(after(hands, (HandForHandOff(), 27)), 27.5) == (1, False, 0.5)


def test_a_hand_that_is_longer_than_its_level_takes_the_rest_from_the_next() -> None:
    assert where(after(BUBBLE, (HandPlayed(), 20), (HandPlayed(), 24), (HandPlayed(), 28)), 30) == (2, False, 19)


def test_a_hand_that_ends_with_its_level_leaves_the_next_one_whole() -> None:
    exact = after(STARTED, (HandForHandOn(), 18), (HandPlayed(), 20))
    assert where(exact, 20) == (2, False, 20)


def test_a_hand_takes_nothing_from_a_break_and_the_break_passes() -> None:
    bubble = after(STARTED, (HandForHandOn(), 39), (HandPlayed(), 41))
    assert where(bubble, 41) == (2, True, 10)
    assert where(bubble, 50) == (2, True, 1)
    assert read(bubble, 50).moving
    assert where(bubble, 51) == (3, False, 15)
    assert where(bubble, 90) == (3, False, 15)
    with pytest.raises(OnBreak):
        after(bubble, (HandPlayed(), 45))


def test_hands_on_the_last_level_leave_nothing_at_last() -> None:
    assert where(after(STARTED, (HandForHandOn(), 79), (HandPlayed(), 80)), 80) == (4, False, 0)


def test_a_level_that_is_set_to_nothing_hand_for_hand_is_over() -> None:
    assert where(after(BUBBLE, (ClockSet(0), 20)), 30) == (2, False, 20)


# Refusals -----------------------------------------------------------------------------------------------------------------
PAUSED = after(STARTED, (ClockPaused(), 1))


@pytest.mark.parametrize(
    ("clock", "act", "refusal"),
    [
        (STARTED, ClockStarted(), AlreadyStarted),
        (FRESH, ClockPaused(), NotStarted),
        (PAUSED, ClockPaused(), AlreadyPaused),
        (STARTED, ClockResumed(), NotPaused),
        (FRESH, ClockResumed(), NotPaused),
        (FRESH, ClockSet(60), NotStarted),
        (FRESH, TimeAdded(60), NotStarted),
        (FRESH, LevelJumped(2), NotStarted),
        (FRESH, HandForHandOn(), NotStarted),
        (FRESH, HandPlayed(), NotHandForHand),
        (STARTED, HandPlayed(), NotHandForHand),
        (STARTED, HandForHandOff(), NotHandForHand),
        (BUBBLE, HandForHandOn(), AlreadyHandForHand),
        (STARTED, ClockSet(-1), NoSuchTime),
        (STARTED, ClockSet(86_401), NoSuchTime),
        (STARTED, TimeAdded(86_401), NoSuchTime),
        (STARTED, TimeAdded(-86_401), NoSuchTime),
        (STARTED, LevelJumped(0), NoSuchLevel),
        (STARTED, LevelJumped(5), NoSuchLevel),
        (STARTED, LevelJumped(1, on_break=True), NoSuchBreak),
        (STARTED, LevelEdited(5, 1, 2, 0, 20), NoSuchLevel),
        (STARTED, LevelEdited(-1, 1, 2, 0, 20), NoSuchLevel),
        (STARTED, LevelEdited(1, 1, 2, 0, 0), ImpossibleValue),
    ],
)
def test_an_act_that_does_not_fit_is_refused(clock: Clock, act: ClockAct, refusal: type[ValueError]) -> None:
    with pytest.raises(refusal):
        apply(clock, act, SEVEN + HOUR / 4)


@pytest.mark.parametrize(("seconds", "refused"), [(-1, True), (0, False), (1, False)])
def test_nothing_starts_before_the_licensed_hour(seconds: int, refused: bool) -> None:
    if refused:
        with pytest.raises(BeforeLicensedHour):
            apply(FRESH, ClockStarted(), SEVEN + seconds * SECOND)
    else:
        assert apply(FRESH, ClockStarted(), SEVEN + seconds * SECOND).started_at == (SEVEN + seconds * SECOND).astimezone(UTC)


@pytest.mark.parametrize(("seconds", "refused"), [(-1, False), (0, True), (1, True)])
def test_nothing_starts_once_it_is_over(seconds: int, refused: bool) -> None:
    if refused:
        with pytest.raises(AfterHardEnd):
            apply(FRESH, ClockStarted(), SEVEN + 6 * HOUR + seconds * SECOND)
    else:
        assert read(apply(FRESH, ClockStarted(), SEVEN + 6 * HOUR + seconds * SECOND), 360 + seconds / 60).until_end == SECOND


@pytest.mark.parametrize(("seconds", "refused"), [(-1, True), (0, False), (1, False)])
def test_acts_come_in_order_of_time(seconds: int, refused: bool) -> None:
    if refused:
        with pytest.raises(EarlierThanTheLast):
            apply(PAUSED, ClockResumed(), SEVEN + MINUTE + seconds * SECOND)
    else:
        assert not apply(PAUSED, ClockResumed(), SEVEN + MINUTE + seconds * SECOND).paused


def test_what_is_no_act_is_a_mistake_of_ours() -> None:
    with pytest.raises(TypeError, match="no act"):
        apply(STARTED, "start", SEVEN)  # type: ignore[arg-type]


def test_a_time_in_no_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="no time zone"):
        reading(STARTED, datetime(2026, 6, 13, 19))  # noqa: DTZ001
    with pytest.raises(ValueError, match="no time zone"):
        apply(STARTED, ClockPaused(), datetime(2026, 6, 13, 19))  # noqa: DTZ001


# The hard end and the warnings --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("seconds", "closing"),
    [
        (-601, Closing.OPEN),
        (-600, Closing.LAST_HANDS),
        (-1, Closing.LAST_HANDS),
        (0, Closing.OVER),
        (3600, Closing.OVER),
    ],
)
def test_the_last_hands_are_the_last_ten_minutes_and_then_it_is_over(seconds: int, closing: Closing) -> None:
    now = reading(STARTED, SEVEN + 6 * HOUR + seconds * SECOND)
    assert now.closing is closing
    assert (Alert.LAST_HANDS in now.alerts) is (closing is Closing.LAST_HANDS)
    assert now.until_end == max(-seconds, 0) * SECOND


def test_house_rules_may_announce_the_last_hands_sooner() -> None:
    at = SEVEN + 6 * HOUR - minutes(20)
    assert reading(STARTED, at, last_hands=minutes(20)).closing is Closing.LAST_HANDS
    assert reading(STARTED, at - SECOND, last_hands=minutes(20)).closing is Closing.OPEN


def test_a_clock_that_never_started_has_no_last_hands_but_an_end() -> None:
    assert read(FRESH, 355).closing is Closing.OPEN
    assert read(FRESH, 360).closing is Closing.OVER


def test_the_hard_end_stops_the_clock_in_the_middle_of_a_level() -> None:
    short = apply(clock_at(licensed=minutes(30)), ClockStarted(), SEVEN)
    assert where(short, 29) == (2, False, 11)
    for at in (30, 31, 600):
        now = read(short, at)
        assert (where(short, at), now.ran, now.moving, now.alerts) == ((2, False, 10), minutes(30), False, frozenset())
    late = after(short, (ClockPaused(), 40), (ClockResumed(), 50))
    assert (where(late, 60), read(late, 60).ran) == ((2, False, 10), minutes(30))


@pytest.mark.parametrize(
    ("starts", "licensed", "ends", "by"),
    [
        (time(19), 6 * HOUR, datetime(2026, 6, 14, 1, tzinfo=MONCTON), Ending.LICENSED),
        (time(19), None, datetime(2026, 6, 14, 2, tzinfo=MONCTON), Ending.NIGHT),
        (time(10), None, datetime(2026, 6, 13, 22, tzinfo=MONCTON), Ending.HOURS),
    ],
)
def test_the_hard_end_is_the_earliest_of_three_and_says_which(
    starts: time, licensed: timedelta | None, ends: datetime, by: Ending
) -> None:
    start = datetime.combine(SEVEN.date(), starts, MONCTON)
    end = reading(clock_at(start, licensed), start).ends
    assert (end.at, end.by) == (ends, by)


def test_the_hours_count_from_the_real_start() -> None:
    ten = datetime(2026, 6, 13, 10, tzinfo=MONCTON)
    late = apply(clock_at(ten, None), ClockStarted(), ten + HOUR)
    assert reading(late, ten + HOUR).ends.at == ten + 13 * HOUR


@pytest.mark.parametrize(
    ("at", "alerts"),
    [
        (19 - 1 / 60, set()),
        (19, {Alert.LEVEL_ENDS}),
        (20 - 1 / 60, {Alert.LEVEL_ENDS}),
        (20, set()),
        (39, {Alert.LEVEL_ENDS}),
        (49 - 1 / 60, set()),
        (49, {Alert.BREAK_ENDS}),
        (79.5, set()),
        (90, set()),
    ],
)
def test_a_minute_before_the_end_of_a_level_or_break_it_warns(at: float, alerts: set[Alert]) -> None:
    assert read(STARTED, at).alerts == alerts


def test_a_paused_clock_warns_of_no_level_that_ends() -> None:
    assert read(after(STARTED, (ClockPaused(), 19.5)), 19.5).alerts == frozenset()


# The nights that clocks change --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("evening", "hours", "by"),
    [
        (datetime(2026, 3, 7, 20, tzinfo=MONCTON), 6, Ending.NIGHT),
        (datetime(2026, 10, 31, 20, tzinfo=MONCTON), 7, Ending.NIGHT),
        (datetime(2026, 6, 13, 20, tzinfo=MONCTON), 6, Ending.NIGHT),
    ],
)
def test_a_night_is_as_long_as_it_is(evening: datetime, hours: int, by: Ending) -> None:
    clock = apply(clock_at(evening, None), ClockStarted(), evening)
    now = reading(clock, evening)
    assert (now.until_end, now.ends.by) == (hours * HOUR, by)
    assert reading(clock, evening.astimezone(UTC) + hours * HOUR - SECOND).closing is Closing.LAST_HANDS
    assert reading(clock, evening.astimezone(UTC) + hours * HOUR).closing is Closing.OVER


def test_the_hour_that_comes_twice_passes_twice_and_the_one_that_is_skipped_never() -> None:
    long = Schedule((Level(25, 50, 0, 1000),))
    autumn = datetime(2026, 11, 1, 0, tzinfo=MONCTON)
    clock = apply(clock_at(autumn, None, long), ClockStarted(), autumn)
    first, second = (reading(clock, datetime(2026, 11, 1, 1, 30, tzinfo=MONCTON, fold=fold)) for fold in (0, 1))
    assert (first.ran, second.ran) == (1.5 * HOUR, 2.5 * HOUR)
    spring = datetime(2026, 3, 8, 0, tzinfo=MONCTON)
    clock = apply(clock_at(spring, 5 * HOUR, long), ClockStarted(), spring)
    assert reading(clock, datetime(2026, 3, 8, 3, tzinfo=MONCTON)).ran == 2 * HOUR


@given(
    st.sampled_from([datetime(2026, 3, 7, 20, tzinfo=MONCTON), datetime(2026, 10, 31, 20, tzinfo=MONCTON)]), st.integers(0, 20_000)
)
def test_on_those_nights_the_clock_reads_as_on_any_other(evening: datetime, seconds: int) -> None:
    licensed = 5 * HOUR
    on_the_night = apply(clock_at(evening, licensed), ClockStarted(), evening)
    at = evening.astimezone(UTC) + seconds * SECOND
    assert replace(reading(on_the_night, at), ends=STARTED.ends) == replace(
        reading(apply(clock_at(SEVEN, licensed), ClockStarted(), SEVEN), SEVEN + seconds * SECOND), ends=STARTED.ends
    )


@pytest.mark.parametrize("offset", [-11, 0, 9])
def test_it_does_not_matter_in_which_zone_an_instant_is_written(offset: int) -> None:
    at = SEVEN + minutes(33)
    assert reading(STARTED, at.astimezone(timezone(timedelta(hours=offset)))) == reading(STARTED, at)


# The journal --------------------------------------------------------------------------------------------------------------
every_act: list[Any] = [
    ClockStarted(),
    ClockPaused(),
    ClockResumed(),
    ClockSet(90),
    TimeAdded(-60),
    LevelJumped(2, on_break=True),
    LevelEdited(1, 25, 50, 0, 20),
    HandForHandOn(),
    HandForHandOff(),
    HandPlayed(),
]


@pytest.mark.parametrize("act", every_act, ids=lambda act: type(act).__name__)
def test_the_journal_can_hold_every_act(act: ClockAct) -> None:
    assert codec.read(type(act), codec.write(act)) == act
