"""What people read of a plan that was put to every turnout: an answer, a table, two pictures and the findings.

`results_of(plan, terms)` is all that `licensing/_whatif_results.html` needs, on the public page as in an application.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from licensing.domain import parameters as p
from licensing.domain.money import Money
from licensing.domain.terms import Terms
from licensing.domain.whatif import Exploration, Outlook, Plan, explore, outlook
from licensing.findings import Told, told
from licensing.templatetags.cagnotte import money, percent
from licensing.whatif_answer import Answer, Numbers, answer, holding, in_players
from licensing.whatif_drawing import CHARITY, EXPENSES, PRIZES, Bar, Chart, bar, chart

EXPECTED = "expected"  # the scenario that the answer is about
SCENARIOS: dict[str, Promise] = {
    "quiet": gettext_lazy("A quiet night"),
    EXPECTED: gettext_lazy("As expected"),
    "full": gettext_lazy("A full room"),
}


@dataclass(frozen=True)
class Cell:
    text: str
    note: str = ""
    bad: bool = False


@dataclass(frozen=True)
class Row:
    label: str
    cells: tuple[Cell, ...]
    clause: str = ""


@dataclass(frozen=True)
class Share:
    """What a part of a bar says in words."""

    part: str
    name: str
    amount: str
    limit: str
    bad: bool


@dataclass(frozen=True)
class Column:
    """A scenario: the head of its column in the table, and its bar."""

    name: str
    players: str
    rebuys: str
    gross: str
    breaks: tuple[Told, ...]
    shares: tuple[Share, ...]
    bar: Bar

    @property
    def words(self) -> str:
        """What the bar shows, for whoever does not see it."""
        return "; ".join(f"{share.name} {share.amount}, {share.limit}" for share in self.shares)


@dataclass(frozen=True)
class Results:
    plan: Plan
    prize_share: str
    answer: Answer
    cards: tuple[tuple[str, str, str], ...]  # label, number, note
    columns: tuple[Column, ...]
    groups: tuple[tuple[str, tuple[Row, ...]], ...]
    findings: tuple[Told, ...]
    chart: Chart

    @property
    def words(self) -> str:
        """What the chart shows, for whoever does not see it."""
        return strip_tags(" ".join([self.answer.text, *self.answer.more]))


def results_of(plan: Plan, terms: Terms) -> Results:
    explored = explore(plan, terms)
    named = (each for each in explored.scenarios if each.scenario.name == EXPECTED)
    expected = next(named, None) or outlook(plan, plan.turnout(plan.expected), terms)
    scenarios = explored.scenarios or (expected,)
    return Results(
        plan=plan,
        prize_share=percent(float(plan.prizes.share * 100)),
        answer=answer(expected, explored, terms),
        cards=tuple(cards(expected, explored, terms)),
        columns=tuple(column(each) for each in scenarios),
        groups=tuple(table(scenarios, terms)),
        findings=tuple(told(finding) for finding in expected.findings),
        chart=chart(plan, explored),
    )


def cards(expected: Outlook, explored: Exploration, terms: Terms) -> Iterable[tuple[str, str, str]]:
    found, paid = holding(expected, explored), explored.covers_from
    least = _("at least %(share)s of gross proceeds") % {"share": Numbers(terms)["charity_share"]}
    yield _("Left for charity"), money(expected.split.charity), f"{written(expected.split.charity_share)} · {least}"
    yield (
        _("Everything holds"),
        "–" if found is None else _("%(first)s to %(last)s") % {"first": found[0], "last": found[1]},
        _("at no turnout") if found is None else _("players, with re-buys in the same proportion"),
    )
    yield (
        _("Pays for itself"),
        "–" if paid is None else _("from %(number)s") % {"number": paid},
        _("at no turnout") if paid is None else _("players on: expenses and prizes are covered"),
    )


def written(share: Fraction | None) -> str:
    return "–" if share is None else percent(float(share * 100)).replace("-", "\N{MINUS SIGN}")


# Scenarios side by side ---------------------------------------------------------------------------------------------------
def column(each: Outlook) -> Column:
    split, limits = each.split, each.split.ceilings
    at_most, at_least = _("at most %(amount)s"), _("at least %(amount)s")
    return Column(
        name=str(SCENARIOS.get(each.scenario.name or EXPECTED, each.scenario.name)),
        players=in_players(each.scenario.entries),
        rebuys=ngettext("%(number)s re-buy", "%(number)s re-buys", each.scenario.rebuys) % {"number": each.scenario.rebuys},
        gross=money(split.takings.gross),
        breaks=tuple(told(finding) for finding in each.breaks),
        shares=(
            share(PRIZES, _("Prizes"), split.prizes, at_most, limits.prizes, bad=split.prizes > limits.prizes),
            share(CHARITY, _("Charity"), split.charity, at_least, limits.charity, bad=split.charity < limits.charity),
            share(EXPENSES, _("Expenses"), split.expenses, at_most, limits.expenses, bad=split.expenses > limits.expenses),
        ),
        bar=bar(split),
    )


def share(part: str, name: str, amount: Money, bound: str, limit: Money, *, bad: bool) -> Share:
    return Share(part, name, money(amount), bound % {"amount": money(limit)}, bad)


def table(scenarios: Sequence[Outlook], terms: Terms) -> Iterable[tuple[str, tuple[Row, ...]]]:
    """Groups of rows, one column a scenario."""
    rows = zip(*(cells(each, terms) for each in scenarios), strict=True)
    for title, lines in layout(terms):
        yield title, tuple(Row(label, next(rows), clause) for label, clause in lines)


def layout(terms: Terms) -> list[tuple[str, list[tuple[str, str]]]]:
    """The titles, and under each of them the rows with their clauses: in the order of `cells`."""
    numbers = Numbers(terms)
    expenses = _("At most %(share)s of entry fees") % {"share": numbers["expense_share"]}
    prizes = _("At most %(share)s of gross proceeds") % {"share": numbers["prize_share"]}
    charity = _("At least %(share)s of gross proceeds") % {"share": numbers["charity_share"]}
    groups = [
        (_("What comes in"), [(_("Players"), ""), (_("Re-buys"), ""), (_("Entry-fee revenue"), ""), (_("Gross proceeds"), "")]),
        (_("Expenses"), [(_("Planned"), ""), (expenses, p.EXPENSE_SHARE.clause), (_("Room left"), "")]),
        (_("Prizes"), [(_("Planned"), ""), (prizes, p.PRIZE_SHARE.clause), (_("Room left"), "")]),
        (_("Charity"), [(_("What is left"), ""), (charity, p.CHARITY_SHARE.clause), (_("More than asked"), "")]),
    ]
    if p.SEATS_PER_TABLE in terms and p.MANAGERS in terms:
        tables = _("Tables of %(seats)s, each with a dealer") % {"seats": numbers["seats_per_table"]}
        groups.append((_("The room"), [(tables, p.SEATS_PER_TABLE.clause), (_("Table managers"), p.MANAGERS.clause)]))
    return groups


def cells(each: Outlook, terms: Terms) -> list[Cell]:
    split, limits = each.split, each.split.ceilings
    found = [
        Cell(str(each.scenario.entries)),
        Cell(str(each.scenario.rebuys)),
        in_dollars(split.takings.entry_fees),
        in_dollars(split.takings.gross),
        in_dollars(split.expenses, split.expense_share),
        in_dollars(limits.expenses),
        in_dollars(split.room_for_expenses),
        in_dollars(split.prizes, split.prize_share),
        in_dollars(limits.prizes),
        in_dollars(split.room_for_prizes),
        in_dollars(split.charity, split.charity_share),
        in_dollars(limits.charity),
        in_dollars(split.charity - limits.charity),
    ]
    if each.tables is not None and p.MANAGERS in terms:
        managers = terms[p.MANAGERS].needed(each.tables)
        found += [Cell(str(each.tables)), Cell(_("not defined"), bad=True) if managers is None else Cell(str(managers))]
    return found


def in_dollars(amount: Money, part: Fraction | None = None) -> Cell:
    return Cell(money(amount), "" if part is None else written(part), bad=amount < Money(0))
