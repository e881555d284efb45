"""The harness of `make bench`: what it counts, prints and writes. How fast anything is, is not tested here."""

import gc
import json
from pathlib import Path

import pytest

from benchmarks import harness
from benchmarks.harness import Amount, Figure, Pair, figure, humane, medians, table


@pytest.fixture(autouse=True)
def registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harness, "REGISTRY", {})


def register(name: str, amount: float, *, goal: float) -> None:
    figure(name, goal=goal)(lambda: Amount(amount, "MB"))


@pytest.mark.parametrize(("measured", "met"), [(3.99, True), (4.0, True), (4.01, False)])
def test_a_ratio_may_reach_its_goal_but_not_pass_it(measured: float, met: bool) -> None:
    assert Figure("page", measured, 1.0, 4.0, "s").met is met


@pytest.mark.parametrize(("measured", "met"), [(299, True), (300, True), (301, False)])
def test_an_amount_without_a_floor_is_held_against_the_goal_itself(measured: float, met: bool) -> None:
    memory = Figure("memory", measured, None, 300, "MB")
    assert memory.ratio is None
    assert memory.met is met


def test_the_thing_and_its_floor_are_measured_in_turns_after_the_warm_up() -> None:
    calls: list[str] = []
    medians(Pair(lambda: calls.append("thing"), lambda: calls.append("floor")), rounds=3, warm_up=2)
    assert calls == ["thing", "floor"] * 5


def test_the_median_is_told_so_that_one_slow_round_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = iter([2.0, 1.0, 90.0, 1.0, 4.0, 3.0])
    monkeypatch.setattr(harness, "seconds", lambda _work: next(taken))
    assert medians(Pair(int, int), rounds=3, warm_up=0) == (4.0, 1.0)


def test_garbage_is_not_collected_inside_a_round_and_is_again_afterwards() -> None:
    inside: list[bool] = []
    medians(Pair(lambda: inside.append(gc.isenabled()), int), rounds=1, warm_up=0)
    assert inside == [False]
    assert gc.isenabled()


def test_garbage_is_collected_again_after_a_round_that_fails() -> None:
    with pytest.raises(ZeroDivisionError):
        medians(Pair(lambda: 1 / 0, int), rounds=1, warm_up=0)
    assert gc.isenabled()


def test_a_registered_pair_becomes_a_figure_in_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harness, "medians", lambda _pair, *, rounds: (0.003 * rounds, 0.001))
    figure("page", goal=4.0, rounds=2)(lambda: Pair(int, int))
    assert harness.REGISTRY["page"]() == Figure("page", 0.006, 0.001, 4.0, "s")


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (2.5, "s", "2.5 s"),
        (0.0123, "s", "12.3 ms"),
        (4.56e-5, "s", "45.6 µs"),
        (7e-9, "s", "7 ns"),
        (0.0, "s", "0 ns"),
        (1234.5, "MB", "1,234.5 MB"),
    ],
)
def test_amounts_are_written_in_a_unit_that_suits_them(value: float, unit: str, text: str) -> None:
    assert humane(value, unit) == text


def test_the_columns_of_the_table_are_aligned() -> None:
    lines = table([Figure("home page", 0.0123, 0.004, 4.0, "s"), Figure("memory", 301, None, 300, "MB")]).splitlines()
    assert lines == [
        "figure     measured  floor  ratio    goal  met",
        "home page   12.3 ms   4 ms   3.08    4.00  yes",
        "memory       301 MB                300 MB   NO",
    ]


def test_the_table_and_the_json_say_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    register("memory", 299.0, goal=300)
    register("disk", 12.0, goal=10)
    harness.run([], results=tmp_path / "results.json")
    written = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    figures = [Figure(each["name"], each["measured"], each["floor"], each["goal"], each["unit"]) for each in written["figures"]]
    assert capsys.readouterr().out == table(figures) + "\n"
    assert [each["met"] for each in written["figures"]] == [True, False]
    assert written.keys() >= {"date", "python", "django", "cores"}


@pytest.mark.parametrize(("amount", "code"), [(300, 0), (301, 1)])
def test_a_missed_goal_gives_exit_code_1(tmp_path: Path, amount: float, code: int) -> None:
    register("disk", 1, goal=10)
    register("memory", amount, goal=300)
    assert harness.run([], results=tmp_path / "results.json") == code


def test_a_part_of_a_name_chooses_the_figures_to_measure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("home page (visitor)", "home page (organiser)", "sign-in page"):
        register(name, 1, goal=10)
    harness.run(["visitor", "sign-in"], results=tmp_path / "results.json")
    printed = capsys.readouterr().out
    assert "visitor" in printed
    assert "sign-in" in printed
    assert "organiser" not in printed


def test_a_name_that_no_figure_has_is_refused_with_the_names_there_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    register("memory", 1, goal=10)
    assert harness.run(["speed"], results=tmp_path / "results.json") == 2
    assert "memory" in capsys.readouterr().err
    assert not (tmp_path / "results.json").exists()
