"""What forms do with text before anybody else sees it."""

import pytest

from licensing.forms.accounts import NewcomerForm
from licensing.forms.organisations import OrganisationForm


@pytest.mark.parametrize("typed", ["Chorale\nBcc: all", "Chorale\r\n Bcc: all", "  Chorale \t Bcc: all\u2028"])
def test_a_name_is_one_line_however_it_was_typed(typed: str):
    form = OrganisationForm({"name": typed, "language": "fr"})
    assert form.is_valid()
    assert form.cleaned_data["name"] == "Chorale Bcc: all"


def test_a_person_s_name_is_one_line_too():
    form = NewcomerForm({"name": "Rose\n\nDoiron", "password": "cartes-sur-table-2026"}, email="rose@example.org")
    assert form.is_valid()
    assert form.cleaned_data["name"] == "Rose Doiron"


def test_a_name_of_spaces_and_lines_alone_is_no_name():
    assert "name" in OrganisationForm({"name": " \n\t ", "language": "fr"}).errors


def test_an_address_keeps_its_lines():
    form = OrganisationForm({"name": "Chorale", "language": "fr", "address": "12, chemin du Quai\nCap-Pelé"})
    assert form.is_valid()
    assert form.cleaned_data["address"] == "12, chemin du Quai\nCap-Pelé"
