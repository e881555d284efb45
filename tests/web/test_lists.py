"""Lists: searched as people search, sorted, paged, exported, and as cheap with many rows as with one."""

import csv
import io
import itertools
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django_tables2 import Table
from openpyxl import load_workbook

from licensing.domain.roles import OfficeRole, Role
from licensing.models import Event, Membership, Organisation, User
from licensing.services.invitations import invite_member, invite_staff
from licensing.services.journal import record
from licensing.tables import MemberTable, OrganisationTable, StaffTable
from tests.builders import NOW, member, officer, organisation, person
from tests.web.helpers import Page, signed_in

pytestmark = pytest.mark.django_db

PAGE = 25


@pytest.fixture
def owner() -> User:
    return person("Olive Owner", email="olive@example.org")


@pytest.fixture
def members(owner: User, place: Organisation) -> Callable[..., HttpResponse]:
    """The list of members as the owner sees it."""
    client = signed_in(owner)
    address = reverse("members", args=[place.pk])
    return lambda **query: client.get(address, query)


def names_in(response: HttpResponse) -> list[str]:
    return [str(row.get_cell("name")) for row in response.context["table"].paginated_rows]


def crowd(place: Organisation, *names: str) -> None:
    for name in names:
        member(place, Role.DESK, user=person(name))


# Searching ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("cormier", ["Marie-Ève Cormier"]),
        ("CORMIER", ["Marie-Ève Cormier"]),
        ("eve", ["Marie-Ève Cormier"]),
        ("Ève", ["Marie-Ève Cormier"]),
        ("cormier eve", ["Marie-Ève Cormier"]),
        ("  Ève   marie ", ["Marie-Ève Cormier"]),
        ("boeuf", ["Thérèse LeBœuf"]),
        ("LEBŒUF therese", ["Thérèse LeBœuf"]),
        ("olive@example", ["Olive Owner"]),
        ("cormier therese", []),
        ("%", []),
        ("_", []),
        ("nobody", []),
        ("", ["Marie-Ève Cormier", "Olive Owner", "Thérèse LeBœuf"]),
        ("   ", ["Marie-Ève Cormier", "Olive Owner", "Thérèse LeBœuf"]),
    ],
)
def test_a_search_minds_neither_accents_nor_capitals_nor_the_order_of_words(
    place: Organisation, members: Callable[..., HttpResponse], search: str, found: list[str]
):
    crowd(place, "Marie-Ève Cormier", "Thérèse LeBœuf")
    assert names_in(members(q=search)) == found


def test_a_search_without_result_says_what_was_sought_and_offers_the_whole_list(
    place: Organisation, members: Callable[..., HttpResponse]
):
    page = Page(members(q="<b>nobody").content.decode())
    assert "Nothing found for “<b>nobody”" in page.text
    assert reverse("members", args=[place.pk]) in page.links


def test_organisations_are_found_by_their_other_name_and_their_number():
    first = organisation("Les Amis du pont")
    first.other_name, first.charity_number = "Friends of the Bridge", "12345 6789 RR0001"
    first.save()
    organisation("Zanzibar Club")
    client = signed_in(officer(OfficeRole.REVIEWER))
    for search in ("pont", "bridge friends", "rr0001"):
        (found,) = names_in(client.get(reverse("office-organisations"), {"q": search}))
        assert "Les Amis du pont" in found


def test_staff_are_found_by_name(owner: User):
    administrator = officer(OfficeRole.ADMINISTRATOR, name="Ada Admin")
    officer(OfficeRole.REVIEWER, name="René Rhéaume")
    client = signed_in(administrator)
    assert names_in(client.get(reverse("staff"))) == ["Ada Admin", "René Rhéaume"]
    assert names_in(client.get(reverse("staff"), {"q": "rheaume rene"})) == ["René Rhéaume"]
    assert names_in(client.get(reverse("staff"), {"q": "olive"})) == [], "an owner is no staff"


