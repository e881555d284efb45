"""Every way of saying no: a clear page in the reader's language, nothing leaked, nothing lost."""

import csv
import io
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from django.conf import settings as live_settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path, reverse
from django.utils import translation
from django.utils.translation import gettext
from openpyxl import load_workbook
from pytest_django import Settings

from config.urls import handler400, handler403, handler404  # noqa: F401  (this module is a URLconf too)
from licensing.domain.roles import OfficeRole, Role
from licensing.models import Organisation, User
from licensing.web.access import Access, requires
from tests.builders import NOW, member, officer, organisation, person
from tests.tour import Stop, open_invitation_token, stops
from tests.web.helpers import Page, give_password, signed_in

pytestmark = pytest.mark.django_db

LANGUAGES = ["en", "fr"]
LIMIT = 1024 * 1024  # bytes of a form
FIELDS = 500


@requires(Access.PUBLIC)
def broken(request: HttpRequest) -> HttpResponse:
    secret_of_the_frame = "zebra-in-the-frame"
    raise RuntimeError(f"{secret_of_the_frame} and {live_settings.SECRET_KEY}")


urlpatterns = [path("broken/", broken), path("", include("config.urls"))]


def visitor(language: str, **options: bool) -> Client:
    return Client(headers={"accept-language": language}, **options)


# Each case: the heading that its page has, its status, and how to get there as a visitor.
def strange_host(client: Client) -> HttpResponse:
    return client.get("/", headers={"host": "evil.example"})


def unknown_page(client: Client) -> HttpResponse:
    return client.get("/no/such/page/")


def forged_form(client: Client) -> HttpResponse:
    client.handler.enforce_csrf_checks = True
    return client.post(reverse("account_login"), {"login": "zoe@example.org", "password": "x"})


def forged_token(client: Client) -> HttpResponse:
    client.handler.enforce_csrf_checks = True
    client.get(reverse("account_login"))
    return client.post(reverse("language"), {"language": "fr", "csrfmiddlewaretoken": "x" * 64})


def huge_form(client: Client) -> HttpResponse:
    return client.post(reverse("account_login"), "x" * (LIMIT + 1), content_type="application/x-www-form-urlencoded")


def too_many_fields(client: Client) -> HttpResponse:
    return client.post(reverse("account_login"), {f"f{number}": "" for number in range(FIELDS + 1)})


def huge_file(client: Client) -> HttpResponse:
    return client.post(reverse("account_login"), {"file": SimpleUploadedFile("x.bin", b"x" * LIMIT)})


def wrong_method(client: Client) -> HttpResponse:
    return client.get(reverse("language"))


def too_many_attempts(client: Client) -> HttpResponse:
    for _ in range(6):
        response = client.post(reverse("account_login"), {"login": "nobody@example.org", "password": "wrong"})
    return response


def too_many_resets(client: Client) -> HttpResponse:
    for _ in range(6):
        response = client.post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    return response


CASES: dict[Callable[[Client], HttpResponse], tuple[int, str]] = {
    strange_host: (400, "We could not read that request"),
    unknown_page: (404, "There is no such page"),
    forged_form: (403, "The form was too old to be accepted"),
    forged_token: (403, "The form was too old to be accepted"),
    huge_form: (413, "That is too much at once"),
    huge_file: (413, "That is too much at once"),
    too_many_fields: (413, "That is too much at once"),
    wrong_method: (405, "We could not read that request"),
    too_many_attempts: (429, "Sign-in is locked for a quarter of an hour"),
    too_many_resets: (429, "Too many attempts"),
}


def is_clear(response: HttpResponse, status: int, heading: str, language: str) -> None:
    assert response.status_code == status
    page = Page(response.content.decode())
    with translation.override(language):
        assert page.headings == [gettext(heading)]
    assert (page.headings == [heading]) == (language == "en")
    assert page.language == language
    assert response["X-Request-ID"] in page.text, "somebody who asks for help can name the request"
    assert "/" in page.links, "there is a way out"
    leaks_nothing(response)


