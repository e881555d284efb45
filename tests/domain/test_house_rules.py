"""House Rules: what they can be, where they conflict with the Terms or with themselves, and their JSON."""

import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.domain.house_rules import (
    NO_REBUYS,
    AbsentPlayers,
    BettingLimit,
    Break,
    Chip,
    ChipSet,
    ColourUp,
    Deals,
    HouseRules,
    ImpossibleValue,
    LastHands,
    Level,
    PrizeBand,
    PrizeTable,
    Problem,
    RebuyProcess,
    Schedule,
    Wrong,
    from_json,
    payable,
    postable,
    problems,
    subjects,
    to_json,
)
from licensing.domain.money import Money
from licensing.domain.parameters import HOUSE_RULES
from licensing.domain.rules import Severity
from licensing.terms import terms_of
from tests.domain.rule_cases.facts import terms_with

TERMS, FIRST_PROGRAMME = terms_of("2009-11"), terms_of("2008-05")
FIFTY = Money.dollars(50)


def shares(*parts: str) -> tuple[Decimal, ...]:
    return tuple(map(Decimal, parts))


def dollars(*amounts: str) -> tuple[Money, ...]:
    return tuple(map(Money.dollars, amounts))


LEVELS = (
    Level(25, 50, 0, 20),
    Level(25, 75, 0, 20),
    Level(50, 100, 0, 20, Break(10, (25,))),
    Level(100, 100, 0, 20),
    Level(100, 100, 100, 20),
)
CHIPS = ChipSet((Chip(100, 400, "black"), Chip(25, 400, "green")), "CLUB")
BAND = PrizeBand(10, 400, shares=shares("0.5", "0.3", "0.2"))
RULES = HouseRules(
    schedule=Schedule(LEVELS),
    betting=BettingLimit.NO_LIMIT,
    rebuys=RebuyProcess(3, 60),
    colour_up=ColourUp.RACE,
    chips=CHIPS,
    prizes=PrizeTable(Decimal("0.65"), (BAND,)),
    absent=AbsentPlayers(4),
    deals=Deals.NONE,
    last_hands=LastHands(10),
)


def found(rules: HouseRules, **more: Any) -> list[Wrong]:
    return [problem.wrong for problem in problems(rules, TERMS, **more)]


def with_levels(*levels: Level, **more: Any) -> HouseRules:
    planned = any(level.break_after and level.break_after.removes for level in levels)
    colour_up = ColourUp.RACE if planned else ColourUp.NONE
    return replace(RULES, schedule=Schedule(levels), rebuys=NO_REBUYS, absent=None, colour_up=colour_up, **more)


def with_bands(*bands: PrizeBand, pool: str = "0.65") -> HouseRules:
    return replace(RULES, prizes=PrizeTable(Decimal(pool), bands))


def flat(count: int, minutes: int) -> tuple[Level, ...]:
    return tuple(Level(25, 50, 0, minutes) for _ in range(count))


# Subjects -----------------------------------------------------------------------------------------------------------------
def test_complete_rules_settle_every_subject_of_the_terms_and_have_no_problem() -> None:
    assert subjects(RULES) == set(TERMS[HOUSE_RULES])
    assert problems(RULES, TERMS) == []


def test_empty_rules_settle_nothing_and_miss_every_subject() -> None:
    assert subjects(HouseRules()) == frozenset()
    assert [(problem.wrong, problem.found) for problem in problems(HouseRules(), TERMS)] == [
        (Wrong.SUBJECT_MISSING, subject) for subject in TERMS[HOUSE_RULES]
    ]


@pytest.mark.parametrize(
    ("field", "subject"),
    [
        ("rebuys", "rebuy_process"),
        ("schedule", "blind_structure"),
        ("colour_up", "colour_up"),
        ("betting", "betting_limit"),
        ("prizes", "prize_structure"),
    ],
)
def test_a_subject_that_is_not_settled_is_named(field: str, subject: str) -> None:
    without = replace(RULES, **{field: None})  # type: ignore[arg-type]
    assert subjects(without) == set(TERMS[HOUSE_RULES]) - {subject}
    assert problems(without, TERMS)[0] == Problem(Wrong.SUBJECT_MISSING, "1.7", found=subject)


