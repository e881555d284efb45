"""The journal: what is written there stays as it was written."""

import pytest
from django.db import DatabaseError, connection, models, transaction
from django.utils import timezone

from licensing.models import Event, Organisation, User
from licensing.services.journal import record
from tests.builders import NOW, organisation, person

pytestmark = pytest.mark.django_db
NEVER = "an event is never changed"


@pytest.fixture
def event() -> Event:
    return record(Event.Kind.CREATED, organisation=organisation(), by=person("Rose Doiron"), now=NOW, roles=["owner"])


COLUMNS = {
    "kind": "'left'",
    "actor_id": "actor_id + 1",
    "subject_id": "NULL",
    "organisation_id": "NULL",
    "details": "'{}'",
    "at": "'2020-01-01 00:00:00'",
    "id": "id + 1000",
}


def test_every_column_of_an_event_is_tried_below() -> None:
    assert set(COLUMNS) == {field.column for field in Event._meta.concrete_fields}


@pytest.mark.parametrize("column", COLUMNS)
def test_the_database_refuses_to_change_an_event_by_sql(event: Event, column: str) -> None:
    with pytest.raises(DatabaseError, match=NEVER), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE licensing_event SET {column} = {COLUMNS[column]}")  # noqa: S608
    before = event.details, event.kind, event.at, event.actor_id
    event.refresh_from_db()
    assert (event.details, event.kind, event.at, event.actor_id) == before


def test_the_database_refuses_to_change_an_event_that_is_saved_again(event: Event) -> None:
    event.details = {"roles": []}
    with pytest.raises(DatabaseError, match=NEVER), transaction.atomic():
        event.save()
    event.refresh_from_db()
    assert event.details == {"roles": ["owner"]}


@pytest.mark.parametrize("changes", [{"kind": Event.Kind.LEFT}, {"at": timezone.now()}, {"details": models.F("details")}])
def test_the_database_refuses_to_change_events_by_a_query(event: Event, changes: dict[str, object]) -> None:
    with pytest.raises(DatabaseError, match=NEVER), transaction.atomic():
        Event.objects.update(**changes)


def test_the_database_refuses_to_change_events_in_bulk(event: Event) -> None:
    event.details = {}
    with pytest.raises(DatabaseError, match=NEVER), transaction.atomic():
        Event.objects.bulk_update([event], ["details"])


def test_nobody_in_the_journal_can_be_deleted(event: Event) -> None:
    with pytest.raises(models.ProtectedError):
        event.actor.delete()
    assert User.objects.filter(pk=event.actor_id).exists()


def test_no_organisation_in_the_journal_can_be_deleted(event: Event) -> None:
    assert event.organisation
    with pytest.raises(models.ProtectedError):
        event.organisation.delete()
    assert Organisation.objects.filter(pk=event.organisation_id).exists()


def test_an_event_keeps_who_did_what_to_whom_and_when() -> None:
    place, rose, tom = organisation(), person("Rose"), person("Tom")
    written = record(Event.Kind.REMOVED, organisation=place, by=rose, subject=tom, now=NOW, before=["desk"])
    event = Event.objects.get(pk=written.pk)
    assert (event.organisation, event.actor, event.subject, event.at) == (place, rose, tom, NOW)
    assert (event.kind, event.details) == (Event.Kind.REMOVED, {"before": ["desk"]})
