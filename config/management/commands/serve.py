"""Web server, worker and scheduler as children of one process: one command starts them, Ctrl-C ends them."""

import ctypes
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.settings import env
from licensing import demo, selectors
from licensing.management.commands.demo import sign_in_sheet

GRACE = 8  # seconds that a child has to finish what it does
RESTART_PAUSE = 3
OPEN_FILES = 8192
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  (asked about, not listened on)


class Command(BaseCommand):
    help = "Run Cagnotte: web server, worker and scheduler together."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        refuse_taken_port(host, port)
        call_command("prepare")
        if settings.DEMO and selectors.is_fresh_database():
            self.stdout.write("First start: building the demo…")
            demo.build()
        Supervisor(host, port, say=self.say).run(announce=lambda: self.announce(host, port))

    def say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()

    def announce(self, host: str, port: int) -> None:
        lines = [f"\nCagnotte answers at {address_of(host, port)}/   (Ctrl-C ends it)"]
        if settings.DEMO and not demo.has_real_data():
            lines += [sign_in_sheet(), "  The registrar's staff also need a code: the page that asks for it shows it.", ""]
        self.say("\n".join(lines))


def refuse_taken_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise CommandError(f"{host}:{port} cannot be used ({reason}). Choose another: make run PORT=8010") from None


def address_of(host: str, port: int) -> str:
    """Where people find the server. One that listens everywhere is found by the name of its machine."""
    name = socket.gethostname() if host in EVERYWHERE else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def children_environment(host: str, port: int) -> dict[str, str]:
    """Links in mail lead to where the server is, and pages answer to its name, unless a setting says otherwise."""
    # Phones in the hall ask for a server that listens everywhere by whatever address the network gave it.
    hosts = "*" if host in EVERYWHERE else ",".join([*settings.ALLOWED_HOSTS, f"[{host}]" if ":" in host else host])
    defaults = {"CAGNOTTE_URL": address_of(host, port), "CAGNOTTE_HOSTS": hosts}
    return {**os.environ, **{name: value for name, value in defaults.items() if not env.text(name)}}


class Supervisor:
    """A page must always be there, so a web server that dies ends everything; the others are started again."""

    def __init__(self, host: str, port: int, *, say: Any) -> None:
        quiet = "--no-access-log --no-server-header --log-level warning --timeout-graceful-shutdown 3 --lifespan off"
        celery = "celery --app config --quiet"
        words = {
            "web": f"uvicorn config.asgi:application --host {host} --port {port} {quiet}",
            "worker": f"{celery} worker --pool threads --concurrency 2 --without-gossip --without-mingle",
            "beat": f"{celery} beat --pidfile=",
        }
        self.commands = {name: [sys.executable, "-m", *line.split()] for name, line in words.items()}
        self.address = (host, port)
        self.environment = children_environment(host, port)
        self.say = say
        self.children: dict[str, subprocess.Popen[bytes]] = {}
        self.stopping = False

    def run(self, *, announce: Any) -> None:
        signal.signal(signal.SIGINT, self._stop)
        signal.signal(signal.SIGTERM, self._stop)
        raise_open_file_limit()
        self._start("web")
        while not self.stopping and self.children["web"].poll() is None and not self._answers():
            time.sleep(0.05)
        if self.children["web"].poll() is None and not self.stopping:
            self._start("worker")
            self._start("beat")
            announce()
        failed = self._watch()
        self._end()
        if failed:
            raise CommandError("the web server stopped by itself; its last lines above say why.")

    def _watch(self) -> bool:
        """Until a signal, or until the web server is gone. Returns whether that was a failure."""
        while not self.stopping:
            for name, child in list(self.children.items()):
                if child.poll() is None or self.stopping:
                    continue
                if name == "web":
                    return True
                self.say(f"The {name} stopped (exit code {child.returncode}); starting it again.")
                time.sleep(RESTART_PAUSE)
                self._start(name)
            time.sleep(0.2)
        return False

    def _start(self, name: str) -> None:
        if not self.stopping:
            # A session of its own: Ctrl-C in the terminal reaches this process alone, which then ends the children in order.
            self.children[name] = subprocess.Popen(
                self.commands[name],
                cwd=settings.BASE_DIR,
                env=self.environment,
                start_new_session=True,
                preexec_fn=die_with_parent,  # noqa: PLW1509  (this process has one thread)
            )

    def _answers(self) -> bool:
        with socket.socket(socket.AF_INET6 if ":" in self.address[0] else socket.AF_INET) as probe:
            probe.settimeout(0.5)
            return probe.connect_ex(self.address) == 0

    def _stop(self, *args: Any) -> None:
        self.stopping = True

    def _end(self) -> None:
        for child in self.children.values():
            if child.poll() is None:
                child.terminate()
        deadline = time.monotonic() + GRACE
        for child in self.children.values():
            try:
                child.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()


def die_with_parent() -> None:
    """On Linux a child ends with its parent even when that is killed outright; elsewhere Ctrl-C has to do."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # 1 = PR_SET_PDEATHSIG


def raise_open_file_limit() -> None:
    """Every open page holds a file handle; the usual 1024 are few for a hall."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
