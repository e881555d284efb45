"""Places: right when three bust at once, honest while something is missing, and worked out anew when a bust is undone."""

import pytest

from tournaments.domain import ranking
from tournaments.domain.ranking import Bust, BustId, Fate, Ranking, Reason, rank
from tournaments.domain.tables import EntryId

A, B, C, D, E = FIVE = tuple(EntryId(number) for number in range(1, 6))
OUT, PENDING, BOUGHT_BACK = Fate


def bust(
    entry: EntryId,
    *,
    id: int | None = None,
    table: int = 1,
    hand: int | None = None,
    same: EntryId | None = None,
    round: int | None = None,
    stack: int | None = None,
    fate: Fate = OUT,
) -> Bust:
    """A bust has the number of its player as its id, unless that player busts twice."""
    same_hand_as = None if same is None else BustId(same)
    return Bust(
        id=BustId(id or entry), entry=entry, table=table, hand=hand, same_hand_as=same_hand_as, round=round, stack=stack, fate=fate
    )


def ranges(found: Ranking) -> dict[EntryId, tuple[int, int]]:
    return {place.entry: (place.best, place.worst) for place in found.places}


def reasons(found: Ranking) -> dict[EntryId, Reason]:
    return {place.entry: place.reason for place in found.places}


def asked(found: Ranking) -> list[tuple[Reason, tuple[EntryId, ...]]]:
    return [(question.reason, question.entries) for question in found.questions]


# Order of hands -----------------------------------------------------------------------------------------------------------
def test_the_last_one_standing_is_first_and_the_others_follow_in_reverse_order_of_elimination() -> None:
    found = rank(FIVE, [bust(C), bust(A, table=2), bust(E), bust(B)])
    assert found.final() == {D: 1, B: 2, E: 3, A: 4, C: 5}
    assert found.complete
    assert reasons(found)[D] is Reason.LAST_STANDING
    assert reasons(found)[C] is Reason.ORDER_OF_HANDS


def test_while_several_are_in_each_may_still_take_any_place_that_is_left() -> None:
    found = rank(FIVE, [bust(C), bust(A)])
    assert ranges(found) == {B: (1, 3), D: (1, 3), E: (1, 3), A: (4, 4), C: (5, 5)}
    assert [place.settled for place in found.places] == [False, False, False, True, True]
    assert reasons(found)[B] is Reason.STILL_IN
    assert not found.ended
    assert not found.questions


def test_final_places_are_refused_while_play_goes_on() -> None:
    with pytest.raises(ranking.NotComplete) as refused:
        rank(FIVE, [bust(C)]).final()
    assert refused.value.questions == ()


def test_before_anybody_is_in_there_is_nothing_to_rank() -> None:
    found = rank([], [])
    assert (found.places, found.questions, found.ended) == ((), (), False)


def test_every_reason_has_its_clause() -> None:
    assert set(ranking.CLAUSES) == set(Reason)


# The same hand ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("hand", "same"), [(7, None), (None, A)], ids=["by its number", "by another bust"])
@pytest.mark.parametrize(("stacks", "places"), [((400, 399), (2, 3)), ((400, 400), (2, 2)), ((400, 401), (3, 2))])
def test_of_two_in_one_hand_the_larger_stack_ranks_higher_and_equal_stacks_tie(
    hand: int | None, same: EntryId | None, stacks: tuple[int, int], places: tuple[int, int]
) -> None:
    first, second = stacks
    found = rank([A, B, C], [bust(A, hand=7, stack=first), bust(B, hand=hand, same=same, stack=second)])
    assert (found.final()[A], found.final()[B]) == places
    tied = places[0] == places[1]
    assert reasons(found)[A] is (Reason.EQUAL_STACKS_IN_HAND if tied else Reason.STACK_IN_HAND)
    assert {place.shared_by for place in found.places if place.entry != C} == {2 if tied else 1}


def test_the_same_number_at_another_table_is_another_hand() -> None:
    found = rank([A, B, C], [bust(A, hand=7, stack=900), bust(B, table=2, hand=7, stack=100)])
    assert found.final() == {C: 1, B: 2, A: 3}


