import json
import shutil
from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import get_language

from licensing.domain.catalogue import Clause, Kind, Register
from licensing.domain.rules import RULES
from licensing.terms import register

WORDS = {
    Kind.GATE: "gate",
    Kind.RECORD: "record",
    Kind.ATTEST: "attestation",
    Kind.DOCUMENT: "document",
    Kind.POWER: "power",
}
INDENT = " " * 7  # an id and its margin


class Command(BaseCommand):
    help = "List every clause of the Terms: its kind, what keeps it, where, and its gist."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="for scripts: a list of clauses, with both languages")

    def handle(self, *args: Any, **options: Any) -> None:
        found = register()
        if options["json"]:
            self.stdout.write(json.dumps([described(clause) for clause in found.clauses.values()], ensure_ascii=False, indent=2))
        else:
            width = shutil.get_terminal_size().columns
            self.stdout.write("\n".join(table(found, language=get_language() or "en", width=width)))


def kept_by(clause: Clause) -> list[str]:
    """The rules bound to the clause, then what else the software does for it."""
    return [rule.name for rule in RULES if rule.clause == clause.id] + [WORDS[kind] for kind in clause.kinds if kind in WORDS]


def described(clause: Clause) -> dict[str, object]:
    return {
        "id": clause.id,
        "kind": ", ".join(clause.kinds),
        "kept_by": kept_by(clause),
        "where": [place.id for place in clause.where],
        "en": clause.gist.en,
        "fr": clause.gist.fr,
    }


def table(found: Register, *, language: str, width: int) -> Iterator[str]:
    """By section: the gist of each clause, and below it what keeps it and where."""
    for number, name in found.sections.items():
        yield f"\n{number} {name.text(language)}"
        for clause in [clause for clause in found.clauses.values() if clause.section == number]:
            where = ", ".join(place.name.text(language) for place in clause.where)
            yield from wrap(f"{clause.id:<{len(INDENT) - 2}}  {clause.gist.text(language)}", width, subsequent_indent=INDENT)
            yield from wrap(f"[{', '.join(kept_by(clause))}] {where}", width, initial_indent=INDENT, subsequent_indent=INDENT)
