"""Is the queue's door open? Whether anybody works behind it is told by the worker's heartbeat."""

import os

from django.conf import settings

from config.celery import app


def is_reachable() -> bool:
    if settings.QUEUE_IS_FILES:
        return os.access(settings.QUEUE_DIR, os.W_OK)
    try:
        with app.connection_for_write() as connection:
            connection.ensure_connection(max_retries=1, interval_start=0, timeout=1)  # a probe does not wait between tries
    except Exception:  # every transport has its own errors, and all of them mean no
        return False
    return True