def test_to_say_that_there_is_no_rebuy_settles_the_subject() -> None:
    assert "rebuy_process" in subjects(replace(RULES, rebuys=NO_REBUYS))
    assert not NO_REBUYS.offered


def test_what_an_edition_does_not_say_is_not_held_against_anybody() -> None:
    rules = replace(RULES, schedule=Schedule(flat(40, 20)), rebuys=RebuyProcess(40, 60), absent=None, betting=None, colour_up=None)
    rules = replace(rules, prizes=PrizeTable(Decimal("0.35"), (PrizeBand(3, 10_000, shares=shares("0.8", "0.2")),)))
    assert problems(rules, FIRST_PROGRAMME) == []


# Blinds and chips ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("small", "wrong"), [(75, []), (100, []), (125, [Wrong.SMALL_OVER_BIG])])
def test_a_small_blind_may_reach_but_not_pass_the_big_one(small: int, wrong: list[Wrong]) -> None:
    assert found(with_levels(Level(small, 100, 0, 20))) == wrong


@pytest.mark.parametrize(
    ("second", "wrong"),
    [
        (Level(50, 100, 0, 20), []),
        (Level(25, 100, 0, 20), [Wrong.BLINDS_FALL]),
        (Level(50, 75, 0, 20), [Wrong.BLINDS_FALL]),
        (Level(50, 150, 0, 20), []),
        (Level(50, 175, 0, 20), [Wrong.BLINDS_STEEP]),
    ],
)
def test_blinds_never_fall_and_a_steep_step_warns(second: Level, wrong: list[Wrong]) -> None:
    assert found(with_levels(Level(50, 100, 0, 20), second)) == wrong


@pytest.mark.parametrize(("big", "wrong"), [(799, []), (800, []), (801, [Wrong.BLINDS_STEEP])])
def test_a_step_is_steep_over_1_6(big: int, wrong: list[Wrong]) -> None:
    rules = with_levels(Level(1, 500, 0, 20), Level(1, big, 0, 20), chips=None)
    assert found(rules) == wrong
    assert all(problem.severity is Severity.WARNS for problem in problems(rules, TERMS))


def test_a_level_that_chips_cannot_post_is_found_with_its_amounts() -> None:
    assert problems(with_levels(Level(50, 110, 110, 20)), TERMS) == [
        Problem(Wrong.NOT_POSTABLE, "1.7", found=110, allowed=25, level=1)
    ]


def test_a_chip_that_went_out_too_early_is_found_by_the_level_that_needs_it() -> None:
    rules = with_levels(Level(25, 50, 0, 20, Break(10, (25,))), Level(50, 75, 0, 20))
    assert [(problem.wrong, problem.found, problem.level) for problem in problems(rules, TERMS)] == [
        (Wrong.NOT_POSTABLE, 50, 2),
        (Wrong.NOT_POSTABLE, 75, 2),
    ]


def test_when_every_chip_went_out_nothing_can_be_posted() -> None:
    rules = with_levels(Level(100, 100, 0, 20, Break(10, (25, 100))), Level(100, 100, 0, 20))
    assert [(problem.wrong, problem.allowed) for problem in problems(rules, TERMS)] == [(Wrong.NOT_POSTABLE, 0)]


def test_a_chip_goes_out_once_and_only_if_it_is_there() -> None:
    rests = [Break(10, (25, 50)), Break(10, (25,)), None]
    rules = with_levels(*(Level(100, 100, 0, 20, rest) for rest in rests))
    assert [(problem.wrong, problem.found, problem.level) for problem in problems(rules, TERMS)] == [
        (Wrong.CHIP_NOT_IN_PLAY, 50, 1),
        (Wrong.CHIP_NOT_IN_PLAY, 25, 2),
    ]