# Sorting --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("", ["Ann", "Élise", "Olive Owner", "Zoé"]),
        ("name", ["Ann", "Élise", "Olive Owner", "Zoé"]),
        ("-name", ["Zoé", "Olive Owner", "Élise", "Ann"]),
        ("joined_at", ["Olive Owner", "Zoé", "Ann", "Élise"]),
        ("-joined_at", ["Élise", "Ann", "Zoé", "Olive Owner"]),
        ("email", ["Élise", "Ann", "Zoé", "Olive Owner"]),
    ],
)
def test_a_list_is_sorted_by_the_column_that_was_chosen(
    place: Organisation, members: Callable[..., HttpResponse], sort: str, order: list[str]
):
    for number, (name, email) in enumerate([("Zoé", "c@x.org"), ("Ann", "b@x.org"), ("Élise", "a@x.org")], start=1):
        joined = member(place, Role.DESK, user=person(name, email=email))
        Membership.objects.filter(pk=joined.pk).update(joined_at=NOW + timedelta(days=number))
    assert names_in(members(**({"sort": sort} if sort else {}))) == order


def test_organisations_are_sorted_by_their_number_of_members():
    small, large = organisation("Small"), organisation("Large")
    crowd(large, "Ann", "Bob")
    member(small, Role.DESK)
    client = signed_in(officer(OfficeRole.REVIEWER))
    tables = [client.get(reverse("office-organisations"), {"sort": sort}).context["table"] for sort in ("members", "-members")]
    assert [[row.get_cell("members") for row in table.paginated_rows] for table in tables] == [[2, 3], [3, 2]]


def test_a_heading_tells_the_order_and_offers_the_other_one(place: Organisation, members: Callable[..., HttpResponse]):
    page = Page(members(sort="name", q="olive").content.decode())
    (header,) = [header for header in page.all("th") if header.get("aria-sort")]
    assert header["aria-sort"] == "ascending"
    assert [link for link in page.links if "sort=-name" in link and "q=olive" in link]


# Paging ---------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("people", "sizes"), [(PAGE - 1, [24]), (PAGE, [25]), (PAGE + 1, [25, 1])])
def test_a_page_of_a_list_has_at_most_twenty_five_rows(
    place: Organisation, members: Callable[..., HttpResponse], people: int, sizes: list[int]
):
    crowd(place, *(f"Person {number:02}" for number in range(people - 1)))
    pages = [members(page=number) for number in range(1, len(sizes) + 1)]
    assert [len(names_in(page)) for page in pages] == sizes
    assert len({name for page in pages for name in names_in(page)}) == people
    assert (b'class="pages"' in pages[0].content) == (len(sizes) > 1)


@pytest.mark.parametrize(("page", "shown"), [("0", 2), ("-1", 2), ("99999999999999999999", 2), ("x", 1), ("2", 2), ("1", 1)])
def test_a_page_that_is_not_there_shows_one_that_is(
    place: Organisation, members: Callable[..., HttpResponse], page: str, shown: int
):
    crowd(place, *(f"Person {number:02}" for number in range(PAGE)))
    assert members(page=page).context["table"].page.number == shown


def test_searching_and_sorting_go_on_from_page_to_page(place: Organisation, members: Callable[..., HttpResponse]):
    crowd(place, *(f"Person {number:02}" for number in range(PAGE + 5)))
    links = [link for link in Page(members(q="person", sort="-name").content.decode()).links if "page=2" in link]
    assert links
    assert all("q=person" in link and "sort=-name" in link for link in links)


def test_rows_that_sort_alike_keep_their_place_from_page_to_page(place: Organisation, members: Callable[..., HttpResponse]):
    for _ in range(PAGE * 2):
        member(place, Role.DESK, user=person("Jean Roy"))
    for sort in ("name", "-name", "joined_at", "-joined_at"):
        rows = [row.record.pk for page in (1, 2, 3) for row in members(page=page, sort=sort).context["table"].paginated_rows]
        assert len(set(rows)) == PAGE * 2 + 1, sort


