"""Language, theme, profile, the health of the site, and the table of roles that people read."""

import pytest
from django.conf import settings as live_settings
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

import config
from licensing.domain.roles import GRANTED, OfficeRole, Permission, Role
from licensing.labels import PERMISSIONS
from licensing.models import Event, Heartbeat, Organisation, User
from tests.builders import NOW, PASSWORD, member, officer, organisation, person
from tests.web.helpers import Page, give_password, signed_in

pytestmark = pytest.mark.django_db


def language_of(client: Client, address: str = "/") -> str | None:
    return Page(client.get(address).content.decode()).language


def switch(client: Client, language: str, back: str = "/roles/") -> str:
    return client.post(reverse("language"), {"language": language, "next": back})["Location"]


# Language -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("browser", "shown"),
    [("fr-CA,fr;q=0.9,en;q=0.5", "fr"), ("en-CA", "en"), ("fr", "fr"), ("de", "en"), ("", "en"), ("*", "en"), ("x" * 600, "en")],
)
def test_a_visitor_reads_the_language_of_the_browser(browser: str, shown: str):
    assert language_of(Client(headers={"accept-language": browser})) == shown


def test_a_visitors_choice_is_kept_in_the_browser():
    client = Client(headers={"accept-language": "en"})
    assert switch(client, "fr", "/accounts/login/?next=/profile/") == "/accounts/login/?next=/profile/", "in place"
    assert language_of(client) == "fr"
    assert client.cookies["language"]["max-age"] == 365 * 24 * 3600
    switch(client, "en")
    assert language_of(client) == "en"


def test_the_switch_on_every_page_leads_to_the_other_language_and_back_to_the_page():
    client = Client(headers={"accept-language": "en"})
    page = Page(client.get("/accounts/login/?next=/profile/").content.decode())
    assert {"type": "hidden", "name": "language", "value": "fr"} in page.all("input")
    assert {"type": "hidden", "id": "next-language", "name": "next", "value": "/accounts/login/?next=/profile/"} in page.all(
        "input"
    )


def test_a_choice_is_remembered_on_the_account_and_survives_signing_out():
    somebody = give_password(person(language="en"))
    client = signed_in(somebody)
    switch(client, "fr")
    assert language_of(client) == "fr"
    somebody.refresh_from_db()
    assert somebody.language == "fr"
    elsewhere = Client(headers={"accept-language": "en"})
    assert language_of(elsewhere) == "en"
    elsewhere.post(reverse("account_login"), {"login": somebody.email, "password": PASSWORD})
    assert language_of(elsewhere) == "fr"


def test_the_account_speaks_before_the_cookie_and_the_browser():
    client = signed_in(person(language="fr"), **{"accept-language": "en"})
    client.cookies["language"] = "en"
    assert language_of(client) == "fr"


@pytest.mark.parametrize("language", ["de", "", "fr-CA", "../fr", "FR", "\0", "fr\nSet-Cookie: x=1"])
def test_a_language_that_we_do_not_speak_changes_nothing(language: str):
    somebody = person(language="en")
    client = signed_in(somebody)
    assert switch(client, language) == "/roles/"
    somebody.refresh_from_db()
    assert somebody.language == "en"
    assert "language" not in client.cookies


@pytest.mark.parametrize(
    "back",
    ["https://evil.example/", "//evil.example", "///evil.example", "\\\\evil.example", "javascript:alert(1)", ""],
)
@pytest.mark.parametrize("switcher", ["language", "theme"])
def test_a_switch_never_leads_to_another_site(switcher: str, back: str):
    response = Client().post(reverse(switcher), {"language": "fr", "theme": "dark", "next": back})
    assert response["Location"] == "/"


def test_a_switch_of_language_undoes_no_change_made_in_another_tab():
    somebody = person("Old Name")
    client = signed_in(somebody)
    User.objects.filter(pk=somebody.pk).update(name="New Name")
    switch(client, "fr")
    somebody.refresh_from_db()
    assert (somebody.name, somebody.language) == ("New Name", "fr")