def test_a_colour_up_is_planned_where_it_is_announced_and_announced_where_it_is_planned() -> None:
    never = Schedule((Level(25, 50, 0, 20, Break(10)), Level(50, 75, 0, 20)))
    unsettled = replace(RULES, rebuys=NO_REBUYS, absent=None)
    assert found(replace(unsettled, schedule=never)) == [Wrong.COLOUR_UP_UNPLANNED]
    assert found(replace(unsettled, schedule=never, colour_up=ColourUp.NONE)) == []
    assert found(replace(unsettled, colour_up=ColourUp.NONE)) == [Wrong.COLOUR_UP_UNANNOUNCED]


@pytest.mark.parametrize(
    ("values", "amount", "yes"),
    [
        ((25, 100), 75, True),
        ((25, 100), 110, False),
        ((10, 25), 25, True),
        ((10, 25), 35, True),
        ((10, 25), 15, False),
        ((10, 25), 13, False),
        ((6, 10, 15), 29, False),
        ((6, 10, 15), 31, True),
        ((), 0, True),
        ((), 5, False),
        ((100, 101), 201, True),
        ((101, 102), 203, False),
        ((101, 102), 204, True),
        ((25,), 0, True),
    ],
)
def test_an_amount_is_payable_without_change(values: tuple[int, ...], amount: int, yes: bool) -> None:
    assert payable(amount, values) is yes


@given(st.lists(st.integers(1, 30), min_size=1, max_size=4, unique=True).map(sorted), st.integers(0, 200))
def test_payable_agrees_with_trying_every_pile(values: list[int], amount: int) -> None:
    piles = {0}
    for total in range(1, amount + 1):
        if any(total - value in piles for value in values):
            piles.add(total)
    assert payable(amount, values) == (amount in piles)


def test_a_level_is_postable_when_both_blinds_and_the_ante_are() -> None:
    assert postable(Level(25, 50, 25, 20), (25,))
    assert not postable(Level(25, 50, 10, 20), (25,))


# Time, re-buys, absent players --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("last", "wrong"), [(19, []), (20, []), (21, [Wrong.PAST_THE_HOURS])])
def test_a_schedule_longer_than_the_hours_warns(last: int, wrong: list[Wrong]) -> None:
    rules = with_levels(*flat(35, 20), Level(25, 50, 0, last))
    assert found(rules) == wrong
    assert all(problem.severity is Severity.WARNS for problem in problems(rules, TERMS))


@pytest.mark.parametrize(("until", "wrong"), [(4, []), (5, []), (6, [Wrong.REBUYS_PAST_THE_END])])
def test_rebuys_end_with_the_last_level_at_the_latest(until: int, wrong: list[Wrong]) -> None:
    assert found(replace(RULES, rebuys=RebuyProcess(until, 60))) == wrong


@pytest.mark.parametrize(("last", "wrong"), [(59, []), (60, []), (61, [Wrong.PAST_THE_HOURS, Wrong.REBUYS_PAST_THE_END])])
def test_rebuys_end_within_the_hours_of_the_terms(last: int, wrong: list[Wrong]) -> None:
    rules = replace(with_levels(*flat(11, 60), Level(25, 50, 0, last)), rebuys=RebuyProcess(12, 60))
    assert found(rules) == wrong


def test_rebuys_are_judged_without_a_schedule_as_far_as_that_goes() -> None:
    unscheduled = replace(RULES, schedule=None)
    assert found(unscheduled) == [Wrong.SUBJECT_MISSING]
    none_allowed = terms_with({"rebuys_per_player": 0})
    assert [problem.wrong for problem in problems(RULES, none_allowed)] == [Wrong.REBUYS_NOT_ALLOWED]
    assert problems(replace(RULES, rebuys=NO_REBUYS), none_allowed) == []


@pytest.mark.parametrize(("after", "wrong"), [(4, []), (5, []), (6, [Wrong.REMOVAL_PAST_THE_END]), (None, [])])
def test_absent_players_are_removed_after_a_level_that_there_is(after: int | None, wrong: list[Wrong]) -> None:
    assert found(replace(RULES, absent=AbsentPlayers(after))) == wrong


