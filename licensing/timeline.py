"""Events as sentences."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from licensing.labels import OFFICE_ROLES, ROLES
from licensing.models import Event, Organisation

LABELS = {str(role): label for role, label in [*ROLES.items(), *OFFICE_ROLES.items()]}


@dataclass(frozen=True)
class Entry:
    """In the shape of the timeline component."""

    title: str
    text: str
    at: datetime
    icon: str


ICONS = {
    Event.Kind.CREATED: "flag",
    Event.Kind.DETAILS_CHANGED: "pencil",
    Event.Kind.INVITED: "envelope",
    Event.Kind.INVITED_AGAIN: "envelope",
    Event.Kind.INVITATION_WITHDRAWN: "envelope-x",
    Event.Kind.JOINED: "person-check",
    Event.Kind.ROLES_CHANGED: "person-gear",
    Event.Kind.REMOVED: "person-x",
    Event.Kind.LEFT: "person-x",
    Event.Kind.APPOINTED: "person-badge",
    Event.Kind.STAFF_ROLE_CHANGED: "person-gear",
    Event.Kind.STAFF_DEACTIVATED: "person-x",
    Event.Kind.STAFF_REACTIVATED: "person-check",
}


def entries(events: Iterable[Event]) -> list[Entry]:
    return [Entry(sentence(event), explanation(event), event.at, ICONS[Event.Kind(event.kind)]) for event in events]


def sentence(event: Event) -> str:
    words = {
        "actor": event.actor.name,
        "subject": event.subject.name if event.subject else "",
        "email": event.details.get("email", ""),
    }
    sentences = {
        Event.Kind.CREATED: _("%(actor)s registered the organisation"),
        Event.Kind.DETAILS_CHANGED: _("%(actor)s changed the details"),
        Event.Kind.INVITED: _("%(actor)s invited %(email)s"),
        Event.Kind.INVITED_AGAIN: _("%(actor)s sent the invitation to %(email)s again"),
        Event.Kind.INVITATION_WITHDRAWN: _("%(actor)s withdrew the invitation to %(email)s"),
        Event.Kind.JOINED: _("%(actor)s joined"),
        Event.Kind.ROLES_CHANGED: _("%(actor)s changed the roles of %(subject)s"),
        Event.Kind.REMOVED: _("%(actor)s removed %(subject)s"),
        Event.Kind.LEFT: _("%(actor)s left"),
        Event.Kind.APPOINTED: _("%(subject)s joined the registrar's office"),
        Event.Kind.STAFF_ROLE_CHANGED: _("%(actor)s changed the role of %(subject)s"),
        Event.Kind.STAFF_DEACTIVATED: _("%(actor)s closed the account of %(subject)s"),
        Event.Kind.STAFF_REACTIVATED: _("%(actor)s opened the account of %(subject)s again"),
    }
    return sentences[Event.Kind(event.kind)] % words


def explanation(event: Event) -> str:
    details = event.details
    if "fields" in details:
        return ", ".join(str(getattr(Organisation._meta.get_field(name), "verbose_name", name)) for name in details["fields"])
    if "before" in details:
        return f"{_names(details['before'])} → {_names(details['after'])}"
    return _names(details.get("roles", []))


def _names(roles: list[str]) -> str:
    return ", ".join(str(LABELS[role]) for role in roles)