@pytest.mark.parametrize(
    ("stacks", "places"),
    [
        ((900, 600, 300), (2, 3, 4)),
        ((300, 600, 900), (4, 3, 2)),
        ((600, 600, 300), (2, 2, 4)),
        ((300, 600, 600), (4, 2, 2)),
        ((600, 600, 600), (2, 2, 2)),
    ],
)
def test_three_in_one_hand_rank_by_their_stacks(stacks: tuple[int, int, int], places: tuple[int, int, int]) -> None:
    busts = [bust(entry, hand=7, stack=stack) for entry, stack in zip((A, B, C), stacks, strict=True)]
    final = rank(FIVE, [bust(E), *busts]).final()
    assert (final[A], final[B], final[C]) == places
    assert (final[D], final[E]) == (1, 5)


def test_a_bust_that_is_entered_late_belongs_to_its_hand() -> None:
    found = rank(FIVE, [bust(A, hand=7, stack=500), bust(C, table=2), bust(B, same=A, stack=200), bust(E)])
    assert found.final() == {D: 1, E: 2, C: 3, A: 4, B: 5}


def test_a_stack_that_is_missing_is_asked_for_and_the_places_of_the_hand_stay_open() -> None:
    found = rank(
        FIVE, [bust(D), bust(A, hand=7, stack=500), bust(B, hand=7), bust(C, hand=7, stack=300), bust(E, id=9, fate=BOUGHT_BACK)]
    )
    assert ranges(found) == {E: (1, 1), A: (2, 3), B: (2, 4), C: (3, 4), D: (5, 5)}
    assert asked(found) == [(Reason.STACK_MISSING, (B,))]
    assert reasons(found)[B] is Reason.STACK_MISSING
    assert found.ended
    assert not found.complete


def test_nobody_asks_for_the_stack_of_one_who_busts_alone() -> None:
    found = rank([A, B], [bust(A, hand=7)])
    assert found.complete
    assert [finish.chips for finish in found.finishes()] == [0, 0]


# Re-buys ------------------------------------------------------------------------------------------------------------------
def test_a_pending_player_may_still_win_and_so_may_push_those_out_later_down() -> None:
    found = rank([A, B, C], [bust(A, fate=PENDING), bust(B)])
    assert ranges(found) == {A: (1, 3), C: (1, 2), B: (2, 3)}
    assert asked(found) == [(Reason.REBUY_OPEN, (A,))]
    assert (reasons(found)[A], reasons(found)[C]) == (Reason.REBUY_OPEN, Reason.STILL_IN)
    assert not found.ended


def test_a_rebuy_refused_later_eliminates_as_of_the_hand_of_the_bust() -> None:
    refused = rank([A, B, C], [bust(A, fate=OUT), bust(B)])
    assert refused.final() == {C: 1, B: 2, A: 3}


def test_a_rebuy_cancels_the_bust_and_a_second_bust_counts() -> None:
    found = rank([A, B, C], [bust(A, fate=BOUGHT_BACK), bust(B), bust(A, id=9)])
    assert found.final() == {C: 1, A: 2, B: 3}


def test_who_bought_back_needs_no_stack_and_leaves_the_other_alone_in_the_hand() -> None:
    found = rank([A, B, C], [bust(A, hand=7, fate=BOUGHT_BACK), bust(B, hand=7)])
    assert ranges(found) == {A: (1, 2), C: (1, 2), B: (3, 3)}
    assert not found.questions


def test_a_pending_player_with_the_larger_stack_is_ahead_whatever_the_answer() -> None:
    busts = [bust(A, hand=7, stack=500, fate=PENDING), bust(B, hand=7, stack=300)]
    assert ranges(rank([A, B, C], busts))[B] == (3, 3)


def test_a_pending_player_with_an_equal_stack_is_no_tie_yet() -> None:
    found = rank([A, B, C], [bust(A, hand=7, stack=300, fate=PENDING), bust(B, hand=7, stack=300)])
    assert ranges(found)[B] == (2, 3)
    assert {place.shared_by for place in found.places} == {1}


