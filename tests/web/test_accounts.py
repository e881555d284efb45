"""Signing up, signing in, lock-out, reset, change of address and the second factor, as a person meets them."""

from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.mfa.utils import decrypt
from cryptography.fernet import InvalidToken
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from pytest_django import Settings

from licensing.domain.roles import OfficeRole
from licensing.models import OutgoingMail, User
from licensing.services.staff import set_active
from tests.builders import NOW, PASSWORD, SECRET, officer, person
from tests.web.helpers import Page, give_password, link_in, newest_mail, signed_in

pytestmark = pytest.mark.django_db

NEW_PASSWORD = "sept-de-trefle-et-roi"
FAILURES_BEFORE_LOCK = 5  # the sixth locks
DEAD_LINK = "This link no longer works"


def sign_up(client: Client | None = None, **changes: str) -> HttpResponse:
    fields = {"name": "Zoé Maillet", "email": "zoe@example.org", "password1": PASSWORD, "website": ""}
    return (client or Client()).post(reverse("account_signup"), fields | changes)


def sign_in(client: Client, email: str, password: str = PASSWORD, *, next: str = "", address: str = "192.0.2.1") -> HttpResponse:
    fields = {"login": email, "password": password} | ({"next": next} if next else {})
    return client.post(reverse("account_login"), fields, REMOTE_ADDR=address)


def is_signed_in(client: Client) -> bool:
    return client.get(reverse("profile")).status_code == 200


def path_of(link: str) -> str:
    return "/" + link.split("/", 3)[3]


def text_of(response: HttpResponse) -> str:
    return Page(response.content.decode()).text


def heading_of(response: HttpResponse) -> str:
    (heading,) = Page(response.content.decode()).headings
    return heading


@pytest.fixture
def zoe() -> User:
    return give_password(person("Zoé Maillet", email="zoe@example.org"))


# Signing up -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", ["en", "fr"])
def test_signing_up_sends_a_link_in_the_language_of_the_page(language: str):
    response = sign_up(Client(headers={"accept-language": language}))
    assert response["Location"] == reverse("account_email_verification_sent")
    mail = newest_mail()
    assert mail.recipients == ["zoe@example.org"]
    with translation.override(language):
        assert mail.subject == gettext("Welcome to Cagnotte: confirm your address")
        assert gettext("Hello,") in mail.text
    assert (mail.subject == "Welcome to Cagnotte: confirm your address") == (language == "en")
    assert User.objects.get().language == language


def test_an_address_that_is_not_confirmed_cannot_sign_in():
    sign_up()
    client = Client()
    assert sign_in(client, "zoe@example.org")["Location"] == reverse("account_email_verification_sent")
    assert not is_signed_in(client)


def test_the_link_confirms_the_address_and_then_its_owner_signs_in():
    sign_up()
    client = Client()
    path = path_of(link_in(newest_mail()))
    assert "zoe@example.org" in text_of(client.get(path))
    assert not EmailAddress.objects.get().verified, "a mail scanner that opens the link must not confirm it"
    assert client.post(path)["Location"] == reverse("account_login")
    assert sign_in(client, "zoe@example.org")["Location"] == reverse("home")
    assert User.objects.get().name == "Zoé Maillet"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "change", [lambda key: f"{key[:-1]}x/", lambda key: f"/x{key[1:]}", lambda key: key[:-2] + "/", lambda _: "/no-key/"]
)
def test_a_confirmation_link_that_was_changed_shows_a_clear_page_and_confirms_nothing(change, language: str):
    sign_up()
    path = path_of(link_in(newest_mail()))
    prefix, key = path[: len("/accounts/confirm-email")], path[len("/accounts/confirm-email") :]
    client = Client(headers={"accept-language": language})
    page = Page(client.get(prefix + change(key)).content.decode())
    with translation.override(language):
        assert page.headings == [gettext(DEAD_LINK)]
    assert page.language == language
    assert client.post(prefix + change(key)).status_code == 404
    assert not EmailAddress.objects.get().verified


