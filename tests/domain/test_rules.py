"""The rules: each at its line, and all of them against facts that nobody foresaw."""

import builtins
import types
from collections import Counter, abc, defaultdict
from dataclasses import fields, replace
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from fractions import Fraction
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from licensing.domain.calendar import DAY, MONCTON
from licensing.domain.catalogue import Kind
from licensing.domain.facts import Expense, Finish, LicenceFacts, TournamentFacts
from licensing.domain.money import Money
from licensing.domain.proceeds import Prize, PrizeKind, Takings
from licensing.domain.rules import BY_NAME, RULES, Bound, Outcome, Rule, Severity, Stage, Verdict, assess
from licensing.domain.rules.engine import negative, put
from licensing.domain.rules.play import places, strength
from licensing.domain.terms import Terms
from licensing.terms import register, terms_of
from tests.domain.rule_cases import CASES, Case

TERMS, FIRST_PROGRAMME = terms_of("2009-11"), terms_of("2008-05")
ON_THE_LINE = ("under", "at", "over")
# These count from nothing up, and nothing is allowed: what would be under the line is right as well, or wrong by one as over it.
COUNT_WHAT_IS_WRONG = {"expenses_are_those_approved", "places_follow_the_order_of_elimination", "places_at_time_follow_the_chips"}


def answer(rule: str, facts: LicenceFacts, terms: Terms = TERMS) -> Verdict:
    (finding,) = put([BY_NAME[rule]], facts, terms)
    return finding.verdict


def evening(**known: Any) -> LicenceFacts:
    return LicenceFacts(tournaments=(TournamentFacts(**known),))


# Every rule at its line ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("case", CASES, ids=[f"{case.rule}: {case.label}" for case in CASES])
def test_a_rule_says_what_its_case_expects(case: Case) -> None:
    assert answer(case.rule, case.facts, case.terms).outcome is case.outcome


def test_every_rule_has_its_cases_and_every_case_its_rule() -> None:
    labels = Counter((case.rule, case.label) for case in CASES)
    assert {case.rule for case in CASES} <= set(BY_NAME)
    assert [each for each, times in labels.items() if times > 1] == []
    needed = [(rule.name, label) for rule in RULES for label in (("kept", "broken") if rule.bound is Bound.YES_NO else ON_THE_LINE)]
    assert [each for each in needed if each not in labels] == []


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.label in ON_THE_LINE], ids=lambda case: f"{case.rule}: {case.label}"
)
def test_a_case_lies_where_its_name_says_one_smallest_unit_from_the_line(case: Case) -> None:
    verdict = answer(case.rule, case.facts, case.terms)
    away = {"under": -1, "at": 0, "over": 1}[case.label]
    if away < 0 and case.rule in COUNT_WHAT_IS_WRONG:
        away = 0 if case.outcome is Outcome.MET else 1
    units: dict[type, Any] = {int: 1, Money: Money(1), date: DAY, datetime: timedelta(seconds=1)}
    found: Any = verdict.found
    assert found == verdict.allowed + units[type(found)] * away


def test_rules_are_in_the_order_of_clauses_and_each_has_a_name_of_its_own() -> None:
    clauses = [tuple(map(int, rule.clause.split("."))) for rule in RULES]
    assert clauses == sorted(clauses)
    assert len(BY_NAME) == len(RULES)


def test_every_clause_that_sets_a_limit_has_a_rule_and_every_rule_a_clause() -> None:
    clauses = register().clauses
    assert {rule.clause for rule in RULES} <= set(clauses)
    assert [
        clause.id for clause in clauses.values() if Kind.LIMIT in clause.kinds and clause.id not in {r.clause for r in RULES}
    ] == []


def test_every_rule_speaks_at_some_stage_about_a_licence_or_about_a_tournament() -> None:
    for rule in RULES:
        assert rule.stages, rule.name
        assert (rule.of_licence is None) is not (rule.of_tournament is None), rule.name


