"""Chromium against the real product: web server, worker and scheduler, started as `make run` starts them."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, expect, sync_playwright

from licensing.demo import PASSWORD, PERSONAS
from licensing.domain.roles import OfficeRole
from tests.conftest import CHROMIUM
from tests.environment import ROOT
from tests.processes.product import Served, World, alive
from tests.tour import Stop

ARGUMENTS = """
    --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync
""".split()
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}
expect.set_options(timeout=20_000)  # the machine may be busy with the other tests
PEOPLE = {persona.key: persona for persona in PERSONAS}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order is random, but for the one test that looks at what the others leave behind."""
    items.sort(key=lambda item: item.name.endswith("_after_the_tour"))


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    world = World(tmp_path_factory.mktemp("browser"))
    served = Served(world)
    try:
        yield served.until_healthy()
        children = served.children()
        served.signal(signal.SIGINT)
        assert served.end() == 0, served.stderr
        assert alive(children.values()) == []
    finally:
        served.clear_away()
        world.drop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one module: while Playwright's event loop runs, Django refuses the database to every test in the process."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def signed_in() -> dict[str, StorageState]:
    """The cookies of whoever has signed in once. A staff member's code works once, so nobody signs in twice."""
    return {}


Open = Callable[..., BrowserContext]


@pytest.fixture
def open_as(browser: Browser, product: Served, signed_in: dict[str, StorageState]) -> Iterator[Open]:
    """`open_as("marie", language="fr")`: a window of their own for somebody of the demo, or for a visitor (None)."""
    windows: list[BrowserContext] = []

    def open_window(key: str | None = None, *, language: str = "en", **options: Any) -> BrowserContext:
        if key and key not in signed_in:
            with window(browser, product, "en") as first:
                sign_in(first.new_page(), key)
                signed_in[key] = first.storage_state()
        state = signed_in[key] if key else None
        context = browser.new_context(**window_options(product, language), storage_state=state, **options)
        windows.append(context)
        if key:
            speak(context, language)
        return context

    yield open_window
    for context in windows:
        context.close()


def window_options(product: Served, language: str) -> dict[str, Any]:
    return {"base_url": product.address, "locale": f"{language}-CA", "viewport": WIDE, "reduced_motion": "reduce"}


@contextmanager
def window(browser: Browser, product: Served, language: str) -> Iterator[BrowserContext]:
    context = browser.new_context(**window_options(product, language))
    yield context
    context.close()


def sign_in(page: Page, key: str) -> None:
    """As a person does it; the registrar's staff copy the code that the demo shows."""
    persona = PEOPLE[key]
    page.goto("/accounts/login/")
    page.fill("#id_login", persona.email)
    page.fill("#id_password", PASSWORD)
    page.click("form.entrance-form button[type=submit]")
    if isinstance(persona.role, OfficeRole):
        page.fill("#id_code", page.inner_text(".notice .figures"))
        page.click("form.one-time-code button.btn-primary")
    expect(page.locator(".menu-person")).to_contain_text(persona.email)


def speak(context: BrowserContext, language: str) -> None:
    """The language is on the account: another test may have left another one there."""
    page = context.new_page()
    page.goto("/profile/")
    if page.get_attribute("html", "lang") != language:
        page.click("header form[action='/language/'] button")
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.close()


@pytest.fixture(scope="session")
def stops(product: Served) -> list[Stop]:
    """The tour, asked for in the server's own environment: the invitation in it must be open in the server's database."""
    answer = subprocess.run(
        [sys.executable, "-m", "tests.tour"], cwd=ROOT, env=product.world.env, capture_output=True, text=True, check=True
    )
    return [Stop(**stop) for stop in json.loads(answer.stdout)]