@pytest.mark.parametrize(
    ("age", "works"), [(timedelta(days=3) - timedelta(seconds=2), True), (timedelta(days=3, seconds=2), False)]
)
def test_a_confirmation_link_works_for_three_days(clock: time_machine.Traveller, age: timedelta, works: bool):
    sign_up()
    path = path_of(link_in(newest_mail()))
    clock.shift(age)
    Client().post(path)
    assert EmailAddress.objects.get().verified == works


def test_signing_up_with_a_known_address_looks_the_same_and_tells_only_its_owner(zoe: User):
    known, unknown = sign_up(), sign_up(email="nobody@example.org")
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    mail = OutgoingMail.objects.earliest("pk")
    assert (mail.recipients, mail.subject) == (["zoe@example.org"], "You already have an account")
    assert User.objects.count() == 2


@pytest.mark.parametrize("email", ["ZOE@example.org", " zoe@example.org ", "Zoe@EXAMPLE.org"])
def test_an_address_is_one_account_however_it_is_typed(zoe: User, email: str):
    sign_up(email=email)
    assert User.objects.count() == 1


def test_a_machine_that_fills_in_the_hidden_field_gets_no_account():
    assert sign_up(website="https://spam.example").status_code == 302
    assert not User.objects.exists()
    assert not OutgoingMail.objects.exists()


@pytest.mark.parametrize(
    ("password", "accepted"),
    [("x7-Qpl!z9", False), ("x7-Qpl!z9k", True), ("password123456", False), ("zoe@example.org", False), ("zoé maillet 1", False)],
)
def test_a_password_has_ten_characters_and_is_hard_to_guess(password: str, accepted: bool):
    response = sign_up(password1=password)
    assert (response.status_code == 302) == accepted
    assert User.objects.exists() == accepted


@pytest.mark.parametrize(
    "changes",
    [{"name": ""}, {"name": "x" * 121}, {"email": "no address"}, {"email": f"{'x' * 250}@example.org"}, {"password1": ""}],
)
def test_a_form_that_cannot_be_used_is_shown_again_with_what_was_typed(changes: dict[str, str]):
    response = sign_up(**changes)
    assert response.status_code == 200
    assert not User.objects.exists()
    kept = {"name": "Zoé Maillet", "email": "zoe@example.org"} | changes
    for field in ("name", "email"):
        assert {"name": field, "value": kept[field] or None}.items() <= {"value": None, **field_of(response, field)}.items()
    assert "value" not in field_of(response, "password1"), "a password is never sent back"


def field_of(response: HttpResponse, name: str) -> dict[str, str | None]:
    (field,) = [field for field in Page(response.content.decode()).all("input") if field.get("name") == name]
    return field


# Signing in -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("email", ["zoe@example.org", "ZOE@EXAMPLE.ORG", " Zoe@example.org "])
def test_the_address_signs_in_however_it_is_typed(zoe: User, email: str):
    client = Client()
    assert sign_in(client, email)["Location"] == reverse("home")
    assert is_signed_in(client)


def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(zoe: User):
    wrong, unknown = (sign_in(Client(), email, "wrong") for email in ("zoe@example.org", "nobody@example.org"))
    assert wrong.status_code == unknown.status_code == 200
    assert text_of(wrong) == text_of(unknown)


def test_signing_in_leads_on_to_the_page_that_was_asked_for(zoe: User):
    client = Client()
    target = client.get(reverse("roles"))["Location"]
    assert target == f"{reverse('account_login')}?next={reverse('roles')}"
    form = Page(client.get(target).content.decode())
    assert {"type": "hidden", "name": "next", "value": reverse("roles")} in form.all("input")
    assert sign_in(client, "zoe@example.org", next=reverse("roles"))["Location"] == reverse("roles")


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "\\\\evil.example"])
def test_signing_in_never_leads_to_another_site(zoe: User, target: str):
    assert sign_in(Client(), "zoe@example.org", next=target)["Location"] == reverse("home")


def test_a_closed_account_cannot_sign_in():
    somebody = give_password(officer(OfficeRole.REVIEWER, second_factor=False))
    set_active(person=somebody, active=False, by=officer(OfficeRole.ADMINISTRATOR), now=NOW)
    client = Client()
    sign_in(client, somebody.email)
    assert not is_signed_in(client)


