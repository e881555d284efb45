"""`manage.py serve`, which `make run` calls: what it starts, how it ends, and what it says when it cannot."""

import http.client
import http.cookiejar
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

from licensing.demo import PASSWORD, PERSONAS
from tests.environment import ROOT
from tests.processes.conftest import Serve
from tests.processes.product import Served, World, alive, eventually, free_port

# One worker process for all: they share a world to copy, and a queue.
pytestmark = pytest.mark.xdist_group("processes")

MARIE = PERSONAS[0]
LINUX = sys.platform == "linux"


class Visitor:
    """A browser without a window: keeps cookies, follows redirects, sends the token of a form."""

    def __init__(self, address: str, cookies: http.cookiejar.CookieJar | None = None) -> None:
        self.address = address
        self.cookies = cookies if cookies is not None else http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> str:
        with self.opener.open(self.address + path, timeout=30) as answer:
            return str(answer.read().decode())

    def post(self, path: str, *, form_on: str, **fields: str) -> str:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(form_on))
        assert token
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": token[1], **fields}).encode()
        with self.opener.open(self.address + path, data=data, timeout=30) as answer:
            return str(answer.read().decode())


def health(served: Served) -> dict[str, object]:
    return dict(json.loads(Visitor(served.address).get("/healthz")))


def refusal(served: Served) -> str:
    """The one line that it said before it ended with exit code 1."""
    assert served.end() == 1, served.stderr
    lines = served.stderr.strip().splitlines()
    assert len(lines) == 1, served.stderr
    return lines[0]


def test_everything_runs_and_healthz_tells(serve: Serve) -> None:
    served = serve().until_healthy()
    worker_at_work = eventually(lambda: (state := health(served))["worker_seen_seconds_ago"] is not None and state)
    assert {key: worker_at_work[key] for key in ("status", "database", "queue")} == dict.fromkeys(
        ("status", "database", "queue"), "ok"
    )
    assert served.address in served.stdout
    assert MARIE.email in served.stdout
    assert PASSWORD in served.stdout


@pytest.mark.parametrize("way", ["Ctrl-C in the terminal", "SIGINT", "SIGTERM"])
def test_a_signal_ends_everything_in_order(serve: Serve, way: str) -> None:
    served = serve().until_healthy()
    children = served.children()
    if way == "Ctrl-C in the terminal":
        os.killpg(served.process.pid, signal.SIGINT)
    else:
        served.signal(signal.Signals[way])
    assert served.end() == 0, served.stderr
    assert alive(children.values()) == []
    assert "Traceback" not in served.stdout + served.stderr


def test_a_signal_during_the_start_ends_it_too(serve: Serve) -> None:
    served = serve()
    eventually(lambda: "web" in served.children(), what="the start of the web server")
    served.signal(signal.SIGINT)
    assert served.end() == 0, served.stderr
    assert served.children() == {}


@pytest.mark.skipif(not LINUX, reason="only Linux tells a child that its parent is gone")
def test_the_children_go_when_the_parent_is_killed_outright(serve: Serve) -> None:
    served = serve().until_healthy()
    children = served.children()
    served.signal(signal.SIGKILL)
    served.end()
    eventually(lambda: not alive(children.values()), what="the end of the children")


def test_a_killed_worker_and_scheduler_are_started_again_and_mail_is_still_delivered(serve: Serve, world: World) -> None:
    served = serve().until_healthy()
    before = served.children()
    os.kill(before["worker"], signal.SIGKILL)
    os.kill(before["beat"], signal.SIGKILL)
    # Nobody is at work in the background now; the page is, and what it promises must not be lost.
    Visitor(served.address).post("/accounts/password/reset/", form_on="/accounts/password/reset/", email=MARIE.email)
    after = eventually(lambda: (now := served.children()).keys() == before.keys() and now, what="a new worker and scheduler")
    assert after["web"] == before["web"]
    assert after["worker"] != before["worker"]
    assert after["beat"] != before["beat"]
    assert "/accounts/password/reset/key/" in world.mail_to(MARIE.email)
    assert "The worker stopped (exit code -9); starting it again." in served.stdout


def test_a_killed_web_server_ends_everything_with_a_clear_line(serve: Serve) -> None:
    served = serve().until_healthy()
    children = served.children()
    os.kill(children["web"], signal.SIGKILL)
    assert served.end() == 1
    assert "the web server stopped by itself" in served.stderr.strip().splitlines()[-1]
    assert "Traceback" not in served.stderr
    assert alive(children.values()) == []