@pytest.mark.parametrize("table", [MemberTable, OrganisationTable, StaffTable])
def test_every_order_of_every_list_ends_with_the_key(table: type[Table]):
    """So that no row is on two pages, and none on no page, whatever the database does with equals."""
    columns = [column for column in table([]).columns if column.orderable]
    assert len(columns) >= 3
    for column in columns:
        assert column.order_by[-1] == "pk", column.name


def test_a_timeline_is_paged_too(owner: User, place: Organisation):
    for number in range(60):
        record(Event.Kind.DETAILS_CHANGED, organisation=place, by=owner, now=NOW + timedelta(minutes=number), fields=["name"])
    client = signed_in(owner)
    address = reverse("timeline", args=[place.pk])
    pages = [client.get(address, {"page": number}) for number in (1, 2, 99)]
    assert [len(page.context["events"]) for page in pages] == [50, 11, 11]
    assert pages[0].context["events"][0].at == NOW + timedelta(minutes=59), "the newest comes first"
    assert [link for link in Page(pages[0].content.decode()).links if "page=2" in link]


# Exporting ------------------------------------------------------------------------------------------------------------
def csv_of(response: HttpResponse) -> list[list[str]]:
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response.content.startswith(b"\xef\xbb\xbf"), "the mark by which spreadsheets know accents"
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"), newline="")))


def test_an_export_has_every_row_of_every_page_and_no_button(place: Organisation, members: Callable[..., HttpResponse]):
    crowd(place, *(f"Person {number:02}" for number in range(PAGE * 2)))
    rows = csv_of(members(_export="csv", page="2"))
    assert rows[0] == ["Name", "Email", "Roles", "Member since"]
    assert len(rows) == 1 + PAGE * 2 + 1
    assert rows[1] == ["Olive Owner", "olive@example.org", "Owner", "2026-11-18 19:00:00"]


def test_an_export_keeps_to_the_search_and_the_order(place: Organisation, members: Callable[..., HttpResponse]):
    crowd(place, "Ann Roy", "Zoé Roy", "Bob Lee")
    rows = csv_of(members(_export="csv", q="roy", sort="-name"))
    assert [row[0] for row in rows[1:]] == ["Zoé Roy", "Ann Roy"]


def test_a_sheet_has_dates_that_can_be_counted_with(members: Callable[..., HttpResponse]):
    response = members(_export="xlsx")
    assert response["Content-Type"] == "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    assert response["Content-Disposition"] == 'attachment; filename="members.xlsx"'
    sheet = load_workbook(io.BytesIO(response.content)).active
    assert [cell.value for cell in sheet[2]] == ["Olive Owner", "olive@example.org", "Owner", datetime(2026, 11, 18, 19, 0)]  # noqa: DTZ001


def test_an_export_speaks_the_language_of_its_reader(owner: User, members: Callable[..., HttpResponse]):
    User.objects.filter(pk=owner.pk).update(language="fr")
    rows = csv_of(members(_export="csv"))
    assert rows[0][0] == "Nom"
    assert rows[1][2] == "Propriétaire"


def test_the_office_exports_its_lists():
    organisation("Les Amis du pont")
    administrator = officer(OfficeRole.ADMINISTRATOR, name="Ada Admin")
    officer(OfficeRole.REVIEWER, name="Rita Roy", second_factor=False)
    client = signed_in(administrator)
    staff = csv_of(client.get(reverse("staff"), {"_export": "csv"}))
    assert staff[0] == ["Name", "Email", "Role", "Second factor", "Can sign in"]
    assert [[row[0], *row[2:]] for row in staff[1:]] == [
        ["Ada Admin", "Administrator", "Turned on", "Yes"],
        ["Rita Roy", "Reviewer", "Not yet", "Yes"],
    ]
    organisations = csv_of(client.get(reverse("office-organisations"), {"_export": "csv"}))
    assert organisations[1][0] == "Les Amis du pont"
    assert organisations[1][3] == "1"


