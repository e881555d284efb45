"""The two pictures of a what-if: where the money of each scenario goes, and what becomes of the plan from turnout to turnout.

Across, everything is in percent of the picture's width, and down, in pixels: so a phone shows a narrower picture, and no smaller
letters. Coordinates are written here, always with a point: a template would write a French comma.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.formats import localize
from django.utils.translation import gettext as _

from licensing.domain.money import Money
from licensing.domain.proceeds import Split
from licensing.domain.whatif import Exploration, Outlook, Plan
from licensing.templatetags.cagnotte import money

CHARITY, PRIZES, EXPENSES = "charity", "prizes", "expenses"


# Where each dollar goes: one bar a scenario -------------------------------------------------------------------------------
@dataclass(frozen=True)
class Segment:
    """`cents` of each dollar: none where more goes out than comes in, or where there is no room to write them."""

    part: str
    x: str
    width: str
    middle: str
    cents: str
    signed: bool  # is there room for the part's sign?


@dataclass(frozen=True)
class Mark:
    """How far a part may reach: a line down from its label, which is written on the side where there is room for it."""

    part: str
    x: str
    label: str
    label_x: str
    anchor: str


@dataclass(frozen=True)
class Stretch:
    """From one place to another, with a label on the side where there is room for it."""

    x: str
    end: str
    label: str
    label_x: str
    anchor: str


@dataclass(frozen=True)
class Bar:
    segments: tuple[Segment, ...] = ()
    marks: tuple[Mark, ...] = ()
    over: tuple[Segment, ...] = ()  # what prizes and expenses take beyond their marks
    least: Stretch | None = None  # what charity must have
    missing: tuple[str, str] | None = None  # what is spent and did not come in: where it begins, and how much it is


def bar(split: Split) -> Bar:
    """Prizes from the left, expenses from the right, and all between them is the charity's: that is how it is shared out."""
    gross, prizes, expenses = split.takings.gross.cents, max(split.paid.cents, 0), max(split.expenses.cents, 0)
    if gross <= 0:
        return Bar()
    whole = max(gross, prizes + expenses)
    left, right = prizes, whole - expenses  # the charity's ends
    limits = split.ceilings
    most_left, most_right = limits.prizes.cents, whole - limits.expenses.cents
    cents = shared_dollar(right - left, prizes, expenses) if whole == gross else ("", "", "")
    places = ((CHARITY, left, right), (PRIZES, 0, min(left, most_left)), (EXPENSES, max(right, most_right), whole))
    over = ((PRIZES, most_left, left), (EXPENSES, right, most_right))
    return Bar(
        segments=tuple(
            segment(part, start, end, whole, text) for (part, start, end), text in zip(places, cents, strict=True) if start < end
        ),
        marks=(mark(PRIZES, limits.prizes, most_left, whole), mark(EXPENSES, limits.expenses, most_right, whole)),
        over=tuple(segment(part, start, end, whole) for part, start, end in over if start < end),
        least=stretch(left, left + limits.charity.cents, whole, f"≥ {money(limits.charity)}") if whole == gross else None,
        missing=(percent_of(gross, whole), _("%(amount)s missing") % {"amount": money(whole - gross)}) if whole > gross else None,
    )


def segment(part: str, start: int, end: int, whole: int, cents: str = "") -> Segment:
    share = (end - start) / whole
    width, middle = percent_of(end - start, whole), percent_of((start + end) / 2, whole)
    return Segment(part, percent_of(start, whole), width, middle, cents if share > 0.1 else "", share > 0.2)


def mark(part: str, limit: Money, at: int, whole: int) -> Mark:
    """The two limits keep to their own ends, so that their labels do not meet."""
    x = percent_of(at, whole)
    label = f"≤ {money(limit)}"
    if part == EXPENSES:
        return Mark(part, x, label, "100%", "end")
    return Mark(part, x, label, x, "end") if at / whole > 0.5 else Mark(part, x, label, "0%", "start")


def stretch(start: int, end: int, whole: int, label: str) -> Stretch:
    x, stop = percent_of(start, whole), percent_of(end, whole)
    label_x, anchor = (x, "end") if start / whole > 0.45 else (stop, "start")
    return Stretch(x, stop, label, label_x, anchor)


def percent_of(part: float, whole: float) -> str:
    return f"{min(max(100 * part / whole, 0), 100):.2f}%"


