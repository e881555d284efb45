"""The outbox: mail is written with the act that causes it, and sent once, sooner or later."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.core.mail import EmailMessage, send_mail
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks
from pytest_django.fixtures import Settings

from licensing import errors, queue, tasks
from licensing.domain.roles import Role
from licensing.mail import ATTEMPTS, deliver, hint, waiting
from licensing.models import Event, Invitation, Organisation, OutgoingMail
from licensing.selectors import mail_waiting
from licensing.services.invitations import invite_member
from tests.builders import NOW, member, organisation, person
from tests.services import transports
from tests.services.links import token_in

pytestmark = pytest.mark.django_db
MOMENT = timedelta(microseconds=1)
MINUTE = timedelta(minutes=1)
Outbox = list[EmailMessage]


def letter(*, not_before: datetime = NOW) -> OutgoingMail:
    return OutgoingMail.objects.create(
        recipients=["yvonne@example.org"],
        subject="Invitation",
        text="https://cagnotte.example/invitations/secret/",
        sender="Cagnotte <bonjour@cagnotte.example>",
        written_at=NOW,
        not_before=not_before,
    )


def invite(place: Organisation, email: str = "yvonne@example.org") -> Invitation:
    return invite_member(organisation=place, email=email, roles=[Role.DESK], language="en", by=person(), now=NOW)


# Written with the act -------------------------------------------------------------------------------------------------
def test_mail_is_a_row_first_and_nothing_is_sent_before_the_act_is_stored(
    outbox: Outbox, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks() as announced:
        invite(organisation())
        waits = OutgoingMail.objects.get()
        assert waits.recipients == ["yvonne@example.org"]
        assert token_in(waits.text)
        assert (waits.sent_at, waits.given_up_at, waits.attempts) == (None, None, 0)
    assert len(announced) == 1
    assert outbox == []


def test_mail_is_sent_as_soon_as_the_act_is_stored(
    outbox: Outbox, worker_at_once: None, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        invite(organisation())
    (sent,) = outbox
    assert sent.recipients() == ["yvonne@example.org"]
    assert OutgoingMail.objects.get().sent_at


def test_an_act_that_is_undone_takes_its_mail_with_it(
    outbox: Outbox, worker_at_once: None, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    place = organisation()

    def fails_after_inviting() -> None:
        with transaction.atomic():
            invite(place)
            assert OutgoingMail.objects.count() == 1
            raise OSError("the disk is full")

    with django_capture_on_commit_callbacks(execute=True) as announced, pytest.raises(OSError, match="the disk is full"):
        fails_after_inviting()
    assert not Invitation.objects.exists()
    assert not OutgoingMail.objects.exists()
    assert announced == []
    assert outbox == []


def test_an_act_that_is_refused_writes_no_mail(outbox: Outbox) -> None:
    place = organisation()
    member(place, Role.DESK, user=person(email="rose@example.org"))
    with pytest.raises(errors.AlreadyMember):
        invite(place, "rose@example.org")
    assert not OutgoingMail.objects.exists()


def test_a_broker_that_is_down_does_not_fail_the_act_and_the_mail_goes_with_the_next_round(
    outbox: Outbox,
    broker_down: None,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True) as announced:
        invitation = invite(organisation())
    assert len(announced) == 1
    assert Invitation.objects.get() == invitation
    assert Event.objects.filter(kind=Event.Kind.INVITED).exists()
    assert outbox == []
    tasks.deliver_waiting_mail()
    assert len(outbox) == 1


def test_a_hint_that_cannot_be_given_is_no_error(broker_down: None) -> None:
    with pytest.raises(Exception, match=r"(?i)connect"):
        tasks.deliver_mail.delay(1)
    hint(1)


def test_a_mail_to_several_people_is_one_row_with_all_of_them(outbox: Outbox) -> None:
    assert send_mail("Hello", "Text", None, ["a@example.org", "b@example.org"]) == 1
    assert OutgoingMail.objects.get().recipients == ["a@example.org", "b@example.org"]


# Sent once ------------------------------------------------------------------------------------------------------------
def test_mail_is_sent_as_it_was_written(outbox: Outbox) -> None:
    assert deliver(pk=letter().pk, now=NOW)
    (sent,) = outbox
    assert (sent.subject, sent.body) == ("Invitation", "https://cagnotte.example/invitations/secret/")
    assert (sent.from_email, sent.to) == ("Cagnotte <bonjour@cagnotte.example>", ["yvonne@example.org"])


def test_mail_is_sent_once_however_often_it_is_asked_for(outbox: Outbox) -> None:
    mail = letter()
    assert deliver(pk=mail.pk, now=NOW)
    for later in (timedelta(0), MINUTE, timedelta(days=1)):
        assert not deliver(pk=mail.pk, now=NOW + later)
    assert len(outbox) == 1


def test_the_text_is_erased_once_it_has_been_sent(outbox: Outbox) -> None:
    mail = letter()
    deliver(pk=mail.pk, now=NOW)
    mail.refresh_from_db()
    assert mail.text == ""
    assert (mail.subject, mail.sent_at, mail.attempts) == ("Invitation", NOW, 1)


def test_mail_that_is_unknown_or_swept_away_is_no_error(outbox: Outbox) -> None:
    assert not deliver(pk=987_654, now=NOW)
    assert outbox == []


@pytest.mark.parametrize(("early", "sent"), [(MOMENT, False), (timedelta(0), True), (-MOMENT, True)], ids=["before", "at", "after"])
def test_mail_is_not_sent_before_its_time(outbox: Outbox, early: timedelta, sent: bool) -> None:
    mail = letter()
    assert waiting(now=NOW - early) == ([mail.pk] if sent else [])
    assert deliver(pk=mail.pk, now=NOW - early) is sent
    assert len(outbox) == sent


# Sent sooner or later -------------------------------------------------------------------------------------------------
@pytest.fixture
def refusing(settings: Settings, outbox: Outbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transports.Refusing, "attempts", 0)
    settings.DELIVERY_BACKEND = transports.REFUSING


@pytest.mark.usefixtures("refusing")
def test_mail_that_could_not_be_sent_keeps_its_text_and_waits() -> None:
    mail = letter()
    assert not deliver(pk=mail.pk, now=NOW)
    mail.refresh_from_db()
    assert mail.text
    assert (mail.sent_at, mail.given_up_at, mail.attempts) == (None, None, 1)
    assert mail_waiting() == 1


@pytest.mark.usefixtures("refusing")
def test_the_pause_between_attempts_doubles_until_the_eighth_which_is_the_last() -> None:
    mail, now = letter(), NOW
    for attempt, pause in enumerate([1, 2, 4, 8, 16, 32, 64], start=1):
        assert not deliver(pk=mail.pk, now=now)
        assert not deliver(pk=mail.pk, now=now + pause * MINUTE - MOMENT)  # too early: not even tried
        mail.refresh_from_db()
        assert (mail.attempts, transports.Refusing.attempts, mail.given_up_at) == (attempt, attempt, None)
        assert mail.not_before == now + pause * MINUTE
        now += pause * MINUTE
    assert not deliver(pk=mail.pk, now=now)
    mail.refresh_from_db()
    assert (mail.attempts, mail.given_up_at) == (8, now) == (ATTEMPTS, now)
    assert not deliver(pk=mail.pk, now=now + timedelta(days=30))
    assert transports.Refusing.attempts == 8
    assert waiting(now=now + timedelta(days=30)) == []
    assert mail_waiting() == 0


@pytest.mark.parametrize(("tried", "given_up"), [(ATTEMPTS - 2, False), (ATTEMPTS - 1, True), (ATTEMPTS, True)])
@pytest.mark.usefixtures("refusing")
def test_the_attempt_before_the_last_does_not_give_up(tried: int, given_up: bool) -> None:
    mail = letter()
    OutgoingMail.objects.update(attempts=tried)
    deliver(pk=mail.pk, now=NOW)
    mail.refresh_from_db()
    assert bool(mail.given_up_at) is given_up


def test_a_mail_server_that_comes_back_gets_the_mail_at_the_next_attempt(
    settings: Settings, refusing: None, outbox: Outbox
) -> None:
    mail = letter()
    deliver(pk=mail.pk, now=NOW)
    settings.DELIVERY_BACKEND = transports.WORKING
    assert deliver(pk=mail.pk, now=NOW + MINUTE)
    assert len(outbox) == 1


def test_mail_whose_worker_died_after_taking_it_is_taken_up_again(settings: Settings, outbox: Outbox) -> None:
    settings.DELIVERY_BACKEND = transports.FATAL
    mail = letter()
    with pytest.raises(transports.WorkerKilled):
        deliver(pk=mail.pk, now=NOW)
    settings.DELIVERY_BACKEND = transports.WORKING
    assert waiting(now=NOW + MINUTE - MOMENT) == []
    assert waiting(now=NOW + MINUTE) == [mail.pk]
    assert deliver(pk=mail.pk, now=NOW + MINUTE)
    assert len(outbox) == 1


@pytest.mark.usefixtures("refusing")
@time_machine.travel(NOW, tick=False)
def test_one_mail_that_fails_does_not_keep_the_others_back() -> None:
    first, second = letter(), letter()
    tasks.deliver_waiting_mail()
    assert transports.Refusing.attempts == 2
    assert set(OutgoingMail.objects.values_list("pk", "attempts")) == {(first.pk, 1), (second.pk, 1)}


def test_mail_with_a_broken_header_is_given_up_in_the_end_and_hurts_nobody(outbox: Outbox) -> None:
    broken, sound = letter(), letter()
    OutgoingMail.objects.filter(pk=broken.pk).update(subject="Hello\nBcc: all@example.org", attempts=ATTEMPTS - 1)
    assert not deliver(pk=broken.pk, now=NOW)
    assert deliver(pk=sound.pk, now=NOW)
    broken.refresh_from_db()
    assert broken.given_up_at == NOW
    assert [sent.subject for sent in outbox] == ["Invitation"]


@pytest.mark.parametrize(("rows", "taken"), [(199, 199), (200, 200), (201, 200)])
def test_a_round_takes_two_hundred_at_the_most_and_the_oldest_first(rows: int, taken: int) -> None:
    fields = {"recipients": [], "subject": "", "text": "", "sender": "", "written_at": NOW, "not_before": NOW}
    OutgoingMail.objects.bulk_create(OutgoingMail(**fields) for _ in range(rows))
    pks = sorted(OutgoingMail.objects.values_list("pk", flat=True))
    assert waiting(now=NOW) == pks[:taken]


# The queue's door -----------------------------------------------------------------------------------------------------
def test_a_queue_of_files_is_reachable_where_its_folder_can_be_written(settings: Settings, tmp_path: object) -> None:
    settings.QUEUE_IS_FILES, settings.QUEUE_DIR = True, tmp_path
    assert queue.is_reachable()


def test_a_queue_of_files_without_its_folder_is_not_reachable(settings: Settings, tmp_path: object) -> None:
    settings.QUEUE_IS_FILES, settings.QUEUE_DIR = True, f"{tmp_path}/gone"
    assert not queue.is_reachable()


def test_a_broker_that_is_down_is_not_reachable(broker_down: None) -> None:
    assert not queue.is_reachable()
