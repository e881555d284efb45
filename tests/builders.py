"""Small worlds for tests, through the services as people would build them."""

import itertools
from datetime import datetime
from zoneinfo import ZoneInfo

from allauth.mfa.totp.internal.auth import TOTP

from licensing.domain.roles import OfficeRole, Role
from licensing.models import Membership, Organisation, User
from licensing.services.organisations import add_member, create_organisation
from licensing.services.people import create_person

NOW = datetime(2026, 11, 18, 19, 0, tzinfo=ZoneInfo("America/Moncton"))
PASSWORD = "cartes-sur-table-2026"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
_numbers = itertools.count(1)


def person(name: str = "Rose Doiron", *, email: str = "", password: str | None = None, language: str = "en") -> User:
    """Without a password unless a test signs in by it: hashing one is slow on purpose."""
    email = email or f"person{next(_numbers)}@example.org"
    return create_person(email=email, name=name, password=password, language=language, now=NOW)


def organisation(name: str = "Les Amis du pont", *, owner: User | None = None, language: str = "en") -> Organisation:
    return create_organisation(name=name, language=language, by=owner or person("Olive Owner"), now=NOW)


def member(place: Organisation, *roles: Role, user: User | None = None) -> Membership:
    return add_member(place, user or person(f"Member {next(_numbers)}"), list(roles), now=NOW)


def officer(role: OfficeRole, *, second_factor: bool = True, name: str = "Olga Office") -> User:
    user = person(name)
    user.office_role = role
    user.save()
    if second_factor:
        TOTP.activate(user, SECRET)
    return user