def leaks_nothing(response: HttpResponse) -> None:
    text = response.content.decode()
    words = ["Traceback", "site-packages", ".py", "RuntimeError", "zebra", "Exception", "DATABASE", str(live_settings.BASE_DIR)]
    assert [word for word in [*words, live_settings.SECRET_KEY] if word in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", CASES)
def test_a_refusal_is_a_clear_page_in_the_readers_language(case: Callable[[Client], HttpResponse], language: str):
    is_clear(case(visitor(language)), *CASES[case], language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_the_role_does_not_open_says_so(place: Organisation, language: str):
    somebody = member(place, Role.DESK, user=person(language=language)).user
    response = signed_in(somebody).get(reverse("members", args=[place.pk]))
    is_clear(response, 403, "Your role does not open this page", language)


@pytest.mark.parametrize("case", [unknown_page, forged_form, huge_form, too_many_fields, wrong_method])
def test_somebody_signed_in_reads_it_in_the_language_of_the_account(case: Callable[[Client], HttpResponse]):
    client = signed_in(person(language="fr"), **{"accept-language": "en"})
    is_clear(case(client), *CASES[case], "fr")


def test_a_refusal_before_the_language_is_known_does_not_speak_the_last_readers():
    """The language belongs to the thread, and a host that is not ours is refused before ours is set."""
    unknown_page(visitor("fr"))
    is_clear(strange_host(visitor("en")), 400, "We could not read that request", "en")


# A defect of ours -----------------------------------------------------------------------------------------------------
@pytest.mark.urls("tests.web.test_errors")
@pytest.mark.parametrize("actor", ["visitor", "owner"])
def test_a_defect_shows_a_page_in_both_languages_that_leans_on_nothing(owner: User, actor: str):
    client = signed_in(owner if actor == "owner" else None)
    client.raise_request_exception = False
    response = client.get("/broken/")
    assert response.status_code == 500
    page = Page(response.content.decode())
    assert page.headings == ["Une erreur de notre part"]
    assert "Our mistake" in page.text
    assert page.language == "fr"
    assert {"class": "card", "lang": "en"} in page.all("section")
    assert len(response["X-Request-ID"]) == 32
    assert "default-src 'self'" in response["Content-Security-Policy"]
    leaks_nothing(response)


def test_the_page_of_a_defect_needs_no_database(django_assert_num_queries):
    from django.template.loader import render_to_string

    with django_assert_num_queries(0):
        assert "Our mistake" in render_to_string("500.html")


# Forms: nothing is stored, nothing is lost ----------------------------------------------------------------------------
@pytest.mark.parametrize(("size", "status"), [(LIMIT - 1, 200), (LIMIT, 200), (LIMIT + 1, 413)])
def test_a_form_may_reach_but_not_pass_a_megabyte(size: int, status: int):
    body = "login=".ljust(size, "x")
    response = Client().post(reverse("account_login"), body, content_type="application/x-www-form-urlencoded")
    assert response.status_code == status


@pytest.mark.parametrize("kind", ["multipart", "urlencoded"])
@pytest.mark.parametrize(("number", "status"), [(FIELDS - 1, 200), (FIELDS, 200), (FIELDS + 1, 413)])
def test_a_form_may_have_five_hundred_fields(kind: str, number: int, status: int):
    fields = {f"f{index}": "" for index in range(number)}
    client = Client()
    if kind == "multipart":
        response = client.post(reverse("account_login"), fields)
    else:
        response = client.post(reverse("account_login"), urlencode(fields), content_type="application/x-www-form-urlencoded")
    assert response.status_code == status


def test_a_refused_form_changes_nothing(owner: User, place: Organisation):
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    address = reverse("organisation-edit", args=[place.pk])
    changes = {"name": "Changed", "form": "club", "language": "en"}
    assert client.post(address, changes).status_code == 403
    assert client.post(address, changes | {"activities": "x" * LIMIT}).status_code == 413
    place.refresh_from_db()
    assert place.name == "Les Amis du pont"


def test_a_form_with_its_token_is_accepted(owner: User, place: Organisation):
    """The control."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    address = reverse("organisation-edit", args=[place.pk])
    fields = Page(client.get(address).content.decode()).all("input")
    token = next(field["value"] for field in fields if field.get("name") == "csrfmiddlewaretoken")
    changes = {"name": "Changed", "form": "club", "language": "en", "csrfmiddlewaretoken": token}
    assert client.post(address, changes).status_code == 302
    place.refresh_from_db()
    assert place.name == "Changed"


@pytest.mark.parametrize("name", ["language", "theme", "invitation-withdraw", "staff-active"])
def test_a_wrong_method_says_which_one_is_right(owner: User, place: Organisation, name: str):
    administrator = officer(OfficeRole.ADMINISTRATOR)
    somebody = administrator if name == "staff-active" else owner
    arguments = {"invitation-withdraw": [place.pk, 1], "staff-active": [administrator.pk]}.get(name, [])
    response = signed_in(somebody).get(reverse(name, args=arguments))
    assert (response.status_code, response["Allow"]) == (405, "POST")


@pytest.mark.parametrize("method", ["put", "delete", "patch", "trace"])
@pytest.mark.parametrize("name", ["members", "organisation", "timeline"])
def test_a_page_that_is_read_takes_no_other_method(owner: User, place: Organisation, name: str, method: str):
    response = getattr(signed_in(owner), method)(reverse(name, args=[place.pk]))
    assert response.status_code == 405


def test_a_form_that_cannot_be_used_keeps_what_was_typed(owner: User, place: Organisation):
    typed = {"name": "", "activities": "A long & careful <text>", "telephone": "506 555-0199", "form": "club", "language": "en"}
    response = signed_in(owner).post(reverse("organisation-edit", args=[place.pk]), typed)
    assert response.status_code == 200
    assert b"A long &amp; careful &lt;text&gt;" in response.content
    assert b"506 555-0199" in response.content


# Hostile names --------------------------------------------------------------------------------------------------------
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; DROP TABLE licensing_user; --",
    "{{ 7|add:7 }}{% now 'Y' %}%(name)s %s {0}",
    "\u202egnp.exe\u202c شركة",
    "😀👨‍👩‍👧 Zoé",
    "two\nlines\r\nBcc: all@example.org",
    '=HYPERLINK("http://evil.example")',
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(1)",
    "Œuvre\u00a0: «\u202fÉté\u202f»",
    "x" * 120,
]
FORMULAS = [name for name in HOSTILE if name[0] in "=+-@"]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_shown_as_it_is_and_does_nothing(owner: User, name: str):
    """Of the organisation, of its owner and of a member, on every page that shows them."""
    User.objects.filter(pk=owner.pk).update(name=name)
    owner.refresh_from_db()
    place = organisation(name, owner=owner)
    somebody = member(place, Role.DESK, user=person(name))
    client = signed_in(owner)
    pages = [
        reverse("home"),
        reverse("profile"),
        *(
            reverse(page, args=[place.pk])
            for page in ("organisation", "organisation-edit", "members", "timeline", "invite", "leave")
        ),
        *(reverse(page, args=[place.pk, somebody.pk]) for page in ("member", "member-remove")),
    ]
    for address in pages:
        response = client.get(address)
        assert response.status_code == 200, address
        page = Page(response.content.decode())
        assert " ".join(name.split()) in page.text or name in str(page.elements), address
        assert not [image for image in page.all("img") if image.get("src") == "x"]
        assert [script for script in page.all("script") if not script.get("src")] == []


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_taken_as_one_line_and_breaks_no_form(owner: User, name: str):
    one_line = name.replace("\r\n", " ").replace("\n", " ").strip()
    client = signed_in(owner)
    assert client.post(reverse("profile"), {"name": name, "language": "en"}).status_code == 302
    owner.refresh_from_db()
    assert owner.name == one_line
    response = client.post(reverse("organisation-new"), {"name": name, "form": "club", "language": "en"}, follow=True)
    assert response.status_code == 200
    place = Organisation.objects.get()
    assert place.name == one_line
    invited = {"email": "ivy@example.org", "roles": ["desk"], "language": "en"}
    assert client.post(reverse("invite", args=[place.pk]), invited).status_code == 302


@pytest.mark.parametrize(("length", "accepted"), [(119, True), (120, True), (121, False)])
def test_a_name_may_have_a_hundred_and_twenty_characters(owner: User, length: int, accepted: bool):
    response = signed_in(owner).post(reverse("profile"), {"name": "é" * length, "language": "en"})
    assert (response.status_code == 302) == accepted
    assert User.objects.filter(name="é" * length).exists() == accepted


def test_a_null_byte_in_a_form_is_refused_with_a_message(owner: User):
    response = signed_in(owner).post(reverse("profile"), {"name": "Zoé\0", "language": "en"})
    assert response.status_code == 200
    assert "Null characters are not allowed." in Page(response.content.decode()).text


def exported(client: Client, place: Organisation, kind: str) -> list[list[str]]:
    response = client.get(reverse("members", args=[place.pk]), {"_export": kind})
    assert response.status_code == 200
    assert response["Content-Disposition"] == f'attachment; filename="members.{kind}"'
    if kind == "csv":
        return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"), newline="")))
    sheet = load_workbook(io.BytesIO(response.content)).active
    return [[cell.value for cell in row] for row in sheet.iter_rows()]


def crowd(place: Organisation, names: list[str]) -> None:
    for name in names:
        member(place, Role.DESK, user=person(name))


def test_a_name_in_a_csv_file_never_starts_like_a_formula(owner: User, place: Organisation):
    crowd(place, [*HOSTILE, "\t=1", " =1", "\n=1"])
    rows = exported(signed_in(owner), place, "csv")
    assert len(rows) == len(HOSTILE) + 5
    cells = [cell for row in rows for cell in row]
    assert [cell for cell in cells if cell.lstrip()[:1] in ("=", "+", "-", "@")] == []
    assert {f"'{name}" for name in FORMULAS} <= set(cells)


def test_a_name_in_a_sheet_is_never_a_formula(owner: User, place: Organisation):
    crowd(place, [*HOSTILE, "\t=1"])
    client = signed_in(owner)
    response = client.get(reverse("members", args=[place.pk]), {"_export": "xlsx"})
    sheet = load_workbook(io.BytesIO(response.content)).active
    kinds = {cell.data_type for row in sheet.iter_rows() for cell in row}
    assert kinds == {"s", "d"}, "text and dates, and no formula"
    names = [cell.value for cell in sheet["A"]]
    assert set(FORMULAS) <= set(names)


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_an_export_keeps_names_as_people_write_them(owner: User, place: Organisation, kind: str):
    kept = ["Œuvre\u00a0: «\u202fÉté\u202f»", "😀👨‍👩‍👧 Zoé", "<b>Ann</b> & Co", 'D\'Astous, "Rick"', "شركة"]
    crowd(place, kept)
    assert set(kept) <= {row[0] for row in exported(signed_in(owner), place, kind)}


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_an_export_drops_what_no_sheet_can_hold(owner: User, place: Organisation, kind: str):
    crowd(place, ["Bell\x07 \x1b[31mRed\x7f", "\u202egnp.exe\u202c"])
    assert {"Bell [31mRed", "gnp.exe"} <= {row[0] for row in exported(signed_in(owner), place, kind)}


# Queries that nobody writes by hand -----------------------------------------------------------------------------------
STRANGE = [
    "q=%00",
    "q=" + "x" * 5000,
    "q=%F0%9F%98%80%25_%5C%27%22",
    "page=99999999999999999999",
    "page=0",
    "page=-1",
    "page=x",
    "page=%00",
    "page=1&page=2",
    "sort=nonsense",
    "sort=--name",
    "sort=,,,-",
    "sort=%00",
    "sort=user__password",
    "sort=password",
    "sort=" + "name," * 1000,
    "_export=exe",
    "_export=%00",
    "_export=csv&page=99",
    "next=%00",
    "%00=%00",
    "&&&==;",
]


@pytest.mark.parametrize("query", STRANGE)
def test_a_list_stands_any_query(owner: User, place: Organisation, query: str):
    crowd(place, ["Ann", "Bob"])
    for somebody, address in (
        (owner, reverse("members", args=[place.pk])),
        (owner, reverse("timeline", args=[place.pk])),
        (officer(OfficeRole.ADMINISTRATOR), reverse("staff")),
        (officer(OfficeRole.REGISTRAR), reverse("office-organisations")),
    ):
        response = signed_in(somebody).get(f"{address}?{query}")
        assert response.status_code == 200, address


@pytest.mark.parametrize("query", ["sort=user__password", "sort=password", "sort=-user__password", "sort=nonsense"])
def test_a_list_cannot_be_sorted_by_what_it_does_not_show(owner: User, place: Organisation, query: str):
    """The order would tell something about what is hidden."""
    for name, password in (("Ann", "zz"), ("Bob", "aa"), ("Cyd", "mm")):
        somebody = person(name)
        User.objects.filter(pk=somebody.pk).update(password=password)
        member(place, Role.DESK, user=somebody)
    rows = signed_in(owner).get(f"{reverse('members', args=[place.pk])}?{query}").content.decode()
    assert rows.index("Ann") < rows.index("Bob") < rows.index("Cyd")


def test_null_bytes_in_a_query_break_no_page(demo_world_of_its_own: list[Stop]):
    query = urlencode(dict.fromkeys(["q", "page", "sort", "_export", "next", "token", "language"], "\0"))
    for stop in demo_world_of_its_own:
        somebody = User.objects.get(email=f"{stop.persona}@demo.cagnotte.example") if stop.persona else None
        assert signed_in(somebody).get(f"{stop.path}?{query}").status_code == stop.status, stop


@pytest.fixture
def demo_world_of_its_own(db: None) -> list[Stop]:
    from licensing import demo

    demo.build(today=NOW.date())
    return stops(open_invitation_token())


@pytest.mark.parametrize(
    "address", ["/invitations/%00/", "/accounts/confirm-email/%00/", "/accounts/password/reset/key/1-%00/", "/%00", "/%FF"]
)
def test_a_null_byte_in_an_address_breaks_nothing(address: str):
    assert Client().get(address, follow=True).status_code in (200, 404)


@pytest.mark.parametrize("cookie", ['"', "x" * 3000, "../../etc/passwd", "é"])
def test_cookies_that_nobody_set_break_nothing(cookie: str):
    client = Client()
    for name in ("sessionid", "csrftoken", "language", "theme", "messages"):
        client.cookies[name] = cookie
    assert client.get("/").status_code == 200


def test_a_closed_session_leads_to_the_sign_in_page_and_back(owner: User, place: Organisation, settings: Settings):
    """Somebody presses a button after the session ended: they sign in, and land on a page and not on an empty one."""
    give_password(owner)
    address = reverse("invitation-withdraw", args=[place.pk, 1])
    client = Client()
    to_sign_in = client.post(address)["Location"]
    assert to_sign_in.startswith(reverse("account_login"))
    fields = {"login": owner.email, "password": "cartes-sur-table-2026", "next": address}
    response = client.post(reverse("account_login"), fields, follow=True)
    assert response.status_code == 405
    assert "/" in Page(response.content.decode()).links
