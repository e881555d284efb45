"""The texts of a document: a TOML file beside the code, French and English side by side, said in one language."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from licensing.domain.terms import Bilingual, Terms
from reports.documents.words import Spoken, typeset

LANGUAGES = Bilingual("English", "Français")
FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Rule:
    clause: str
    text: str
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    key: str
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the frame of a document says on every page."""

    language: str
    title: str
    subtitle: str
    lead: str
    edition: str


@cache
def written(document: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{document}.toml").read_text(encoding="utf-8"))


def title_of(document: str) -> Bilingual:
    return Bilingual(**written(document)["title"])


def said(node: Any, spoken: Spoken) -> Any:
    """The same tree with every pair of languages replaced by one text, filled with the values of the Terms."""
    if isinstance(node, list):
        return tuple(said(item, spoken) for item in node)
    if not isinstance(node, dict):
        return node
    if node.keys() & {"en", "fr"}:
        return spoken.fill(Bilingual(**node))
    return {key: said(value, spoken) for key, value in node.items()}


def sections(texts: dict[str, Any]) -> tuple[Section, ...]:
    return tuple(Section(each["key"], each["title"], tuple(Rule(**rule) for rule in each["rules"])) for each in texts["sections"])


def sheet(texts: dict[str, Any], terms: Terms, language: str) -> Sheet:
    edition = typeset(terms.edition.name.text(language), language)
    return Sheet(language, texts["title"], texts["subtitle"], texts["lead"], edition)
