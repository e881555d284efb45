"""The pack, and how a card is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.domain.parameters import DECK_CARDS
from licensing.terms import editions, terms_of
from tournaments.domain.cards import ACE, DECK, TEN, Card, CardTwice, CardUnreadable, Suit, parse_cards, refuse_repeats

CARDS = st.sampled_from(DECK)


def test_the_pack_is_the_one_of_the_terms_with_each_card_once() -> None:
    assert len(DECK) == len(set(DECK)) == terms_of(editions().latest.id)[DECK_CARDS]
    assert {card.suit for card in DECK} == set(Suit)


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("As", Card(ACE, Suit.SPADES)),
        ("aS", Card(ACE, Suit.SPADES)),
        (" Td ", Card(TEN, Suit.DIAMONDS)),
        ("10d", Card(TEN, Suit.DIAMONDS)),
        ("10♦", Card(TEN, Suit.DIAMONDS)),
        ("2♣", Card(2, Suit.CLUBS)),
        ("Q♥", Card(12, Suit.HEARTS)),
    ],
)
def test_a_card_is_read_by_letters_or_signs(written: str, card: Card) -> None:
    assert Card.parse(written) == card


@pytest.mark.parametrize("written", ["", "A", "s", "1s", "11s", "sA", "As Kd", "Ax", "A\u0455", "0s", "Asd", "Rp", "joker"])
def test_what_is_no_card_is_refused_and_quoted(written: str) -> None:
    with pytest.raises(CardUnreadable, match="not a card"):
        Card.parse(written)


@pytest.mark.parametrize(
    ("rank", "suit"), [(1, Suit.SPADES), (15, Suit.SPADES), (True, Suit.CLUBS), ("A", Suit.CLUBS), (2, "s"), (2.0, Suit.CLUBS)]
)
def test_no_card_exists_outside_the_pack(rank: object, suit: object) -> None:
    with pytest.raises(CardUnreadable):
        Card(rank, suit)  # type: ignore[arg-type]


@given(CARDS)
def test_a_card_is_read_back_from_what_is_written_and_from_its_sign(card: Card) -> None:
    assert Card.parse(str(card)) == Card.parse(str(card).swapcase()) == Card.parse(str(card)[0] + card.suit.symbol) == card


@given(st.lists(CARDS, max_size=12))
def test_several_cards_are_read_unless_one_comes_twice(cards: list[Card]) -> None:
    written = " ".join(map(str, cards))
    if len(set(cards)) == len(cards):
        assert parse_cards(written) == tuple(cards)
        refuse_repeats(cards)
        return
    with pytest.raises(CardTwice) as refused:
        parse_cards(written)
    assert cards.count(refused.value.card) > 1


def test_the_card_that_is_there_twice_is_named() -> None:
    with pytest.raises(CardTwice, match="Ah is there twice"):
        parse_cards("Ah Kd A♥")


def test_cards_have_no_order_of_their_own() -> None:
    with pytest.raises(TypeError):
        assert Card.parse("As") > Card.parse("Ks")  # type: ignore[operator]
