"""Background work: fetch and call, nothing else."""

from datetime import timedelta

from celery import shared_task
from celery.signals import worker_ready
from django.core.management import call_command
from django.db.models import Q
from django.utils import timezone

from licensing import mail
from licensing.models import Heartbeat, Invitation, OutgoingMail

KEEP_SENT_MAIL = timedelta(days=30)
KEEP_CLOSED_INVITATIONS = timedelta(days=90)


@shared_task
def deliver_mail(pk: int) -> None:
    mail.deliver(pk=pk, now=timezone.now())


@shared_task
def deliver_waiting_mail() -> None:
    """Takes up what a lost message or a mail server that was down left behind."""
    for pk in mail.waiting(now=timezone.now()):
        mail.deliver(pk=pk, now=timezone.now())


@shared_task
def heartbeat() -> None:
    Heartbeat.objects.update_or_create(name="worker", defaults={"seen_at": timezone.now()})


@shared_task
def sweep() -> None:
    """Each night: what nobody needs any more."""
    now = timezone.now()
    # What could not be sent still holds its text, and perhaps a link: it goes too.
    OutgoingMail.objects.filter(Q(sent_at__lt=now - KEEP_SENT_MAIL) | Q(given_up_at__lt=now - KEEP_SENT_MAIL)).delete()
    Invitation.objects.filter(expires_at__lt=now - KEEP_CLOSED_INVITATIONS).delete()
    call_command("clearsessions")


@worker_ready.connect
def report_for_duty(**kwargs: object) -> None:
    heartbeat()
