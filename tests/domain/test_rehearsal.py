"""Whole evenings played by chance: everything fits together."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.domain.floor import REBUYS, setup
from tournaments.domain.journal import fold
from tournaments.domain.rehearsal import chips_add_up, fewest_moves, moves_of, rehearse
from tournaments.domain.room import Phase


@settings(max_examples=15, deadline=None)
@given(players=st.integers(2, 60), pins=st.integers(0, 2), seed=st.integers(0, 10_000))
def test_an_evening_of_any_size_ends_well(players: int, pins: int, seed: int) -> None:
    evening = rehearse(setup(rebuys=REBUYS), players=players, pins=pins, rng=Random(seed))
    assert evening.room.phase is Phase.ENDED
    assert len(evening.balance_changes) + len(evening.break_changes) == evening.forced_minimum
    assert evening.worst_spread <= 1
    assert all(evening.room.players[entry].moved == 0 for entry in evening.pinned)
    assert chips_add_up(evening)
    assert evening.room.ranking().complete
    assert fold(evening.setup, evening.journal).players == evening.room.players
    assert sum(moves_of(evening)) == evening.forced_minimum


def test_the_same_seed_plays_the_same_evening() -> None:
    one, other = (rehearse(setup(rebuys=REBUYS), players=25, pins=1, rng=Random(7)) for _ in range(2))
    assert one.journal == other.journal
    assert one.undos == other.undos


@pytest.mark.parametrize(
    ("sizes", "moves"), [([10, 10, 10], 0), ([10, 9, 9], 0), ([10, 10, 8], 1), ([10, 10, 10, 6], 3), ([3], 0), ([9, 9, 6], 2)]
)
def test_the_fewest_moves_are_counted_from_both_sides(sizes: list[int], moves: int) -> None:
    assert fewest_moves(sizes) == moves
