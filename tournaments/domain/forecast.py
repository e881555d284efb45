"""When the tournament will end: a range, not a point, against the hard end (6.18, 6.19; floor rules "Blinds and duration").

The model: how fast players bust depends on the average stack in big blinds. At ten big blinds twelve in a thousand bust each
minute, and with half the stack eight times as many; besides, whatever the stacks, three in two thousand bust each minute by loose
play. With levels of 12 to 30 minutes that grow by 1.25 to 1.6, play then tends to end while the big blind is between a twentieth
and a tenth of all chips, which is what tournament directors count on (`docs/algorithms/structure.md`).

Rooms differ, so each run plays at a pace of its own: around the model's before the event, and during it nearer to the pace of the
busts seen, the more there were of them. (The pace has a gamma distribution and busts are a Poisson process, so that what was seen
only adds to its two parameters.)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from math import ceil, exp, log, pow
from random import Random

from licensing.domain.calendar import HardEnd, instant
from tournaments.domain.clock import Clock, ahead

POWER = 3.0  # half the stack, eight times the busts
SHORT = 0.012 * 10**POWER  # busts a player and minute, at an average of one big blind
LOOSE = 0.0015  # the same, whatever the stacks
TRUST = 25  # the model weighs as much as so many busts seen
CROWD = 40  # above this many players, busts are many and their chances even out
HORIZON = 24 * 60.0  # minutes: what lasts longer than a day lasts too long
MINUTE = timedelta(minutes=1)
MOST_PLAYERS = 10_000


class NothingToForecast(ValueError):
    """No players, no chips, or more than a tournament could have."""


@dataclass(frozen=True, slots=True)
class Played:
    """A stretch of play as it was, such as a level: how long, at what big blind, with how many at its start, and who busted."""

    time: timedelta
    big_blind: int
    players: int
    busts: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """One run in ten ends by `early`, half by `middle`, nine in ten by `late`; `past_the_end` is the part that the hard end cuts.

    `pace` is how fast players bust, as a multiple of the model's.
    """

    early: datetime
    middle: datetime
    late: datetime
    ends: HardEnd
    past_the_end: Fraction
    pace: float


def forecast(
    clock: Clock, *, at: datetime, players: int, chips: int, rng: Random, played: Sequence[Played] = (), runs: int = 200
) -> Forecast:
    """Before the event and during it. Re-buys to come count as players and chips: each is one more bust before the end."""
    if not (1 <= players <= MOST_PLAYERS and chips >= 1 and runs >= 1):
        raise NothingToForecast(f"{players} players, {chips} chips, {runs} runs")
    begins = instant(at) if clock.started_at else max(instant(at), clock.limits.starts_at)
    evening = _Evening(clock, begins, players, chips)
    shape, rate = TRUST + sum(each.busts for each in played), TRUST + sum(_expected(each, chips) for each in played)
    minutes = sorted(evening.run(rng.gammavariate(shape, 1 / rate), rng) for _ in range(runs))
    ends = clock.ends if clock.started_at else clock.limits.ends(begins)
    late = sum(begins + lasts * MINUTE > ends.at for lasts in minutes)
    early, middle, last = (begins + minutes[ceil(part * runs) - 1] * MINUTE for part in (0.1, 0.5, 0.9))
    return Forecast(early, middle, last, ends, Fraction(late, runs), shape / rate)


def busts_a_minute(players: float, chips: int, big_blind: int) -> float:
    return players * (SHORT * pow(players * big_blind / chips, POWER) + LOOSE)


def _expected(stretch: Played, chips: int) -> float:
    """How many busts the model would have seen in it."""
    if stretch.time < timedelta(0) or not (0 <= stretch.busts <= stretch.players <= MOST_PLAYERS) or stretch.big_blind < 1:
        raise NothingToForecast(f"no such stretch of play: {stretch}")
    return busts_a_minute(stretch.players - stretch.busts / 2, chips, stretch.big_blind) * (stretch.time / MINUTE)


class _Evening:
    """What is ahead: levels as they are played, one after the other, and what the breaks between them add."""

    def __init__(self, clock: Clock, begins: datetime, players: int, chips: int) -> None:
        self.players = players
        self.levels: list[tuple[float, float]] = []  # minutes, and busts a minute at one player, but for its power
        self.breaks: list[tuple[float, float]] = []  # after so many minutes of play, so many minutes
        played = 0.0
        for stage in ahead(clock, begins):
            minutes = stage.left / MINUTE
            if stage.on_break:
                self.breaks.append((played, minutes))
            else:
                self.levels.append((minutes, SHORT * (clock.level(stage.level).big / chips) ** POWER))
                played += minutes
        # The last level goes on for as long as it takes.
        self.levels[-1] = (2 * HORIZON, self.levels[-1][1])

    def run(self, pace: float, rng: Random) -> float:
        """Minutes to the end of one evening."""
        played = self._play(pace, rng)
        return min(played + sum(minutes for after, minutes in self.breaks if after < played), HORIZON)

    def _play(self, pace: float, rng: Random) -> float:
        """Minutes of play: what is due to the next bust is used up as fast as busts come at the level that is played."""
        players, played, due = float(self.players), 0.0, rng.expovariate(1.0)
        for minutes, short in self.levels:
            left = minutes
            if players > CROWD:
                players, left = _thinned(players, left, pace * short, pace * LOOSE)
            while 1 < players <= CROWD:
                rate = pace * players * (short * players**POWER + LOOSE)
                if due > rate * left:
                    due -= rate * left
                    break
                players, left, due = players - 1, left - due / rate, rng.expovariate(1.0)
            if players <= 1:
                return played + minutes - left
            played += minutes
        return played


def _thinned(players: float, minutes: float, short: float, loose: float) -> tuple[float, float]:
    """How many are left of a crowd, and of the minutes. Its mean falls by n' = -n (short n³ + loose), which solves exactly."""
    start, few, ratio = players**-POWER, float(CROWD) ** -POWER, short / loose
    needed = log((few + ratio) / (start + ratio)) / (POWER * loose)
    if needed <= minutes:
        return float(CROWD), minutes - needed
    return ((start + ratio) * exp(POWER * loose * minutes) - ratio) ** (-1 / POWER), 0.0
