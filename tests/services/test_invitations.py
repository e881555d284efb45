"""Invitations: a link by mail, for one person, once, for a while."""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import models
from django.utils import translation
from django.utils.translation import gettext

from licensing import errors
from licensing.domain.roles import OfficeRole, Role
from licensing.models import Event, Invitation, Membership, Organisation, User
from licensing.services import invitations
from licensing.services.invitations import accept, accept_as_newcomer, find, invite_member, invite_staff, send_again, withdraw
from tests.builders import NOW, PASSWORD, member, officer, organisation, person
from tests.services.links import link_in, token_in

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)
MOMENT = timedelta(microseconds=1)
Outbox = list[EmailMessage]


@pytest.fixture
def place(owner: User) -> Organisation:
    return organisation("Les Amis du phare", owner=owner)


@pytest.fixture
def administrator() -> User:
    return officer(OfficeRole.ADMINISTRATOR, second_factor=False, name="Sam Okafor")


Invite = Callable[..., Invitation]


@pytest.fixture
def invite(place: Organisation, owner: User) -> Invite:
    def invite_somebody(email: str = "yvonne@example.org", *roles: Role, language: str = "en", now: datetime = NOW) -> Invitation:
        return invite_member(organisation=place, email=email, roles=roles or [Role.DESK], language=language, by=owner, now=now)

    return invite_somebody


@pytest.fixture
def invite_officer(administrator: User) -> Invite:
    def invite_somebody(email: str = "joelle@example.org", role: OfficeRole = OfficeRole.REVIEWER) -> Invitation:
        return invite_staff(email=email, office_role=role, language="fr", by=administrator, now=NOW)

    return invite_somebody


# Inviting -------------------------------------------------------------------------------------------------------------
def test_an_invitation_to_an_organisation_keeps_who_what_and_until_when(invite: Invite, place: Organisation, owner: User) -> None:
    invitation = Invitation.objects.get(pk=invite(" Yvonne@Example.org ", Role.DESK, Role.MANAGER, language="fr").pk)
    assert (invitation.organisation, invitation.invited_by, invitation.office_role) == (place, owner, "")
    assert (invitation.email, invitation.roles, invitation.language) == ("yvonne@example.org", ["manager", "desk"], "fr")
    assert (invitation.sent_at, invitation.expires_at) == (NOW, NOW + timedelta(days=14))
    assert (invitation.accepted_at, invitation.withdrawn_at) == (None, None)


def test_inviting_is_written_in_the_journal(invite: Invite, place: Organisation, owner: User) -> None:
    invite("yvonne@example.org", Role.DESK)
    event = Event.objects.get(kind=Event.Kind.INVITED)
    assert (event.organisation, event.actor, event.at) == (place, owner, NOW)
    assert event.details == {"email": "yvonne@example.org", "roles": ["desk"]}


def test_an_invitation_to_the_office_belongs_to_no_organisation(invite_officer: Invite, administrator: User) -> None:
    invitation = Invitation.objects.get(pk=invite_officer().pk)
    assert (invitation.organisation, invitation.office_role, invitation.roles) == (None, "reviewer", [])
    event = Event.objects.get(kind=Event.Kind.INVITED)
    assert (event.organisation, event.actor) == (None, administrator)
    assert event.details == {"email": "joelle@example.org", "roles": ["reviewer"]}


def test_an_invitation_without_a_role_is_refused(place: Organisation, owner: User, mailoutbox: Outbox) -> None:
    with pytest.raises(errors.NoRole):
        invite_member(organisation=place, email="yvonne@example.org", roles=[], language="en", by=owner, now=NOW)
    assert not Invitation.objects.exists()
    assert not mailoutbox


@pytest.mark.parametrize("address", ["rose@example.org", "ROSE@Example.Org", " rose@example.org "])
def test_a_member_is_not_invited_again(invite: Invite, place: Organisation, address: str) -> None:
    member(place, Role.DESK, user=person(email="rose@example.org"))
    with pytest.raises(errors.AlreadyMember):
        invite(address)
    assert not Invitation.objects.exists()


def test_a_member_of_another_organisation_may_be_invited(invite: Invite) -> None:
    member(organisation("Another"), Role.OWNER, user=person(email="rose@example.org"))
    assert invite("rose@example.org").pk


