from http import HTTPStatus

from allauth.account.internal.flows.login import record_authentication
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from licensing.domain.roles import OfficeRole, Role
from licensing.errors import InvitationUnknown, Refusal
from licensing.forms.accounts import NewcomerForm
from licensing.labels import OFFICE_ROLES, ROLES
from licensing.models import Invitation, User
from licensing.services import invitations
from licensing.views.errors import error_page
from licensing.web.access import Access, requires

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@requires(Access.PUBLIC, before_second_factor=True)
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Where the link in the mail leads: join with one click, sign in first, or open an account on the way."""
    try:
        found = invitations.find(token=token, now=timezone.now())
        if isinstance(request.user, User):
            return _for_member(request, token, found, request.user)
        return _for_visitor(request, token, found)
    except Refusal as refusal:
        code = HTTPStatus.NOT_FOUND if isinstance(refusal, InvitationUnknown) else HTTPStatus.GONE
        return error_page(request, code, _("This invitation cannot be used"), str(refusal))


def _for_member(request: HttpRequest, token: str, found: Invitation, user: User) -> HttpResponse:
    wrong_person = user.email.lower() != found.email.lower()
    if request.method == "POST" and not wrong_person:
        invitations.accept(token=token, user=user, now=timezone.now())
        return _welcome(request, found)
    return render(request, "licensing/invitation.html", _context(found) | {"wrong_person": wrong_person})


def _for_visitor(request: HttpRequest, token: str, found: Invitation) -> HttpResponse:
    if User.objects.filter(email__iexact=found.email).exists():
        return render(request, "licensing/invitation.html", _context(found) | {"must_sign_in": True})
    form = NewcomerForm(request.POST or None, email=found.email)
    if request.method == "POST" and form.is_valid():
        user = invitations.accept_as_newcomer(
            token=token,
            name=form.cleaned_data["name"],
            password=form.cleaned_data["password"],
            language=get_language() or found.language,
            now=timezone.now(),
        )
        login(request, user, backend=BACKEND)
        # allauth asks again for a password that it did not see: it has just been chosen here.
        record_authentication(request, user, "password", reauthenticated=True)
        return _welcome(request, found)
    return render(request, "licensing/invitation.html", _context(found) | {"form": form})


def _context(found: Invitation) -> dict[str, object]:
    roles = [ROLES[Role(role)] for role in found.roles] if found.organisation else [OFFICE_ROLES[OfficeRole(found.office_role)]]
    return {"invitation": found, "roles": roles}


def _welcome(request: HttpRequest, found: Invitation) -> HttpResponse:
    messages.success(request, _("Welcome! You have joined."))
    return redirect("organisation", found.organisation_id) if found.organisation_id else redirect("home")
