"""The demo: a believable world, the same each time, and never in the place of a real one."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from allauth.mfa.utils import decrypt
from django.apps import apps
from django.contrib.auth import authenticate
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.db import connection
from django.http import HttpRequest
from django.utils import timezone

from config.environment import KNOWN
from licensing import demo
from licensing.domain.roles import OfficeRole, Role
from licensing.models import Event, Invitation, Membership, Organisation, OutgoingMail, User
from licensing.selectors import is_fresh_database, mail_waiting
from tests.builders import organisation, person
from tests.environment import ROOT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("outbox")]
TODAY = date(2026, 11, 18)
NOON = datetime.combine(TODAY, time(12, 0), tzinfo=timezone.get_default_timezone())
# New each time by nature: salted hashes, tokens of links, and ciphertext. What the ciphertext hides is compared below.
SECRET_BY_NATURE = {(User, "password"), (Invitation, "token_digest"), (Authenticator, "data")}


@pytest.fixture(autouse=True)
def _at_noon() -> Iterator[None]:
    with time_machine.travel(NOON):
        yield


Rows = dict[str, list[tuple[Any, ...]]]


def everything() -> Rows:
    rows: Rows = {}
    for model in apps.get_models():
        fields = [field.attname for field in model._meta.concrete_fields if (model, field.attname) not in SECRET_BY_NATURE]
        rows[model._meta.label] = list(model._default_manager.order_by("pk").values_list(*fields))
    secrets = Authenticator.objects.order_by("pk").values_list("user__email", "data__secret")
    return rows | {"second factors": [(email, decrypt(secret)) for email, secret in secrets]}


def build_again(today: date) -> None:
    """Outside a test each build has its own transaction; here what the first left to check is checked before the second."""
    connection.check_constraints()
    demo.build(today=today)


def test_the_demo_is_the_same_each_time_whatever_the_hour_and_whatever_was_done_in_it() -> None:
    demo.build(today=TODAY)
    first = everything()
    Organisation.objects.update(name="Somebody played with it")
    person(email=f"visitor@{demo.DOMAIN}")
    with time_machine.travel(NOON + timedelta(hours=7)):
        build_again(TODAY)
    second = everything()
    assert first["licensing.User"]
    for label, rows in first.items():
        assert second[label] == rows, label


def test_another_day_tells_the_same_story_a_day_later() -> None:
    demo.build(today=TODAY)
    people, began = list(User.objects.order_by("pk").values_list("email", "name")), Event.objects.earliest("at").at
    build_again(TODAY + timedelta(days=1))
    assert list(User.objects.order_by("pk").values_list("email", "name")) == people
    assert Event.objects.earliest("at").at == began + timedelta(days=1)


@pytest.fixture
def built(db: None, outbox: list[EmailMessage]) -> None:
    demo.build(today=TODAY)


@pytest.mark.usefixtures("built")
def test_nothing_in_the_demo_happens_in_the_future() -> None:
    assert Event.objects.latest("at").at < NOON
    assert User.objects.latest("joined_at").joined_at < NOON
    assert Membership.objects.latest("joined_at").joined_at < NOON


@pytest.mark.usefixtures("built")
def test_every_persona_can_authenticate_and_staff_have_their_second_factor() -> None:
    assert len(demo.PERSONAS) == 10
    for persona in demo.PERSONAS:
        user = authenticate(HttpRequest(), email=persona.email, password=demo.PASSWORD)
        assert isinstance(user, User), persona.email
        assert (user.name, user.language) == (persona.name, persona.language)
        assert user.emailaddress_set.get().verified
        if isinstance(persona.role, OfficeRole):
            assert user.office is persona.role
            totp = Authenticator.objects.get(user=user, type=Authenticator.Type.TOTP)
            assert TOTP(totp).validate_code(demo.current_code(user))
        else:
            assert persona.role in user.memberships.get().roles
    assert authenticate(HttpRequest(), email=persona.email, password=f"{demo.PASSWORD}!") is None


def test_every_role_there_is_can_be_tried_in_the_demo() -> None:
    assert {persona.role for persona in demo.PERSONAS} == {*Role, *OfficeRole}
    assert {persona.language for persona in demo.PERSONAS} == {"fr", "en"}


@pytest.mark.usefixtures("built")
def test_every_organisation_of_the_demo_has_an_owner_and_nobody_is_on_both_sides() -> None:
    for place in Organisation.objects.all():
        assert place.memberships.filter(grants__role=Role.OWNER).exists(), place
    assert not User.objects.exclude(office_role="").filter(memberships__isnull=False).exists()


@pytest.mark.usefixtures("built")
def test_the_demo_keeps_no_mail_waiting_and_no_link_in_the_mail_that_was_sent(outbox: list[EmailMessage]) -> None:
    assert mail_waiting() == 0
    assert OutgoingMail.objects.exists()
    assert not OutgoingMail.objects.exclude(text="").exists()
    assert outbox == []


@pytest.mark.usefixtures("built")
def test_an_open_invitation_to_the_organisation_and_to_the_office_waits_in_the_demo() -> None:
    assert {invitation.organisation_id is None for invitation in Invitation.objects.open()} == {True, False}
    assert all(invitation.expires_at > NOON for invitation in Invitation.objects.open())


def test_the_demo_refuses_a_database_with_one_real_person_and_changes_nothing() -> None:
    organisation("Les Amis du pont", owner=person("Rose Doiron", email="rose@example.org"))
    before = everything()
    with pytest.raises(demo.RealData):
        demo.build(today=TODAY)
    assert everything() == before


@pytest.mark.usefixtures("built")
def test_the_demo_is_not_real_but_refuses_once_somebody_real_has_joined_it() -> None:
    assert not demo.has_real_data()
    assert not is_fresh_database()
    before = everything()["licensing.Organisation"]
    person("Rose Doiron", email="rose@example.org")
    with pytest.raises(demo.RealData):
        demo.build(today=TODAY)
    assert everything()["licensing.Organisation"] == before


@pytest.mark.parametrize("address", [f"rose@not-{demo.DOMAIN}", f"rose@{demo.DOMAIN}.org", f"{demo.DOMAIN}@example.org"])
def test_an_address_that_only_resembles_the_demos_is_real(address: str) -> None:
    person(email=address)
    assert demo.has_real_data()


def test_a_database_without_anybody_is_fresh() -> None:
    assert is_fresh_database()
    assert not demo.has_real_data()


def test_the_command_builds_the_demo_and_lists_every_sign_in() -> None:
    said = StringIO()
    call_command("demo", stdout=said)
    lines = said.getvalue().splitlines()
    assert demo.PASSWORD in lines[0]
    assert [line.split()[0] for line in lines[1:]] == [persona.email for persona in demo.PERSONAS]
    assert User.objects.filter(email=demo.PERSONAS[0].email).exists()


def test_the_command_refuses_real_data_in_one_line_and_fails() -> None:
    person(email="rose@example.org")
    with pytest.raises(CommandError, match=r"^this database holds real data; the demo would erase it") as refused:
        call_command("demo", stdout=StringIO())
    assert refused.value.returncode == 1
    assert "\n" not in str(refused.value)
    assert User.objects.filter(email="rose@example.org").exists()


def test_on_real_data_the_process_ends_with_one_line_and_exit_code_one(tmp_path: Path) -> None:
    given = {"CAGNOTTE_DATA": str(tmp_path), "CAGNOTTE_LOG": "ERROR", "DJANGO_SETTINGS_MODULE": "config.settings"}
    run = partial(
        subprocess.run,
        cwd=ROOT,
        env=os.environ | dict.fromkeys(KNOWN, "") | given,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert run([sys.executable, "-m", "tests.races.crowd", "prepare"]).returncode == 0
    refused = run([sys.executable, "manage.py", "demo"])
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == ("CommandError: this database holds real data; the demo would erase it. Use another database.\n")