# Hand for hand ------------------------------------------------------------------------------------------------------------
def test_busts_of_all_tables_in_one_round_count_as_one_hand() -> None:
    busts = [
        bust(A, table=1, hand=30, round=1, stack=200),
        bust(B, table=2, hand=12, round=1, stack=900),
        bust(C, table=3, same=A, stack=900),
    ]
    assert rank(FIVE[:4], busts).final() == {D: 1, B: 2, C: 2, A: 4}


def test_rounds_follow_each_other() -> None:
    found = rank([A, B, C], [bust(A, round=1, stack=900), bust(B, table=2, round=2, stack=100)])
    assert found.final() == {C: 1, B: 2, A: 3}


def test_busts_are_held_until_the_round_closes() -> None:
    busts = [bust(E), bust(A, round=4, stack=500)]
    still_open, closed = rank(FIVE, busts, open_round=4), rank(FIVE, busts)
    assert ranges(still_open) == {A: (2, 4), B: (1, 4), C: (1, 4), D: (1, 4), E: (5, 5)}
    assert asked(still_open) == [(Reason.ROUND_OPEN, (A,))]
    assert reasons(still_open)[A] is Reason.ROUND_OPEN
    assert ranges(closed) == {A: (4, 4), B: (1, 3), C: (1, 3), D: (1, 3), E: (5, 5)}


def test_the_stack_of_one_who_is_held_alone_is_not_asked_for_yet() -> None:
    alone, together = [bust(A, round=4)], [bust(A, round=4), bust(B, table=2, round=4, stack=100)]
    assert asked(rank(FIVE, alone, open_round=4)) == [(Reason.ROUND_OPEN, (A,))]
    assert asked(rank(FIVE, together, open_round=4)) == [(Reason.STACK_MISSING, (A,)), (Reason.ROUND_OPEN, (A, B))]


def test_a_round_without_a_bust_holds_nothing() -> None:
    assert rank(FIVE, [bust(E)], open_round=4) == rank(FIVE, [bust(E)])


def test_a_round_that_leaves_one_player_is_over() -> None:
    busts = [bust(A, round=4, stack=500), bust(B, round=4, stack=100)]
    assert rank([A, B, C], busts, open_round=4).final() == {C: 1, A: 2, B: 3}


# At time ------------------------------------------------------------------------------------------------------------------
def test_at_time_chips_rank_those_in_and_then_comes_the_reverse_order_of_elimination() -> None:
    found = rank(FIVE, [bust(A), bust(B)], counts={C: 500, D: 900, E: 700})
    assert found.final() == {D: 1, E: 2, C: 3, B: 4, A: 5}
    assert reasons(found)[D] is Reason.CHIPS_AT_TIME


def test_equal_chips_at_time_tie() -> None:
    found = rank(FIVE, [bust(A), bust(B)], counts={C: 500, D: 900, E: 900})
    assert found.final() == {D: 1, E: 1, C: 3, B: 4, A: 5}
    assert reasons(found)[D] is Reason.EQUAL_CHIPS_AT_TIME


def test_a_count_that_is_missing_is_asked_for() -> None:
    found = rank(FIVE, [bust(A), bust(B)], counts={C: 500, D: 900})
    assert ranges(found) == {E: (1, 3), D: (1, 2), C: (2, 3), B: (4, 4), A: (5, 5)}
    assert asked(found) == [(Reason.COUNT_MISSING, (E,))]
    assert reasons(found)[E] is Reason.COUNT_MISSING
    with pytest.raises(ranking.NotComplete) as refused:
        found.finishes()
    assert refused.value.questions == found.questions


def test_the_last_one_standing_at_time_needs_no_count() -> None:
    assert rank([A, B], [bust(A)], counts={}).final() == {B: 1, A: 2}


def test_a_rebuy_that_is_open_at_time_must_be_answered_first() -> None:
    found = rank([A, B], [bust(A, fate=PENDING)], counts={})
    assert ranges(found) == {A: (1, 2), B: (1, 2)}
    assert asked(found) == [(Reason.REBUY_OPEN, (A,))]
    assert not found.complete


# Undo ---------------------------------------------------------------------------------------------------------------------
def test_without_the_last_bust_everybody_is_ranked_again() -> None:
    busts = [bust(A), bust(B, hand=7, stack=200), bust(C, hand=7, stack=600), bust(D)]
    assert rank(FIVE, busts).final() == {E: 1, D: 2, C: 3, B: 4, A: 5}
    assert ranges(rank(FIVE, busts[:-1])) == {D: (1, 2), E: (1, 2), C: (3, 3), B: (4, 4), A: (5, 5)}


