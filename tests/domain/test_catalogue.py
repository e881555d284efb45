"""The files of the Terms: what is wrong in one of them is told by file, key and reason."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from licensing import terms
from licensing.domain.catalogue import TermsUnreadable, read_catalogue

FILES = {path.name: path.read_text(encoding="utf-8") for path in Path(terms.__file__).parent.glob("*.toml")}
OLD, NEW, CLAUSES = "2008-05.toml", "2009-11.toml", "clauses.toml"


# What stops the start: one thing wrong, one line --------------------------------------------------------------------------
def problems(files: dict[str, str]) -> list[str]:
    with pytest.raises(TermsUnreadable) as unreadable:
        read_catalogue(files)
    assert str(unreadable.value).splitlines() == [str(problem) for problem in unreadable.value.problems]
    return str(unreadable.value).splitlines()


def damaged(file: str, before: str, after: str) -> dict[str, str]:
    assert before in FILES[file]
    return FILES | {file: FILES[file].replace(before, after, 1)}


PRIZES = '[prize_share]\nclause = "4.3"\nvalue = "0.65"\n'
GIST = 'en = "Share of gross proceeds for prizes, at most"\nfr = "Part du produit brut pour les prix, au plus"\n'
CLAUSE = '[clauses."1.2"]\nkind = ["limit"]\nwhere = ["application", "settlement", "report"]\n'
AN_EDITION = [
    # Duplicates
    (PRIZES, PRIZES + 'value = "0.60"\n', "prize_share.value: Cannot overwrite a value"),
    (
        PRIZES,
        PRIZES.replace("prize_share", "expense_share"),
        "expense_share: Cannot declare ('expense_share',) twice",
    ),
    (
        "[name]",
        'not_known = ["prize_share"]\n[name]',
        "prize_share: a duplicate: it is set, left free or not known, and only one of these",
    ),
    # Gaps
    (f"{PRIZES}{GIST}", "", "prize_share: a gap: the edition neither sets it, nor leaves it free, nor says that it is not known"),
    ("    [5, 9, 1],\n", "", "managers.value: a gap: nothing is said of 5 to 9 tables"),
    ("    [5, 9, 1],\n", "    [4, 9, 1],\n", "managers.value: a duplicate: 4 tables are in two rows"),
    (
        "takes_effect = 2009-11-19",
        "takes_effect = 2009-11-20",
        "takes_effect: a gap: 2009-11 takes effect on 2009-11-20, and 2008-05 ends on 2009-11-18",
    ),
    # Clauses
    ('clause = "4.3"', 'clause = "4.9"', "prize_share.clause: the register has no clause '4.9'"),
    ('clause = "4.3"', "clause = [4, 3]", "prize_share.clause: the register has no clause [4, 3]"),
    ('clause = "4.3"', 'clause = "4.2"', "prize_share.clause: this number belongs to clause 4.3, not '4.2'"),
    ('clause = "4.3"\n', "", "prize_share.clause: the register has no clause None"),
    # Values
    ('value = "0.65"', "value = 0.65", "prize_share.value: 0.65 is a float, which is never exact: write it in quotes"),
    ("value = 13", "value = 13.0", "tournaments_per_licence.value: 13.0 is a float, which is never exact: write it in quotes"),
    ('value = "0.65"', 'value = "1.01"', "prize_share.value: a share of 1.01 is more than the whole"),
    (
        'value = "0.65"',
        'value = "0.66"',
        "charity_share.value: the shares of expenses, prizes and charity add up to 1.01, more than 1",
    ),
    ('value = "0.65"\n', "", 'prize_share.value: an exact decimal in quotes is expected, such as "0.20", not None'),
    ('value = "25.00"', 'value = "25.001"', "file_fee.value: not a whole number of cents: 25.001"),
    # Dates
    (
        "takes_effect = 2009-11-19",
        "takes_effect = 2009-11-18",
        "takes_effect: out of order: 2009-11 takes effect on 2009-11-18, and 2008-05 ends on 2009-11-18",
    ),
    (
        "takes_effect = 2009-11-19",
        "takes_effect = 2009-11-19\nuntil = 2009-11-18",
        "until: out of order: it ends on 2009-11-18, and takes effect on 2009-11-19",
    ),
    ("takes_effect = 2009-11-19\n", "", "takes_effect: a date is expected, such as 2009-11-19, not None"),
    (
        "takes_effect = 2009-11-19",
        "takes_effect = 2009-11-19T00:00:00",
        "takes_effect: a date is expected, such as 2009-11-19, not datetime.datetime(2009, 11, 19, 0, 0)",
    ),
    (
        "takes_effect = 2009-11-19",
        'takes_effect = "2009-11-19"',
        "takes_effect: a date is expected, such as 2009-11-19, not '2009-11-19'",
    ),
    (
        "takes_effect = 2009-11-19",
        "takes_effect = 2009-11-19\nuntil = 2010",
        "until: a date is expected, such as 2009-11-19, not 2010",
    ),
    # Names and texts
    (f"{PRIZES}{GIST}", "[[prize_share]]\n", "prize_share: a table is expected, not [{}]"),
    ("[name]", "[name]\nde = 'x'", "name.de: nothing is known by this name"),
    (
        "[no_limit.single_prize_cap]",
        "[no_limit.single_prize_cap]\nde = 'x'",
        "no_limit.single_prize_cap.de: nothing is known by this name",
    ),
    ("[no_limit.single_prize_cap]", "[no_limit]\nx = 1\n[no_limit.single_prize_cap]", "no_limit.x: nothing is known by this name"),
    ("[name]", "colour = 1\n[name]", "colour: nothing is known by this name"),
    (PRIZES, PRIZES + "colour = 1\n", "prize_share.colour: nothing is known by this name"),
    ('id = "2009-11"', 'id = "2009-12"', "id: the edition in this file is '2009-11', not '2009-12'"),
    ('fr = "Modalités de novembre 2009"\n', "", "name.fr: a text is missing"),
    ('fr = "Part du produit brut pour les prix, au plus"\n', "", "prize_share.fr: a text is missing"),
    ('en = "Share of gross proceeds for prizes, at most"', 'en = " "', "prize_share.en: a text is expected, not ' '"),
    ('en = "Share of gross proceeds for prizes, at most"', "en = 65", "prize_share.en: a text is expected, not 65"),
    ("[name]", "not_known = []\n[name]", "not_known: a list of names is expected, not []"),
    ("[name]", "not_known = 3\n[name]", "not_known: a list of names is expected, not 3"),
    ("[name]", 'not_known = [["x"]]\n[name]', "not_known: nothing is known by the name ['x']"),
    ("[name]", 'not_known = ["x"]\n[name]', "not_known: nothing is known by the name 'x'"),
    ('id = "2009-11"', 'id = "2009-11', "id: Illegal character '\\n'"),
    ("Modalités de", "Modalit\ufffds de", "name.fr: a character that is not UTF-8"),
]


@pytest.mark.parametrize(("before", "after", "problem"), AN_EDITION, ids=[problem for *_, problem in AN_EDITION])
def test_a_damaged_edition_is_told_by_file_key_and_reason(before: str, after: str, problem: str) -> None:
    (line,) = problems(damaged(NEW, before, after))
    assert line.partition(" (at line ")[0] == f"{NEW}: {problem}"


def test_a_misspelt_name_is_told_as_what_it_is_and_as_what_is_then_missing() -> None:
    assert problems(damaged(NEW, "[prize_share]", "[price_share]")) == [
        f"{NEW}: price_share: nothing is known by this name",
        f"{NEW}: prize_share: a gap: the edition neither sets it, nor leaves it free, nor says that it is not known",
    ]
    assert problems(damaged(NEW, "[source]", "[sauce]")) == [
        f"{NEW}: sauce: nothing is known by this name",
        f"{NEW}: source: a table is missing",
    ]
    assert problems(damaged(NEW, "[no_limit.single_prize_cap]", "[no_limits.single_prize_cap]")) == [
        f"{NEW}: no_limits: nothing is known by this name",
        f"{NEW}: single_prize_cap: a gap: the edition neither sets it, nor leaves it free, nor says that it is not known",
    ]


def test_what_an_edition_leaves_free_is_a_table() -> None:
    before = FILES[NEW][FILES[NEW].index("[no_limit.") : FILES[NEW].index("[house_rules]")]
    assert f"{NEW}: no_limit: a table is expected, not [{{}}]" in problems(damaged(NEW, before, "[[no_limit]]\n"))


# Between editions ---------------------------------------------------------------------------------------------------------
def test_a_copy_of_an_edition_under_another_name_is_refused_by_its_name_and_by_its_days() -> None:
    assert problems(FILES | {"2009-12.toml": FILES[NEW]}) == [
        f"{NEW}: until: the last day is missing, as 2009-12 takes effect on 2009-11-19",
        "2009-12.toml: id: the edition in this file is '2009-12', not '2009-11'",
    ]


def test_an_edition_that_is_followed_by_another_has_a_last_day() -> None:
    assert problems(damaged(OLD, "until = 2009-11-18\n", "")) == [
        f"{OLD}: until: the last day is missing, as 2009-11 takes effect on 2009-11-19"
    ]


def test_an_edition_without_its_day_does_not_make_a_false_gap_between_its_neighbours() -> None:
    later = FILES[NEW].replace('id = "2009-11"', 'id = "2014-09"').replace("takes_effect = 2009-11-19", "takes_effect = 2014-09-01")
    assert problems(damaged(NEW, "takes_effect = 2009-11-19", "takes_effect = 2009") | {"2014-09.toml": later}) == [
        f"{NEW}: takes_effect: a date is expected, such as 2009-11-19, not 2009"
    ]


def test_a_third_edition_that_follows_on_is_read() -> None:
    current = FILES[NEW].replace("takes_effect = 2009-11-19", "takes_effect = 2009-11-19\nuntil = 2014-08-31")
    later = FILES[NEW].replace('id = "2009-11"', 'id = "2014-09"').replace("takes_effect = 2009-11-19", "takes_effect = 2014-09-01")
    editions, _register = read_catalogue(FILES | {NEW: current, "2014-09.toml": later})
    assert [edition.id for edition in editions.all] == ["2008-05", "2009-11", "2014-09"]


def test_without_an_edition_or_without_the_register_nothing_is_read() -> None:
    assert problems({CLAUSES: FILES[CLAUSES]}) == ["*.toml: the file: there is no edition"]
    assert problems({name: text for name, text in FILES.items() if name != CLAUSES}) == [
        f"{CLAUSES}: {table}: a table is missing" for table in ("clauses", "places", "sections")
    ]


def test_an_empty_file_is_not_taken_for_an_edition() -> None:
    found = problems(FILES | {"2014-09.toml": ""})
    assert "2014-09.toml: takes_effect: a date is expected, such as 2009-11-19, not None" in found
    assert {line.partition(":")[0] for line in found} == {"2014-09.toml"}


def test_a_file_that_breaks_off_is_told_by_the_place_where_it_does() -> None:
    assert problems(FILES | {NEW: FILES[NEW] + "["}) == [
        f"{NEW}: the file: Invalid initial character for a key part (at end of document)"
    ]


# The register -------------------------------------------------------------------------------------------------------------
THE_REGISTER = [
    (CLAUSE, f"{CLAUSE}{CLAUSE}", "clauses.1.2: Cannot declare ('clauses', '1.2') twice"),
    (CLAUSE, CLAUSE + 'kind = ["gate"]\n', "clauses.1.2.kind: Cannot overwrite a value"),
    ('[clauses."1.2"]', '[clauses."1.20"]', "clauses.1.20: a gap or out of order: 1.2 is expected here"),
    ('[clauses."1.1"]', '[clauses."0.1"]', "clauses.0.1: a gap or out of order: 1.1 is expected here"),
    ('[clauses."12.8"]', '[clauses."13.1"]', "clauses.13.1: a gap or out of order: no other clause is expected here"),
    ('[clauses."1.2"]', '[clauses."last"]', "clauses.last: a gap or out of order: 1.2 is expected here"),
    ("[sections.12]", "[sections.13]", "sections.13: a gap or out of order: section 12 is expected here"),
    ("[sections.12]", "[sections.last]", "sections.last: a gap or out of order: section 12 is expected here"),
    ("[places.organisation]", '[sections.13]\nen = "x"\nfr = "y"\n[places.organisation]', "sections.13: a gap: it has no clause"),
    ("[sections.12]", "[sections.12]\nx = 1", "sections.12.x: nothing is known by this name"),
    ('fr = "Définitions"\n', "", "sections.1.fr: a text is missing"),
    ("[places.organisation]", "[places]\nhall = 1\n[places.organisation]", "places.hall: a table is expected, not 1"),
    ("built = false", 'built = "yes"', "places.organisation.built: true or false is expected, not 'yes'"),
    ("built = false\n", "", "places.organisation.built: true or false is expected, not None"),
    ("built = false", "built = false\nx = 1", "places.organisation.x: nothing is known by this name"),
    (CLAUSE, CLAUSE.replace('["limit"]', '["wish"]'), "clauses.1.2.kind: nothing is known by the name 'wish'"),
    (CLAUSE, CLAUSE.replace('["limit"]', '"limit"'), "clauses.1.2.kind: a list of names is expected, not 'limit'"),
    (CLAUSE, CLAUSE.replace('["limit"]', '["limit", "limit"]'), "clauses.1.2.kind: a duplicate: 'limit' is there 2 times"),
    (CLAUSE, CLAUSE.replace('"report"', '"moon"'), "clauses.1.2.where: nothing is known by the name 'moon'"),
    (CLAUSE, CLAUSE.replace('"report"', "1.5"), "clauses.1.2.where: nothing is known by the name 1.5"),
    (CLAUSE, f"{CLAUSE}x = 1\n", "clauses.1.2.x: nothing is known by this name"),
    (CLAUSE, f'{CLAUSE}position = {{ en = "x", fr = "y" }}\n', "clauses.1.2.reason: a table is missing"),
    (CLAUSE, f'{CLAUSE}reason = {{ en = "x", fr = "y" }}\n', "clauses.1.2.position: a table is missing"),
    ("# 1 Definitions", "[colours]\n# 1 Definitions", "colours: nothing is known by this name"),
]


@pytest.mark.parametrize(("before", "after", "problem"), THE_REGISTER, ids=[problem for *_, problem in THE_REGISTER])
def test_a_damaged_register_is_told_by_file_key_and_reason(before: str, after: str, problem: str) -> None:
    (line,) = problems(damaged(CLAUSES, before, after))
    assert line.partition(" (at line ")[0] == f"{CLAUSES}: {problem}"


@pytest.mark.parametrize("number", ["1.1", "2.5", "6.20", "11.1"])
def test_a_clause_that_is_left_out_is_a_gap(number: str) -> None:
    start = FILES[CLAUSES].index(f'[clauses."{number}"]')
    found = problems(FILES | {CLAUSES: FILES[CLAUSES][:start] + FILES[CLAUSES][FILES[CLAUSES].index("[clauses.", start + 1) :]})
    section, place = number.split(".")
    told = f"{CLAUSES}: clauses.{section}.{int(place) + 1}: a gap or out of order: {number} is expected here"
    assert told in found


def test_a_number_whose_clause_the_register_lost_is_told_in_each_edition() -> None:
    start = FILES[CLAUSES].index('[clauses."12.6"]')
    found = problems(FILES | {CLAUSES: FILES[CLAUSES][:start]})
    assert found == [f"{NEW}: {name}.clause: the register has no clause '12.6'" for name in ("report_days", "reports")]


def test_a_missing_text_is_told_in_its_language() -> None:
    text = re.sub(r'^how\.fr = .*"$', "", FILES[CLAUSES], count=1, flags=re.MULTILINE)
    assert problems(FILES | {CLAUSES: text}) == [f"{CLAUSES}: clauses.1.1.how.fr: a text is missing"]


def test_all_problems_of_all_files_are_told_at_once_in_the_order_of_files_and_keys() -> None:
    files = {
        OLD: FILES[OLD].replace('value = "0.35"', "value = 0.35"),
        NEW: FILES[NEW]
        .replace('value = "0.65"', 'value = "6.5"')
        .replace("takes_effect = 2009-11-19", "takes_effect = 2009-11-01"),
        CLAUSES: FILES[CLAUSES].replace('["limit"]', '["wish"]', 1),
    }
    assert problems(files) == [
        f"{OLD}: prize_share.value: 0.35 is a float, which is never exact: write it in quotes",
        f"{NEW}: prize_share.value: a share of 6.5 is more than the whole",
        f"{NEW}: takes_effect: out of order: 2009-11 takes effect on 2009-11-01, and 2008-05 ends on 2009-11-18",
        f"{CLAUSES}: clauses.1.1.kind: nothing is known by the name 'wish'",
    ]


@given(
    file=st.sampled_from(sorted(FILES)),
    lines=st.data(),
    value=st.sampled_from(["1", "1.5", "[]", "[[1]]", "{}", '"x"', "true", "2009-01-01"]),
)
@settings(max_examples=60)
def test_whatever_is_lost_doubled_or_replaced_is_told_or_harmless_and_never_a_crash(
    file: str, lines: st.DataObject, value: str
) -> None:
    written = FILES[file].split("\n")
    number = lines.draw(st.integers(0, len(written) - 1))
    line = written[number]
    for instead in ([], [line, line], [f"{line.partition('=')[0]}= {value}"]):
        with suppress(TermsUnreadable):
            read_catalogue(FILES | {file: "\n".join([*written[:number], *instead, *written[number + 1 :]])})


def test_a_register_that_cannot_be_parsed_is_one_problem_and_not_one_for_each_number() -> None:
    (line,) = problems(FILES | {CLAUSES: FILES[CLAUSES] + "x"})
    assert line.startswith(f"{CLAUSES}: clauses.12.8.x: ")
