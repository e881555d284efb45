"""Every view declares who may use it; this middleware, and nothing else, enforces it.

    @requires(Permission.MEMBERS_SEE)
    def members(request, organisation_id): ...

A view that declares nothing cannot be served. With an `organisation_id` in the URL, permissions come from the roles held in
that organisation, or from the role at the registrar's office. Somebody with neither is told that there is no such page: that
an organisation exists is already something about it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from licensing.domain.roles import AnyRole, Permission, Role, allows
from licensing.models import Organisation, RoleGrant, User

View = Callable[..., HttpResponse]


class SignedInRequest(HttpRequest):
    """What a view behind `Access.SIGNED_IN` or a permission receives."""

    user: User


class PlaceRequest(SignedInRequest):
    """What a view with an `organisation_id` in its URL receives."""

    organisation: Organisation


class Access(StrEnum):
    PUBLIC = "public"
    SIGNED_IN = "signed in"


@dataclass(frozen=True)
class Declaration:
    access: Access | Permission
    before_second_factor: bool = False


def requires(access: Access | Permission, *, before_second_factor: bool = False) -> Callable[[View], View]:
    """`before_second_factor`: the registrar's staff may use it before their second factor is set up."""

    def declare(view: View) -> View:
        view.declaration = Declaration(access, before_second_factor)  # type: ignore[attr-defined]
        return view

    return declare


@dataclass
class Place:
    """One organisation and what the asking person is in it."""

    organisation: Organisation
    roles: list[Role] = field(default_factory=list)


def places_of(request: HttpRequest) -> dict[int, Place]:
    """The organisations of whoever asks, by id: one query a request, shared by the access check and the navigation."""
    if not hasattr(request, "_places"):
        places: dict[int, Place] = {}
        grants = (
            RoleGrant.objects.filter(membership__user=request.user).select_related("membership__organisation")
            if isinstance(request.user, User) and not request.user.office
            else []
        )
        for grant in sorted(grants, key=lambda grant: list(Role).index(Role(grant.role))):
            organisation = grant.membership.organisation
            places.setdefault(organisation.pk, Place(organisation)).roles.append(Role(grant.role))
        request._places = dict(sorted(places.items(), key=lambda item: item[1].organisation.name))  # type: ignore[attr-defined]
    return request._places  # type: ignore[attr-defined, no-any-return]


def may(request: HttpRequest, permission: Permission) -> bool:
    """May whoever asks do this, here? For what a page offers; the doors themselves are guarded by the declarations."""
    return allows(getattr(request, "roles", []), permission)


class AccessMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: View, _args: Any, kwargs: dict[str, Any]) -> HttpResponse | None:
        declaration: Declaration | None = getattr(view, "declaration", None)
        if declaration is None:
            raise ImproperlyConfigured(f"{view.__module__}.{view.__name__} does not declare who may use it")
        if not request.user.is_authenticated:
            return None if declaration.access is Access.PUBLIC else redirect_to_login(request.get_full_path())
        if not declaration.before_second_factor and lacks_second_factor(request.user):
            messages.warning(request, _("The registrar's staff sign in with a second factor. Set it up to go on."))
            return redirect("mfa_activate_totp")
        if isinstance(declaration.access, Permission):
            self._enforce(request, declaration.access, kwargs.get("organisation_id"))
        return None

    def _enforce(self, request: HttpRequest, permission: Permission, organisation_id: int | None) -> None:
        user: User = request.user  # type: ignore[assignment]
        roles: list[AnyRole] = [user.office] if user.office else []
        if organisation_id is not None:
            place = self._place(request, organisation_id, office=bool(roles))
            request.organisation = place.organisation  # type: ignore[attr-defined]
            roles += place.roles
        request.roles = roles  # type: ignore[attr-defined]
        if not allows(roles, permission):
            raise PermissionDenied

    @staticmethod
    def _place(request: HttpRequest, organisation_id: int, *, office: bool) -> Place:
        place = places_of(request).get(organisation_id)
        if place is None and office:
            place = Place(Organisation.objects.filter(pk=organisation_id).first())  # type: ignore[arg-type]
        if place is None or place.organisation is None:
            raise Http404
        return place


def lacks_second_factor(user: Any) -> bool:
    return bool(user.office) and not Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists()
