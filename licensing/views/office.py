"""The registrar's office: every organisation, and the staff."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from licensing import selectors
from licensing.domain.roles import OfficeRole, Permission
from licensing.errors import Refusal
from licensing.forms.organisations import StaffInvitationForm, StaffRoleForm
from licensing.labels import OFFICE_ROLES
from licensing.models import Invitation
from licensing.services import invitations
from licensing.services.staff import change_office_role, set_active
from licensing.tables import OrganisationTable, StaffTable
from licensing.views.members import act_on_invitation
from licensing.web.access import SignedInRequest, requires
from licensing.web.tables import Empty, list_page


@requires(Permission.OFFICE_SEE)
@require_GET
def organisations(request: SignedInRequest) -> HttpResponse:
    return list_page(
        request,
        "licensing/office_organisations.html",
        OrganisationTable,
        selectors.organisations(),
        search_in="searched",
        empty=Empty(_("No organisation found"), _("Organisations register themselves. Try another word if you searched.")),
        file_name="organisations",
    )


@requires(Permission.STAFF_MANAGE)
@require_GET
def staff(request: SignedInRequest) -> HttpResponse:
    return list_page(
        request,
        "licensing/staff.html",
        StaffTable,
        selectors.staff(),
        search_in="searched",
        empty=Empty(_("Nobody by that name"), _("Try a part of the name or of the address.")),
        file_name="staff",
        invitations=[(row, [OFFICE_ROLES[OfficeRole(row.office_role)]]) for row in selectors.open_invitations_to(None)],
        now=timezone.now(),
    )


@requires(Permission.STAFF_MANAGE)
def invite(request: SignedInRequest) -> HttpResponse:
    form = StaffInvitationForm(request.POST or None, initial={"language": get_language()})
    if request.method == "POST" and form.is_valid():
        try:
            invitations.invite_staff(
                email=form.cleaned_data["email"],
                office_role=form.chosen(),
                language=form.cleaned_data["language"],
                by=request.user,
                now=timezone.now(),
            )
        except Refusal as refusal:
            form.add_error("email", str(refusal))
        else:
            messages.success(request, _("The invitation to %(email)s is on its way.") % {"email": form.cleaned_data["email"]})
            return redirect("staff")
    return render(request, "licensing/staff_invite.html", {"form": form})


@requires(Permission.STAFF_MANAGE)
def person(request: SignedInRequest, person_id: int) -> HttpResponse:
    found = get_object_or_404(selectors.staff(), pk=person_id)
    form = StaffRoleForm(request.POST or None, initial={"office_role": found.office_role})
    if request.method == "POST" and form.is_valid():
        try:
            change_office_role(person=found, office_role=form.chosen(), by=request.user, now=timezone.now())
        except Refusal as refusal:
            form.add_error("office_role", str(refusal))
        else:
            messages.success(request, _("The role of %(name)s is saved.") % {"name": found.name})
            return redirect("staff")
    return render(request, "licensing/staff_person.html", {"form": form, "person": found})


@requires(Permission.STAFF_MANAGE)
@require_POST
def person_active(request: SignedInRequest, person_id: int) -> HttpResponse:
    found = get_object_or_404(selectors.staff(), pk=person_id)
    active = request.POST.get("active") == "yes"
    try:
        set_active(person=found, active=active, by=request.user, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        done = _("%(name)s can sign in again.") if active else _("%(name)s can no longer sign in.")
        messages.success(request, done % {"name": found.name})
    return redirect("staff")


@requires(Permission.STAFF_MANAGE)
@require_POST
def invitation_send_again(request: SignedInRequest, invitation_id: int) -> HttpResponse:
    found = get_object_or_404(Invitation, organisation=None, pk=invitation_id)
    return act_on_invitation(request, found, invitations.send_again, reverse("staff"))


@requires(Permission.STAFF_MANAGE)
@require_POST
def invitation_withdraw(request: SignedInRequest, invitation_id: int) -> HttpResponse:
    found = get_object_or_404(Invitation, organisation=None, pk=invitation_id)
    return act_on_invitation(request, found, invitations.withdraw, reverse("staff"))
