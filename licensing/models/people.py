from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from licensing.domain.roles import OfficeRole
from licensing.labels import LANGUAGES, OFFICE_ROLES
from licensing.models.search import FoldedField


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, email: str | None) -> "User":
        return self.get(email__iexact=email)


class User(AbstractBaseUser):
    """A person who signs in. What they may do comes from their memberships, or from one role at the registrar's office."""

    email = models.EmailField(_("email"), unique=True)
    name = models.CharField(_("name"), max_length=120)
    language = models.CharField(_("language"), max_length=2, choices=LANGUAGES, default="en")
    office_role = models.CharField(_("role at the office"), max_length=20, choices=OFFICE_ROLES.items(), blank=True)
    searched = FoldedField(sources=("name", "email"))
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), name="one_account_an_address_in_any_case"),
            models.CheckConstraint(condition=models.Q(office_role__in=["", *OfficeRole]), name="office_role_is_known"),
        ]

    def __str__(self) -> str:
        return self.name or self.email

    @property
    def office(self) -> OfficeRole | None:
        return OfficeRole(self.office_role) if self.office_role else None

    @property
    def is_staff(self) -> bool:
        return bool(self.office_role)

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name.split(" ")[0] if self.name else self.email
