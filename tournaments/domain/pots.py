"""Pots and the show-down (10.13 to 10.15): main and side pots, who wins each, and the odd chips that leave play.

The Terms know neither all-in nor side pots; Robert's Rules of Poker (RRoP), which they name for what they leave open, do. On odd
chips the two disagree, and the Terms prevail.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import pairwise

from tournaments.domain.hands import Hand
from tournaments.domain.tables import EntryId


@dataclass(frozen=True, slots=True)
class Citation:
    """The rule that was applied: a clause of the Terms, or another book. `over` are those that say otherwise and give way."""

    rule: str
    over: tuple[str, ...] = ()


SIDE_POTS = Citation("RRoP")
UNCALLED = Citation("RRoP")
# The odd chip leaves play: the Terms prevail over the books that would give it to the left of the button.
ODD_CHIPS = Citation("10.15", over=("RRoP", "TDA 20"))


class NotWholeChips(ValueError):
    """An amount that no chips in play make up."""


class NotInTheHand(ValueError):
    """Somebody is named who was not dealt in."""


class NothingPutIn(ValueError):
    """A player without a chip in the pot cannot be in the hand."""


class EveryoneFolded(ValueError):
    """The last player left cannot fold: the pot is his."""


class NobodyCanWin(ValueError):
    """Two who folded had put in more than anyone still in. No regular hand comes to this; the director rules."""

    def __init__(self, chips: int) -> None:
        self.chips = chips
        super().__init__(f"nobody still in the hand can win {chips} of the chips put in")


@dataclass(frozen=True, slots=True)
class Betting:
    """What each player put in over the whole hand, and who folded. `smallest_chip` is the smallest still in play."""

    put_in: Mapping[EntryId, int]
    folded: frozenset[EntryId]
    smallest_chip: int

    def __post_init__(self) -> None:
        if type(self.smallest_chip) is not int or self.smallest_chip <= 0:
            raise NotWholeChips(f"a chip of {self.smallest_chip!r}")
        for player, chips in self.put_in.items():
            if type(chips) is not int or chips < 0 or chips % self.smallest_chip:
                raise NotWholeChips(f"player {player} put in {chips!r}, with chips of {self.smallest_chip} or more")
        if strangers := sorted(self.folded - self.put_in.keys()):
            raise NotInTheHand(f"folded without having been in the hand: {strangers}")
        if not self.live:
            raise EveryoneFolded("everyone folded")
        if idle := [player for player in self.live if not self.put_in[player]]:
            raise NothingPutIn(f"in the hand without a chip in the pot: {idle}")

    @property
    def live(self) -> tuple[EntryId, ...]:
        return tuple(player for player in self.put_in if player not in self.folded)


@dataclass(frozen=True, slots=True)
class Pot:
    """`contenders` are those who can win it: they matched it, and did not fold."""

    chips: int
    contenders: tuple[EntryId, ...]
    citation: Citation = field(default=SIDE_POTS, compare=False)


@dataclass(frozen=True, slots=True)
class Returned:
    """The part of a bet that nobody matched goes back, even to one who folded: it was never in a pot."""

    player: EntryId
    chips: int
    citation: Citation = field(default=UNCALLED, compare=False)


def uncalled(betting: Betting) -> Returned | None:
    """What one player put in beyond everybody else."""
    most, *others = sorted(betting.put_in, key=lambda player: -betting.put_in[player])
    over = betting.put_in[most] - max((betting.put_in[player] for player in others), default=0)
    return Returned(most, over) if over else None


def build_pots(betting: Betting) -> tuple[Pot, ...]:
    """The main pot first. A pot ends where a live player's chips end; chips of folded players never divide one."""
    returned = uncalled(betting)
    put_in = dict(betting.put_in)
    if returned:
        put_in[returned.player] -= returned.chips
    levels = sorted({0, *(put_in[player] for player in betting.live)})
    if out_of_reach := sum(max(0, chips - levels[-1]) for chips in put_in.values()):
        raise NobodyCanWin(out_of_reach)
    return tuple(
        Pot(
            sum(min(chips, level) - min(chips, below) for chips in put_in.values()),
            tuple(player for player in betting.live if put_in[player] >= level),
        )
        for below, level in pairwise(levels)
    )


class Outcome(Enum):
    ONLY_CONTENDER = auto()  # his without showing
    BEST_HAND = auto()
    EQUAL_HANDS = auto()
    HANDS_NEEDED = auto()  # a contender's cards are not known: nobody can be named


