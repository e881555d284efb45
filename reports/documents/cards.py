"""Playing cards and the product's mark, drawn as vectors: sharp at any size, and told apart by shape when printed in grey."""

from collections.abc import Callable
from math import cos, radians, sin

from reportlab.pdfgen.canvas import Canvas

from reports.documents.fonts import BOLD
from reports.documents.look import ACCENT, BRASS, CARD, CARD_RED, FELT, INK, IVORY, LINE_STRONG

Point = tuple[float, ...]  # two numbers: a straight line to there; six: a curve
TALL = 1.4  # height of a card for a width of one

# Suits within a square from -1 to 1.
HEART: tuple[Point, ...] = (
    (0, -0.95),
    (-0.55, -0.5, -0.95, -0.1, -0.95, 0.38),
    (-0.95, 0.74, -0.7, 0.95, -0.45, 0.95),
    (-0.25, 0.95, -0.08, 0.84, 0, 0.62),
    (0.08, 0.84, 0.25, 0.95, 0.45, 0.95),
    (0.7, 0.95, 0.95, 0.74, 0.95, 0.38),
    (0.95, -0.1, 0.55, -0.5, 0, -0.95),
)
DIAMOND: tuple[Point, ...] = (
    (0, 1),
    (0.2, 0.62, 0.46, 0.28, 0.76, 0),
    (0.46, -0.28, 0.2, -0.62, 0, -1),
    (-0.2, -0.62, -0.46, -0.28, -0.76, 0),
    (-0.46, 0.28, -0.2, 0.62, 0, 1),
)
STEM: tuple[Point, ...] = ((0, 0), (0.04, -0.6, 0.12, -0.88, 0.4, -1), (-0.4, -1), (-0.12, -0.88, -0.04, -0.6, 0, 0))
SPADE: tuple[Point, ...] = (
    (0, 1),
    (0.5, 0.55, 0.95, 0.2, 0.95, -0.22),
    (0.95, -0.56, 0.72, -0.72, 0.48, -0.72),
    (0.28, -0.72, 0.1, -0.62, 0, -0.4),
    (-0.1, -0.62, -0.28, -0.72, -0.48, -0.72),
    (-0.72, -0.72, -0.95, -0.56, -0.95, -0.22),
    (-0.95, 0.2, -0.5, 0.55, 0, 1),
)


def draw_path(canvas: Canvas, points: tuple[Point, ...], x: float, y: float, size: float) -> None:
    """Fill a closed outline around a centre; `size` is half its width."""
    path = canvas.beginPath()
    path.moveTo(x + points[0][0] * size, y + points[0][1] * size)
    for point in points[1:]:
        moved = [origin + at * size for origin, at in zip((x, y) * 3, point, strict=False)]
        (path.lineTo if len(point) == 2 else path.curveTo)(*moved)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)


def draw_spade(canvas: Canvas, x: float, y: float, size: float) -> None:
    draw_path(canvas, STEM, x, y, size)
    draw_path(canvas, SPADE, x, y, size)


def draw_heart(canvas: Canvas, x: float, y: float, size: float) -> None:
    draw_path(canvas, HEART, x, y, size)


def draw_diamond(canvas: Canvas, x: float, y: float, size: float) -> None:
    draw_path(canvas, DIAMOND, x, y, size)


def draw_club(canvas: Canvas, x: float, y: float, size: float) -> None:
    draw_path(canvas, STEM, x, y, size)
    for across, up in ((0, 0.52), (-0.5, -0.2), (0.5, -0.2), (0, 0)):
        radius = 0.22 if (across, up) == (0, 0) else 0.46
        canvas.circle(x + across * size, y + up * size, radius * size, stroke=0, fill=1)


SUITS: dict[str, Callable[[Canvas, float, float, float], None]] = {
    "s": draw_spade,
    "h": draw_heart,
    "d": draw_diamond,
    "c": draw_club,
}


def draw_card(canvas: Canvas, x: float, y: float, width: float, card: str) -> None:
    """A card such as "10h" with its lower left corner at x, y: the rank above, one large suit below."""
    rank, suit = card[:-1], card[-1]
    height = TALL * width
    canvas.setFillColor(CARD)
    canvas.setStrokeColor(LINE_STRONG)
    canvas.setLineWidth(0.6)
    canvas.roundRect(x, y, width, height, width * 0.1, stroke=1, fill=1)
    canvas.setFillColor(CARD_RED if suit in "hd" else INK)
    size = width * 0.46
    canvas.setFont(BOLD, size)
    canvas.drawString(x + width * 0.11, y + height - size * 0.94, rank, charSpace=-0.06 * size if len(rank) > 1 else 0)
    SUITS[suit](canvas, x + width * 0.6, y + height * 0.31, width * 0.27)


def draw_back(canvas: Canvas, x: float, y: float, width: float) -> None:
    """A card face down."""
    height, edge = TALL * width, width * 0.1
    canvas.setFillColor(CARD)
    canvas.setStrokeColor(LINE_STRONG)
    canvas.setLineWidth(0.6)
    canvas.roundRect(x, y, width, height, width * 0.1, stroke=1, fill=1)
    canvas.setFillColor(FELT)
    canvas.roundRect(x + edge, y + edge, width - 2 * edge, height - 2 * edge, width * 0.06, stroke=0, fill=1)
    canvas.setFillColor(BRASS)
    draw_diamond(canvas, x + width / 2, y + height / 2, width * 0.22)


def draw_mark(canvas: Canvas, x: float, y: float, radius: float) -> None:
    """The product's chip around a centre."""
    canvas.setFillColor(ACCENT)
    canvas.circle(x, y, radius, stroke=0, fill=1)
    canvas.setFillColor(IVORY)
    canvas.circle(x, y, radius * 0.915, stroke=0, fill=1)
    canvas.setStrokeColor(BRASS)
    canvas.setLineWidth(radius * 0.34)
    canvas.setLineCap(0)
    for angle in range(30, 390, 60):
        across, up = cos(radians(angle)), sin(radians(angle))
        canvas.line(x + across * radius * 0.6, y + up * radius * 0.6, x + across * radius * 0.915, y + up * radius * 0.915)
    canvas.setFillColor(ACCENT)
    canvas.circle(x, y, radius * 0.68, stroke=0, fill=1)
    canvas.setFillColor(IVORY)
    draw_heart(canvas, x, y - radius * 0.02, radius * 0.46)
    canvas.setStrokeColor(ACCENT)
    canvas.setLineWidth(radius * 0.1)
    canvas.setLineCap(1)
    canvas.line(x - radius * 0.17, y + radius * 0.06, x + radius * 0.17, y + radius * 0.06)
    canvas.setLineCap(0)
