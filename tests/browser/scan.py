"""What a page must not do, whoever looks at it."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response

LEVEL_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
OPTIONS = {
    "runOnly": {"type": "tag", "values": LEVEL_AA},
    "rules": {"target-size": {"enabled": True}},  # axe's one rule of WCAG 2.2, which it leaves off unless it is named
    "resultTypes": ["violations"],
}


def barriers(page: Page) -> list[str]:
    """Every violation of WCAG 2.2 A and AA that axe can see, one line for each element."""
    found: list[dict[str, Any]] = Axe().run(page, options=OPTIONS).response["violations"]
    return [f"{rule['id']}: {node['html'][:160]} ({node['failureSummary']})" for rule in found for node in rule["nodes"]]


def overflow(page: Page) -> list[str]:
    """What makes a page wider than the window, so that a phone must scroll sideways."""
    width, inner = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    return [f"the page is {width} px wide in a window of {inner} px"] if width > inner else []


class Watch:
    """Listens to all pages of a window: errors on the console, refusals by the Content-Security-Policy, failed requests."""

    def __init__(self, context: BrowserContext) -> None:
        self.heard: list[str] = []
        self.expected_status: dict[str, int] = {}
        # The policy's refusals come as console messages too, but not in every case: a report-only or a worker's may not.
        context.add_init_script("""
            addEventListener("securitypolicyviolation", (event) =>
                console.error(`refused by the policy: ${event.violatedDirective} ${event.blockedURI}`));
        """)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.heard.append(f"script error: {error.error}"))
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)

    def expect_status(self, path: str, status: int) -> None:
        self.expected_status[path] = status

    def _console(self, message: ConsoleMessage) -> None:
        # Chromium also writes a line for an answer of 400 and above; those are judged below, where their number is known.
        if message.type == "error" and not message.text.startswith("Failed to load resource: the server responded"):
            self.heard.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        if request.failure == "net::ERR_ABORTED":  # given up by the browser: the page was left, or typing went on
            return
        self.heard.append(f"failed: {request.method} {request.url} ({request.failure})")

    def _answered(self, response: Response) -> None:
        path = "/" + response.url.split("/", 3)[3]
        allowed = self.expected_status.get(path, 200)
        if response.status >= 400 and response.status != allowed:
            self.heard.append(f"answered {response.status}: {response.url}")

    def problems(self) -> list[str]:
        heard, self.heard = self.heard, []
        return heard
