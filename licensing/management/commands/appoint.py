from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from licensing.domain.roles import OfficeRole
from licensing.errors import Refusal
from licensing.models import User
from licensing.services.staff import appoint


class Command(BaseCommand):
    help = "Give an account a role at the registrar's office. For the first administrator; the others are invited on the site."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address")
        parser.add_argument("role", choices=[str(role) for role in OfficeRole])

    def handle(self, *args: Any, address: str, role: str, **options: Any) -> None:
        person = User.objects.filter(email__iexact=address).first()
        if person is None:
            raise CommandError("there is no account with this address. Sign up on the site first.")
        try:
            appoint(person=person, office_role=OfficeRole(role), now=timezone.now())
        except Refusal as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"{person.email} is now {role}. The next sign-in asks for a second factor.")