# Appearance -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("chosen", "shown"), [("dark", "dark"), ("light", "light"), ("auto", "auto"), ("neon", "auto"), ("", "auto")]
)
def test_a_theme_is_kept_in_the_browser(chosen: str, shown: str):
    client = Client()
    assert client.post(reverse("theme"), {"theme": chosen, "next": "/accounts/login/"})["Location"] == "/accounts/login/"
    page = Page(client.get("/").content.decode())
    assert page.all("html")[0]["data-theme"] == shown
    pressed = [button.get("value") for button in page.all("button") if button.get("aria-pressed") == "true"]
    assert pressed == [shown]


def test_a_theme_cookie_that_somebody_wrote_by_hand_stays_outside_the_page():
    client = Client()
    client.cookies["theme"] = '"><script>'
    page = Page(client.get("/").content.decode())
    assert page.all("html")[0]["data-theme"] == "auto"


# Profile and organisation ---------------------------------------------------------------------------------------------
def test_a_profile_is_saved_and_answers_in_the_new_language():
    somebody = person("Old Name", language="en")
    response = signed_in(somebody).post(reverse("profile"), {"name": " Zoé Maillet ", "language": "fr"}, follow=True)
    somebody.refresh_from_db()
    assert (somebody.name, somebody.language, somebody.searched.split()[0]) == ("Zoé Maillet", "fr", "zoe")
    page = Page(response.content.decode())
    assert page.language == "fr"
    assert [str(message) for message in response.context["messages"]] == ["Votre profil est enregistré."]


def test_an_organisation_is_registered_by_two_answers_and_its_owner_is_led_on():
    somebody = person()
    fields = {"name": "Les Amis du pont", "form": "club", "language": "fr"}
    response = signed_in(somebody).post(reverse("organisation-new"), fields, follow=True)
    place = Organisation.objects.get()
    assert response.redirect_chain == [(reverse("organisation", args=[place.pk]), 302)]
    assert "Complete the organisation's details" in Page(response.content.decode()).text
    assert somebody.memberships.get().roles == [Role.OWNER]


def test_staff_cannot_register_an_organisation_and_are_told_why():
    fields = {"name": "Les Amis du pont", "form": "club", "language": "fr"}
    response = signed_in(officer(OfficeRole.REVIEWER)).post(reverse("organisation-new"), fields)
    assert response.status_code == 200
    assert "registrar's staff" in Page(response.content.decode()).text
    assert not Organisation.objects.exists()


def typed_into(page: Page, **changes: str) -> dict[str, str]:
    """What a browser sends: every field as the page showed it, except those that somebody typed into."""
    shown = {field["name"]: field.get("value") or "" for field in page.all("input") if field.get("name")}
    return shown | {"activities": "", "address": "", "form": "", "language": "en"} | changes


def test_an_edit_stores_what_was_changed_on_the_page():
    owner = person()
    place = organisation(owner=owner)
    client = signed_in(owner)
    address = reverse("organisation-edit", args=[place.pk])
    page = Page(client.get(address).content.decode())
    assert client.post(address, typed_into(page, telephone="506 555-0199")).status_code == 302
    place.refresh_from_db()
    assert place.telephone == "506 555-0199"
    assert Event.objects.get(kind=Event.Kind.DETAILS_CHANGED).details == {"fields": ["telephone"]}


def test_a_colleagues_edit_of_another_field_stays():
    """Two people open the page, and each saves another field."""
    owner = person()
    place = organisation(owner=owner)
    mine, theirs = signed_in(owner), signed_in(member(place, Role.ORGANISER).user)
    address = reverse("organisation-edit", args=[place.pk])
    pages = [Page(client.get(address).content.decode()) for client in (mine, theirs)]
    mine.post(address, typed_into(pages[0], telephone="506 555-0199"))
    theirs.post(address, typed_into(pages[1], charity_number="12345 6789 RR0001"))
    place.refresh_from_db()
    assert (place.telephone, place.charity_number) == ("506 555-0199", "12345 6789 RR0001")


