"""Exact pairing at the least cost: which places of the giving groups go to which places of the receiving ones.

A pair costs its distance on a line of positions, `step` for each step, and the costs of its two places; where a position is not
known, `blind` stands for the distance. So no arc is needed for each pair: a unit leaves its place, walks along the line and
enters another place, and the whole is a flow of least cost in a network of few nodes, found by successive shortest paths (each
extends an optimum for k units to one for k + 1).
"""

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

SOURCE, SINK, FROM_ANYWHERE, TO_ANYWHERE, LINE = range(5)


class CannotBePaired(ValueError):
    """The groups do not have the places that they should give or take."""


class Place(NamedTuple):
    """One that a unit leaves or enters. `position` is from 0 up; None where none is known.

    A place to enter may reach over further positions, so many as `reach`: each of them is as good.
    """

    position: int | None
    cost: int
    reach: int = 0


class Group(NamedTuple):
    """Between `least` and `most` of these places are used."""

    least: int
    most: int
    places: Sequence[Place]


class Pair(NamedTuple):
    """A giving group and which of its places, a receiving group and which of its places."""

    giver: int
    given: int
    receiver: int
    received: int


class _Flow:
    """Arcs come in twos, there and back: what is free on the way back is what flows on the way there."""

    def __init__(self, nodes: int) -> None:
        self.ends: list[int] = []
        self.free: list[int] = []
        self.costs: list[int] = []
        self.arcs: list[list[int]] = [[] for _ in range(nodes)]

    def join(self, start: int, end: int, capacity: int, cost: int) -> int:
        arc = len(self.ends)
        self.arcs[start].append(arc)
        self.arcs[end].append(arc + 1)
        self.ends += (end, start)
        self.free += (capacity, 0)
        self.costs += (cost, -cost)
        return arc

    def send(self, amount: int) -> None:
        """Units from source to sink, one by one, each by the cheapest way; against its flow an arc gives its cost back."""
        potentials = [0] * len(self.arcs)
        for _ in range(amount):
            distances, arrived_by = self._cheapest_ways(potentials)
            reach = distances[SINK]
            for node in range(len(potentials)):
                potentials[node] += min(distances.get(node, reach), reach)
            node = SINK
            while node != SOURCE:
                arc = arrived_by[node]
                self.free[arc] -= 1
                self.free[arc ^ 1] += 1
                node = self.ends[arc ^ 1]

    def _cheapest_ways(self, potentials: list[int]) -> tuple[dict[int, int], dict[int, int]]:
        """Dijkstra's algorithm; the potentials keep every reduced cost from being negative."""
        ends, free, costs = self.ends, self.free, self.costs
        distances, arrived_by = {SOURCE: 0}, dict[int, int]()
        queue = [(0, SOURCE)]
        while queue[0][1] != SINK:
            distance, node = heappop(queue)
            if distance > distances[node]:
                continue
            base = distance + potentials[node]
            for arc in self.arcs[node]:
                if free[arc]:
                    end = ends[arc]
                    further = base + costs[arc] - potentials[end]
                    if end not in distances or further < distances[end]:
                        distances[end] = further
                        arrived_by[end] = arc
                        heappush(queue, (further, end))
        return distances, arrived_by

    def follow(self, arc: int, stop: int, pick: Callable[[int], int]) -> int:
        """Take one unit from this arc on to a node numbered `stop` or higher; gives the arc by which it gets there."""
        while self.ends[arc] < stop:
            onward = [way for way in self.arcs[self.ends[arc]] if not way & 1 for _ in range(self.free[way ^ 1])]
            arc = onward[pick(len(onward))]
            self.free[arc ^ 1] -= 1
        return arc


def first(_count: int) -> int:
    return 0


def pair(
    givers: Sequence[Group], receivers: Sequence[Group], amount: int, *, step: int, blind: int, pick: Callable[[int], int] = first
) -> list[Pair]:
    """`amount` pairs at the least total cost. `pick` chooses where several of equal cost remain: a number below its argument."""
    _refuse_impossible(givers, amount)
    _refuse_impossible(receivers, amount)
    places = [place for groups in (givers, receivers) for group in groups for place in group.places]
    furthest = max((position + reach for position, _, reach in places if position is not None), default=0)
    # More than any plan costs: what a group need not give or take is used only when everything that it must is.
    optional = amount * (2 * max((cost for _, cost, _ in places), default=0) + step * furthest + blind) + 1
    first_wide = LINE + furthest + 1
    first_giver = first_wide + sum(place.reach > 0 for place in places)
    first_receiver = first_giver + len(givers)
    flow = _Flow(first_receiver + len(receivers))
    _lay_line(flow, first_wide, amount, step, blind)
    leaving: dict[int, tuple[int, int]] = {}
    for index, group in enumerate(givers):
        flow.join(SOURCE, first_giver + index, group.least, 0)
        flow.join(SOURCE, first_giver + index, group.most - group.least, optional)
        for number, (position, cost, _) in enumerate(group.places):
            node = FROM_ANYWHERE if position is None else LINE + position
            leaving[flow.join(first_giver + index, node, 1, cost)] = index, number
    entering: dict[int, tuple[int, int]] = {}
    wide = iter(range(first_wide, first_giver))
    for index, group in enumerate(receivers):
        flow.join(first_receiver + index, SINK, group.least, 0)
        flow.join(first_receiver + index, SINK, group.most - group.least, optional)
        for number, place in enumerate(group.places):
            entering[flow.join(_entrance(flow, place, wide), first_receiver + index, 1, place.cost)] = index, number
    flow.send(amount)
    used = [arc for arc in leaving if flow.free[arc ^ 1]]
    return [Pair(*leaving[arc], *entering[flow.follow(arc, first_receiver, pick)]) for arc in used]


def _entrance(flow: _Flow, place: Place, wide: Iterator[int]) -> int:
    """The node before a place: its position on the line, or one of its own that several positions lead to."""
    if place.position is None:
        return TO_ANYWHERE
    node = LINE + place.position
    if not place.reach:
        return node
    entrance = next(wide)
    for start in range(node, node + place.reach + 1):
        flow.join(start, entrance, 1, 0)
    return entrance


def _refuse_impossible(groups: Sequence[Group], amount: int) -> None:
    """Between these bounds every amount can be paired, since any place may go to any other."""
    if not all(0 <= group.least <= group.most <= len(group.places) for group in groups):
        raise CannotBePaired("a group has fewer places than it should use")
    if not sum(group.least for group in groups) <= amount <= sum(group.most for group in groups):
        raise CannotBePaired(f"{amount} is not between what the groups must use and what they may")


def _lay_line(flow: _Flow, end: int, amount: int, step: int, blind: int) -> None:
    """The positions, and the ways between them and the two places outside, of which no unit needs more than one."""
    flow.join(FROM_ANYWHERE, TO_ANYWHERE, amount, blind)
    for node in range(LINE, end):
        flow.join(FROM_ANYWHERE, node, amount, blind)
        flow.join(node, TO_ANYWHERE, amount, blind)
        if node > LINE:
            flow.join(node - 1, node, amount, step)
            flow.join(node, node - 1, amount, step)
