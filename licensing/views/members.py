from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from licensing import selectors
from licensing.domain.roles import Permission, Role
from licensing.errors import Refusal
from licensing.forms.organisations import InvitationForm, RolesForm
from licensing.labels import ROLES
from licensing.models import Invitation
from licensing.services import invitations
from licensing.services.members import change_roles, remove_member
from licensing.tables import MemberTable
from licensing.web.access import PlaceRequest, SignedInRequest, may, requires
from licensing.web.tables import Empty, list_page


@requires(Permission.MEMBERS_SEE)
@require_GET
def members(request: PlaceRequest, organisation_id: int) -> HttpResponse:
    may_manage = may(request, Permission.MEMBERS_MANAGE)
    open_invitations = selectors.open_invitations_to(request.organisation) if may_manage else []
    return list_page(
        request,
        "licensing/members.html",
        MemberTable,
        selectors.members_of(request.organisation),
        search_in="user__searched",
        empty=Empty(_("Nobody by that name"), _("Try a part of the name or of the address.")),
        file_name="members",
        exclude=() if may_manage else ("actions",),
        organisation=request.organisation,
        may_manage=may_manage,
        invitations=[(invitation, [ROLES[Role(role)] for role in invitation.roles]) for invitation in open_invitations],
        now=timezone.now(),
    )


@requires(Permission.MEMBERS_MANAGE)
def invite(request: PlaceRequest, organisation_id: int) -> HttpResponse:
    form = InvitationForm(request.POST or None, initial={"language": request.organisation.language})
    if request.method == "POST" and form.is_valid():
        try:
            invitations.invite_member(
                organisation=request.organisation,
                email=form.cleaned_data["email"],
                roles=form.chosen(),
                language=form.cleaned_data["language"],
                by=request.user,
                now=timezone.now(),
            )
        except Refusal as refusal:
            form.add_error("email", str(refusal))
        else:
            messages.success(request, _("The invitation to %(email)s is on its way.") % {"email": form.cleaned_data["email"]})
            return redirect("members", organisation_id)
    return render(request, "licensing/invite.html", {"form": form, "organisation": request.organisation})


@requires(Permission.MEMBERS_MANAGE)
def member(request: PlaceRequest, organisation_id: int, membership_id: int) -> HttpResponse:
    membership = get_object_or_404(selectors.members_of(request.organisation), pk=membership_id)
    form = RolesForm(request.POST or None, initial={"roles": membership.roles})
    if request.method == "POST" and form.is_valid():
        try:
            change_roles(membership=membership, roles=form.chosen(), by=request.user, now=timezone.now())
        except Refusal as refusal:
            form.add_error("roles", str(refusal))
        else:
            messages.success(request, _("The roles of %(name)s are saved.") % {"name": membership.user.name})
            return redirect("members", organisation_id)
    context = {"form": form, "membership": membership, "organisation": request.organisation}
    return render(request, "licensing/member.html", context)


@requires(Permission.MEMBERS_MANAGE)
def remove(request: PlaceRequest, organisation_id: int, membership_id: int) -> HttpResponse:
    membership = get_object_or_404(selectors.members_of(request.organisation), pk=membership_id)
    if request.method == "POST":
        try:
            remove_member(membership=membership, by=request.user, now=timezone.now())
        except Refusal as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("%(name)s is no longer a member.") % {"name": membership.user.name})
            if membership.user == request.user:
                return redirect("home")
        return redirect("members", organisation_id)
    return render(request, "licensing/member_remove.html", {"membership": membership, "organisation": request.organisation})


@requires(Permission.ORGANISATION_SEE)
def leave(request: PlaceRequest, organisation_id: int) -> HttpResponse:
    membership = get_object_or_404(selectors.members_of(request.organisation), user=request.user)
    if request.method == "POST":
        try:
            remove_member(membership=membership, by=request.user, now=timezone.now())
        except Refusal as refusal:
            messages.error(request, str(refusal))
            return redirect("organisation", organisation_id)
        messages.success(request, _("You have left %(name)s.") % {"name": request.organisation.name})
        return redirect("home")
    return render(request, "licensing/leave.html", {"organisation": request.organisation})


@requires(Permission.MEMBERS_MANAGE)
@require_POST
def invitation_send_again(request: PlaceRequest, organisation_id: int, invitation_id: int) -> HttpResponse:
    invitation = get_object_or_404(Invitation, organisation=request.organisation, pk=invitation_id)
    return act_on_invitation(request, invitation, invitations.send_again, reverse("members", args=[organisation_id]))


@requires(Permission.MEMBERS_MANAGE)
@require_POST
def invitation_withdraw(request: PlaceRequest, organisation_id: int, invitation_id: int) -> HttpResponse:
    invitation = get_object_or_404(Invitation, organisation=request.organisation, pk=invitation_id)
    return act_on_invitation(request, invitation, invitations.withdraw, reverse("members", args=[organisation_id]))


def act_on_invitation(request: SignedInRequest, invitation: Invitation, act: Callable[..., None], back: str) -> HttpResponse:
    try:
        act(invitation=invitation, by=request.user, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        done = {
            invitations.send_again: _("A new link to %(email)s is on its way; the old one no longer works."),
            invitations.withdraw: _("The invitation to %(email)s is withdrawn."),
        }
        messages.success(request, done[act] % {"email": invitation.email})
    return redirect(back)
