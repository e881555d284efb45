"""`manage.py rehearse`: a whole evening, measured."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

KEYS = [
    "players",
    "tables",
    "acts",
    "balance_moves",
    "break_moves",
    "forced_minimum",
    "worst_spread",
    "balance_displacement",
    "break_displacement",
    "max_moves_one_player",
    "pinned_moved",
    "chips_reconciled",
    "places_complete",
    "prizes_sum_ok",
    "seconds",
    "journal_verified",
]


def rehearsed(*arguments: str) -> str:
    out = StringIO()
    call_command("rehearse", *arguments, stdout=out)
    return out.getvalue()


def test_a_rehearsal_is_measured_for_a_script() -> None:
    figures = json.loads(rehearsed("--players", "47", "--seats", "9", "--seed", "3", "--json"))
    assert list(figures) == KEYS
    assert (figures["players"], figures["tables"], figures["pinned_moved"]) == (47, 6, 0)
    assert figures["balance_moves"] + figures["break_moves"] == figures["forced_minimum"]
    assert figures["worst_spread"] <= 1
    assert all(figures[name] for name in ("chips_reconciled", "places_complete", "prizes_sum_ok", "journal_verified"))


def test_the_same_seed_gives_the_same_figures() -> None:
    one, other = (json.loads(rehearsed("--players", "20", "--seed", "5", "--json")) for _ in range(2))
    assert {**one, "seconds": 0} == {**other, "seconds": 0}


def test_people_read_a_list() -> None:
    assert "chips reconciled        True" in rehearsed("--players", "12")


@pytest.mark.parametrize("players", ["1", "2001", "many", "-4", "1.5", "10000000000000000000"])
def test_what_is_no_number_of_players_is_refused(players: str) -> None:
    with pytest.raises(CommandError, match="not a whole number"):
        call_command("rehearse", f"--players={players}")
