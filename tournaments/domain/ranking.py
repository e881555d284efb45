"""Places, worked out anew from the list of busts each time (clauses 10.16 to 10.19): to undo a bust is to leave it out.

A place is one more than the number of players who are stronger. Whoever is in is stronger than whoever is out; of those who are
out the later hand is stronger, and within a hand the larger stack at its start; at time, the larger count of chips. Equal is a
tie. A hand is played at one table, but a round of hand for hand counts as one hand of all tables. Its time is that of its first
bust in the list, so a bust that is entered late still belongs to its hand.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

from licensing.domain.facts import Finish
from tournaments.domain.tables import EntryId

BustId = NewType("BustId", int)


class Fate(StrEnum):
    """What became of a busted player. A re-buy that is refused or out of time makes the bust final as of its own hand."""

    OUT = "out"
    PENDING = "pending"
    BOUGHT_BACK = "bought_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bust:
    """`hand` is the number of the hand at that table, `round` that of hand for hand. A bust that names neither, nor another bust of
    its hand, has a hand of its own.
    """

    id: BustId
    entry: EntryId
    table: int
    hand: int | None = None
    same_hand_as: BustId | None = None
    round: int | None = None
    stack: int | None = None  # at the start of the hand
    fate: Fate = Fate.OUT


class Reason(StrEnum):
    """What decides the place, or keeps it open."""

    STILL_IN = "still_in"
    REBUY_OPEN = "rebuy_open"
    ROUND_OPEN = "round_open"
    STACK_MISSING = "stack_missing"
    COUNT_MISSING = "count_missing"
    LAST_STANDING = "last_standing"
    CHIPS_AT_TIME = "chips_at_time"
    EQUAL_CHIPS_AT_TIME = "equal_chips_at_time"
    ORDER_OF_HANDS = "order_of_hands"
    STACK_IN_HAND = "stack_in_hand"
    EQUAL_STACKS_IN_HAND = "equal_stacks_in_hand"


CLAUSES = dict.fromkeys(Reason, "10.18") | {
    Reason.STILL_IN: "10.17",
    Reason.REBUY_OPEN: "10.16",
    Reason.COUNT_MISSING: "10.19",
    Reason.CHIPS_AT_TIME: "10.19",
    Reason.EQUAL_CHIPS_AT_TIME: "10.19",
}


@dataclass(frozen=True, slots=True)
class Place:
    """From the best place that is still possible to the worst; one and the same once it is settled."""

    entry: EntryId
    best: int
    worst: int
    reason: Reason
    hand: int | None  # of elimination, numbered from 1 in order of time; None is a player still in
    chips: int | None  # at the start of that hand, or at time
    shared_by: int  # more than 1 is a tie

    @property
    def settled(self) -> bool:
        return self.best == self.worst


@dataclass(frozen=True, slots=True)
class Question:
    """What is missing, and of whom: their stacks, their chip counts, their answer to the re-buy, or the end of the round."""

    reason: Reason
    entries: tuple[EntryId, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """`places` from first to last. While play goes on and nothing is asked, what is open is open because it is not played yet."""

    places: tuple[Place, ...]
    questions: tuple[Question, ...]
    ended: bool

    @property
    def complete(self) -> bool:
        return self.ended and not self.questions

    def final(self) -> dict[EntryId, int]:
        if not self.complete:
            raise NotComplete(self.questions)
        return {place.entry: place.best for place in self.places}

    def finishes(self) -> tuple[Finish, ...]:
        """As the rules of 10.18 and 10.19 read them. Of a player alone in a hand the stack may be unknown, and changes nothing."""
        final = self.final()
        return tuple(Finish(str(place.entry), final[place.entry], place.hand, place.chips or 0) for place in self.places)


# Refusals -----------------------------------------------------------------------------------------------------------------
class PlacesRefused(ValueError):
    """The list contradicts itself."""


class UnknownEntry(PlacesRefused):
    """A bust or a count of somebody who is not in the tournament."""


class UnknownBust(PlacesRefused):
    """A bust of the same hand is named that is not earlier in the list; it may have been undone."""


class SameBustTwice(PlacesRefused):
    """Two busts have one id."""


class AlreadyOut(PlacesRefused):
    """A player busts again without having bought back."""


class HandsDisagree(PlacesRefused):
    """Table, hand number, round and the other bust name different hands, or one player busts twice in a hand."""


class OutOfOrder(PlacesRefused):
    """A hand or a round has a lower number than one before it."""


class NotChips(PlacesRefused):
    """A stack or a count of zero or less: whoever has no chips is out (10.16)."""


class NobodyLeft(PlacesRefused):
    """Everybody busted: the chips of the last one must be somewhere."""


class CountOfOneOut(PlacesRefused):
    """A count at time of somebody who busted and has not bought back."""


class RoundStillOpen(PlacesRefused):
    """Chips are counted when all hands are finished, and the round with them."""


class NotComplete(PlacesRefused):
    """Final places are asked for while some are open."""

    def __init__(self, questions: tuple[Question, ...]) -> None:
        self.questions = questions
        super().__init__(questions)


# Hands --------------------------------------------------------------------------------------------------------------------
Key = tuple[str, int, int]


@dataclass(slots=True)
class Hand:
    table: int
    round: int | None
    numbers: dict[int, int] = field(default_factory=dict)  # by table
    busts: dict[EntryId, Bust] = field(default_factory=dict)

    def take(self, bust: Bust) -> None:
        other_round = bust.round is not None and bust.round != self.round
        other_table = self.round is None and bust.table != self.table
        other_number = bust.hand is not None and self.numbers.setdefault(bust.table, bust.hand) != bust.hand
        if other_round or other_table or other_number or bust.entry in self.busts:
            raise HandsDisagree(bust.id)
        self.busts[bust.entry] = bust


def hands_of(busts: Iterable[Bust]) -> list[Hand]:
    """The hands in which somebody busted, in order of time."""
    hands: list[Hand] = []
    known: dict[Key, Hand] = {}
    for bust in busts:
        own = ("bust", bust.id, 0)
        if own in known:
            raise SameBustTwice(bust.id)
        keys = _named(bust)
        if bust.same_hand_as is not None and keys[0] not in known:
            raise UnknownBust(bust.same_hand_as)
        named = {id(known[key]): known[key] for key in keys if key in known}
        if len(named) > 1:
            raise HandsDisagree(bust.id)
        if not named:
            hands.append(Hand(bust.table, bust.round))
        hand = next(iter(named.values()), hands[-1])
        hand.take(bust)
        known.update(dict.fromkeys([own, *keys], hand))
    _refuse_disorder(hands)
    return hands


def _named(bust: Bust) -> list[Key]:
    """All that the bust says of its hand; the bust that it points to comes first."""
    keys: list[Key] = []
    if bust.same_hand_as is not None:
        keys.append(("bust", bust.same_hand_as, 0))
    if bust.hand is not None:
        keys.append(("hand", bust.table, bust.hand))
    if bust.round is not None:
        keys.append(("round", bust.round, 0))
    return keys


def _refuse_disorder(hands: Iterable[Hand]) -> None:
    last: dict[int | None, int] = {}  # None for the rounds
    for hand in hands:
        numbers: list[tuple[int | None, int]] = [*hand.numbers.items()]
        if hand.round is not None:
            numbers.append((None, hand.round))
        for of, number in numbers:
            if number < last.get(of, number):
                raise OutOfOrder(next(iter(hand.busts.values())).id)
            last[of] = number


# Places -------------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Player:
    entry: EntryId
    chips: int | None
    pending: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Players whom only chips tell apart: those of one hand, or those who are in. `surely` so many others are stronger than all of
    them, and `perhaps` so many more.
    """

    players: Sequence[Player]
    hand: int | None
    surely: int
    perhaps: int
    reason: Reason | None = None  # where chips have no say, or not yet

    def places(self) -> Iterator[Place]:
        counted = sorted(player.chips for player in self.players if player.chips is not None)
        may_return = sorted(player.chips for player in self.players if player.chips is not None and player.pending)
        shared = Counter(player.chips for player in self.players if player.chips is not None and not player.pending)
        for player in self.players:
            surely, perhaps = self.surely, self.perhaps
            if player.chips is None:
                perhaps += len(self.players) - 1
            else:
                surely += len(counted) - bisect_right(counted, player.chips)
                # A pending player with as many chips or fewer is not stronger, but may buy back and then is.
                perhaps += len(self.players) - len(counted) + bisect_right(may_return, player.chips) - player.pending
            sharing = 1 if player.pending or player.chips is None else shared[player.chips]
            yield Place(
                entry=player.entry,
                best=1 if player.pending else 1 + surely,
                worst=1 + surely + perhaps,
                reason=self._reason_of(player, tied=sharing > 1),
                hand=self.hand,
                chips=player.chips,
                shared_by=sharing,
            )

    def _reason_of(self, player: Player, *, tied: bool) -> Reason:
        if player.pending:
            return Reason.REBUY_OPEN
        if self.reason:
            return self.reason
        if player.chips is None:
            return Reason.COUNT_MISSING if self.hand is None else Reason.STACK_MISSING
        if self.hand is None:
            return Reason.EQUAL_CHIPS_AT_TIME if tied else Reason.CHIPS_AT_TIME
        return Reason.EQUAL_STACKS_IN_HAND if tied else Reason.STACK_IN_HAND

    @property
    def missing(self) -> tuple[EntryId, ...]:
        """Those whose chips are needed and not known."""
        needed = self.reason in (None, Reason.ROUND_OPEN) and len(self.players) > 1
        return tuple(player.entry for player in self.players if player.chips is None) if needed else ()


