from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from config import assets, translations


class Command(BaseCommand):
    help = "Bring translations, static files and the database up to date. Quick when there is nothing to do."

    def handle(self, *args: Any, **options: Any) -> None:
        translations.compile(translations.FRENCH)
        self._static_files()
        self._database()

    def _static_files(self) -> None:
        """Built again when a source is newer than the manifest."""
        assets.build(settings.ASSETS_DIR)
        manifest = settings.STATIC_ROOT / "staticfiles.json"
        sources = [path for folder in settings.STATICFILES_DIRS for path in folder.rglob("*") if path.is_file()]
        if not manifest.exists() or max(path.stat().st_mtime for path in sources) > manifest.stat().st_mtime:
            call_command("collectstatic", interactive=False, verbosity=0, clear=True)

    def _database(self) -> None:
        try:
            executor = MigrationExecutor(connection)
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                call_command("migrate", interactive=False, verbosity=0)
        except DatabaseError as error:
            reason = str(error).strip().splitlines()[0]
            raise CommandError(f"the database cannot be used ({reason}). Nothing was changed.") from None