def test_signing_out_ends_the_session(zoe: User):
    client = Client()
    sign_in(client, zoe.email)
    assert client.post(reverse("account_logout"))["Location"] == reverse("home")
    assert not is_signed_in(client)


# Lock-out -------------------------------------------------------------------------------------------------------------
def fail(times: int, email: str = "zoe@example.org", **options: str) -> HttpResponse:
    for _ in range(times):
        response = sign_in(Client(), email, "wrong", **options)
    return response


def test_five_failures_do_not_lock(zoe: User):
    assert fail(FAILURES_BEFORE_LOCK).status_code == 200
    assert sign_in(Client(), zoe.email).status_code == 302


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_sixth_failure_locks_and_says_so(zoe: User, language: str):
    assert fail(FAILURES_BEFORE_LOCK).status_code == 200
    client = Client(headers={"accept-language": language})
    response = sign_in(client, zoe.email, "wrong")
    assert response.status_code == 429
    with translation.override(language):
        assert heading_of(response) == gettext("Sign-in is locked for a quarter of an hour")
    assert Page(response.content.decode()).language == language
    assert sign_in(client, zoe.email).status_code == 429, "the right password does not open a locked door"
    assert not is_signed_in(client)


def test_a_lock_is_for_one_account_from_one_address(zoe: User):
    colleague = give_password(person(email="ann@example.org"))
    assert fail(FAILURES_BEFORE_LOCK + 1).status_code == 429
    assert sign_in(Client(), colleague.email).status_code == 302
    assert sign_in(Client(), zoe.email, address="192.0.2.2").status_code == 302


def test_typing_the_address_in_another_way_is_no_way_around_the_lock(zoe: User):
    spellings = ["zoe@example.org", "ZOE@example.org", "Zoe@Example.org", " zoe@example.org", "zoE@example.org"]
    for email in spellings:
        assert fail(1, email).status_code == 200
    assert fail(1, "zOE@example.org").status_code == 429


def test_addresses_that_nobody_has_are_locked_too():
    """Otherwise the lock would tell which accounts exist."""
    assert fail(FAILURES_BEFORE_LOCK + 1, "nobody@example.org").status_code == 429


@pytest.mark.parametrize(("minutes", "status"), [(14, 429), (16, 302)])
def test_a_lock_opens_after_a_quarter_of_an_hour(zoe: User, clock: time_machine.Traveller, minutes: int, status: int):
    fail(FAILURES_BEFORE_LOCK + 1)
    clock.shift(timedelta(minutes=minutes))
    assert sign_in(Client(), zoe.email).status_code == status


def test_signing_in_forgets_the_failures_before_it(zoe: User):
    fail(FAILURES_BEFORE_LOCK)
    assert sign_in(Client(), zoe.email).status_code == 302
    assert fail(FAILURES_BEFORE_LOCK).status_code == 200


def test_a_forged_forwarding_header_is_no_way_around_the_lock(zoe: User):
    for number in range(FAILURES_BEFORE_LOCK + 1):
        client = Client(headers={"x-forwarded-for": f"198.51.100.{number}"})
        response = sign_in(client, zoe.email, "wrong")
    assert response.status_code == 429


