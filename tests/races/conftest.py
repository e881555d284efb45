"""Mail in a race is handed over at once: a committed row would wake a worker that is not there."""

import pytest
from django.core.mail import EmailMessage
from pytest_django.fixtures import Settings

TRANSPORT = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture(autouse=True)
def mailoutbox(settings: Settings, mailoutbox: list[EmailMessage]) -> list[EmailMessage]:
    settings.EMAIL_BACKEND = settings.DELIVERY_BACKEND = TRANSPORT
    return mailoutbox