CITED = {
    Outcome.ONLY_CONTENDER: Citation("10.13"),
    Outcome.BEST_HAND: Citation("10.14"),
    Outcome.EQUAL_HANDS: Citation("10.15"),
    Outcome.HANDS_NEEDED: Citation("10.14"),
}


@dataclass(frozen=True, slots=True)
class Award:
    """Each winner gets `share`; `odd_chips` is the value of the chips that could not be shared and leave play."""

    pot: Pot
    outcome: Outcome
    winners: tuple[EntryId, ...] = ()
    share: int = 0
    odd_chips: int = 0

    @property
    def citation(self) -> Citation:
        return ODD_CHIPS if self.odd_chips else CITED[self.outcome]


@dataclass(frozen=True, slots=True)
class Ruling:
    """Where every chip of a hand goes."""

    returned: Returned | None
    awards: tuple[Award, ...]

    @property
    def won(self) -> dict[EntryId, int]:
        """By player, over all pots; chips that came back uncalled are not won."""
        total: dict[EntryId, int] = {}
        for award in self.awards:
            for player in award.winners:
                total[player] = total.get(player, 0) + award.share
        return total

    @property
    def odd_chips(self) -> int:
        return sum(award.odd_chips for award in self.awards)

    @property
    def undecided(self) -> int:
        """Chips in pots that wait for a hand to be known."""
        return sum(award.pot.chips for award in self.awards if award.outcome is Outcome.HANDS_NEEDED)


def settle(betting: Betting, hands: Mapping[EntryId, Hand]) -> Ruling:
    """Every pot on its own to the best hand among its contenders. Hands of folded players count for nothing."""
    if strangers := sorted(hands.keys() - betting.put_in.keys()):
        raise NotInTheHand(f"hands of players who were not dealt in: {strangers}")
    awards = tuple(award(pot, hands, smallest_chip=betting.smallest_chip) for pot in build_pots(betting))
    return Ruling(uncalled(betting), awards)


def award(pot: Pot, hands: Mapping[EntryId, Hand], *, smallest_chip: int) -> Award:
    if len(pot.contenders) == 1:
        return Award(pot, Outcome.ONLY_CONTENDER, pot.contenders, pot.chips)
    if not hands.keys() >= set(pot.contenders):
        return Award(pot, Outcome.HANDS_NEEDED)
    best = max(hands[player] for player in pot.contenders)
    winners = tuple(player for player in pot.contenders if hands[player] == best)
    share = pot.chips // (smallest_chip * len(winners)) * smallest_chip
    outcome = Outcome.BEST_HAND if len(winners) == 1 else Outcome.EQUAL_HANDS
    return Award(pot, outcome, winners, share, pot.chips - share * len(winners))


class Shows(Enum):
    NOBODY = auto()  # a lone survivor
    LAST_BETTOR = auto()  # he must; the others show in turn, or give up their hands
    EVERYONE = auto()  # nobody bet in the last round


@dataclass(frozen=True, slots=True)
class ShowDown:
    """`order` is who shows when, clockwise; the Terms say who begins, RRoP who follows."""

    shows: Shows
    order: tuple[EntryId, ...]
    citation: Citation = field(default=Citation("10.13"), compare=False)


def show_down(live: Mapping[int, EntryId], *, button: int, last_bettor: EntryId | None) -> ShowDown:
    """`live` are the players still in, by seat; `last_bettor` made the last bet or raise of the last round, if there was one.

    The button may lie at an empty seat.
    """
    if not live:
        raise EveryoneFolded("nobody is left to show")
    if last_bettor is not None and last_bettor not in live.values():
        raise NotInTheHand(f"player {last_bettor} bet last and is not in the hand")
    if len(live) == 1:
        return ShowDown(Shows.NOBODY, ())
    order = clockwise(live, after=button)
    if last_bettor is None:
        return ShowDown(Shows.EVERYONE, order)
    first = order.index(last_bettor)
    return ShowDown(Shows.LAST_BETTOR, order[first:] + order[:first])


def clockwise(players: Mapping[int, EntryId], *, after: int) -> tuple[EntryId, ...]:
    """From the left of a seat around to that seat itself."""
    return tuple(players[seat] for seat in sorted(players, key=lambda seat: (seat <= after, seat)))