def test_behind_our_proxy_the_lock_goes_by_the_address_that_the_proxy_saw(zoe: User, settings: Settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for number in range(FAILURES_BEFORE_LOCK + 1):
        client = Client(headers={"x-forwarded-for": f"198.51.100.{number}, 203.0.113.9"})
        response = sign_in(client, zoe.email, "wrong")
    assert response.status_code == 429
    assert sign_in(Client(headers={"x-forwarded-for": "203.0.113.10"}), zoe.email).status_code == 302


def test_a_new_password_opens_the_lock_as_its_page_says(zoe: User):
    assert "reset your password" in text_of(fail(FAILURES_BEFORE_LOCK + 1))
    choose_new_password(Client(), ask_for_reset(zoe.email))
    assert sign_in(Client(), zoe.email, NEW_PASSWORD).status_code == 302


# A forgotten password -------------------------------------------------------------------------------------------------
def ask_for_reset(email: str) -> str:
    """Returns the link's path."""
    response = Client().post(reverse("account_reset_password"), {"email": email})
    assert response["Location"] == reverse("account_reset_password_done")
    return path_of(link_in(newest_mail()))


def choose_new_password(client: Client, path: str) -> HttpResponse:
    form = client.get(path, follow=True)
    action = form.redirect_chain[-1][0] if form.redirect_chain else path
    return client.post(action, {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}, follow=True)


def test_a_reset_link_works_once(zoe: User):
    path = ask_for_reset(zoe.email)
    assert heading_of(choose_new_password(Client(), path)) == "Your password is changed"
    assert sign_in(Client(), zoe.email, NEW_PASSWORD).status_code == 302
    assert sign_in(Client(), zoe.email, PASSWORD).status_code == 200
    assert heading_of(Client().get(path, follow=True)) == DEAD_LINK


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "change",
    [
        lambda path: path[:-2] + ("0/" if path[-2] != "0" else "1/"),
        lambda path: path.replace("key/", "key/z"),
        lambda path: f"{path[:-1]}{'x' * 500}/",
        lambda _: "/accounts/password/reset/key/zzzzzzzzzzzzzzzzzzzz-x/",
    ],
)
def test_a_reset_link_that_was_changed_shows_a_clear_page_and_changes_nothing(zoe: User, change, language: str):
    client = Client(headers={"accept-language": language})
    path = change(ask_for_reset(zoe.email))
    for response in (client.get(path, follow=True), choose_new_password(client, path)):
        page = Page(response.content.decode())
        with translation.override(language):
            assert page.headings == [gettext(DEAD_LINK)]
        assert page.language == language
    assert sign_in(Client(), zoe.email).status_code == 302


@pytest.mark.parametrize(
    ("age", "works"), [(timedelta(days=3) - timedelta(seconds=2), True), (timedelta(days=3, seconds=2), False)]
)
def test_a_reset_link_works_for_three_days(zoe: User, clock: time_machine.Traveller, age: timedelta, works: bool):
    path = ask_for_reset(zoe.email)
    clock.shift(age)
    choose_new_password(Client(), path)
    assert (sign_in(Client(), zoe.email, NEW_PASSWORD).status_code == 302) == works


def test_an_unknown_address_reveals_nothing(zoe: User):
    known, unknown = (
        Client().post(reverse("account_reset_password"), {"email": email}, follow=True)
        for email in ("zoe@example.org", "nobody@example.org")
    )
    assert known.redirect_chain == unknown.redirect_chain
    assert text_of(known) == text_of(unknown)
    assert sorted(mail.recipients[0] for mail in OutgoingMail.objects.all()) == ["nobody@example.org", "zoe@example.org"]


def test_a_new_password_ends_every_other_session(zoe: User):
    elsewhere = Client()
    sign_in(elsewhere, zoe.email)
    choose_new_password(Client(), ask_for_reset(zoe.email))
    assert not is_signed_in(elsewhere)


def test_a_reset_link_does_not_skip_the_second_factor():
    somebody = give_password(officer(OfficeRole.REVIEWER))
    client = Client()
    choose_new_password(client, ask_for_reset(somebody.email))
    assert not is_signed_in(client)
    assert sign_in(client, somebody.email, NEW_PASSWORD)["Location"] == reverse("mfa_authenticate")


def test_the_mail_is_in_the_language_of_its_reader_not_of_who_asks():
    french = give_password(person(email="fr@example.org", language="fr"))
    Client(headers={"accept-language": "en"}).post(reverse("account_reset_password"), {"email": french.email})
    with translation.override("fr"):
        assert newest_mail().subject == gettext("Choose a new password") != "Choose a new password"


# Another address ------------------------------------------------------------------------------------------------------
def change_address(client: Client, email: str = "zoe@new.example") -> HttpResponse:
    return client.post(reverse("account_email"), {"email": email, "action_add": ""})


