"""What an organisation should do next. Computed from what is there, never stored, so it cannot be wrong."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from licensing import selectors
from licensing.domain.roles import Permission, Role, allows
from licensing.models import Organisation
from licensing.web.access import Place


@dataclass(frozen=True)
class Step:
    """In the shape of the step-list component."""

    title: str
    text: str
    state: str  # done, current or todo
    url: str


def first_steps(place: Place) -> list[Step]:
    """Until the organisation is ready to apply; empty for people who can do none of it."""
    organisation = place.organisation
    if not allows(place.roles, Permission.ORGANISATION_EDIT):
        return []
    filled = selectors.roles_filled_in(organisation)
    invite = reverse("invite", args=[organisation.pk]) if allows(place.roles, Permission.MEMBERS_MANAGE) else ""
    todo = [
        (
            profile_is_complete(organisation),
            _("Complete the organisation's details"),
            _("The application takes them from here: you type them once."),
            reverse("organisation-edit", args=[organisation.pk]),
        ),
        (
            Role.TREASURER in filled,
            _("Invite a treasurer"),
            _("Who keeps the separate account and signs for the money."),
            invite,
        ),
        (
            Role.DIRECTOR in filled,
            _("Invite a tournament director"),
            _("A volunteer member of 19 or older, named on the application."),
            invite,
        ),
        (
            bool({Role.MANAGER, Role.DESK} & filled),
            _("Invite the crew"),
            _("Table managers and desk volunteers, as many as the evening needs."),
            invite,
        ),
    ]
    steps, current_given = [], False
    for done, title, text, url in todo:
        state = "done" if done else "todo" if current_given else "current"
        current_given = current_given or not done
        steps.append(Step(title, text, state, "" if done else url))
    return steps


def profile_is_complete(organisation: Organisation) -> bool:
    needed = ("name", "form", "activities", "address", "telephone", "email")
    return all(getattr(organisation, field) for field in needed)