def test_steps_lead_an_owner_on_until_there_is_nothing_left():
    owner = person()
    place = organisation(owner=owner)
    client = signed_in(owner)
    home = reverse("home")

    def open_steps() -> list[str]:
        return [step.state for step in client.get(home).context["steps"]]

    assert open_steps() == ["current", "todo", "todo", "todo"]
    details = {"form": "club", "activities": "x", "address": "x", "telephone": "x", "email": "x@example.org"}
    Organisation.objects.filter(pk=place.pk).update(**details)
    assert open_steps() == ["done", "current", "todo", "todo"]
    member(place, Role.DIRECTOR)
    assert open_steps() == ["done", "current", "done", "todo"]
    member(place, Role.TREASURER)
    assert open_steps() == ["done", "done", "done", "current"]
    member(place, Role.DESK)
    assert open_steps() == ["done", "done", "done", "done"]


def test_an_organiser_sees_the_steps_and_only_those_doors_that_open():
    place = organisation()
    client = signed_in(member(place, Role.ORGANISER).user)
    links = Page(client.get(reverse("organisation", args=[place.pk])).content.decode()).links
    assert reverse("organisation-edit", args=[place.pk]) in links
    assert reverse("invite", args=[place.pk]) not in links


def test_the_page_of_roles_is_the_table_that_the_code_obeys():
    response = signed_in(person()).get(reverse("roles"))
    shown = {}
    for (_, _, rows), columns in zip(response.context["tables"], (Role, OfficeRole), strict=True):
        for label, marks in rows:
            shown.setdefault(str(label), set()).update(role for role, mark in zip(columns, marks, strict=True) if mark)
    assert shown == {str(PERMISSIONS[permission]): set(GRANTED[permission]) for permission in Permission}


# Health ---------------------------------------------------------------------------------------------------------------
def test_a_healthy_site_says_so_to_probes():
    response = Client().get("/healthz")
    assert response.status_code == 200
    assert response.json() == {
        "status": "ok",
        "database": "ok",
        "queue": "ok",
        "worker_seen_seconds_ago": None,
        "version": config.__version__,
    }
    assert response["Cache-Control"] == "no-store"


def test_a_worker_that_was_seen_is_told():
    Heartbeat.objects.create(name="worker", seen_at=NOW.replace(minute=0, second=0))
    assert Client().get("/healthz").json()["worker_seen_seconds_ago"] == 0
    Heartbeat.objects.update(seen_at=NOW.replace(hour=18))
    response = Client().get("/healthz")
    assert response.json()["worker_seen_seconds_ago"] == 3600
    assert response.status_code == 200, "a worker that is late takes no page away"


def test_a_database_that_does_not_answer_is_told_with_503(monkeypatch: pytest.MonkeyPatch):
    def refuse(*args: object) -> None:
        raise OperationalError("no such host: db.internal, password hush")

    monkeypatch.setattr(connection, "cursor", refuse)
    response = Client().get("/healthz")
    monkeypatch.undo()
    assert response.status_code == 503
    state = response.json()
    assert (state["status"], state["database"], state["queue"]) == ("failing", "unreachable", "ok")
    assert b"hush" not in response.content


def test_a_queue_folder_that_is_gone_is_told_with_503(settings: Settings, tmp_path):
    settings.QUEUE_IS_FILES = True
    settings.QUEUE_DIR = tmp_path / "gone"
    response = Client().get("/healthz")
    assert response.status_code == 503
    assert (response.json()["database"], response.json()["queue"]) == ("ok", "unreachable")
    settings.QUEUE_DIR.mkdir()
    assert Client().get("/healthz").status_code == 200


@pytest.mark.parametrize(("broker", "status"), [("redis://127.0.0.1:1/0", 503), ("memory://", 200)])
def test_a_broker_that_does_not_answer_is_told_with_503(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, broker: str, status: int
):
    """Nobody listens on the first port; a broker in memory always answers."""
    settings.QUEUE_IS_FILES = False
    monkeypatch.setenv("CELERY_BROKER_WRITE_URL", broker)
    response = Client().get("/healthz")
    assert response.status_code == status
    assert response.json()["queue"] == ("ok" if status == 200 else "unreachable")


def test_the_health_of_the_site_says_nothing_about_its_people_or_its_machine():
    person("Zoé Maillet")
    text = Client().get("/healthz").content.decode()
    assert "Zoé" not in text
    assert str(live_settings.BASE_DIR) not in text
    assert connection.settings_dict["NAME"] not in text