def test_an_address_changes_when_the_new_one_is_confirmed_and_not_before(zoe: User):
    client = signed_in(zoe)
    assert change_address(client).status_code == 302
    mail = newest_mail()
    assert mail.recipients == ["zoe@new.example"]
    early = Client()
    sign_in(early, "zoe@new.example")
    assert not is_signed_in(early)
    assert sign_in(Client(), "zoe@example.org")["Location"] == reverse("home")

    client.post(path_of(link_in(mail)))
    zoe.refresh_from_db()
    assert zoe.email == "zoe@new.example"
    assert sign_in(Client(), "zoe@new.example")["Location"] == reverse("home")
    assert sign_in(Client(), "zoe@example.org").status_code == 200
    assert [row.email for row in EmailAddress.objects.filter(user=zoe)] == ["zoe@new.example"]


def test_a_list_finds_a_person_by_the_new_address(zoe: User):
    client = signed_in(zoe)
    change_address(client)
    client.post(path_of(link_in(newest_mail())))
    zoe.refresh_from_db()
    assert zoe.searched == "zoe maillet zoe@new.example"


def test_a_change_of_address_is_told_to_the_old_one(zoe: User):
    client = signed_in(zoe)
    change_address(client)
    client.post(path_of(link_in(newest_mail())))
    told = OutgoingMail.objects.get(subject="Your email address was changed")
    assert told.recipients == ["zoe@example.org"]


def test_somebody_elses_address_cannot_be_taken(zoe: User):
    other = give_password(person(email="ann@example.org"))
    client = signed_in(zoe)
    change_address(client, "ANN@example.org")
    path = path_of(link_in(newest_mail()))  # sent to Ann, so that nobody learns here who has an account
    assert heading_of(client.get(path)) == "This address is already in use"
    client.post(path)
    assert EmailAddress.objects.get(email="ann@example.org", verified=True).user == other
    zoe.refresh_from_db()
    assert zoe.email == "zoe@example.org"


# The second factor ----------------------------------------------------------------------------------------------------
def code_for(secret: str, *, steps: int = 0) -> str:
    now = list(yield_hotp_counters_from_time())[1]  # the middle one of before, now and after
    return format_hotp_value(hotp_value(secret, now + steps))


def set_up(client: Client) -> tuple[str, HttpResponse]:
    """Reads the secret from the page, as a telephone would, and types its code."""
    page = client.get(reverse("mfa_activate_totp")).content.decode()
    secret = page.split('id="secret">')[1].split("<")[0]
    return secret, client.post(reverse("mfa_activate_totp"), {"code": code_for(secret)})


def type_code(client: Client, code: str) -> HttpResponse:
    return client.post(reverse("mfa_authenticate"), {"code": code})


def test_a_second_factor_is_set_up_with_the_code_of_the_telephone(zoe: User):
    client = signed_in(zoe)
    _, response = set_up(client)
    assert response["Location"] == reverse("mfa_view_recovery_codes")
    page = client.get(reverse("mfa_view_recovery_codes"))
    assert heading_of(page) == "Recovery codes"
    assert len(RecoveryCodes(Authenticator.objects.get(user=zoe, type="recovery_codes")).get_unused_codes()) == 10


def test_a_wrong_code_sets_nothing_up(zoe: User):
    client = signed_in(zoe)
    client.get(reverse("mfa_activate_totp"))
    assert client.post(reverse("mfa_activate_totp"), {"code": "000000"}).status_code == 200
    assert not Authenticator.objects.exists()


def test_setting_up_asks_for_the_password_once_more(zoe: User):
    client = Client()
    client.force_login(zoe)
    assert client.get(reverse("mfa_activate_totp"))["Location"].startswith(reverse("account_reauthenticate"))
    client.post(reverse("account_reauthenticate"), {"password": "wrong"})
    assert client.get(reverse("mfa_activate_totp")).status_code == 302
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert client.get(reverse("mfa_activate_totp")).status_code == 200


def test_signing_in_then_asks_for_the_code_and_accepts_no_other(zoe: User):
    TOTP.activate(zoe, SECRET)
    client = Client()
    assert sign_in(client, zoe.email)["Location"] == reverse("mfa_authenticate")
    assert not is_signed_in(client)
    assert heading_of(client.get(reverse("mfa_authenticate"))) == "Two-step sign-in"
    wrong = type_code(client, "000000")
    assert wrong.status_code == 200
    assert "Incorrect code" in text_of(wrong)
    assert not is_signed_in(client)
    assert type_code(client, code_for(SECRET))["Location"] == reverse("home")
    assert is_signed_in(client)


