"""Order of hands (10.14): the best five of five to seven cards, the combination compared first, then the kickers.

Suits never decide (10.6), and the ace is high, or low in a straight that ends at the five. The Terms name kickers for pairs, threes
and fours only; full houses, flushes, straights and high cards are compared as everywhere (RRoP): from their highest card down.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum, auto
from operator import attrgetter

from tournaments.domain.cards import ACE, Card, Suit, refuse_repeats
from tournaments.domain.tables import EntryId

CLAUSE = "10.14"
HAND = 5
HOLE_CARDS = 2
BOARD = 5
LOW_ACE = 1
STRAIGHTS = {top: frozenset(range(top - HAND + 1, top + 1)) for top in range(ACE, HAND - 1, -1)}
by_rank = attrgetter("rank")


class Category(IntEnum):
    """From the lowest to the highest; the names are the words of the Terms' ranking."""

    HIGH_CARD = auto()
    PAIR = auto()
    TWO_PAIRS = auto()
    THREE_OF_A_KIND = auto()
    STRAIGHT = auto()
    FLUSH = auto()
    FULL_HOUSE = auto()
    FOUR_OF_A_KIND = auto()
    STRAIGHT_FLUSH = auto()
    ROYAL_FLUSH = auto()


class WrongNumberOfCards(ValueError):
    """A hand is made of five to seven cards; in hold'em of a board of five and two of one's own."""


@dataclass(frozen=True, order=True, slots=True)
class Hand:
    """Five cards and what they are worth. Hands that split a pot are equal, whatever their suits."""

    category: Category
    combination: tuple[int, ...]  # ranks; of a straight its top, of a flush all five
    kickers: tuple[int, ...]
    cards: tuple[Card, ...] = field(compare=False)


class DecidedBy(Enum):
    CATEGORY = auto()
    COMBINATION = auto()
    KICKER = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class Decision:
    """The first thing in which two hands differ: their categories, or two ranks. Of equal hands both are 0."""

    by: DecidedBy
    one: int = 0
    other: int = 0


def what_decides(one: Hand, other: Hand) -> Decision:
    if one.category != other.category:
        return Decision(DecidedBy.CATEGORY, one.category, other.category)
    for by, ranks, others in (
        (DecidedBy.COMBINATION, one.combination, other.combination),
        (DecidedBy.KICKER, one.kickers, other.kickers),
    ):
        for rank, against in zip(ranks, others, strict=True):
            if rank != against:
                return Decision(by, rank, against)
    return Decision(DecidedBy.NOTHING)


def best_hand(cards: Collection[Card]) -> Hand:
    """The highest hand that five of these cards make."""
    if not HAND <= len(cards) <= HOLE_CARDS + BOARD:
        raise WrongNumberOfCards(f"a hand is found among {HAND} to {HOLE_CARDS + BOARD} cards, not {len(cards)}")
    refuse_repeats(cards)
    ordered = sorted(cards, key=by_rank, reverse=True)
    flush = suited(ordered)
    if run := straight(flush):
        royal = run[0].rank == ACE
        return Hand(Category.ROYAL_FLUSH if royal else Category.STRAIGHT_FLUSH, (run[0].rank,), (), run)
    first, second = largest_groups(ordered)
    if len(first) == 4:
        return with_kickers(Category.FOUR_OF_A_KIND, first, ordered)
    if len(first) == 3 and len(second) >= 2:
        return Hand(Category.FULL_HOUSE, (first[0].rank, second[0].rank), (), (*first, *second[:2]))
    if flush:
        five = tuple(flush[:HAND])
        return Hand(Category.FLUSH, ranks_of(five), (), five)
    if run := straight(ordered):
        return Hand(Category.STRAIGHT, (run[0].rank,), (), run)
    return of_equal_ranks(first, second, ordered)


def of_equal_ranks(first: list[Card], second: list[Card], ordered: list[Card]) -> Hand:
    """Three of a kind and below: no straight and no flush is there."""
    if len(first) == 3:
        return with_kickers(Category.THREE_OF_A_KIND, first, ordered)
    if len(second) == 2:
        return with_kickers(Category.TWO_PAIRS, first + second, ordered)
    return with_kickers(Category.PAIR if len(first) == 2 else Category.HIGH_CARD, first, ordered)


def with_kickers(category: Category, combination: list[Card], ordered: list[Card]) -> Hand:
    ranks = tuple(dict.fromkeys(ranks_of(combination)))
    kickers = [card for card in ordered if card.rank not in ranks][: HAND - len(combination)]
    return Hand(category, ranks, ranks_of(kickers), (*combination, *kickers))


def suited(ordered: list[Card]) -> list[Card]:
    """All cards of the suit that has five or more; of seven cards only one suit can."""
    suits = [card.suit for card in ordered]
    return next(([card for card in ordered if card.suit is suit] for suit in Suit if suits.count(suit) >= HAND), [])


def straight(ordered: list[Card]) -> tuple[Card, ...]:
    """The highest five in a row, from the top; the ace ends the lowest one, and never stands in the middle."""
    cards = {card.rank: card for card in reversed(ordered)}
    if len(cards) < HAND:
        return ()
    if ACE in cards:
        cards[LOW_ACE] = cards[ACE]
    present = cards.keys()
    return next((tuple(cards[rank] for rank in sorted(run, reverse=True)) for run in STRAIGHTS.values() if present >= run), ())


def largest_groups(ordered: list[Card]) -> tuple[list[Card], list[Card]]:
    """The two largest sets of cards of one rank; among equally large ones the highest ranks."""
    groups: dict[int, list[Card]] = {}
    for card in ordered:
        groups.setdefault(card.rank, []).append(card)
    first, second, *_ = sorted(groups.values(), key=len, reverse=True)
    return first, second


def ranks_of(cards: Sequence[Card]) -> tuple[int, ...]:
    return tuple(map(by_rank, cards))


def hands_at_showdown(board: Collection[Card], hole_cards: Mapping[EntryId, Collection[Card]]) -> dict[EntryId, Hand]:
    """Each player's best five of the board and his own two, any of them or none (10.14); one pack serves the table."""
    wrong = [len(cards) for cards in hole_cards.values() if len(cards) != HOLE_CARDS]
    if len(board) != BOARD or wrong:
        raise WrongNumberOfCards(f"a board has {BOARD} cards and a player {HOLE_CARDS}, not {[len(board), *wrong]}")
    refuse_repeats([*board, *(card for cards in hole_cards.values() for card in cards)])
    return {player: best_hand([*cards, *board]) for player, cards in hole_cards.items()}
