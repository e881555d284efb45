"""Places hold for any evening: against the naive rule, against the rules of the Terms, and against all that may still come."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, permutations, product
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from licensing.domain.facts import TournamentFacts
from licensing.domain.rules import Outcome, play
from licensing.terms import editions, terms_of
from tests.domain.test_ranking import BOUGHT_BACK, FIVE, OUT, PENDING, bust, ranges
from tournaments.domain.ranking import Bust, BustId, rank
from tournaments.domain.tables import EntryId

TERMS = terms_of(editions().latest.id)
Evening = tuple[list[EntryId], list[Bust], dict[EntryId, int] | None]


@st.composite
def evenings(draw: st.DrawFn, most: int = 40) -> Evening:
    """A whole evening with everything known: hands of one to four busts, re-buys, hand for hand, the end by time or by play."""
    entries = [EntryId(number) for number in range(1, draw(st.integers(1, most)) + 1)]
    left = draw(st.permutations(entries))
    left = left[: draw(st.integers(0, len(left) - 1))]
    busts: list[Bust] = []
    rebought: set[EntryId] = set()
    number = 0
    while left:
        number += 1
        hand_for_hand = draw(st.booleans())
        for _ in range(min(draw(st.integers(1, 4)), len(left))):
            entry = left.pop()
            bought_back = entry not in rebought and draw(st.integers(0, 4)) == 0
            busts.append(
                bust(
                    entry,
                    id=len(busts) + 1,
                    table=draw(st.integers(1, 4)) if hand_for_hand else 1,
                    hand=None if hand_for_hand else number,
                    round=number if hand_for_hand else None,
                    stack=draw(st.integers(1, 4)),
                    fate=BOUGHT_BACK if bought_back else OUT,
                )
            )
            if bought_back:
                rebought.add(entry)
                left.insert(0, entry)
    out = {each.entry for each in busts if each.fate is OUT}
    survivors = [entry for entry in entries if entry not in out]
    counts = {entry: draw(st.integers(1, 4)) for entry in survivors} if len(survivors) > 1 or draw(st.booleans()) else None
    return entries, busts, counts


def naive_strength(entry: EntryId, busts: list[Bust], counts: dict[EntryId, int] | None) -> tuple[bool, int, int]:
    """Hands and rounds are numbered together here, so that the number is the time."""
    for each in busts:
        if each.entry == entry and each.fate is OUT:
            return False, each.hand or each.round or 0, each.stack or 0
    return True, 0, (counts or {}).get(entry, 0)


@given(evenings())
def test_a_place_is_one_more_than_the_number_of_stronger_players(evening: Evening) -> None:
    entries, busts, counts = evening
    found = rank(entries, busts, counts=counts)
    strength = {entry: naive_strength(entry, busts, counts) for entry in entries}
    assert found.final() == {entry: 1 + sum(strength[other] > strength[entry] for other in entries) for entry in entries}


@given(evenings())
def test_places_run_from_one_to_the_last_without_gaps_other_than_ties(evening: Evening) -> None:
    entries, busts, counts = evening
    found = rank(entries, busts, counts=counts)
    assert sorted(found.final()) == sorted(entries)
    expected = 1
    while expected <= len(entries):
        sharing = [place for place in found.places if place.best == expected]
        assert sharing
        assert {place.shared_by for place in sharing} == {len(sharing)}
        expected += len(sharing)
    assert [place.best for place in found.places] == sorted(place.best for place in found.places)


@given(evenings())
def test_the_rules_of_the_terms_agree_with_the_places(evening: Evening) -> None:
    entries, busts, counts = evening
    facts = TournamentFacts(finishes=rank(entries, busts, counts=counts).finishes())
    for rule in (play.places_follow_the_order_of_elimination, play.places_at_time_follow_the_chips):
        assert rule.of_tournament
        assert rule.of_tournament(facts, TERMS).outcome in (Outcome.MET, Outcome.NOT_APPLICABLE)


@given(evenings(), st.randoms(use_true_random=False))
def test_an_undone_bust_puts_the_player_back_and_moves_only_those_who_had_done_as_well(evening: Evening, chance: Random) -> None:
    entries, busts, _ = evening
    final = [each for each in busts if each.fate is OUT]
    assume(final)
    undone = chance.choice(final)
    before, after = rank(entries, busts), rank(entries, [each for each in busts if each is not undone])
    assert ranges(after)[undone.entry] == (1, sum(place.hand is None for place in after.places))
    was = {place.entry: place.best for place in before.places}
    for place in after.places:
        if place.hand is not None:
            assert place.best == was[place.entry] + (was[place.entry] <= was[undone.entry])


@given(evenings())
def test_the_order_in_which_entries_are_listed_does_not_matter(evening: Evening) -> None:
    entries, busts, counts = evening
    assert rank(entries[::-1], busts, counts=counts) == rank(entries, busts, counts=counts)


@given(evenings())
def test_a_hand_known_by_its_number_and_by_its_first_bust_are_the_same(evening: Evening) -> None:
    entries, busts, counts = evening
    first: dict[tuple[int | None, int | None], BustId] = {}
    linked = []
    for each in busts:
        earlier = first.setdefault((each.hand, each.round), each.id)
        link = None if earlier == each.id else EntryId(earlier)
        linked.append(bust(each.entry, id=each.id, same=link, stack=each.stack, fate=each.fate))
    assert rank(entries, linked, counts=counts) == rank(entries, busts, counts=counts)


# What may still come ------------------------------------------------------------------------------------------------------
KNOWN = (2, 4, 6)  # a chip count that is not known may be any of 1 to 7: below, between, equal and above
ANY = range(1, 8)


@st.composite
def unfinished(draw: st.DrawFn) -> tuple[list[EntryId], list[Bust], int | None, dict[EntryId, int] | None]:
    """Up to four players, with stacks and counts not entered, re-buys not answered and perhaps a round that is open."""
    entries = list(FIVE[: draw(st.integers(1, 4))])
    stacks = st.none() | st.sampled_from(KNOWN)
    busts = []
    number = 1
    for entry in draw(st.permutations(entries))[: draw(st.integers(0, len(entries) - 1))]:
        number += draw(st.integers(0, 1))
        busts.append(bust(entry, round=number, stack=draw(stacks), fate=draw(st.sampled_from([OUT, OUT, PENDING]))))
    ending = draw(st.sampled_from(["play", "round", "time"]))
    out = {each.entry for each in busts}
    counts = {entry: draw(stacks) for entry in entries if entry not in out}
    counted = {entry: chips for entry, chips in counts.items() if chips is not None}
    return entries, busts, number if ending == "round" else None, counted if ending == "time" else None


def endings(
    entries: list[EntryId], busts: list[Bust], open_round: int | None, counts: dict[EntryId, int] | None
) -> Iterator[tuple[list[Bust], dict[EntryId, int]]]:
    """Every way in which the evening may end: all answers to re-buys, stacks, busts in the open round and orders."""
    gone = {each.entry for each in busts}
    playing = [entry for entry in entries if entry not in gone]
    for fates in product(*([OUT, BOUGHT_BACK] if each.fate is PENDING else [OUT] for each in busts)):
        answered = [replace(each, fate=fate) for each, fate in zip(busts, fates, strict=True)]
        for late in late_busts(playing, open_round):
            final = fill([each for each in [*answered, *late] if each.fate is OUT])
            still_in = [entry for entry in entries if entry not in {each.entry for each in [*answered, *late] if each.fate is OUT}]
            for known in final:
                for chips in counts_of(still_in, counts):
                    yield known, chips


def late_busts(playing: list[EntryId], open_round: int | None) -> Iterable[list[Bust]]:
    """Those who may still bust in the open round, if it holds anybody: never all."""
    sizes = range(len(playing)) if open_round else range(1)
    return ([bust(entry, round=open_round) for entry in some] for size in sizes for some in combinations(playing, size))


def fill(busts: list[Bust]) -> list[list[Bust]]:
    choices = ([each.stack] if each.stack else ANY for each in busts)
    return [[replace(each, stack=stack) for each, stack in zip(busts, stacks, strict=True)] for stacks in product(*choices)]


def counts_of(still_in: list[EntryId], counts: dict[EntryId, int] | None) -> Iterable[dict[EntryId, int]]:
    """At time any count that is not known; in play any order, which is a count of its own for each."""
    if counts is None:
        return (dict(zip(still_in, order, strict=True)) for order in permutations(range(len(still_in))))
    choices = ([counts[entry]] if entry in counts else ANY for entry in still_in)
    return (dict(zip(still_in, chips, strict=True)) for chips in product(*choices))


@settings(max_examples=200)
@given(unfinished())
def test_the_range_of_a_place_is_exactly_what_may_still_come(
    evening: tuple[list[EntryId], list[Bust], int | None, dict[EntryId, int] | None],
) -> None:
    entries, busts, open_round, counts = evening
    found = rank(entries, busts, open_round=open_round, counts=counts)
    best, worst = dict.fromkeys(entries, len(entries)), dict.fromkeys(entries, 1)
    held = open_round if any(each.round == open_round for each in busts) else None
    for known, chips in endings(entries, busts, held, counts):
        strength = {entry: naive_strength(entry, known, chips) for entry in entries}
        for entry in entries:
            place = 1 + sum(strength[other] > strength[entry] for other in entries)
            best[entry], worst[entry] = min(best[entry], place), max(worst[entry], place)
    assert ranges(found) == {entry: (best[entry], worst[entry]) for entry in entries}
    settled = all(place.settled for place in found.places)
    assert found.complete <= settled
