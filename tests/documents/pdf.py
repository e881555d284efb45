"""What a reader finds in a PDF."""

from io import BytesIO

from pypdf import PdfReader


def pages(content: bytes) -> list[str]:
    """The text of each page, with every kind of space as one ordinary space."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(content)).pages]


def text(content: bytes) -> str:
    return " ".join(pages(content))


def outline(content: bytes) -> list[tuple[str, int]]:
    """The title and the page, from 1, of each entry."""
    reader = PdfReader(BytesIO(content))
    return [(str(entry["/Title"]), reader.get_destination_page_number(entry) + 1) for entry in reader.outline]


def fonts(content: bytes) -> set[str]:
    """The fonts that a page or a form on it names, without the letters that mark a part of a font."""
    reader = PdfReader(BytesIO(content))
    named = [font.get_object() for page in reader.pages for font in page["/Resources"]["/Font"].values()]
    return {str(font["/BaseFont"]).lstrip("/").rpartition("+")[2] for font in named}