@pytest.mark.parametrize("address", ["yvonne@example.org", "YVONNE@example.org", " Yvonne@Example.ORG"])
def test_an_address_holds_one_open_invitation_in_any_letter_case(invite: Invite, address: str) -> None:
    invite("yvonne@example.org")
    with pytest.raises(errors.AlreadyInvited):
        invite(address)
    assert Invitation.objects.count() == 1


def test_an_expired_invitation_is_still_open_until_it_is_sent_again_or_withdrawn(invite: Invite) -> None:
    invite("yvonne@example.org")
    with pytest.raises(errors.AlreadyInvited):
        invite("yvonne@example.org", now=NOW + timedelta(days=100))


def test_two_organisations_may_invite_the_same_address(invite: Invite) -> None:
    invite("yvonne@example.org")
    other = organisation("Another")
    invite_member(organisation=other, email="yvonne@example.org", roles=[Role.DESK], language="en", by=person(), now=NOW)
    assert Invitation.objects.count() == 2


@pytest.mark.parametrize("role", OfficeRole)
def test_the_registrars_staff_are_not_invited_to_an_organisation(invite: Invite, role: OfficeRole) -> None:
    staff = officer(role, second_factor=False)
    with pytest.raises(errors.OfficeStaffCannotJoin):
        invite(staff.email.upper())


def test_a_member_is_not_invited_to_the_office(invite_officer: Invite, place: Organisation) -> None:
    member(place, Role.DESK, user=person(email="rose@example.org"))
    with pytest.raises(errors.MembersCannotJoinOffice):
        invite_officer("Rose@example.org")


def test_whoever_works_at_the_office_is_not_invited_there(invite_officer: Invite) -> None:
    staff = officer(OfficeRole.INSPECTOR, second_factor=False)
    with pytest.raises(errors.AlreadyStaff):
        invite_officer(staff.email.upper())


def test_an_address_holds_one_open_invitation_to_the_office_in_any_letter_case(invite_officer: Invite) -> None:
    invite_officer("joelle@example.org")
    with pytest.raises(errors.AlreadyInvited):
        invite_officer("JOELLE@example.org", OfficeRole.INSPECTOR)


def test_an_account_without_any_membership_may_be_invited_to_the_office(invite_officer: Invite) -> None:
    person(email="rose@example.org")
    assert invite_officer("rose@example.org").pk


# The mail -------------------------------------------------------------------------------------------------------------
def test_the_mail_goes_to_the_invited_person_with_the_link_of_the_site(invite: Invite, mailoutbox: Outbox) -> None:
    invite("yvonne@example.org")
    (letter,) = mailoutbox
    assert letter.recipients() == ["yvonne@example.org"]
    assert letter.from_email == settings.DEFAULT_FROM_EMAIL
    assert link_in(letter.body) == f"{settings.SITE_URL}/invitations/{token_in(letter)}/"
    assert "14" in letter.body


@pytest.mark.parametrize(("language", "greeting"), [("fr", "Bonjour,"), ("en", "Hello,")])
def test_the_mail_is_written_in_the_language_of_the_invitation(
    invite: Invite, mailoutbox: Outbox, language: str, greeting: str
) -> None:
    invite(language=language)
    assert mailoutbox[0].body.startswith(greeting)
    with translation.override(language):
        assert mailoutbox[0].subject == gettext("Invitation to %(name)s") % {"name": "Les Amis du phare"}


def test_the_office_invites_in_the_name_of_the_office(invite_officer: Invite, mailoutbox: Outbox) -> None:
    invite_officer()
    assert "Sam Okafor" in mailoutbox[0].body
    assert mailoutbox[0].recipients() == ["joelle@example.org"]


@pytest.mark.parametrize(
    "name",
    [
        "Chorale\nBcc: everyone@example.org",
        "Chorale\r\n\r\nBody",
        "Chorale\rSubject: x",
        "Chorale\x85\u2028x",
        "Tom & <b>Jerry</b> 100 %s",
    ],
)
def test_a_hostile_name_of_an_organisation_does_not_break_the_mail(name: str, mailoutbox: Outbox) -> None:
    place = organisation(name)
    invite_member(organisation=place, email="yvonne@example.org", roles=[Role.DESK], language="en", by=person(), now=NOW)
    (letter,) = mailoutbox
    assert letter.subject == "Invitation to " + " ".join(name.split())
    sent = letter.message()
    assert sent.get_all("To") == ["yvonne@example.org"]
    assert sent.get_all("Bcc") is None
    assert len(sent.get_all("Subject")) == 1
    assert find(token=token_in(letter), now=NOW).organisation == place