def shared_dollar(*parts: int) -> tuple[str, ...]:
    """Whole cents of each dollar that add up to it: those that rounding cut most get what is left over."""
    whole = sum(parts)
    cents = [100 * part // whole for part in parts]
    cut_most_first = sorted(range(len(parts)), key=lambda index: -(100 * parts[index] % whole))
    for index in cut_most_first[: 100 - sum(cents)]:
        cents[index] += 1
    return tuple(_("%(number)s¢") % {"number": number} for number in cents)


# From turnout to turnout --------------------------------------------------------------------------------------------------
TOP, HEIGHT = 68, 260  # of the plot, in pixels; above it stand two rows of words
FINE = 1000  # steps of the plot's own scale, from its top to its bottom
EVERY = 4  # players between two points: closer than a screen can show


@dataclass(frozen=True)
class Line:
    part: str
    limit: bool
    points: str
    end: int  # where the line's sign stands


@dataclass(frozen=True)
class Tick:
    at: str
    label: str
    anchor: str = "start"


@dataclass(frozen=True)
class Chart:
    players: int
    lines: tuple[Line, ...]
    bands: tuple[tuple[str, str], ...]  # where a clause breaks: from, and how wide
    dollars: tuple[Tick, ...]
    turnouts: tuple[Tick, ...]
    zero: int
    expected: Tick | None
    pays: Tick | None
    top: int = TOP
    height: int = HEIGHT
    bottom: int = TOP + HEIGHT
    fine: int = FINE


def chart(plan: Plan, explored: Exploration) -> Chart:
    players = len(explored.series) - 1
    shown = [*explored.series[::EVERY], *([] if players % EVERY == 0 else explored.series[-1:])]
    amounts = [
        (EXPENSES, True, [each.split.ceilings.expenses.cents for each in shown]),
        (CHARITY, True, [each.split.ceilings.charity.cents for each in shown]),
        (EXPENSES, False, [each.split.expenses.cents for each in shown]),
        (CHARITY, False, [each.split.charity.cents for each in shown]),
    ]
    scale = Scale([amount for _part, _limit, line in amounts for amount in line])
    pays = explored.covers_from
    return Chart(
        players=players,
        lines=tuple(line(part, limit, shown, values, scale) for part, limit, values in amounts),
        bands=tuple(bands(explored.series, players)),
        dollars=tuple(Tick(str(scale.pixel(value)), whole_dollars(value)) for value in scale.ticks),
        turnouts=tuple(across(value, players, localize(value), edge=0.1) for value in turnout_ticks(players)),
        zero=scale.pixel(0),
        expected=across(plan.expected, players, _("Expected: %(number)s") % {"number": plan.expected})
        if 0 <= plan.expected <= players
        else None,
        pays=across(pays, players, _("Pays for itself: %(number)s") % {"number": pays}) if pays else None,
    )


class Scale:
    """Dollars down the plot: from the lowest amount or zero to the first round one that is not under the highest."""

    def __init__(self, amounts: Sequence[int]) -> None:
        self.bottom, high = min(0, *amounts), max(0, *amounts)
        step = round_step((high - self.bottom) / 4)
        self.top = step * -(-high // step) or step
        self.ticks = range(step * -(-self.bottom // step), self.top + 1, step)

    def fine(self, amount: int) -> int:
        return round(FINE * (self.top - amount) / (self.top - self.bottom))

    def pixel(self, amount: int) -> int:
        return TOP + round(HEIGHT * (self.top - amount) / (self.top - self.bottom))


def round_step(least: float) -> int:
    """The first of 1, 2, 5, 10, 20, 50 … dollars that is enough."""
    step = 100
    while True:
        for factor in (1, 2, 5):
            if step * factor >= least:
                return step * factor
        step *= 10


def line(part: str, limit: bool, shown: Sequence[Outlook], amounts: Sequence[int], scale: Scale) -> Line:
    points = " ".join(f"{each.scenario.entries},{scale.fine(amount)}" for each, amount in zip(shown, amounts, strict=True))
    return Line(part, limit, points, scale.pixel(amounts[-1]))


def bands(series: Iterable[Outlook], players: int) -> Iterable[tuple[str, str]]:
    """A turnout that breaks a clause colours the half player to its left and to its right."""
    for breaks, run in groupby(series, key=lambda each: bool(each.breaks)):
        if breaks:
            turnouts = [each.scenario.entries for each in run]
            first, last = max(turnouts[0] - 0.5, 0), min(turnouts[-1] + 0.5, players)
            yield percent_of(first, players), percent_of(last - first, players)


def turnout_ticks(players: int) -> range:
    return range(0, players + 1, max(players // 4, 1))


def across(value: int, players: int, label: str, *, edge: float = 0.3) -> Tick:
    """Words near an edge turn inward."""
    share = value / players
    return Tick(percent_of(value, players), label, "start" if share < edge else "end" if share > 1 - edge else "middle")


def whole_dollars(cents: int) -> str:
    return money(cents).removesuffix(".00").replace(",00\N{NO-BREAK SPACE}$", "\N{NO-BREAK SPACE}$")
