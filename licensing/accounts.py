"""How allauth is made ours: names and languages on accounts, mail in the reader's language, secrets encrypted at rest."""

import base64
import hashlib
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from axes.utils import reset as forget_failures
from cryptography.fernet import Fernet
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest
from django.utils import translation

from licensing.models import User
from licensing.web.middleware import client_address

LONGEST_ADDRESS = 254  # of the columns; Django's form field takes more


def account_tried(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """Whose account a sign-in tries, for the lock-out. The form has made the address lower case already."""
    return str((credentials or {}).get("email", ""))[:LONGEST_ADDRESS]


class AccountAdapter(DefaultAccountAdapter):
    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user.language = translation.get_language() or settings.LANGUAGE_CODE
        user.name = form.cleaned_data["name"]
        return super().save_user(request, user, form, commit)  # type: ignore[no-any-return]

    def clean_email(self, email: str) -> str:
        MaxLengthValidator(LONGEST_ADDRESS)(email)
        return email

    def set_password(self, user: User, password: str) -> None:
        """Guesses at the old password no longer count: the page of the lock-out says that a new one opens it."""
        super().set_password(user, password)
        forget_failures(username=user.email)

    def confirm_email(self, request: HttpRequest, email_address: Any) -> bool:
        """The library saves the address alone; lists search in a column that follows it."""
        confirmed: bool = super().confirm_email(request, email_address)
        User.objects.get(pk=email_address.user_id).save(update_fields=["searched"])
        return confirmed

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        user = context.get("user") or User.objects.filter(email__iexact=email).first()
        # The address in a link is the one that was configured: a forged Host header must not choose where a reset link leads.
        ours = {key: self._ours(value) if key.endswith("_url") else value for key, value in context.items()}
        with translation.override(user.language if isinstance(user, User) else translation.get_language()):
            super().send_mail(template_prefix, email, ours)

    @staticmethod
    def _ours(url: str) -> str:
        return settings.SITE_URL + "/" + url.split("/", 3)[3]

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request)


class SecondFactorAdapter(DefaultMFAAdapter):
    def get_totp_issuer(self) -> str:
        return "Cagnotte"

    def encrypt(self, text: str) -> str:
        return self._cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return self._cipher().decrypt(encrypted_text.encode()).decode()

    @staticmethod
    def _cipher() -> Fernet:
        return Fernet(base64.urlsafe_b64encode(hashlib.sha256(f"second factor {settings.SECRET_KEY}".encode()).digest()))
