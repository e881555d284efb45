"""The product's two typefaces, as a PDF wants them: Lato for reading, Fraunces for headings."""

from functools import cache
from io import BytesIO
from threading import Lock

from reportlab.lib.fonts import addMapping
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

BODY, BOLD, ITALIC, BOLD_ITALIC, HEADING = "Lato", "Lato-Bold", "Lato-Italic", "Lato-BoldItalic", "Fraunces"
LATO = {BODY: "Regular", BOLD: "Bold", ITALIC: "Italic", BOLD_ITALIC: "BoldItalic"}
ONE_AT_A_TIME = Lock()


def register_fonts() -> None:
    """One thread at a time: a font that is registered twice changes under the hands of whoever prints with it."""
    with ONE_AT_A_TIME:
        _register()


@cache
def _register() -> None:
    """Once a process, and not before it prints: cutting one weight out of the variable Fraunces takes longer than ten pages."""
    from config.assets import package_file  # brings the tools that cut fonts, ten megabytes that most processes never need

    for name, file in LATO.items():
        registerFont(TTFont(name, str(package_file("fontpkg_lato", f"files/Lato-{file}.ttf"))))
    addMapping(BODY, 0, 0, BODY)
    addMapping(BODY, 1, 0, BOLD)
    addMapping(BODY, 0, 1, ITALIC)
    addMapping(BODY, 1, 1, BOLD_ITALIC)
    registerFont(TTFont(HEADING, _fraunces()))


def _fraunces() -> BytesIO:
    """The weight that the pages use. A PDF takes no WOFF2, so it is unpacked again."""
    from fontTools.ttLib import TTFont as FontFile

    from config.assets import FONTS, package_file, small_font

    font = FontFile(BytesIO(small_font(package_file(*FONTS["fraunces.woff2"]))), recalcTimestamp=False)
    font.flavor = None
    file = BytesIO()
    font.save(file)
    file.seek(0)
    return file
