"""The order of hands (10.14): best five of seven, against exact counts and another evaluator."""

import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, product
from math import comb
from operator import itemgetter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.domain.parameters import HAND_RANKING
from licensing.terms import editions, terms_of
from tournaments.domain.cards import ACE, DECK, RANKS, Card, CardTwice, Suit, parse_cards
from tournaments.domain.hands import (
    HAND,
    Category,
    DecidedBy,
    Decision,
    Hand,
    WrongNumberOfCards,
    best_hand,
    hands_at_showdown,
    what_decides,
)
from tournaments.domain.tables import EntryId

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it parses ranges of hands by names that its parser has since changed
    import eval7

SAMPLE = 30_000
ANN, BOB, CLEO = EntryId(1), EntryId(2), EntryId(3)
SEVEN = st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True)
FIVE_TO_SEVEN = st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True)

# The number of five-card hands of each kind, as any textbook has it.
FREQUENCIES = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIRS: 123_552,
    Category.PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}


def hand(written: str) -> Hand:
    return best_hand(parse_cards(written))


def test_hands_rank_as_the_terms_list_them() -> None:
    names = [category.name.lower() for category in sorted(Category, reverse=True)]
    assert tuple(names) == terms_of(editions().latest.id)[HAND_RANKING]


# Five cards ---------------------------------------------------------------------------------------------------------------
def unlike_hands(left: int = HAND, rank: int = ACE, alike: tuple[str, ...] = ("shdc",)) -> Iterator[tuple[list[Card], int]]:
    """Every five-card hand up to a swap of suits, with how many it stands for: suits of the same past are one choice."""
    if not left:
        yield [], 1
    elif rank in RANKS:
        for taken in product(*(range(len(suits) + 1) for suits in alike)):
            if sum(taken) > left:
                continue
            cards = [Card(rank, Suit(suit)) for suits, count in zip(alike, taken, strict=True) for suit in suits[:count]]
            parts = [part for suits, count in zip(alike, taken, strict=True) for part in (suits[:count], suits[count:]) if part]
            weight = 1
            for suits, count in zip(alike, taken, strict=True):
                weight *= comb(len(suits), count)
            for rest, more in unlike_hands(left - len(cards), rank - 1, tuple(parts)):
                yield cards + rest, weight * more


@cache
def by_kind() -> dict[Category, list[tuple[Hand, int]]]:
    kinds = defaultdict(list)
    for cards, weight in unlike_hands():
        found = best_hand(cards)
        kinds[found.category].append((found, weight))
    return kinds


def test_all_2598960_hands_of_five_cards_fall_into_their_known_kinds() -> None:
    counted = Counter({kind: sum(weight for _, weight in hands) for kind, hands in by_kind().items()})
    assert counted == FREQUENCIES
    assert counted.total() == comb(len(DECK), HAND)


def test_there_are_7462_different_hands() -> None:
    assert len({found for hands in by_kind().values() for found, _ in hands}) == 7_462


@pytest.mark.parametrize(
    ("written", "category", "combination", "kickers"),
    [
        ("Ah Kh Qh Jh Th", Category.ROYAL_FLUSH, (14,), ()),
        ("Ks Qs Js Ts 9s", Category.STRAIGHT_FLUSH, (13,), ()),
        ("5d 4d 3d 2d Ad", Category.STRAIGHT_FLUSH, (5,), ()),
        ("9c 9d 9h 9s 2c", Category.FOUR_OF_A_KIND, (9,), (2,)),
        ("2c 2d 2h Ac Ad", Category.FULL_HOUSE, (2, 14), ()),
        ("Ac Qc 9c 7c 3c", Category.FLUSH, (14, 12, 9, 7, 3), ()),
        ("Ac 2d 3h 4s 5c", Category.STRAIGHT, (5,), ()),
        ("Ac Kd Qh Js Tc", Category.STRAIGHT, (14,), ()),
        ("7c 7d 7h Ks 2c", Category.THREE_OF_A_KIND, (7,), (13, 2)),
        ("7c 7d Kh Ks 2c", Category.TWO_PAIRS, (13, 7), (2,)),
        ("7c 7d Kh Qs 2c", Category.PAIR, (7,), (13, 12, 2)),
        ("7c 5d Kh Qs 2c", Category.HIGH_CARD, (13,), (12, 7, 5, 2)),
    ],
)
def test_a_hand_says_its_kind_the_ranks_of_its_combination_and_its_kickers(
    written: str, category: Category, combination: tuple[int, ...], kickers: tuple[int, ...]
) -> None:
    found = hand(written)
    assert (found.category, found.combination, found.kickers) == (category, combination, kickers)
    assert set(found.cards) == set(parse_cards(written))


