"""The outbox: mail is a row until the worker has delivered it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

import structlog
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from licensing.models import OutgoingMail

log = structlog.get_logger(__name__)

ATTEMPTS = 8  # the pause doubles from one minute: the last attempt comes about two hours after the first
WAITING = Q(sent_at=None, given_up_at=None)


class OutboxBackend(BaseEmailBackend):
    """Writes mail to the outbox in the caller's transaction, then gives the worker a hint."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        now = timezone.now()
        for message in email_messages:
            mail = OutgoingMail.objects.create(
                recipients=message.recipients(),
                subject=str(message.subject),
                text=str(message.body),
                sender=message.from_email,
                written_at=now,
                not_before=now,
            )
            transaction.on_commit(partial(hint, mail.pk))
        return len(email_messages)


def hint(pk: int) -> None:
    """Unless the act itself has settled the mail, as the demo does with a whole season's."""
    from licensing.tasks import deliver_mail  # the tasks import this module

    if not OutgoingMail.objects.filter(WAITING, pk=pk).exists():
        return
    try:
        deliver_mail.delay(pk)
    except Exception:  # a broker that is down delays the mail until the next round; the act itself has succeeded
        log.warning("queue_unreachable", task="deliver_mail")


def deliver(*, pk: int, now: datetime) -> bool:
    """Sends one mail. It is claimed first, in a transaction of its own: a slow mail server must not hold the database.

    The claim also sets the next attempt, so a worker that dies in between leaves a mail that is taken up again.
    """
    mail = _claim(pk, now)
    if mail is None:
        return False
    try:
        EmailMessage(mail.subject, mail.text, mail.sender, mail.recipients, connection=_transport()).send()
    except Exception as error:  # whatever the mail server does, the mail waits and the worker lives
        log.warning("mail_failed", mail=mail.pk, attempt=mail.attempts, error=type(error).__name__)
        if mail.attempts >= ATTEMPTS:
            OutgoingMail.objects.filter(pk=pk).update(given_up_at=now)
        return False
    # The text may hold a link that opens an account: it goes once it has been sent.
    OutgoingMail.objects.filter(pk=pk).update(sent_at=now, text="")
    return True


def _claim(pk: int, now: datetime) -> OutgoingMail | None:
    with transaction.atomic():
        mail = OutgoingMail.objects.select_for_update().filter(WAITING, pk=pk, not_before__lte=now).first()
        if mail:
            mail.attempts += 1
            mail.not_before = now + timedelta(minutes=2 ** (mail.attempts - 1))
            mail.save(update_fields=["attempts", "not_before"])
        return mail


def waiting(*, now: datetime) -> list[int]:
    return list(OutgoingMail.objects.filter(WAITING, not_before__lte=now).order_by("pk").values_list("pk", flat=True)[:200])


def _transport() -> BaseEmailBackend:
    return get_connection(str(settings.DELIVERY_BACKEND))