# Only the digest ------------------------------------------------------------------------------------------------------
def test_only_the_digest_of_the_token_is_stored(invite: Invite, mailoutbox: Outbox) -> None:
    invitation = invite()
    token = token_in(mailoutbox[0])
    assert Invitation.objects.get().token_digest == hashlib.sha256(token.encode()).hexdigest()
    for model in (Invitation, Event, Organisation, User):
        fields = [field.attname for field in model._meta.concrete_fields if isinstance(field, models.CharField | models.JSONField)]
        assert not any(token in str(value) for row in model.objects.values_list(*fields) for value in row)
    with pytest.raises(errors.InvitationUnknown):
        find(token=invitation.token_digest, now=NOW)


def test_every_link_is_another(invite: Invite, mailoutbox: Outbox) -> None:
    invite("first@example.org")
    invite("second@example.org")
    first, second = (token_in(letter) for letter in mailoutbox)
    assert first != second
    assert min(len(first), len(second)) >= 43  # 32 random bytes


# The link -------------------------------------------------------------------------------------------------------------
@pytest.fixture
def token(invite: Invite, mailoutbox: Outbox) -> str:
    invite("yvonne@example.org", Role.MANAGER, Role.DESK)
    return token_in(mailoutbox[-1])


@pytest.fixture
def yvonne() -> User:
    return person("Yvonne Léger", email="yvonne@example.org")


@pytest.mark.parametrize(
    "change", [str.swapcase, lambda token: token[:-1], lambda token: f"{token}A", lambda token: "", lambda token: "\0"]
)
def test_a_link_that_was_tampered_with_is_unknown(token: str, yvonne: User, change: Callable[[str], str]) -> None:
    with pytest.raises(errors.InvitationUnknown):
        find(token=change(token), now=NOW)
    with pytest.raises(errors.InvitationUnknown):
        accept(token=change(token), user=yvonne, now=NOW)
    with pytest.raises(errors.InvitationUnknown):
        accept_as_newcomer(token=change(token), name="Mallory", password=PASSWORD, language="en", now=NOW)


def test_the_link_shows_the_invitation(token: str, place: Organisation, owner: User) -> None:
    found = find(token=token, now=LATER)
    assert (found.organisation, found.invited_by, found.email) == (place, owner, "yvonne@example.org")


def test_the_link_works_until_just_before_it_expires(token: str, yvonne: User) -> None:
    assert accept(token=token, user=yvonne, now=NOW + timedelta(days=14) - MOMENT).accepted_at


@pytest.mark.parametrize("late", [timedelta(0), MOMENT, timedelta(days=365)], ids=["at", "just after", "long after"])
def test_the_link_no_longer_works_from_the_moment_it_expires(token: str, yvonne: User, late: timedelta) -> None:
    moment = NOW + timedelta(days=14) + late
    for attempt in (
        lambda: find(token=token, now=moment),
        lambda: accept(token=token, user=yvonne, now=moment),
        lambda: accept_as_newcomer(token=token, name="Yvonne", password=PASSWORD, language="en", now=moment),
    ):
        with pytest.raises(errors.InvitationExpired):
            attempt()
    assert not Membership.objects.filter(user=yvonne).exists()


def test_accepting_makes_a_member_with_the_invited_roles(token: str, yvonne: User, place: Organisation) -> None:
    invitation = accept(token=token, user=yvonne, now=LATER)
    membership = place.memberships.get(user=yvonne)
    assert (membership.roles, membership.joined_at) == ([Role.MANAGER, Role.DESK], LATER)
    invitation.refresh_from_db()
    assert invitation.accepted_at == LATER
    event = Event.objects.get(kind=Event.Kind.JOINED)
    assert (event.organisation, event.actor, event.subject) == (place, yvonne, yvonne)
    assert event.details == {"roles": ["manager", "desk"]}


