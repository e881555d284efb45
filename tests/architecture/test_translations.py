"""The French catalogue keeps step with the source."""

import gettext
import os
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import polib
import pytest
from django.core.management import call_command

from config import translations
from config.translations import BadMessages, Message

IMPORTS = """\
from django.utils import translation
from django.utils.translation import gettext, gettext_lazy as _, ngettext, ngettext_lazy, npgettext, pgettext, pgettext_lazy
"""
HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'

Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_file(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write_file


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of its own, which uses no package."""
    monkeypatch.setattr(translations, "THIRD_PARTY", {})
    return tmp_path


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ('gettext("Seat")', Message("Seat")),
        ('_("Seat")', Message("Seat")),
        ('translation.gettext("Seat")', Message("Seat")),
        ('_("A long " "message")', Message("A long message")),
        ('_(\n    "A long "\n    "message"\n)', Message("A long message")),
        ('f(_("Seat %(n)s") % {"n": 1})', Message("Seat %(n)s")),
        ('ngettext("%d seat", "%d seats", n)', Message("%d seat", plural="%d seats")),
        ('ngettext_lazy("%d seat", "%d seats", "n")', Message("%d seat", plural="%d seats")),
        ('pgettext("poker", "Button")', Message("Button", context="poker")),
        ('pgettext_lazy("poker", "Button")', Message("Button", context="poker")),
        ('npgettext("poker", "%d button", "%d buttons", n)', Message("%d button", context="poker", plural="%d buttons")),
    ],
)
def test_a_message_of_python_code_is_found(tree: Path, write: Write, code: str, message: Message) -> None:
    write("licensing/views/home.py", f"{IMPORTS}\n{code}\n")
    assert translations.extract(tree) == {message: {"licensing/views/home.py"}}


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ('{% translate "Seat" %}', Message("Seat")),
        ("{% translate 'Seat' as word %}", Message("Seat")),
        ('{% translate "Don\'t fold" %}', Message("Don't fold")),
        ('{% translate "Half, 50%" %}', Message("Half, 50%%")),
        ('{% translate "Button" context "poker" %}', Message("Button", context="poker")),
        ("{% blocktranslate %}Seat {{ n }}{% endblocktranslate %}", Message("Seat %(n)s")),
        ("{% blocktranslate %}Two\nlines{% endblocktranslate %}", Message("Two\nlines")),
        ("{% blocktranslate trimmed %}\n  Two\n  lines\n{% endblocktranslate %}", Message("Two lines")),
        ('{% blocktranslate context "poker" %}Button{% endblocktranslate %}', Message("Button", context="poker")),
        (
            "{% blocktranslate count n=n %}{{ n }} seat{% plural %}{{ n }} seats{% endblocktranslate %}",
            Message("%(n)s seat", plural="%(n)s seats"),
        ),
        (
            '{% blocktranslate count n=n context "bar" %}{{ n }} stool{% plural %}{{ n }} stools{% endblocktranslate %}',
            Message("%(n)s stool", context="bar", plural="%(n)s stools"),
        ),
        ('{% blocktranslate %}Say _("aloud"){% endblocktranslate %}', Message('Say _("aloud")')),
        ('{{ _("Seat") }}', Message("Seat")),
        ('{{ seat|default:_("None yet") }}', Message("None yet")),
        ('{% include "_card.html" with title=_("Seat") %}', Message("Seat")),
        ('{# Translators: not _("this") #}\n{% translate "Seat" %}', Message("Seat")),
    ],
)
def test_a_message_of_a_template_is_found(tree: Path, write: Write, template: str, message: Message) -> None:
    write("templates/home.html", f"<p class='card'>It's</p>\n  {template}\n</p>")
    assert translations.extract(tree) == {message: {"templates/home.html"}}


def test_templates_of_pages_mails_and_apps_are_read(tree: Path, write: Write) -> None:
    for name in ("templates/a.html", "templates/mail/a.txt", "reports/templates/reports/a.html"):
        write(name, '{% translate "Seat" %}')
    assert translations.extract(tree) == {
        Message("Seat"): {"templates/a.html", "templates/mail/a.txt", "reports/templates/reports/a.html"}
    }


def test_a_function_of_the_same_name_that_is_not_a_translation_is_left_alone(tree: Path, write: Write) -> None:
    write("licensing/a.py", "from elsewhere import gettext\ngettext(name)\n")
    assert translations.extract(tree) == {}


@pytest.mark.parametrize(
    "code", ["_(name)", '_(f"Seat {n}")', '_("Seat " + n)', '_("")', "_()", 'ngettext("seat", name, 2)', 'pgettext(name, "Seat")']
)
def test_a_message_that_is_not_a_literal_is_an_error_at_its_file_and_line(tree: Path, write: Write, code: str) -> None:
    write("tournaments/models.py", f"{IMPORTS}\n{code}\n")
    with pytest.raises(BadMessages, match=r"^tournaments/models\.py:4: "):
        translations.extract(tree)


def test_a_tag_inside_a_translated_block_is_an_error_that_names_the_file(tree: Path, write: Write) -> None:
    write("templates/home.html", "{% blocktranslate %}{% if x %}Seat{% endif %}{% endblocktranslate %}")
    with pytest.raises(BadMessages, match=r"^templates/home\.html: "):
        translations.extract(tree)


def test_a_text_used_alone_and_with_a_plural_is_one_message(tree: Path, write: Write) -> None:
    write("reports/a.py", f'{IMPORTS}\n_("seat")\n')
    write("reports/b.py", f'{IMPORTS}\nngettext("seat", "seats", 2)\n')
    assert translations.extract(tree) == {Message("seat", plural="seats"): {"reports/a.py", "reports/b.py"}}


def test_a_text_with_two_plurals_is_an_error(tree: Path, write: Write) -> None:
    write("reports/a.py", f'{IMPORTS}\nngettext("seat", "seats", 2)\nngettext("seat", "places", 2)\n')
    with pytest.raises(BadMessages, match=r"reports/a\.py: 'seat' has two plurals, 'places' and 'seats'"):
        translations.extract(tree)


def test_an_update_adds_what_is_new_drops_what_is_gone_and_keeps_the_french(tree: Path, write: Write) -> None:
    write("licensing/a.py", f'{IMPORTS}\n_("Seat")\n_("Table %(n)s")\n')
    po = write("fr.po", f'{HEADER}msgid "Gone"\nmsgstr "Parti"\n\nmsgid "Seat"\nmsgstr "Place"\n')
    assert translations.update(po, tree) == translations.Changes(total=2, added=1, dropped=1, untranslated=1)
    assert po.read_text(encoding="utf-8").endswith(
        '#: licensing/a.py\nmsgid "Seat"\nmsgstr "Place"\n\n#: licensing/a.py\n#, python-format\nmsgid "Table %(n)s"\nmsgstr ""\n'
    )


def test_an_update_guesses_nothing_from_a_message_that_looks_alike(tree: Path, write: Write) -> None:
    write("licensing/a.py", f'{IMPORTS}\n_("Seats")\n')
    po = write("fr.po", f'{HEADER}msgid "Seat"\nmsgstr "Place"\n')
    translations.update(po, tree)
    assert [(entry.msgid, entry.msgstr) for entry in polib.pofile(str(po))] == [("Seats", "")]


def test_a_second_update_changes_nothing(tree: Path, write: Write) -> None:
    write(
        "templates/a.html",
        '{% translate "b" %}{% translate "a" context "x" %}{% blocktranslate count n=n %}c{% plural %}d{% endblocktranslate %}',
    )
    po = tree / "locale" / "fr.po"
    translations.update(po, tree)
    before = po.read_bytes()
    assert translations.update(po, tree).added == 0
    assert po.read_bytes() == before
    assert [entry.msgid for entry in polib.pofile(str(po))] == ["a", "b", "c"]


def test_a_catalogue_that_says_everything_has_no_problem(tree: Path, write: Write) -> None:
    write("licensing/a.py", f'{IMPORTS}\n_("%(n)s <b>seats</b>: 20%%")\nngettext("one seat", "%d seats", n)\n')
    po = write(
        "fr.po",
        f'{HEADER}msgid "%(n)s <b>seats</b>: 20%%"\nmsgstr "%(n)s <b>places</b>\u00a0: 20\u00a0%%"\n\n'
        'msgid "one seat"\nmsgid_plural "%d seats"\nmsgstr[0] "%d place"\nmsgstr[1] "%d places"\n',
    )
    assert translations.problems(po, tree) == []


def problems_with(entry: str, *, code: str, tree: Path, write: Write, header: str = HEADER) -> list[str]:
    write("licensing/a.py", f"{IMPORTS}\n{code}\n")
    return translations.problems(write("fr.po", header + entry), tree)


def test_check_reports_a_message_that_the_catalogue_lacks(tree: Path, write: Write) -> None:
    assert problems_with("", code='_("Seat")', tree=tree, write=write) == ["missing: 'Seat' of licensing/a.py"]


@pytest.mark.parametrize("entry", ['msgid "Seat"\nmsgstr "Place"\n', '#~ msgid "Seat"\n#~ msgstr "Place"\n'])
def test_check_reports_a_message_that_no_source_has(tree: Path, write: Write, entry: str) -> None:
    assert problems_with(entry, code="", tree=tree, write=write) == ["obsolete: 'Seat'"]


def test_check_reports_a_message_without_french(tree: Path, write: Write) -> None:
    assert problems_with('msgid "Seat"\nmsgstr ""\n', code='_("Seat")', tree=tree, write=write) == ["untranslated: 'Seat'"]


def test_check_reports_a_plural_without_french(tree: Path, write: Write) -> None:
    entry = 'msgid "seat"\nmsgid_plural "seats"\nmsgstr[0] "place"\nmsgstr[1] ""\n'
    assert problems_with(entry, code='ngettext("seat", "seats", n)', tree=tree, write=write) == ["untranslated: 'seat'"]


def test_check_reports_a_fuzzy_translation(tree: Path, write: Write) -> None:
    entry = '#, fuzzy\nmsgid "Seat"\nmsgstr "Place"\n'
    assert problems_with(entry, code='_("Seat")', tree=tree, write=write) == ["fuzzy: 'Seat'"]


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("Seat %(n)s", "Place %(no)s"),
        ("Seat {n}", "Place {no}"),
        ("Seat %s", "Place"),
        ("Seat", "Place %s"),
        ("Half, 50%%", "La moitié"),
        ("<b>Seat</b>", "<b>Place"),
        ("<a href='/seat'>Seat</a>", "<a href='/place'>Place</a>"),
    ],
)
def test_check_reports_placeholders_and_tags_that_differ(tree: Path, write: Write, english: str, french: str) -> None:
    entry = f'msgid "{english}"\nmsgstr "{french}"\n'
    assert problems_with(entry, code=f'_("{english}")', tree=tree, write=write) == [f"placeholders or tags differ: {english!r}"]


@pytest.mark.parametrize("french", ["20 % de la recette", "20\u00a0% de la recette"])
def test_a_percent_sign_is_not_a_placeholder(tree: Path, write: Write, french: str) -> None:
    found = problems_with(f'msgid "20% of sales"\nmsgstr "{french}"\n', code='_("20% of sales")', tree=tree, write=write)
    assert not any(problem.startswith("placeholders") for problem in found)


@pytest.mark.parametrize("forms", ['msgstr[0] "place"\n', 'msgstr[0] "place"\nmsgstr[1] "places"\nmsgstr[2] "places"\n'])
def test_check_reports_another_number_of_plural_forms(tree: Path, write: Write, forms: str) -> None:
    entry = f'msgid "seat"\nmsgid_plural "seats"\n{forms}'
    assert problems_with(entry, code='ngettext("seat", "seats", n)', tree=tree, write=write) == ["not two plural forms: 'seat'"]


def test_check_reports_a_header_with_another_plural_rule(tree: Path, write: Write) -> None:
    header = HEADER.replace("n > 1", "n != 1")
    found = problems_with('msgid "Seat"\nmsgstr "Place"\n', code='_("Seat")', tree=tree, write=write, header=header)
    assert found == ["Plural-Forms must be nplurals=2; plural=(n > 1);"]


def problems_of(english: str, french: str, *, tree: Path, write: Write) -> list[str]:
    entry = polib.POEntry(msgid=english, msgstr=french)
    return [problem.partition(":")[0] for problem in problems_with(f"{entry}", code=f"_({english!r})", tree=tree, write=write)]


@pytest.mark.parametrize(
    "french", ["Place :", "Place ;", "Place !", "Place ?", "20 %", "20 $", "«Place »", "« Place»", "<b>Place </b>:"]
)
def test_check_reports_an_ordinary_space_where_a_line_must_not_break(tree: Path, write: Write, french: str) -> None:
    assert problems_of(french, french, tree=tree, write=write) == ["ordinary space where French wants a no-break one"]


@pytest.mark.parametrize(
    "french",
    ["Place\u00a0:", "Place\u202f!", "Place!", "20\u00a0$", "«\u00a0Place\u202f»", "Place %(n)s", "Place %s", "À 20:30"],
)
def test_check_accepts_a_no_break_space_or_none(tree: Path, write: Write, french: str) -> None:
    assert problems_of(french, french, tree=tree, write=write) == []


@pytest.mark.parametrize(("english", "french"), [("Seat ", "Place"), ("Seat", " Place"), ("Seat\n", "Place"), ("\nSeat", "Place")])
def test_check_reports_other_spaces_at_the_start_or_the_end(tree: Path, write: Write, english: str, french: str) -> None:
    assert problems_of(english, french, tree=tree, write=write) == ["spaces at the start or the end differ"]


def test_check_reports_source_that_cannot_be_read(tree: Path, write: Write) -> None:
    found = problems_with("", code="_(name)", tree=tree, write=write)
    assert found == ["licensing/a.py:4: a message must be a literal, and not empty."]


@pytest.fixture
def package(tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package that translates one of its three messages; Django translates another."""
    write("packages/shippeddemo/__init__.py", "")
    write("packages/shippeddemo/account/forms.py", f'{IMPORTS}\n_("Seat")\n_("Table")\n_("Yes")\n_(name)\n')
    write("packages/shippeddemo/other/forms.py", f'{IMPORTS}\n_("Elsewhere")\n')
    po = write("packages/shippeddemo/locale/fr/LC_MESSAGES/django.po", f'{HEADER}msgid "Seat"\nmsgstr "Place"\n')
    translations.compile(po)
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    monkeypatch.setattr(translations, "THIRD_PARTY", {"shippeddemo": ("account",)})
    return "shippeddemo"


def test_a_gap_is_what_neither_the_package_nor_django_translates(package: str) -> None:
    assert translations.third_party_gaps() == {Message("Table"): {package}}


def test_check_reports_a_gap_of_a_package_that_we_do_not_fill(package: str, tmp_path: Path, write: Write) -> None:
    assert translations.problems(write("fr.po", HEADER), tmp_path) == [f"missing: 'Table' of {package}"]


def test_an_update_puts_the_gaps_of_packages_after_our_own_messages(package: str, tmp_path: Path, write: Write) -> None:
    write("licensing/a.py", f'{IMPORTS}\n_("Ticket")\n')
    po = tmp_path / "fr.po"
    translations.update(po, tmp_path)
    assert po.read_text(encoding="utf-8").endswith(f'msgid "Ticket"\nmsgstr ""\n\n#. {package}\nmsgid "Table"\nmsgstr ""\n')


def test_a_compiled_catalogue_answers_in_french(write: Write) -> None:
    po = write(
        "fr.po",
        f'{HEADER}msgid "Seat"\nmsgstr "Place"\n\nmsgctxt "poker"\nmsgid "Button"\nmsgstr "Bouton"\n\n'
        'msgid "%d seat"\nmsgid_plural "%d seats"\nmsgstr[0] "%d place"\nmsgstr[1] "%d places"\n',
    )
    assert translations.compile(po) is True
    with po.with_suffix(".mo").open("rb") as file:
        french = gettext.GNUTranslations(file)
    assert french.gettext("Seat") == "Place"
    assert french.pgettext("poker", "Button") == "Bouton"
    assert [french.ngettext("%d seat", "%d seats", n) for n in (0, 1, 2)] == ["%d place", "%d place", "%d places"]
    assert sorted(path.name for path in po.parent.iterdir()) == ["fr.mo", "fr.po"]


@pytest.mark.parametrize(("age_of_compiled", "written"), [(-1, True), (0, True), (1, False)])
def test_a_catalogue_is_compiled_unless_the_compiled_one_is_newer(write: Write, age_of_compiled: int, written: bool) -> None:
    po, mo = write("fr.po", HEADER), write("fr.mo", "")
    os.utime(po, (1000, 1000))
    os.utime(mo, (1000 + age_of_compiled, 1000 + age_of_compiled))
    assert translations.compile(po) is written


def test_the_command_extracts_and_prints_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translations, "update", lambda _po: translations.Changes(total=9, added=3, dropped=2, untranslated=4))
    assert printed_by("extract") == "9 messages: 3 added, 2 dropped, 4 to translate.\n"


def test_the_command_compiles_only_when_it_must(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    po = write("fr.po", HEADER)
    os.utime(po, (1000, 1000))
    monkeypatch.setattr(translations, "FRENCH", po)
    assert printed_by("compile") == "The French catalogue was compiled.\n"
    assert printed_by("compile") == "The French catalogue is up to date.\n"


def test_the_command_prints_a_line_for_each_problem_and_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translations, "problems", lambda _po: ["untranslated: 'Seat'", "fuzzy: 'Table'"])
    out = StringIO()
    with pytest.raises(SystemExit) as stop:
        call_command("translations", "check", stdout=out)
    assert stop.value.code == 1
    assert out.getvalue().splitlines() == ["untranslated: 'Seat'", "fuzzy: 'Table'"]


def printed_by(act: str) -> str:
    out = StringIO()
    call_command("translations", act, stdout=out)
    return out.getvalue()


def test_the_french_of_the_project_is_complete() -> None:
    assert translations.problems(translations.FRENCH) == []
