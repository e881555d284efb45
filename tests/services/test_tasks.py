"""Background work: what the worker does by the clock."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from celery.signals import worker_ready
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.mail import EmailMessage

from config.celery import app
from licensing import tasks
from licensing.models import Event, Heartbeat, Invitation, OutgoingMail
from licensing.selectors import worker_last_seen
from licensing.services.journal import record
from tests.builders import NOW as EVENING
from tests.builders import organisation, person

pytestmark = pytest.mark.django_db
NOW = EVENING.astimezone(UTC)  # thirty days before it the clocks were an hour ahead
MOMENT = timedelta(microseconds=1)
AROUND = pytest.mark.parametrize(
    ("past", "kept"), [(-MOMENT, True), (timedelta(0), True), (MOMENT, False)], ids=["under", "at", "over"]
)


@pytest.fixture(autouse=True)
def _at_a_known_time() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


def letter(**fields: Any) -> OutgoingMail:
    given = {"recipients": ["yvonne@example.org"], "subject": "", "text": "secret", "sender": "", **fields}
    return OutgoingMail.objects.create(written_at=NOW, not_before=NOW, **given)


def invitation(*, expires_at: datetime, **fields: Any) -> Invitation:
    number = Invitation.objects.count()
    return Invitation.objects.create(
        organisation=organisation(),
        email=f"guest{number}@example.org",
        language="en",
        invited_by=person(),
        token_digest=f"{number:064d}",
        sent_at=NOW,
        expires_at=expires_at,
        **fields,
    )


@AROUND
@pytest.mark.parametrize("ended", ["sent_at", "given_up_at"])
def test_mail_is_swept_away_thirty_days_after_it_was_sent_or_given_up(ended: str, past: timedelta, kept: bool) -> None:
    letter(**{ended: NOW - timedelta(days=30) - past})
    tasks.sweep()
    assert OutgoingMail.objects.exists() is kept


def test_mail_that_still_waits_is_never_swept_away() -> None:
    mail = letter()
    OutgoingMail.objects.update(written_at=NOW - timedelta(days=400), not_before=NOW - timedelta(days=400))
    tasks.sweep()
    assert OutgoingMail.objects.get() == mail


@AROUND
@pytest.mark.parametrize("state", [{}, {"accepted_at": NOW}, {"withdrawn_at": NOW}], ids=["open", "accepted", "withdrawn"])
def test_an_invitation_is_swept_away_ninety_days_after_it_expired(state: dict[str, datetime], past: timedelta, kept: bool) -> None:
    invitation(expires_at=NOW - timedelta(days=90) - past, **state)
    tasks.sweep()
    assert Invitation.objects.exists() is kept


def test_sweeping_leaves_the_journal_alone() -> None:
    record(Event.Kind.CREATED, organisation=organisation(), by=person(), now=NOW - timedelta(days=4000))
    before = Event.objects.count()
    tasks.sweep()
    assert Event.objects.count() == before


@pytest.mark.parametrize(("left", "kept"), [(MOMENT, True), (-MOMENT, False)], ids=["not yet", "ended"])
def test_sessions_that_have_ended_are_swept_away(left: timedelta, kept: bool) -> None:
    Session.objects.create(session_key="a" * 32, session_data="", expire_date=NOW + left)
    tasks.sweep()
    assert Session.objects.exists() is kept


def test_sweeping_an_empty_database_is_no_error() -> None:
    tasks.sweep()


def test_the_heartbeat_is_one_row_that_moves_with_the_clock() -> None:
    assert worker_last_seen() is None
    tasks.heartbeat()
    assert worker_last_seen() == NOW
    with time_machine.travel(NOW + timedelta(seconds=15), tick=False):
        tasks.heartbeat()
    assert worker_last_seen() == NOW + timedelta(seconds=15)
    assert Heartbeat.objects.count() == 1


def test_a_worker_that_starts_reports_for_duty_without_waiting_for_the_scheduler() -> None:
    worker_ready.send(sender=None)
    assert worker_last_seen() == NOW


def test_a_round_sends_what_waits_and_leaves_what_must_wait(outbox: list[EmailMessage]) -> None:
    letter(subject="now")
    late = letter(subject="later")
    OutgoingMail.objects.filter(pk=late.pk).update(not_before=NOW + MOMENT)
    letter(subject="sent", sent_at=NOW)
    letter(subject="given up", given_up_at=NOW)
    tasks.deliver_waiting_mail()
    assert [sent.subject for sent in outbox] == ["now"]


def test_the_task_for_one_mail_sends_that_one(outbox: list[EmailMessage]) -> None:
    letter(subject="first")
    second = letter(subject="second")
    tasks.deliver_mail(second.pk)
    assert [sent.subject for sent in outbox] == ["second"]


def test_everything_in_the_timetable_is_a_task_that_exists() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} <= set(app.tasks)