def rank(
    entries: Collection[EntryId],
    busts: Sequence[Bust],
    *,
    open_round: int | None = None,
    counts: Mapping[EntryId, int] | None = None,
) -> Ranking:
    """The places of all entries that began play. `busts` are in order of time; `open_round` is the round of hand for hand that some
    table still plays; `counts` are the chips of those still in when the clock ended play, as far as they are counted, and None
    until then.
    """
    gone = _gone(entries, busts)
    survivors = [entry for entry in dict.fromkeys(entries) if entry not in gone]
    _refuse_contradictions(gone, survivors, open_round, counts)
    pending = tuple(bust.entry for bust in gone.values() if bust.fate is Fate.PENDING)
    # The last one in has all the chips, so the round can bring nothing more.
    groups = _those_out(hands_of(busts), len(survivors), open_round if len(survivors) > 1 else None)
    held = tuple(player.entry for group in groups if group.reason is Reason.ROUND_OPEN for player in group.players)
    still_in = _those_in(survivors, groups, counts)
    asked = [(Reason.STACK_MISSING, group.missing) for group in groups]
    asked += [(Reason.COUNT_MISSING, still_in.missing), (Reason.REBUY_OPEN, pending), (Reason.ROUND_OPEN, held)]
    places = [place for group in (still_in, *groups) for place in group.places()]
    places.sort(key=lambda place: (place.best, place.worst, place.entry))
    return Ranking(
        places=tuple(places),
        questions=tuple(Question(reason, whose) for reason, whose in asked if whose),
        ended=counts is not None or still_in.reason is Reason.LAST_STANDING,
    )


