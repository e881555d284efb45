"""Whole events: the rules find what is wrong with each of them, and nothing else."""

from collections import Counter

import pytest

from licensing.domain.rules import BY_NAME, Finding, Outcome, assess
from licensing.terms import terms_of
from tests.scenarios.loader import FILES, Otherwise, Scenario, load

SCENARIOS = [load(path.read_text(encoding="utf-8")) for path in FILES]
SMALLEST = """
name = "A quiet evening"
story = "Nothing is known of it."
edition = "2009-11"
otherwise = "met or silent"

[licence]

[[tournaments]]
players = 12
starts_at = 2026-05-02T19:00:00-03:00
entry_fee = "20.00"

[[expect]]
clause = "6.12"
rule = "players_within_number"
outcome = "met"
"""


def findings(scenario: Scenario) -> list[Finding]:
    return assess(scenario.licence, terms_of(scenario.edition, scenario.overrides))


def said(finding: Finding) -> str:
    where = f" in tournament {finding.tournament}" if finding.tournament else ""
    return (
        f"{finding.clause} {finding.rule.name}{where}: {finding.outcome}, {finding.verdict.found} against {finding.verdict.allowed}"
    )


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[path.stem for path in FILES])
def test_what_a_scenario_expects_is_found_and_nothing_else_is_wrong(scenario: Scenario) -> None:
    found = findings(scenario)
    for expected in scenario.expect:
        concerned = [finding for finding in found if expected.concerns(finding)]
        assert concerned, f"{expected.rule} said nothing"
        for finding in concerned:
            assert (finding.clause, finding.outcome) == (expected.clause, expected.outcome), said(finding)
            assert expected.severity in (None, finding.severity), said(finding)
    others = [finding for finding in found if not any(expected.concerns(finding) for expected in scenario.expect)]
    assert [said(finding) for finding in others if not scenario.otherwise.allows(finding.outcome)] == []


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[path.stem for path in FILES])
def test_a_scenario_tells_its_story_and_names_what_it_expects(scenario: Scenario) -> None:
    assert scenario.story.strip()
    assert scenario.expect
    assert {expected.rule for expected in scenario.expect} <= set(BY_NAME)


def test_no_two_scenarios_have_one_name() -> None:
    assert [name for name, times in Counter(scenario.name for scenario in SCENARIOS).items() if times > 1] == []


@pytest.mark.parametrize("section", range(2, 13))
def test_every_section_from_the_general_one_to_reporting_is_broken_in_some_scenario(section: int) -> None:
    broken = [expected for scenario in SCENARIOS for expected in scenario.expect if expected.outcome is Outcome.BREACHED]
    assert any(expected.clause.startswith(f"{section}.") for expected in broken)


def test_the_perfect_licence_leaves_nothing_open() -> None:
    (perfect,) = [scenario for scenario in SCENARIOS if scenario.otherwise is Otherwise.MET_OR_NOT_APPLICABLE]
    assert len(perfect.licence.tournaments) == 13
    assert {finding.outcome for finding in findings(perfect)} == {Outcome.MET, Outcome.NOT_APPLICABLE}


# The loader is strict -----------------------------------------------------------------------------------------------------
def test_the_smallest_scenario_is_read() -> None:
    scenario = load(SMALLEST)
    assert (scenario.name, scenario.licence.tournaments[0].number, scenario.licence.tournaments[0].players) == (
        "A quiet evening",
        1,
        12,
    )


@pytest.mark.parametrize(
    ("written", "instead", "reason"),
    [
        ("players = 12", "playeurs = 12", "nothing is known by the name playeurs"),
        ("[licence]", "[licence]\nlanguage = 'fr'", "nothing is known by the name language"),
        ('outcome = "met"', 'outcome = "met"\nwhy = ""', "nothing is known by the name why"),
        ('story = "Nothing is known of it."', "", "story is missing"),
        ('clause = "6.12"', "", "clause is missing"),
        ("players = 12", "players = 12.0", "int is expected"),
        ("players = 12", "players = true", "int is expected"),
        ('entry_fee = "20.00"', "entry_fee = 20", "str is expected"),
        ('entry_fee = "20.00"', 'entry_fee = "20.001"', "not a whole number of cents"),
        ("2026-05-02T19:00:00-03:00", "2026-05-02T19:00:00", "is in no time zone"),
        ("2026-05-02T19:00:00-03:00", "2026-05-02", "datetime is expected"),
        ('outcome = "met"', 'outcome = "kept"', "is not a valid Outcome"),
        ("met or silent", "who knows", "is not a valid Otherwise"),
    ],
)
def test_what_the_loader_does_not_know_is_an_error(written: str, instead: str, reason: str) -> None:
    assert written in SMALLEST
    with pytest.raises(ValueError, match=reason):
        load(SMALLEST.replace(written, instead))
