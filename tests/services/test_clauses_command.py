"""The Terms from the command line: every clause is listed, and nothing starts on damaged files."""

import json
import os
import re
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils.translation import override

from config.environment import KNOWN
from licensing import terms
from licensing.domain.rules import RULES
from tests.environment import ROOT


def said(*options: str) -> str:
    out = StringIO()
    call_command("clauses", *options, stdout=out)
    return out.getvalue()


@pytest.fixture(scope="module")
def listed() -> dict[str, dict[str, Any]]:
    return {clause["id"]: clause for clause in json.loads(said("--json"))}


# The list -----------------------------------------------------------------------------------------------------------------
def test_scripts_get_every_clause_in_order_with_the_same_keys(listed: dict[str, dict[str, Any]]) -> None:
    assert list(listed) == list(terms.register().clauses)
    assert {tuple(clause) for clause in listed.values()} == {("id", "kind", "kept_by", "where", "en", "fr")}


def test_a_clause_is_kept_by_its_rules_and_then_by_what_else_is_done_for_it(listed: dict[str, dict[str, Any]]) -> None:
    expected = {
        "4.3": ("limit", ["prizes_within_share_of_gross"]),
        "4.2": ("limit", ["expenses_within_share_of_entry_fees", "expenses_of_one_tournament_within_share"]),
        "2.9": ("document, attest", ["document", "attestation"]),
        "3.3": ("gate, power", ["gate", "power"]),
        "1.5": ("record", ["record"]),
        "8.4": ("attest, record", ["chips_in_play_are_those_issued", "attestation", "record"]),
        "12.6": ("document, limit", ["every_report_is_there", "reports_are_filed_in_time", "document"]),
    }
    assert {number: (listed[number]["kind"], listed[number]["kept_by"]) for number in expected} == expected


def test_no_clause_is_left_without_something_that_keeps_it_and_no_rule_is_left_out(listed: dict[str, dict[str, Any]]) -> None:
    assert [number for number, clause in listed.items() if not clause["kept_by"] or not clause["where"]] == []
    assert {rule.name for rule in RULES} <= {name for clause in listed.values() for name in clause["kept_by"]}


def test_scripts_get_both_languages_whatever_the_language_of_the_site(listed: dict[str, dict[str, Any]]) -> None:
    gist = terms.register().clauses["4.2"].gist
    assert (listed["4.2"]["en"], listed["4.2"]["fr"]) == (gist.en, gist.fr)
    with override("fr"):
        assert {clause["id"]: clause for clause in json.loads(said("--json"))} == listed


@pytest.mark.parametrize(
    ("language", "section", "place"), [("en", "4 Use of proceeds", "What-if"), ("fr", "4 Utilisation des recettes", "Simulation")]
)
def test_people_get_a_list_in_their_language_as_wide_as_their_screen(
    language: str, section: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "72")
    with override(language):
        lines = said().split("\n")
    assert max(map(len, lines)) <= 72
    assert section in lines
    together = re.sub(r"\s+", " ", " ".join(lines)).replace("\N{NO-BREAK SPACE}", " ")
    for clause in terms.register().clauses.values():
        assert f"{clause.id} {clause.gist.text(language)}".replace("\N{NO-BREAK SPACE}", " ") in together
    assert f"[the_rest_goes_to_charity] {place}" in together


# Nothing starts on damaged files ------------------------------------------------------------------------------------------
@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The app and manage.py in a folder of their own, where the files of the Terms may be damaged; the rest is the project's."""
    shutil.copytree(ROOT / "licensing", tmp_path / "licensing", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", tmp_path)
    return tmp_path


def start(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    given = {"CAGNOTTE_LOG": "ERROR", "CAGNOTTE_DATA": str(folder / "data"), "PYTHONPATH": str(ROOT)}
    environment = os.environ | dict.fromkeys(KNOWN, "") | given
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_sound_files_let_everything_start(copied: Path) -> None:
    started = start(copied, "check")
    assert (started.returncode, started.stderr) == (0, "")


@pytest.mark.parametrize("command", [["check"], ["clauses", "--json"], ["serve"]])
def test_damaged_files_stop_every_start_with_a_line_for_each_problem(copied: Path, command: list[str]) -> None:
    folder = copied / "licensing" / "terms"
    current = folder / "2009-11.toml"
    current.write_bytes(
        current.read_bytes().replace(b'"0.65"', b"0.65").replace("Modalités".encode(), "Modalités".encode("latin-1"))
    )
    register = folder / "clauses.toml"
    register.write_text(register.read_text(encoding="utf-8").replace('["limit"]', '["wish"]', 1), encoding="utf-8")
    stopped = start(copied, *command)
    assert (stopped.returncode, stopped.stdout) == (1, "")
    assert stopped.stderr.replace("Cagnotte cannot start: licensing/terms/", "").splitlines() == [
        "2009-11.toml: name.fr: a character that is not UTF-8 (at line 7)",
        "2009-11.toml: prize_share.value: 0.65 is a float, which is never exact: write it in quotes",
        "clauses.toml: clauses.1.1.kind: nothing is known by the name 'wish'",
    ]
    assert stopped.stderr.count("Cagnotte cannot start: licensing/terms/") == 3


def test_a_web_server_that_loads_the_site_meets_a_wrong_configuration(copied: Path) -> None:
    (copied / "licensing" / "terms" / "2008-05.toml").unlink()
    (copied / "licensing" / "terms" / "2009-11.toml").unlink()
    (copied / "manage.py").write_text(
        "from django.core.exceptions import ImproperlyConfigured\n"
        "try:\n    import config.wsgi\nexcept ImproperlyConfigured as error:\n    print(error)\n"
    )
    assert start(copied).stdout == "Cagnotte cannot start: licensing/terms/*.toml: the file: there is no edition\n"
