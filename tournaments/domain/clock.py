"""The clock of a tournament, worked out from the last anchor (6.18, 6.19; floor rules "Clock").

Nothing ticks: a clock is where it stood at the last act, and `reading` says where it stands at any instant after that. So every
screen shows the same, a restart loses nothing, and to undo an act is to fold the others again without it. Instants are UTC: an
evening in which the clocks change is as long as it is.

Hand for hand, a level stands still and each hand takes two minutes off it; a break still passes. The hard end passes whatever the
clock does, and stops it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from typing import NamedTuple

from licensing.domain import parameters
from licensing.domain.calendar import HardEnd, hard_end, instant
from licensing.domain.house_rules import Break, Level, Schedule
from licensing.domain.terms import Terms
from tournaments.domain.clock_acts import (
    AfterHardEnd,
    AlreadyHandForHand,
    AlreadyPaused,
    AlreadyStarted,
    BeforeLicensedHour,
    ClockAct,
    ClockPaused,
    ClockRefusal,
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

NOTHING = timedelta(0)
HAND = timedelta(minutes=2)  # what a hand takes off the clock, hand for hand
LEVEL_WARNING = timedelta(seconds=60)
LAST_HANDS = timedelta(minutes=10)
MOST_SECONDS = 24 * 60 * 60
BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


# The clock ----------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Limits:
    """What the licence and the Terms say of the evening."""

    starts_at: datetime
    licensed_end: datetime | None
    max_hours: int
    latest_end: time

    def ends(self, starts_at: datetime) -> HardEnd:
        return hard_end(starts_at, self.licensed_end, max_hours=self.max_hours, latest_end=self.latest_end)


class Stage(NamedTuple):
    """A level, or the break after it, and how long it still lasts."""

    level: int
    on_break: bool
    left: timedelta


@dataclass(frozen=True, slots=True)
class Clock:
    """Where it stood at the instant `at`, and what moves it from there. `ran` counts what was not paused, breaks included."""

    schedule: Schedule
    limits: Limits
    ends: HardEnd
    stage: Stage
    at: datetime
    ran: timedelta = NOTHING
    started_at: datetime | None = None
    paused: bool = False
    hand_for_hand: bool = False

    def level(self, number: int) -> Level:
        return self.schedule.levels[number - 1]

    @property
    def runs(self) -> bool:
        return self.started_at is not None and not self.paused


def new(schedule: Schedule, *, starts_at: datetime, licensed_end: datetime | None, terms: Terms) -> Clock:
    """A clock that has not started. `starts_at` is the licensed hour."""
    limits = Limits(instant(starts_at), licensed_end, terms[parameters.MAX_HOURS], terms[parameters.LATEST_END])
    first = Stage(1, False, timedelta(minutes=schedule.levels[0].minutes))
    return Clock(schedule, limits, limits.ends(limits.starts_at), first, BEFORE_ALL)


def fold(clock: Clock, acts: Iterable[tuple[ClockAct, datetime]]) -> Clock:
    for act, at in acts:
        clock = apply(clock, act, at)
    return clock


def apply(clock: Clock, act: ClockAct, at: datetime) -> Clock:
    """The clock after an act, or a refusal."""
    at = instant(at)
    if at < clock.at:
        raise EarlierThanTheLast(f"{at.isoformat()} is before {clock.at.isoformat()}")
    changed = _applied(_moved(clock, at), act)
    return replace(changed, stage=_walked(changed, changed.stage, NOTHING))  # what has nothing left is over


def _applied(clock: Clock, act: ClockAct) -> Clock:
    match act:
        case ClockStarted():
            changed = _started(clock)
        case ClockPaused():
            _refuse_if(clock.started_at is None, NotStarted)
            _refuse_if(clock.paused, AlreadyPaused)
            changed = replace(clock, paused=True)
        case ClockResumed():
            _refuse_if(not clock.paused, NotPaused)
            changed = replace(clock, paused=False)
        case ClockSet(seconds):
            _refuse_if(not 0 <= seconds <= MOST_SECONDS, NoSuchTime)
            changed = _with_left(clock, timedelta(seconds=seconds))
        case TimeAdded(seconds):
            _refuse_if(not -MOST_SECONDS <= seconds <= MOST_SECONDS, NoSuchTime)
            changed = _with_left(clock, max(clock.stage.left + timedelta(seconds=seconds), NOTHING))
        case LevelJumped(level, on_break):
            changed = _jumped(clock, level, on_break)
        case LevelEdited():
            changed = _edited(clock, act)
        case HandForHandOn():
            _refuse_if(clock.started_at is None, NotStarted)
            _refuse_if(clock.hand_for_hand, AlreadyHandForHand)
            changed = replace(clock, hand_for_hand=True)
        case HandForHandOff():
            _refuse_if(not clock.hand_for_hand, NotHandForHand)
            changed = replace(clock, hand_for_hand=False)
        case HandPlayed():
            changed = _hand_played(clock)
        case _:
            raise TypeError(f"no act of the clock: {act!r}")
    return changed


def _refuse_if(wrong: bool, refusal: type[ClockRefusal]) -> None:
    if wrong:
        raise refusal


def _started(clock: Clock) -> Clock:
    """Not before the licensed hour. From here on, the hours count from when it really started."""
    _refuse_if(clock.started_at is not None, AlreadyStarted)
    _refuse_if(clock.at < clock.limits.starts_at, BeforeLicensedHour)
    ends = clock.limits.ends(clock.at)
    _refuse_if(ends.at <= clock.at, AfterHardEnd)
    return replace(clock, started_at=clock.at, ends=ends)


def _with_left(clock: Clock, left: timedelta) -> Clock:
    _refuse_if(clock.started_at is None, NotStarted)
    return replace(clock, stage=clock.stage._replace(left=left))


def _jumped(clock: Clock, level: int, on_break: bool) -> Clock:
    _refuse_if(clock.started_at is None, NotStarted)
    _refuse_unless_level(clock, level)
    _refuse_if(on_break and clock.level(level).break_after is None, NoSuchBreak)
    return replace(clock, stage=_whole(clock.schedule, level, on_break))


def _edited(clock: Clock, act: LevelEdited) -> Clock:
    _refuse_unless_level(clock, act.level)
    old = clock.level(act.level)
    new_level = Level(act.small, act.big, act.ante, act.minutes, old.break_after)
    levels = (*clock.schedule.levels[: act.level - 1], new_level, *clock.schedule.levels[act.level :])
    stage = clock.stage
    if stage.level == act.level and not stage.on_break:
        stage = stage._replace(left=max(stage.left + timedelta(minutes=act.minutes - old.minutes), NOTHING))
    return replace(clock, schedule=Schedule(levels), stage=stage)


def _refuse_unless_level(clock: Clock, level: int) -> None:
    _refuse_if(not 1 <= level <= len(clock.schedule.levels), NoSuchLevel)


def _hand_played(clock: Clock) -> Clock:
    """What a hand takes beyond the end of its level, it takes from the next one; but never from a break."""
    _refuse_if(not clock.hand_for_hand, NotHandForHand)
    _refuse_if(clock.stage.on_break, OnBreak)
    stage, hand = clock.stage, HAND
    while hand >= stage.left:
        following = _after(clock.schedule, stage)
        if following is None or following.on_break:
            return replace(clock, stage=following or stage._replace(left=NOTHING))
        hand -= stage.left
        stage = following
    return replace(clock, stage=stage._replace(left=stage.left - hand))


# How it moves -------------------------------------------------------------------------------------------------------------
def _moved(clock: Clock, at: datetime) -> Clock:
    """The same clock with its anchor at a later instant."""
    elapsed = max(min(at, clock.ends.at) - clock.at, NOTHING) if clock.runs else NOTHING
    return replace(clock, stage=_walked(clock, clock.stage, elapsed), at=at, ran=clock.ran + elapsed)


def _walked(clock: Clock, stage: Stage, elapsed: timedelta) -> Stage:
    while True:
        passes = NOTHING if _stands(clock, stage) else elapsed
        if passes < stage.left:
            return stage._replace(left=stage.left - passes)
        following = _after(clock.schedule, stage)
        if following is None:
            return stage._replace(left=NOTHING)
        elapsed -= stage.left
        stage = following


def _stands(clock: Clock, stage: Stage) -> bool:
    return clock.hand_for_hand and not stage.on_break


def _after(schedule: Schedule, stage: Stage) -> Stage | None:
    if not stage.on_break and schedule.levels[stage.level - 1].break_after:
        return _whole(schedule, stage.level, True)
    return _whole(schedule, stage.level + 1, False) if stage.level < len(schedule.levels) else None


def _whole(schedule: Schedule, number: int, on_break: bool) -> Stage:
    level = schedule.levels[number - 1]
    minutes = level.minutes_with_break - level.minutes if on_break else level.minutes
    return Stage(number, on_break, timedelta(minutes=minutes))


def ahead(clock: Clock, at: datetime) -> Iterator[Stage]:
    """The level or break at an instant, with what is left of it, and all that follow it."""
    stage: Stage | None = _moved(clock, max(instant(at), clock.at)).stage
    while stage:
        yield stage
        stage = _after(clock.schedule, stage)


# Reading it ---------------------------------------------------------------------------------------------------------------
class Closing(StrEnum):
    """Whether hands begin: as ever; the last of them; or no more, and the one in play is finished (6.19)."""

    OPEN = "open"
    LAST_HANDS = "last_hands"
    OVER = "over"


class Alert(StrEnum):
    LEVEL_ENDS = "level_ends"
    BREAK_ENDS = "break_ends"
    LAST_HANDS = "last_hands"


class NextBreak(NamedTuple):
    """The one after the break that is on, if one is. `until` is how long the clock must run to get there."""

    after_level: int
    until: timedelta
    rest: Break


@dataclass(frozen=True, slots=True)
class Reading:
    """All that a screen shows. In a break, `level` is the one before it. The last level goes on with nothing left."""

    level: int
    blinds: Level
    left: timedelta
    next_level: Level | None
    next_break: NextBreak | None
    started: bool
    paused: bool
    on_break: bool
    hand_for_hand: bool
    moving: bool  # what is left gets less by itself
    ran: timedelta
    ends: HardEnd
    until_end: timedelta
    closing: Closing
    alerts: frozenset[Alert]


def reading(clock: Clock, at: datetime, *, last_hands: timedelta = LAST_HANDS) -> Reading:
    """At an instant that is not before the last act; one that is, by another machine's time, is read as that of the act."""
    now = _moved(clock, max(instant(at), clock.at))
    stage, levels = now.stage, now.schedule.levels
    closing = _closing(now, last_hands)
    return Reading(
        level=stage.level,
        blinds=now.level(stage.level),
        left=stage.left,
        next_level=levels[stage.level] if stage.level < len(levels) else None,
        next_break=_next_break(now),
        started=now.started_at is not None,
        paused=now.paused,
        on_break=stage.on_break,
        hand_for_hand=now.hand_for_hand,
        moving=now.runs and closing is not Closing.OVER and stage.left > NOTHING and not _stands(now, stage),
        ran=now.ran,
        ends=now.ends,
        until_end=max(now.ends.at - now.at, NOTHING),
        closing=closing,
        alerts=frozenset(_alerts(now, closing)),
    )


def _next_break(clock: Clock) -> NextBreak | None:
    until = NOTHING
    for stage in ahead(clock, clock.at):
        until += stage.left
        if not stage.on_break and (rest := clock.level(stage.level).break_after):
            return NextBreak(stage.level, until, rest)
    return None


def _closing(clock: Clock, last_hands: timedelta) -> Closing:
    if clock.at >= clock.ends.at:
        return Closing.OVER
    announced = clock.started_at is not None and clock.ends.at - clock.at <= last_hands
    return Closing.LAST_HANDS if announced else Closing.OPEN


def _alerts(clock: Clock, closing: Closing) -> Iterator[Alert]:
    """A clock that is paused warns of no end that it does not come nearer to."""
    ending = clock.stage.left <= LEVEL_WARNING and _after(clock.schedule, clock.stage) is not None
    if clock.runs and ending and closing is not Closing.OVER:
        yield Alert.BREAK_ENDS if clock.stage.on_break else Alert.LEVEL_ENDS
    if closing is Closing.LAST_HANDS:
        yield Alert.LAST_HANDS
