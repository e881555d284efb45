"""The documents for players: complete, the same bytes each time, and every number from the Terms."""

import hashlib
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from datetime import UTC, datetime
from io import BytesIO

import pytest
import time_machine
from pypdf import PdfReader
from reportlab.platypus import Flowable

from licensing.domain.parameters import HAND_RANKING
from licensing.domain.terms import Bilingual, NotInForce, Override, Terms
from licensing.terms import editions, register, terms_of
from reports.documents import rules_of_play, summary
from reports.documents.frame import Heading, build
from reports.documents.look import plain
from reports.documents.registry import DOCUMENTS, printed
from reports.documents.texts import Rule, Sheet, said, written
from reports.documents.words import Spoken
from tests.documents.pdf import fonts, outline, pages, text
from tests.environment import ROOT

EDITION = "2009-11"
LANGUAGES = ["en", "fr"]
PAGES = {"rules-of-play": 3, "terms-summary": 1}
FILES = {"rules-of-play": "rules_of_play", "terms-summary": "summary"}
SECTION_TEN = [f"10.{number}" for number in range(1, 20)]
EACH = pytest.mark.parametrize(("name", "language"), [(name, language) for name in DOCUMENTS for language in LANGUAGES])


def content(name: str, language: str, terms: Terms | None = None) -> bytes:
    document = DOCUMENTS[name]
    return document.render(document.collect(terms or terms_of(EDITION), language))


def with_value(parameter: str, value: object) -> Terms:
    decision = Override(parameter, value, "a test of the documents", "Helen", datetime(2026, 3, 1, tzinfo=UTC))
    return Terms(editions().named(EDITION), [decision])


def rules(name: str, language: str = "en") -> list[Rule]:
    data = DOCUMENTS[name].collect(terms_of(EDITION), language)
    own = [rule for section in data.sections for rule in section.rules]
    return [*own, data.comparing] if name == "rules-of-play" else [*own, *(share.rule for share in data.shares)]


# What a reader gets ---------------------------------------------------------------------------------------------------
@EACH
def test_a_document_has_the_pages_that_it_is_meant_to_have(name: str, language: str):
    assert len(pages(printed(name, language, EDITION).content)) == PAGES[name]


@EACH
def test_every_heading_and_every_rule_can_be_read_out_of_the_file(name: str, language: str):
    found = text(printed(name, language, EDITION).content)
    data = DOCUMENTS[name].collect(terms_of(EDITION), language)
    for words in [
        data.sheet.title,
        data.sheet.subtitle,
        data.sheet.lead,
        data.sheet.edition,
        *(each.title for each in data.sections),
    ]:
        assert " ".join(words.split()) in found
    for rule in rules(name, language):
        for words in (rule.text, rule.reading):
            assert " ".join(words.replace("**", "").split()) in found


@EACH
def test_the_number_of_its_clause_stands_before_a_rule(name: str, language: str):
    found = text(printed(name, language, EDITION).content)
    before = ""
    for rule in rules(name, language):
        if rule.clause != before:
            start = " ".join(rule.text.replace("**", "").split()[:3])
            assert f"{rule.clause} {start}" in found
        before = rule.clause


@EACH
def test_each_page_says_what_it_is_which_one_it_is_and_of_which_edition(name: str, language: str):
    data = DOCUMENTS[name].collect(terms_of(EDITION), language)
    page_of = Bilingual("English · Page {} of {}", "Français · Page {} sur {}").text(language)
    for number, page in enumerate(pages(printed(name, language, EDITION).content), 1):
        assert f"{data.sheet.title} · {data.sheet.edition}" in page
        assert page_of.format(number, PAGES[name]) in page


@EACH
def test_the_file_tells_its_title_its_language_and_its_author(name: str, language: str):
    reader = PdfReader(BytesIO(printed(name, language, EDITION).content))
    assert reader.metadata is not None
    assert reader.metadata.title.startswith(DOCUMENTS[name].title.text(language))
    assert reader.metadata.author == "Cagnotte"
    assert reader.trailer["/Root"]["/Lang"] == f"{language}-CA"
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/DisplayDocTitle"]


@EACH
def test_the_outline_leads_to_every_section_on_its_page(name: str, language: str):
    file = printed(name, language, EDITION).content
    entries = outline(file)
    data = DOCUMENTS[name].collect(terms_of(EDITION), language)
    assert {title for title, _ in entries} >= {section.title for section in data.sections}
    assert len(entries) == len(data.sections) + 1  # the hands; where the money goes
    for title, page in entries:
        assert " ".join(title.split()) in pages(file)[page - 1]


@EACH
def test_a_page_is_a_sheet_of_letter_paper_set_in_our_own_typefaces(name: str, language: str):
    file = printed(name, language, EDITION).content
    assert {(page.mediabox.width, page.mediabox.height) for page in PdfReader(BytesIO(file)).pages} == {(612, 792)}
    # Helvetica is the library's own first font; nothing is set in it.
    assert {font.partition("-")[0] for font in fonts(file)} - {"Helvetica"} == {"Lato", "Fraunces"}


