"""What the frame of every page shows."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import config
from licensing import demo
from licensing.domain.roles import Permission, allows
from licensing.models import User
from licensing.web.access import Place, lacks_second_factor, places_of

THEMES = ("auto", "light", "dark")


@dataclass(frozen=True)
class Link:
    label: str
    url: str
    icon: str
    current: bool


def site(request: HttpRequest) -> dict[str, Any]:
    match = request.resolver_match
    name = match.url_name if match else ""
    theme = request.COOKIES.get("theme", "")
    context: dict[str, Any] = {
        "nav": navigation(request),
        "theme": theme if theme in THEMES else THEMES[0],
        "other_language": "en" if get_language() == "fr" else "fr",
        "user": getattr(request, "user", None),  # a request may be refused before anybody asked who sends it
        "demo": settings.DEMO,
        "home_url": "/",
        "version": config.__version__,
    }
    if settings.DEMO and name == "account_login":
        context["demo_people"] = demo.sign_ins()
    elif settings.DEMO and name == "mfa_authenticate":
        context["demo_code"] = demo.code_for_pending_sign_in(request)
    return context


def navigation(request: HttpRequest) -> list[Link]:
    """By role: what one may not open is not shown."""
    user = getattr(request, "user", None)

    def link(label: str, icon: str, name: str, *args: object) -> Link:
        url = reverse(name, args=args)
        return Link(label, url, icon, current=request.path == url)

    terms = link(_("The Terms"), "journal-text", "terms")
    what_if = link(_("What if"), "calculator", "what-if")
    if not isinstance(user, User):
        return [terms, what_if]
    if user.office:
        if lacks_second_factor(user):
            return []
        links = [link(_("Home"), "house", "home"), link(_("Organisations"), "buildings", "office-organisations")]
        if allows([user.office], Permission.STAFF_MANAGE):
            links.append(link(_("Staff"), "person-badge", "staff"))
        return [*links, terms, link(_("Roles"), "shield-check", "roles"), link(_("Style guide"), "palette", "styleguide")]
    links = [link(_("Home"), "house", "home")]
    if place := _current_place(request):
        organisation = place.organisation
        links.append(link(organisation.name, "buildings", "organisation", organisation.pk))
        if allows(place.roles, Permission.MEMBERS_SEE):
            links.append(link(_("Members"), "people", "members", organisation.pk))
    return [*links, terms, what_if, link(_("Roles"), "shield-check", "roles")]


def _current_place(request: HttpRequest) -> Place | None:
    """The organisation that the page is about; elsewhere the only one there is."""
    places = places_of(request)
    here = getattr(request, "organisation", None)
    if here:
        return places.get(here.pk)
    return next(iter(places.values())) if len(places) == 1 else None
