"""What if so many came? A plan of one evening against the Terms, for anyone, before anything is signed."""

from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from licensing.domain.whatif import Plan
from licensing.forms.whatif import WhatIfForm
from licensing.terms import editions, terms_of
from licensing.web.access import Access, requires
from licensing.whatif_results import results_of


@requires(Access.PUBLIC)
@require_GET
def what_if(request: HttpRequest) -> HttpResponse:
    """The whole page or, while somebody types, what changes on it."""
    form = WhatIfForm(request.GET.dict())
    edition = editions().on(timezone.localdate())
    brief, results = shown(form.plan(), edition.id, get_language()) if form.is_valid() else ("", None)
    context = {"form": form, "brief": brief, "results": results, "edition": edition}
    if request.headers.get("HX-Request"):
        context["address"] = request.get_full_path()
        response = HttpResponse(render_to_string("licensing/_whatif_refresh.html", context))
    else:
        response = render(request, "licensing/whatif.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@lru_cache(maxsize=64)
def shown(plan: Plan, edition_id: str, _language: str | None) -> tuple[str, SafeString]:
    """Most visitors look at the example first, and a shared link is opened by several: those are worked out once."""
    results = results_of(plan, terms_of(edition_id))
    return results.answer.brief, render_to_string("licensing/_whatif_results.html", {"results": results})
