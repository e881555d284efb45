from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from licensing.domain.roles import OfficeRole, Role
from licensing.forms.fields import OneLineField
from licensing.labels import LANGUAGES, OFFICE_ROLES, ROLES
from licensing.models import Organisation


class OrganisationForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic at run time
    class Meta:
        model = Organisation
        fields = [
            "name",
            "other_name",
            "form",
            "charity_number",
            "activities",
            "address",
            "telephone",
            "email",
            "language",
        ]
        field_classes = dict.fromkeys(("name", "other_name", "charity_number", "telephone"), OneLineField)
        widgets = {
            "activities": forms.Textarea(attrs={"rows": 4}),
            "address": forms.Textarea(attrs={"rows": 3, "autocomplete": "street-address"}),
            "telephone": forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
        }
        help_texts = {
            "name": _("As it stands on the incorporation papers or the charity registration."),
            "charity_number": _("Such as 12345 6789 RR0001. Leave it empty if there is none."),
            "activities": _("A few plain sentences: whom you help, and how."),
            "language": _("The registrar's letters and our mail to the organisation are written in it."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """The page remembers what it showed: two people who edit at once each save only what they typed."""
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.show_hidden_initial = self.instance.pk is not None


class NewOrganisationForm(OrganisationForm):
    """Three answers are enough to begin; the rest has its own page."""

    class Meta(OrganisationForm.Meta):
        fields = ["name", "form", "language"]


class RolesForm(forms.Form):
    roles = forms.MultipleChoiceField(
        label=_("Roles"),
        choices=ROLES.items(),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("A person may have several."),
        error_messages={"required": _("Choose at least one role.")},
    )

    def chosen(self) -> list[Role]:
        return [Role(role) for role in self.cleaned_data["roles"]]


class InvitationForm(RolesForm):
    email = forms.EmailField(label=_("Email"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "off"}))
    language = forms.ChoiceField(label=_("Language of the invitation"), choices=LANGUAGES)

    field_order = ["email", "roles", "language"]


class StaffRoleForm(forms.Form):
    office_role = forms.ChoiceField(label=_("Role"), choices=OFFICE_ROLES.items())

    def chosen(self) -> OfficeRole:
        return OfficeRole(self.cleaned_data["office_role"])


class StaffInvitationForm(StaffRoleForm):
    email = forms.EmailField(label=_("Email"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "off"}))
    language = forms.ChoiceField(label=_("Language of the invitation"), choices=LANGUAGES)

    field_order = ["email", "office_role", "language"]
