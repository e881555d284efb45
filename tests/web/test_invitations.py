"""Invitations, members and staff through their pages: who joins, who is refused, and what the pages say then."""

from datetime import timedelta

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from pytest_django import Settings

from licensing.domain.roles import OfficeRole, Role
from licensing.models import Event, Invitation, Membership, Organisation, OutgoingMail, User
from licensing.services.invitations import invite_member, invite_staff, withdraw
from tests.builders import NOW, PASSWORD, member, officer, person
from tests.web.helpers import Page, give_password, link_in, newest_mail, signed_in

pytestmark = pytest.mark.django_db

ADDRESS = "ivy@example.org"
NEWCOMER = {"name": "Ivy Savoie", "password": PASSWORD}


@pytest.fixture
def link(place: Organisation, owner: User) -> str:
    """The path of an open invitation to the desk and to the tables."""
    roles = [Role.DESK, Role.MANAGER]
    invite_member(organisation=place, email=ADDRESS, roles=roles, language="en", by=owner, now=NOW)
    return path_in_newest_mail()


@pytest.fixture
def office_link() -> str:
    administrator = officer(OfficeRole.ADMINISTRATOR)
    invite_staff(email=ADDRESS, office_role=OfficeRole.INSPECTOR, language="en", by=administrator, now=NOW)
    return path_in_newest_mail()


def path_in_newest_mail() -> str:
    return "/" + link_in(newest_mail()).split("/", 3)[3]


def page_of(response: HttpResponse) -> Page:
    return Page(response.content.decode())


def messages_of(response: HttpResponse) -> list[str]:
    return [str(message) for message in response.context["messages"]]


# Joining --------------------------------------------------------------------------------------------------------------
def test_a_newcomer_opens_an_account_and_joins_in_one_step(link: str, place: Organisation):
    client = Client()
    page = page_of(client.get(link))
    assert page.headings == [place.name]
    assert "Olive Owner invites you as: Table manager, Desk volunteer." in page.text
    assert ADDRESS in page.text
    response = client.post(link, NEWCOMER, follow=True)
    assert response.redirect_chain == [(reverse("organisation", args=[place.pk]), 302)]
    assert messages_of(response) == ["Welcome! You have joined."]
    joined = place.memberships.get(user__email=ADDRESS)
    assert joined.roles == [Role.MANAGER, Role.DESK]
    assert client.post(reverse("account_logout")).status_code == 302
    credentials = {"login": ADDRESS, "password": PASSWORD}
    assert client.post(reverse("account_login"), credentials)["Location"] == reverse("home"), "the link has proved the address"


def test_a_newcomer_keeps_the_language_of_the_page(link: str):
    Client(headers={"accept-language": "fr"}).post(link, NEWCOMER)
    assert User.objects.get(email=ADDRESS).language == "fr"


@pytest.mark.parametrize(
    "fields", [{}, {"name": "", "password": PASSWORD}, {"name": "Ivy", "password": "short"}, {"name": "x" * 121}]
)
def test_a_newcomers_form_that_cannot_be_used_is_shown_again_and_changes_nothing(link: str, fields: dict[str, str]):
    response = Client().post(link, fields)
    assert response.status_code == 200
    assert not User.objects.filter(email=ADDRESS).exists()
    assert Invitation.objects.get().accepted_at is None


def test_looking_at_an_invitation_accepts_nothing(link: str):
    """Mail scanners open links, and so do previews."""
    ivy = person(email=ADDRESS)
    signed_in(ivy).get(link)
    signed_in(ivy).head(link)
    assert not ivy.memberships.exists()


def test_somebody_with_an_account_signs_in_and_comes_back_to_the_invitation(link: str, place: Organisation):
    give_password(person(email=ADDRESS))
    client = Client()
    page = page_of(client.get(link))
    to_sign_in = f"{reverse('account_login')}?next={link}"
    assert to_sign_in in page.links
    fields = {"login": ADDRESS, "password": PASSWORD, "next": link}
    assert client.post(reverse("account_login"), fields)["Location"] == link
    assert client.post(link)["Location"] == reverse("organisation", args=[place.pk])
    assert place.memberships.filter(user__email=ADDRESS).exists()


def test_a_visitor_cannot_make_a_second_account_for_an_address_that_has_one(link: str):
    ivy = give_password(person(email=ADDRESS))
    Client().post(link, {"name": "Mallory", "password": "mallorys-own-password"})
    ivy.refresh_from_db()
    assert ivy.name == "Rose Doiron"
    assert ivy.check_password(PASSWORD)
    assert not ivy.memberships.exists()