@pytest.mark.parametrize(("minutes", "wrong"), [(719, []), (720, [Wrong.LAST_HANDS_PAST_THE_HOURS])])
def test_last_hands_are_not_the_whole_evening(minutes: int, wrong: list[Wrong]) -> None:
    assert found(replace(RULES, last_hands=LastHands(minutes))) == wrong


# Prizes -------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("pool", "wrong"), [("0.6499", []), ("0.65", []), ("0.6501", [Wrong.POOL_OVER_SHARE])])
def test_the_pool_may_reach_but_not_pass_the_prize_share(pool: str, wrong: list[Wrong]) -> None:
    assert found(with_bands(BAND, pool=pool)) == wrong


@pytest.mark.parametrize(("third", "wrong"), [("0.19", [Wrong.BAND_UNDER_POOL]), ("0.20", []), ("0.21", [Wrong.BAND_OVER_POOL])])
def test_the_shares_of_a_band_are_the_whole_pool(third: str, wrong: list[Wrong]) -> None:
    parts = shares("0.45", "0.35", third)
    assert found(with_bands(PrizeBand(10, 400, shares=parts))) == wrong


@pytest.mark.parametrize(
    ("parts", "wrong"),
    [(("0.49", "0.49", "0.02"), []), (("0.5", "0.5"), []), (("0.51", "0.49"), [Wrong.FIRST_OVER_SHARE])],
)
def test_the_first_place_may_reach_but_not_pass_half_the_pool(parts: tuple[str, ...], wrong: list[Wrong]) -> None:
    assert found(with_bands(PrizeBand(10, 400, shares=shares(*parts)))) == wrong


@pytest.mark.parametrize(("third", "wrong"), [("49.99", [Wrong.FIRST_OVER_SHARE]), ("50.00", []), ("50.01", [])])
def test_the_first_amount_may_reach_but_not_pass_half_of_all(third: str, wrong: list[Wrong]) -> None:
    assert found(with_bands(PrizeBand(10, 400, amounts=dollars("200.00", "150.00", third)))) == wrong


@pytest.mark.parametrize(("third", "wrong"), [("24.99", []), ("25.00", []), ("25.01", [Wrong.BAND_OVER_SHARE])])
def test_fixed_amounts_fit_the_entry_fees_of_the_smallest_turnout(third: str, wrong: list[Wrong]) -> None:
    """Ten players at 50 $ allow 325 $."""
    rules = with_bands(PrizeBand(10, 400, amounts=dollars("150", "150", third)))
    assert found(rules, entry_fee=FIFTY) == wrong
    assert found(rules) == []


@pytest.mark.parametrize(("first", "wrong"), [("2999.99", []), ("3000", []), ("3000.01", [Wrong.PRIZE_OVER_CAP])])
def test_an_edition_with_a_cap_in_dollars_keeps_amounts_to_it(first: str, wrong: list[Wrong]) -> None:
    rules = with_bands(PrizeBand(400, 400, amounts=dollars(first, "100")), pool="0.35")
    assert [problem.wrong for problem in problems(rules, FIRST_PROGRAMME)] == wrong


def test_prizes_never_rise_with_the_place() -> None:
    assert found(with_bands(PrizeBand(10, 400, shares=shares("0.3", "0.4", "0.3")))) == [Wrong.PRIZES_RISE]
    assert found(with_bands(PrizeBand(10, 400, amounts=dollars("3", "4", "3")))) == [Wrong.PRIZES_RISE]
    assert found(with_bands(PrizeBand(10, 400, amounts=dollars("4", "4", "4")))) == []


@pytest.mark.parametrize(("fewest", "wrong"), [(2, [Wrong.MORE_PRIZES_THAN_PLAYERS]), (3, []), (4, [])])
def test_no_more_places_are_paid_than_players_come(fewest: int, wrong: list[Wrong]) -> None:
    assert found(with_bands(replace(BAND, fewest=fewest))) == wrong


@pytest.mark.parametrize(("fewest", "wrong"), [(50, [Wrong.BANDS_OVERLAP]), (51, []), (52, [Wrong.BANDS_LEAVE_A_GAP])])
def test_bands_follow_one_another(fewest: int, wrong: list[Wrong]) -> None:
    assert found(with_bands(replace(BAND, most=50), replace(BAND, fewest=fewest))) == wrong


