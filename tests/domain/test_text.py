"""Text folded for searching: people type neither accents nor capitals."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from licensing.domain.text import fold


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Thérèse LE BŒUF", "therese le boeuf"),
        ("Marie-Ève Cormier", "marie-eve cormier"),
        ("ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸ", "aaaceeeeiioouuuy"),
        ("àâäçéèêëîïôöùûüÿ", "aaaceeeeiioouuuy"),
        ("cœur, Œuvre", "coeur, oeuvre"),
        ("Lætitia, ÆTHER, Ǽ, ǽ", "laetitia, aether, ae, ae"),
        ("Søren, Ø, ǿ", "soren, o, o"),
        ("Łódź", "lodz"),
        ("Straße", "strasse"),
        ("d’Astous", "d'astous"),
        ("ﬁnance", "finance"),
        ("ℌall", "hall"),
        ("№ 5", "no 5"),
        ("  two   words  ", "two words"),
        ("tab\tand\nline\u00a0and\u202fnarrow", "tab and line and narrow"),
        ("", ""),
        ("   ", ""),
        ("12345 6789 RR0001", "12345 6789 rr0001"),
        ("北京", "北京"),
    ],
)
def test_text_is_folded_as_people_search(written: str, folded: str) -> None:
    assert fold(written) == folded


def test_a_letter_with_its_accent_apart_is_the_same_letter() -> None:
    assert unicodedata.normalize("NFD", "é") != "é"
    assert fold(unicodedata.normalize("NFD", "Thérèse")) == fold("Thérèse") == "therese"


@given(st.text())
@example("ℌ")
@example("İ")
@example("ǽ")
@example("\u0345")
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_nothing_folded_has_an_accent_or_a_space_too_many(text: str) -> None:
    folded = fold(text)
    assert not any(unicodedata.combining(character) for character in folded)
    assert " ".join(folded.split()) == folded


@given(st.text(alphabet=st.sampled_from("abcœæéàç ÉÀÇŒÆ’'-")))
def test_capitals_make_no_difference(text: str) -> None:
    assert fold(text.upper()) == fold(text.lower()) == fold(text)
