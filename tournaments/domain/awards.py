"""Who receives what, to the cent (clauses 4.3, 6.13 to 6.17, and the position on ties of 10.18).

Ties pool and share the prizes of their places, odd cents to charity. Players may agree on another division of what they win. The
ceilings are tested on what is awarded in the end.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from licensing.domain.facts import LicenceFacts, TournamentFacts
from licensing.domain.money import Money
from licensing.domain.proceeds import NOTHING, Prize, PrizeKind, Takings, ceilings
from licensing.domain.rules import RULES, Finding, put
from licensing.domain.terms import Terms
from tournaments.domain.payouts import AboveCeiling, MorePaidThanPlayers, NoPlayers, PrizesRefused
from tournaments.domain.tables import EntryId

CLAUSES = frozenset({"4.3", "6.13", "6.14", "6.15"})


# Refusals -----------------------------------------------------------------------------------------------------------------
class PlacesIncomplete(PrizesRefused):
    """The places do not run from 1 without gaps other than ties."""


class NegativeAmount(PrizesRefused):
    """A prize or a share of less than nothing."""


class NotAGood(PrizesRefused):
    """A good is purchased or donated, has a place, and a name that no other has."""


class NotTheirs(PrizesRefused):
    """A good is given to somebody who has no claim on it, or by people who do not hold it."""


class UnknownEntry(PrizesRefused):
    """A deal with somebody who was not in the tournament."""


@dataclass(eq=False)
class GoodsUndecided(PrizesRefused):
    """Goods in a tie that cannot be shared: each with the players of whom one must be named, by a deal or by the director."""

    claims: Mapping[str, frozenset[EntryId]]


@dataclass(eq=False)
class NotAgreed(PrizesRefused):
    missing: frozenset[EntryId]


@dataclass(eq=False)
class DealChangesTheSum(PrizesRefused):
    found: Money
    expected: Money


# Awards -------------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, kw_only=True)
class Good:
    """A prize that is not cash, for one place."""

    name: str
    kind: PrizeKind
    place: int
    cost: Money = NOTHING
    retail: Money | None = None

    def __post_init__(self) -> None:
        if self.kind is PrizeKind.CASH or self.place < 1:
            raise NotAGood(self.name)
        if min(self.cost, self.retail or NOTHING) < NOTHING:
            raise NegativeAmount(self.name)

    def prize(self, player: str | None = None) -> Prize:
        return Prize(kind=self.kind, amount=self.cost, retail=self.retail, player=player)


def cash_pool(takings: Takings, goods: Iterable[Good], terms: Terms) -> Money:
    """The most that may be given in cash beside these goods."""
    allowed, counted = ceilings(takings, terms).prizes, sum((good.prize().counted for good in goods), NOTHING)
    if counted > allowed:
        raise AboveCeiling(counted, allowed)
    return allowed - counted


@dataclass(frozen=True, slots=True)
class Deal:
    """Another division of what its players win: the new cash of each, and who takes which of their goods."""

    cash: Mapping[EntryId, Money]
    agreed: frozenset[EntryId]
    goods: Mapping[str, EntryId] = field(default_factory=dict)


class Because(StrEnum):
    PLACE = "place"
    TIE = "tie"
    DEAL = "deal"


@dataclass(frozen=True, slots=True)
class Award:
    """`pooled` is the cash of all places from `place` to `last_place`, `share` an equal part of it, and `cash` what is paid."""

    entry: EntryId
    place: int
    last_place: int
    pooled: Money
    share: Money
    cash: Money
    goods: tuple[Good, ...]
    because: Because


@dataclass(frozen=True, slots=True)
class Awards:
    """Who receives what, from the first place on; `charity` is the odd cents of ties."""

    awards: tuple[Award, ...]
    charity: Money

    @property
    def cash(self) -> Money:
        return sum((award.cash for award in self.awards), NOTHING)

    def prizes(self) -> tuple[Prize, ...]:
        """As the rules of the Terms count them."""
        found = []
        for award in self.awards:
            player = str(award.entry)
            if award.cash > NOTHING:
                found.append(Prize(kind=PrizeKind.CASH, amount=award.cash, player=player))
            found.extend(good.prize(player) for good in award.goods)
        return tuple(found)

    def findings(self, takings: Takings, terms: Terms) -> list[Finding]:
        """What the rules on prizes say of what is really awarded."""
        facts = TournamentFacts(takings=takings, prizes=self.prizes())
        return put((rule for rule in RULES if rule.clause in CLAUSES), LicenceFacts(tournaments=(facts,)), terms)


@dataclass(frozen=True, slots=True)
class Sharing:
    """The players of one place, more than one where they tie, and what they win together."""

    place: int
    entries: tuple[EntryId, ...]
    pooled: Money
    goods: tuple[Good, ...]

    @property
    def share(self) -> Money:
        return Money(self.pooled.cents // len(self.entries))

    @property
    def odd(self) -> Money:
        return self.pooled - self.share * len(self.entries)

    @property
    def last_place(self) -> int:
        return self.place + len(self.entries) - 1

    @property
    def pays(self) -> bool:
        return self.pooled > NOTHING or bool(self.goods)


def award(
    places: Mapping[EntryId, int],
    cash: Sequence[Money],
    goods: Sequence[Good] = (),
    *,
    decided: Mapping[str, EntryId] | None = None,
    deals: Iterable[Deal] = (),
) -> Awards:
    """By the final places, the cash of each place from the first on, and what the director decided of goods in a tie. Deals are in
    the order in which they were made.
    """
    sharings = _sharings(places, cash, goods)
    won = {entry: sharing.share for sharing in sharings for entry in sharing.entries}
    claims = {good.name: frozenset(sharing.entries) for sharing in sharings for good in sharing.goods}
    for name, entry in (decided or {}).items():
        if entry not in claims.get(name, ()):
            raise NotTheirs(name, entry)
        claims[name] = frozenset({entry})
    dealt: set[EntryId] = set()
    for deal in deals:
        _strike(deal, won, claims)
        dealt.update(deal.cash)
    taken = _taken(goods, claims)
    awards = [
        Award(
            entry=entry,
            place=sharing.place,
            last_place=sharing.last_place,
            pooled=sharing.pooled,
            share=sharing.share,
            cash=won[entry],
            goods=tuple(taken[entry]),
            because=Because.DEAL if entry in dealt else Because.TIE if len(sharing.entries) > 1 else Because.PLACE,
        )
        for sharing in sharings
        for entry in sharing.entries
        if sharing.pays or entry in dealt
    ]
    return Awards(tuple(awards), sum((sharing.odd for sharing in sharings), NOTHING))


def _sharings(places: Mapping[EntryId, int], cash: Sequence[Money], goods: Sequence[Good]) -> list[Sharing]:
    if not places:
        raise NoPlayers
    if max(len(cash), *(good.place for good in goods), 1) > len(places):
        raise MorePaidThanPlayers(len(cash), len(places))
    if min(cash, default=NOTHING) < NOTHING:
        raise NegativeAmount(min(cash))
    if len({good.name for good in goods}) < len(goods):
        raise NotAGood([good.name for good in goods])
    players: defaultdict[int, list[EntryId]] = defaultdict(list)
    for entry in sorted(places):
        players[places[entry]].append(entry)
    sharings = []
    free = 1
    for place, entries in sorted(players.items()):
        if place != free:
            raise PlacesIncomplete(place)
        free += len(entries)
        pooled = sum(cash[place - 1 : free - 1], NOTHING)
        sharings.append(Sharing(place, tuple(entries), pooled, tuple(good for good in goods if place <= good.place < free)))
    return sharings


def _strike(deal: Deal, won: dict[EntryId, Money], claims: dict[str, frozenset[EntryId]]) -> None:
    """Apply a deal, or refuse it whole."""
    parties = frozenset(deal.cash)
    if not parties <= won.keys():
        raise UnknownEntry(parties - won.keys())
    if missing := parties - deal.agreed:
        raise NotAgreed(missing)
    if min(deal.cash.values(), default=NOTHING) < NOTHING:
        raise NegativeAmount(min(deal.cash.values()))
    found, expected = sum(deal.cash.values(), NOTHING), sum((won[entry] for entry in parties), NOTHING)
    if found != expected:
        raise DealChangesTheSum(found, expected)
    for name, taker in deal.goods.items():
        if name not in claims or not claims[name] | {taker} <= parties:
            raise NotTheirs(name, taker)
    won.update(deal.cash)
    claims.update({name: frozenset({taker}) for name, taker in deal.goods.items()})


def _taken(goods: Iterable[Good], claims: Mapping[str, frozenset[EntryId]]) -> defaultdict[EntryId, list[Good]]:
    """Each good with the one player who is left with a claim on it."""
    if undecided := {name: entries for name, entries in claims.items() if len(entries) > 1}:
        raise GoodsUndecided(undecided)
    taken: defaultdict[EntryId, list[Good]] = defaultdict(list)
    for good in goods:
        (taker,) = claims[good.name]
        taken[taker].append(good)
    return taken
