"""A believable world, the same each time, built through the services as people would build it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from allauth.account.internal.stagekit import get_pending_stage
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.mfa.utils import decrypt
from django.core.management import call_command
from django.db import transaction
from django.http import HttpRequest

from licensing.demo_names import ENGLISH, FAMILIES, FRENCH, ORGANISATIONS
from licensing.domain.roles import OfficeRole, Role
from licensing.labels import OFFICE_ROLES, ROLES
from licensing.models import Organisation, OutgoingMail, User
from licensing.services.invitations import invite_member, invite_staff
from licensing.services.members import change_roles
from licensing.services.organisations import add_member, change_details, create_organisation
from licensing.services.people import create_person
from licensing.services.staff import appoint

DOMAIN = "demo.cagnotte.example"  # .example is reserved: no real person has an address there
PASSWORD = "quatre-as-et-un-roi"  # noqa: S105  (shown on the demo's own sign-in page)
SEED = 2026
FIRST_DAY = datetime(2026, 9, 8, 19, 0, tzinfo=ZoneInfo("America/Moncton"))


@dataclass(frozen=True)
class Persona:
    """Somebody whom a visitor of the demo can be."""

    key: str
    name: str
    language: str
    role: Role | OfficeRole

    @property
    def email(self) -> str:
        return f"{self.key}@{DOMAIN}"


PERSONAS = [
    Persona("marie", "Marie-Ève Cormier", "fr", Role.OWNER),
    Persona("daniel", "Daniel Savoie", "fr", Role.ORGANISER),
    Persona("ruth", "Ruth Gallant", "en", Role.TREASURER),
    Persona("luc", "Luc Thériault", "fr", Role.DIRECTOR),
    Persona("aisha", "Aisha Khan", "en", Role.MANAGER),
    Persona("tom", "Tom Sappier", "en", Role.DESK),
    Persona("nadia", "Nadia Bourque", "fr", OfficeRole.REVIEWER),
    Persona("helen", "Helen MacLeod", "en", OfficeRole.REGISTRAR),
    Persona("paul", "Paul Arsenault", "fr", OfficeRole.INSPECTOR),
    Persona("sam", "Sam Okafor", "en", OfficeRole.ADMINISTRATOR),
]


class RealData(Exception):
    """The database holds something that the demo did not make."""


def has_real_data() -> bool:
    return User.objects.exclude(email__endswith=f"@{DOMAIN}").exists()


def build() -> None:
    """Empties the database, then fills it. Refuses where anything is real."""
    if has_real_data():
        raise RealData
    call_command("flush", interactive=False, verbosity=0, reset_sequences=True)
    with transaction.atomic():
        _World(Random(SEED)).build()  # noqa: S311  (names for a demo, not secrets)


class _World:
    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.now = FIRST_DAY
        self.addresses: set[str] = set()

    def build(self) -> None:
        people = {
            p.key: create_person(email=p.email, name=p.name, password=PASSWORD, language=p.language, now=self.later())
            for p in PERSONAS
        }
        self._office(people)
        for number, row in enumerate(ORGANISATIONS):
            if number == 0:
                self._lighthouse(row, people)
            else:
                self._organisation(row)
        # The demo's mail is history: nobody waits for it.
        OutgoingMail.objects.update(sent_at=self.now, text="")

    def later(self) -> datetime:
        """Life goes on between two acts."""
        self.now += timedelta(minutes=self.rng.randint(7, 600))
        return self.now

    def _office(self, people: dict[str, User]) -> None:
        """The first staff come with the installation: somebody must be able to invite the others."""
        for persona in PERSONAS:
            if isinstance(persona.role, OfficeRole):
                person = people[persona.key]
                appoint(person=person, office_role=persona.role, now=self.later())
                TOTP.activate(person, "".join(self.rng.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", k=32)))
        invite_staff(
            email=f"joelle.landry@{DOMAIN}", office_role=OfficeRole.REVIEWER, language="fr", by=people["sam"], now=self.later()
        )

    def _lighthouse(self, row: dict[str, Any], people: dict[str, User]) -> None:
        """The organisation that visitors work in: all six roles, one invitation open."""
        owner = people["marie"]
        organisation = self._register(row, owner)
        for persona in PERSONAS:
            if isinstance(persona.role, Role) and persona.role is not Role.OWNER:
                add_member(organisation, people[persona.key], [persona.role], now=self.later())
        for _ in range(28):
            self._volunteer(organisation, [self.rng.choice([Role.MANAGER, Role.DESK, Role.DESK])])
        ruth = organisation.memberships.get(user=people["ruth"])
        change_roles(membership=ruth, roles=[Role.TREASURER, Role.DESK], by=owner, now=self.later())
        invite_member(
            organisation=organisation,
            email=f"yvonne.leger@{DOMAIN}",
            roles=[Role.MANAGER],
            language="fr",
            by=owner,
            now=self.later(),
        )

    def _organisation(self, row: dict[str, Any]) -> None:
        organisation = self._register(row, self._person(row["language"]))
        for roles in ([Role.ORGANISER], [Role.TREASURER], [Role.DIRECTOR, Role.ORGANISER])[: self.rng.randint(1, 3)]:
            self._volunteer(organisation, roles)
        for _ in range(self.rng.randint(0, 3)):
            self._volunteer(organisation, [Role.DESK])

    def _register(self, row: dict[str, Any], owner: User) -> Organisation:
        organisation = create_organisation(name=row["name"], language=row["language"], form=row["form"], by=owner, now=self.later())
        changes: dict[str, Any] = {
            field: row[field] for field in ("activities", "address", "telephone", "email", "charity_number") if field in row
        }
        return change_details(organisation=organisation, changes=changes, by=owner, now=self.later())

    def _volunteer(self, organisation: Organisation, roles: list[Role]) -> None:
        add_member(organisation, self._person(organisation.language), roles, now=self.later())

    def _person(self, language: str) -> User:
        """Somebody who never signs in, so has no password: hashing sixty would make the first start slow."""
        name = f"{self.rng.choice(FRENCH if language == 'fr' else ENGLISH)} {self.rng.choice(FAMILIES)}"
        address = base = name.lower().replace(" ", ".").replace("'", "").translate(PLAIN)
        number = 1
        while address in self.addresses:
            number += 1
            address = f"{base}{number}"
        self.addresses.add(address)
        return create_person(email=f"{address}@{DOMAIN}", name=name, password=None, language=language, now=self.later())


PLAIN = str.maketrans("àâäçéèêëîïôöùûüÿ", "aaaceeeeiioouuuy")


def sign_ins() -> list[dict[str, str]]:
    """For the sign-in page and the terminal."""
    return [
        {
            "name": persona.name,
            "email": persona.email,
            "role": str(ROLES[persona.role] if isinstance(persona.role, Role) else OFFICE_ROLES[persona.role]),
            "password": PASSWORD,
        }
        for persona in PERSONAS
    ]


def code_for_pending_sign_in(request: HttpRequest) -> str:
    """The second factor of a demo person who is half signed in, as their telephone would show it."""
    stage = get_pending_stage(request)
    user = stage.login.user if stage else None
    return current_code(user) if user and user.email.endswith(f"@{DOMAIN}") else ""


def current_code(user: User) -> str:
    """The newest code that is accepted: an older one may have been used a moment ago, and each works once."""
    totp = Authenticator.objects.get(user=user, type=Authenticator.Type.TOTP)
    newest = max(yield_hotp_counters_from_time())
    return str(format_hotp_value(hotp_value(decrypt(totp.data["secret"]), newest)))
