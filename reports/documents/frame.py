"""The frame of every document: letter size, the band with its title, header and footer, outline, the same bytes each time."""

from collections.abc import Callable, Sequence
from io import BytesIO

from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph

from licensing.domain.terms import Bilingual
from reports.documents.cards import draw_mark
from reports.documents.fonts import BODY, BOLD, HEADING, register_fonts
from reports.documents.look import BRASS, FELT, IVORY, LEAD, LINE, MUTED, RULE, SECTION, SUBTITLE, TITLE, marked, plain
from reports.documents.texts import LANGUAGES, Rule, Sheet
from reports.documents.words import typeset

PRODUCT = "Cagnotte"
WIDTH, HEIGHT = letter
MARGIN, GUTTER = 45.0, 24.0
INSIDE = WIDTH - 2 * MARGIN
BOTTOM, TOP = 48.0, HEIGHT - 52.0
BAND_TEXT = INSIDE - 104
PAGE = Bilingual("Page {} of ", "Page {} sur ")
PAGE_COUNT = "page-count"
READING = Bilingual("Our reading:", "Notre lecture :")


class CountedCanvas(Canvas):
    """Knows only at the end how many pages there are: until then they show a form that is filled in last."""

    def save(self) -> None:
        self.beginForm(PAGE_COUNT, 0, -3, 24, 12)
        self.setFillColor(MUTED)
        self.setFont(BODY, 7.6)
        self.drawString(0, 0, str(self.getPageNumber() - 1))
        self.endForm()
        super().save()


class Heading(Paragraph):
    """A title that the outline of the file lists."""

    def __init__(self, key: str, text: str, style: ParagraphStyle = SECTION) -> None:
        super().__init__(marked(text), style)
        self.key = key
        self.title = text

    def draw(self) -> None:
        self.canv.bookmarkHorizontal(self.key, 0, self.height + 6)
        self.canv.addOutlineEntry(self.title, self.key, 0)
        super().draw()


class Letter(BaseDocTemplate):
    """One document: a first page under the band, the following ones under a thin header."""

    def __init__(self, file: BytesIO, sheet: Sheet, columns: int, foot: Flowable | None) -> None:
        super().__init__(
            file,
            pagesize=letter,
            title=f"{sheet.title} · {sheet.subtitle}",
            author=PRODUCT,
            creator=PRODUCT,
            subject=sheet.edition,
            lang=f"{sheet.language}-CA",
            invariant=1,
        )
        self.sheet = sheet
        self.band = [plain(sheet.title, TITLE), plain(sheet.subtitle, SUBTITLE), plain(sheet.lead, LEAD)]
        self.band_height = sum(part.wrap(BAND_TEXT, HEIGHT)[1] for part in self.band) + 36
        self.foot = foot
        top = HEIGHT - self.band_height - 14
        bottom = BOTTOM + (foot.wrap(INSIDE, HEIGHT)[1] + 8 if foot else 0)
        self.addPageTemplates(
            [
                PageTemplate("first", side_by_side(columns, top), onPage=self.first, autoNextPageTemplate="later"),
                PageTemplate("later", side_by_side(columns, bottom=bottom), onPage=self.with_foot),
                PageTemplate("wide", side_by_side(1), onPage=self.later),
            ]
        )

    def first(self, canvas: Canvas, _document: BaseDocTemplate) -> None:
        canvas.setViewerPreference("DisplayDocTitle", "true")
        canvas.setFillColor(FELT)
        canvas.rect(0, HEIGHT - self.band_height, WIDTH, self.band_height, stroke=0, fill=1)
        canvas.setFillColor(BRASS)
        canvas.rect(0, HEIGHT - self.band_height - 2.4, WIDTH, 2.4, stroke=0, fill=1)
        top = HEIGHT - 18
        for part in self.band:
            top -= part.height
            part.drawOn(canvas, MARGIN, top)
            top -= 4
        centre = WIDTH - MARGIN - 36
        draw_mark(canvas, centre, HEIGHT - self.band_height / 2 + 8, 35)
        canvas.setFillColor(IVORY)
        canvas.setFont(HEADING, 13)
        canvas.drawCentredString(centre, HEIGHT - self.band_height / 2 - 42, PRODUCT)
        self.footer(canvas)

    def later(self, canvas: Canvas, _document: BaseDocTemplate) -> None:
        draw_mark(canvas, MARGIN + 9, HEIGHT - 32, 9)
        canvas.setFillColor(FELT)
        canvas.setFont(HEADING, 11)
        canvas.drawString(MARGIN + 24, HEIGHT - 35.5, PRODUCT)
        canvas.setFont(BOLD, 8.6)
        canvas.drawRightString(WIDTH - MARGIN, HEIGHT - 35, f"{self.sheet.title} · {self.sheet.subtitle}")
        canvas.setStrokeColor(BRASS)
        canvas.setLineWidth(1.2)
        canvas.line(MARGIN, HEIGHT - 46, WIDTH - MARGIN, HEIGHT - 46)
        self.footer(canvas)

    def with_foot(self, canvas: Canvas, document: BaseDocTemplate) -> None:
        self.later(canvas, document)
        if self.foot:
            self.foot.drawOn(canvas, MARGIN, BOTTOM)

    def footer(self, canvas: Canvas) -> None:
        canvas.saveState()
        canvas.setStrokeColor(LINE)
        canvas.setLineWidth(0.8)
        canvas.line(MARGIN, 38, WIDTH - MARGIN, 38)
        canvas.setFillColor(MUTED)
        canvas.setFont(BODY, 7.6)
        canvas.drawString(MARGIN, 27, f"{self.sheet.title} · {self.sheet.edition}")
        page = f"{LANGUAGES.text(self.sheet.language)} · {PAGE.text(self.sheet.language).format(canvas.getPageNumber())}"
        right = WIDTH - MARGIN - stringWidth("0", BODY, 7.6)
        canvas.drawRightString(right, 27, page)
        canvas.translate(right, 27)
        canvas.doForm(PAGE_COUNT)
        canvas.restoreState()


def side_by_side(columns: int, top: float = TOP, bottom: float = BOTTOM) -> list[Frame]:
    width = (INSIDE - GUTTER * (columns - 1)) / columns
    return [
        Frame(
            MARGIN + n * (width + GUTTER), bottom, width, top - bottom, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0
        )
        for n in range(columns)
    ]


def rule_paragraphs(rules: Sequence[Rule], language: str, style: ParagraphStyle = RULE) -> list[Flowable]:
    """Each rule with the number of its clause in the margin; a number is not repeated while it stays the same."""
    label = typeset(READING.text(language), language)
    quiet = f"color='#{MUTED.hexval()[2:]}' size='{style.fontSize - 0.7}'"
    before = ""
    story: list[Flowable] = []
    for rule in rules:
        text = marked(rule.text)
        if rule.reading:
            text += f"<br/><font {quiet}><i><b>{label}</b> {marked(rule.reading)}</i></font>"
        story.append(Paragraph(text, style, bulletText=rule.clause if rule.clause != before else "•"))
        before = rule.clause
    return story


def build(sheet: Sheet, compose: Callable[[], list[Flowable]], *, columns: int = 1, foot: Flowable | None = None) -> bytes:
    """`compose` makes the story once the fonts are there, without which no paragraph can be made. `foot` ends the later pages."""
    register_fonts()
    file = BytesIO()
    Letter(file, sheet, columns, foot).build(compose(), canvasmaker=CountedCanvas)
    return file.getvalue()
