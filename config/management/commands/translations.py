"""`manage.py translations extract|compile|check`: keeps the French catalogue in step with the source."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config import translations


class Command(BaseCommand):
    help = "Keep the French catalogue in step with the source: extract, compile or check."
    requires_system_checks = ()  # a catalogue is needed before the rest of the project is in order

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("act", choices=["extract", "compile", "check"])

    def handle(self, *, act: str, **_options: Any) -> None:
        {"extract": self.extract_messages, "compile": self.compile_catalogue, "check": self.check_catalogue}[act]()

    def extract_messages(self) -> None:
        try:
            changes = translations.update(translations.FRENCH)
        except translations.BadMessages as error:
            raise CommandError(str(error)) from None
        self.stdout.write(
            f"{changes.total} messages: {changes.added} added, {changes.dropped} dropped, {changes.untranslated} to translate."
        )

    def compile_catalogue(self) -> None:
        written = translations.compile(translations.FRENCH)
        self.stdout.write("The French catalogue was compiled." if written else "The French catalogue is up to date.")

    def check_catalogue(self) -> None:
        found = translations.problems(translations.FRENCH)
        for problem in found:
            self.stdout.write(problem)
        if found:
            raise SystemExit(1)
        self.stdout.write("The French catalogue is complete.")
