"""All documents by name. A new one joins here with its two halves and its title."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from licensing.domain.terms import Bilingual, Terms
from licensing.terms import terms_of
from reports.documents import rules_of_play, summary
from reports.documents.texts import title_of

Data = TypeVar("Data")


@dataclass(frozen=True, slots=True)
class Document(Generic[Data]):
    title: Bilingual
    collect: Callable[[Terms, str], Data]
    render: Callable[[Data], bytes]


@dataclass(frozen=True, slots=True)
class Printed:
    content: bytes
    digest: str


DOCUMENTS: dict[str, Document[Any]] = {
    "rules-of-play": Document(title_of("rules_of_play"), rules_of_play.collect, rules_of_play.render),
    "terms-summary": Document(title_of("summary"), summary.collect, summary.render),
}


@cache
def printed(name: str, language: str, edition: str) -> Printed:
    """Once a process: these depend on nothing but the edition of the Terms."""
    document = DOCUMENTS[name]
    content = document.render(document.collect(terms_of(edition), language))
    return Printed(content, hashlib.sha256(content).hexdigest())