# Equal data, equal bytes ----------------------------------------------------------------------------------------------
@EACH
def test_the_same_data_give_the_same_bytes_whatever_the_clock_says(name: str, language: str):
    with time_machine.travel(datetime(2026, 1, 1, tzinfo=UTC)):
        first = content(name, language)
    with time_machine.travel(datetime(2031, 7, 1, tzinfo=UTC)):
        assert content(name, language) == first


def test_another_process_gives_the_same_bytes_even_when_four_readers_are_the_first_at_once():
    code = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from reports.documents.registry import DOCUMENTS, printed\n"
        f"wanted = [(name, language, {EDITION!r}) for name in DOCUMENTS for language in {LANGUAGES}]\n"
        "for file in ThreadPoolExecutor(4).map(lambda each: printed(*each), wanted): print(file.digest)"
    )
    environment = os.environ | {"PYTHONHASHSEED": "12345"}
    other = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    ours = [hashlib.sha256(content(name, language)).hexdigest() for name in DOCUMENTS for language in LANGUAGES]
    assert other.stdout.split() == ours


def test_documents_made_at_the_same_time_do_not_disturb_each_other():
    wanted = [(name, language) for name in DOCUMENTS for language in LANGUAGES] * 2
    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda each: content(*each), wanted))
    assert made == [printed(name, language, EDITION).content for name, language in wanted]


@EACH
def test_what_was_collected_is_equal_when_collected_again_and_cannot_be_changed(name: str, language: str):
    first, second = (DOCUMENTS[name].collect(terms_of(EDITION), language) for _ in range(2))
    assert first == second
    with pytest.raises(FrozenInstanceError):
        first.sheet = second.sheet


# Numbers --------------------------------------------------------------------------------------------------------------
def texts_of(node: object) -> list[str]:
    """Every text in a file of texts, in both languages."""
    if isinstance(node, dict) and node.keys() <= {"en", "fr"}:
        assert node.keys() == {"en", "fr"}, node
        return [str(words) for words in node.values()]
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else []
    return [words for child in children for words in texts_of(child)]


@pytest.mark.parametrize("file", FILES.values())
def test_no_text_writes_a_number_of_its_own(file: str):
    texts = texts_of(written(file))
    assert len(texts) > 60
    assert [words for words in texts if re.search(r"\d", words)] == []


def pairs_of(node: object) -> list[dict[str, str]]:
    if isinstance(node, dict) and "en" in node:
        return [node]
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else []
    return [pair for child in children for pair in pairs_of(child)]


@pytest.mark.parametrize("file", FILES.values())
def test_both_languages_name_the_same_parameters_and_stress_as_much(file: str):
    for pair in pairs_of(written(file)):
        named = [re.findall(r"\{(\w+)", pair[language]) for language in LANGUAGES]
        assert sorted(named[0]) == sorted(named[1]), pair
        assert pair["en"].count("**") == pair["fr"].count("**"), pair
        assert pair["en"].count("**") % 2 == 0, pair


@pytest.mark.parametrize(
    ("name", "parameter", "value", "shown"),
    [
        ("terms-summary", "minimum_age", 21, "Nobody under 21 plays"),
        ("terms-summary", "entry_and_rebuy_cap", "120.50", "never pass $120.50"),
        ("terms-summary", "rebuys_per_player", 2, "At most 2 re-buys a player"),
        ("terms-summary", "rebuy_price_share", "0.5", "costs at most 50% of the entry fee"),
        ("terms-summary", "rebuy_chips_share", "0.75", "brings at most 75% of the chips"),
        ("terms-summary", "expense_share", "0.10", "Expenses: at most 10% of entry fees"),
        ("terms-summary", "prize_share", "0.60", "Prizes: at most 60% of gross proceeds"),
        ("terms-summary", "charity_share", "0.125", "Charity: at least 12.5% of gross proceeds"),
        ("terms-summary", "single_prize_share", "0.40", "For any one player: at most 40%"),
        ("terms-summary", "max_players", 1200, "room for 1,200 players"),
        ("terms-summary", "max_hours", 1, "At most 1 hour, within"),
        ("terms-summary", "latest_end", "01:30", "Before 1:30 a.m. it is over"),
        ("terms-summary", "seats_per_table", 8, "up to 8 players"),
        ("terms-summary", "spectator_metres", "4", "keep 4 m away"),
        ("terms-summary", "payment_methods", ["cash"], "pay first, by cash."),
        ("rules-of-play", "table_spread", 2, "more than 2 players apart"),
        ("rules-of-play", "deck_cards", 48, "with 48 cards and no jokers"),
        ("rules-of-play", "rebuys_per_player", 3, "At most 3 re-buys a player"),
        ("rules-of-play", "latest_end", "01:00", "Before 1:00 a.m. it is over"),
    ],
)
def test_another_value_of_the_terms_is_another_number_on_paper(name: str, parameter: str, value: object, shown: str):
    assert shown in text(content(name, "en", with_value(parameter, value)))
    assert shown not in text(printed(name, "en", EDITION).content)


