"""A believable world, the same each time, built through the services as people would build it."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from allauth.account.internal.stagekit import get_pending_stage
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.mfa.utils import decrypt
from django.core.management import call_command
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from licensing.demo_names import ENGLISH, FAMILIES, FRENCH, ORGANISATIONS
from licensing.domain.roles import OfficeRole, Role
from licensing.labels import OFFICE_ROLES, ROLES
from licensing.models import Organisation, OutgoingMail, User
from licensing.services.invitations import accept, invite_member, invite_staff
from licensing.services.members import change_roles
from licensing.services.organisations import change_details, create_organisation
from licensing.services.people import create_person
from licensing.services.staff import appoint

DOMAIN = "demo.cagnotte.example"  # .example is reserved: no real person has an address there
PASSWORD = "quatre-as-et-un-roi"  # noqa: S105  (shown on the demo's own sign-in page)
SEED = 2026
STORY = timedelta(days=75)  # how far back the demo's story begins


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


def build(*, today: date | None = None) -> None:
    """Empties the database, then fills it. Refuses where anything is real.

    The story is always the same, and always ends this week: deadlines of a demo that stood still would all have passed.
    """
    if has_real_data():
        raise RealData
    call_command("flush", interactive=False, verbosity=0, reset_sequences=True)
    with transaction.atomic():
        _World(Random(SEED), today or timezone.localdate()).build()  # noqa: S311  (names for a demo, not secrets)


class _World:
    def __init__(self, rng: Random, today: date) -> None:
        self.rng = rng
        self.yesterday = datetime.combine(today, time(9, 0), tzinfo=timezone.get_default_timezone()) - timedelta(days=1)
        self.now = self.yesterday - STORY
        self.addresses: set[str] = set()

    def build(self) -> None:
        people = {
            p.key: create_person(email=p.email, name=p.name, password=PASSWORD, language=p.language, now=self.later())
            for p in PERSONAS
        }
        self._office(people)
        first, *others = ORGANISATIONS
        lighthouse = self._lighthouse(first, people)
        for row in others:
            self._organisation(row)
        self.now = max(self.now, self.yesterday - timedelta(days=3))
        self._open_invitations(lighthouse, people)
        # The demo's mail is history: nobody waits for it.
        OutgoingMail.objects.update(written_at=self.now, not_before=self.now, sent_at=self.now, text="")

    def later(self) -> datetime:
        """Life goes on between two acts, and people sleep at night."""
        self.now += timedelta(minutes=self.rng.randint(7, 240))
        if self.now.hour >= 22:
            self.now += timedelta(days=1)
        if not 8 <= self.now.hour < 22:
            self.now = self.now.replace(hour=self.rng.randint(8, 20))
        return self.now

    def _office(self, people: dict[str, User]) -> None:
        """The first staff come with the installation: somebody must be able to invite the others."""
        for persona in PERSONAS:
            if isinstance(persona.role, OfficeRole):
                person = people[persona.key]
                appoint(person=person, office_role=persona.role, now=self.later())
                TOTP.activate(person, "".join(self.rng.choices("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", k=32)))
        Authenticator.objects.update(created_at=self.now)

    def _lighthouse(self, row: dict[str, Any], people: dict[str, User]) -> Organisation:
        """The organisation that visitors work in, with all six roles."""
        owner = people["marie"]
        organisation = self._register(row, owner)
        for persona in PERSONAS:
            if isinstance(persona.role, Role) and persona.role is not Role.OWNER:
                self._join(organisation, people[persona.key], [persona.role], owner)
        for _ in range(28):
            crew = self._person(organisation.language)
            self._join(organisation, crew, [self.rng.choice([Role.MANAGER, Role.DESK, Role.DESK])], owner)
        ruth = organisation.memberships.get(user=people["ruth"])
        change_roles(membership=ruth, roles=[Role.TREASURER, Role.DESK], by=owner, now=self.later())
        return organisation

    def _organisation(self, row: dict[str, Any]) -> None:
        owner = self._person(row["language"])
        organisation = self._register(row, owner)
        core = [[Role.ORGANISER], [Role.TREASURER], [Role.DIRECTOR, Role.ORGANISER]][: self.rng.randint(1, 3)]
        for roles in core + [[Role.DESK]] * self.rng.randint(0, 3):
            self._join(organisation, self._person(organisation.language), roles, owner)

    def _open_invitations(self, organisation: Organisation, people: dict[str, User]) -> None:
        invite_staff(
            email=f"joelle.landry@{DOMAIN}", office_role=OfficeRole.REVIEWER, language="fr", by=people["sam"], now=self.later()
        )
        invite_member(
            organisation=organisation,
            email=f"yvonne.leger@{DOMAIN}",
            roles=[Role.MANAGER],
            language="fr",
            by=people["marie"],
            now=self.later(),
        )

    def _register(self, row: dict[str, Any], owner: User) -> Organisation:
        organisation = create_organisation(name=row["name"], language=row["language"], form=row["form"], by=owner, now=self.later())
        known = ("activities", "address", "telephone", "email", "charity_number")
        changes = {field: row[field] for field in known if field in row}
        return change_details(organisation=organisation, changes=changes, by=owner, now=self.later())

    def _join(self, organisation: Organisation, person: User, roles: list[Role], owner: User) -> None:
        """Invited, then accepted by the link in the mail."""
        invite_member(
            organisation=organisation, email=person.email, roles=roles, language=person.language, by=owner, now=self.later()
        )
        mail = OutgoingMail.objects.latest("pk")
        accept(token=mail.text.partition("/invitations/")[2].partition("/")[0], user=person, now=self.later())

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
