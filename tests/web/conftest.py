"""Worlds that many tests of a module look at. Each test's own changes are undone; the world's are when the module is done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import time_machine
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.utils import translation
from pytest_django import DjangoDbBlocker

from licensing import demo
from licensing.models import User
from tests.builders import NOW
from tests.tour import Stop, open_invitation_token
from tests.web.helpers import TOKEN, signed_in


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """It is always the same evening, and no time passes unless a test says so."""
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def _language() -> Iterator[None]:
    """A request leaves its language behind in the thread: the next test must not find it."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@contextmanager
def undone(blocker: DjangoDbBlocker) -> Iterator[None]:
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def demo_world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The demo, and the token of an open invitation in it."""
    with undone(django_db_blocker):
        with time_machine.travel(NOW, tick=False):
            demo.build(today=NOW.date())
            token = open_invitation_token()
        yield token


@pytest.fixture
def visit(demo_world: str, db: None) -> Callable[..., HttpResponse]:
    """Opens a stop of the tour, as its viewer, in a language."""

    def visit(stop: Stop, language: str = "en") -> HttpResponse:
        user = User.objects.get(email=f"{stop.persona}@{demo.DOMAIN}") if stop.persona else None
        if user:
            User.objects.filter(pk=user.pk).update(language=language)
        return signed_in(user, **{"accept-language": language}).get(stop.path.replace(TOKEN, demo_world))

    return visit