def test_the_bar_says_each_share_once_and_follows_the_terms():
    data = summary.collect(with_value("prize_share", "0.60"), "fr")
    assert [share.said for share in data.shares] == ["20\u00a0%", "60\u00a0%", "15\u00a0%"]
    assert [share.name for share in data.shares] == ["dépenses", "prix", "fins charitables"]


def test_a_table_of_eight_is_drawn_with_eight_seats():
    assert rules_of_play.collect(with_value("seats_per_table", 8), "en").seats == 8
    assert len(pages(content("rules-of-play", "en", with_value("seats_per_table", 8)))) == 3


@EACH
def test_an_edition_of_which_too_little_is_known_has_no_document(name: str, language: str):
    with pytest.raises(NotInForce):
        printed(name, language, "2008-05")


# Clauses --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_clause_that_a_document_cites_is_in_the_register(name: str):
    assert {rule.clause for rule in rules(name)} <= register().clauses.keys()


def test_the_rules_of_play_leave_out_no_clause_of_section_ten():
    assert [clause for clause in register().clauses if clause.startswith("10.")] == SECTION_TEN
    assert {rule.clause for rule in rules("rules-of-play")} >= set(SECTION_TEN)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_says_how_we_read_it_where_the_register_holds_a_position_and_nowhere_else(language: str):
    cited = {rule.clause for rule in rules("rules-of-play")}
    read = {rule.clause for rule in rules("rules-of-play", language) if rule.reading}
    assert read == {clause for clause in cited if register().clauses[clause].position}


# The hands ------------------------------------------------------------------------------------------------------------
RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
SAME = {
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pairs",
    (2, 1, 1, 1): "pair",
}


def kind(cards: tuple[str, ...]) -> str:
    """What five cards are, worked out in another way than by looking at the name beside them."""
    ranks = sorted(RANKS.index(card[:-1]) for card in cards)
    counts = tuple(sorted((ranks.count(rank) for rank in set(ranks)), reverse=True))
    if counts in SAME:
        return SAME[counts]
    one_suit, in_a_row = len({card[-1] for card in cards}) == 1, ranks == list(range(ranks[0], ranks[0] + 5))
    if one_suit and in_a_row:
        return "royal_flush" if ranks[-1] == RANKS.index("A") else "straight_flush"
    return "flush" if one_suit else "straight" if in_a_row else "high_card"


def test_each_hand_is_drawn_with_five_different_cards_that_are_that_hand():
    terms = terms_of(EDITION)
    hands = rules_of_play.collect(terms, "en").hands
    assert [kind(hand.cards) for hand in hands] == list(terms[HAND_RANKING])
    for hand in hands:
        assert len(set(hand.cards)) == 5
        assert all(card[:-1] in RANKS and card[-1] in "shdc" for card in hand.cards)


def test_the_underlined_cards_are_the_combination_and_the_rest_are_side_cards():
    made = {kind(hand.cards): hand.made for hand in rules_of_play.collect(terms_of(EDITION), "en").hands}
    assert made["four_of_a_kind"] == made["two_pairs"] == 4
    assert made["three_of_a_kind"] == 3
    assert made["pair"] == 2
    assert made["high_card"] == 1
    assert {made[name] for name in ("royal_flush", "straight_flush", "full_house", "flush", "straight")} == {5}


def test_the_hands_follow_the_order_of_the_terms():
    names = list(terms_of(EDITION)[HAND_RANKING])
    turned = rules_of_play.collect(with_value("hand_ranking", names[::-1]), "en").hands
    assert turned == rules_of_play.collect(terms_of(EDITION), "en").hands[::-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_page_can_hang_alone_with_all_the_hands_in_order(language: str):
    page = pages(printed("rules-of-play", language, EDITION).content)[-1]
    names = [hand.name for hand in rules_of_play.collect(terms_of(EDITION), language).hands]
    places = [page.rindex(f"{name} ") for name in names]
    assert len(names) == 10
    assert places == sorted(places)


# What people type -----------------------------------------------------------------------------------------------------
ODD = "Café <b>d'Or</b> & fils &amp; <font size=40> **x** {y}"


def test_what_people_typed_is_printed_as_they_typed_it():
    sheet = Sheet("en", ODD, ODD, ODD, ODD)

    def compose() -> list[Flowable]:
        return [Heading("odd", "A < B & C"), plain(ODD)]

    found = text(build(sheet, compose))
    assert found.count(ODD) == 6  # band three times, footer twice, body
    assert "A < B & C" in found


def test_a_pair_of_texts_with_one_language_missing_fails():
    with pytest.raises(TypeError):
        said({"title": {"en": "Only English"}}, Spoken(terms_of(EDITION), "en"))
