"""Migrations: complete, and there and back on an empty database."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from config.environment import KNOWN
from tests.environment import ROOT

OURS = ["licensing", "tournaments", "reports"]
# Told after each way: every table with its columns, and the guard of the journal.
THERE_AND_BACK = """
import json, django
django.setup()
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

def look():
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            found[table] = sorted(column.name for column in connection.introspection.get_table_description(cursor, table))
        triggers = {"sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
                    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"}
        cursor.execute(triggers[connection.vendor])
        found["triggers"] = sorted(name for (name,) in cursor.fetchall())
        if connection.vendor == "postgresql":
            cursor.execute("SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace")
            found["functions"] = sorted(name for (name,) in cursor.fetchall())
    return found

def migrate(forwards):
    executor = MigrationExecutor(connection)
    graph = executor.loader.graph
    executor.migrate(graph.leaf_nodes() if forwards else [(app, None) for app, _ in graph.leaf_nodes()])
    return look()

print(json.dumps([migrate(True), migrate(False), migrate(True)]))
"""


@pytest.fixture
def empty_database(tmp_path: Path) -> Iterator[str]:
    """An address of a database that nobody else uses: of the kind that this run is about."""
    address = os.environ.get("DATABASE_URL", "")
    if not address.startswith("postgres"):
        yield f"sqlite:///{tmp_path}/empty.sqlite3"
        return
    name = f"test_migrations_{os.getpid()}"
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {name}")  # type: ignore[arg-type]
        server.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
        yield urlsplit(address)._replace(path=f"/{name}").geturl()
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[arg-type]


def test_migrations_go_forwards_from_nothing_back_to_nothing_and_forwards_again(empty_database: str, tmp_path: Path) -> None:
    given = {"DATABASE_URL": empty_database, "CAGNOTTE_DATA": str(tmp_path), "CAGNOTTE_LOG": "ERROR"}
    environment = os.environ | dict.fromkeys(KNOWN, "") | given | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", THERE_AND_BACK], cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=200
    )
    assert done.returncode == 0, done.stderr
    forwards, back, again = json.loads(done.stdout)
    tables = {model._meta.db_table for model in apps.get_models()}
    assert tables < set(forwards)
    assert forwards["triggers"] == ["events_are_never_changed"]
    assert {table for table, columns in back.items() if columns} == {"django_migrations"}
    assert again == forwards


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.django_db
def test_a_missing_migration_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    field: Any = apps.get_model("licensing", "Organisation")._meta.get_field("name")
    monkeypatch.setattr(field, "max_length", 161)
    with pytest.raises(SystemExit):
        call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.django_db
def test_no_app_has_two_last_migrations() -> None:
    graph = MigrationLoader(connection).graph
    for app in OURS:
        assert len(graph.leaf_nodes(app)) <= 1


@pytest.mark.django_db
def test_the_account_of_a_person_is_in_the_first_migration() -> None:
    first = MigrationLoader(connection).graph.nodes["licensing", "0001_initial"]
    created = {operation.name for operation in first.operations if hasattr(operation, "fields") and hasattr(operation, "bases")}
    assert "User" in created
