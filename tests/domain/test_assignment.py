"""Pairs at the least cost, against an independent solver."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from tournaments.domain.assignment import CannotBePaired, Group, Pair, Place, pair

FORBIDDEN = 10**9
leaving = st.builds(Place, st.none() | st.integers(0, 6), st.integers(0, 9), st.just(0))
entering = leaving | st.builds(Place, st.integers(0, 6), st.integers(0, 9), st.integers(0, 3))


@st.composite
def groups(draw: st.DrawFn, places: st.SearchStrategy[Place]) -> Group:
    members = draw(st.lists(places, max_size=5))
    least = draw(st.integers(0, len(members)))
    return Group(least, draw(st.integers(least, len(members))), members)


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[Group], list[Group], int]:
    givers, receivers = draw(st.lists(groups(leaving), max_size=4)), draw(st.lists(groups(entering), max_size=4))
    low = max(sum(group.least for group in side) for side in (givers, receivers))
    high = min(sum(group.most for group in side) for side in (givers, receivers))
    if low > high:
        givers = [Group(0, group.most, group.places) for group in givers]
        receivers = [Group(0, group.most, group.places) for group in receivers]
        low = 0
    return givers, receivers, draw(st.integers(low, high))


def price(given: Place, received: Place, step: int, blind: int) -> int:
    if given.position is None or received.position is None:
        return given.cost + received.cost + blind
    reached = range(received.position, received.position + received.reach + 1)
    return given.cost + received.cost + step * min(abs(given.position - position) for position in reached)


def cheapest(givers: list[Group], receivers: list[Group], amount: int, step: int, blind: int) -> int:
    """The same as an assignment: places that must, or may, stay unused are paired with stand-ins of their own group."""

    def members(side: list[Group]) -> list[tuple[str, int, Place]]:
        return [("place", index, place) for index, group in enumerate(side) for place in group.places]

    def stand_ins(side: list[Group]) -> list[tuple[str, int, None]]:
        must = [("must", index, None) for index, group in enumerate(side) for _ in range(len(group.places) - group.most)]
        return must + [("may", index, None) for index, group in enumerate(side) for _ in range(group.most - group.least)]

    def fillers(side: list[Group]) -> list[tuple[str, int, None]]:
        return [("filler", 0, None)] * (amount - sum(group.least for group in side))

    rows = members(givers) + stand_ins(receivers) + fillers(givers)
    columns = members(receivers) + stand_ins(givers) + fillers(receivers)

    def cost(row: tuple[str, int, Place | None], column: tuple[str, int, Place | None]) -> int:
        kinds = {row[0], column[0]}
        if kinds == {"place"}:
            return price(row[2], column[2], step, blind)
        if kinds in ({"place", "must"}, {"place", "may"}):
            return 0 if row[1] == column[1] else FORBIDDEN
        return 0 if kinds == {"may", "filler"} else FORBIDDEN

    matrix = np.array([[cost(row, column) for column in columns] for row in rows], dtype=float).reshape(len(rows), len(columns))
    chosen = linear_sum_assignment(matrix)
    return round(matrix[chosen].sum())


@settings(max_examples=300)
@given(problems(), st.integers(1, 20), st.integers(0, 200), st.randoms(use_true_random=False))
def test_pairs_are_as_cheap_as_the_best_assignment_whatever_is_picked_between_equals(problem, step, blind, chance) -> None:
    givers, receivers, amount = problem
    pairs = pair(givers, receivers, amount, step=step, blind=blind, pick=chance.randrange)
    assert len(pairs) == amount
    assert len({(one.giver, one.given) for one in pairs}) == len({(one.receiver, one.received) for one in pairs}) == amount
    for index, group in enumerate(givers):
        assert group.least <= sum(one.giver == index for one in pairs) <= group.most
    for index, group in enumerate(receivers):
        assert group.least <= sum(one.receiver == index for one in pairs) <= group.most
    total = sum(
        price(givers[one.giver].places[one.given], receivers[one.receiver].places[one.received], step, blind) for one in pairs
    )
    assert total == cheapest(givers, receivers, amount, step, blind)


def test_what_must_be_given_goes_before_what_costs_less() -> None:
    dear, cheap = Group(1, 1, [Place(6, 9)]), Group(0, 1, [Place(1, 0)])
    assert pair([cheap, dear], [Group(0, 1, [Place(1, 0)])], 1, step=10, blind=0) == [Pair(1, 0, 0, 0)]


def test_an_unknown_position_is_taken_only_where_a_known_one_costs_more() -> None:
    unknown, known = Place(None, 0), Place(4, 0)
    aim = [Group(1, 1, [Place(1, 0)])]
    assert pair([Group(1, 1, [unknown, known])], aim, 1, step=1, blind=4)[0].given == 1
    assert pair([Group(1, 1, [unknown, known])], aim, 1, step=1, blind=2)[0].given == 0


def test_two_unknown_ends_meet_rather_than_spoil_two_pairs() -> None:
    both = [Group(2, 2, [Place(None, 0), Place(3, 0)])]
    assert set(pair(both, both, 2, step=1, blind=100)) == {Pair(0, 0, 0, 0), Pair(0, 1, 0, 1)}


def test_nothing_is_paired_with_nothing() -> None:
    assert pair([], [], 0, step=1, blind=1) == []


@pytest.mark.parametrize(
    ("giver", "amount"),
    [
        (Group(2, 2, [Place(1, 0)]), 1),
        (Group(1, 0, [Place(1, 0)]), 1),
        (Group(-1, 1, [Place(1, 0)]), 1),
        (Group(0, 1, [Place(1, 0)]), 2),
        (Group(1, 1, [Place(1, 0)]), 0),
    ],
)
def test_groups_that_cannot_give_or_take_so_many_are_refused(giver: Group, amount: int) -> None:
    plenty = [Group(0, 3, [Place(1, 0)] * 3)]
    with pytest.raises(CannotBePaired):
        pair([giver], plenty, amount, step=1, blind=1)
    with pytest.raises(CannotBePaired):
        pair(plenty, [giver], amount, step=1, blind=1)