def test_a_bust_that_another_points_to_cannot_be_left_out_alone() -> None:
    busts = [bust(A, stack=500), bust(B, same=A, stack=200)]
    with pytest.raises(ranking.UnknownBust):
        rank(FIVE, busts[1:])


# What is refused ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("refusal", "busts"),
    [
        (ranking.UnknownEntry, [bust(EntryId(99))]),
        (ranking.AlreadyOut, [bust(A), bust(A, id=9)]),
        (ranking.AlreadyOut, [bust(A, fate=PENDING), bust(A, id=9)]),
        (ranking.SameBustTwice, [bust(A), bust(B, id=A)]),
        (ranking.UnknownBust, [bust(A, same=B), bust(B)]),
        (ranking.UnknownBust, [bust(A, same=A)]),
        (ranking.NotChips, [bust(A, stack=0)]),
        (ranking.NotChips, [bust(A, stack=-5)]),
        (ranking.NobodyLeft, [bust(entry) for entry in FIVE]),
        (ranking.NobodyLeft, [bust(entry, fate=PENDING) for entry in FIVE]),
    ],
)
def test_a_list_that_cannot_be_is_refused(refusal: type[ValueError], busts: list[Bust]) -> None:
    with pytest.raises(refusal):
        rank(FIVE, busts)


@pytest.mark.parametrize(
    "busts",
    [
        [bust(A), bust(B, table=2, same=A)],
        [bust(A, hand=5), bust(B, hand=6, same=A)],
        [bust(A, hand=5), bust(B, hand=6), bust(C, hand=6, same=A)],
        [bust(A), bust(B, hand=6), bust(C, hand=6, same=A)],
        [bust(A, round=1), bust(B, round=2, same=A)],
        [bust(A, round=1), bust(B, round=2), bust(C, round=2, same=A)],
        [bust(A), bust(B, round=2, same=A)],
        [bust(A, hand=5, round=1), bust(B, hand=6, round=1)],
        [bust(A, hand=5, round=1), bust(B, hand=5, round=2)],
        [bust(A, hand=5, fate=BOUGHT_BACK), bust(A, id=9, hand=5)],
    ],
    ids=[
        "another table",
        "another number",
        "two hands at once",
        "two hands at once, one without a number",
        "another round",
        "two rounds at once",
        "a round and none",
        "two hands of one table in a round",
        "one hand in two rounds",
        "one player twice",
    ],
)
def test_a_bust_that_names_two_hands_is_refused(busts: list[Bust]) -> None:
    with pytest.raises(ranking.HandsDisagree):
        rank(FIVE, busts)


@pytest.mark.parametrize(
    "busts",
    [
        [bust(A, hand=8), bust(B, hand=7)],
        [bust(A, round=2), bust(B, table=2, round=1)],
        [bust(A), bust(B, hand=7), bust(C, hand=8, same=A)],
    ],
    ids=["a lower hand", "a lower round", "a later number for an earlier hand"],
)
def test_hands_and_rounds_are_numbered_in_order_of_time(busts: list[Bust]) -> None:
    with pytest.raises(ranking.OutOfOrder):
        rank(FIVE, busts)


@pytest.mark.parametrize(
    ("refusal", "counts"),
    [
        (ranking.CountOfOneOut, {A: 500}),
        (ranking.CountOfOneOut, {B: 500}),
        (ranking.UnknownEntry, {EntryId(99): 500}),
        (ranking.NotChips, {C: 0}),
        (ranking.NotChips, {C: -1}),
    ],
)
def test_only_chips_of_those_in_are_counted(refusal: type[ValueError], counts: dict[EntryId, int]) -> None:
    with pytest.raises(refusal):
        rank(FIVE, [bust(A), bust(B, fate=PENDING)], counts=counts)


def test_chips_are_not_counted_while_a_round_is_open() -> None:
    with pytest.raises(ranking.RoundStillOpen):
        rank(FIVE, [], open_round=1, counts={})