# Facts that are not known -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("terms", [TERMS, FIRST_PROGRAMME], ids=["2009", "2008"])
@pytest.mark.parametrize(
    "nothing",
    [
        LicenceFacts(),
        evening(),
        evening(cancelled_with_refunds=True),
        LicenceFacts(tournaments=(TournamentFacts(), TournamentFacts(number=2))),
    ],
    ids=["no tournament", "one", "one cancelled", "two"],
)
def test_of_facts_that_nobody_knows_nothing_is_met_and_nothing_breached(nothing: LicenceFacts, terms: Terms) -> None:
    rules = {Outcome.MET: [], Outcome.BREACHED: [], Outcome.UNKNOWN: [], Outcome.NOT_APPLICABLE: []}
    for finding in assess(nothing, terms):
        rules[finding.outcome].append(finding.rule.name)
    counted = ["tournaments_within_number"] if nothing.tournaments and terms is TERMS else []
    assert rules[Outcome.MET] == counted  # how many evenings a licence has is a fact, even where nothing is known of them
    assert rules[Outcome.BREACHED] == []


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.outcome is Outcome.MET], ids=lambda case: f"{case.rule}: {case.label}"
)
def test_what_is_met_is_no_longer_met_without_its_facts(case: Case) -> None:
    forgotten = LicenceFacts(tournaments=tuple(TournamentFacts(number=each.number) for each in case.facts.tournaments))
    if case.rule != "tournaments_within_number":
        assert answer(case.rule, forgotten, case.terms).outcome in (Outcome.UNKNOWN, Outcome.NOT_APPLICABLE)


def test_an_hour_in_no_time_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="is in no time zone"):
        TournamentFacts(starts_at=datetime(2026, 5, 2, 19))  # noqa: DTZ001


def test_hours_are_kept_in_utc_and_the_day_is_that_of_the_place() -> None:
    late = TournamentFacts(starts_at=datetime(2026, 5, 2, 23, 30, tzinfo=MONCTON))
    assert late.starts_at == datetime(2026, 5, 3, 2, 30, tzinfo=UTC)
    assert late.starts_at.tzinfo is UTC
    assert late.day == date(2026, 5, 2)


# Facts that nobody foresaw ------------------------------------------------------------------------------------------------
# Years are those that a calendar on a form offers; amounts and counts are anything.
DAYS = st.dates(date(1990, 1, 1), date(2150, 12, 31))
NUMBERS = st.one_of(st.integers(-3, 45), st.sampled_from([-(10**15), 399, 400, 401, 10**15]), st.integers())
PLAIN: dict[type, st.SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: NUMBERS,
    str: st.sampled_from(["", "Anne", "Luc", "cards", "cash", "credit", "financial", "prizes", "royal_flush"]),
    date: DAYS,
    datetime: st.datetimes(datetime(1990, 1, 1), datetime(2150, 12, 31), timezones=st.sampled_from([UTC, MONCTON])),  # noqa: DTZ001
}


