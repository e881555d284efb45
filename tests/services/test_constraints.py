"""What must never be is refused by the database itself, whatever the code does."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from licensing.domain.roles import OfficeRole, Role
from licensing.models import Invitation, Membership, Organisation, OutgoingMail, RoleGrant, User
from tests.builders import NOW, member, organisation, person

pytestmark = pytest.mark.django_db


def invitation(place: Organisation | None = None, *, email: str = "yvonne@example.org", **fields: Any) -> Invitation:
    number = Invitation.objects.count()
    return Invitation.objects.create(
        organisation=place,
        email=email,
        language="en",
        invited_by=person(),
        sent_at=NOW,
        expires_at=NOW + timedelta(days=14),
        **{"token_digest": f"{number:064d}", **fields},
    )


def mail(**fields: Any) -> OutgoingMail:
    return OutgoingMail.objects.create(recipients=[], subject="", text="", sender="", written_at=NOW, not_before=NOW, **fields)


def same_address_in_other_letters() -> None:
    person(email="rose@example.org")
    User.objects.create(email="Rose@Example.org", name="Rose")


def unknown_role_at_the_office() -> None:
    user = person()
    User.objects.filter(pk=user.pk).update(office_role="king")


def membership_twice() -> None:
    membership = member(organisation(), Role.DESK)
    Membership.objects.create(organisation=membership.organisation, user=membership.user, joined_at=NOW)


def role_twice() -> None:
    membership = member(organisation(), Role.DESK)
    RoleGrant.objects.create(membership=membership, role=Role.DESK)


def unknown_role() -> None:
    RoleGrant.objects.create(membership=member(organisation()), role="king")


def role_of_the_office_in_an_organisation() -> None:
    RoleGrant.objects.create(membership=member(organisation()), role=OfficeRole.REVIEWER)


def invitation_to_nothing() -> None:
    invitation(None)


def invitation_to_both() -> None:
    invitation(organisation(), office_role=OfficeRole.REVIEWER)


def invitation_to_an_unknown_role_at_the_office() -> None:
    invitation(None, office_role="king")


def second_open_invitation() -> None:
    place = organisation()
    invitation(place, email="yvonne@example.org")
    invitation(place, email="YVONNE@example.org")


def second_open_invitation_to_the_office() -> None:
    invitation(office_role=OfficeRole.REVIEWER, email="yvonne@example.org")
    invitation(office_role=OfficeRole.INSPECTOR, email="YVONNE@example.org")


def token_twice() -> None:
    invitation(organisation(), token_digest="a" * 64)
    invitation(organisation(), token_digest="a" * 64)


def fewer_attempts_than_none() -> None:
    mail(attempts=-1)


def same_address() -> None:
    person(email="rose@example.org")
    User.objects.create(email="rose@example.org", name="Rose")


def member_of_nothing() -> None:
    Membership.objects.create(organisation_id=987_654, user=person(), joined_at=NOW)
    connection.check_constraints()


PROVOKED: dict[str, Callable[[], None]] = {
    "one_account_an_address_in_any_case": same_address_in_other_letters,
    "office_role_is_known": unknown_role_at_the_office,
    "one_membership_a_person": membership_twice,
    "a_role_is_held_once": role_twice,
    "role_is_known": unknown_role,
    "invited_to_an_organisation_or_to_the_office": invitation_to_nothing,
    "one_open_invitation_an_address": second_open_invitation,
    "one_open_invitation_to_the_office": second_open_invitation_to_the_office,
}
FURTHER: list[Callable[[], None]] = [
    invitation_to_both,
    invitation_to_an_unknown_role_at_the_office,
    role_of_the_office_in_an_organisation,
    token_twice,
    fewer_attempts_than_none,
    same_address,
    member_of_nothing,
]


def test_every_constraint_of_the_models_is_provoked_below() -> None:
    models_of_ours = [model for app in ("licensing", "tournaments", "reports") for model in apps.get_app_config(app).get_models()]
    assert {constraint.name for model in models_of_ours for constraint in model._meta.constraints} == set(PROVOKED)


@pytest.mark.parametrize("name", PROVOKED)
def test_a_constraint_is_kept_by_the_database(name: str) -> None:
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        PROVOKED[name]()
    said = str(refused.value)
    # SQLite names an index or a check, but a plain unique constraint by its columns.
    assert name in said or (connection.vendor == "sqlite" and said.startswith("UNIQUE constraint failed: licensing_"))


@pytest.mark.parametrize("provoke", FURTHER, ids=lambda provoke: provoke.__name__)
def test_what_must_never_be_is_refused_by_the_database(provoke: Callable[[], None]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        provoke()


def test_a_closed_invitation_leaves_room_for_another() -> None:
    place = organisation()
    invitation(place, accepted_at=NOW)
    invitation(place, withdrawn_at=NOW)
    invitation(place)
    invitation(organisation())
    assert Invitation.objects.count() == 4


def test_a_closed_invitation_to_the_office_leaves_room_for_another() -> None:
    invitation(office_role=OfficeRole.REVIEWER, withdrawn_at=NOW)
    invitation(office_role=OfficeRole.REVIEWER, accepted_at=NOW)
    assert invitation(office_role=OfficeRole.REVIEWER).pk


@pytest.mark.parametrize("role", ["", *OfficeRole])
def test_every_role_at_the_office_and_none_is_accepted(role: str) -> None:
    user = person()
    assert User.objects.filter(pk=user.pk).update(office_role=role) == 1


def test_every_role_of_a_member_is_accepted() -> None:
    assert member(organisation(), *Role).roles == list(Role)


def test_deleting_a_person_who_did_nothing_deletes_their_membership_too() -> None:
    membership = member(organisation(), Role.DESK)
    membership.user.delete()
    assert not Membership.objects.filter(pk=membership.pk).exists()
    assert not RoleGrant.objects.filter(membership_id=membership.pk).exists()


def test_whoever_invited_somebody_cannot_be_deleted() -> None:
    invited = invitation(organisation())
    with pytest.raises(models.ProtectedError):
        invited.invited_by.delete()