def test_the_address_is_compared_in_any_case(place: Organisation, owner: User):
    invite_member(organisation=place, email="Ivy@Example.ORG", roles=[Role.DESK], language="en", by=owner, now=NOW)
    ivy = person(email="iVY@example.org")
    assert signed_in(ivy).post(path_in_newest_mail()).status_code == 302
    assert ivy.memberships.exists()


def test_somebody_else_is_told_whose_invitation_it_is_and_joins_nothing(link: str):
    somebody = person("Max Wrong", email="max@example.org")
    client = signed_in(somebody)
    for response in (client.get(link), client.post(link)):
        assert f"This invitation was sent to {ADDRESS}; you are signed in as max@example.org." in page_of(response).text
    assert not somebody.memberships.exists()
    assert Invitation.objects.get().accepted_at is None


def test_accepting_twice_joins_once(link: str, place: Organisation):
    ivy = person(email=ADDRESS)
    client = signed_in(ivy)
    first, second = client.post(link), client.post(link)
    assert first.status_code == 302
    assert second.status_code == 410
    assert "already been used" in page_of(second).text
    assert place.memberships.filter(user=ivy).count() == 1
    assert Event.objects.filter(kind=Event.Kind.JOINED).count() == 1


def test_a_newcomer_who_presses_twice_gets_one_account(link: str):
    first, second = Client().post(link, NEWCOMER), Client().post(link, NEWCOMER)
    assert (first.status_code, second.status_code) == (302, 410)
    assert User.objects.filter(email=ADDRESS).count() == 1


def test_a_member_already_is_told_so(place: Organisation, link: str):
    ivy = member(place, Role.OWNER, user=person(email=ADDRESS)).user
    response = signed_in(ivy).post(link)
    assert response.status_code == 410
    assert "already a member" in page_of(response).text
    assert ivy.memberships.get().roles == [Role.OWNER]


def test_staff_cannot_join_an_organisation(link: str):
    ivy = person(email=ADDRESS)
    User.objects.filter(pk=ivy.pk).update(office_role=OfficeRole.REVIEWER)
    response = signed_in(User.objects.get(pk=ivy.pk)).post(link)
    assert response.status_code == 410
    assert "registrar's staff" in page_of(response).text
    assert not ivy.memberships.exists()


def test_a_newcomer_to_the_office_goes_straight_to_the_second_factor(office_link: str):
    """And is not asked again for the password that was chosen a moment ago."""
    client = Client()
    response = client.post(office_link, NEWCOMER, follow=True)
    assert [path for path, _ in response.redirect_chain] == [reverse("home"), reverse("mfa_activate_totp")]
    assert page_of(response).headings == ["Set up two-step sign-in"]
    assert User.objects.get(email=ADDRESS).office == OfficeRole.INSPECTOR


def test_a_member_cannot_join_the_office(office_link: str, place: Organisation):
    ivy = member(place, Role.DESK, user=person(email=ADDRESS)).user
    response = signed_in(ivy).post(office_link)
    assert response.status_code == 410
    assert "member of an organisation" in page_of(response).text
    ivy.refresh_from_db()
    assert ivy.office_role == ""


# Links that do not work -----------------------------------------------------------------------------------------------
def refused(response: HttpResponse, status: int, reason: str, language: str) -> None:
    assert response.status_code == status
    page = page_of(response)
    with translation.override(language):
        assert page.headings == [gettext("This invitation cannot be used")]
        assert gettext(reason) in page.text
    assert page.language == language


TAMPERED = [
    lambda path: path[:-2] + "/",
    lambda path: path[:-1] + "x/",
    lambda path: path.lower(),
    lambda _: "/" + "x" * 2000,
]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("change", TAMPERED)
def test_a_link_that_was_changed_is_unknown(link: str, change, language: str):
    token = link.removeprefix("/invitations/")
    path = "/invitations/" + change(token).lstrip("/").rstrip("/") + "/"
    client = Client(headers={"accept-language": language})
    for response in (client.get(path), client.post(path, NEWCOMER)):
        reason = "This invitation does not exist. Check that the whole link was copied, or ask for a new one."
        refused(response, 404, reason, language)
    assert not User.objects.filter(email=ADDRESS).exists()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_link_that_was_withdrawn_says_so(link: str, owner: User, language: str):
    withdraw(invitation=Invitation.objects.get(), by=owner, now=NOW)
    client = Client(headers={"accept-language": language})
    for response in (client.get(link), client.post(link, NEWCOMER)):
        reason = "This invitation was withdrawn. Ask the person who invited you for a new one."
        refused(response, 410, reason, language)
    assert not User.objects.filter(email=ADDRESS).exists()


