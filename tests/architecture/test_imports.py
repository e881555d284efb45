"""Imports go one way; and the check that says so can fail."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environment import ROOT

PACKAGES = ["config", "licensing", "tournaments", "reports"]
LINT = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True, no_logo=True))"
DOMAINS = sorted(path for app in ("licensing", "tournaments") for path in (ROOT / app / "domain").rglob("*.py"))


def lint(root: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", LINT], cwd=root, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project's Python and its contracts, to be broken without harm."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "static", "locale"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_every_contract_is_kept() -> None:
    checked = lint(ROOT)
    assert checked.returncode == 0, checked.stdout
    assert "0 broken" in checked.stdout


def test_a_copy_without_changes_keeps_them_too(copy: Path) -> None:
    checked = lint(copy)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize(
    ("module", "code", "contract"),
    [
        ("licensing/wrong.py", "from tournaments import apps", "licensing <- tournaments <- reports"),
        ("licensing/views/wrong.py", "import reports.apps", "licensing <- tournaments <- reports"),
        ("tournaments/wrong.py", "from reports.apps import ReportsConfig", "licensing <- tournaments <- reports"),
        ("licensing/models/wrong.py", "from licensing.services import members", "Inside licensing, imports go inward"),
        ("licensing/services/wrong.py", "from licensing.forms import accounts", "Inside licensing, imports go inward"),
        ("licensing/forms/wrong.py", "from licensing.views import site", "Inside licensing, imports go inward"),
        ("licensing/domain/wrong.py", "from licensing.models import User", "Inside licensing, imports go inward"),
        ("licensing/domain/wrong.py", "import django", "The domain knows no framework"),
        ("licensing/domain/wrong.py", "from django.utils.translation import gettext", "The domain knows no framework"),
        ("tournaments/domain/wrong.py", "from celery import shared_task", "The domain knows no framework"),
        ("tournaments/domain/wrong.py", "from config import settings", "The domain knows no framework"),
    ],
)
def test_a_module_that_imports_against_the_direction_is_found(copy: Path, module: str, code: str, contract: str) -> None:
    (copy / module).write_text(f"{code}\n")
    checked = lint(copy)
    assert checked.returncode == 1
    assert f"{contract} BROKEN" in checked.stdout


# What no contract can say: time and chance come to the domain as arguments --------------------------------------------
OUTSIDE = {"time", "random", "secrets", "os", "gettext", "locale", "socket", "subprocess", "threading", "uuid"}
CLOCKS = {"now", "utcnow", "today", "localtime"}


def impurities(code: str) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.split(".")[0] in OUTSIDE]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in OUTSIDE:
            found += [alias.name for alias in node.names if (node.module, alias.name) != ("random", "Random")]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CLOCKS:
            found.append(node.func.attr)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Random" and not node.args:
            found.append("Random()")
    return found


def test_there_is_a_domain_to_look_at() -> None:
    assert ROOT / "licensing" / "domain" / "money.py" in DOMAINS


@pytest.mark.parametrize("path", DOMAINS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_domain_has_no_clock_no_chance_and_no_language(path: Path) -> None:
    assert impurities(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "code",
    [
        "import random",
        "from random import shuffle",
        "import time",
        "from time import monotonic",
        "import os.path",
        "datetime.now(UTC)",
        "date.today()",
        "Random()",
        "from gettext import gettext",
    ],
)
def test_a_clock_or_a_chance_of_its_own_is_found(code: str) -> None:
    assert impurities(code)


@pytest.mark.parametrize(
    "code", ["from random import Random", "from datetime import datetime", "import math", "rng.shuffle(seats)"]
)
def test_time_and_chance_as_arguments_are_fine(code: str) -> None:
    assert impurities(code) == []
