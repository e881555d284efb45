"""Values of the Terms by day and by licence: what is not in force is an error, never a default."""

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.domain import parameters as p
from licensing.domain.money import Money
from licensing.domain.parameters import BY_NAME, Parameter
from licensing.domain.terms import Bilingual, Editions, NoEdition, NotInForce, Override, Terms
from licensing.terms import editions, terms_of, terms_on

NOON = datetime(2024, 3, 1, 12, tzinfo=UTC)
FIRST_DAY = date(2008, 5, 1)
CHANGE = date(2009, 11, 19)
CURRENT = {
    p.FILING_DAYS: 30,
    p.TOURNAMENTS_PER_WEEK: 1,
    p.WEEK_STARTS: 6,
    p.DAYS_APART: 7,
    p.TOURNAMENTS_PER_LICENCE: 13,
    p.LICENCE_MONTHS: 3,
    p.MINIMUM_AGE: 19,
    p.FILE_FEE: Money(2500),
    p.LICENCE_FEE: Money(2500),
    p.AMENDMENT_BUSINESS_DAYS: 5,
    p.EXPENSE_SHARE: Decimal("0.20"),
    p.PRIZE_SHARE: Decimal("0.65"),
    p.CHARITY_SHARE: Decimal("0.15"),
    p.PAYMENT_METHODS: ("cash", "debit"),
    p.ENTRY_AND_REBUY_CAP: Money(10_000),
    p.REBUYS_PER_PLAYER: 1,
    p.REBUY_PRICE_SHARE: Decimal(1),
    p.REBUY_CHIPS_SHARE: Decimal(1),
    p.MAX_PLAYERS: 400,
    p.SINGLE_PRIZE_SHARE: Decimal("0.50"),
    p.MAX_HOURS: 12,
    p.LATEST_END: time(2),
    p.DECK_CARDS: 52,
    p.SEATS_PER_TABLE: 10,
    p.DEALERS_PER_TABLE: 1,
    p.SPECTATOR_METRES: Decimal("3.05"),
    p.TABLE_SPREAD: 1,
    p.RETENTION_YEARS: 6,
    p.DEPOSIT_BUSINESS_DAYS: 1,
    p.REPORT_DAYS: 30,
}
FIRST_PROGRAMME = {
    p.EXPENSE_SHARE: Decimal("0.20"),
    p.PRIZE_SHARE: Decimal("0.35"),
    p.CHARITY_SHARE: Decimal("0.45"),
    p.SINGLE_PRIZE_CAP: Money(300_000),
}


def override(
    parameter: str, value: object, *, reason: str = "Heard on 1 March.", by: str = "Rose Doiron", at: datetime = NOON
) -> Override:
    return Override(parameter, value, reason, by, at)


# By day -------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("day", "edition"),
    [
        (FIRST_DAY, "2008-05"),
        (date(2009, 1, 1), "2008-05"),
        (CHANGE - timedelta(days=1), "2008-05"),
        (CHANGE, "2009-11"),
        (date(2024, 2, 29), "2009-11"),
        (date.max, "2009-11"),
    ],
)
def test_the_edition_in_force_is_that_of_the_day(day: date, edition: str) -> None:
    assert editions().on(day).id == edition
    assert terms_on(day).edition is editions().named(edition)


@pytest.mark.parametrize("day", [FIRST_DAY - timedelta(days=1), date.min])
def test_before_the_first_edition_nothing_is_in_force_and_asking_fails(day: date) -> None:
    with pytest.raises(NoEdition, match=f"no edition of the Terms is in force on {day.isoformat()}"):
        terms_on(day)


def test_after_the_last_day_of_the_last_edition_asking_fails() -> None:
    past = Editions([editions().named("2008-05")])
    with pytest.raises(NoEdition, match="in force on 2009-11-19"):
        past.on(CHANGE)


@given(st.dates(min_value=FIRST_DAY))
def test_on_every_day_from_the_first_exactly_one_edition_is_in_force(day: date) -> None:
    assert [edition for edition in editions().all if edition.covers(day)] == [editions().on(day)]


def test_editions_stand_in_the_order_of_time_however_they_are_given() -> None:
    first, second = editions().all
    assert Editions([second, first]).all == (first, second)
    assert editions().latest is second


def test_an_edition_that_is_not_there_is_an_error() -> None:
    with pytest.raises(NoEdition, match="no edition of the Terms is named '2007-01'"):
        terms_of("2007-01")


# By name ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("parameter", CURRENT, ids=lambda parameter: parameter.name)
def test_the_current_edition_has_the_figures_of_the_text(parameter: Parameter[object]) -> None:
    assert terms_of("2009-11")[parameter] == CURRENT[parameter]


def test_the_current_edition_lists_hands_reports_and_what_papers_must_say() -> None:
    terms = terms_of("2009-11")
    assert " ".join(terms[p.HAND_RANKING]) == (
        "royal_flush straight_flush four_of_a_kind full_house flush straight three_of_a_kind two_pairs pair high_card"
    )
    assert terms[p.REPORTS] == ("financial", "donated_prizes", "players_and_rebuys", "winners", "incidents")
    assert len(terms[p.HOUSE_RULES]) == 5
    assert len(terms[p.ADVERTISEMENT]) == 8


