"""The product as people start it: `manage.py serve` in a process of its own, with data of its own."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterable
from email import message_from_bytes, policy
from itertools import count
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import psycopg
import redis

from config.environment import KNOWN
from tests.environment import ROOT

Found = TypeVar("Found")
# Django's file backend writes this line after each mail.
END_OF_MAIL = b"-" * 79 + b"\n"
REDIS_MARK = "cagnotte-tests"
_numbers = count(1)
BROWSER = urllib.request.build_opener()


def eventually(probe: Callable[[], Found], *, within: float = 60, what: str = "it") -> Found:
    """What another process does is waited for, not timed: the first true answer, or a failure at the deadline."""
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        if found := probe():
            return found
        time.sleep(0.05)
    raise AssertionError(f"{what} did not happen within {within:.0f} seconds")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def with_path(url: str, path: str) -> str:
    return urlsplit(url)._replace(path=f"/{path}").geturl()


def unused_redis(url: str) -> redis.Redis:
    """An empty numbered database, marked as ours: two runs on one machine must not take each other's tasks."""
    for number in range(15, 0, -1):
        client = redis.Redis.from_url(with_path(url, str(number)), decode_responses=True)
        holder = client.get(REDIS_MARK)
        if holder and not alive([int(holder)]):
            client.flushdb()  # left behind by a run that was killed
        if client.dbsize() == 0 and client.set(REDIS_MARK, os.getpid(), nx=True):
            return client
        client.close()
    raise AssertionError("no numbered database of Redis is empty")


class World:
    """A data folder and, where the run has PostgreSQL and Redis, databases beside it that nobody else uses."""

    def __init__(self, folder: Path, *, like: "World | None" = None) -> None:
        """`like`: a world to copy."""
        self.folder = folder
        self.database = ""
        self.redis: redis.Redis | None = None
        # Of the run's settings only those that say which services it is about; an empty one means the default.
        given = {name: os.environ.get(name, "") for name in ("DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL")}
        self.env = os.environ | dict.fromkeys(KNOWN, "") | given | {"CAGNOTTE_DATA": str(folder), "CAGNOTTE_LOG": "ERROR"}
        if like:
            shutil.copytree(like.folder, folder, dirs_exist_ok=True)
        if given["DATABASE_URL"].startswith("postgres"):
            self.database = f"cagnotte_world_{os.getpid()}_{next(_numbers)}"
            self._ask(f"CREATE DATABASE {self.database}" + (f" TEMPLATE {like.database}" if like else ""))
            self.env["DATABASE_URL"] = with_path(given["DATABASE_URL"], self.database)
        for name in ("CELERY_BROKER_URL", "CACHE_URL"):
            if given[name].startswith("redis"):
                self.redis = self.redis or unused_redis(given[name])
                self.env[name] = with_path(given[name], str(self.redis.get_connection_kwargs()["db"]))

    def drop(self) -> None:
        if self.database:
            self._ask(f"DROP DATABASE IF EXISTS {self.database} WITH (FORCE)")
        if self.redis:
            self.redis.flushdb()
            self.redis.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    @staticmethod
    def _ask(statement: str) -> None:
        with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
            connection.execute(statement)

    def mail_to(self, address: str, *, containing: str = "") -> str:
        """The text of the newest mail to somebody, once the worker has delivered it."""

        def newest() -> str:
            for path in sorted((self.folder / "mail").glob("*.log"), key=lambda path: path.stat().st_mtime_ns, reverse=True):
                for written in reversed(path.read_bytes().split(END_OF_MAIL)[:-1]):
                    message = message_from_bytes(written, policy=policy.default)
                    if message["To"] == address and containing in (text := message.get_content()):
                        return str(text)
            return ""

        return eventually(newest, what=f"a mail to {address}")


class Served:
    """One run of the command that starts everything."""

    def __init__(self, world: World, *, port: int | None = None, command: str = "", **env: str) -> None:
        self.world, self.port = world, port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._out, self._err = world.folder / "stdout", world.folder / "stderr"
        with self._out.open("wb") as out, self._err.open("wb") as err:
            self.process = subprocess.Popen(
                ["sh", "-c", command] if command else [sys.executable, "manage.py", "serve", "--port", str(self.port)],
                cwd=ROOT,
                env=world.env | env,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,  # a process group of its own, as a terminal gives it
            )

    @property
    def stdout(self) -> str:
        return self._out.read_text()

    @property
    def stderr(self) -> str:
        return self._err.read_text()

    def until_healthy(self) -> "Served":
        def healthy() -> bool:
            assert self.process.poll() is None, f"it ended: {self.stdout}{self.stderr}"
            try:
                with BROWSER.open(f"{self.address}/healthz", timeout=5) as answer:
                    return bool(answer.status == 200)
            except OSError:
                return False

        eventually(healthy, what="an answer of /healthz")
        eventually(lambda: len(self.children()) == 3, what="a worker and a scheduler")
        return self

    def children(self) -> dict[str, int]:
        """The process ids of the web server, the worker and the scheduler, as far as they run."""
        kinds = {"web": "uvicorn", "worker": "celery --app config --quiet worker", "beat": "celery --app config --quiet beat"}
        return {
            kind: pid
            for pid, parent, line in processes()
            for kind, mark in kinds.items()
            if parent == self.process.pid and mark in line
        }

    def signal(self, number: signal.Signals) -> None:
        os.kill(self.process.pid, number)

    def end(self) -> int:
        """The exit code, once it has ended by itself or by a signal."""
        return self.process.wait(timeout=60)

    def clear_away(self) -> None:
        """Whatever a failed test left running."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def processes() -> list[tuple[int, int, str]]:
    """Process id, parent and command line of all that run; the dead that nobody has waited for do not count."""
    if not Path("/proc/self/stat").exists():
        command = "ps -A -ww -o pid=,ppid=,stat=,args=".split()
        listing = subprocess.run(command, capture_output=True, text=True, check=True)
        rows = [line.split(None, 3) for line in listing.stdout.splitlines()]
        return [(int(row[0]), int(row[1]), row[3]) for row in rows if len(row) == 4 and not row[2].startswith("Z")]
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:  # it ended while we looked
            continue
        if state not in "ZX":
            found.append((int(folder.name), int(parent), line))
    return found


def alive(pids: Iterable[int]) -> list[int]:
    running = {pid for pid, _, _ in processes()}
    return [pid for pid in pids if pid in running]