def _gone(entries: Collection[EntryId], busts: Iterable[Bust]) -> dict[EntryId, Bust]:
    """Those who are out or may yet buy back, with the bust that put them there."""
    known = set(entries)
    gone: dict[EntryId, Bust] = {}
    for bust in busts:
        if bust.entry not in known:
            raise UnknownEntry(bust.entry)
        if bust.entry in gone:
            raise AlreadyOut(bust.entry)
        if bust.stack is not None and bust.stack <= 0:
            raise NotChips(bust.entry)
        if bust.fate is not Fate.BOUGHT_BACK:
            gone[bust.entry] = bust
    return gone


def _refuse_contradictions(
    gone: Mapping[EntryId, Bust], survivors: Sequence[EntryId], open_round: int | None, counts: Mapping[EntryId, int] | None
) -> None:
    if gone and not survivors:
        raise NobodyLeft
    if counts is None:
        return
    if open_round is not None:
        raise RoundStillOpen(open_round)
    still_in = set(survivors)
    for entry, chips in counts.items():
        if entry in gone:
            raise CountOfOneOut(entry)
        if entry not in still_in:
            raise UnknownEntry(entry)
        if chips <= 0:
            raise NotChips(entry)


def _those_out(hands: Sequence[Hand], survivors: int, open_round: int | None) -> list[Group]:
    """One group a hand, the latest first. While a round is open, all who are in but one may still bust in it."""
    players = [
        [
            Player(bust.entry, bust.stack, bust.fate is Fate.PENDING)
            for bust in hand.busts.values()
            if bust.fate is not Fate.BOUGHT_BACK
        ]
        for hand in hands
    ]
    groups = []
    later, may_return = 0, sum(player.pending for group in players for player in group)
    held = open_round is not None and any(hand.round == open_round for hand in hands)
    for number, group in reversed(list(enumerate(players, 1))):
        may_return -= sum(player.pending for player in group)
        ahead = 1 if held else survivors
        alone = Reason.ORDER_OF_HANDS if len(group) == 1 else None
        groups.append(Group(group, number, ahead + later, survivors - ahead + may_return, Reason.ROUND_OPEN if held else alone))
        later += len(group)
        held = held and hands[number - 1].round != open_round
    return groups


def _those_in(survivors: Sequence[EntryId], groups: Iterable[Group], counts: Mapping[EntryId, int] | None) -> Group:
    may_return = sum(player.pending for group in groups for player in group.players)
    held = sum(not player.pending for group in groups if group.reason is Reason.ROUND_OPEN for player in group.players)
    reason = None
    if len(survivors) == 1 and not may_return:
        reason = Reason.LAST_STANDING
    elif counts is None or len(survivors) == 1:
        reason = Reason.STILL_IN
    players = [Player(entry, (counts or {}).get(entry)) for entry in survivors]
    return Group(players, None, 0, may_return + held, reason)
