"""Where House Rules conflict with the Terms or with themselves (2.2): what conflicts cannot be filed.

What the edition in force does not say is not held against anybody, as in the rules of the Terms.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise

from licensing.domain import parameters as p
from licensing.domain.house_rules.chips import payable
from licensing.domain.house_rules.prizes import PrizeBand, PrizeTable
from licensing.domain.house_rules.rules import ColourUp, HouseRules, subjects
from licensing.domain.house_rules.schedule import Level, Schedule
from licensing.domain.money import Money
from licensing.domain.rules.engine import Severity, Value
from licensing.domain.terms import Terms

STEEP = Fraction(8, 5)  # a big blind that grows by more than this makes a level felt


class Wrong(StrEnum):
    SUBJECT_MISSING = "subject_missing"
    SMALL_OVER_BIG = "small_over_big"
    BLINDS_FALL = "blinds_fall"
    BLINDS_STEEP = "blinds_steep"
    NOT_POSTABLE = "not_postable"
    CHIP_NOT_IN_PLAY = "chip_not_in_play"
    COLOUR_UP_UNPLANNED = "colour_up_unplanned"
    COLOUR_UP_UNANNOUNCED = "colour_up_unannounced"
    PAST_THE_HOURS = "past_the_hours"
    REBUYS_NOT_ALLOWED = "rebuys_not_allowed"
    REBUYS_PAST_THE_END = "rebuys_past_the_end"
    REMOVAL_PAST_THE_END = "removal_past_the_end"
    LAST_HANDS_PAST_THE_HOURS = "last_hands_past_the_hours"
    POOL_OVER_SHARE = "pool_over_share"
    BAND_OVER_SHARE = "band_over_share"
    BAND_OVER_POOL = "band_over_pool"
    BAND_UNDER_POOL = "band_under_pool"
    FIRST_OVER_SHARE = "first_over_share"
    PRIZE_OVER_CAP = "prize_over_cap"
    PRIZES_RISE = "prizes_rise"
    MORE_PRIZES_THAN_PLAYERS = "more_prizes_than_players"
    BANDS_OVERLAP = "bands_overlap"
    BANDS_LEAVE_A_GAP = "bands_leave_a_gap"
    BAND_PAST_MOST_PLAYERS = "band_past_most_players"


@dataclass(frozen=True, slots=True)
class Problem:
    """`level` and `band` are counted from 1 and say where; `found` and `allowed` say what."""

    wrong: Wrong
    clause: str
    severity: Severity = Severity.BLOCKS
    found: Value = None
    allowed: Value = None
    level: int | None = None
    band: int | None = None


def problems(rules: HouseRules, terms: Terms, *, entry_fee: Money | None = None) -> list[Problem]:
    """Prizes in fixed amounts are held against entry fees only where the fee is known."""
    return [
        *_subjects(rules, terms),
        *_blinds(rules),
        *_chips(rules),
        *_hours(rules, terms),
        *_rebuys(rules, terms),
        *_absent(rules),
        *_pool(rules, terms),
        *_bands(rules, terms, entry_fee),
    ]


def _subjects(rules: HouseRules, terms: Terms) -> Iterator[Problem]:
    if p.HOUSE_RULES in terms:
        settled = subjects(rules)
        for subject in terms[p.HOUSE_RULES]:
            if subject not in settled:
                yield Problem(Wrong.SUBJECT_MISSING, p.HOUSE_RULES.clause, found=subject)


# Blinds, chips, time ------------------------------------------------------------------------------------------------------
def _blinds(rules: HouseRules) -> Iterator[Problem]:
    levels = rules.schedule.levels if rules.schedule else ()
    for number, level in enumerate(levels, 1):
        if level.small > level.big:
            yield Problem(Wrong.SMALL_OVER_BIG, "10.11", found=level.small, allowed=level.big, level=number)
    for number, (before, after) in enumerate(pairwise(levels), 2):
        if after.big < before.big or after.small < before.small:
            yield Problem(Wrong.BLINDS_FALL, "1.7", found=after.big, allowed=before.big, level=number)
        elif Fraction(after.big, before.big) > STEEP:
            yield Problem(Wrong.BLINDS_STEEP, "1.7", Severity.WARNS, after.big, int(before.big * STEEP), level=number)


def _chips(rules: HouseRules) -> Iterator[Problem]:
    if rules.schedule is None:
        return
    if rules.chips is not None:
        yield from _in_play(rules.schedule, rules.chips.values)
    planned = any(level.break_after and level.break_after.removes for level in rules.schedule.levels)
    if rules.colour_up is ColourUp.RACE and not planned:
        yield Problem(Wrong.COLOUR_UP_UNPLANNED, "1.7", Severity.WARNS)
    if rules.colour_up is ColourUp.NONE and planned:
        yield Problem(Wrong.COLOUR_UP_UNANNOUNCED, "1.7")


def _in_play(schedule: Schedule, values: tuple[int, ...]) -> Iterator[Problem]:
    """Level by level, with the chips that earlier breaks have left."""
    for number, level in schedule.numbered():
        yield from _unpostable(number, level, values)
        removes = level.break_after.removes if level.break_after else ()
        for value in removes:
            if value not in values:
                yield Problem(Wrong.CHIP_NOT_IN_PLAY, "1.7", found=value, level=number)
            values = tuple(other for other in values if other != value)


def _unpostable(number: int, level: Level, values: tuple[int, ...]) -> Iterator[Problem]:
    smallest = values[0] if values else 0
    for amount in dict.fromkeys((level.small, level.big, level.ante)):
        if not payable(amount, values):
            yield Problem(Wrong.NOT_POSTABLE, "1.7", found=amount, allowed=smallest, level=number)


def _hours(rules: HouseRules, terms: Terms) -> Iterator[Problem]:
    """A schedule that is longer than the evening is only never played to its end."""
    if p.MAX_HOURS not in terms:
        return
    most = terms[p.MAX_HOURS] * 60
    if rules.schedule and rules.schedule.minutes > most:
        yield Problem(Wrong.PAST_THE_HOURS, p.MAX_HOURS.clause, Severity.WARNS, rules.schedule.minutes, most)
    if rules.last_hands and rules.last_hands.minutes >= most:
        yield Problem(Wrong.LAST_HANDS_PAST_THE_HOURS, p.MAX_HOURS.clause, found=rules.last_hands.minutes, allowed=most)


def _rebuys(rules: HouseRules, terms: Terms) -> Iterator[Problem]:
    if rules.rebuys is None or not rules.rebuys.offered:
        return
    until = rules.rebuys.until_level
    if p.REBUYS_PER_PLAYER in terms and terms[p.REBUYS_PER_PLAYER] == 0:
        yield Problem(Wrong.REBUYS_NOT_ALLOWED, p.REBUYS_PER_PLAYER.clause, found=until, allowed=0)
    if rules.schedule is None:
        return
    if until > len(rules.schedule.levels):
        yield Problem(Wrong.REBUYS_PAST_THE_END, "1.7", found=until, allowed=len(rules.schedule.levels), level=until)
    elif p.MAX_HOURS in terms:
        ends = rules.schedule.minutes_before(until) + rules.schedule.levels[until - 1].minutes
        if ends > (most := terms[p.MAX_HOURS] * 60):
            yield Problem(Wrong.REBUYS_PAST_THE_END, p.MAX_HOURS.clause, found=ends, allowed=most, level=until)


def _absent(rules: HouseRules) -> Iterator[Problem]:
    after = rules.absent.removed_after_level if rules.absent else None
    if after is not None and rules.schedule and after > len(rules.schedule.levels):
        yield Problem(Wrong.REMOVAL_PAST_THE_END, "1.7", found=after, allowed=len(rules.schedule.levels), level=after)


# Prizes -------------------------------------------------------------------------------------------------------------------
def _pool(rules: HouseRules, terms: Terms) -> Iterator[Problem]:
    if rules.prizes and p.PRIZE_SHARE in terms and rules.prizes.pool_share > terms[p.PRIZE_SHARE]:
        yield Problem(Wrong.POOL_OVER_SHARE, p.PRIZE_SHARE.clause, found=rules.prizes.pool_share, allowed=terms[p.PRIZE_SHARE])


def _bands(rules: HouseRules, terms: Terms, entry_fee: Money | None) -> Iterator[Problem]:
    if rules.prizes is None:
        return
    yield from _turnouts(rules.prizes, terms)
    for number, band in enumerate(rules.prizes.bands, 1):
        if band.places > band.fewest:
            yield Problem(Wrong.MORE_PRIZES_THAN_PLAYERS, "10.18", found=band.places, allowed=band.fewest, band=number)
        if _rise(band):
            yield Problem(Wrong.PRIZES_RISE, "10.18", band=number)
        yield from _shares(number, band, terms)
        yield from _amounts(number, band, terms, entry_fee)


def _rise(band: PrizeBand) -> bool:
    return list(band.shares) != sorted(band.shares, reverse=True) or list(band.amounts) != sorted(band.amounts, reverse=True)


def _turnouts(table: PrizeTable, terms: Terms) -> Iterator[Problem]:
    """Below the first band the measure for a short turnout speaks (6.9)."""
    for number, (before, after) in enumerate(pairwise(table.bands), 2):
        if after.fewest <= before.most:
            yield Problem(Wrong.BANDS_OVERLAP, "1.7", found=after.fewest, allowed=before.most + 1, band=number)
        elif after.fewest > before.most + 1:
            yield Problem(Wrong.BANDS_LEAVE_A_GAP, "1.7", found=after.fewest, allowed=before.most + 1, band=number)
    if p.MAX_PLAYERS in terms:
        last, most = table.bands[-1].most, terms[p.MAX_PLAYERS]
        if last > most:
            yield Problem(Wrong.BAND_PAST_MOST_PLAYERS, p.MAX_PLAYERS.clause, Severity.WARNS, last, most, band=len(table.bands))
        if last < most:  # perhaps the room holds no more
            yield Problem(Wrong.BANDS_LEAVE_A_GAP, p.MAX_PLAYERS.clause, Severity.INFORMS, last, most, band=len(table.bands))


def _shares(number: int, band: PrizeBand, terms: Terms) -> Iterator[Problem]:
    if not band.shares:
        return
    # As fractions: a sum of decimals is rounded at 28 digits.
    total, first = sum(map(Fraction, band.shares)), Fraction(max(band.shares))
    if total > 1:
        yield Problem(Wrong.BAND_OVER_POOL, p.PRIZE_SHARE.clause, found=sum(band.shares), allowed=Decimal(1), band=number)
    if total < 1:
        yield Problem(Wrong.BAND_UNDER_POOL, "4.1", Severity.WARNS, sum(band.shares), Decimal(1), band=number)
    if p.SINGLE_PRIZE_SHARE in terms and first > total * Fraction(terms[p.SINGLE_PRIZE_SHARE]):
        most = terms[p.SINGLE_PRIZE_SHARE] * sum(band.shares)
        yield Problem(Wrong.FIRST_OVER_SHARE, p.SINGLE_PRIZE_SHARE.clause, found=max(band.shares), allowed=most, band=number)


def _amounts(number: int, band: PrizeBand, terms: Terms, entry_fee: Money | None) -> Iterator[Problem]:
    """Fixed amounts are promised whatever the re-buys, so the band's smallest turnout must bear them by its entry fees."""
    if not band.amounts:
        return
    total, first = sum(band.amounts, Money(0)), max(band.amounts)
    if entry_fee is not None and p.PRIZE_SHARE in terms:
        most = (entry_fee * band.fewest).at_most(terms[p.PRIZE_SHARE])
        if total > most:
            yield Problem(Wrong.BAND_OVER_SHARE, p.PRIZE_SHARE.clause, found=total, allowed=most, band=number)
    if p.SINGLE_PRIZE_SHARE in terms and first > (most := total.at_most(terms[p.SINGLE_PRIZE_SHARE])):
        yield Problem(Wrong.FIRST_OVER_SHARE, p.SINGLE_PRIZE_SHARE.clause, found=first, allowed=most, band=number)
    if p.SINGLE_PRIZE_CAP in terms and first > terms[p.SINGLE_PRIZE_CAP]:
        yield Problem(Wrong.PRIZE_OVER_CAP, p.SINGLE_PRIZE_CAP.clause, found=first, allowed=terms[p.SINGLE_PRIZE_CAP], band=number)
