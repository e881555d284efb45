from typing import Any

from django.core.management.base import BaseCommand, CommandError

from licensing import demo


class Command(BaseCommand):
    help = "Build the demo: a believable world, the same each time. Refuses on a database with real data."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            demo.build()
        except demo.RealData:
            raise CommandError("this database holds real data; the demo would erase it. Use another database.") from None
        self.stdout.write(sign_in_sheet())


def sign_in_sheet() -> str:
    rows = [f"  {row['email']:<32} {row['role']}" for row in demo.sign_ins()]
    return "\n".join([f"Demo sign-ins (password: {demo.PASSWORD}):", *rows])
