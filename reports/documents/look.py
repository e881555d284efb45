"""The look of every document: colours, styles, and the only two ways a text becomes a paragraph."""

import re
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from reports.documents.fonts import BODY, BOLD, HEADING

FELT, FELT_LIGHT, ACCENT = (HexColor(code) for code in ("#103f30", "#1b6a50", "#135d46"))
IVORY, IVORY_SOFT, PAPER, SUNKEN = (HexColor(code) for code in ("#fbf6ea", "#d3dfd5", "#faf6ed", "#f3eddf"))
BRASS, BRASS_INK, LINE, LINE_STRONG = (HexColor(code) for code in ("#d9a441", "#8f6014", "#e0d7c5", "#857c6b"))
INK, MUTED, CARD, CARD_RED = (HexColor(code) for code in ("#1c2420", "#535b55", "#fffdf7", "#b3261e"))

TEXT = ParagraphStyle("text", fontName=BODY, fontSize=9.9, leading=13.2, textColor=INK, allowWidows=0, allowOrphans=0)
NOTE = ParagraphStyle("note", TEXT, fontSize=8.6, leading=11.4, textColor=MUTED)
SECTION = ParagraphStyle(
    "section", TEXT, fontName=HEADING, fontSize=14.5, leading=17, textColor=FELT, spaceBefore=11, spaceAfter=4, keepWithNext=1
)
RULE = ParagraphStyle(
    "rule", TEXT, leftIndent=26, bulletIndent=0, bulletFontName=BOLD, bulletFontSize=7.2, bulletColor=BRASS_INK, spaceAfter=3.6
)
TITLE = ParagraphStyle("title", fontName=HEADING, fontSize=30, leading=33, textColor=IVORY)
SUBTITLE = ParagraphStyle("subtitle", fontName=BOLD, fontSize=11, leading=15, textColor=BRASS)
LEAD = ParagraphStyle("lead", fontName=BODY, fontSize=9.4, leading=12.8, textColor=IVORY_SOFT)

BOLD_TEXT = re.compile(r"\*\*(.+?)\*\*")


def plain(text: str, style: ParagraphStyle = TEXT) -> Paragraph:
    """For what people typed: nothing in it means anything to the printer."""
    return Paragraph(escape(text), style)


def marked(text: str) -> str:
    """Our own texts know one mark, two pairs of stars for bold; everything else in them is escaped too."""
    return BOLD_TEXT.sub(r"<b>\1</b>", escape(text))
