"""Who changes seats, and to which (clause 10.4): the choice that balancing a room and breaking a table share.

Over all players who may leave and all free seats that may be filled, the distance from the big blind, in hands, changes least.
Then those go who were moved least often, then those nearest to the big blind, then the tables come in their published order.
Tables whose button nobody has said are left alone where others can serve; where they cannot, positions are not considered.

Who sits down at a table alone finds the position that its free seat has now. Several who arrive shift each other: what they
will really find depends on all the seats that are filled. So the ways to fill such a table are searched, as far as need be.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from heapq import heappop, heappush
from itertools import combinations, count, islice
from operator import itemgetter
from typing import NamedTuple, Self

from tournaments.domain.assignment import Group, Place, first, pair
from tournaments.domain.button import free_seats, must_wait, positions, positions_when_filled, refuse_impossible, seats_after
from tournaments.domain.tables import EntryId, Seat, Table

# How many times a place is weighed for a move before the search ends with the best plan so far: some thousandths of a second. Only
# a large room that was left alone for long needs more; its plan still has the fewest moves.
EFFORT = 8_000
CHANCES = 2**32

Fill = tuple[int, ...]
Way = tuple[Fill | None, ...]
Range = tuple[int | None, int]


class SeatPromisedTwice(ValueError):
    """A move under way leads to a seat that is not free, or not in the room."""


class Rule(Enum):
    """Why a move is as it is, by clause: the nearest position, or, where a button is unknown, equal tables alone."""

    NEAREST_POSITION = "10.4"
    EQUAL_TABLES = "10.3"


@dataclass(frozen=True, slots=True)
class Floor:
    """The room as it stands. Tables come in their published order.

    `moved` counts the earlier moves of each entry; `pinned` are never moved; `under_way` are moves offered or accepted and not yet
    confirmed: a plan counts them as done, and moves nobody twice.
    """

    tables: Sequence[Table]
    moved: Mapping[EntryId, int] = field(default_factory=dict)
    pinned: Collection[EntryId] = frozenset()
    under_way: Mapping[EntryId, Seat] = field(default_factory=dict)

    def settled(self) -> Sequence[Table]:
        """The tables once the moves under way have arrived."""
        refuse_impossible(self.tables)
        if not self.under_way:
            return self.tables
        players = {
            table.number: {seat: entry for seat, entry in table.players.items() if entry not in self.under_way}
            for table in self.tables
        }
        seats = {table.number: table.seats for table in self.tables}
        for entry, seat in self.under_way.items():
            if not 1 <= seat.number <= seats.get(seat.table, 0) or seat.number in players[seat.table]:
                raise SeatPromisedTwice(f"entry {entry} cannot arrive at {seat}")
            players[seat.table][seat.number] = entry
        return [replace(table, players=players[table.number]) for table in self.tables]

    def may_move(self, entry: EntryId) -> bool:
        return entry not in self.pinned and entry not in self.under_way


@dataclass(frozen=True, slots=True)
class Move:
    """`before` and `after`: hands until the big blind, now and when the whole plan has arrived; None where no button is known."""

    entry: EntryId
    origin: Seat
    target: Seat
    before: int | None
    after: int | None
    waits: bool
    earlier: int

    @property
    def change(self) -> int | None:
        return None if self.before is None or self.after is None else abs(self.before - self.after)

    @property
    def rule(self) -> Rule:
        return Rule.EQUAL_TABLES if self.change is None else Rule.NEAREST_POSITION


@dataclass(frozen=True, slots=True)
class Plan:
    moves: tuple[Move, ...] = ()

    @property
    def change(self) -> int:
        """The sum of the changes of distance, in hands, where they are known."""
        return sum(move.change or 0 for move in self.moves)


class Quota(NamedTuple):
    """How many players a table gives or takes."""

    table: Table
    least: int
    most: int


class _Weights(NamedTuple):
    """What one of each counts in the cost of a plan: no sum of a lesser thing outweighs one of a greater."""

    unknown: int
    change: int
    earlier: int
    before: int
    origin: int
    seat: int

    @classmethod
    def of(cls, amount: int, *most: int) -> Self:
        """From the most that a single move can have of each thing, greatest first."""
        weights = [1]
        for bound in most[:0:-1]:
            weights.append(weights[-1] * (amount * bound + 1))
        return cls(*reversed(weights))


class _Journey(NamedTuple):
    seat: int
    entry: EntryId
    origin: Table
    target: Table
    new_seat: int


def reseat(
    floor: Floor, givers: Sequence[Quota], receivers: Sequence[Quota], amount: int, chance: Callable[[int], int] | None = None
) -> Plan:
    """The best moves between these tables. Between equally good seats the published order decides, or `chance` if it is given."""
    return Plan(_described(_Choice(floor, givers, receivers, amount, chance).best(), floor.moved))


class _Choice:
    """One choice of moves: who may leave, which seats may be filled, and what each costs."""

    def __init__(
        self,
        floor: Floor,
        givers: Sequence[Quota],
        receivers: Sequence[Quota],
        amount: int,
        chance: Callable[[int], int] | None,
    ) -> None:
        self.givers, self.receivers, self.amount, self.chance = givers, receivers, amount, chance
        number = count()
        self.ranks = [
            {seat: chance(CHANCES) if chance else next(number) for seat in _by_preference(quota.table)} for quota in receivers
        ]
        self.ranges = [_ranges(quota, ranks) for quota, ranks in zip(receivers, self.ranks, strict=True)]
        widest = max(quota.table.seats for quota in (*givers, *receivers))
        most_moved = max(floor.moved.values(), default=0)
        highest = max(rank for ranks in self.ranks for rank in ranks.values())
        self.weights = _Weights.of(amount, 1, widest, most_moved, widest, len(floor.tables), highest)
        self.leavers = [[item for item in quota.table.players.items() if floor.may_move(item[1])] for quota in givers]
        order = {table.number: place for place, table in enumerate(floor.tables)}
        self.origins = [
            Group(quota.least, quota.most, self._leaving(quota.table, players, floor.moved, order[quota.table.number]))
            for quota, players in zip(givers, self.leavers, strict=True)
        ]

    def best(self) -> list[_Journey]:
        """Branch and bound over the ways to fill the tables that take several: the lowest bound first, until none is lower."""
        way: Way = (None,) * len(self.receivers)
        bound, best = self._tried(way)
        queue = [(bound, 0, way)]
        number = count(1)
        left = EFFORT // (self.amount * sum(map(len, (*self.leavers, *self.ranks))))
        while queue and left > 0 and self._worth(queue[0][0]) < self._worth(best[0]):
            for narrower in islice(self._narrower(heappop(queue)[2]), left):
                bound, found = self._tried(narrower)
                best = min(best, found, key=itemgetter(0))
                heappush(queue, (bound, next(number), narrower))
                left -= 1
        return best[1]

    def _worth(self, cost: int) -> int:
        """Where chance decides between equals, which of them it takes makes a plan no better."""
        return cost // self.weights.change if self.chance else cost

    def _tried(self, way: Way) -> tuple[int, tuple[int, list[_Journey]]]:
        """What no plan of this way is below, and a real one."""
        cost, journeys = self._solved(way)
        filled = tuple(
            fill if fill is not None or _certain(ranges) else tuple(one.new_seat for one in journeys if one.target is quota.table)
            for quota, ranges, fill in zip(self.receivers, self.ranges, way, strict=True)
        )
        return cost, ((cost, journeys) if filled == way else self._solved(filled))

    def _narrower(self, way: Way) -> Iterator[Way]:
        """The same way with one more table filled, in each way that there is."""
        index = next(index for index, fill in enumerate(way) if fill is None and not _certain(self.ranges[index]))
        for fill in _fills(self.receivers[index], self.ranks[index]):
            narrower = (*way[:index], fill, *way[index + 1 :])
            quotas = [
                (quota.least, quota.most) if fill is None else (len(fill), len(fill))
                for quota, fill in zip(self.receivers, narrower, strict=True)
            ]
            if sum(least for least, _ in quotas) <= self.amount <= sum(most for _, most in quotas):
                yield narrower

    def _solved(self, way: Way) -> tuple[int, list[_Journey]]:
        """The best pairs for one way to fill the tables, and what they cost."""
        cost, journeys = 0, []
        aims = [self._aim(index, fill) for index, fill in enumerate(way)]
        seats = [tuple(ranks) if fill is None else fill for fill, ranks in zip(way, self.ranks, strict=True)]
        step, blind = self.weights.change, self.weights.unknown
        for giver, given, receiver, received in pair(
            self.origins, aims, self.amount, step=step, blind=blind, pick=self.chance or first
        ):
            before, leaving, _ = self.origins[giver].places[given]
            after, arriving, reach = aims[receiver].places[received]
            cost += leaving + arriving
            cost += blind if before is None or after is None else step * max(after - before, before - after - reach, 0)
            origin, target = self.givers[giver].table, self.receivers[receiver].table
            journeys.append(_Journey(*self.leavers[giver][given], origin, target, seats[receiver][received]))
        return cost, journeys

    def _leaving(
        self, table: Table, players: Sequence[tuple[int, EntryId]], moved: Mapping[EntryId, int], place: int
    ) -> list[Place]:
        hands, weights = positions(table), self.weights
        base = weights.origin * place
        if hands is None:
            return [Place(None, base + weights.earlier * moved.get(entry, 0)) for _, entry in players]
        return [
            Place(hands[seat], base + weights.earlier * moved.get(entry, 0) + weights.before * hands[seat])
            for seat, entry in players
        ]

    def _aim(self, index: int, fill: Fill | None) -> Group:
        """What a table takes: any of its free seats, each with all the positions that it may have, or just these seats."""
        quota, ranks = self.receivers[index], self.ranks[index]
        if fill is None:
            places = [
                Place(hand, self.weights.seat * rank, reach)
                for (hand, reach), rank in zip(self.ranges[index], ranks.values(), strict=True)
            ]
            return Group(quota.least, quota.most, places)
        hands = positions_when_filled(quota.table, fill)
        places = [Place(hand, self.weights.seat * ranks[seat]) for seat, hand in zip(fill, hands, strict=True)]
        return Group(len(fill), len(fill), places)


def _ranges(quota: Quota, seats: Iterable[int]) -> list[Range]:
    """For each free seat the first position that it may have, and by how many more the others who arrive may delay it."""
    table = quota.table
    if table.big_blind is None:
        return [(None, 0) for _ in seats]
    free = sorted(seats, key=lambda seat: seats_after(table, seat) or 0)
    ranges = {}
    for before, seat in enumerate(free):
        after = len(free) - 1 - before
        fewest, most = max(0, quota.least - 1 - after), min(quota.most - 1, before)
        (alone,) = positions_when_filled(table, (seat,))
        ranges[seat] = (alone or 0) + fewest, most - fewest
    return [ranges[seat] for seat in seats]


def _certain(ranges: Iterable[Range]) -> bool:
    """Whether each seat has one position whoever else arrives: a table that takes one player, or is filled to the last seat."""
    return not any(reach for _, reach in ranges)


def _by_preference(table: Table) -> list[int]:
    """Free seats: those where nobody waits first, then clockwise from the last big blind."""
    return sorted(free_seats(table), key=lambda seat: (must_wait(table, seat), seats_after(table, seat) or seat))


def _fills(quota: Quota, ranks: Mapping[int, int]) -> list[Fill]:
    """Every way to fill the table that gives other positions than those before it; of equal ones the seats of the lowest rank."""
    fills = [fill for size in range(quota.least, quota.most + 1) for fill in combinations(ranks, size)]
    fills.sort(key=lambda fill: sum(ranks[seat] for seat in fill))
    different: dict[tuple[int | None, ...], Fill] = {}
    for fill in fills:
        different.setdefault(tuple(sorted(positions_when_filled(quota.table, fill), key=lambda hand: hand or 0)), fill)
    return list(different.values())


def _described(journeys: Sequence[_Journey], moved: Mapping[EntryId, int]) -> tuple[Move, ...]:
    """With the positions before, as the tables stand, and after, when all have arrived."""
    fills = {target.number: target for *_, target, _ in journeys}
    for _, entry, _, target, new_seat in journeys:
        filled = fills[target.number]
        fills[target.number] = replace(filled, players={**filled.players, new_seat: entry})
    before = {origin.number: positions(origin) or {} for _, _, origin, _, _ in journeys}
    after = {number: positions(table) or {} for number, table in fills.items()}
    return tuple(
        Move(
            entry,
            Seat(origin.number, seat),
            Seat(target.number, new_seat),
            before[origin.number].get(seat),
            after[target.number].get(new_seat),
            must_wait(target, new_seat),
            moved.get(entry, 0),
        )
        for seat, entry, origin, target, new_seat in journeys
    )
