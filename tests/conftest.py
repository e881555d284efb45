"""Shared by all tests: loud skips, and a database that is either SQLite or PostgreSQL."""

import os
import shutil
import uuid

import pytest
from django.conf import settings
from django.core.cache import cache

from licensing.models import Organisation, User
from tests.builders import organisation, person

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ON_CI = bool(os.environ.get("CI"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    on_postgresql = os.environ.get("DATABASE_URL", "").startswith("postgres")
    for item in items:
        if item.get_closest_marker("browser") and not CHROMIUM:
            item.add_marker(pytest.mark.skip(reason="no Chromium"))
        if item.get_closest_marker("postgresql") and not on_postgresql:
            item.add_marker(pytest.mark.skip(reason="no PostgreSQL in DATABASE_URL"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What did not run is said loudly, and on CI it is a failure where the run was meant to have it."""
    skipped = terminalreporter.stats.get("skipped", [])
    if skipped:
        terminalreporter.section("DID NOT RUN", sep="!", red=True, bold=True)
        reasons = sorted({str(report.longrepr[2]) if isinstance(report.longrepr, tuple) else "?" for report in skipped})
        for reason in reasons:
            count = sum(reason in str(report.longrepr) for report in skipped)
            terminalreporter.line(f"{count} test(s): {reason}")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """The SQLite half of CI may leave the PostgreSQL tests to the other half; nothing else may be skipped there."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if not ON_CI or reporter is None:
        return
    allowed = () if os.environ.get("DATABASE_URL", "").startswith("postgres") else ("no PostgreSQL in DATABASE_URL",)
    missing = [
        report for report in reporter.stats.get("skipped", []) if not any(reason in str(report.longrepr) for reason in allowed)
    ]
    if missing and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session", autouse=True)
def _the_real_outbox(django_test_environment: None) -> None:
    """Django's test runner replaces the mail backend; ours writes rows, and rows are what the tests look at."""
    settings.EMAIL_BACKEND = "licensing.mail.OutboxBackend"


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    """Limits on attempts are counted in the cache: one test must not use up another's, nor empty a cache that others share."""
    cache.key_prefix = uuid.uuid4().hex


@pytest.fixture
def owner() -> User:
    return person("Olive Owner")


@pytest.fixture
def place(owner: User) -> Organisation:
    return organisation(owner=owner)
