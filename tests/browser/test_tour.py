"""Every page of the product, in both languages, on a phone and on a desk."""

import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import PEOPLE, PHONE, WIDE, Open
from tests.browser.scan import Watch, barriers, overflow
from tests.processes.product import Served, eventually
from tests.tour import Stop

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

LARGEST_WEB_PROCESS = 150 * 1024  # kB
# Pages that together hold every component.
IN_THE_DARK = {
    "home",
    "account_login",
    "members",
    "organisation",
    "organisation-edit",
    "styleguide",
    "roles",
    "not-found",
    "staff-person",
}


def visit(page: Page, stop: Stop, watch: Watch, *, sizes: list[dict[str, int]]) -> list[str]:
    """What is wrong with a page, at each size."""
    watch.expect_status(stop.path, stop.status)
    answer = page.goto(stop.path)
    assert answer
    problems = [] if answer.status == stop.status else [f"answered {answer.status} instead of {stop.status}"]
    for size in sizes:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        problems += [f"at {size['width']} px: {problem}" for problem in overflow(page)]
    problems += watch.problems()
    for size in sizes:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        problems += [f"at {size['width']} px: {problem}" for problem in barriers(page)]
    watch.problems()  # axe measures with inline styles, which the policy rightly refuses: that noise is not the page's
    return [f"{stop}: {problem}" for problem in problems]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("persona", [None, *PEOPLE])
def test_every_page_is_accessible_and_quiet(open_as: Open, stops: list[Stop], persona: str | None, language: str) -> None:
    context = open_as(persona, language=language)
    watch, page = Watch(context), context.new_page()
    problems = []
    for stop in (stop for stop in stops if stop.persona == persona):
        problems += visit(page, stop, watch, sizes=[PHONE, WIDE])
        assert page.get_attribute("html", "lang") == language
    assert problems == []


@pytest.mark.parametrize("persona", [None, "marie", "daniel", "helen", "sam"])
def test_the_dark_has_enough_contrast(open_as: Open, stops: list[Stop], persona: str | None) -> None:
    context = open_as(persona, color_scheme="dark")
    watch, page = Watch(context), context.new_page()
    problems = []
    for stop in (stop for stop in stops if stop.persona == persona and stop.name in IN_THE_DARK):
        problems += visit(page, stop, watch, sizes=[WIDE])
    assert problems == []
    light, dark = (background(page, scheme) for scheme in ("light", "dark"))
    assert brightness(dark) < 0.25
    assert brightness(light) > 0.75


def background(page: Page, scheme: str) -> str:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def brightness(colour: str) -> float:
    return sum(float(part) for part in re.findall(r"[\d.]+", colour)[:3]) / (3 * 255)


BAD_PAGES = {
    "image-alt": "<img src='data:,'>",
    "label": "<input type='text'>",
    "color-contrast": "<p style='color:#999; background:#fff'>Too pale to read</p>",
    "target-size": 2 * "<button style='width: 9px; height: 9px; padding: 0'>x</button>",
    "html-has-lang": None,
}


@pytest.mark.parametrize("rule", BAD_PAGES)
def test_the_scan_sees_what_is_wrong(browser: Browser, rule: str) -> None:
    page = browser.new_page()
    body = BAD_PAGES[rule]
    page.set_content(
        f"<!doctype html><html{'' if body is None else ' lang=en'}><title>t</title><main><h1>t</h1>{body or ''}</main>"
    )
    assert {line.split(":")[0] for line in barriers(page)} == {rule}
    page.close()


def test_the_scan_sees_a_page_that_is_too_wide(browser: Browser) -> None:
    page = browser.new_page(viewport=PHONE)  # type: ignore[arg-type]
    page.set_content("<meta name=viewport content='width=device-width'><div style='width:360px'>as wide as the window</div>")
    page.add_style_tag(content="body { margin: 0 }")
    assert overflow(page) == []
    page.set_content("<meta name=viewport content='width=device-width'><div style='width:361px'>one more</div>")
    page.add_style_tag(content="body { margin: 0 }")
    assert overflow(page) == ["the page is 361 px wide in a window of 360 px"]
    page.close()


def test_the_watch_hears_what_goes_wrong(open_as: Open) -> None:
    context = open_as()
    watch, page = Watch(context), context.new_page()
    page.goto("/accounts/login/")
    assert watch.problems() == []
    page.evaluate("console.error('a complaint')")
    page.evaluate("setTimeout(() => { throw Error('a mishap') })")
    with page.expect_response("**/no/such/page/"):
        page.evaluate("fetch('/no/such/page/')")
    page.evaluate("const script = document.createElement('script'); script.text = '1'; document.body.append(script)")
    heard = eventually(lambda: len(found := found_so_far(watch, page)) >= 4 and found)
    for part in ("a complaint", "a mishap", "answered 404", "refused by the policy: script-src"):
        assert part in " ".join(heard)


def found_so_far(watch: Watch, page: Page) -> list[str]:
    page.wait_for_timeout(1)  # lets Playwright hand out what has arrived
    return watch.heard


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how much memory a process holds in /proc")
def test_the_web_process_stays_small_after_the_tour(open_as: Open, product: Served, stops: list[Stop]) -> None:
    """Alone it makes the tour itself, without a browser's window; in a whole run it comes last (see conftest.py)."""
    for persona in {stop.persona for stop in stops}:
        for language in ("fr", "en"):
            context = open_as(persona, language=language)
            for stop in stops:
                if stop.persona == persona:
                    assert context.request.get(stop.path).status == stop.status
    status = Path(f"/proc/{product.children()['web']}/status").read_text()
    resident = int(status.split("VmRSS:")[1].split()[0])
    print(f"\nThe web process holds {resident / 1024:.0f} MB after the tour.")
    assert resident < LARGEST_WEB_PROCESS
