"""What goes out beside the pages: headers, cookies, and log lines that say nothing about anybody."""

import io
import json
import logging
from collections.abc import Callable, Iterator

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings as live_settings
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path, reverse
from pytest_django import Settings
from structlog.stdlib import ProcessorFormatter

from licensing.domain.roles import OfficeRole
from licensing.models import User
from licensing.web.access import Access, requires
from tests.builders import PASSWORD, SECRET, organisation, person
from tests.tour import Stop
from tests.web.helpers import TOUR, Page, give_password, link_in, newest_mail, signed_in

pytestmark = pytest.mark.django_db

Visit = Callable[..., HttpResponse]
POLICY = {
    "default-src": {"'self'"},
    "img-src": {"'self'", "data:"},
    "object-src": {"'none'"},
    "base-uri": {"'none'"},
    "frame-ancestors": {"'none'"},
    "form-action": {"'self'"},
}
HEADERS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def policy_of(response: HttpResponse) -> dict[str, set[str]]:
    rules = [rule.split() for rule in response["Content-Security-Policy"].split(";")]
    assert len({name for name, *_ in rules}) == len(rules)
    return {name: set(sources) for name, *sources in rules}


# Headers --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("stop", TOUR, ids=str)
def test_a_page_keeps_to_the_policy_and_carries_the_headers(visit: Visit, stop: Stop):
    response = visit(stop)
    assert response.status_code == stop.status
    assert policy_of(response) == POLICY
    assert {name: response.get(name) for name in HEADERS} == HEADERS
    assert {"Cookie", "Accept-Language"} <= {name.strip() for name in response["Vary"].split(",")}
    assert int(response["X-Request-ID"], 16)
    assert "Server" not in response
    assert "X-Powered-By" not in response


@pytest.mark.parametrize("stop", TOUR, ids=str)
def test_a_page_has_no_script_style_or_handler_inside(visit: Visit, stop: Stop):
    page = Page(visit(stop).content.decode())
    assert [script for script in page.all("script") if not (script.get("src") or "").startswith("/static/")] == []
    assert page.all("style") == []
    for element in page.elements:
        handlers = [name for name in element.attributes if name.startswith(("on", "hx-on")) or name == "style"]
        assert handlers == [], element
        for name in ("href", "src", "action", "formaction"):
            address = (element.attributes.get(name) or "").strip().lower()
            assert not address.startswith(("javascript:", "http:", "//", "data:text")), element


def test_a_form_with_errors_keeps_to_the_policy_too():
    """The accounts library would hide its trap for machines with an inline style."""
    response = Client().post(reverse("account_signup"), {"email": "x"})
    page = Page(response.content.decode())
    assert response.status_code == 200
    assert [element for element in page.elements if "style" in element.attributes] == []


def test_every_file_that_the_pages_name_is_there(visit: Visit):
    files = set()
    for stop in TOUR:
        page = Page(visit(stop).content.decode())
        named = [element.attributes.get(name) or "" for element in page.elements for name in ("href", "src")]
        files |= {address for address in named if address.startswith("/static/")}
    assert len(files) >= 6
    for file in sorted(files):
        response = Client().get(file)
        assert response.status_code == 200, file
        assert "immutable" in response["Cache-Control"], f"{file} has its digest in its name"
        assert response["X-Content-Type-Options"] == "nosniff"


def test_a_file_that_is_not_there_is_a_page_that_says_so():
    for address in ("/static/no-such.css", "/static/../config/settings.py", "/static/%2e%2e/manage.py"):
        assert Client().get(address).status_code == 404


# Cookies --------------------------------------------------------------------------------------------------------------
def test_cookies_are_out_of_reach_of_scripts_and_of_other_sites():
    somebody = give_password(person())
    client = Client()
    client.get(reverse("account_login"))
    client.post(reverse("account_login"), {"login": somebody.email, "password": PASSWORD})
    client.post(reverse("language"), {"language": "fr"})
    client.post(reverse("theme"), {"theme": "dark"})
    assert set(client.cookies) - {"messages"} == {"sessionid", "csrftoken", "language", "theme"}
    for name, cookie in client.cookies.items():
        assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"]) == (True, "Lax", "/", ""), name


