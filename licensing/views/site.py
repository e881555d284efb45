"""Home, preferences, the profile, health and the style guide."""

from functools import lru_cache
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

import config
from licensing import queue, selectors
from licensing.domain.roles import GRANTED, OfficeRole, Permission, Role
from licensing.duties import OFFICE_DUTIES, duties_of
from licensing.forms.accounts import ProfileForm
from licensing.labels import OFFICE_ROLES, PERMISSIONS, ROLES
from licensing.models import User
from licensing.services.people import choose_language
from licensing.steps import first_steps
from licensing.timeline import entries
from licensing.web.access import Access, SignedInRequest, places_of, requires
from licensing.web.context import THEMES

YEAR = 365 * 24 * 3600


@requires(Access.PUBLIC)
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    user = request.user
    if not isinstance(user, User):
        return render(request, "landing.html", {"body": _front_page(translation.get_language())})
    if user.office:
        return render(request, "licensing/home_office.html", _office(user, user.office))
    places = list(places_of(request).values())
    roles = [role for role in Role if any(role in place.roles for place in places)]
    context = {
        "places": [(place.organisation, [ROLES[role] for role in place.roles]) for place in places],
        "duties": [(ROLES[role], duties_of(role)) for role in roles],
        "steps": first_steps(places[0]) if len(places) == 1 else None,
    }
    return render(request, "licensing/home.html", context)


@lru_cache
def _front_page(_language: str) -> SafeString:
    """The same for every visitor of one language, so it is written once: a quarter of the page's cost was its sentences."""
    return render_to_string("_landing.html")


def _office(user: User, role: OfficeRole) -> dict[str, Any]:
    context: dict[str, Any] = {"role": OFFICE_ROLES[role], "duties": OFFICE_DUTIES[role]}
    if role is OfficeRole.ADMINISTRATOR:
        return context | {
            "mail_waiting": selectors.mail_waiting(),
            "worker_seen": selectors.worker_last_seen(),
            "staff_count": selectors.staff().count(),
            "events": entries(selectors.newest_events_of(None)[:8]),
        }
    newest = selectors.organisations().order_by("-created_at", "-pk")
    return context | {"newest": newest[:6], "organisation_count": newest.count()}


@requires(Access.PUBLIC, before_second_factor=True)
@require_GET
def healthz(request: HttpRequest) -> HttpResponse:
    """For probes. A worker that is late is told, but takes no page away: only the database and the queue's door decide."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        seen = selectors.worker_last_seen()
        database = "ok"
    except DatabaseError:
        database, seen = "unreachable", None
    queue_state = "ok" if queue.is_reachable() else "unreachable"
    healthy = database == queue_state == "ok"
    state = {
        "status": "ok" if healthy else "failing",
        "database": database,
        "queue": queue_state,
        "worker_seen_seconds_ago": round((timezone.now() - seen).total_seconds()) if seen else None,
        "version": config.__version__,
    }
    response = JsonResponse(state, status=HTTPStatus.OK if healthy else HTTPStatus.SERVICE_UNAVAILABLE)
    response["Cache-Control"] = "no-store"
    return response


def _back(request: HttpRequest) -> HttpResponse:
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return redirect(target if safe else "home")


@requires(Access.PUBLIC, before_second_factor=True)
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Switches in place, and remembers on the account or, for a visitor, in the browser."""
    response = _back(request)
    chosen = request.POST.get("language", "")
    if chosen in dict(settings.LANGUAGES):
        if isinstance(request.user, User):
            choose_language(user=request.user, language=chosen)
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME, chosen, max_age=YEAR, samesite="Lax", secure=settings.PRODUCTION, httponly=True
        )
    return response


@requires(Access.PUBLIC, before_second_factor=True)
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    response = _back(request)
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie("theme", chosen, max_age=YEAR, samesite="Lax", secure=settings.PRODUCTION, httponly=True)
    return response


@requires(Access.SIGNED_IN, before_second_factor=True)
def profile(request: SignedInRequest) -> HttpResponse:
    form = ProfileForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        user = form.save()
        translation.activate(user.language)
        messages.success(request, _("Your profile is saved."))
        return redirect("profile")
    return render(request, "licensing/profile.html", {"form": form})


@requires(Access.SIGNED_IN)
@require_GET
def roles(request: HttpRequest) -> HttpResponse:
    """Who may do what: the table that the code obeys, for people to read."""
    tables = [
        (
            title,
            columns.values(),
            [(PERMISSIONS[p], [role in GRANTED[p] for role in columns]) for p in Permission if GRANTED[p] & columns.keys()],
        )
        for title, columns in ((_("In an organisation"), ROLES), (_("At the registrar's office"), OFFICE_ROLES))
    ]
    return render(request, "licensing/roles.html", {"tables": tables})


@requires(Permission.STYLEGUIDE_SEE)
@require_GET
def styleguide(request: HttpRequest) -> HttpResponse:
    return render(request, "styleguide.html", {"formats": ["csv", "xlsx"]})