def anything(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of a type that facts are made of."""
    inner = get_args(hint)
    match get_origin(hint):
        case types.UnionType:
            return st.one_of(*(st.none() if each is types.NoneType else anything(each) for each in inner))
        case abc.Mapping:
            return st.dictionaries(anything(inner[0]), anything(inner[1]), max_size=3)
        case builtins.frozenset:
            return st.frozensets(anything(inner[0]), max_size=4)
        case builtins.tuple:
            return st.lists(anything(inner[0]), max_size=4).map(tuple)
    if hint in PLAIN:
        return PLAIN[hint]
    return st.sampled_from(hint) if issubclass(hint, Enum) else built(hint)


def built(hint: type) -> st.SearchStrategy[Any]:
    hints = get_type_hints(hint)
    return st.builds(hint, **{each.name: anything(hints[each.name]) for each in fields(hint)})


# A licence has many facts, so drawing them takes a while on a busy machine.
many_facts = settings(suppress_health_check=[HealthCheck.too_slow])


@many_facts
@given(anything(LicenceFacts), st.sampled_from([TERMS, FIRST_PROGRAMME]))
def test_no_facts_make_a_rule_fail_and_every_answer_is_whole(facts: LicenceFacts, terms: Terms) -> None:
    findings = assess(facts, terms)
    assert len(findings) == sum(1 if rule.of_licence else len(facts.held) for rule in RULES)
    for finding in findings:
        answered = finding.outcome in (Outcome.MET, Outcome.BREACHED)
        assert answered or finding.verdict in (Verdict(Outcome.UNKNOWN), Verdict(Outcome.NOT_APPLICABLE))
        if answered and finding.rule.bound is not Bound.YES_NO:
            assert finding.verdict.found is not None
            # Only what is advertised while nothing is approved has no day to be held against.
            assert finding.verdict.allowed is not None or (finding.clause == "7.1" and facts.approved_on is None)
        if negative(finding.verdict.found):
            assert finding.outcome is Outcome.BREACHED


# Proceeds -----------------------------------------------------------------------------------------------------------------
cents = st.integers(0, 10**8).map(Money)
shares = st.fractions(0, Fraction(11, 10), max_denominator=1000)


@st.composite
def evenings(draw: st.DrawFn, number: int) -> TournamentFacts:
    """Expenses and prizes near their ceilings, some over them."""
    takings = Takings(draw(cents), draw(cents))
    spent = Money(int(takings.entry_fees.cents * draw(shares) / 5))
    value = Money(int(takings.gross.cents * draw(shares) * Fraction(65, 100)))
    cost = Money(int(value.cents * draw(st.fractions(0, 1, max_denominator=10))))
    prizes = (
        Prize(kind=PrizeKind.CASH, amount=value - cost),
        Prize(kind=PrizeKind.PURCHASED, amount=cost, retail=draw(st.sampled_from([Money(0), cost, cost + Money(1)]))),
        Prize(kind=PrizeKind.DONATED, amount=Money(0), retail=draw(cents)),
    )
    return TournamentFacts(number=number, takings=takings, expenses=(Expense("hall", spent),), prizes=prizes)


licences = st.integers(1, 13).flatmap(lambda count: st.tuples(*(evenings(number) for number in range(1, count + 1))))


@many_facts
@given(licences)
def test_expenses_and_prizes_within_their_shares_leave_the_charity_its_own(tournaments: tuple[TournamentFacts, ...]) -> None:
    facts = LicenceFacts(tournaments=tournaments)
    prizes = put([BY_NAME["prizes_within_share_of_gross"]], facts, TERMS)
    each = put([BY_NAME["expenses_of_one_tournament_within_share"]], facts, TERMS)
    whole = answer("expenses_within_share_of_entry_fees", facts)
    if all(finding.outcome is Outcome.MET for finding in each):
        assert whole.outcome is Outcome.MET
    if whole.outcome is Outcome.MET and all(finding.outcome is Outcome.MET for finding in prizes):
        assert answer("charity_receives_its_share", facts).outcome is Outcome.MET


@given(st.lists(st.tuples(st.integers(0, 50_000), st.sampled_from([None, "Anne", "Luc", "Zoé"])), max_size=8))
def test_nobody_wins_more_than_half_of_what_is_awarded(awarded: list[tuple[int, str | None]]) -> None:
    prizes = tuple(Prize(kind=PrizeKind.CASH, amount=Money(amount), player=player) for amount, player in awarded)
    verdict = answer("no_player_wins_more_than_the_share", evening(prizes=prizes))
    total, by_player = sum(amount for amount, _ in awarded), defaultdict(int)
    for place, (amount, player) in enumerate(awarded):
        by_player[player or str(place)] += amount
    too_much = any(2 * won > total for won in by_player.values())
    assert verdict.outcome is (Outcome.NOT_APPLICABLE if total == 0 else Outcome.BREACHED if too_much else Outcome.MET)


@pytest.mark.parametrize(
    ("first", "second", "third", "outcome"),
    [
        (("500", "Anne"), ("300", "Luc"), ("200", "Zoé"), Outcome.MET),
        (("400", "Anne"), ("400", "Luc"), ("200", "Zoé"), Outcome.MET),  # first and second tied: 500 and 300 in two
        (("500", "Anne"), ("300", "Luc"), ("200", "Anne"), Outcome.BREACHED),
        (("300", "Anne"), ("500", "Luc"), ("200", "Anne"), Outcome.MET),
        (("300", "Anne"), ("499.99", "Luc"), ("200", "Anne"), Outcome.BREACHED),
    ],
)
def test_half_is_tested_again_after_a_tie_and_over_all_that_one_player_wins(
    first: tuple[str, str], second: tuple[str, str], third: tuple[str, str], outcome: Outcome
) -> None:
    prizes = tuple(Prize(kind=PrizeKind.CASH, amount=Money.dollars(won), player=who) for won, who in (first, second, third))
    assert answer("no_player_wins_more_than_the_share", evening(prizes=prizes)).outcome is outcome


# Days and nights ----------------------------------------------------------------------------------------------------------
near_days = st.lists(st.dates(date(2026, 4, 1), date(2026, 6, 30)), min_size=1, max_size=8)


@given(near_days, near_days | st.just([]))
def test_the_week_of_every_own_tournament_holds_no_other(own: list[date], others: list[date]) -> None:
    held = tuple(TournamentFacts(starts_at=datetime(day.year, day.month, day.day, 19, tzinfo=MONCTON)) for day in own)
    facts = LicenceFacts(tournaments=held, other_dates=tuple(others))
    everything = [*own, *others]
    sundays = [
        [day for day in everything if timedelta(0) <= day - (mine - DAY * (mine.isoweekday() % 7)) < 7 * DAY] for mine in own
    ]
    gaps = [abs((mine - other).days) for place, mine in enumerate(own) for other in everything[:place] + everything[place + 1 :]]
    assert answer("one_tournament_a_week", facts).found == max(map(len, sundays))
    assert answer("a_week_between_tournaments", facts).found == min(gaps, default=None)


@pytest.mark.parametrize(
    ("starts_at", "two_by_the_clock", "twelve_hours"),
    [
        (datetime(2026, 3, 7, 23, tzinfo=UTC), datetime(2026, 3, 8, 6, tzinfo=UTC), datetime(2026, 3, 8, 11, tzinfo=UTC)),
        (datetime(2026, 10, 31, 22, tzinfo=UTC), datetime(2026, 11, 1, 6, tzinfo=UTC), datetime(2026, 11, 1, 10, tzinfo=UTC)),
    ],
    ids=["spring, 7 hours after seven", "autumn, 8 hours after seven"],
)
def test_on_the_nights_of_the_time_change_two_is_by_the_clock_and_twelve_hours_are_elapsed(
    starts_at: datetime, two_by_the_clock: datetime, twelve_hours: datetime
) -> None:
    for rule, latest in (("licensed_to_end_before_the_latest_hour", two_by_the_clock), ("within_the_hours", twelve_hours)):
        at = answer(rule, evening(starts_at=starts_at, licensed_end=latest))
        assert (at.outcome, at.allowed) == (Outcome.MET, latest)
        assert answer(rule, evening(starts_at=starts_at, licensed_end=latest + timedelta(seconds=1))).outcome is Outcome.BREACHED


# Tables and places --------------------------------------------------------------------------------------------------------
GRID = {(0, 4): 0, (5, 9): 1, (10, 15): 2, (16, 20): 3, (21, 25): 4, (26, 30): 5, (31, 35): 6, (36, 40): 7}


@pytest.mark.parametrize(
    ("tables", "needed"), [(tables, needed) for (first, last), needed in GRID.items() for tables in range(first, last + 1)]
)
def test_table_managers_are_as_many_as_the_grid_says(tables: int, needed: int) -> None:
    assert answer("tables_that_the_grid_knows", evening(tables=tables)).outcome is Outcome.MET
    assert answer("enough_table_managers", evening(tables=tables, managers=needed)) == Verdict(Outcome.MET, needed, needed)
    assert answer("enough_table_managers", evening(tables=tables, managers=needed - 1)).outcome is Outcome.BREACHED


def test_beyond_the_grid_no_number_of_managers_is_enough() -> None:
    verdicts = [answer(rule, evening(tables=41, managers=100)) for rule in ("tables_that_the_grid_knows", "enough_table_managers")]
    assert verdicts == [Verdict(Outcome.BREACHED, 41, 40), Verdict(Outcome.NOT_APPLICABLE)]


@given(st.lists(st.tuples(st.none() | st.integers(1, 4), st.integers(0, 4)), min_size=1, max_size=12))
def test_a_place_is_one_more_than_the_number_of_players_who_did_better(ends: list[tuple[int | None, int]]) -> None:
    def better(one: tuple[int | None, int], other: tuple[int | None, int]) -> bool:
        if one[0] == other[0]:
            return one[1] > other[1]
        return one[0] is None or (other[0] is not None and one[0] > other[0])

    finishes = tuple(Finish(str(number), 1 + sum(better(other, end) for other in ends), *end) for number, end in enumerate(ends))
    for rule in ("places_follow_the_order_of_elimination", "places_at_time_follow_the_chips"):
        assert answer(rule, evening(finishes=finishes)).outcome in (Outcome.MET, Outcome.NOT_APPLICABLE)
    right = places(finishes)
    assert all(right[strength(finish)] == finish.place for finish in finishes)
    wrong = replace(finishes[0], place=finishes[0].place + 1)
    rule = "places_at_time_follow_the_chips" if wrong.hand is None else "places_follow_the_order_of_elimination"
    assert answer(rule, evening(finishes=(wrong, *finishes[1:]))).found == 1


# What a finding does ------------------------------------------------------------------------------------------------------
def test_a_breach_blocks_unless_its_rule_only_warns() -> None:
    (blocks,) = put([BY_NAME["players_within_number"]], evening(players=401), TERMS)
    (warns,) = put([BY_NAME["tables_are_even"]], evening(table_sizes=(9, 6)), TERMS)
    (met,) = put([BY_NAME["players_within_number"]], evening(players=400), TERMS)
    (unknown,) = put([BY_NAME["players_within_number"]], evening(), TERMS)
    assert [finding.blocks for finding in (blocks, warns, met, unknown)] == [True, False, False, False]
    assert (blocks.clause, blocks.tournament, blocks.severity) == ("6.12", 1, Severity.BLOCKS)
    assert warns.severity is Severity.WARNS


def test_nothing_is_asked_of_an_evening_that_was_cancelled_and_refunded() -> None:
    assert put([BY_NAME["players_within_number"]], evening(players=401, cancelled_with_refunds=True), TERMS) == []


def test_what_is_only_a_warning_is_what_our_positions_say() -> None:
    assert {rule.name for rule in RULES if rule.severity is not Severity.BLOCKS} == {
        "a_week_between_tournaments",
        "amendments_leave_time_to_decide",
        "expenses_of_one_tournament_within_share",
        "tables_are_even",
        "moves_keep_the_distance_from_the_blinds",
        "receipts_are_deposited_at_once",
    }


@pytest.mark.parametrize("stage", Stage)
def test_at_a_stage_only_its_rules_speak_in_order_and_of_each_tournament(stage: Stage) -> None:
    facts = LicenceFacts(tournaments=(TournamentFacts(number=4), TournamentFacts(number=7)))
    found = [(finding.rule, finding.tournament) for finding in assess(facts, TERMS, stages={stage})]
    expected: list[tuple[Rule, int | None]] = []
    for rule in (rule for rule in RULES if stage in rule.stages):
        expected += [(rule, None)] if rule.of_licence else [(rule, 4), (rule, 7)]
    assert found == expected
