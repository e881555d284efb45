"""Mail servers as they can be: the outside world, so the only thing here that is not real."""

from collections.abc import Sequence
from typing import Never

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

WORKING = "django.core.mail.backends.locmem.EmailBackend"  # keeps what it sends in django.core.mail.outbox
REFUSING = "tests.services.transports.Refusing"
FATAL = "tests.services.transports.Fatal"


class WorkerKilled(BaseException):
    """What nobody catches: the worker is gone."""


class Refusing(BaseEmailBackend):
    attempts = 0

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> Never:
        Refusing.attempts += 1
        raise ConnectionRefusedError


class Fatal(BaseEmailBackend):
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> Never:
        raise WorkerKilled
