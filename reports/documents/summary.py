"""The Terms on one page, for players: who may play, what it costs, where the money goes, how the evening runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Paragraph, Spacer, Table

from licensing.domain.parameters import CHARITY_SHARE, EXPENSE_SHARE, PRIZE_SHARE
from licensing.domain.terms import Terms
from reports.documents.diagrams import Bar
from reports.documents.fonts import HEADING
from reports.documents.frame import GUTTER, INSIDE, Heading, build, rule_paragraphs
from reports.documents.look import FELT, MUTED, NOTE, PAPER, RULE, SECTION, TEXT, marked, plain
from reports.documents.texts import Rule, Section, Sheet, said, sections, sheet, written
from reports.documents.words import Spoken

FIGURE = ParagraphStyle("figure", TEXT, fontName=HEADING, fontSize=23, leading=27, textColor=FELT, alignment=1)
LABEL = ParagraphStyle("label", TEXT, fontSize=8.2, leading=10, textColor=MUTED, alignment=1)
HEAD = ParagraphStyle("head", SECTION, fontSize=13.5, leading=16, spaceBefore=9, spaceAfter=3)
SHORT = ParagraphStyle("short", RULE, fontSize=9.2, leading=11.9, leftIndent=24, spaceAfter=2.6)
BAR_NOTE = ParagraphStyle("bar note", NOTE, fontSize=8, leading=10, spaceBefore=3, spaceAfter=5, alignment=1)
SHARES = {"expenses": EXPENSE_SHARE, "prizes": PRIZE_SHARE, "charity": CHARITY_SHARE}


@dataclass(frozen=True, slots=True)
class Figure:
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Share:
    """One part of the money: its size, how it is said, and the rule behind it."""

    size: Decimal
    said: str
    name: str
    rule: Rule


@dataclass(frozen=True, slots=True)
class Summary:
    sheet: Sheet
    figures: tuple[Figure, ...]
    sections: tuple[Section, ...]
    money_title: str
    money_note: str
    shares: tuple[Share, ...]


def collect(terms: Terms, language: str) -> Summary:
    texts = said(written("summary"), Spoken(terms, language))
    money = texts["money"]
    return Summary(
        sheet(texts, terms, language),
        tuple(Figure(**figure) for figure in texts["figures"]),
        sections(texts),
        money["title"],
        money["note"],
        tuple(_share(terms[parameter], money[name]) for name, parameter in SHARES.items()),
    )


def _share(size: Decimal, texts: Mapping[str, str]) -> Share:
    return Share(size, texts["share"], texts["name"], Rule(texts["clause"], texts["text"]))


def render(data: Summary) -> bytes:
    return build(data.sheet, partial(_story, data))


def _story(data: Summary) -> list[Flowable]:
    who, cost, prizes, evening, dispute, registrar = (_section(section, data.sheet.language) for section in data.sections)
    return [
        _figures(data.figures),
        Spacer(0, 9),
        _side_by_side([who, cost]),
        Heading("money", data.money_title, HEAD),
        Bar([(share.size, share.said, share.name) for share in data.shares]),
        plain(data.money_note, BAR_NOTE),
        _side_by_side([rule_paragraphs([share.rule], data.sheet.language, SHORT) for share in data.shares], apart=14),
        Spacer(0, 9),
        _side_by_side([[*prizes, *dispute], [*evening, *registrar]]),
    ]


def _section(section: Section, language: str) -> list[Flowable]:
    return [Heading(section.key, section.title, HEAD), *rule_paragraphs(section.rules, language, SHORT)]


def _figures(figures: Sequence[Figure]) -> Table:
    cells = [[Paragraph(marked(figure.value), FIGURE), Paragraph(marked(figure.label), LABEL)] for figure in figures]
    return Table(
        [cells],
        colWidths=[INSIDE / len(cells)] * len(cells),
        style=[
            ("BACKGROUND", (0, 0), (-1, -1), PAPER),
            ("ROUNDEDCORNERS", [8, 8, 8, 8]),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("TOPPADDING", (0, 0), (-1, -1), 6),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 8),
        ],
    )


def _side_by_side(columns: Sequence[list[Flowable]], apart: float = GUTTER) -> Table:
    width = (INSIDE - apart * (len(columns) - 1)) / len(columns)
    return Table(
        [list(columns)],
        colWidths=[width + apart] * (len(columns) - 1) + [width],
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-2, -1), apart),
            ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 0),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
        ],
    )
