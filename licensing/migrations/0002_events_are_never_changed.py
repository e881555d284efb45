"""The database itself refuses to change what is written in the journal."""

from django.db import migrations

MESSAGE = "an event is never changed"

SQLITE = f"""
CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON licensing_event
BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END;
"""
POSTGRESQL = f"""
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '{MESSAGE}'; END $$;
CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON licensing_event FOR EACH ROW EXECUTE FUNCTION refuse_change();
"""


def create(apps, schema_editor):
    schema_editor.execute({"sqlite": SQLITE, "postgresql": POSTGRESQL}[schema_editor.connection.vendor])


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TRIGGER events_are_never_changed ON licensing_event; DROP FUNCTION refuse_change()")
    else:
        schema_editor.execute("DROP TRIGGER events_are_never_changed")


class Migration(migrations.Migration):
    dependencies = [("licensing", "0001_initial")]
    operations = [migrations.RunPython(create, drop)]
