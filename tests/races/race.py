"""Acts that happen at once, each with its own connection, made to meet at the worst moment."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections
from django.db.models import QuerySet

DEADLINE = 60.0
Outcome = Exception | None


class Race:
    """`meet` is called in the middle of each act, when it has looked and not yet stored.

    It goes on once every other act is there too, has ended, or waits for a lock of the database: so an act that is not kept
    out meets the other for certain, and one that is kept out holds nobody up. Nothing depends on how fast a thread is.
    """

    def __init__(self) -> None:
        self.counting = threading.Lock()
        self.arrived: set[int] = set()
        self.ended: set[int] = set()
        self.go = threading.Event()
        self.all_ended = threading.Event()
        self.mine = threading.local()

    def meet(self) -> None:
        if hasattr(self.mine, "backend"):  # not while the test itself prepares its rows
            with self.counting:
                self.arrived.add(self.mine.backend)
            assert self.go.wait(DEADLINE), "the acts never met"

    def run(self, *acts: Callable[[], object]) -> list[Outcome]:
        """What each act ended with: None, or what it raised."""
        outcomes: list[Outcome] = [None] * len(acts)
        started = threading.Barrier(len(acts) + 1, timeout=DEADLINE)
        backends: set[int] = set()

        def run_one(number: int) -> None:
            connection.ensure_connection()
            self.mine.backend = connection.connection.info.backend_pid
            backends.add(self.mine.backend)
            started.wait()
            try:
                acts[number]()
            except Exception as error:
                outcomes[number] = error
            finally:
                with self.counting:
                    self.ended.add(self.mine.backend)
                    if len(self.ended) == len(acts):
                        self.all_ended.set()
                connections.close_all()

        threads = [threading.Thread(target=run_one, args=[number], daemon=True) for number in range(len(acts))]
        for thread in threads:
            thread.start()
        started.wait()
        for _ in range(int(DEADLINE / 0.01)):
            if self.all_ended.wait(0.01):
                break
            if self.arrived and self.arrived | self.ended | kept_out(backends) == backends:
                self.go.set()
        assert self.all_ended.is_set(), "the acts never ended"
        for thread in threads:
            thread.join(DEADLINE)
        return outcomes


def kept_out(backends: set[int]) -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT pid FROM pg_locks WHERE NOT granted AND pid = ANY(%s)", [list(backends)])
        return {pid for (pid,) in cursor.fetchall()}


def meet_before(race: Race, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
    """The acts meet where `owner.name` is about to be called."""
    original = getattr(owner, name)

    def after_meeting(*args: Any, **kwargs: Any) -> Any:
        race.meet()
        return original(*args, **kwargs)

    monkeypatch.setattr(owner, name, after_meeting)


def without_row_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: everything as it is, but nobody takes turns."""
    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, *args, **kwargs: rows.all())


def kinds(outcomes: list[Outcome]) -> list[str]:
    """In no order: which of them was first is chance."""
    return sorted(type(outcome).__name__ if outcome else "done" for outcome in outcomes)
