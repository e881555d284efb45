"""What if so many came? A plan of one evening, put to the rules at every turnout that the Terms allow, and at one more."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import takewhile
from math import ceil, floor

from licensing.domain import parameters
from licensing.domain.facts import Expense, LicenceFacts, TournamentFacts
from licensing.domain.money import Money
from licensing.domain.proceeds import Prize, PrizeKind, Split, Takings, most_for_one, split
from licensing.domain.rules.engine import NOT_APPLICABLE, Finding, Outcome, Verdict, at_most, put
from licensing.domain.rules.proceeds import (
    charity_receives_its_share,
    expenses_within_share_of_entry_fees,
    prizes_within_share_of_gross,
)
from licensing.domain.rules.tournament import (
    fee_and_rebuy_within_cap,
    no_discount_and_no_free_entry,
    no_free_rebuy,
    no_player_wins_more_than_the_share,
    one_rebuy_a_player,
    players_within_number,
    rebuy_costs_no_more_than_the_entry,
)
from licensing.domain.terms import Terms

# The evening is judged as a licence of one tournament: no other evening carries its costs.
PROCEEDS = (expenses_within_share_of_entry_fees, prizes_within_share_of_gross, charity_receives_its_share)
PRICES_AND_PLAYERS = (
    no_discount_and_no_free_entry,
    no_free_rebuy,
    fee_and_rebuy_within_cap,
    one_rebuy_a_player,
    rebuy_costs_no_more_than_the_entry,
    players_within_number,
)


# The plan -----------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Scenario:
    name: str
    entries: int
    rebuys: int


@dataclass(frozen=True, slots=True)
class ExpenseLine:
    """An expense that is the same for any turnout, or one for each player: a badge, a drink ticket."""

    label: str
    amount: Money
    per_player: bool = False

    def at(self, entries: int) -> Money:
        return self.amount * entries if self.per_player else self.amount


@dataclass(frozen=True, slots=True)
class PrizePlan:
    """Prizes that are promised whatever comes in, each to another player, and a share of gross proceeds on top of them."""

    share: Decimal = Decimal(0)
    guaranteed: tuple[Prize, ...] = ()

    def at(self, takings: Takings) -> tuple[Prize, ...]:
        return (*self.guaranteed, Prize(kind=PrizeKind.CASH, amount=takings.gross.at_most(self.share)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """`expected` is the turnout from which the search goes down and up; `rebuy_rate` is how many re-buys one entry brings."""

    entry_fee: Money
    rebuy_price: Money | None = None
    rebuy_rate: Fraction = Fraction(0)
    expected: int
    scenarios: tuple[Scenario, ...] = ()
    expenses: tuple[ExpenseLine, ...] = ()
    prizes: PrizePlan = PrizePlan()

    def turnout(self, entries: int) -> Scenario:
        """Re-buys are rounded down: half a re-buy brings nothing in."""
        return Scenario("", entries, floor(entries * self.rebuy_rate))


# What comes of it ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Outlook:
    """One turnout: where the money goes, and what the rules say."""

    scenario: Scenario
    split: Split
    tables: int | None  # None where we do not know how many the edition seats at one
    findings: tuple[Finding, ...]

    @property
    def breaks(self) -> tuple[Finding, ...]:
        """In clause order, so that the first of them is the first to name."""
        return tuple(finding for finding in self.findings if finding.outcome is Outcome.BREACHED)

    @property
    def keeps_proceeds(self) -> bool:
        return not any(finding.rule in PROCEEDS for finding in self.breaks)

    @property
    def covers_costs(self) -> bool:
        return self.split.charity.cents >= 0


@dataclass(frozen=True, slots=True)
class Exploration:
    """`keeps_from` and `covers_from` are the smallest turnouts from which on, up to the maximum, the rules on proceeds are kept and
    the money covers expenses and prizes; None where even the maximum does not do it. `breaks_down` and `breaks_up` are the first
    turnouts, from the expected one, at which any rule breaks.
    """

    scenarios: tuple[Outlook, ...]
    series: tuple[Outlook, ...]  # from nobody to the maximum, for a drawing
    keeps_from: int | None
    covers_from: int | None
    breaks_down: Outlook | None
    breaks_up: Outlook | None


def explore(plan: Plan, terms: Terms) -> Exploration:
    """Every turnout is tried: there are few, and rounding leaves no shortcut that is always right."""
    one_too_many = terms[parameters.MAX_PLAYERS] + 1
    tried = [outlook(plan, plan.turnout(entries), terms) for entries in range(one_too_many + 1)]
    expected = min(max(plan.expected, 0), one_too_many)
    series = tuple(tried[:one_too_many])
    return Exploration(
        scenarios=tuple(outlook(plan, scenario, terms) for scenario in plan.scenarios),
        series=series,
        keeps_from=_from_which_on([each.keeps_proceeds for each in series]),
        covers_from=_from_which_on([each.covers_costs for each in series]),
        breaks_down=next((each for each in reversed(tried[: expected + 1]) if each.breaks), None),
        breaks_up=next((each for each in tried[expected:] if each.breaks), None),
    )


def outlook(plan: Plan, scenario: Scenario, terms: Terms) -> Outlook:
    takings = Takings.of(entry_fee=plan.entry_fee, entries=scenario.entries, rebuy_price=plan.rebuy_price, rebuys=scenario.rebuys)
    facts = TournamentFacts(
        entry_fee=plan.entry_fee,
        rebuy_offered=plan.rebuy_price is not None,
        rebuy_price=plan.rebuy_price,
        players=scenario.entries,
        most_rebuys=_most_rebuys(scenario),
        takings=takings,
        expenses=tuple(Expense(line.label, line.at(scenario.entries)) for line in plan.expenses),
        prizes=plan.prizes.at(takings),
    )
    parted = split(takings, expenses=facts.spent or Money(0), prizes=facts.prizes or (), terms=terms)
    licence = LicenceFacts(tournaments=(facts,))
    largest = Finding(no_player_wins_more_than_the_share, facts.number, _largest_guaranteed(plan.prizes, parted, terms))
    return Outlook(
        scenario=scenario,
        split=parted,
        tables=ceil(Fraction(scenario.entries, terms[parameters.SEATS_PER_TABLE])) if parameters.SEATS_PER_TABLE in terms else None,
        findings=(*put((*PROCEEDS, *PRICES_AND_PLAYERS), licence, terms), largest),
    )


def _most_rebuys(scenario: Scenario) -> int:
    """Of one player, however evenly they are spread. Fewer than none is not spread at all, or rounding would hide it."""
    return min(scenario.rebuys, ceil(Fraction(scenario.rebuys, max(scenario.entries, 1))))


def _largest_guaranteed(prizes: PrizePlan, parted: Split, terms: Terms) -> Verdict:
    """How a share of gross is divided is not known yet, so only a promised prize can be seen to be too large (6.14)."""
    limit = most_for_one(parted.prizes, terms)
    if not prizes.guaranteed or limit is None:
        return NOT_APPLICABLE
    return at_most(limit, found=max(prize.counted for prize in prizes.guaranteed))


def _from_which_on(holds: list[bool]) -> int | None:
    """The first of the unbroken run of turnouts that reaches the last."""
    run = sum(takewhile(bool, reversed(holds)))
    return len(holds) - run if run else None