@pytest.mark.parametrize(
    ("tables", "managers"),
    [
        *[(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (15, 2), (16, 3), (20, 3), (21, 4), (25, 4), (26, 5), (30, 5)],
        *[(31, 6), (35, 6), (36, 7), (40, 7), (41, None)],
    ],
)
def test_the_current_edition_has_the_managers_of_the_text(tables: int, managers: int | None) -> None:
    assert terms_of("2009-11")[p.MANAGERS].needed(tables) == managers


def test_the_first_programme_has_the_four_figures_that_were_made_public_and_no_other() -> None:
    terms = terms_of("2008-05")
    assert {parameter: terms[parameter] for parameter in BY_NAME.values() if parameter in terms} == FIRST_PROGRAMME


def test_a_limit_that_an_edition_leaves_free_is_known_not_to_be_there() -> None:
    for edition, parameter in [("2008-05", p.SINGLE_PRIZE_SHARE), ("2009-11", p.SINGLE_PRIZE_CAP)]:
        assert parameter not in terms_of(edition)
        with pytest.raises(NotInForce) as missing:
            terms_of(edition)[parameter]
        assert missing.value.known
        assert str(missing.value) == f"{parameter.name} (clause 6.14): the edition {edition} sets no such limit"
        assert editions().named(edition).no_limit[parameter.name].fr


def test_what_we_do_not_know_of_an_edition_is_not_taken_for_the_absence_of_a_limit() -> None:
    with pytest.raises(NotInForce) as missing:
        terms_of("2008-05")[p.MAX_PLAYERS]
    assert not missing.value.known
    assert missing.value.parameter == "max_players"
    assert str(missing.value) == "max_players (clause 6.12): the edition 2008-05 is not known to us on this point"


def test_a_text_in_two_languages_gives_the_one_that_is_read() -> None:
    both = Bilingual(en="licence", fr="licence (fr)")
    assert [both.text(language) for language in ("en", "en-ca", "fr", "fr-ca", "de")] == [
        "licence",
        "licence",
        "licence (fr)",
        "licence (fr)",
        "licence",
    ]


# On one licence -----------------------------------------------------------------------------------------------------------
def test_an_override_is_read_by_the_same_look_up_and_leaves_the_rest_and_the_edition_alone() -> None:
    decided = override("max_players", 200)
    terms = terms_of("2009-11", [decided])
    assert terms[p.MAX_PLAYERS] == 200
    assert terms.override_of(p.MAX_PLAYERS) is decided
    assert terms[p.PRIZE_SHARE] == Decimal("0.65")
    assert terms.override_of(p.PRIZE_SHARE) is None
    assert terms_of("2009-11")[p.MAX_PLAYERS] == 400


@pytest.mark.parametrize(
    ("parameter", "value", "read"),
    [
        (p.PRIZE_SHARE, "0.5", Decimal("0.5")),
        (p.FILE_FEE, "0", Money(0)),
        (p.LATEST_END, "01:30", time(1, 30)),
        (p.WEEK_STARTS, "monday", 0),
        (p.PAYMENT_METHODS, ["cash", "debit", "credit"], ("cash", "debit", "credit")),
        (p.MANAGERS, [[0, 50, 9]], p.ManagerGrid(((0, 50, 9),))),
    ],
    ids=lambda value: value.name if isinstance(value, Parameter) else "",
)
def test_an_override_is_written_as_in_an_edition_and_as_exact(parameter: Parameter[object], value: object, read: object) -> None:
    assert terms_of("2009-11", [override(parameter.name, value)])[parameter] == read


def test_of_several_overrides_the_latest_decision_wins_in_whatever_order_they_come() -> None:
    early, late = override("max_players", 200), override("max_players", 300, at=NOON + timedelta(seconds=1))
    for given_in in ([early, late], [late, early]):
        terms = terms_of("2009-11", given_in)
        assert terms[p.MAX_PLAYERS] == 300
        assert terms.override_of(p.MAX_PLAYERS) is late
        assert terms.overrides == (early, late)


def test_an_override_sets_a_limit_where_the_edition_has_none_or_none_that_we_know() -> None:
    assert terms_of("2009-11", [override("single_prize_cap", "500.00")])[p.SINGLE_PRIZE_CAP] == Money(50_000)
    assert p.MAX_PLAYERS in terms_of("2008-05", [override("max_players", 50)])


@pytest.mark.parametrize(("reason", "by"), [("", "Rose Doiron"), (" \n", "Rose Doiron"), ("Heard.", ""), ("Heard.", "  ")])
def test_an_override_has_a_reason_and_a_name(reason: str, by: str) -> None:
    with pytest.raises(ValueError, match="max_players: an override has a reason and a name"):
        override("max_players", 200, reason=reason, by=by)


@pytest.mark.parametrize(
    ("parameter", "value", "reason"),
    [
        ("max_players", "200", "max_players: a whole number is expected, not '200'"),
        ("max_players", 200.0, "max_players: 200.0 is a float, which is never exact: write it in quotes"),
        ("prize_share", 0.5, "prize_share: 0.5 is a float, which is never exact: write it in quotes"),
        ("prize_share", "1.01", "prize_share: a share of 1.01 is more than the whole"),
        ("file_fee", "1.005", "file_fee: not a whole number of cents: 1.005"),
        ("latest_end", "late", "latest_end: Invalid isoformat string: 'late'"),
        ("best_players", 200, "best_players: the Terms have no such parameter"),
    ],
)
def test_an_override_that_is_no_value_of_its_parameter_is_refused(parameter: str, value: object, reason: str) -> None:
    with pytest.raises(ValueError, match="^" + reason.replace(".", r"\.")):
        Terms(editions().latest, [override(parameter, value)])