def test_the_ace_never_stands_in_the_middle_of_a_straight() -> None:
    assert hand("Qc Kd Ah 2s 3c").category is Category.HIGH_CARD
    assert hand("Kc Ad 2h 3s 4c").category is Category.HIGH_CARD


def test_each_kind_beats_the_next_whatever_the_ranks() -> None:
    lowest = [
        "2c 3d 4h 5s 7c",
        "2c 2d 3h 4s 5c",
        "2c 2d 3h 3s 4c",
        "2c 2d 2h 3s 4c",
        "Ac 2d 3h 4s 5c",
        "2c 3c 4c 5c 7c",
        "2c 2d 2h 3s 3c",
    ]
    highest = [
        "Ac Kd Qh Js 9c",
        "Ac Ad Kh Qs Jc",
        "Ac Ad Kh Ks Qc",
        "Ac Ad Ah Ks Qc",
        "Ac Kd Qh Js Tc",
        "Ac Kc Qc Jc 9c",
        "Ac Ad Ah Ks Kc",
    ]
    lowest += ["2c 2d 2h 2s 3c", "Ac 2c 3c 4c 5c", "Ac Kc Qc Jc Tc"]
    highest += ["Ac Ad Ah As Kc", "Kc Qc Jc Tc 9c"]
    assert all(hand(above) > hand(below) for below, above in zip(highest, lowest[1:], strict=True))
    assert all(hand(above) > hand(below) for below, above in pairwise(lowest))


# Seven cards --------------------------------------------------------------------------------------------------------------
def agree(hands: list[list[Card]]) -> None:
    """Put in the order of the other evaluator, ours rise and are equal exactly where theirs do."""
    scored = [(eval7.evaluate([eval7.Card(str(card)) for card in cards]), best_hand(cards), cards) for cards in hands]
    scored.sort(key=itemgetter(0))
    for (low, ours, cards), (high, ours_too, other_cards) in pairwise(scored):
        assert (ours < ours_too) == (low < high), (cards, other_cards)
        assert (ours == ours_too) == (low == high), (cards, other_cards)


def test_random_seven_cards_are_ordered_as_another_evaluator_orders_them() -> None:
    random = Random(1014)
    agree([random.sample(DECK, 7) for _ in range(SAMPLE)])


def test_seven_cards_that_hold_a_hand_of_any_kind_agree_with_another_evaluator() -> None:
    """Random cards hardly ever make the highest hands: here two are added to five of each kind."""
    random = Random(1014)
    fives = [list(random.choice(hands)[0].cards) for hands in by_kind().values() for _ in range(1000)]
    agree([five + random.sample([card for card in DECK if card not in five], 2) for five in fives])


@given(FIVE_TO_SEVEN)
def test_the_best_hand_is_the_highest_of_all_fives_and_is_made_of_its_cards(cards: list[Card]) -> None:
    found = best_hand(cards)
    assert found == max(best_hand(five) for five in combinations(cards, HAND))
    assert len(set(found.cards)) == HAND
    assert set(found.cards) <= set(cards)
    assert best_hand(found.cards) == found


@given(FIVE_TO_SEVEN, st.permutations(list(Suit)), st.randoms(use_true_random=False))
def test_neither_suits_nor_the_order_of_the_cards_change_a_hand(cards: list[Card], suits: list[Suit], random: Random) -> None:
    swapped = dict(zip(Suit, suits, strict=True))
    other = [Card(card.rank, swapped[card.suit]) for card in cards]
    random.shuffle(other)
    assert best_hand(other) == best_hand(cards)


@given(SEVEN)
def test_one_more_card_never_lowers_a_hand(cards: list[Card]) -> None:
    assert best_hand(cards) >= best_hand(cards[:6]) >= best_hand(cards[:5])


@given(st.lists(SEVEN, min_size=2, max_size=2))
def test_what_decides_agrees_with_the_order(both: list[list[Card]]) -> None:
    one, other = (best_hand(cards) for cards in both)
    decision = what_decides(one, other)
    assert (decision.one > decision.other, decision.one < decision.other) == (one > other, one < other)
    assert (decision.by is DecidedBy.NOTHING) == (one == other)


