"""The pack: 52 cards without jokers (8.2), ranked from the ace down to the two, all suits equal (10.6).

A card has no order of its own: hands never look at suits, and a chip race does. Each says how it compares.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

TEN, JACK, QUEEN, KING, ACE = 10, 11, 12, 13, 14
RANKS = range(2, ACE + 1)
LETTERS = dict(zip(RANKS, "23456789TJQKA", strict=True))


class Suit(StrEnum):
    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"

    @property
    def symbol(self) -> str:
        return {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[self.value]


class CardUnreadable(ValueError):
    """What is written is no card of the pack."""


class CardTwice(ValueError):
    """There is one of each card in a pack."""

    def __init__(self, card: "Card") -> None:
        self.card = card
        super().__init__(f"{card} is there twice")


@dataclass(frozen=True, slots=True)
class Card:
    """Ranks are 2 to 14; 11 to 13 are jack, queen and king, 14 is the ace."""

    rank: int
    suit: Suit

    def __post_init__(self) -> None:
        if type(self.rank) is not int or self.rank not in RANKS or not isinstance(self.suit, Suit):
            raise CardUnreadable(f"no card has rank {self.rank!r} and suit {self.suit!r}")

    @classmethod
    def parse(cls, written: str) -> Self:
        """From "As", "td", "10d" or "T♦". French letters are not read: their c is a heart, and ours a club."""
        place = WRITTEN.get(written.strip().casefold())
        if place is None:
            raise CardUnreadable(f"{written!r} is not a card: write a rank (A K Q J T 9 … 2) and a suit (s h d c)")
        return cls(*place)

    def __str__(self) -> str:
        return LETTERS[self.rank] + self.suit


WRITTEN = {
    (name + suit_name).casefold(): (rank, suit)
    for rank, letter in LETTERS.items()
    for name in ((letter, "10") if rank == TEN else (letter,))
    for suit in Suit
    for suit_name in (suit.value, suit.symbol)
}
DECK = tuple(Card(rank, suit) for suit in Suit for rank in RANKS)


def parse_cards(written: str) -> tuple[Card, ...]:
    """Cards apart by blanks, such as "As Kd"; the same card twice is refused."""
    cards = tuple(Card.parse(one) for one in written.split())
    refuse_repeats(cards)
    return cards


def refuse_repeats(cards: Iterable[Card]) -> None:
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise CardTwice(card)
        seen.add(card)
