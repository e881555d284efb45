"""The register of the Terms: every clause, how it is kept, and the numbers in force. Anyone may read it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import time
from decimal import Decimal
from functools import cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.formats import time_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from licensing.domain import parameters
from licensing.domain.catalogue import Clause, Kind
from licensing.domain.parameters import ManagerGrid
from licensing.domain.rules import RULES
from licensing.domain.terms import Edition, NoEdition
from licensing.domain.text import fold
from licensing.findings import SEVERITIES, STAGES, SUBJECTS, shown
from licensing.templatetags.cagnotte import percent
from licensing.terms import editions, register
from licensing.web.access import Access, requires
from licensing.web.tables import LONGEST_SEARCH

KINDS = {
    Kind.LIMIT: (_("Limit"), _("A number is checked, before the act where that is possible.")),
    Kind.GATE: (_("Gate"), _("An act is impossible until its condition holds.")),
    Kind.RECORD: (_("Record"), _("Evidence is kept, with who and when.")),
    Kind.ATTEST: (_("Attestation"), _("A named person confirms it on a checklist.")),
    Kind.DOCUMENT: (_("Document"), _("It is printed on a document that Cagnotte makes.")),
    Kind.POWER: (_("Power"), _("Something the registrar may do, with a reason and a trace.")),
}


@requires(Access.PUBLIC)
@require_GET
def terms(request: HttpRequest) -> HttpResponse:
    edition = chosen_edition(request.GET.get("edition", ""))
    search = request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]
    kind = request.GET.get("kind", "")
    language = get_language() or "en"
    clauses = list(found(search, kind, language))
    context = {
        "edition": edition,
        "editions": reversed(editions().all),
        "in_force": editions().on(timezone.localdate()),
        "search": search,
        "kind": kind,
        "kinds": [(kind.value, name, text) for kind, (name, text) in KINDS.items()],
        "sections": in_sections(clauses, edition, language),
        "contents": [(number, title.text(language)) for number, title in register().sections.items()],
        "count": len(clauses),
    }
    return render(request, "licensing/terms.html", context)


def chosen_edition(edition_id: str) -> Edition:
    try:
        return editions().named(edition_id) if edition_id else editions().on(timezone.localdate())
    except NoEdition as unknown:
        raise Http404(str(unknown)) from None


def found(search: str, kind: str, language: str) -> Iterable[Clause]:
    """A number finds its clause; words find what holds them all, accents and capitals aside."""
    clauses = register().clauses
    candidates = [clauses[search]] if search in clauses else clauses.values()
    words = [] if search in clauses else fold(search).split()
    for clause in candidates:
        if (not kind or kind in clause.kinds) and all(word in haystack(clause.id, language) for word in words):
            yield clause


@cache
def haystack(clause_id: str, language: str) -> str:
    clause = register().clauses[clause_id]
    texts = (clause.gist, clause.how, clause.position, clause.reason, *(place.name for place in clause.where))
    return fold(" ".join([clause_id, *(text.text(language) for text in texts if text)]))


def in_sections(clauses: Iterable[Clause], edition: Edition, language: str) -> list[tuple[int, str, SafeString]]:
    parts: dict[int, list[SafeString]] = {}
    for clause in clauses:
        parts.setdefault(clause.section, []).append(drawn(clause.id, edition.id, language))
    sections = register().sections
    return [(number, sections[number].text(language), mark_safe("".join(drawings))) for number, drawings in parts.items()]


@cache
def drawn(clause_id: str, edition_id: str, language: str) -> SafeString:
    """A clause is the same for everyone, so it is written once: a hundred of them would be most of the page's cost."""
    clause, edition = register().clauses[clause_id], editions().named(edition_id)
    context = {
        "clause": clause,
        "gist": clause.gist.text(language),
        "how": clause.how.text(language),
        "position": clause.position and clause.position.text(language),
        "reason": clause.reason and clause.reason.text(language),
        "kinds": [KINDS[kind][0] for kind in clause.kinds],
        "built": [place.name.text(language) for place in clause.where if place.built],
        "to_come": [place.name.text(language) for place in clause.where if not place.built],
        "numbers": numbers(clause, edition, language),
        "rules": [
            (SUBJECTS[rule.name], [STAGES[stage] for stage in STAGES if stage in rule.stages], SEVERITIES[rule.severity])
            for rule in RULES
            if rule.clause == clause.id
        ],
    }
    return render_to_string("licensing/_clause.html", context)


@dataclass(frozen=True)
class Number:
    """A parameter as the page shows it: a value, or the rows of the grid."""

    label: str
    value: str = ""
    grid: ManagerGrid | None = None


def numbers(clause: Clause, edition: Edition, language: str) -> list[Number]:
    found = []
    for parameter in parameters.BY_NAME.values():
        setting = edition.settings.get(parameter.name)
        if setting is None or parameter.clause != clause.id:
            continue
        label = setting.gist.text(language)
        if isinstance(setting.value, ManagerGrid):
            found.append(Number(label, grid=setting.value))
        else:
            found.append(Number(label, written(parameter, setting.value)))
    return found


def written(parameter: parameters.Parameter[object], value: object) -> str:
    if parameter.read is parameters.share and isinstance(value, Decimal):
        return percent(float(value * 100))
    if parameter.read is parameters.weekday and isinstance(value, int):
        return str(WEEKDAYS[value])
    if isinstance(value, time):
        return time_format(value, "TIME_FORMAT")
    return shown(value)