def test_accepting_does_not_ask_for_the_letter_case_of_the_address(token: str, yvonne: User) -> None:
    User.objects.filter(pk=yvonne.pk).update(email="Yvonne@Example.org")
    yvonne.refresh_from_db()
    assert accept(token=token, user=yvonne, now=LATER).accepted_at


def test_an_invitation_is_used_once(token: str, yvonne: User) -> None:
    accept(token=token, user=yvonne, now=LATER)
    with pytest.raises(errors.InvitationUsed):
        accept(token=token, user=yvonne, now=LATER)
    with pytest.raises(errors.InvitationUsed):
        find(token=token, now=LATER)
    assert Event.objects.filter(kind=Event.Kind.JOINED).count() == 1


def test_an_invitation_is_of_no_use_to_somebody_else(token: str) -> None:
    mallory = person("Mallory", email="mallory@example.org")
    with pytest.raises(errors.InvitationForSomebodyElse):
        accept(token=token, user=mallory, now=LATER)
    assert not mallory.memberships.exists()
    assert find(token=token, now=LATER).accepted_at is None


def test_somebody_who_became_a_member_meanwhile_is_told_so(token: str, yvonne: User, place: Organisation) -> None:
    member(place, Role.TREASURER, user=yvonne)
    with pytest.raises(errors.AlreadyMember):
        accept(token=token, user=yvonne, now=LATER)
    assert place.memberships.get(user=yvonne).roles == [Role.TREASURER]


def test_somebody_who_joined_the_office_meanwhile_cannot_join_the_organisation(token: str, yvonne: User) -> None:
    User.objects.filter(pk=yvonne.pk).update(office_role=OfficeRole.REVIEWER)
    with pytest.raises(errors.OfficeStaffCannotJoin):
        accept(token=token, user=yvonne, now=LATER)


def test_accepting_an_invitation_to_the_office_gives_its_role(invite_officer: Invite, mailoutbox: Outbox) -> None:
    invite_officer(role=OfficeRole.INSPECTOR)
    joelle = person(email="joelle@example.org")
    accept(token=token_in(mailoutbox[0]), user=joelle, now=LATER)
    assert joelle.office is OfficeRole.INSPECTOR
    assert User.objects.get(pk=joelle.pk).office is OfficeRole.INSPECTOR
    event = Event.objects.get(kind=Event.Kind.JOINED)
    assert (event.organisation, event.subject, event.details) == (None, joelle, {"roles": ["inspector"]})


def test_somebody_who_joined_an_organisation_meanwhile_cannot_join_the_office(
    invite_officer: Invite, mailoutbox: Outbox, place: Organisation
) -> None:
    invite_officer()
    joelle = person(email="joelle@example.org")
    member(place, Role.DESK, user=joelle)
    with pytest.raises(errors.MembersCannotJoinOffice):
        accept(token=token_in(mailoutbox[0]), user=joelle, now=LATER)
    assert User.objects.get(pk=joelle.pk).office is None


def test_an_invitation_does_not_change_the_role_of_somebody_who_works_here(invite_officer: Invite, mailoutbox: Outbox) -> None:
    invite_officer(role=OfficeRole.REVIEWER)
    joelle = person(email="joelle@example.org")
    User.objects.filter(pk=joelle.pk).update(office_role=OfficeRole.ADMINISTRATOR)
    with pytest.raises(errors.AlreadyStaff):
        accept(token=token_in(mailoutbox[0]), user=joelle, now=LATER)
    assert User.objects.get(pk=joelle.pk).office is OfficeRole.ADMINISTRATOR


def test_a_newcomer_gets_an_account_with_a_confirmed_address_and_joins(token: str, place: Organisation) -> None:
    user = accept_as_newcomer(token=token, name="Yvonne Léger", password=PASSWORD, language="fr", now=LATER)
    assert (user.email, user.name, user.language) == ("yvonne@example.org", "Yvonne Léger", "fr")
    assert user.check_password(PASSWORD)
    assert user.emailaddress_set.get().verified
    assert place.memberships.get(user=user).roles == [Role.MANAGER, Role.DESK]