@pytest.mark.parametrize(
    ("age", "works"),
    [(timedelta(days=14) - timedelta(seconds=1), True), (timedelta(days=14), False), (timedelta(days=14, seconds=1), False)],
)
def test_a_link_works_for_fourteen_days(link: str, clock: time_machine.Traveller, age: timedelta, works: bool):
    clock.shift(age)
    response = Client().post(link, NEWCOMER)
    assert User.objects.filter(email=ADDRESS).exists() == works
    if not works:
        refused(response, 410, "This invitation has expired. Ask the person who invited you for a new one.", "en")


def test_sending_again_makes_the_old_link_useless(link: str, place: Organisation, owner: User):
    invitation = Invitation.objects.get()
    response = signed_in(owner).post(reverse("invitation-send-again", args=[place.pk, invitation.pk]), follow=True)
    assert messages_of(response) == [f"A new link to {ADDRESS} is on its way; the old one no longer works."]
    assert Client().get(link).status_code == 404
    assert Client().get(path_in_newest_mail()).status_code == 200


def test_only_a_digest_of_the_link_is_kept(link: str):
    token = link.removeprefix("/invitations/").rstrip("/")
    assert token not in str(Invitation.objects.values().get())


# Inviting -------------------------------------------------------------------------------------------------------------
def invite(client: Client, place: Organisation, **changes: object) -> HttpResponse:
    fields = {"email": ADDRESS, "roles": ["desk"], "language": "fr"} | changes
    return client.post(reverse("invite", args=[place.pk]), fields, follow=True)


@pytest.mark.parametrize(("language", "greeting"), [("en", "Hello"), ("fr", "Bonjour")])
def test_an_invitation_is_mailed_in_the_language_that_was_chosen(owner: User, place: Organisation, language: str, greeting: str):
    response = invite(signed_in(owner), place, language=language)
    assert messages_of(response) == [f"The invitation to {ADDRESS} is on its way."]
    mail = newest_mail()
    assert mail.recipients == [ADDRESS]
    assert place.name in mail.subject + mail.text
    assert mail.text.startswith(greeting)
    assert ADDRESS in page_of(response).text, "the list of members shows it as open"


@pytest.mark.parametrize(
    "changes",
    [{"email": ""}, {"email": "x"}, {"email": f"{'x' * 250}@example.org"}, {"roles": []}, {"roles": ["king"]}, {"language": "de"}],
)
def test_an_invitation_that_cannot_be_sent_is_not(owner: User, place: Organisation, changes: dict[str, object]):
    response = invite(signed_in(owner), place, **changes)
    assert response.status_code == 200
    assert not response.redirect_chain
    assert not Invitation.objects.exists()
    assert not OutgoingMail.objects.exists()


def test_an_address_is_invited_once(link: str, owner: User, place: Organisation):
    response = invite(signed_in(owner), place, email=ADDRESS.upper())
    assert "already open" in page_of(response).text
    assert Invitation.objects.count() == 1


def test_an_invitation_in_mail_leads_to_our_own_address(owner: User, place: Organisation, settings: Settings):
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL = "https://cagnotte.example"
    invite(signed_in(owner, host="evil.example"), place)
    assert link_in(newest_mail()).startswith("https://cagnotte.example/invitations/")


def test_a_withdrawn_invitation_leaves_the_list(link: str, owner: User, place: Organisation):
    address = reverse("invitation-withdraw", args=[place.pk, Invitation.objects.get().pk])
    client = signed_in(owner)
    response = client.post(address, follow=True)
    assert messages_of(response) == [f"The invitation to {ADDRESS} is withdrawn."]
    assert ADDRESS not in page_of(client.get(reverse("members", args=[place.pk]))).text
    again = client.post(address, follow=True)
    assert messages_of(again) == ["This invitation was withdrawn. Ask the person who invited you for a new one."]


# The last owner -------------------------------------------------------------------------------------------------------
LAST_OWNER = "An organisation always has an owner. Make somebody else an owner first."


def test_the_last_owner_cannot_leave_and_is_told_why(owner: User, place: Organisation):
    response = signed_in(owner).post(reverse("leave", args=[place.pk]), follow=True)
    assert messages_of(response) == [LAST_OWNER]
    assert LAST_OWNER in page_of(response).text
    assert place.memberships.filter(user=owner).exists()


