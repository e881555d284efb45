"""One world is prepared for all; each test has its own copy, so that a broken one is nobody else's."""

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.processes.product import Served, World

Serve = Callable[..., Served]


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """After a first start: static files are built, the database is migrated, the demo is loaded."""
    world = World(tmp_path_factory.mktemp("prepared"))
    served = Served(world).until_healthy()
    served.signal(signal.SIGTERM)
    assert served.end() == 0, served.stderr
    yield world
    world.drop()


@pytest.fixture
def world(prepared: World, tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path / "data", like=prepared)
    yield world
    world.drop()


@pytest.fixture
def serve(world: World) -> Iterator[Serve]:
    """Starts the product in the test's world; whatever still runs at the end of the test is ended."""
    started: list[Served] = []

    def start(**options: object) -> Served:
        started.append(Served(world, **options))  # type: ignore[arg-type]
        return started[-1]

    yield start
    for served in started:
        served.clear_away()
