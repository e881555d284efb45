"""SQLite has one writer at a time: with our settings the others wait their turn, and what is stored stays stored."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

from config.environment import KNOWN
from tests.environment import ROOT
from tests.races.crowd import ACTS, WRITERS
from tests.settings_in_force import settings_with

pytestmark = pytest.mark.xdist_group("sqlite")  # so that the file is prepared once


# Our options, with the least that shows them --------------------------------------------------------------------------
Open = Callable[..., BaseDatabaseWrapper]


@pytest.fixture
def open_file(tmp_path: Path, db: None) -> Iterator[Open]:
    """Another connection to one and the same file, with our options or without some of them."""
    handlers: list[BaseDatabaseWrapper] = []

    def connect(**options: Any) -> BaseDatabaseWrapper:
        databases = settings_with(CAGNOTTE_DATA=str(tmp_path))["DATABASES"]
        databases["default"]["OPTIONS"].update(options)
        handlers.append(ConnectionHandler(databases)["default"])
        return handlers[-1]

    yield connect
    for handler in handlers:
        handler.close()


def ask(connection: BaseDatabaseWrapper, statement: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0] if cursor.description else None


def begin(connection: BaseDatabaseWrapper) -> None:
    """As `transaction.atomic` begins."""
    connection.ensure_connection()
    connection._start_transaction_under_autocommit()  # type: ignore[attr-defined]


def test_a_file_is_as_durable_as_a_server_and_keeps_its_references(open_file: Open) -> None:
    connection = open_file()
    assert ask(connection, "PRAGMA journal_mode") == "wal"
    assert ask(connection, "PRAGMA synchronous") == 2  # FULL
    assert ask(connection, "PRAGMA foreign_keys") == 1
    assert ask(connection, "PRAGMA busy_timeout") == 20_000


def test_without_immediate_one_who_has_looked_and_then_writes_is_turned_away(open_file: Open) -> None:
    one, other = open_file(transaction_mode=None), open_file(transaction_mode=None)
    ask(one, "CREATE TABLE amount (cents INTEGER)")
    ask(one, "INSERT INTO amount VALUES (0)")
    begin(one)
    assert ask(one, "SELECT cents FROM amount") == 0
    begin(other)
    assert ask(other, "SELECT cents FROM amount") == 0
    ask(other, "UPDATE amount SET cents = cents + 1")
    ask(other, "COMMIT")
    with pytest.raises(OperationalError, match="database is locked"):
        ask(one, "UPDATE amount SET cents = cents + 1")


def test_with_immediate_the_second_waits_at_the_start_and_then_sees_what_the_first_did(open_file: Open) -> None:
    one, other = open_file(), open_file(timeout=0)  # who would wait is told at once
    ask(one, "CREATE TABLE amount (cents INTEGER)")
    ask(one, "INSERT INTO amount VALUES (0)")
    begin(one)
    with pytest.raises(OperationalError, match="database is locked"):
        begin(other)
    ask(one, "UPDATE amount SET cents = cents + 1")
    ask(one, "COMMIT")
    begin(other)
    assert ask(other, "SELECT cents FROM amount") == 1
    ask(other, "UPDATE amount SET cents = cents + 1")
    ask(other, "COMMIT")
    assert ask(one, "SELECT cents FROM amount") == 2


def test_a_reader_does_not_wait_for_a_writer(open_file: Open) -> None:
    writer, reader = open_file(), open_file(timeout=0)
    ask(writer, "CREATE TABLE amount (cents INTEGER)")
    begin(writer)
    ask(writer, "INSERT INTO amount VALUES (1)")
    assert ask(reader, "SELECT count(*) FROM amount") == 0
    ask(writer, "COMMIT")
    assert ask(reader, "SELECT count(*) FROM amount") == 1


# The product itself, in several processes -----------------------------------------------------------------------------
def environment(folder: Path) -> dict[str, str]:
    settings = {"CAGNOTTE_DATA": str(folder), "CAGNOTTE_LOG": "ERROR", "DJANGO_SETTINGS_MODULE": "config.settings"}
    return os.environ | dict.fromkeys(KNOWN, "") | settings


def command(act: str) -> list[str]:
    return [sys.executable, "-m", "tests.races.crowd", act]


def run(act: str, folder: Path) -> Any:
    done = subprocess.run(command(act), cwd=ROOT, env=environment(folder), capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prepared")
    run("prepare", folder)
    return folder


@pytest.fixture
def folder(prepared: Path, tmp_path: Path) -> Path:
    shutil.copytree(prepared, tmp_path / "data")
    return tmp_path / "data"


def test_eight_processes_that_write_at_once_all_get_their_turn(folder: Path) -> None:
    found = run("crowd", folder)
    assert found["failures"] == []
    assert (found["acts"], found["integrity"]) == (WRITERS * ACTS, "ok")


def test_a_process_killed_in_the_middle_of_an_act_loses_nothing_that_was_stored(folder: Path) -> None:
    with subprocess.Popen(
        command("die"), cwd=ROOT, env=environment(folder), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        told = [process.stdout.readline().strip() for _ in range(6)]
        process.send_signal(signal.SIGKILL)
        assert process.wait(60) == -signal.SIGKILL
    assert told == ["stored 0", "stored 1", "stored 2", "stored 3", "stored 4", "in the middle"]
    assert run("look", folder) == {"telephone": "stored 4", "acts": 5, "integrity": "ok"}
    assert run("crowd", folder)["acts"] == 5 + WRITERS * ACTS