@pytest.mark.parametrize(
    ("most", "wrong", "severity"),
    [
        (399, Wrong.BANDS_LEAVE_A_GAP, Severity.INFORMS),
        (400, None, None),
        (401, Wrong.BAND_PAST_MOST_PLAYERS, Severity.WARNS),
    ],
)
def test_bands_reach_the_most_players_that_the_terms_allow(most: int, wrong: Wrong | None, severity: Severity | None) -> None:
    seen = problems(with_bands(replace(BAND, most=most)), TERMS)
    assert [(problem.wrong, problem.severity) for problem in seen] == ([(wrong, severity)] if wrong else [])


def test_a_turnout_finds_its_band() -> None:
    low, high = replace(BAND, most=50), replace(BAND, fewest=51)
    table = PrizeTable(Decimal("0.65"), (low, high))
    assert [table.band(players) for players in (9, 10, 50, 51, 400, 401)] == [None, low, low, high, high, None]
    assert BAND.places == 3
    assert PrizeBand(2, 2, amounts=dollars("1", "1")).places == 2


# What cannot be -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "make",
    [
        lambda: Level(0, 50, 0, 20),
        lambda: Level(25, 0, 0, 20),
        lambda: Level(25, 50, -1, 20),
        lambda: Level(25, 50, 0, 0),
        lambda: Level(25, 50, 0, 1441),
        lambda: Level(25, 10**9 + 1, 0, 20),
        lambda: Level(25.0, 50, 0, 20),  # type: ignore[arg-type]
        lambda: Level(True, 50, 0, 20),
        lambda: Break(0),
        lambda: Break(10, (0,)),
        lambda: Schedule(()),
        lambda: Schedule((Level(25, 50, 0, 20),) * 101),
        lambda: Schedule((Level(25, 50, 0, 20, Break(10)),)),
        lambda: Chip(0, 1),
        lambda: Chip(100_001, 1),
        lambda: Chip(25, 0),
        lambda: ChipSet(()),
        lambda: ChipSet((Chip(25, 1), Chip(25, 2))),
        lambda: RebuyProcess(-1, 60),
        lambda: RebuyProcess(1, 0),
        lambda: RebuyProcess(1, 3601),
        lambda: AbsentPlayers(0),
        lambda: LastHands(0),
        lambda: LastHands(10, 0),
        lambda: HouseRules(version=0),
        lambda: PrizeBand(0, 10, shares=shares("1")),
        lambda: PrizeBand(10, 9, shares=shares("1")),
        lambda: PrizeBand(10, 20),
        lambda: PrizeBand(10, 20, shares=shares("1"), amounts=dollars("1")),
        lambda: PrizeBand(10, 20, shares=shares("0")),
        lambda: PrizeBand(10, 20, shares=shares("1.01")),
        lambda: PrizeBand(10, 20, shares=shares("NaN")),
        lambda: PrizeBand(10, 20, shares=(0.5,)),  # type: ignore[arg-type]
        lambda: PrizeBand(10, 20, amounts=dollars("0")),
        lambda: PrizeTable(Decimal(0), (BAND,)),
        lambda: PrizeTable(Decimal("0.65"), ()),
    ],
)
def test_what_no_house_rules_could_state_is_refused(make: Any) -> None:
    with pytest.raises(ImpossibleValue):
        make()


