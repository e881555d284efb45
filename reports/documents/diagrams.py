"""The two pictures of the rules of play: who sits where, and the cards on the table."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from math import cos, pi, radians, sin

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from reports.documents.cards import SUITS, TALL, draw_back, draw_card, draw_path
from reports.documents.fonts import BODY, BOLD, HEADING
from reports.documents.look import BRASS, CARD, CARD_RED, FELT, FELT_LIGHT, INK, IVORY, LINE_STRONG, MUTED, PAPER, SUNKEN

RANKS = "A K Q J 10 9 8 7 6 5 4 3 2".split()
FLOP, TURN, RIVER = ("Qh", "7c", "2d"), "Ks", "9h"


class Picture(Flowable):
    """A drawing as wide as its column."""

    tall: float

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        self.width = width
        return width, self.tall

    def panel(self) -> None:
        self.canv.setFillColor(PAPER)
        self.canv.roundRect(0, 0, self.width, self.tall, 8, stroke=0, fill=1)


class Seating(Picture):
    """A full table from above: the dealer at the top, then the seats clockwise from the dealer's left."""

    tall = 160.0

    def __init__(self, seats: int, labels: Mapping[str, str]) -> None:
        super().__init__()
        self.spaceBefore, self.spaceAfter = 5, 6
        self.seats = seats
        self.labels = labels

    def place(self, seat: float, across: float, up: float) -> tuple[float, float]:
        """Around an oval, clockwise; place 0 is the dealer's."""
        angle = pi / 2 - 2 * pi * seat / (self.seats + 1)
        return self.width / 2 + across * cos(angle), self.tall / 2 + up * sin(angle)

    def draw(self) -> None:
        canvas: Canvas = self.canv
        self.panel()
        middle, centre = self.width / 2, self.tall / 2
        for across, up, colour in ((70, 48, BRASS), (67, 45, FELT)):
            canvas.setFillColor(colour)
            canvas.ellipse(middle - across, centre - up, middle + across, centre + up, stroke=0, fill=1)
        # The button where it leaves room for the names of its neighbours: low on the right.
        button = round(self.seats * 0.4)
        names = {button: "button", button + 1: "small", button + 2: "big", button + 3: "first"}
        for seat in range(1, self.seats + 1):
            self.seat(canvas, seat, names.get(seat))
        self.clockwise(canvas)
        canvas.setFillColor(INK)
        x, y = self.place(0, 70, 48)
        canvas.roundRect(x - 23, y - 4, 46, 15, 7.5, stroke=0, fill=1)
        canvas.setFillColor(IVORY)
        canvas.setFont(BOLD, 7.6)
        canvas.drawCentredString(x, y + 0.8, self.labels["dealer"])

    def clockwise(self, canvas: Canvas) -> None:
        """An arrow around the middle of the felt."""
        middle, centre = self.width / 2, self.tall / 2 + 9
        canvas.setStrokeColor(IVORY)
        canvas.setLineWidth(1.2)
        canvas.arc(middle - 27, centre - 13, middle + 27, centre + 13, startAng=150, extent=-220)
        x, y = middle + 27 * cos(radians(-70)), centre + 13 * sin(radians(-70))
        canvas.setFillColor(IVORY)
        draw_path(canvas, ((-1.2, -0.25), (0.7, 1), (0.7, -1)), x, y, 4.2)

    def seat(self, canvas: Canvas, seat: int, name: str | None) -> None:
        x, y = self.place(seat, 76, 55)
        canvas.setStrokeColor(LINE_STRONG)
        canvas.setLineWidth(0.8)
        canvas.setFillColor(CARD if name is None else FELT_LIGHT)
        canvas.circle(x, y, 9, stroke=1, fill=1)
        canvas.setFillColor(MUTED if name is None else IVORY)
        canvas.setFont(BOLD, 7.4)
        canvas.drawCentredString(x, y - 2.6, str(seat))
        if name is None:
            return
        self.chips(canvas, seat, name)
        right, low = x > self.width / 2, y < self.tall / 2 - 45
        canvas.setFillColor(INK)
        canvas.setFont(BOLD, 8.4)
        across, up = (1, -19) if low else (13, -3)
        write = canvas.drawString if right else canvas.drawRightString
        write(x + (across if right else -across), y + up, self.labels[name])

    def chips(self, canvas: Canvas, seat: int, name: str) -> None:
        """The button is a white disc, the small blind one chip, the big blind two."""
        x, y = self.place(seat, 50, 28)
        canvas.setStrokeColor(FELT)
        canvas.setLineWidth(0.8)
        canvas.setFillColor(IVORY if name == "button" else BRASS)
        for lift in {"button": (0,), "small": (0,), "big": (0, 4)}.get(name, ()):
            canvas.ellipse(x - 6.5, y - 4 + lift, x + 6.5, y + 4 + lift, stroke=1, fill=1)


