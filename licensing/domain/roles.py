"""Who may do what: one table of roles and permissions, read by the code and shown to people."""

from collections.abc import Iterable
from enum import StrEnum


class Role(StrEnum):
    """What a member does in an organisation. A member may hold several."""

    OWNER = "owner"
    ORGANISER = "organiser"
    TREASURER = "treasurer"
    DIRECTOR = "director"
    MANAGER = "manager"
    DESK = "desk"


class OfficeRole(StrEnum):
    """What a person does at the registrar's, or for the site as a whole. A person holds one, and no role elsewhere."""

    REVIEWER = "reviewer"
    REGISTRAR = "registrar"
    INSPECTOR = "inspector"
    ADMINISTRATOR = "administrator"


class Permission(StrEnum):
    ORGANISATION_SEE = "organisation.see"
    ORGANISATION_EDIT = "organisation.edit"
    MEMBERS_SEE = "members.see"
    MEMBERS_MANAGE = "members.manage"
    TIMELINE_SEE = "timeline.see"
    OFFICE_SEE = "office.see"
    STAFF_MANAGE = "staff.manage"
    STYLEGUIDE_SEE = "styleguide.see"


AnyRole = Role | OfficeRole

_TABLE = """
                    owner organiser treasurer director manager desk  reviewer registrar inspector administrator
organisation.see      x       x         x        x        x      x       x        x         x         x
organisation.edit     x       x         .        .        .      .       .        .         .         .
members.see           x       x         x        x        .      .       x        x         x         .
members.manage        x       .         .        .        .      .       .        .         .         .
timeline.see          x       x         x        .        .      .       x        x         x         .
office.see            .       .         .        .        .      .       x        x         x         x
staff.manage          .       .         .        .        .      .       .        .         .         x
styleguide.see        .       .         .        .        .      .       x        x         x         x
"""


def _role(name: str) -> AnyRole:
    return Role(name) if name in set(Role) else OfficeRole(name)


def _read(table: str) -> dict[Permission, frozenset[AnyRole]]:
    """A table with a gap stops the start: a right must not be lost, or given, by a typing error."""
    head, *rows = (line.split() for line in table.strip().splitlines())
    roles = [_role(name) for name in head]
    if sorted(roles) != sorted([*Role, *OfficeRole]):
        raise ValueError("the table has one column for each role")
    if sorted(name for name, *_ in rows) != sorted(Permission):
        raise ValueError("the table has one row for each permission")
    if not {mark for _, *marks in rows for mark in marks} <= {"x", "."}:
        raise ValueError("the table is marked with x and . alone")
    return {
        Permission(name): frozenset(role for role, mark in zip(roles, marks, strict=True) if mark == "x") for name, *marks in rows
    }


GRANTED = _read(_TABLE)


def allows(roles: Iterable[AnyRole], permission: Permission) -> bool:
    return not GRANTED[permission].isdisjoint(roles)
