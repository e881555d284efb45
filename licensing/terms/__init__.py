"""The editions of the Terms and the register of their clauses: TOML files in this folder, read once a process."""

from collections.abc import Iterable
from datetime import date
from functools import cache
from pathlib import Path

from licensing.domain.catalogue import Register, read_catalogue
from licensing.domain.terms import Editions, Override, Terms


@cache
def _catalogue() -> tuple[Editions, Register]:
    files = Path(__file__).parent.glob("*.toml")
    # What is not UTF-8 is replaced by a mark that the reader refuses, with file and key, along with all other problems.
    return read_catalogue({path.name: path.read_text(encoding="utf-8", errors="replace") for path in files})


def editions() -> Editions:
    return _catalogue()[0]


def register() -> Register:
    return _catalogue()[1]


def terms_on(day: date) -> Terms:
    """The Terms for whoever has no licence yet: those of the edition in force on the day."""
    return Terms(editions().on(day))


def terms_of(edition: str, overrides: Iterable[Override] = ()) -> Terms:
    """The Terms of a licence: the edition that it pins, and the registrar's overrides on it."""
    return Terms(editions().named(edition), overrides)