def test_somebody_who_may_not_see_a_list_may_not_export_it(place: Organisation):
    client = signed_in(member(place, Role.DESK).user)
    assert client.get(reverse("members", args=[place.pk]), {"_export": "csv"}).status_code == 403


@pytest.mark.parametrize(("language", "written"), [("en", "2026-11-18 19:00"), ("fr", "2026-11-18 19\u00a0h\u00a000")])
def test_a_moment_is_written_as_each_language_writes_it(
    owner: User, members: Callable[..., HttpResponse], language: str, written: str
):
    User.objects.filter(pk=owner.pk).update(language=language)
    assert f">{written}<" in members().content.decode()


# What a list costs ----------------------------------------------------------------------------------------------------
fresh = itertools.count()


def more_members(place: Organisation, owner: User, number: int) -> None:
    for index in itertools.islice(fresh, number):
        member(place, *list(Role)[: 1 + index % 6])
        invite_member(organisation=place, email=f"new{index}@example.org", roles=[Role.DESK], language="en", by=owner, now=NOW)


def more_organisations(place: Organisation, owner: User, number: int) -> None:
    for index in range(number):
        crowd(organisation(f"Organisation {index}"), *(f"Person {person}" for person in range(index % 3)))


def more_staff(place: Organisation, owner: User, number: int) -> None:
    administrator = User.objects.filter(office_role=OfficeRole.ADMINISTRATOR).earliest("pk")
    for index in itertools.islice(fresh, number):
        officer(list(OfficeRole)[index % 4], second_factor=index % 2 == 0)
        invite_staff(email=f"staff{index}@example.org", office_role=OfficeRole.REVIEWER, language="en", by=administrator, now=NOW)


def more_events(place: Organisation, owner: User, number: int) -> None:
    for index in range(number):
        record(
            Event.Kind.ROLES_CHANGED,
            organisation=place,
            subject=person(f"Subject {index}"),
            by=person(f"Actor {index}"),
            now=NOW,
            before=["desk"],
            after=["manager"],
        )


LISTS = {
    "members": (more_members, "owner", True),
    "timeline": (more_events, "owner", True),
    "organisation": (more_events, "owner", True),
    "office-organisations": (more_organisations, OfficeRole.ADMINISTRATOR, False),
    "staff": (more_staff, OfficeRole.ADMINISTRATOR, False),
    "home": (more_organisations, OfficeRole.REVIEWER, False),
}


@pytest.mark.parametrize("query", ["", "_export=csv", "_export=xlsx"])
@pytest.mark.parametrize("name", LISTS)
def test_a_list_asks_as_many_questions_with_thirty_rows_as_with_three_and_with_one(
    owner: User, place: Organisation, name: str, query: str
):
    more, reader, inside = LISTS[name]
    officers = {role: officer(role) for role in (OfficeRole.ADMINISTRATOR, OfficeRole.REVIEWER)}
    client = signed_in(owner if reader == "owner" else officers[reader])
    address = f"{reverse(name, args=[place.pk] if inside else [])}?{query}"
    counts = []
    for number in (1, 2, 27):  # 1, 3 and 30 in all
        more(place, owner, number)
        client.get(address)
        counts.append(questions(client, address))
    assert counts[0] == counts[1] == counts[2]
    assert counts[0] <= 12


def test_a_home_asks_as_many_questions_for_thirty_organisations_as_for_three(owner: User, place: Organisation):
    client = signed_in(owner)
    counts = []
    for number in (2, 27):
        for index in range(number):
            member(organisation(f"Organisation {number} {index}"), *list(Role)[: 1 + index % 6], user=owner)
        client.get(reverse("home"))
        counts.append(questions(client, reverse("home")))
    assert counts[0] == counts[1] <= 12


def questions(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)