# JSON ---------------------------------------------------------------------------------------------------------------------
breaks = st.none() | st.builds(Break, st.integers(1, 60), st.lists(st.integers(1, 1000), max_size=2).map(tuple))
levels = st.builds(Level, st.integers(1, 10**9), st.integers(1, 10**9), st.integers(0, 10**9), st.integers(1, 1440), breaks)
schedules = st.lists(levels, min_size=1, max_size=4).map(lambda some: Schedule((*some[:-1], replace(some[-1], break_after=None))))
chip_sets = st.builds(
    ChipSet,
    st.lists(
        st.builds(Chip, st.integers(1, 100_000), st.integers(1, 1000), st.text()), min_size=1, unique_by=lambda chip: chip.value
    ).map(lambda chips: tuple(chips[:20])),
    st.text(),
)
parts = st.decimals("0.000000000001", 1, places=12, allow_nan=False)
bands = st.builds(
    PrizeBand, st.integers(1, 50), st.integers(50, 400), st.lists(parts, min_size=1, max_size=3).map(tuple)
) | st.builds(
    PrizeBand,
    st.integers(1, 50),
    st.integers(50, 400),
    amounts=st.lists(st.integers(1).map(Money), min_size=1, max_size=3).map(tuple),
)
house_rules = st.builds(
    HouseRules,
    version=st.integers(1, 10**6),
    schedule=st.none() | schedules,
    betting=st.none() | st.sampled_from(BettingLimit),
    rebuys=st.none() | st.just(NO_REBUYS) | st.builds(RebuyProcess, st.integers(1, 100), st.integers(1, 3600)),
    colour_up=st.none() | st.sampled_from(ColourUp),
    chips=st.none() | chip_sets,
    prizes=st.none() | st.builds(PrizeTable, parts, st.lists(bands, min_size=1, max_size=3).map(tuple)),
    absent=st.none() | st.builds(AbsentPlayers, st.none() | st.integers(1, 100)),
    deals=st.none() | st.sampled_from(Deals),
    last_hands=st.none() | st.builds(LastHands, st.integers(1, 1440), st.none() | st.integers(1, 100)),
    more=st.text(),
)


@given(house_rules)
def test_what_is_written_is_read_back_the_same(rules: HouseRules) -> None:
    read = from_json(json.loads(json.dumps(to_json(rules))))
    assert read == rules
    assert to_json(read) == to_json(rules)


@given(house_rules)
def test_any_rules_can_be_judged(rules: HouseRules) -> None:
    for problem in problems(rules, TERMS, entry_fee=FIFTY):
        assert problem.clause.split(".")[0].isdigit()


WRITTEN = to_json(RULES)
LEVEL: dict[str, Any] = {"small": 25, "big": 50, "ante": 0, "minutes": 20, "break_after": None}


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("version", "1"),
        ("version", True),
        ("version", None),
        ("more", None),
        ("betting", "spread"),
        ("betting", ["no_limit"]),
        ("schedule", {}),
        ("schedule", []),
        ("schedule", [{**LEVEL, "big": 50.0}]),
        ("schedule", [{**LEVEL, "colour": "red"}]),
        ("schedule", [{**LEVEL, "break_after": {"minutes": 10}}]),
        ("rebuys", {"until_level": 3}),
        ("chips", {"chips": [], "mark": ""}),
        ("chips", {"chips": [{"value": 25, "quantity": 1, "colour": None}], "mark": ""}),
        ("prizes", {"pool_share": 0.65, "bands": []}),
        ("prizes", {"pool_share": "65%", "bands": []}),
        ("prizes", {"pool_share": "0.65", "bands": [{"fewest": 1, "most": 2, "shares": [], "amounts": []}]}),
        ("prizes", {"pool_share": "0.65", "bands": [{"fewest": 1, "most": 2, "shares": ["1e-5"], "amounts": []}]}),
        ("absent", []),
        ("last_hands", {"minutes": 10, "hands": "2"}),
    ],
)
def test_what_was_never_written_that_way_cannot_be_read(field: str, wrong: object) -> None:
    with pytest.raises(ImpossibleValue):
        from_json({**WRITTEN, field: wrong})


def test_a_field_too_many_or_too_few_is_refused() -> None:
    with pytest.raises(ImpossibleValue, match="are expected"):
        from_json({**WRITTEN, "dress": "black tie"})
    with pytest.raises(ImpossibleValue, match="are expected"):
        from_json({name: value for name, value in WRITTEN.items() if name != "more"})
    with pytest.raises(ImpossibleValue, match="are expected"):
        from_json([WRITTEN])


def test_chips_are_kept_from_the_smallest_to_the_largest() -> None:
    assert CHIPS.values == (25, 100)
    assert CHIPS.total == 50_000
