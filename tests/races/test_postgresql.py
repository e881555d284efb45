"""Two people at once. Each race is run twice: without the guard, where it happens, and with it, where it does not."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.core import mail as post
from django.core.mail import EmailMessage

from licensing import mail
from licensing.domain.roles import OfficeRole, Role
from licensing.models import Event, Invitation, Membership, Organisation, OutgoingMail, RoleGrant, User
from licensing.services import invitations, members, organisations, staff
from tests.builders import NOW, member, officer, organisation, person
from tests.races.race import Race, kinds, meet_before, without_row_locks
from tests.services.links import token_in

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]
LATER = NOW + timedelta(hours=1)
Act = Callable[[], object]


@pytest.fixture
def race() -> Race:
    return Race()


@pytest.fixture
def meeting_before_the_trace(race: Race, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every act has looked, and perhaps written, when it comes to its line in the journal; nothing is stored yet."""
    for module in (invitations, members, organisations, staff):
        meet_before(race, monkeypatch, module, "record")


pytestmark.append(pytest.mark.usefixtures("meeting_before_the_trace"))


def traces(kind: Event.Kind) -> int:
    return Event.objects.filter(kind=kind).count()


# Two owners against each other ----------------------------------------------------------------------------------------
def demote(membership: Membership, by: User) -> None:
    members.change_roles(membership=membership, roles=[Role.DESK], by=by, now=LATER)


def remove(membership: Membership, by: User) -> None:
    members.remove_member(membership=membership, by=by, now=LATER)


@pytest.fixture
def place() -> Organisation:
    return organisation()


@pytest.fixture
def owners(place: Organisation) -> tuple[Membership, Membership]:
    return place.memberships.get(), member(place, Role.OWNER)


def against_each_other(act: Callable[..., None], one: Membership, other: Membership) -> list[Act]:
    return [partial(act, one, by=other.user), partial(act, other, by=one.user)]


def owners_left() -> int:
    return RoleGrant.objects.filter(role=Role.OWNER).count()