def test_in_production_every_cookie_travels_encrypted(settings: Settings):
    settings.PRODUCTION = settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    client = signed_in(person())
    client.get(reverse("profile"))
    client.post(reverse("language"), {"language": "fr"})
    client.post(reverse("theme"), {"theme": "dark"})
    assert {name for name in client.cookies if client.cookies[name]["secure"]} >= {"csrftoken", "language", "theme"}


def test_a_visitor_who_only_reads_gets_no_session():
    client = Client()
    client.get(reverse("home"))
    assert "sessionid" not in client.cookies


def test_signing_in_changes_the_session(client: Client):
    """A session that somebody else planted before is worth nothing after."""
    somebody = give_password(person())
    session = client.session
    session["planted"] = True
    session.save()
    before = client.cookies["sessionid"].value if "sessionid" in client.cookies else session.session_key
    client.cookies["sessionid"] = before
    client.post(reverse("account_login"), {"login": somebody.email, "password": PASSWORD})
    assert client.cookies["sessionid"].value != before
    assert client.get(reverse("profile")).status_code == 200


# Log lines ------------------------------------------------------------------------------------------------------------
class Log:
    """What would have been written, as the live settings would have written it."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def lines(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture
def log() -> Iterator[Log]:
    root = logging.getLogger()
    ours = next(handler.formatter for handler in root.handlers if isinstance(handler.formatter, ProcessorFormatter))
    written = Log()
    handler = logging.StreamHandler(written.stream)
    handler.setFormatter(ours)
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


@requires(Access.PUBLIC)
def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("zoe@example.org could not be found at /invitations/hush-hush/")


urlpatterns = [path("broken/", broken), path("", include("config.urls"))]


def test_a_request_leaves_one_line_with_the_id_of_its_answer(log: Log):
    response = Client().get(reverse("account_login"), {"next": "/profile/"})
    (line,) = log.lines
    assert line["request_id"] == response["X-Request-ID"]
    assert (line["event"], line["level"], line["logger"]) == ("request", "info", "cagnotte.request")
    assert (line["method"], line["route"], line["status"]) == ("GET", "accounts/login/", 200)
    assert line.keys() == {"event", "level", "logger", "timestamp", "request_id", "method", "route", "status", "ms"}


def test_each_request_has_an_id_of_its_own_that_the_client_cannot_choose(log: Log):
    client = Client(headers={"x-request-id": "chosen"})
    ids = [client.get("/healthz")["X-Request-ID"] for _ in range(3)]
    assert len(set(ids)) == 3
    assert [line["request_id"] for line in log.lines] == ids


@pytest.mark.parametrize(
    ("address", "status"), [("/no/such/page/", 404), ("/profile/", 302), ("/language/", 405), ("/static/no-such.css", 404)]
)
def test_every_answer_carries_its_id(log: Log, address: str, status: int):
    response = Client().get(address)
    assert (response.status_code, [line["request_id"] for line in log.lines]) == (status, [response["X-Request-ID"]])


@pytest.mark.urls("tests.web.test_headers_and_logs")
def test_a_defect_leaves_its_trace_under_the_same_id_and_without_addresses_or_secrets(log: Log):
    client = Client(raise_request_exception=False)
    response = client.get("/broken/", {"email": "zoe@example.org"})
    defect, request = log.lines
    assert defect["request_id"] == request["request_id"] == response["X-Request-ID"]
    assert (defect["level"], request["status"]) == ("error", 500)
    assert "in broken" in defect["exception"]
    assert "RuntimeError: …@… could not be found at /invitations/…/" in defect["exception"]
    assert "zoe@" not in log.text
    assert "hush-hush" not in log.text


def test_a_path_or_query_that_names_somebody_is_not_written(log: Log):
    for address in ("/people/zoe@example.org/", "/?email=zoe@example.org", "/accounts/login/?next=/zoe@example.org"):
        Client().get(address)
    Client(headers={"host": "zoe.example.org"}).get("/")
    Client(headers={"user-agent": "zoe@example.org", "referer": "https://x.example/zoe@example.org"}).get("/")
    assert len(log.lines) >= 5
    assert "zoe@" not in log.text


def test_a_life_with_us_leaves_no_trace_of_the_person_in_the_log(log: Log):
    """Sign-up, sign-in, a wrong password, lock-out, invitation, reset, a change of address, a second factor."""
    secrets = {"Zoé", "Maillet", "zoe@", PASSWORD, "Ivy", "Savoie", "ivy@", "not-her-password", "brand-new-password-9"}
    secrets |= {"Les Amis secrets", "sessionid", "csrftoken"}

    def follow_link(client: Client) -> str:
        link = "/" + link_in(newest_mail()).split("/", 3)[3]
        secrets.add(link.rstrip("/").split("/")[-1])
        client.get(link)
        return link

    client = Client()
    client.post(reverse("account_signup"), {"name": "Zoé Maillet", "email": "zoe@example.org", "password1": PASSWORD})
    client.post(follow_link(client))
    sign_in = {"login": "zoe@example.org", "password": PASSWORD}
    assert client.post(reverse("account_login"), sign_in).status_code == 302
    zoe = User.objects.get(email="zoe@example.org")
    client.post(reverse("profile"), {"name": "Zoé Maillet-Savoie", "language": "fr"})
    client.post(reverse("organisation-new"), {"name": "Les Amis secrets", "form": "club", "language": "fr"})
    place = zoe.memberships.get().organisation
    client.get(reverse("members", args=[place.pk]), {"q": "Zoé Maillet"})
    client.post(reverse("invite", args=[place.pk]), {"email": "ivy@example.org", "roles": ["desk"], "language": "en"})
    ivy = Client()
    assert ivy.post(follow_link(ivy), {"name": "Ivy Savoie", "password": PASSWORD}).status_code == 302
    for _ in range(7):
        response = Client().post(reverse("account_login"), sign_in | {"password": "not-her-password"})
    assert response.status_code == 429
    Client().post(reverse("account_reset_password"), {"email": "zoe@example.org"})
    other = Client()
    follow_link(other)
    new = {"password1": "brand-new-password-9", "password2": "brand-new-password-9"}
    uid = link_in(newest_mail()).split("/key/")[1].split("-")[0]
    assert other.post(reverse("account_reset_password_from_key", args=[uid, "set-password"]), new).status_code == 302
    client = signed_in(User.objects.get(pk=zoe.pk))
    client.post(reverse("account_email"), {"email": "zoe@new.example", "action_add": ""})
    client.post(follow_link(client))
    TOTP.activate(zoe, SECRET)
    secrets.add(SECRET)
    half = Client()
    half.post(reverse("account_login"), {"login": "zoe@new.example", "password": "brand-new-password-9"})
    assert half.post(reverse("mfa_authenticate"), {"code": "123456"}).status_code == 200
    secrets.add("123456")

    assert len(log.lines) >= 25
    assert {line["status"] for line in log.lines if line["event"] == "request"} >= {200, 302, 429}
    assert [secret for secret in secrets if secret in log.text] == []


def test_the_capture_would_have_seen_it(log: Log):
    """The control: a name that code of ours logged would be found, and an address is taken out of any line."""
    logging.getLogger("somebody.else").warning("%s wrote to %s", "Zoé", "zoe@example.org")
    (line,) = log.lines
    assert line["event"] == "Zoé wrote to …@…"


def test_staff_who_are_sent_to_set_their_second_factor_up_are_not_named(log: Log):
    somebody = person("Olga Office", email="olga@office.example")
    User.objects.filter(pk=somebody.pk).update(office_role=OfficeRole.REVIEWER)
    signed_in(somebody).get(reverse("home"))
    assert len(log.lines) == 1
    assert "lga" not in log.text


def test_the_secret_key_is_in_no_line_and_on_no_page(log: Log):
    client = signed_in(person())
    organisation()
    answers = [client.get(address) for address in ("/", "/profile/", "/healthz", "/no/such/page/")]
    assert [answer for answer in answers if live_settings.SECRET_KEY.encode() in answer.content] == []
    assert live_settings.SECRET_KEY not in log.text
