"""Takes from packages what the pages need, and makes it small: fonts cut to our letters, Bootstrap's CSS, htmx."""

import hashlib
import re
from importlib.metadata import version
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

# French and English, and the signs that money, dates and careful typing need.
LETTERS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *(0x2009, 0x2010, 0x2011, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x202F, 0x2032),
    *(0x20AC, 0x2122, 0x2190, 0x2192, 0x2212, 0x2248, 0x2260, 0x2264, 0x2265),
]
# A sign that a font lacks is drawn with its nearest relative, so that a line is not set in two fonts.
STAND_INS = {0x2011: 0x002D, 0x2010: 0x002D, 0x202F: 0x00A0, 0x2009: 0x00A0}
FEATURES = ["kern", "liga", "calt", "ccmp", "locl", "mark", "lnum", "tnum", "pnum", "case"]
# Headings have one weight, one optical size and no swashes: a third of the bytes.
HEADING_AXES = {"wght": 600, "opsz": 60, "SOFT": 40, "WONK": 0}

PACKAGES = ["django-js-lib-bootstrap5", "django-htmx", "fontpkg-lato", "fontpkg-fraunces", "fonttools", "brotli"]
BOOTSTRAP = ("js_lib_bootstrap5", "static/js-lib-bootstrap5/css/bootstrap.min.css")
HTMX = ("django_htmx", "static/django_htmx/htmx-2.min.js")
FONTS = {
    "lato-400.woff2": ("fontpkg_lato", "files/Lato-Regular.ttf"),
    "lato-700.woff2": ("fontpkg_lato", "files/Lato-Bold.ttf"),
    "fraunces.woff2": ("fontpkg_fraunces", "files/Fraunces[SOFT,WONK,opsz,wght].ttf"),
}
VENDOR = {"bootstrap.min.css": BOOTSTRAP, "htmx.min.js": HTMX}
SOURCE_MAP = re.compile(r"\s*(?:/\*[#@] sourceMappingURL=[^*]*\*/|//[#@] sourceMappingURL=\S*)")


def build(target: Path) -> None:
    """Fill `target/fonts` and `target/vendor`. Does nothing when the same inputs were built before."""
    stamp, digest = target / "stamp", inputs()
    outputs = [target / "fonts" / name for name in FONTS] + [target / "vendor" / name for name in VENDOR]
    if stamp.is_file() and stamp.read_text() == digest and all(path.is_file() for path in outputs):
        return
    for name, source in FONTS.items():
        write(target / "fonts" / name, small_font(package_file(*source)))
    for name, source in VENDOR.items():
        text = package_file(*source).read_text(encoding="utf-8")
        # The storage that gives files hashed names fails on a source map that is not there.
        write(target / "vendor" / name, SOURCE_MAP.sub("", text).encode())
    write(stamp, digest.encode())


def inputs() -> str:
    """A digest of this file and of the versions of the packages: reading the fonts themselves would be slow."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for package in PACKAGES:
        digest.update(f"{package}=={version(package)}\n".encode())
    return digest.hexdigest()


def package_file(package: str, path: str) -> Path:
    """A file inside an installed package, found without importing the package."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise RuntimeError(f"the package {package} is not installed")
    return Path(spec.origin).parent / path


def small_font(source: Path) -> bytes:
    """The font as WOFF2 with our letters only; a variable one at one place of its axes."""
    font = TTFont(source, recalcTimestamp=False)  # the same input gives the same bytes, and so the same hashed name
    for table in font["cmap"].tables:
        if table.isUnicode():
            for missing, relative in STAND_INS.items():
                if relative in table.cmap:
                    table.cmap.setdefault(missing, table.cmap[relative])
    options = subset.Options()
    options.layout_features = FEATURES
    options.name_IDs = [0, 1, 2, 13, 14]  # the name, and the licence that must travel with it
    options.hinting = False
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=LETTERS)
    cutter.subset(font)
    if "fvar" in font:
        font = instancer.instantiateVariableFont(font, HEADING_AXES)
    font.flavor = "woff2"
    content = BytesIO()
    font.save(content)
    return content.getvalue()


def write(path: Path, content: bytes) -> None:
    """Whole or not at all: another process may be serving the old file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.new")
    part.write_bytes(content)
    part.replace(path)
