"""Worlds that many tests of a module look at. Each test's own changes are undone; the world's are when the module is done."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import override_settings
from pytest_django import Settings

from licensing import demo
from tests.builders import NOW

OUTBOX = "licensing.mail.OutboxBackend"  # Django's test runner would put another in its place


@pytest.fixture(autouse=True)
def _our_outbox(settings: Settings) -> None:
    settings.EMAIL_BACKEND = OUTBOX


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """It is always the same evening, and no time passes unless a test says so."""
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@contextmanager
def undone(django_db_blocker: Any) -> Iterator[None]:
    with django_db_blocker.unblock(), override_settings(EMAIL_BACKEND=OUTBOX), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def demo_world(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with undone(django_db_blocker):
        demo.build(today=NOW.date())
        yield