def test_a_second_start_keeps_the_data_and_builds_no_second_demo(serve: Serve) -> None:
    first = serve().until_healthy()
    visitor = Visitor(first.address)
    visitor.post("/accounts/login/", form_on="/accounts/login/", login=MARIE.email, password=PASSWORD)
    assert '<html lang="en"' in visitor.post("/language/", form_on="/profile/", language="en", next="/profile/")
    first.signal(signal.SIGINT)
    assert first.end() == 0
    second = serve(port=first.port).until_healthy()
    # Still signed in, and still in the language that was chosen: the key, the session and the account were kept.
    profile = Visitor(second.address, visitor.cookies).get("/profile/")
    assert '<html lang="en"' in profile
    assert MARIE.email in profile
    assert "building the demo" not in second.stdout


def test_the_first_start_says_that_it_builds_the_demo(prepared: World) -> None:
    assert "First start: building the demo" in (prepared.folder / "stdout").read_text()


def test_make_run_honours_host_and_port(serve: Serve) -> None:
    port = free_port()
    # Only what make would do last: making the environment is not this test's business.
    dry = subprocess.run(
        ["make", "--no-print-directory", "-n", "run", "HOST=localhost", f"PORT={port}", f"IN={Path(sys.executable).parent}/"],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    served = serve(port=port, command=dry.stdout.strip().splitlines()[-1]).until_healthy()
    assert f"http://localhost:{port}/" in served.stdout


def test_links_in_mail_lead_to_the_address_that_was_chosen(serve: Serve, world: World) -> None:
    served = serve().until_healthy()
    Visitor(served.address).post("/accounts/password/reset/", form_on="/accounts/password/reset/", email=MARIE.email)
    assert f"{served.address}/accounts/password/reset/key/" in world.mail_to(MARIE.email)


def test_a_setting_stands_above_the_address_that_was_chosen(serve: Serve, world: World) -> None:
    served = serve(CAGNOTTE_URL="https://cagnotte.example").until_healthy()
    Visitor(served.address).post("/accounts/password/reset/", form_on="/accounts/password/reset/", email=MARIE.email)
    assert "https://cagnotte.example/accounts/password/reset/key/" in world.mail_to(MARIE.email)


def answers_to(served: Served, name: str) -> int:
    """The status of the front page when it is asked for by a name."""
    line = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
    line.request("GET", "/", headers={"Host": name})
    return line.getresponse().status


def test_a_server_for_the_whole_hall_answers_to_whatever_the_network_calls_it(serve: Serve) -> None:
    port = free_port()
    served = serve(command=f"exec {sys.executable} manage.py serve --host 0.0.0.0 --port {port}", port=port).until_healthy()
    assert f"http://{socket.gethostname()}:{port}/" in served.stdout
    assert [answers_to(served, name) for name in ("127.0.0.1", socket.gethostname(), "192.168.7.20")] == [200, 200, 200]


def test_a_server_for_one_address_answers_to_no_other_name(serve: Serve) -> None:
    served = serve().until_healthy()
    assert [answers_to(served, name) for name in ("127.0.0.1", "localhost", "192.168.7.20")] == [200, 200, 400]


def test_a_taken_port_is_one_clear_line(serve: Serve) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        line = refusal(serve(port=port))
    assert f"127.0.0.1:{port} cannot be used" in line
    assert "PORT=" in line


@pytest.mark.parametrize("address", ["--port 70000", "--host 203.0.113.7", "--host no-such-host.invalid"])
def test_an_address_that_is_not_there_is_one_clear_line(serve: Serve, address: str) -> None:
    assert "cannot be used" in refusal(serve(command=f"exec {sys.executable} manage.py serve {address}"))


def test_a_broken_database_file_is_one_clear_line_and_stays_as_it_is(serve: Serve, world: World) -> None:
    broken = world.folder / "cagnotte.sqlite3"
    broken.write_bytes(b"This is not a database." * 100)
    assert "the database cannot be used" in refusal(serve(DATABASE_URL=f"sqlite:///{broken}"))
    assert broken.read_bytes() == b"This is not a database." * 100


def test_a_database_server_that_is_not_there_is_one_clear_line(serve: Serve) -> None:
    assert "the database cannot be used" in refusal(serve(DATABASE_URL=f"postgres://nobody@127.0.0.1:{free_port()}/nothing"))


def test_a_data_folder_that_cannot_be_written_to_is_one_clear_line(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot be written to" in refusal(serve(CAGNOTTE_DATA=str(tmp_path / "file" / "data")))


def test_a_misspelt_setting_is_one_clear_line(serve: Serve) -> None:
    assert "unknown setting CAGNOTTE_PROT" in refusal(serve(CAGNOTTE_PROT="8001"))
