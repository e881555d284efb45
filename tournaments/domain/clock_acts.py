"""What can be done to the clock, and why it is refused. Acts hold whole numbers and yes or no, so that a journal can keep them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClockStarted:
    pass


@dataclass(frozen=True, slots=True)
class ClockPaused:
    pass


@dataclass(frozen=True, slots=True)
class ClockResumed:
    pass


@dataclass(frozen=True, slots=True)
class ClockSet:
    """How long the level or break still lasts. Nothing left ends it."""

    seconds_left: int


@dataclass(frozen=True, slots=True)
class TimeAdded:
    """To the level or break; less than nothing removes. Removing more than there is ends it, and leaves the next one whole."""

    seconds: int


@dataclass(frozen=True, slots=True)
class LevelJumped:
    """To the beginning of a level, or of the break after it."""

    level: int
    on_break: bool = False


@dataclass(frozen=True, slots=True)
class LevelEdited:
    """What a level is from now on; its break stays. If it is being played, only its length changes what is left of it."""

    level: int
    small: int
    big: int
    ante: int
    minutes: int


@dataclass(frozen=True, slots=True)
class HandForHandOn:
    pass


@dataclass(frozen=True, slots=True)
class HandForHandOff:
    pass


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """One hand at every table, hand for hand."""


ClockAct = (
    ClockStarted
    | ClockPaused
    | ClockResumed
    | ClockSet
    | TimeAdded
    | LevelJumped
    | LevelEdited
    | HandForHandOn
    | HandForHandOff
    | HandPlayed
)


# Refusals -----------------------------------------------------------------------------------------------------------------
class ClockRefusal(ValueError):
    """The act does not fit the clock as it stands."""


class EarlierThanTheLast(ClockRefusal):
    """Acts are applied in order of time."""


class BeforeLicensedHour(ClockRefusal):
    """Clause 6.11."""


class AfterHardEnd(ClockRefusal):
    """Clauses 6.18 and 6.19: what is over is not started."""


class AlreadyStarted(ClockRefusal):
    pass


class NotStarted(ClockRefusal):
    pass


class AlreadyPaused(ClockRefusal):
    pass


class NotPaused(ClockRefusal):
    pass


class NoSuchLevel(ClockRefusal):
    pass


class NoSuchBreak(ClockRefusal):
    pass


class NoSuchTime(ClockRefusal):
    """More than a day, or less than nothing, is a slip of the finger."""


class AlreadyHandForHand(ClockRefusal):
    pass


class NotHandForHand(ClockRefusal):
    pass


class OnBreak(ClockRefusal):
    """No hand is played in a break."""
