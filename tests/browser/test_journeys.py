"""What people come to do, from the first click to the last mail."""

import csv
import io
import re
from pathlib import Path

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from openpyxl import load_workbook
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, StorageState, expect

from licensing.demo import PASSWORD
from tests.browser.conftest import PEOPLE, PHONE, WIDE, Open, sign_in, speak, window_options
from tests.browser.scan import Watch, barriers, overflow
from tests.processes.product import Served, eventually

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

MEMBERS = "/organisations/1/members/"
FRESH_PASSWORD = "trois-phares-sur-la-baie"


def link_in(text: str) -> str:
    found = re.search(r"http\S+", text)
    assert found, text
    return found[0]


def focused(locator: Locator) -> bool:
    return bool(locator.evaluate("element => element === document.activeElement"))


def tab_to(page: Page, target: Locator) -> None:
    """As somebody without a mouse: forward from where one is, until it is there."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if focused(target):
            return
    raise AssertionError(f"the keyboard does not reach {target}")


def type_into(page: Page, label: str, text: str) -> None:
    tab_to(page, page.get_by_label(label, exact=True))
    page.keyboard.type(text)


def press(page: Page, role: str, name: str) -> None:
    tab_to(page, page.get_by_role(role, name=name, exact=True).first)  # type: ignore[arg-type]
    page.keyboard.press("Enter")


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def test_from_the_first_click_to_a_colleague_who_joins_by_keyboard_alone(open_as: Open, product: Served) -> None:
    page = open_as().new_page()
    page.goto("/")
    press(page, "link", "Create an account")
    type_into(page, "Your name*", "Édith Losier")
    type_into(page, "Email*", "edith@losier.example")
    type_into(page, "Password*", FRESH_PASSWORD)
    press(page, "button", "Create my account")
    heading(page, "Look in your mailbox")

    page.goto(link_in(product.world.mail_to("edith@losier.example")))
    assert barriers(page) == []
    press(page, "button", "Yes, confirm it")
    heading(page, "Sign in")
    type_into(page, "Email*", "edith@losier.example")
    type_into(page, "Password*", FRESH_PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You belong to no organisation yet")).to_be_visible()

    press(page, "link", "Register an organisation")
    type_into(page, "Legal name*", "Les Phares de la baie")
    press(page, "button", "Register")
    heading(page, "Les Phares de la baie")
    expect(page.locator("#toasts")).to_contain_text("you are its owner")

    press(page, "link", "Members")
    press(page, "link", "Invite a member")
    type_into(page, "Email*", "omer@losier.example")
    tab_to(page, page.get_by_label("Treasurer"))
    page.keyboard.press("Space")
    press(page, "button", "Send the invitation")
    expect(page.get_by_role("heading", name="Open invitations")).to_be_visible()

    colleague = open_as().new_page()
    colleague.goto(link_in(product.world.mail_to("omer@losier.example")))
    heading(colleague, "Les Phares de la baie")
    expect(colleague.locator(".lead")).to_have_text("Édith Losier invites you as: Treasurer.")
    type_into(colleague, "Your name*", "Omer Losier")
    type_into(colleague, "Password*", FRESH_PASSWORD)
    press(colleague, "button", "Create my account and join")
    heading(colleague, "Les Phares de la baie")
    expect(colleague.locator("#toasts")).to_contain_text("You have joined")

    page.reload()
    expect(page.get_by_role("row").filter(has_text="omer@losier.example")).to_contain_text("Treasurer")
    expect(page.get_by_role("heading", name="Open invitations")).to_have_count(0)


def test_a_forgotten_password_is_replaced_by_mail(open_as: Open, product: Served) -> None:
    aisha, page = PEOPLE["aisha"], open_as().new_page()
    page.goto("/accounts/login/")
    page.get_by_role("link", name="Forgot").click()
    page.get_by_label("Email").fill(aisha.email)
    page.get_by_role("main").get_by_role("button").click()
    heading(page, "Look in your mailbox")
    page.goto(link_in(product.world.mail_to(aisha.email, containing="/password/reset/key/")))
    assert barriers(page) == []
    # The same as before, so that the demo's password still opens every door.
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.get_by_role("main").get_by_role("button").click()
    page.goto("/accounts/login/")
    page.fill("#id_login", aisha.email)
    page.fill("#id_password", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".menu-person")).to_contain_text(aisha.email)


def test_the_language_changes_in_place_and_is_remembered_on_the_account(
    open_as: Open, browser: Browser, product: Served, signed_in: dict[str, StorageState]
) -> None:
    page = open_as("daniel", language="en").new_page()
    page.goto("/organisations/1/members/?q=savoie&sort=-name")
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    heading(page, "Membres")
    assert page.url.endswith("/organisations/1/members/?q=savoie&sort=-name")
    assert page.get_by_role("searchbox").input_value() == "savoie"

    # Another device, set to English, that has never seen this one's cookies but for the sign-in itself.
    state = {**signed_in["daniel"], "cookies": [c for c in signed_in["daniel"]["cookies"] if c["name"] != "language"]}
    other = browser.new_context(**window_options(product, "en"), storage_state=state)  # type: ignore[arg-type]
    elsewhere = other.new_page()
    elsewhere.goto("/")
    expect(elsewhere.locator("html")).to_have_attribute("lang", "fr")
    other.close()


def test_a_visitors_language_is_the_browsers_until_another_is_chosen(open_as: Open) -> None:
    page = open_as(language="fr").new_page()
    page.goto("/accounts/login/")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.get_by_role("button", name="English").click()
    heading(page, "Sign in")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_second_press_while_the_server_thinks_registers_no_second_organisation(open_as: Open) -> None:
    page = open_as("tom").new_page()
    sent: list[Route] = []
    page.route("**/organisations/new/", lambda route: sent.append(route) if route.request.method == "POST" else route.continue_())
    page.goto("/organisations/new/")
    page.fill("#id_name", "Le Comité des deux clics")
    place = page.get_by_role("button", name="Register").bounding_box()
    assert place
    for _ in range(2):
        page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        eventually(lambda: (page.wait_for_timeout(10), sent)[1], what="the form")
    sent[0].continue_()
    heading(page, "Le Comité des deux clics")
    assert len(sent) == 1
    page.goto("/")
    expect(page.get_by_role("main").get_by_role("link", name="Le Comité des deux clics")).to_have_count(1)


def test_a_pressed_button_says_that_it_is_at_work(open_as: Open) -> None:
    page = open_as("tom").new_page()
    page.goto("/organisations/new/")
    page.evaluate("addEventListener('submit', (event) => event.preventDefault())")  # a server that never answers
    button = page.get_by_role("button", name="Register")
    expect(button).to_be_enabled()
    button.click()
    expect(button).to_be_disabled()
    expect(button).to_have_attribute("aria-busy", "true")


def test_the_list_is_searched_while_one_types(open_as: Open) -> None:
    context = open_as("marie")
    watch, page = Watch(context), context.new_page()
    page.goto(MEMBERS)
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(25)
    box = page.get_by_role("searchbox", name="Search this list")
    box.press_sequentially("eve cormier")  # Marie-Ève Cormier: neither accents nor order matter
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(PEOPLE["marie"].name)
    expect(page.locator("#table-count")).to_contain_text("1")
    expect(box).to_be_focused()
    expect(page).to_have_url(re.compile(r"q=eve(\+|%20)cormier"))
    page.reload()
    expect(rows).to_have_count(1)
    page.get_by_role("searchbox").fill("nobody of that name")
    expect(page.get_by_role("heading", name="Nothing found for “nobody of that name”")).to_be_visible()
    page.get_by_role("link", name="Show the whole list").click()
    expect(rows).to_have_count(25)
    assert watch.problems() == []


def test_a_list_is_sorted_and_paged_in_place_and_the_way_back_works(open_as: Open) -> None:
    context = open_as("marie")
    watch, page = Watch(context), context.new_page()
    page.goto(MEMBERS)
    first = page.locator("tbody tr td").first
    before = first.inner_text()
    column = page.get_by_role("columnheader", name="Name")
    expect(column).to_have_attribute("aria-sort", "ascending")
    column.get_by_role("link").click()
    expect(column).to_have_attribute("aria-sort", "descending")
    expect(first).not_to_have_text(before)
    page.get_by_role("link", name="Page 2", exact=True).click()
    expect(page.locator(".pages [aria-current=page]")).to_have_text("2")
    expect(column).to_have_attribute("aria-sort", "descending")
    page.go_back()
    expect(page.locator(".pages [aria-current=page]")).to_have_text("1")
    page.go_back()
    expect(first).to_have_text(before)
    assert watch.problems() == []


def test_the_links_in_a_list_open_their_own_page(open_as: Open) -> None:
    page = open_as("marie").new_page()
    page.goto(f"{MEMBERS}?q=luc")
    page.get_by_role("link", name=f"Change the roles of {PEOPLE['luc'].name}").click()
    heading(page, PEOPLE["luc"].name)
    expect(page.get_by_label("Tournament director")).to_be_checked()
    page.reload()
    heading(page, PEOPLE["luc"].name)

    page = open_as("helen").new_page()
    page.goto("/office/organisations/")
    link = page.locator("tbody a").first
    name = link.inner_text()
    link.click()
    heading(page, name)


def test_a_list_is_downloaded_as_it_is_searched(open_as: Open, tmp_path: Path) -> None:
    page = open_as("marie").new_page()
    page.goto(f"{MEMBERS}?q=gallant+ruth")
    for kind in ("CSV", "XLSX"):
        with page.expect_download() as download:
            page.get_by_role("link", name=f"Download {kind}").click()
        assert download.value.suggested_filename == f"members.{kind.lower()}"
        download.value.save_as(tmp_path / kind)
    text = list(csv.reader(io.StringIO((tmp_path / "CSV").read_text(encoding="utf-8-sig"))))
    sheet = [[str(cell) for cell in row] for row in load_workbook(io.BytesIO((tmp_path / "XLSX").read_bytes())).active.values]
    assert [row[:2] for row in text] == [row[:2] for row in sheet] == [["Name", "Email"], ["Ruth Gallant", PEOPLE["ruth"].email]]


def test_everything_works_without_javascript(open_as: Open, product: Served) -> None:
    context = open_as(java_script_enabled=False)
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("#id_login", PEOPLE["marie"].email)
    page.fill("#id_password", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".menu-person")).to_contain_text(PEOPLE["marie"].email)
    speak(context, "en")

    page.goto(MEMBERS)
    page.get_by_role("searchbox").fill("ruth gallant")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_role("button", name="Français").click()
    heading(page, "Membres")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_role("button", name="English").click()

    page.get_by_role("link", name="Invite a member").click()
    page.get_by_role("button", name="Send the invitation").click()
    expect(page.locator(".error-summary")).to_contain_text("Choose at least one role.")
    page.get_by_label("Email").fill("sans.script@losier.example")
    page.get_by_label("Desk volunteer").check()
    page.get_by_role("button", name="Send the invitation").click()
    expect(page.locator("#toasts")).to_contain_text("The invitation to sans.script@losier.example is on its way.")
    assert link_in(product.world.mail_to("sans.script@losier.example")).startswith(f"{product.address}/invitations/")


def test_the_menu_of_a_phone_opens_closes_and_leads_on(open_as: Open) -> None:
    page = open_as("marie", has_touch=True).new_page()
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto("/")
    menu = page.get_by_role("navigation", name="Main")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="Menu", exact=True).tap()
    expect(menu).to_be_visible()
    assert barriers(page) + overflow(page) == []
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="Menu", exact=True).tap()
    menu.get_by_role("link", name="Members").tap()
    heading(page, "Members")
    expect(menu).to_be_hidden()


def test_the_account_menu_is_accessible_and_changes_the_appearance_for_good(open_as: Open) -> None:
    page = open_as("ruth").new_page()
    page.goto("/profile/")
    page.get_by_role("button", name="Account menu").click()
    menu = page.locator("#account-menu")
    expect(menu).to_be_visible()
    assert barriers(page) == []
    menu.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.url.endswith("/profile/")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert barriers(page) == []


def test_the_skip_link_jumps_over_the_header(open_as: Open) -> None:
    page = open_as("marie").new_page()
    page.goto(MEMBERS)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Invite a member")).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_one_always_sees_where_the_keyboard_is(open_as: Open, scheme: str) -> None:
    page = open_as("marie", color_scheme=scheme).new_page()
    page.goto(f"{MEMBERS}?q=a")
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        name, style, width = page.evaluate(
            """() => {
                const element = document.activeElement, style = getComputedStyle(element);
                return [element.outerHTML.slice(0, 100), style.outlineStyle, parseFloat(style.outlineWidth)];
            }"""
        )
        if name.startswith("<body"):
            break
        seen.append(name)
        assert style != "none", name
        assert width >= 2, name
    assert len(seen) > 15


def test_a_refused_form_takes_the_reader_to_what_is_wrong(open_as: Open) -> None:
    page = open_as("marie").new_page()
    page.goto("/organisations/1/members/invite/")
    page.get_by_role("button", name="Send the invitation").click()
    summary = page.locator(".error-summary")
    expect(summary).to_be_focused()
    assert barriers(page) == []
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Email")).to_be_focused()
    # What was typed is kept when something else is wrong.
    page.get_by_label("Email").fill("somebody@losier.example")
    page.get_by_role("button", name="Send the invitation").click()
    expect(page.get_by_label("Email")).to_have_value("somebody@losier.example")
    expect(page.locator(".error-summary li")).to_have_count(1)


def test_a_wrong_password_is_said_accessibly(open_as: Open) -> None:
    page = open_as().new_page()
    page.goto("/accounts/login/")
    page.fill("#id_login", "nobody@losier.example")
    page.fill("#id_password", "not-the-password")
    page.keyboard.press("Enter")
    expect(page.locator(".error-summary")).to_be_focused()
    expect(page.get_by_label("Email")).to_have_value("nobody@losier.example")
    assert barriers(page) == []


def test_a_dialog_asks_first_and_gives_the_focus_back(open_as: Open) -> None:
    page = open_as("helen").new_page()
    page.goto("/styleguide/")
    opener = page.locator("[data-dialog=en-confirm]")
    dialog = page.get_by_role("dialog", name="Withdraw this application?")
    expect(dialog).to_be_hidden()
    opener.focus()
    page.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    assert barriers(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()
    page.keyboard.press("Enter")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()


def test_removing_a_member_asks_first(open_as: Open, product: Served) -> None:
    owner = open_as("marie").new_page()
    invite(owner, MEMBERS, "en.passant@losier.example", "Desk volunteer")
    guest = join(open_as(), product, "en.passant@losier.example", "Hector Passant")
    heading(guest, name_of_the_organisation(owner))

    owner.goto(f"{MEMBERS}?q=hector+passant")
    owner.get_by_role("link", name="Change the roles of Hector Passant").click()
    owner.get_by_role("link", name="Remove from the organisation").click()
    heading(owner, "Remove Hector Passant?")
    owner.get_by_role("link", name="Cancel").click()
    heading(owner, "Hector Passant")
    owner.get_by_role("link", name="Remove from the organisation").click()
    owner.get_by_role("button", name="Remove", exact=True).click()
    toast = owner.locator(".toast-card").filter(has_text="Hector Passant is no longer a member.")
    toast.get_by_role("button", name="Dismiss this message").click()
    expect(toast).to_have_count(0)
    guest.reload()
    heading(guest, "There is no such page")


def name_of_the_organisation(page: Page) -> str:
    page.goto("/organisations/1/")
    return page.get_by_role("heading", level=1).inner_text()


def invite(page: Page, members: str, email: str, role: str) -> None:
    page.goto(f"{members}invite/")
    page.get_by_label("Email").fill(email)
    page.get_by_label(role).check()
    page.get_by_role("button", name="Send the invitation").click()
    expect(page.locator("#toasts")).to_contain_text("on its way")


def join(context: BrowserContext, product: Served, email: str, name: str) -> Page:
    """Somebody without an account follows the link in their mail."""
    page = context.new_page()
    page.goto(link_in(product.world.mail_to(email)))
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Password").fill(FRESH_PASSWORD)
    page.get_by_role("button", name="Create my account and join").click()
    return page


def barriers_everywhere(page: Page, path: str, title: dict[str, str]) -> list[str]:
    """For pages that the tour cannot reach: in both languages and at both sizes."""
    found = []
    for language in ("fr", "en"):
        page.goto(path)
        if page.get_attribute("html", "lang") != language:
            page.click("header form[action='/language/'] button")
        heading(page, title[language])
        for size in (PHONE, WIDE):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            found += [f"{path} in {language} at {size['width']} px: {problem}" for problem in barriers(page) + overflow(page)]
    return found


def test_the_second_factor_is_set_up_after_the_password_was_asked_once_more(open_as: Open) -> None:
    page = open_as().new_page()
    sign_in(page, "luc")  # a session of his own: asking once more must not be remembered for the tour
    page.goto("/accounts/2fa/totp/activate/")
    page.fill("#id_password", PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("#secret")).to_be_visible()
    title = {"fr": "Configurer la validation en deux étapes", "en": "Set up two-step sign-in"}
    assert barriers_everywhere(page, "/accounts/2fa/totp/activate/", title) == []


def test_the_demo_shows_the_code_that_staff_need_and_another_is_refused(open_as: Open) -> None:
    page = open_as().new_page()
    page.goto("/accounts/login/")
    # The demo's sign-ins fill the form; the visitor still presses the button.
    page.get_by_role("button", name=f"Choose {PEOPLE['paul'].name}").click()
    page.keyboard.press("Enter")
    heading(page, "Two-step sign-in")
    code = page.locator(".notice .figures").inner_text()
    assert re.fullmatch(r"\d{6}", code)
    assert barriers(page) == []
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert barriers(page) + overflow(page) == []
    page.fill("#id_code", "000000" if code != "000000" else "000001")
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".error-summary")).to_be_focused()
    page.goto("/office/organisations/")
    heading(page, "Two-step sign-in")  # the password alone opens nothing


def test_new_staff_set_up_a_second_factor_before_anything_else(open_as: Open, product: Served) -> None:
    address = "nouvelle@losier.example"
    sam = open_as("sam").new_page()
    sam.goto("/office/staff/invite/")
    sam.get_by_label("Email").fill(address)
    sam.get_by_role("button", name="Send the invitation").click()
    context = open_as(permissions=["clipboard-read", "clipboard-write"])
    watch = Watch(context)
    page = join(context, product, address, "Solange Nouvelle")
    heading(page, "Set up two-step sign-in")
    page.goto("/office/organisations/")
    heading(page, "Set up two-step sign-in")
    assert watch.problems() == []
    assert barriers(page) == []

    secret = page.locator("#secret").inner_text().strip()
    # Each code works once, so this one and the next: both are still accepted if half a minute ends in between.
    _before, now, after = (
        str(format_hotp_value(hotp_value(secret, counter))) for counter in sorted(yield_hotp_counters_from_time())
    )
    page.fill("#id_code", now)
    page.get_by_role("button", name="Turn on").click()
    expect(page.locator("#toasts")).to_be_visible()
    page.goto("/accounts/2fa/recovery-codes/")
    codes = page.locator("#codes li")
    expect(codes).to_have_count(10)
    recovery = codes.first.inner_text()
    problems = barriers_everywhere(page, "/accounts/2fa/recovery-codes/", {"fr": "Codes de secours", "en": "Recovery codes"})
    for path, french, english in (
        ("/accounts/2fa/recovery-codes/generate/", "Créer de nouveaux codes de secours", "Make new recovery codes"),
        ("/accounts/2fa/totp/deactivate/", "Désactiver la validation en deux étapes?", "Turn off two-step sign-in?"),
    ):
        problems += barriers_everywhere(page, path, {"fr": french, "en": english})
    assert problems == []

    for code in (after, recovery):
        sign_in_with(context, page, address, code)
        expect(page.locator(".menu-person")).to_contain_text(address)
        page.goto("/office/organisations/")
        heading(page, "Organisations")
    sign_in_with(context, page, address, recovery)  # each opens the account once
    expect(page.locator(".error-summary")).to_be_focused()


def sign_in_with(context: BrowserContext, page: Page, address: str, code: str) -> None:
    context.clear_cookies()
    page.goto("/accounts/login/")
    page.fill("#id_login", address)
    page.fill("#id_password", FRESH_PASSWORD)
    page.keyboard.press("Enter")
    page.fill("#id_code", code)
    page.keyboard.press("Enter")
