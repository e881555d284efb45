"""Measures a thing against its floor in the same run, so that a slow machine slows both."""

import gc
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter

import django

WARM_UP = 10
ROUNDS = 200

Work = Callable[[], object]


@dataclass(frozen=True)
class Pair:
    """What is measured, and the least that it could cost."""

    thing: Work
    floor: Work


@dataclass(frozen=True)
class Amount:
    """Something counted rather than timed, such as memory in MB: the goal is then the most that it may be."""

    value: float
    unit: str


@dataclass(frozen=True)
class Figure:
    name: str
    measured: float
    floor: float | None
    goal: float
    unit: str

    @property
    def ratio(self) -> float | None:
        return None if self.floor is None else self.measured / self.floor

    @property
    def met(self) -> bool:
        return (self.measured if self.ratio is None else self.ratio) <= self.goal

    def as_row(self) -> list[str]:
        floor = "" if self.floor is None else humane(self.floor, self.unit)
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        goal = humane(self.goal, self.unit) if self.ratio is None else f"{self.goal:.2f}"
        return [self.name, humane(self.measured, self.unit), floor, ratio, goal, "yes" if self.met else "NO"]

    def as_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "measured": self.measured,
            "floor": self.floor,
            "unit": self.unit,
            "ratio": self.ratio,
            "goal": self.goal,
            "met": self.met,
        }


Benchmark = Callable[[], Pair | Amount]
REGISTRY: dict[str, Callable[[], Figure]] = {}


def figure(name: str, *, goal: float, rounds: int = ROUNDS) -> Callable[[Benchmark], Benchmark]:
    """Register a benchmark: it gets ready, outside the measure, and returns a Pair to time or an Amount it has counted."""

    def register(benchmark: Benchmark) -> Benchmark:
        def measure() -> Figure:
            found = benchmark()
            if isinstance(found, Amount):
                return Figure(name, found.value, None, goal, found.unit)
            measured, floor = medians(found, rounds=rounds)
            return Figure(name, measured, floor, goal, "s")

        REGISTRY[name] = measure
        return benchmark

    return register


def medians(pair: Pair, *, rounds: int = ROUNDS, warm_up: int = WARM_UP) -> tuple[float, float]:
    """The seconds that the thing and its floor take, in turns, so that noise hits both alike."""
    for _ in range(warm_up):
        pair.thing()
        pair.floor()
    times: list[tuple[float, float]] = []
    with garbage_between_rounds() as collect:
        for _ in range(rounds):
            collect()
            times.append((seconds(pair.thing), seconds(pair.floor)))
    things, floors = zip(*times, strict=True)
    return median(things), median(floors)


def seconds(work: Work) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


@contextmanager
def garbage_between_rounds() -> Iterator[Callable[[], int]]:
    """Garbage is collected between rounds and never inside one; what was loaded before is not looked at each time."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield gc.collect
    finally:
        gc.enable()
        gc.unfreeze()


def humane(value: float, unit: str) -> str:
    if unit != "s":
        return f"{value:,.10g} {unit}"
    for scale, name in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if value * scale >= 1:
            return f"{value * scale:.3g} {name}"
    return f"{value * 1e9:.3g} ns"


def table(figures: list[Figure]) -> str:
    rows = [["figure", "measured", "floor", "ratio", "goal", "met"], *(figure.as_row() for figure in figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    )


def run(names: list[str], *, results: Path) -> int:
    """Measure, print and write the figures whose name contains one of `names`; 1 when a goal is missed."""
    chosen = [measure for name, measure in REGISTRY.items() if not names or any(part in name for part in names)]
    if not chosen:
        print(f"No figure has such a name. There are: {', '.join(REGISTRY)}.", file=sys.stderr)
        return 2
    figures = [measure() for measure in chosen]
    print(table(figures))
    report = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "django": django.get_version(),
        "cores": os.cpu_count(),
        "figures": [figure.as_json() for figure in figures],
    }
    results.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0 if all(figure.met for figure in figures) else 1
