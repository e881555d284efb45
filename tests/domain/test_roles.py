"""The table of roles and permissions: complete, and refused when it is not."""

import pytest

from licensing.domain import roles
from licensing.domain.roles import GRANTED, AnyRole, OfficeRole, Permission, Role, allows

EVERYONE: list[AnyRole] = [*Role, *OfficeRole]
MEMBERS, OFFICE = set(Role), set(OfficeRole)
# Written a second time on purpose: a change of rights is made knowingly, in two places.
EXPECTED: dict[Permission, set[AnyRole]] = {
    Permission.ORGANISATION_SEE: {*MEMBERS, *OFFICE},
    Permission.ORGANISATION_EDIT: {Role.OWNER, Role.ORGANISER},
    Permission.MEMBERS_SEE: {*MEMBERS, *OFFICE} - {Role.MANAGER, Role.DESK, OfficeRole.ADMINISTRATOR},
    Permission.MEMBERS_MANAGE: {Role.OWNER},
    Permission.TIMELINE_SEE: {
        *(Role.OWNER, Role.ORGANISER, Role.TREASURER),
        *(OfficeRole.REVIEWER, OfficeRole.REGISTRAR, OfficeRole.INSPECTOR),
    },
    Permission.OFFICE_SEE: {*OFFICE},
    Permission.STAFF_MANAGE: {OfficeRole.ADMINISTRATOR},
    Permission.STYLEGUIDE_SEE: {*OFFICE},
}


def test_every_permission_is_in_the_table() -> None:
    assert set(GRANTED) == set(Permission) == set(EXPECTED)


@pytest.mark.parametrize("permission", Permission)
def test_somebody_holds_each_permission(permission: Permission) -> None:
    assert GRANTED[permission]


@pytest.mark.parametrize("role", EVERYONE)
def test_each_role_holds_some_permission(role: AnyRole) -> None:
    assert any(role in holders for holders in GRANTED.values())


@pytest.mark.parametrize("permission", Permission)
@pytest.mark.parametrize("role", EVERYONE)
def test_a_role_allows_what_the_table_says_and_nothing_else(role: AnyRole, permission: Permission) -> None:
    assert allows([role], permission) == (role in EXPECTED[permission])


def test_one_of_several_roles_is_enough() -> None:
    assert allows([Role.DESK, Role.OWNER], Permission.MEMBERS_MANAGE)
    assert not allows([Role.DESK, Role.MANAGER], Permission.MEMBERS_MANAGE)


@pytest.mark.parametrize("permission", Permission)
def test_no_role_allows_nothing(permission: Permission) -> None:
    assert not allows([], permission)


def test_no_role_has_the_name_of_another() -> None:
    assert len({str(role) for role in EVERYONE}) == len(EVERYONE)


def test_only_the_office_may_do_what_concerns_the_whole_site() -> None:
    for permission in (Permission.OFFICE_SEE, Permission.STAFF_MANAGE, Permission.STYLEGUIDE_SEE):
        assert not GRANTED[permission] & MEMBERS


def test_nobody_at_the_office_changes_anything_in_an_organisation() -> None:
    for permission in (Permission.ORGANISATION_EDIT, Permission.MEMBERS_MANAGE):
        assert not GRANTED[permission] & OFFICE


def lines() -> list[str]:
    return roles._TABLE.strip().splitlines()


def without_the_last_column() -> list[str]:
    return [line.rsplit(maxsplit=1)[0] for line in lines()]


def with_a_mark_missing() -> list[str]:
    return [*lines()[:-1], lines()[-1].rsplit(maxsplit=1)[0]]


def with_a_mark_too_many() -> list[str]:
    return [*lines()[:-1], f"{lines()[-1]} x"]


def with_a_capital_mark() -> list[str]:
    return [*lines()[:-1], lines()[-1].replace("x", "X")]


def with_an_unknown_role() -> list[str]:
    return [lines()[0].replace("treasurer", "cashier"), *lines()[1:]]


def with_a_role_twice() -> list[str]:
    return [lines()[0].replace("treasurer", "owner"), *lines()[1:]]


def with_an_unknown_permission() -> list[str]:
    return [*lines()[:-1], lines()[-1].replace("styleguide.see", "everything.see")]


def with_a_row_missing() -> list[str]:
    return lines()[:-1]


def with_a_row_twice() -> list[str]:
    return [*lines(), lines()[-1]]


@pytest.mark.parametrize(
    "malformed",
    [
        without_the_last_column,
        with_a_mark_missing,
        with_a_mark_too_many,
        with_a_capital_mark,
        with_an_unknown_role,
        with_a_role_twice,
        with_an_unknown_permission,
        with_a_row_missing,
        with_a_row_twice,
    ],
    ids=lambda malformed: malformed.__name__,
)
def test_a_malformed_table_is_refused(malformed: object) -> None:
    table = "\n".join(malformed())  # type: ignore[operator]
    assert table != "\n".join(lines())
    with pytest.raises(ValueError, match=r"."):
        roles._read(table)


def test_the_table_itself_is_well_formed() -> None:
    assert roles._read(roles._TABLE) == GRANTED