@pytest.mark.parametrize(("steps", "accepted"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_a_telephone_may_be_half_a_minute_early_or_late(zoe: User, steps: int, accepted: bool):
    TOTP.activate(zoe, SECRET)
    client = Client()
    sign_in(client, zoe.email)
    type_code(client, code_for(SECRET, steps=steps))
    assert is_signed_in(client) == accepted


def test_a_code_works_once(zoe: User):
    TOTP.activate(zoe, SECRET)
    for accepted in (True, False):
        client = Client()
        sign_in(client, zoe.email)
        type_code(client, code_for(SECRET))
        assert is_signed_in(client) == accepted


def test_codes_cannot_be_guessed_without_end(zoe: User):
    TOTP.activate(zoe, SECRET)
    client = Client()
    sign_in(client, zoe.email)
    for _ in range(10):
        type_code(client, "000000")
    type_code(client, code_for(SECRET))
    assert not is_signed_in(client)


def test_a_recovery_code_works_once(zoe: User):
    set_up(signed_in(zoe))
    code = RecoveryCodes(Authenticator.objects.get(user=zoe, type="recovery_codes")).get_unused_codes()[0]
    for accepted in (True, False):
        client = Client()
        sign_in(client, zoe.email)
        type_code(client, code)
        assert is_signed_in(client) == accepted


def test_secrets_of_the_second_factor_are_encrypted_at_rest(zoe: User):
    secret, _ = set_up(signed_in(zoe))
    totp, codes = (Authenticator.objects.get(user=zoe, type=kind) for kind in ("totp", "recovery_codes"))
    assert secret not in str(totp.data)
    assert decrypt(codes.data["seed"]) not in str(codes.data)
    assert TOTP(totp).validate_code(code_for(secret, steps=1))


def test_another_secret_key_cannot_read_them(zoe: User, settings: Settings):
    TOTP.activate(zoe, SECRET)
    stored = Authenticator.objects.get(user=zoe)
    assert TOTP(stored).validate_code(code_for(SECRET))
    settings.SECRET_KEY = "another" * 10
    with pytest.raises(InvalidToken):
        TOTP(stored).validate_code(code_for(SECRET, steps=1))


def test_staff_set_their_second_factor_up_before_anything_else():
    somebody = give_password(officer(OfficeRole.REGISTRAR, second_factor=False))
    client = Client()
    assert sign_in(client, somebody.email)["Location"] == reverse("home")
    assert client.get(reverse("home"))["Location"] == reverse("mfa_activate_totp")
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    set_up(client)
    assert client.get(reverse("home")).status_code == 200


def test_staff_who_turn_it_off_are_asked_to_turn_it_on_again():
    somebody = give_password(officer(OfficeRole.REGISTRAR))
    client = signed_in(somebody)
    assert client.get(reverse("home")).status_code == 200
    assert client.post(reverse("mfa_deactivate_totp")).status_code == 302
    assert client.get(reverse("home"))["Location"] == reverse("mfa_activate_totp")


# Where links lead -----------------------------------------------------------------------------------------------------
def test_a_forged_host_cannot_choose_where_the_links_in_mail_lead(zoe: User, settings: Settings):
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL = "https://cagnotte.example"
    evil = {"host": "evil.example"}
    sign_up(Client(headers=evil), email="new@example.org")
    sign_up(Client(headers=evil), email=zoe.email)  # known already
    for email in (zoe.email, "nobody@example.org"):
        Client(headers=evil).post(reverse("account_reset_password"), {"email": email})
    change_address(signed_in(zoe, **evil))
    mails = OutgoingMail.objects.all()
    assert len(mails) == 5
    for mail in mails:
        assert link_in(mail).startswith("https://cagnotte.example/accounts/")
        assert "evil" not in mail.text


def test_a_host_that_is_not_ours_is_refused():
    response = sign_up(Client(headers={"host": "evil.example"}))
    assert response.status_code == 400
    assert not User.objects.exists()
