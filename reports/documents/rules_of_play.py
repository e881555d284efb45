"""The rules of play: section 10 of the Terms in plain words, with every hand drawn as cards. Handed out to players (6.20)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, FrameBreak, NextPageTemplate, PageBreak, Paragraph, Spacer, Table

from licensing.domain.parameters import HAND_RANKING, SEATS_PER_TABLE
from licensing.domain.terms import Terms
from reports.documents.diagrams import Board, Ranks, Seating, Underlined
from reports.documents.fonts import HEADING
from reports.documents.frame import INSIDE, Heading, build, rule_paragraphs
from reports.documents.look import BRASS_INK, FELT, LINE, NOTE, SECTION, TEXT, marked
from reports.documents.texts import Rule, Section, Sheet, said, sections, sheet, written
from reports.documents.words import Spoken

# One column each: before a hand, around it, the hand itself, and what comes of it.
NEW_COLUMN = {"conduct", "rounds", "split"}

NAME = ParagraphStyle("hand", TEXT, fontName=HEADING, fontSize=13, leading=16, textColor=FELT)
NUMBER = ParagraphStyle("number", NAME, fontSize=17, leading=20, textColor=BRASS_INK, alignment=1)
WHAT = ParagraphStyle("what", TEXT, fontSize=9.6, leading=12.4)


@dataclass(frozen=True, slots=True)
class Hand:
    """The first `made` cards are the combination, the others side cards."""

    name: str
    cards: tuple[str, ...]
    made: int
    what: str
    tie: str


@dataclass(frozen=True, slots=True)
class RulesOfPlay:
    sheet: Sheet
    sections: tuple[Section, ...]
    ranking: str
    comparing: Rule
    hands: tuple[Hand, ...]
    seats: int
    seating: Mapping[str, str]
    board: Mapping[str, str]
    ranks: Mapping[str, str]


def collect(terms: Terms, language: str) -> RulesOfPlay:
    texts = said(written("rules_of_play"), Spoken(terms, language))
    ranking = texts["ranking"]
    return RulesOfPlay(
        sheet(texts, terms, language),
        sections(texts),
        ranking["title"],
        Rule(HAND_RANKING.clause, ranking["rule"], ranking["reading"]),
        tuple(_hand(texts["hands"][name], ranking["tie"]) for name in terms[HAND_RANKING]),
        terms[SEATS_PER_TABLE],
        MappingProxyType(texts["seating"]),
        MappingProxyType(texts["board"]),
        MappingProxyType(texts["ranks"]),
    )


def _hand(texts: Mapping[str, str], tie: str) -> Hand:
    combination, _, side = texts["cards"].partition("|")
    made = len(combination.split())
    return Hand(texts["name"], (*combination.split(), *side.split()), made, texts["what"], f"**{tie}** {texts['tie']}")


def render(data: RulesOfPlay) -> bytes:
    return build(data.sheet, partial(_story, data), columns=2, foot=Ranks(data.ranks))


def _story(data: RulesOfPlay) -> list[Flowable]:
    story: list[Flowable] = []
    for section in data.sections:
        if section.key in NEW_COLUMN:
            story.append(FrameBreak())
        story.append(Heading(section.key, section.title))
        rules = rule_paragraphs(section.rules, data.sheet.language)
        story += [Seating(data.seats, data.seating), *rules, Board(data.board)] if section.key == "rounds" else rules
    story += [NextPageTemplate("wide"), PageBreak(), Heading("hands", data.ranking, SECTION)]
    story += [*rule_paragraphs([data.comparing], data.sheet.language), Spacer(0, 4), _hands(data.hands)]
    return story


def _hands(hands: tuple[Hand, ...]) -> Table:
    rows = [
        [
            Paragraph(str(number), NUMBER),
            Underlined(hand.cards, hand.made, 30),
            [Paragraph(marked(hand.name), NAME), Paragraph(marked(hand.what), WHAT), Paragraph(marked(hand.tie), NOTE)],
        ]
        for number, hand in enumerate(hands, 1)
    ]
    return Table(
        rows,
        colWidths=[34, 182, INSIDE - 216],
        style=[
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LINEABOVE", (0, 0), (-1, -1), 0.6, LINE),
            ("TOPPADDING", (0, 0), (-1, -1), 6),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 5),
            ("LEFTPADDING", (0, 0), (-1, -1), 4),
            ("RIGHTPADDING", (0, 0), (-1, -1), 4),
        ],
    )
