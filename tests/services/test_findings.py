"""Whatever a rule finds, people can read: a new rule or a new word of an edition cannot be forgotten."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from django.utils import translation

from licensing.domain.facts import LicenceFacts, TournamentFacts
from licensing.domain.money import Money
from licensing.domain.parameters import BY_NAME, words
from licensing.domain.rules import BY_NAME as RULES
from licensing.domain.rules import Finding, Outcome, Rule, Severity, Stage, Verdict, assess
from licensing.findings import SEVERITIES, STAGES, SUBJECTS, WORDS, Told, shown, told
from licensing.terms import editions, terms_of

IN_BOTH_LANGUAGES = pytest.mark.parametrize("language", ["fr", "en"])
CAP = RULES["fee_and_rebuy_within_cap"]


def in_english(finding: Finding) -> Told:
    with translation.override("en"):
        return told(finding)


def test_every_rule_stage_and_severity_has_its_words_and_none_is_left_over() -> None:
    assert list(SUBJECTS) == list(RULES)
    assert list(STAGES) == list(Stage)
    assert list(SEVERITIES) == list(Severity)


def test_every_word_that_an_edition_lists_has_a_translation() -> None:
    listed = {
        word
        for edition in editions().all
        for name, setting in edition.settings.items()
        if BY_NAME[name].read is words and isinstance(setting.value, tuple)
        for word in setting.value
    }
    assert listed <= set(WORDS)


@IN_BOTH_LANGUAGES
def test_every_rule_can_be_told_before_anything_is_known(language: str) -> None:
    with translation.override(language):
        for finding in assess(LicenceFacts(tournaments=(TournamentFacts(),)), terms_of("2009-11")):
            text = told(finding)
            assert text.subject
            assert text.detail == "" or finding.rule.name == "tournaments_within_number"  # one tournament is known to be one


@pytest.mark.parametrize(
    ("outcome", "severity", "state", "tone"),
    [
        (Outcome.MET, Severity.BLOCKS, "Met", "good"),
        (Outcome.UNKNOWN, Severity.BLOCKS, "Not known yet", "neutral"),
        (Outcome.NOT_APPLICABLE, Severity.BLOCKS, "Does not apply", "neutral"),
        (Outcome.BREACHED, Severity.BLOCKS, "Breach", "danger"),
        (Outcome.BREACHED, Severity.WARNS, "Warning", "attention"),
        (Outcome.BREACHED, Severity.INFORMS, "Warning", "info"),
    ],
)
def test_a_finding_says_what_it_is_in_a_word_and_a_tone(outcome: Outcome, severity: Severity, state: str, tone: str) -> None:
    found = in_english(Finding(replace(CAP, severity=severity), 3, Verdict(outcome)))
    assert (found.state, found.tone, found.tournament, found.clause) == (state, tone, 3, "6.3")


JULY = date(2026, 7, 1)
AUGUST = date(2026, 8, 1)


@pytest.mark.parametrize(
    ("rule", "found", "allowed", "english", "french"),
    [
        (CAP, Money(11000), Money(10000), "$110.00; at most $100.00", "110,00\xa0$; au plus 100,00\xa0$"),
        (RULES["filed_in_time"], 12, 30, "12; at least 30", "12; au moins 30"),
        (
            RULES["tournaments_within_validity"],
            AUGUST,
            JULY,
            "August 1, 2026; July 1, 2026 at the latest",
            "1er août 2026; au plus tard le 1er juillet 2026",
        ),
        (
            RULES["nothing_is_advertised_before_approval"],
            JULY,
            AUGUST,
            "July 1, 2026; August 1, 2026 at the earliest",
            "1er juillet 2026; au plus tôt le 1er août 2026",
        ),
        (
            RULES["chips_in_play_are_those_issued"],
            999000,
            1000000,
            "999,000; exactly 1,000,000",
            "999\u202f000; exactement 1\u202f000\u202f000",
        ),
        (
            RULES["advertisement_states_what_it_must"],
            ("place", "prizes"),
            (),
            "Not in order: place, prizes",
            "Non conforme\xa0: endroit, prix",
        ),
        (RULES["nothing_is_advertised_before_approval"], JULY, None, "July 1, 2026", "1er juillet 2026"),
        (RULES["rent_is_a_fixed_amount"], None, None, "", ""),
    ],
)
def test_what_was_found_is_told_against_what_is_allowed(
    rule: Rule, found: object, allowed: object, english: str, french: str
) -> None:
    breach = Finding(rule, None, Verdict(Outcome.BREACHED, found, allowed))  # type: ignore[arg-type]
    assert in_english(breach).detail == english
    with translation.override("fr"):
        assert told(breach).detail == french


def test_an_instant_is_told_as_the_clock_on_the_wall_shows_it() -> None:
    with translation.override("en"):
        assert "1:30" in shown(datetime(2026, 7, 2, 4, 30, tzinfo=UTC))


def test_a_value_that_nobody_can_read_is_a_mistake_of_ours() -> None:
    with pytest.raises(TypeError, match="no way to show"):
        shown(1.5)
