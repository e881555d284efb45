"""Every act leaves a trace in its own transaction."""

from datetime import datetime

from licensing.models import Event, Organisation, User


def record(
    kind: Event.Kind,
    *,
    by: User,
    now: datetime,
    organisation: Organisation | None = None,
    subject: User | None = None,
    **details: object,
) -> Event:
    return Event.objects.create(kind=kind, organisation=organisation, actor=by, subject=subject, details=details, at=now)