def test_the_last_owner_cannot_be_removed_and_the_page_says_why(owner: User, place: Organisation):
    membership = owner.memberships.get()
    response = signed_in(owner).post(reverse("member-remove", args=[place.pk, membership.pk]), follow=True)
    assert messages_of(response) == [LAST_OWNER]
    assert Membership.objects.filter(pk=membership.pk).exists()


def test_the_last_owner_cannot_give_the_role_up_and_the_form_says_why(owner: User, place: Organisation):
    membership = owner.memberships.get()
    response = signed_in(owner).post(reverse("member", args=[place.pk, membership.pk]), {"roles": ["desk"]})
    assert response.status_code == 200
    assert LAST_OWNER in page_of(response).text
    assert Membership.objects.get(pk=membership.pk).roles == [Role.OWNER]


def test_with_a_second_owner_the_first_may_leave(owner: User, place: Organisation):
    member(place, Role.OWNER)
    response = signed_in(owner).post(reverse("leave", args=[place.pk]), follow=True)
    assert response.redirect_chain == [(reverse("home"), 302)]
    assert messages_of(response) == [f"You have left {place.name}."]
    assert not place.memberships.filter(user=owner).exists()


def test_an_owner_changes_roles_and_removes_members(owner: User, place: Organisation):
    volunteer = member(place, Role.DESK, user=person("Vic Volunteer"))
    client = signed_in(owner)
    response = client.post(reverse("member", args=[place.pk, volunteer.pk]), {"roles": ["treasurer", "director"]}, follow=True)
    assert messages_of(response) == ["The roles of Vic Volunteer are saved."]
    assert Membership.objects.get(pk=volunteer.pk).roles == [Role.TREASURER, Role.DIRECTOR]
    response = client.post(reverse("member-remove", args=[place.pk, volunteer.pk]), follow=True)
    assert messages_of(response) == ["Vic Volunteer is no longer a member."]
    assert not Membership.objects.filter(pk=volunteer.pk).exists()


# The registrar's staff ------------------------------------------------------------------------------------------------
def test_an_administrator_invites_staff():
    response = signed_in(officer(OfficeRole.ADMINISTRATOR)).post(
        reverse("staff-invite"), {"email": ADDRESS, "office_role": "reviewer", "language": "fr"}, follow=True
    )
    assert messages_of(response) == [f"The invitation to {ADDRESS} is on its way."]
    assert Invitation.objects.get().office_role == OfficeRole.REVIEWER
    assert newest_mail().text.startswith("Bonjour")


def test_a_refused_staff_invitation_says_why(place: Organisation, owner: User):
    response = signed_in(officer(OfficeRole.ADMINISTRATOR)).post(
        reverse("staff-invite"), {"email": owner.email, "office_role": "reviewer", "language": "fr"}
    )
    assert "belongs to a member of an organisation" in page_of(response).text
    assert not Invitation.objects.exists()


def test_an_administrator_changes_a_role_and_closes_an_account():
    administrator, reviewer = officer(OfficeRole.ADMINISTRATOR), officer(OfficeRole.REVIEWER, name="Rita Roy")
    client = signed_in(administrator)
    response = client.post(reverse("staff-person", args=[reviewer.pk]), {"office_role": "inspector"}, follow=True)
    assert messages_of(response) == ["The role of Rita Roy is saved."]
    response = client.post(reverse("staff-active", args=[reviewer.pk]), {"active": "no"}, follow=True)
    assert messages_of(response) == ["Rita Roy can no longer sign in."]
    reviewer = User.objects.get(pk=reviewer.pk)
    assert (reviewer.office, reviewer.is_active) == (OfficeRole.INSPECTOR, False)
    response = client.post(reverse("staff-active", args=[reviewer.pk]), {"active": "yes"}, follow=True)
    assert messages_of(response) == ["Rita Roy can sign in again."]


def test_an_administrator_cannot_lock_themselves_out():
    administrator = officer(OfficeRole.ADMINISTRATOR)
    client = signed_in(administrator)
    reason = "You cannot do this to your own account. Ask another administrator."
    response = client.post(reverse("staff-active", args=[administrator.pk]), {"active": "no"}, follow=True)
    assert messages_of(response) == [reason]
    response = client.post(reverse("staff-person", args=[administrator.pk]), {"office_role": "reviewer"})
    assert reason in page_of(response).text
    administrator = User.objects.get(pk=administrator.pk)
    assert (administrator.office, administrator.is_active) == (OfficeRole.ADMINISTRATOR, True)
