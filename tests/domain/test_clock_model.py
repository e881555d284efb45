"""The clock against one that ticks, and what holds whatever is done to it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from licensing.domain.calendar import MONCTON
from licensing.domain.house_rules import Break, Level, Schedule
from licensing.terms import terms_of
from tournaments.domain.clock import Clock, Closing, apply, new, reading
from tournaments.domain.clock_acts import (
    ClockAct,
    ClockPaused,
    ClockRefusal,
    ClockResumed,
    ClockSet,
    ClockStarted,
    HandForHandOff,
    HandForHandOn,
    HandPlayed,
    LevelEdited,
    LevelJumped,
    TimeAdded,
)

SECOND, NOTHING = timedelta(seconds=1), timedelta(0)
SEVEN = datetime(2026, 6, 13, 19, tzinfo=MONCTON)
# Whatever is done ---------------------------------------------------------------------------------------------------------
SHORT = Schedule((Level(1, 2, 0, 2, Break(1)), Level(2, 4, 0, 1), Level(3, 6, 0, 3, Break(2)), Level(4, 8, 0, 1)))
EVENING = 30 * 60  # seconds
acts = st.one_of(
    st.just(ClockStarted()),
    st.just(ClockPaused()),
    st.just(ClockResumed()),
    st.builds(ClockSet, st.integers(0, 200)),
    st.builds(TimeAdded, st.integers(-200, 200)),
    st.builds(LevelJumped, st.integers(0, 5), st.booleans()),
    st.builds(LevelEdited, st.integers(1, 4), st.just(5), st.just(10), st.just(0), st.integers(1, 4)),
    st.just(HandForHandOn()),
    st.just(HandForHandOff()),
    st.just(HandPlayed()),
)
stories = st.lists(st.tuples(st.integers(0, 150), acts), max_size=25)


class Ticking:
    """The same clock as anybody would build it first: a counter that loses a second every second."""

    def __init__(self) -> None:
        self.lengths = {(1, False): 120, (1, True): 60, (2, False): 60, (3, False): 180, (3, True): 120, (4, False): 60}
        self.place, self.left, self.ran, self.now = (1, False), 120, 0, 0
        self.started = self.paused = self.bubble = False

    def tick(self) -> None:
        if self.started and not self.paused and self.now < EVENING:
            self.ran += 1
            if self.place[1] or not self.bubble:
                self.left -= 1
                self.roll()
        self.now += 1

    def roll(self) -> None:
        """On to the next place once nothing is left."""
        places = sorted(self.lengths)
        if self.left <= 0 and self.place == places[-1]:
            self.left = 0
        elif self.left <= 0:
            self.place = places[places.index(self.place) + 1]
            self.left = self.lengths[self.place]

    def do(self, act: ClockAct) -> bool:
        """False if it is refused."""
        if not self.fits(act):
            return False
        match act:
            case ClockStarted():
                self.started = True
            case ClockPaused() | ClockResumed():
                self.paused = not self.paused
            case HandForHandOn() | HandForHandOff():
                self.bubble = not self.bubble
            case ClockSet(seconds):
                self.left = seconds
            case TimeAdded(seconds):
                self.left += seconds
            case LevelJumped(level, on_break):
                self.place, self.left = (level, on_break), self.lengths[level, on_break]
            case LevelEdited(level, _, _, _, length):
                if self.place == (level, False):
                    self.left += length * 60 - self.lengths[level, False]
                self.lengths[level, False] = length * 60
            case _:
                for _ in range(120):
                    if not self.place[1]:
                        self.left -= 1
                        self.roll()
        self.roll()
        return True

    def fits(self, act: ClockAct) -> bool:
        places = {(act.level, act.on_break)} if isinstance(act, LevelJumped) else set()
        return {
            ClockStarted: not self.started and self.now < EVENING,
            ClockPaused: self.started and not self.paused,
            ClockResumed: self.paused,
            HandForHandOn: self.started and not self.bubble,
            HandForHandOff: self.bubble,
            HandPlayed: self.bubble and not self.place[1],
            LevelJumped: self.started and places <= set(self.lengths),
            LevelEdited: True,
        }.get(type(act), self.started)


def fresh(seconds: int = 6 * 60 * 60) -> Clock:
    return new(SHORT, starts_at=SEVEN, licensed_end=SEVEN + seconds * SECOND, terms=terms_of("2009-11"))


def seconds_after(count: int) -> datetime:
    return SEVEN + count * SECOND


@given(stories, st.integers(0, 600))
def test_it_agrees_with_a_clock_that_ticks(story: Sequence[tuple[int, ClockAct]], wait: int) -> None:
    clock, ticking = fresh(EVENING), Ticking()
    for gap, act in [*story, (wait, None)]:
        for _ in range(gap):
            ticking.tick()
            now = reading(clock, seconds_after(ticking.now))
            assert ((now.level, now.on_break), now.left, now.ran) == (ticking.place, ticking.left * SECOND, ticking.ran * SECOND)
        if act is None:
            continue
        if ticking.do(act):
            clock = apply(clock, act, seconds_after(ticking.now))
        else:
            with pytest.raises(ClockRefusal):
                apply(clock, act, seconds_after(ticking.now))


def run(story: Sequence[tuple[int, ClockAct]]) -> tuple[Clock, int]:
    """The clock after all acts that are not refused, and the second of the last."""
    clock, at = apply(fresh(), ClockStarted(), SEVEN), 0
    for gap, act in story:
        at += gap
        try:
            clock = apply(clock, act, seconds_after(at))
        except ClockRefusal:
            continue
    return clock, at


@given(stories, st.integers(-10_000, 100_000))
def test_nothing_is_ever_negative(story: Sequence[tuple[int, ClockAct]], second: int) -> None:
    now = reading(run(story)[0], seconds_after(second))
    assert min(now.left, now.ran, now.until_end) >= NOTHING
    assert now.next_break is None or now.next_break.until >= NOTHING
    assert 1 <= now.level <= 4


@given(stories, st.integers(0, 3000), st.integers(0, 3000))
def test_reading_does_not_move_it_and_an_anchor_moves_nothing(story: Sequence[tuple[int, ClockAct]], first: int, more: int) -> None:
    """An edit that changes nothing only sets a new anchor."""
    clock, at = run(story)
    level = clock.schedule.levels[3]
    anchored = apply(clock, LevelEdited(4, level.small, level.big, level.ante, level.minutes), seconds_after(at + first))
    instant = seconds_after(at + first + more)
    assert reading(anchored, instant) == reading(clock, instant)


@given(stories, st.integers(0, 2000), st.integers(0, 2000), st.integers(0, 2000))
def test_a_pause_shifts_everything_by_exactly_its_length(
    story: Sequence[tuple[int, ClockAct]], before: int, pause: int, later: int
) -> None:
    clock, at = run(story)
    assume(not clock.paused)
    begin = at + before
    shifted = apply(apply(clock, ClockPaused(), seconds_after(begin)), ClockResumed(), seconds_after(begin + pause))
    plain, paused = reading(clock, seconds_after(begin + later)), reading(shifted, seconds_after(begin + pause + later))
    assume(paused.closing is Closing.OPEN)
    assert replace(paused, until_end=plain.until_end) == plain


@given(st.lists(st.integers(-40, 40), min_size=2, max_size=2), stories)
def test_equal_edits_may_be_made_in_any_order(added: list[int], story: Sequence[tuple[int, ClockAct]]) -> None:
    clock, at = run(story)
    assume(reading(clock, seconds_after(at)).left > 90 * SECOND)
    one, other = (LevelEdited(number, 7, 14, 0, 4) for number in (2, 4))
    instant = seconds_after(at)
    for first, second in [(TimeAdded(added[0]), TimeAdded(added[1])), (one, other), (one, one)]:
        there = apply(apply(clock, first, instant), second, instant)
        assert there == apply(apply(clock, second, instant), first, instant)
    assert apply(apply(clock, one, instant), one, instant) == apply(clock, one, instant)


@given(stories, st.data())
def test_to_undo_an_act_is_to_leave_it_out(story: Sequence[tuple[int, ClockAct]], data: st.DataObject) -> None:
    """A pair of acts that undo each other at one instant leaves what leaving them out leaves."""
    position = data.draw(st.integers(0, len(story)))
    pair: list[tuple[int, ClockAct]] = [(0, TimeAdded(30)), (0, TimeAdded(-30))]
    (with_them, at), (without, _) = run([*story[:position], *pair, *story[position:]]), run(story)
    assert reading(with_them, seconds_after(at)) == reading(without, seconds_after(at))
