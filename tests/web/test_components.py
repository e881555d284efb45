"""What the templates are made of: tags, filters and components."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.template import Context, Template, TemplateSyntaxError
from django.template.loader import get_template, render_to_string
from django.test import RequestFactory
from django.utils import translation

from config import assets
from licensing.domain.money import Money
from licensing.templatetags.cagnotte import icon_svg, meter, money, percent, problems
from licensing.templatetags.styleguide import SAMPLES

TEMPLATES = Path(settings.BASE_DIR) / "templates"
PAGES = sorted(str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html"))
LANGUAGES = ("fr", "en")


def render(source: str, **context: object) -> str:
    return Template(source).render(Context(context))


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with translation.override(request.param):
        yield request.param


@pytest.fixture
def page_request(rf: RequestFactory) -> HttpRequest:
    return rf.get("/styleguide/", {"q": "é", "page": "1"})


# Money and shares -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("cents", "english", "french"),
    [
        (0, "$0.00", "0,00\u00a0$"),
        (5, "$0.05", "0,05\u00a0$"),
        (99_999, "$999.99", "999,99\u00a0$"),
        (100_000, "$1,000.00", "1\u202f000,00\u00a0$"),
        (123_456_789, "$1,234,567.89", "1\u202f234\u202f567,89\u00a0$"),
        (-123_450, "−$1,234.50", "−1\u202f234,50\u00a0$"),
        (-5, "−$0.05", "−0,05\u00a0$"),
    ],
)
def test_money_is_written_as_each_language_writes_it(cents: int, english: str, french: str) -> None:
    with translation.override("en"):
        assert money(cents) == money(Money(cents)) == english
    with translation.override("fr"):
        assert money(cents) == money(Money(cents)) == french


def test_an_amount_that_is_not_there_is_written_as_nothing() -> None:
    assert render("[{{ nothing|money }}{{ none|money }}]", none=None) == "[]"


@pytest.mark.parametrize(
    ("value", "english", "french"), [(20, "20%", "20\u00a0%"), (12.5, "12.5%", "12,5\u00a0%"), (0.04, "0%", "0\u00a0%")]
)
def test_a_share_has_at_most_one_decimal(value: float, english: str, french: str) -> None:
    with translation.override("en"):
        assert percent(value) == english
    with translation.override("fr"):
        assert percent(value) == french


# Icons ----------------------------------------------------------------------------------------------------------------
def test_an_icon_is_drawn_in_the_page_and_not_read_aloud() -> None:
    drawn = render('{% icon "people" %}')
    assert drawn.startswith('<svg class="icon"')
    assert 'aria-hidden="true"' in drawn
    assert drawn == render("{% icon name %}", name="people")


@pytest.mark.parametrize("name", ["no-such-icon", "../font/bootstrap-icons", ""])
def test_an_icon_that_does_not_exist_is_an_error(name: str) -> None:
    with pytest.raises(ValueError, match="no icon"):
        icon_svg(name)
    with pytest.raises(TemplateSyntaxError):
        Template(f'{{% icon "{name}" %}}')


def test_an_icon_needs_its_name() -> None:
    with pytest.raises(TemplateSyntaxError, match="one argument"):
        Template("{% icon %}")


# Meter ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("share", "limit", "least", "met"),
    [
        (19.9, 20, False, True),
        (20, 20, False, True),
        (20.1, 20, False, False),
        (14.9, 15, True, False),
        (15, 15, True, True),
        (15.1, 15, True, True),
    ],
)
def test_a_meter_says_whether_its_limit_is_kept(share: float, limit: float, least: bool, met: bool) -> None:
    assert meter("Share", share, limit, "of it", least=least)["met"] is met


def test_a_meter_is_drawn_with_points_in_french_too(language: str) -> None:
    drawn = render('{% meter "Prix" 17.5 20 "des recettes" amount=175000 %}')
    assert 'width="17.50"' in drawn
    assert "M20.00 0v10" in drawn
    assert money(175_000) in drawn


@pytest.mark.parametrize(("share", "width"), [(-3, "0.00"), (140, "100.00")])
def test_a_meter_stays_inside_its_frame(share: float, width: str) -> None:
    assert meter("Share", share, 20, "of it")["width"] == width


# Forms ----------------------------------------------------------------------------------------------------------------
class Entry(forms.Form):
    name = forms.CharField(label="Name")
    days = forms.MultipleChoiceField(label="Days", choices=[("1", "One")], widget=forms.CheckboxSelectMultiple)

    def clean(self) -> None:
        raise forms.ValidationError("Nothing fits.")


def test_the_summary_of_errors_leads_to_each_field() -> None:
    summary = render_to_string("components/error_summary.html", {"form": Entry({})})
    assert summary.index("Nothing fits.") < summary.index("#id_name") < summary.index("#id_days_0")
    assert [problem["id"] for problem in problems(Entry({}))] == ["", "id_name", "id_days_0"]


def test_a_form_without_errors_has_no_summary() -> None:
    assert render_to_string("components/error_summary.html", {"form": Entry()}).strip() == ""


# Components -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["neutral", "good", "attention", "danger", "info"])
def test_a_badge_says_it_with_an_icon_too(kind: str) -> None:
    badge = render_to_string("components/badge.html", {"kind": kind, "label": "Late"})
    assert "<svg" in badge
    assert "Late" in badge


def test_a_step_says_its_state_in_words(language: str) -> None:
    steps = SAMPLES["steps"](Context())
    drawn = render_to_string("components/steps.html", {"steps": steps})
    assert drawn.count("<li") == len(steps)
    assert drawn.count('class="badge') == len(steps)
    assert drawn.count('aria-current="step"') == 1


def test_what_people_typed_is_escaped(page_request: HttpRequest) -> None:
    bad = "<script>alert(1)</script>"
    for name, context in [
        ("badge", {"kind": "good", "label": bad}),
        ("notice", {"kind": "info", "title": bad, "text": bad}),
        ("page_header", {"title": bad, "eyebrow": bad, "lead": bad}),
        ("empty", {"title": bad, "text": bad}),
        ("figure_card", {"label": bad, "number": bad}),
        ("facts", {"facts": [{"term": bad, "value": bad}]}),
        ("table", {"table": SAMPLES["table"](Context()), "search": bad, "request": page_request}),
    ]:
        assert bad not in render_to_string(f"components/{name}.html", context)


def table(page_request: HttpRequest, **context: object) -> str:
    sample = SAMPLES["table"](Context({"request": page_request}))
    given = {"table": sample, "search": "", "export_formats": ["csv", "xlsx"], "request": page_request, **context}
    return render_to_string("components/table.html", given)


def test_a_table_can_be_searched_sorted_paged_and_exported(page_request: HttpRequest) -> None:
    drawn = table(page_request)
    assert 'name="q"' in drawn
    assert drawn.count("aria-sort=") == 1
    assert drawn.count("_export=") == 2
    assert 'rel="next"' in drawn
    assert "hx-get" in drawn


def test_a_table_keeps_the_search_when_it_is_sorted_and_goes_back_to_the_first_page(rf: RequestFactory) -> None:
    drawn = table(rf.get("/", {"q": "é", "en-page": "2"}))
    heads = re.findall(r'<th [^>]*><a href="([^"]*)"', drawn)
    assert heads
    assert all("q=%C3%A9" in head and "en-page" not in head for head in heads)


def test_a_table_names_each_cell_for_the_phone(page_request: HttpRequest) -> None:
    drawn = table(page_request)
    assert drawn.count("<td ") == drawn.count("data-label=")


def test_a_table_without_search_has_no_box(page_request: HttpRequest) -> None:
    assert 'type="search"' not in table(page_request, search=None)


def test_an_empty_table_says_what_to_do_and_an_empty_search_says_so(page_request: HttpRequest) -> None:
    nothing = SimpleNamespace(
        prefix="", columns=[], paginated_rows=[], rows=[], prefixed_order_by_field="sort", prefixed_page_field="page"
    )
    empty = {"title": "No members yet", "text": "Invite one.", "url": "/invite", "label": "Invite"}
    assert "/invite" in table(page_request, table=nothing, empty=empty)
    searched = table(page_request, table=nothing, empty=empty, search="zz")
    assert "zz" in searched
    assert "/invite" not in searched


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_every_sample_of_the_guide_exists_in_both_languages(language: str, name: str, page_request: HttpRequest) -> None:
    assert SAMPLES[name](Context({"request": page_request}))


def test_the_style_guide_shows_every_component_in_both_languages() -> None:
    guide = (TEMPLATES / "styleguide.html").read_text()
    for component in sorted((TEMPLATES / "components").glob("[!_]*.html")):
        shown = guide.count(f"components/{component.name}")
        by_tag = guide.count(f"{{% {component.stem} ")
        alone = component.stem == "page_header"  # it holds the page's only first heading
        assert shown + by_tag >= (1 if alone else 2), component.name


# Every template -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", PAGES)
def test_every_template_compiles(name: str) -> None:
    get_template(name)


@pytest.mark.parametrize("name", PAGES)
def test_no_template_has_inline_style_or_script(name: str) -> None:
    """The content security policy refuses both, silently."""
    source = re.sub(r"{% comment %}.*?{% endcomment %}|{#.*?#}", "", (TEMPLATES / name).read_text(), flags=re.DOTALL)
    assert not re.search(r"\sstyle\s*=|<style|\son[a-z]+\s*=\s*[\"']|javascript:", source)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", source))


def test_the_page_for_our_own_mistakes_needs_no_context() -> None:
    page = render_to_string("500.html")
    assert "Une erreur de notre part" in page
    assert "Our mistake" in page


# Assets ---------------------------------------------------------------------------------------------------------------
def test_assets_are_built_once_and_whole(tmp_path: Path) -> None:
    assets.build(tmp_path)
    made = {path.relative_to(tmp_path).as_posix(): path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert set(made) == {
        "stamp",
        "fonts/lato-400.woff2",
        "fonts/lato-700.woff2",
        "fonts/fraunces.woff2",
        "vendor/bootstrap.min.css",
        "vendor/htmx.min.js",
    }
    assets.build(tmp_path)
    assert made == {
        path.relative_to(tmp_path).as_posix(): path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()
    }


def test_assets_are_small_and_name_no_source_map(tmp_path: Path) -> None:
    assets.build(tmp_path)
    assert all(path.stat().st_size < 40_000 for path in (tmp_path / "fonts").iterdir())
    assert all("sourceMappingURL" not in path.read_text() for path in (tmp_path / "vendor").iterdir())


def test_fonts_have_every_letter_of_french_and_of_money(tmp_path: Path) -> None:
    from fontTools.ttLib import TTFont

    assets.build(tmp_path)
    needed = "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ«»’“”…–—−‑ \u00a0\u202f€$%×·0123456789"
    for path in (tmp_path / "fonts").iterdir():
        letters = TTFont(path).getBestCmap()
        assert [letter for letter in needed if ord(letter) not in letters] == [], path.name