class Board(Picture):
    """The five cards that all share, each group after its burned card."""

    tall = 66.0

    def __init__(self, labels: Mapping[str, str]) -> None:
        super().__init__()
        self.spaceBefore, self.spaceAfter = 5, 6
        self.labels = labels

    def draw(self) -> None:
        canvas: Canvas = self.canv
        self.panel()
        groups = (("flop", FLOP), ("turn", (TURN,)), ("river", (RIVER,)))
        wide, apart, between = 25.0, 3.0, 11.0
        total = 8 * wide + 5 * apart + 2 * between
        x, y = (self.width - total) / 2, self.tall - 9 - wide * TALL
        canvas.setFont(BODY, 7.4)
        for name, cards in groups:
            draw_back(canvas, x, y, wide)
            self.label(canvas, x + wide / 2, y, self.labels["burn"], BODY)
            x += wide + apart
            for n, card in enumerate(cards):
                draw_card(canvas, x + n * (wide + apart), y, wide, card)
            span = len(cards) * (wide + apart) - apart
            self.label(canvas, x + span / 2, y, self.labels[name], BOLD)
            x += span + between

    @staticmethod
    def label(canvas: Canvas, x: float, y: float, text: str, font: str) -> None:
        canvas.setFillColor(INK if font == BOLD else MUTED)
        canvas.setFont(font, 8 if font == BOLD else 7)
        canvas.drawCentredString(x, y - 12, text)


class Underlined(Flowable):
    """Five cards in a row, with a brass line under those that make the combination."""

    def __init__(self, cards: tuple[str, ...], made: int, wide: float) -> None:
        super().__init__()
        self.cards, self.made, self.wide = cards, made, wide
        self.apart = 3.5

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        return len(self.cards) * (self.wide + self.apart) - self.apart, self.wide * TALL + 6

    def draw(self) -> None:
        for n, card in enumerate(self.cards):
            x = n * (self.wide + self.apart)
            draw_card(self.canv, x, 6, self.wide, card)
            if n < self.made:
                self.canv.setFillColor(BRASS)
                self.canv.rect(x, 0, self.wide + (self.apart if n + 1 < self.made else 0), 2.4, stroke=0, fill=1)


class Ranks(Picture):
    """All ranks in their order across the page, the ace once more at the low end, and the four suits."""

    tall = 70.0

    def __init__(self, labels: Mapping[str, str]) -> None:
        super().__init__()
        self.labels = labels

    def draw(self) -> None:
        canvas: Canvas = self.canv
        self.panel()
        wide, apart, y = 25.0, 3.0, self.tall - 9 - 25 * TALL
        x = 12.0
        for n, rank in enumerate(RANKS):
            draw_card(canvas, x, y, wide, rank + "shcd"[n % 4])
            x += wide + apart
        self.write(canvas, canvas.drawString, 12, y, self.labels["high"])
        self.write(canvas, canvas.drawRightString, x - apart, y, self.labels["low"])
        x += 11
        draw_card(canvas, x, y, wide, f"{RANKS[0]}s")
        self.write(canvas, canvas.drawString, x, y, self.labels["ace"])
        middle = (x + wide + self.width) / 2 + 6
        for n, suit in enumerate(SUITS):
            canvas.setFillColor(CARD_RED if suit in "hd" else INK)
            SUITS[suit](canvas, middle + (n - 1.5) * 18, y + 17, 7)
        self.write(canvas, canvas.drawCentredString, middle, y, self.labels["suits"])

    @staticmethod
    def write(canvas: Canvas, write: Callable[[float, float, str], None], x: float, y: float, text: str) -> None:
        canvas.setFillColor(MUTED)
        canvas.setFont(BOLD, 7.6)
        write(x, y - 13, text)


class Bar(Picture):
    """Shares of a whole from left to right, each in its own shade, with its figure and its name: it reads in grey too."""

    tall = 36.0
    shades = ((SUNKEN, INK), (FELT, IVORY), (BRASS, INK))

    def __init__(self, shares: Sequence[tuple[Decimal, str, str]]) -> None:
        super().__init__()
        self.shares = shares

    def draw(self) -> None:
        canvas: Canvas = self.canv
        whole = sum(size for size, _, _ in self.shares)
        x = 0.0
        for (size, text, name), (back, ink) in zip(self.shares, self.shades, strict=True):
            wide = float(size / whole) * self.width
            canvas.setFillColor(back)
            canvas.setStrokeColor(LINE_STRONG)
            canvas.setLineWidth(0.8)
            canvas.rect(x, 0, wide, self.tall, stroke=1, fill=1)
            canvas.setFillColor(ink)
            canvas.setFont(HEADING, 15)
            canvas.drawCentredString(x + wide / 2, 17, text)
            canvas.setFont(BOLD, 8)
            canvas.drawCentredString(x + wide / 2, 6, name)
            x += wide
