"""The queue and the mail server, as a test needs them: there, not there, or broken."""

import socket
from collections.abc import Iterator

import pytest
from django.core import mail
from pytest_django.fixtures import Settings

from config.celery import app
from tests.services import transports


@pytest.fixture
def outbox(settings: Settings) -> list[mail.EmailMessage]:
    """Mail goes through our outbox, and the list is what was really sent."""
    settings.EMAIL_BACKEND = "licensing.mail.OutboxBackend"
    settings.DELIVERY_BACKEND = transports.WORKING
    return mail.outbox


@pytest.fixture
def mailoutbox(settings: Settings, mailoutbox: list[mail.EmailMessage]) -> list[mail.EmailMessage]:
    """For tests about what a mail says: it is handed over at once, past the outbox."""
    settings.EMAIL_BACKEND = transports.WORKING
    return mailoutbox


@pytest.fixture
def worker_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A task runs where it is asked for, instead of in another process."""
    monkeypatch.setitem(app.conf, "task_always_eager", True)


@pytest.fixture
def broker_down(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[None]:
    """Redis is asked at a port where nobody listens: it is reserved here, but never opened."""
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))
        monkeypatch.setenv("CELERY_BROKER_URL", f"redis://127.0.0.1:{reserved.getsockname()[1]}/0")
        settings.QUEUE_IS_FILES = False
        monkeypatch.setitem(app.conf, "broker_transport_options", {"max_retries": 1, "interval_start": 0, "interval_step": 0})
        monkeypatch.setattr(app.amqp, "_producer_pool", None)
        yield
