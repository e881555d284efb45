from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import transaction

from licensing.models import User


@transaction.atomic
def create_person(*, email: str, name: str, password: str | None, language: str, now: datetime) -> User:
    """An account whose address is known to be the person's own: they hold a link that was sent to it."""
    user = User.objects.create_user(email=email, password=password, name=name, language=language, joined_at=now)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def choose_language(*, user: User, language: str) -> None:
    """Only the one column: a language switch in another tab must not undo a change of name."""
    User.objects.filter(pk=user.pk).update(language=language)
