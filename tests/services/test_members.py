"""Members: their roles change, they leave or are removed, and somebody always owns the organisation."""

from datetime import timedelta

import pytest

from licensing.domain.roles import Role
from licensing.errors import LastOwner, NoLongerMember, NoRole
from licensing.models import Event, Membership, Organisation, User
from licensing.services.members import change_roles, remove_member
from tests.builders import NOW, member, organisation

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)


@pytest.fixture
def owners_own(place: Organisation) -> Membership:
    return place.memberships.get()


def roles_of(membership: Membership) -> list[Role]:
    return Membership.objects.get(pk=membership.pk).roles


def test_roles_are_taken_given_and_kept(place: Organisation, owner: User) -> None:
    membership = member(place, Role.DESK, Role.TREASURER)
    kept = membership.grants.get(role=Role.TREASURER).pk
    change_roles(membership=membership, roles=[Role.TREASURER, Role.ORGANISER], by=owner, now=LATER)
    assert roles_of(membership) == [Role.ORGANISER, Role.TREASURER]
    assert membership.grants.get(role=Role.TREASURER).pk == kept


def test_a_change_of_roles_is_written_with_before_and_after(place: Organisation, owner: User) -> None:
    membership = member(place, Role.TREASURER, Role.DESK)
    change_roles(membership=membership, roles=[Role.ORGANISER], by=owner, now=LATER)
    event = Event.objects.get(kind=Event.Kind.ROLES_CHANGED)
    assert event.details == {"before": ["desk", "treasurer"], "after": ["organiser"]}
    assert (event.organisation, event.actor, event.subject, event.at) == (place, owner, membership.user, LATER)


def test_the_same_roles_again_leave_no_trace(place: Organisation, owner: User) -> None:
    membership = member(place, Role.TREASURER, Role.DESK)
    change_roles(membership=membership, roles=[Role.DESK, Role.TREASURER], by=owner, now=LATER)
    assert not Event.objects.filter(kind=Event.Kind.ROLES_CHANGED).exists()


def test_a_role_named_twice_is_held_once(place: Organisation, owner: User) -> None:
    membership = member(place, Role.DESK)
    change_roles(membership=membership, roles=[Role.MANAGER, Role.MANAGER], by=owner, now=LATER)
    assert roles_of(membership) == [Role.MANAGER]


def test_a_member_without_any_role_is_refused(place: Organisation, owner: User) -> None:
    membership = member(place, Role.DESK)
    with pytest.raises(NoRole):
        change_roles(membership=membership, roles=[], by=owner, now=LATER)
    assert roles_of(membership) == [Role.DESK]


def test_the_last_owner_stays_an_owner(owners_own: Membership, owner: User) -> None:
    with pytest.raises(LastOwner):
        change_roles(membership=owners_own, roles=[Role.ORGANISER], by=owner, now=LATER)
    assert roles_of(owners_own) == [Role.OWNER]


def test_the_last_owner_may_take_further_roles(owners_own: Membership, owner: User) -> None:
    change_roles(membership=owners_own, roles=[Role.OWNER, Role.TREASURER], by=owner, now=LATER)
    assert roles_of(owners_own) == [Role.OWNER, Role.TREASURER]


def test_one_of_two_owners_may_step_down_but_not_the_other(place: Organisation, owners_own: Membership, owner: User) -> None:
    second = member(place, Role.OWNER)
    change_roles(membership=owners_own, roles=[Role.DESK], by=owner, now=LATER)
    assert roles_of(owners_own) == [Role.DESK]
    with pytest.raises(LastOwner):
        change_roles(membership=second, roles=[Role.DESK], by=second.user, now=LATER)


def test_an_owner_of_another_organisation_does_not_count(owners_own: Membership, owner: User) -> None:
    organisation("Another", owner=owner)
    with pytest.raises(LastOwner):
        change_roles(membership=owners_own, roles=[Role.DESK], by=owner, now=LATER)


def test_the_last_owner_cannot_leave(owners_own: Membership, owner: User) -> None:
    with pytest.raises(LastOwner):
        remove_member(membership=owners_own, by=owner, now=LATER)
    assert Membership.objects.filter(pk=owners_own.pk).exists()
    assert not Event.objects.filter(kind=Event.Kind.LEFT).exists()


def test_an_owner_may_leave_when_there_is_another(place: Organisation, owners_own: Membership, owner: User) -> None:
    member(place, Role.OWNER)
    remove_member(membership=owners_own, by=owner, now=LATER)
    assert not place.memberships.filter(user=owner).exists()


def test_whoever_goes_by_themselves_has_left(place: Organisation) -> None:
    membership = member(place, Role.DESK)
    remove_member(membership=membership, by=membership.user, now=LATER)
    event = Event.objects.get(kind=Event.Kind.LEFT)
    assert (event.organisation, event.actor, event.subject) == (place, membership.user, membership.user)
    assert not Event.objects.filter(kind=Event.Kind.REMOVED).exists()


def test_whoever_is_sent_away_was_removed(place: Organisation, owner: User) -> None:
    membership = member(place, Role.DESK)
    user = membership.user
    remove_member(membership=membership, by=owner, now=LATER)
    event = Event.objects.get(kind=Event.Kind.REMOVED)
    assert (event.organisation, event.actor, event.subject, event.at) == (place, owner, user, LATER)
    assert not Event.objects.filter(kind=Event.Kind.LEFT).exists()


def test_somebody_removed_keeps_their_account_and_the_other_memberships(place: Organisation, owner: User) -> None:
    membership = member(place, Role.DESK)
    user = membership.user
    elsewhere = member(organisation("Another"), Role.DESK, user=user)
    remove_member(membership=membership, by=owner, now=LATER)
    assert list(User.objects.get(pk=user.pk).memberships.all()) == [elsewhere]


def test_somebody_is_removed_only_once(place: Organisation, owner: User) -> None:
    membership = member(place, Role.DESK)
    in_another_window = Membership.objects.get(pk=membership.pk)
    remove_member(membership=membership, by=owner, now=LATER)
    with pytest.raises(NoLongerMember):
        remove_member(membership=in_another_window, by=owner, now=LATER)
    assert Event.objects.filter(kind=Event.Kind.REMOVED).count() == 1


def test_the_roles_of_somebody_who_is_gone_cannot_be_changed(place: Organisation, owner: User) -> None:
    membership = member(place, Role.DESK)
    in_another_window = Membership.objects.get(pk=membership.pk)
    remove_member(membership=membership, by=owner, now=LATER)
    with pytest.raises(NoLongerMember):
        change_roles(membership=in_another_window, roles=[Role.OWNER], by=owner, now=LATER)
