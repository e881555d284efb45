from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from licensing.forms.fields import OneLineField
from licensing.models import User


def name_field() -> forms.CharField:
    return OneLineField(
        label=_("Your name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("First name and family name, as colleagues know you."),
    )


def refuse_weak_password(form: forms.Form, field: str, *, email: str) -> None:
    """The person's own name or address is weak too."""
    if password := form.cleaned_data.get(field):
        try:
            validate_password(password, User(email=email, name=form.cleaned_data.get("name", "")))
        except forms.ValidationError as error:
            form.add_error(field, error)


class NameAtSignUp(forms.Form):
    """What allauth's sign-up form asks besides address and password."""

    name = name_field()
    field_order = ["name", "email", "password1"]

    def clean(self) -> dict[str, Any]:
        super().clean()
        refuse_weak_password(self, "password1", email=self.cleaned_data.get("email", ""))
        return self.cleaned_data

    def signup(self, request: HttpRequest, user: User) -> None:
        """allauth wants it; our adapter has stored the name already."""


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic at run time
    name = name_field()

    class Meta:
        model = User
        fields = ["name", "language"]
        labels = {"language": _("Language of pages and mail")}


class NewcomerForm(forms.Form):
    """Somebody who holds an invitation and has no account yet. The address comes from the invitation."""

    name = name_field()
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least 10 characters. Three or four words that belong together only in your head are good."),
    )

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.email = email

    def clean(self) -> dict[str, Any]:
        super().clean()
        refuse_weak_password(self, "password", email=self.email)
        return self.cleaned_data
