"""The queue: its broker, its tasks and its timetable come from the settings."""

import os

from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("cagnotte")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.setup_logging.connect
def keep_our_logging(**kwargs: object) -> None:
    """Django's settings have set logging up already; Celery must not replace it."""
