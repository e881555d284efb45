from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from licensing import selectors
from licensing.domain.roles import Permission
from licensing.errors import Refusal
from licensing.forms.organisations import NewOrganisationForm, OrganisationForm
from licensing.labels import ROLES
from licensing.services.organisations import change_details, create_organisation
from licensing.steps import first_steps
from licensing.timeline import entries
from licensing.web.access import Access, PlaceRequest, SignedInRequest, may, places_of, requires

EVENTS_A_PAGE = 50


@requires(Access.SIGNED_IN)
def new(request: SignedInRequest) -> HttpResponse:
    form = NewOrganisationForm(request.POST or None, initial={"language": get_language()})
    if request.method == "POST" and form.is_valid():
        try:
            organisation = create_organisation(**form.cleaned_data, by=request.user, now=timezone.now())
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("%(name)s is registered, and you are its owner.") % {"name": organisation.name})
            return redirect("organisation", organisation.pk)
    return render(request, "licensing/organisation_new.html", {"form": form})


@requires(Permission.ORGANISATION_SEE)
@require_GET
def detail(request: PlaceRequest, organisation_id: int) -> HttpResponse:
    organisation = request.organisation
    place = places_of(request).get(organisation_id)
    context = {
        "organisation": organisation,
        "roles": [ROLES[role] for role in place.roles] if place else [],
        "steps": first_steps(place) if place else [],
        "may_edit": may(request, Permission.ORGANISATION_EDIT),
        "may_see_members": may(request, Permission.MEMBERS_SEE),
        "events": entries(selectors.newest_events_of(organisation)[:6]) if may(request, Permission.TIMELINE_SEE) else None,
        "is_member": place is not None,
    }
    return render(request, "licensing/organisation.html", context)


@requires(Permission.ORGANISATION_EDIT)
def edit(request: PlaceRequest, organisation_id: int) -> HttpResponse:
    form = OrganisationForm(request.POST or None, instance=request.organisation)
    if request.method == "POST" and form.is_valid():
        # Only what this person changed on this page, so that a colleague's edit of another field stays.
        changes = {name: form.cleaned_data[name] for name in form.changed_data}
        change_details(organisation=request.organisation, changes=changes, by=request.user, now=timezone.now())
        messages.success(request, _("The details are saved."))
        return redirect("organisation", organisation_id)
    return render(request, "licensing/organisation_edit.html", {"form": form, "organisation": request.organisation})


@requires(Permission.TIMELINE_SEE)
@require_GET
def timeline(request: PlaceRequest, organisation_id: int) -> HttpResponse:
    page = Paginator(selectors.newest_events_of(request.organisation), EVENTS_A_PAGE).get_page(request.GET.get("page"))
    context = {"organisation": request.organisation, "page": page, "events": entries(page)}
    return render(request, "licensing/timeline.html", context)
