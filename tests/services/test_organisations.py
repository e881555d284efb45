"""Organisations: who registers one owns it, and a change of details says what changed."""

from datetime import timedelta

import pytest

from licensing.domain.roles import OfficeRole, Role
from licensing.errors import OfficeStaffCannotJoin
from licensing.models import Event, Membership, Organisation, User
from licensing.services import organisations
from licensing.services.organisations import add_member, change_details, create_organisation
from tests.builders import NOW, officer, organisation, person

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)


def test_whoever_registers_an_organisation_owns_it() -> None:
    rose = person("Rose Doiron")
    place = create_organisation(name="Popote roulante", language="fr", form="club", by=rose, now=NOW)
    membership = place.memberships.get()
    assert (membership.user, membership.roles, membership.joined_at) == (rose, [Role.OWNER], NOW)
    place.refresh_from_db()
    assert (place.name, place.language, place.form, place.created_at) == ("Popote roulante", "fr", "club", NOW)


def test_registering_is_written_in_the_journal() -> None:
    rose = person("Rose Doiron")
    place = create_organisation(name="Popote roulante", language="fr", by=rose, now=NOW)
    event = Event.objects.get()
    assert (event.kind, event.organisation, event.actor, event.subject) == (Event.Kind.CREATED, place, rose, None)
    assert (event.details, event.at) == ({}, NOW)


@pytest.mark.parametrize("role", OfficeRole)
def test_the_registrars_staff_register_no_organisation(role: OfficeRole) -> None:
    with pytest.raises(OfficeStaffCannotJoin):
        create_organisation(name="Popote roulante", language="fr", by=officer(role, second_factor=False), now=NOW)
    assert not Organisation.objects.exists()
    assert not Event.objects.exists()


def test_somebody_who_has_joined_the_office_since_their_page_was_shown_registers_none_either() -> None:
    rose = person("Rose Doiron")
    User.objects.filter(pk=rose.pk).update(office_role=OfficeRole.REVIEWER)
    with pytest.raises(OfficeStaffCannotJoin):
        create_organisation(name="Popote roulante", language="fr", by=rose, now=NOW)


def test_one_person_may_own_several_organisations_and_two_may_have_the_same_name() -> None:
    rose = person("Rose Doiron")
    first, second = organisation("Chorale", owner=rose), organisation("Chorale", owner=rose)
    assert first != second
    assert {membership.organisation for membership in rose.memberships.all()} == {first, second}


def test_an_organisation_whose_trace_cannot_be_written_is_not_there_either(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(organisations, "record", broken)
    with pytest.raises(OSError, match="the disk is full"):
        create_organisation(name="Popote roulante", language="fr", by=person(), now=NOW)
    assert not Organisation.objects.exists()
    assert not Membership.objects.exists()


def test_a_change_of_details_is_kept_and_its_trace_names_the_fields_only() -> None:
    rose = person("Rose Doiron")
    place = organisation("Chorale", owner=rose)
    changes = {"name": "Chorale La Brise", "telephone": "506 555-0101", "language": place.language}
    returned = change_details(organisation=place, changes=changes, by=rose, now=LATER)
    place.refresh_from_db()
    assert (returned.name, place.name, place.telephone) == ("Chorale La Brise", "Chorale La Brise", "506 555-0101")
    event = Event.objects.get(kind=Event.Kind.DETAILS_CHANGED)
    assert event.details == {"fields": ["name", "telephone"]}
    assert (event.organisation, event.actor, event.at) == (place, rose, LATER)


def test_a_form_sent_unchanged_leaves_no_trace() -> None:
    place = organisation("Chorale")
    returned = change_details(organisation=place, changes={"name": "Chorale", "address": ""}, by=person(), now=LATER)
    assert returned == place
    assert not Event.objects.filter(kind=Event.Kind.DETAILS_CHANGED).exists()


def test_two_people_who_change_different_fields_at_once_lose_nothing() -> None:
    place = organisation("Chorale")
    in_one_window, in_another = Organisation.objects.get(pk=place.pk), Organisation.objects.get(pk=place.pk)
    change_details(organisation=in_one_window, changes={"telephone": "506 555-0101"}, by=person(), now=LATER)
    change_details(organisation=in_another, changes={"address": "12, chemin du Quai"}, by=person(), now=LATER)
    place.refresh_from_db()
    assert (place.telephone, place.address) == ("506 555-0101", "12, chemin du Quai")


def test_of_two_people_who_change_the_same_field_the_later_one_stays_and_both_are_in_the_journal() -> None:
    place = organisation("Chorale")
    in_one_window, in_another = Organisation.objects.get(pk=place.pk), Organisation.objects.get(pk=place.pk)
    change_details(organisation=in_one_window, changes={"telephone": "506 555-0101"}, by=person(), now=LATER)
    change_details(organisation=in_another, changes={"telephone": "506 555-0102"}, by=person(), now=LATER)
    place.refresh_from_db()
    assert place.telephone == "506 555-0102"
    assert Event.objects.filter(kind=Event.Kind.DETAILS_CHANGED).count() == 2


def test_an_organisation_is_found_by_its_new_name_without_its_accents() -> None:
    place = organisation("Chorale")
    change_details(organisation=place, changes={"name": "Théâtre", "other_name": "L’Étoile"}, by=person(), now=LATER)
    place.refresh_from_db()
    assert place.searched == "theatre l'etoile"


def test_a_person_is_found_by_name_and_address() -> None:
    assert person("Thérèse Hébert", email="T.Hebert@example.org").searched == "therese hebert t.hebert@example.org"


def test_a_members_roles_are_told_in_the_order_of_the_table() -> None:
    membership = add_member(organisation(), person(), [Role.DESK, Role.TREASURER, Role.ORGANISER], now=NOW)
    assert membership.roles == [Role.ORGANISER, Role.TREASURER, Role.DESK]
