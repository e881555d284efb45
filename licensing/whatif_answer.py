"""The answer of a what-if in sentences: does the plan hold, what breaks first with fewer or more players, when is it paid for."""

from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from licensing.domain.parameters import BY_NAME
from licensing.domain.rules import Bound, Finding
from licensing.domain.rules.engine import negative
from licensing.domain.terms import Terms
from licensing.domain.whatif import Exploration, Outlook
from licensing.findings import shown, told
from licensing.templatetags.cagnotte import clause_link, money, percent

# Why a clause breaks, by the rule that says so. A placeholder is the name of a number of the Terms.
REASONS: dict[str, Promise] = {
    "expenses_within_share_of_entry_fees": gettext_lazy("expenses pass %(expense_share)s of entry fees"),
    "prizes_within_share_of_gross": gettext_lazy("prizes pass %(prize_share)s of gross proceeds"),
    "charity_receives_its_share": gettext_lazy("less than %(charity_share)s of gross proceeds is left for charity"),
    "no_discount_and_no_free_entry": gettext_lazy("an entry must cost something"),
    "no_free_rebuy": gettext_lazy("a re-buy must cost something"),
    "fee_and_rebuy_within_cap": gettext_lazy("entry fee and re-buy together pass %(entry_and_rebuy_cap)s"),
    "one_rebuy_a_player": gettext_lazy("there are more re-buys than the players may have"),
    "rebuy_costs_no_more_than_the_entry": gettext_lazy("a re-buy costs too much beside the entry fee"),
    "players_within_number": gettext_lazy("more than %(max_players)s players come"),
    "no_player_wins_more_than_the_share": gettext_lazy("a guaranteed prize is more than one player may win"),
}


@dataclass(frozen=True)
class Numbers:
    """The numbers of the Terms by name, as a sentence shows them."""

    terms: Terms

    def __getitem__(self, name: str) -> str:
        value = self.terms[BY_NAME[name]]
        return percent(float(value * 100)) if isinstance(value, Decimal) else shown(value)


@dataclass(frozen=True)
class Answer:
    """`text` may hold links to clauses, as may `more`; `brief` is the same in a few words."""

    holds: bool
    text: str
    more: tuple[str, ...]
    brief: str


def answer(expected: Outlook, explored: Exploration, terms: Terms) -> Answer:
    players, charity = in_players(expected.scenario.entries), money(expected.split.charity)
    if not expected.breaks:
        return Answer(
            holds=True,
            text=_("With %(players)s everything holds.") % {"players": players},
            more=(*ways_to_break(explored, terms), paid_for(explored)),
            brief=_("%(players)s: everything holds, %(charity)s for charity.") % {"players": players, "charity": charity},
        )
    first, *others = expected.breaks
    return Answer(
        holds=False,
        text=format_html(_("With {players} clause {clause} breaks: {why} ({detail})."), players=players, **named(first, terms)),
        more=(*(breaks_too(finding, terms) for finding in others), where_it_holds(expected, explored), paid_for(explored)),
        brief=_("%(players)s: clause %(clause)s breaks.") % {"players": players, "clause": first.clause},
    )


def in_players(number: int) -> str:
    return ngettext("%(number)s player", "%(number)s players", number) % {"number": number}


def breaks_too(finding: Finding, terms: Terms) -> str:
    return format_html(_("Clause {clause} breaks too: {why} ({detail})."), **named(finding, terms))


def named(finding: Finding, terms: Terms) -> dict[str, str]:
    return {"clause": clause_link(finding.clause), "why": why(finding, terms), "detail": told(finding).detail}


def why(finding: Finding, terms: Terms) -> str:
    if finding.rule.bound is Bound.AT_MOST and negative(finding.verdict.found):
        return _("a figure is below zero")
    return str(REASONS[finding.rule.name]) % Numbers(terms)


def ways_to_break(explored: Exploration, terms: Terms) -> list[str]:
    """Down and up from a turnout at which everything holds. There is always a way up: one player too many."""
    fewer, more = explored.breaks_down, explored.breaks_up
    sentences = [
        format_html(
            _("With fewer, the first to break is clause {clause}, at {players}: {why} ({detail})."),
            players=in_players(fewer.scenario.entries),
            **named(fewer.breaks[0], terms),
        )
        if fewer
        else _("With fewer players, too, everything holds.")
    ]
    if more:
        sentences.append(
            format_html(
                _("With more, the first to break is clause {clause}, at {players}: {why}."),
                players=in_players(more.scenario.entries),
                **named(more.breaks[0], terms),
            )
        )
    return sentences


def holding(expected: Outlook, explored: Exploration) -> tuple[int, int] | None:
    """The run of turnouts at which everything holds that is nearest to the expected one; None where there is none."""
    runs = []
    for broken, run in groupby(explored.series, key=lambda each: bool(each.breaks)):
        if not broken:
            turnouts = [each.scenario.entries for each in run]
            runs.append((turnouts[0], turnouts[-1]))
    here = expected.scenario.entries
    return min(runs, key=lambda run: max(run[0] - here, here - run[1]), default=None)


def where_it_holds(expected: Outlook, explored: Exploration) -> str:
    found = holding(expected, explored)
    if found is None:
        return _("No other turnout mends that: other figures have to change.")
    return _("Everything holds from %(first)s to %(players)s.") % {"first": found[0], "players": in_players(found[1])}


def paid_for(explored: Exploration) -> str:
    """The break-even turnout."""
    if explored.covers_from is None:
        most = in_players(len(explored.series) - 1)
        return _("Not even with %(players)s does the evening pay for itself.") % {"players": most}
    if explored.covers_from == 0:
        return _("The evening pays for itself at any turnout.")
    return _("The evening pays for itself from %(players)s on.") % {"players": in_players(explored.covers_from)}
