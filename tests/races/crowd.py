"""Run as a process of its own, on a database file of its own: `python -m tests.races.crowd prepare|crowd|die|look`."""

import json
import os
import sys
from datetime import UTC, datetime

import django

WRITERS, ACTS = 8, 25
NOW = datetime(2026, 11, 18, 23, 0, tzinfo=UTC)


def prepare() -> object:
    from django.core.management import call_command

    from licensing.services.organisations import create_organisation
    from licensing.services.people import create_person

    call_command("migrate", verbosity=0)
    rose = create_person(email="rose@example.org", name="Rose", password=None, language="en", now=NOW)
    create_organisation(name="Chorale", language="fr", by=rose, now=NOW)
    return None


def change(telephone: str) -> None:
    """An act as people do it: it reads, decides, writes and journals in one transaction."""
    from licensing.models import Organisation, User
    from licensing.services.organisations import change_details

    change_details(organisation=Organisation.objects.get(), changes={"telephone": telephone}, by=User.objects.get(), now=NOW)


def crowd() -> object:
    """Eight processes that write as fast as they can; each tells what went wrong."""
    from django.db import connections

    connections.close_all()  # a connection must not be shared by two processes
    readers = []
    for writer in range(WRITERS):
        reader, tells = os.pipe()
        if os.fork() == 0:
            failures = []
            for act in range(ACTS):
                try:
                    change(f"{writer} {act}")
                except Exception as error:
                    failures.append(str(error))
            os.write(tells, json.dumps(failures).encode())
            os._exit(0)
        os.close(tells)
        readers.append(reader)
    failures = [failure for reader in readers for failure in json.loads(os.fdopen(reader).read())]
    return {"failures": failures, **look()}


def die() -> None:
    """Says what is stored, then stops in the middle of an act, and waits there to be killed."""
    from django.db import transaction

    for number in range(5):
        change(f"stored {number}")
        print(f"stored {number}", flush=True)
    with transaction.atomic():
        change("never stored")
        print("in the middle", flush=True)
        sys.stdin.read()


def look() -> dict[str, object]:
    from django.db import connection

    from licensing.models import Event, Organisation

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        integrity = cursor.fetchone()[0]
    acts = Event.objects.filter(kind=Event.Kind.DETAILS_CHANGED).count()
    return {"telephone": Organisation.objects.get().telephone, "acts": acts, "integrity": integrity}


if __name__ == "__main__":
    django.setup()
    print(json.dumps({"prepare": prepare, "crowd": crowd, "die": die, "look": look}[sys.argv[1]]()))
