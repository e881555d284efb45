"""Whatever the domain names, people can read: a new role, permission or event cannot be forgotten."""

import pytest
from django.conf import settings
from django.utils import translation

from licensing.domain.roles import AnyRole, OfficeRole, Permission, Role
from licensing.duties import DUTIES, OFFICE_DUTIES, duties_of
from licensing.labels import LANGUAGES, OFFICE_ROLES, PERMISSIONS, ROLES
from licensing.models import Event, Organisation, User
from licensing.templatetags.cagnotte import icon_svg
from licensing.timeline import ICONS, entries, explanation, sentence
from tests.builders import NOW

LABELS: dict[AnyRole | Permission, object] = {**ROLES, **OFFICE_ROLES, **PERMISSIONS}
IN_BOTH_LANGUAGES = pytest.mark.parametrize("language", ["fr", "en"])


def event(kind: Event.Kind, **details: object) -> Event:
    actor, subject = User(name="Rose Doiron"), User(name="Tom Sappier")
    return Event(kind=kind, actor=actor, subject=subject, details={"email": "yvonne@example.org", **details}, at=NOW)


@IN_BOTH_LANGUAGES
@pytest.mark.parametrize("word", [*Role, *OfficeRole, *Permission])
def test_every_role_and_permission_has_a_label(word: AnyRole | Permission, language: str) -> None:
    with translation.override(language):
        assert str(LABELS[word]).strip()


def test_no_label_is_left_over_and_no_two_roles_share_one() -> None:
    assert list(ROLES) == list(Role)
    assert list(OFFICE_ROLES) == list(OfficeRole)
    assert list(PERMISSIONS) == list(Permission)
    with translation.override("en"):
        assert len({str(label) for label in LABELS.values()}) == len(LABELS)


def test_the_languages_offered_are_those_of_the_site() -> None:
    assert {code for code, _ in LANGUAGES} == {code for code, _ in settings.LANGUAGES}


@pytest.mark.parametrize("role", Role)
def test_every_role_in_an_organisation_has_duties_with_a_clause(role: Role) -> None:
    duties = duties_of(role)
    assert duties
    assert all(str(duty.text).endswith(".") and duty.clause[0].isdigit() for duty in duties)


def test_every_role_has_its_duties_written_down() -> None:
    assert {*DUTIES, Role.OWNER} == set(Role)
    assert set(OFFICE_DUTIES) == set(OfficeRole)


@pytest.mark.parametrize("role", [role for role in OfficeRole if role is not OfficeRole.ADMINISTRATOR])
def test_everyone_who_works_with_organisations_has_duties(role: OfficeRole) -> None:
    assert all(str(duty.text).endswith(".") and duty.clause[0].isdigit() for duty in OFFICE_DUTIES[role])
    assert OFFICE_DUTIES[role]


@IN_BOTH_LANGUAGES
@pytest.mark.parametrize("kind", Event.Kind)
def test_every_kind_of_event_is_a_sentence_about_somebody(kind: Event.Kind, language: str) -> None:
    with translation.override(language):
        text = sentence(event(kind))
    assert "Rose Doiron" in text or "Tom Sappier" in text
    assert "%" not in text
    assert len(text.split()) > 2


@pytest.mark.parametrize("kind", Event.Kind)
def test_every_kind_of_event_has_an_icon_that_exists(kind: Event.Kind) -> None:
    assert icon_svg(ICONS[kind]).startswith("<svg")


def test_no_icon_is_left_over() -> None:
    assert set(ICONS) == set(Event.Kind)


def test_an_entry_of_the_timeline_has_the_sentence_the_explanation_and_the_time() -> None:
    with translation.override("en"):
        (entry,) = entries([event(Event.Kind.INVITED, roles=["treasurer", "desk"])])
    assert entry.title == "Rose Doiron invited yvonne@example.org"
    assert (entry.text, entry.at, entry.icon) == ("Treasurer, Desk volunteer", NOW, ICONS[Event.Kind.INVITED])


def test_a_change_of_roles_is_explained_by_before_and_after() -> None:
    with translation.override("en"):
        assert explanation(event(Event.Kind.ROLES_CHANGED, before=["desk"], after=["owner", "desk"])) == (
            "Desk volunteer → Owner, Desk volunteer"
        )


@IN_BOTH_LANGUAGES
def test_every_role_can_be_part_of_an_explanation(language: str) -> None:
    with translation.override(language):
        text = explanation(event(Event.Kind.JOINED, roles=[str(role) for role in [*Role, *OfficeRole]]))
        assert text == ", ".join(str(label) for label in [*ROLES.values(), *OFFICE_ROLES.values()])


@IN_BOTH_LANGUAGES
def test_a_change_of_details_is_explained_by_the_names_of_the_fields(language: str) -> None:
    fields = ["address", "telephone"]
    with translation.override(language):
        expected = [str(Organisation._meta.get_field(name).verbose_name) for name in fields]
        assert explanation(event(Event.Kind.DETAILS_CHANGED, fields=fields)) == ", ".join(expected)


def test_an_event_with_nothing_more_to_say_says_nothing_more() -> None:
    assert explanation(event(Event.Kind.LEFT)) == ""


def test_a_name_with_a_percent_sign_is_only_a_name() -> None:
    happening = event(Event.Kind.LEFT)
    happening.actor.name = "100 %(email)s %s"
    with translation.override("en"):
        assert sentence(happening) == "100 %(email)s %s left"
