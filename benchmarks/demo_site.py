"""The whole site with the demo in it, in a folder that goes away with the process."""

import atexit
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from wsgiref.util import setup_testing_defaults

import django
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command

from config.environment import KNOWN


@cache
def site() -> WSGIHandler:
    folder = tempfile.TemporaryDirectory(prefix="cagnotte-bench-")
    atexit.register(folder.cleanup)
    # Nothing that the machine is set up with, such as the address of a real database, may reach the throw-away site.
    os.environ.update(dict.fromkeys(KNOWN, ""))
    # A line of log for each of thousands of requests would hide the table.
    os.environ.update(
        CAGNOTTE_DATA=folder.name, CAGNOTTE_LOG="WARNING", CAGNOTTE_DEMO="no", DJANGO_SETTINGS_MODULE="config.settings"
    )
    django.setup()
    from django.conf import settings

    settings.ROOT_URLCONF = "benchmarks.urls"
    with Path(os.devnull).open("w") as nowhere:
        call_command("prepare", stdout=nowhere)
        call_command("demo", stdout=nowhere)
    return WSGIHandler()


def page(name: str, *, cookie: str = "") -> Callable[[], None]:
    """Ask for a page as a server would, without a test client, whose own work would be measured too."""
    from django.urls import reverse

    handler, path = site(), reverse(name)

    def ask() -> None:
        environ = {"PATH_INFO": path, "REMOTE_ADDR": "127.0.0.1", "HTTP_ACCEPT_LANGUAGE": "fr", "HTTP_COOKIE": cookie}
        setup_testing_defaults(environ)
        response = handler(environ, lambda *_headers: bytes)
        if response.status_code != 200:
            raise RuntimeError(f"{path} answered {response.status_code}; only a page that is shown is worth measuring.")
        b"".join(response)
        response.close()

    return ask


def cookie_of_an_organiser() -> str:
    site()
    from django.conf import settings
    from django.test import Client

    from licensing.domain.roles import Role
    from licensing.models import RoleGrant

    grant = RoleGrant.objects.filter(role=Role.ORGANISER).select_related("membership__user").order_by("pk")[0]
    client = Client()
    client.force_login(grant.membership.user)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