@pytest.mark.parametrize("act", [demote, remove])
def test_without_the_lock_two_owners_leave_an_organisation_without_any(
    act: Callable[..., None], owners: tuple[Membership, Membership], race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_row_locks(monkeypatch)
    assert kinds(race.run(*against_each_other(act, *owners))) == ["done", "done"]
    assert owners_left() == 0


@pytest.mark.parametrize("act", [demote, remove])
def test_two_owners_who_act_against_each_other_at_once_leave_one(
    act: Callable[..., None], owners: tuple[Membership, Membership], race: Race
) -> None:
    assert kinds(race.run(*against_each_other(act, *owners))) == ["LastOwner", "done"]
    assert owners_left() == 1


def test_one_who_demotes_and_one_who_removes_at_once_leave_one_owner(owners: tuple[Membership, Membership], race: Race) -> None:
    one, other = owners
    assert kinds(race.run(partial(demote, one, by=other.user), partial(remove, other, by=one.user))) == ["LastOwner", "done"]
    assert owners_left() == 1


def removing_twice(owners: tuple[Membership, Membership], place: Organisation) -> list[Act]:
    leaving = member(place, Role.DESK)
    return [partial(remove, Membership.objects.get(pk=leaving.pk), by=owner.user) for owner in owners]


def test_without_the_lock_one_member_is_removed_twice(
    owners: tuple[Membership, Membership], place: Organisation, race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_row_locks(monkeypatch)
    assert kinds(race.run(*removing_twice(owners, place))) == ["done", "done"]
    assert traces(Event.Kind.REMOVED) == 2


def test_a_member_whom_two_owners_remove_at_once_is_removed_once(
    owners: tuple[Membership, Membership], place: Organisation, race: Race
) -> None:
    assert kinds(race.run(*removing_twice(owners, place))) == ["NoLongerMember", "done"]
    assert traces(Event.Kind.REMOVED) == 1


# Two details at once --------------------------------------------------------------------------------------------------
def changing_two_details(place: Organisation) -> list[Act]:
    def change(field: str, value: str) -> Act:
        seen = Organisation.objects.get(pk=place.pk)
        return partial(organisations.change_details, organisation=seen, changes={field: value}, by=person(), now=LATER)

    return [change("telephone", "506 555-0101"), change("address", "12, chemin du Quai")]


def details(place: Organisation) -> set[str]:
    place.refresh_from_db()
    return {place.telephone, place.address} - {""}


def test_without_the_lock_one_of_two_changes_at_once_is_lost(
    place: Organisation, race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_row_locks(monkeypatch)
    assert kinds(race.run(*changing_two_details(place))) == ["done", "done"]
    assert len(details(place)) == 1


def test_two_people_who_change_different_details_at_once_lose_nothing(place: Organisation, race: Race) -> None:
    assert kinds(race.run(*changing_two_details(place))) == ["done", "done"]
    assert details(place) == {"506 555-0101", "12, chemin du Quai"}


# One invitation twice -------------------------------------------------------------------------------------------------
def invite(place: Organisation, email: str) -> str:
    invitations.invite_member(organisation=place, email=email, roles=[Role.DESK], language="en", by=person(), now=NOW)
    return token_in(post.outbox[-1])


def invite_to_the_office(email: str) -> str:
    administrator = officer(OfficeRole.ADMINISTRATOR, second_factor=False)
    invitations.invite_staff(email=email, office_role=OfficeRole.REVIEWER, language="en", by=administrator, now=NOW)
    return token_in(post.outbox[-1])


def accepting(*tokens: str) -> list[Act]:
    return [
        partial(invitations.accept, token=token, user=User.objects.get(email="yvonne@example.org"), now=LATER) for token in tokens
    ]


@pytest.fixture
def yvonne() -> User:
    return person(email="yvonne@example.org")


def test_without_the_lock_an_invitation_to_the_office_is_accepted_twice(
    yvonne: User, race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = invite_to_the_office("yvonne@example.org")
    without_row_locks(monkeypatch)
    assert kinds(race.run(*accepting(token, token))) == ["done", "done"]
    assert traces(Event.Kind.JOINED) == 2


def test_an_invitation_to_the_office_accepted_twice_at_once_is_used_once(yvonne: User, race: Race) -> None:
    token = invite_to_the_office("yvonne@example.org")
    assert kinds(race.run(*accepting(token, token))) == ["InvitationUsed", "done"]
    assert traces(Event.Kind.JOINED) == 1


def test_without_the_lock_only_the_constraint_stands_between_a_person_and_a_second_membership(
    place: Organisation, yvonne: User, race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = invite(place, "yvonne@example.org")
    without_row_locks(monkeypatch)
    outcomes = race.run(*accepting(token, token))
    assert kinds(outcomes) == ["IntegrityError", "done"]
    assert "one_membership_a_person" in str(next(outcome for outcome in outcomes if outcome))
    assert yvonne.memberships.count() == 1


def test_an_invitation_accepted_twice_at_once_joins_once(place: Organisation, yvonne: User, race: Race) -> None:
    token = invite(place, "yvonne@example.org")
    assert kinds(race.run(*accepting(token, token))) == ["InvitationUsed", "done"]
    assert yvonne.memberships.count() == 1
    assert traces(Event.Kind.JOINED) == 1


def newcomers(token: str) -> list[Act]:
    act = partial(invitations.accept_as_newcomer, token=token, name="Yvonne", password="", language="en", now=LATER)
    return [act, act]


def test_without_the_lock_only_the_constraint_stands_between_a_newcomer_and_a_second_account(
    place: Organisation, race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = invite(place, "newcomer@example.org")
    without_row_locks(monkeypatch)
    assert kinds(race.run(*newcomers(token))) == ["IntegrityError", "done"]
    assert User.objects.filter(email="newcomer@example.org").count() == 1


def test_a_newcomer_who_sends_the_form_twice_at_once_gets_one_account(place: Organisation, race: Race) -> None:
    token = invite(place, "newcomer@example.org")
    assert kinds(race.run(*newcomers(token))) == ["InvitationUsed", "done"]
    assert User.objects.filter(email="newcomer@example.org").count() == 1
    assert traces(Event.Kind.JOINED) == 1


# Both sides at once ---------------------------------------------------------------------------------------------------
def is_on_both_sides(user: User) -> bool:
    return bool(User.objects.get(pk=user.pk).office) and user.memberships.exists()


def registering() -> Act:
    by = User.objects.get(email="yvonne@example.org")
    return partial(organisations.create_organisation, name="Another", language="en", by=by, now=LATER)


def joining_both_sides(place: Organisation, how: str) -> list[Act]:
    to_the_office = accepting(invite_to_the_office("yvonne@example.org"))
    return to_the_office + (accepting(invite(place, "yvonne@example.org")) if how == "accepting" else [registering()])


@pytest.mark.parametrize("how", ["accepting", "registering"])
def test_without_the_lock_a_person_joins_an_organisation_and_the_office_at_once(
    how: str, place: Organisation, yvonne: User, race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    acts = joining_both_sides(place, how)
    without_row_locks(monkeypatch)
    assert kinds(race.run(*acts)) == ["done", "done"]
    assert is_on_both_sides(yvonne)


@pytest.mark.parametrize("how", ["accepting", "registering"])
def test_a_person_who_joins_an_organisation_and_the_office_at_once_is_in_one_of_them(
    how: str, place: Organisation, yvonne: User, race: Race
) -> None:
    outcomes = kinds(race.run(*joining_both_sides(place, how)))
    assert outcomes in (["MembersCannotJoinOffice", "done"], ["OfficeStaffCannotJoin", "done"])
    assert not is_on_both_sides(yvonne)


# Two invitations to one address ---------------------------------------------------------------------------------------
def inviting_twice(place: Organisation) -> list[Act]:
    def act(email: str) -> Act:
        return partial(
            invitations.invite_member, organisation=place, email=email, roles=[Role.DESK], language="en", by=person(), now=LATER
        )

    return [act("yvonne@example.org"), act("Yvonne@Example.org")]


def inviting_to_the_office_twice(_place: Organisation) -> list[Act]:
    def act(email: str) -> Act:
        by = officer(OfficeRole.ADMINISTRATOR, second_factor=False)
        role = OfficeRole.REVIEWER
        return partial(invitations.invite_staff, email=email, office_role=role, language="en", by=by, now=LATER)

    return [act("yvonne@example.org"), act("Yvonne@Example.org")]


INVITING = pytest.mark.parametrize(
    ("inviting", "constraint"),
    [
        (inviting_twice, "one_open_invitation_an_address"),
        (inviting_to_the_office_twice, "one_open_invitation_to_the_office"),
    ],
    ids=["organisation", "office"],
)


@INVITING
def test_without_the_lock_only_the_constraint_stands_between_an_address_and_a_second_invitation(
    inviting: Callable[[Organisation], list[Act]], constraint: str, place: Organisation, race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_row_locks(monkeypatch)
    outcomes = race.run(*inviting(place))
    assert kinds(outcomes) == ["IntegrityError", "done"]
    assert constraint in str(next(outcome for outcome in outcomes if outcome))
    assert Invitation.objects.count() == 1


@INVITING
def test_two_invitations_to_one_address_at_once_are_one_invitation_and_one_mail(
    inviting: Callable[[Organisation], list[Act]],
    constraint: str,
    place: Organisation,
    race: Race,
    mailoutbox: list[EmailMessage],
) -> None:
    assert kinds(race.run(*inviting(place))) == ["AlreadyInvited", "done"]
    assert Invitation.objects.count() == len(mailoutbox) == 1
    assert traces(Event.Kind.INVITED) == 1


# One mail, two workers ------------------------------------------------------------------------------------------------
@pytest.fixture
def letter(race: Race, monkeypatch: pytest.MonkeyPatch) -> OutgoingMail:
    fields = {"recipients": ["yvonne@example.org"], "subject": "Hello", "text": "Text", "sender": "us@example.org"}
    waits = OutgoingMail.objects.create(**fields, written_at=NOW, not_before=NOW)
    meet_before(race, monkeypatch, OutgoingMail, "save")
    return waits


def test_without_the_lock_two_workers_send_one_mail_twice(
    letter: OutgoingMail, race: Race, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMessage]
) -> None:
    without_row_locks(monkeypatch)
    deliver = partial(mail.deliver, pk=letter.pk, now=LATER)
    assert kinds(race.run(deliver, deliver)) == ["done", "done"]
    assert len(mailoutbox) == 2


def test_two_workers_who_take_one_mail_at_once_send_it_once(
    letter: OutgoingMail, race: Race, mailoutbox: list[EmailMessage]
) -> None:
    deliver = partial(mail.deliver, pk=letter.pk, now=LATER)
    assert kinds(race.run(deliver, deliver)) == ["done", "done"]
    assert len(mailoutbox) == 1
    letter.refresh_from_db()
    assert (letter.attempts, letter.sent_at) == (1, LATER)


# Two administrators against each other --------------------------------------------------------------------------------
def close(one: User, by: User) -> None:
    staff.set_active(person=one, active=False, by=by, now=LATER)


def take_the_role(one: User, by: User) -> None:
    staff.change_office_role(person=one, office_role=OfficeRole.REVIEWER, by=by, now=LATER)


def two_administrators(act: Callable[..., None]) -> list[Act]:
    one, other = (officer(OfficeRole.ADMINISTRATOR, second_factor=False) for _ in range(2))
    return [partial(act, one, by=other), partial(act, other, by=one)]


def administrators_left() -> int:
    return User.objects.filter(office_role=OfficeRole.ADMINISTRATOR, is_active=True).count()


@pytest.mark.parametrize("act", [close, take_the_role])
def test_without_the_lock_two_administrators_leave_the_site_without_any(
    act: Callable[..., None], race: Race, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_row_locks(monkeypatch)
    assert kinds(race.run(*two_administrators(act))) == ["done", "done"]
    assert administrators_left() == 0


@pytest.mark.parametrize("act", [close, take_the_role])
def test_two_administrators_who_act_against_each_other_at_once_leave_one(act: Callable[..., None], race: Race) -> None:
    assert kinds(race.run(*two_administrators(act))) == ["LastAdministrator", "done"]
    assert administrators_left() == 1