def test_a_newcomer_who_cannot_join_gets_no_account(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(invitations, "record", broken)
    with pytest.raises(OSError, match="the disk is full"):
        accept_as_newcomer(token=token, name="Yvonne", password=PASSWORD, language="en", now=LATER)
    assert not User.objects.filter(email="yvonne@example.org").exists()
    assert find(token=token, now=LATER)


# Sending again and withdrawing ----------------------------------------------------------------------------------------
def test_sending_again_makes_a_new_link_and_kills_the_old_one(invite: Invite, mailoutbox: Outbox, owner: User) -> None:
    invitation = invite()
    send_again(invitation=invitation, by=owner, now=LATER)
    old, new = (token_in(letter) for letter in mailoutbox)
    with pytest.raises(errors.InvitationUnknown):
        find(token=old, now=LATER)
    assert find(token=new, now=LATER) == invitation
    event = Event.objects.get(kind=Event.Kind.INVITED_AGAIN)
    assert (event.organisation, event.actor, event.details) == (invitation.organisation, owner, {"email": "yvonne@example.org"})


def test_sending_again_counts_the_days_anew_even_after_the_end(invite: Invite, mailoutbox: Outbox, owner: User) -> None:
    invitation = invite()
    month_later = NOW + timedelta(days=30)
    send_again(invitation=invitation, by=owner, now=month_later)
    token = token_in(mailoutbox[-1])
    assert find(token=token, now=month_later + timedelta(days=14) - MOMENT) == invitation
    with pytest.raises(errors.InvitationExpired):
        find(token=token, now=month_later + timedelta(days=14))


def test_a_withdrawn_invitation_works_no_more(invite: Invite, mailoutbox: Outbox, owner: User, yvonne: User) -> None:
    invitation = invite()
    withdraw(invitation=invitation, by=owner, now=LATER)
    with pytest.raises(errors.InvitationWithdrawn):
        find(token=token_in(mailoutbox[0]), now=LATER)
    with pytest.raises(errors.InvitationWithdrawn):
        accept(token=token_in(mailoutbox[0]), user=yvonne, now=LATER)
    event = Event.objects.get(kind=Event.Kind.INVITATION_WITHDRAWN)
    assert (event.organisation, event.actor, event.details) == (invitation.organisation, owner, {"email": "yvonne@example.org"})


def test_an_address_may_be_invited_again_after_a_withdrawal(invite: Invite, owner: User) -> None:
    withdraw(invitation=invite("yvonne@example.org"), by=owner, now=LATER)
    assert invite("yvonne@example.org").pk


def test_a_member_who_left_may_be_invited_again(invite: Invite, token: str, yvonne: User, place: Organisation) -> None:
    accept(token=token, user=yvonne, now=LATER)
    place.memberships.get(user=yvonne).delete()
    assert invite("yvonne@example.org").pk


@pytest.mark.parametrize("act", [send_again, withdraw])
def test_an_invitation_that_was_withdrawn_is_neither_sent_nor_withdrawn_again(
    invite: Invite, owner: User, act: Callable[..., None], mailoutbox: Outbox
) -> None:
    invitation = invite()
    withdraw(invitation=invitation, by=owner, now=LATER)
    with pytest.raises(errors.InvitationWithdrawn):
        act(invitation=invitation, by=owner, now=LATER)
    assert len(mailoutbox) == 1


@pytest.mark.parametrize("act", [send_again, withdraw])
def test_an_invitation_that_was_used_is_neither_sent_again_nor_withdrawn(
    token: str, owner: User, yvonne: User, act: Callable[..., None], mailoutbox: Outbox
) -> None:
    invitation = Invitation.objects.get()
    accept(token=token, user=yvonne, now=LATER)
    with pytest.raises(errors.InvitationUsed):
        act(invitation=invitation, by=owner, now=LATER)
    assert len(mailoutbox) == 1


@pytest.mark.parametrize("refusal", errors.Refusal.__subclasses__())
def test_every_refusal_gives_its_reason_in_a_sentence(refusal: type[errors.Refusal]) -> None:
    assert str(refusal()).endswith(".")
    assert len(str(refusal()).split()) >= 4


def test_refusing_sends_nothing(invite: Invite, place: Organisation, mailoutbox: Outbox) -> None:
    member(place, Role.DESK, user=person(email="rose@example.org"))
    with pytest.raises(errors.AlreadyMember):
        invite("rose@example.org")
    assert mailoutbox == []
    invite("tom@example.org")
    assert len(mailoutbox) == 1