@pytest.mark.parametrize(
    ("one", "other", "decision"),
    [
        ("9d 8d 7d 4d 3d", "Jh Ts 9d 8d 7d", Decision(DecidedBy.CATEGORY, Category.FLUSH, Category.STRAIGHT)),
        ("3c 3d 3h 4s 4d", "2c 2d 2h Ac Ad", Decision(DecidedBy.COMBINATION, 3, 2)),
        ("Kc Kd 8h 8s 2c", "Kh Ks 7c 7d Ah", Decision(DecidedBy.COMBINATION, 8, 7)),
        ("Ad Ac Kh 9d 6h", "Ah Ac Qs 9d 6h", Decision(DecidedBy.KICKER, 13, 12)),
        ("Kc Kd 7h 7s 9c", "Kh Ks 7c 7d 5h", Decision(DecidedBy.KICKER, 9, 5)),
        ("Ac Qc 9c 7c 3c", "Ah Qh 9h 7h 2h", Decision(DecidedBy.COMBINATION, 3, 2)),
        ("Kd Qs Td 9c 7s", "Kd Qh Jc 9c 7s", Decision(DecidedBy.KICKER, 10, 11)),
        ("6d 5d 4c 3c 2c", "5s 4c 3c 2c As", Decision(DecidedBy.COMBINATION, 6, 5)),
        ("Ah Kh Qh Jh Th", "As Ks Qs Js Ts", Decision(DecidedBy.NOTHING)),
    ],
)
def test_the_first_difference_decides_the_combination_before_the_kickers(one: str, other: str, decision: Decision) -> None:
    assert what_decides(hand(one), hand(other)) == decision


# The show-down ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("board", "holes", "winners"),
    [
        ("Ac Kd Qh Js Tc", ["Ad Ah", "7h 2s", "9h 9s"], {ANN, BOB, CLEO}),  # the board plays
        ("8h 7s Kd Kc Qs", ["8c 7d", "Qh Td", "2c 3c"], {BOB}),  # two small pairs count for nothing beside two larger ones
        ("Kd Kc Qs Qh Ac", ["5c 5d", "Jh 9d", "4c 4d"], {ANN, BOB, CLEO}),  # a third pair is no kicker against an ace
        ("7c 7d 7h 7s Jc", ["Ad 2h", "Kh Ks", "Qc Qd"], {ANN}),  # four on the board: the kicker decides
        ("Kh Qh Jh Th 2c", ["Ah 3d", "9h 9d", "As 9s"], {ANN}),
        ("Td Tc 9s 9h 2c", ["9d Ah", "Th 3d", "As Ks"], {BOB}),
    ],
)
def test_the_best_five_of_board_and_own_cards_win(board: str, holes: list[str], winners: set[EntryId]) -> None:
    hands = hands_at_showdown(parse_cards(board), dict(zip((ANN, BOB, CLEO), map(parse_cards, holes), strict=True)))
    assert {player for player, found in hands.items() if found == max(hands.values())} == winners


@pytest.mark.parametrize("written", ["", "As Ks Qs Js", "As Ks Qs Js Ts 9s 8s 7s"])
def test_fewer_than_five_cards_or_more_than_seven_are_no_hand(written: str) -> None:
    with pytest.raises(WrongNumberOfCards):
        hand(written)


def test_a_card_twice_is_refused_in_a_hand_and_at_the_table() -> None:
    ace = Card.parse("Ah")
    with pytest.raises(CardTwice):
        best_hand([ace, *parse_cards("Kh Qh Jh"), ace])
    with pytest.raises(CardTwice, match="Ah"):
        hands_at_showdown(parse_cards("Kh Qh Jh Th 2c"), {ANN: parse_cards("Ah 3d"), BOB: parse_cards("Ah 9d")})


@pytest.mark.parametrize(
    ("board", "own"),
    [("Kh Qh Jh Th", "Ah 3d"), ("Kh Qh Jh Th 2c 3c", "Ah 3d"), ("Kh Qh Jh Th 2c", "Ah"), ("Kh Qh Jh Th 2c", "Ah 3d 4d")],
)
def test_a_board_has_five_cards_and_a_player_two(board: str, own: str) -> None:
    with pytest.raises(WrongNumberOfCards):
        hands_at_showdown(parse_cards(board), {ANN: parse_cards(own)})
