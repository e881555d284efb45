"""The floor as a journal: what may be done when, what it does, and why it is refused."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from tests.domain.floor import MIDNIGHT, REBUYS, SEVEN, Evening, bust, sold
from tournaments.domain.acts import (
    Act,
    Arrived,
    BigBlindSet,
    CheckedIn,
    ColouredUp,
    DrawCommitted,
    DrawRevealed,
    EntryVoided,
    Method,
    MovesAccepted,
    MovesOffered,
    MovesWithdrawn,
    OddChipsRemoved,
    Pinned,
    Placing,
    PlannedMove,
    Rebought,
    RebuyDeclined,
    Redrawn,
    SeatsDrawn,
    Settled,
    Stack,
    StackStated,
    TableCounted,
    TableSize,
    TablesSet,
    TimeCalled,
    Undone,
    from_row,
    to_row,
)
from tournaments.domain.clock_acts import ClockPaused, ClockStarted, HandForHandOn, HandPlayed, LevelJumped
from tournaments.domain.codec import Unreadable
from tournaments.domain.deeds import do
from tournaments.domain.draw import commit
from tournaments.domain.journal import fold, undo
from tournaments.domain.refusals import Reason, Refused
from tournaments.domain.room import Phase, Status
from tournaments.domain.tables import EntryId, Seat

SEED = b"a seed of thirty-two bytes, here"


def entry(number: int) -> EntryId:
    return EntryId(number)


def move(player: int, origin: tuple[int, int], target: tuple[int, int]) -> PlannedMove:
    return PlannedMove(entry(player), Seat(*origin), Seat(*target))


def placed(player: int, table: int, number: int) -> SeatsDrawn:
    return SeatsDrawn((Placing(entry(player), Seat(table, number)),), by_hand=True)


def rebuy(player: int) -> Rebought:
    return Rebought(entry(player), Method.DEBIT)


def refused(evening: Evening, act: Act) -> Refused:
    before = evening.room
    with pytest.raises(Refused) as refusal:
        evening.do(act)
    assert evening.room is before
    return refusal.value


# What an evening is -------------------------------------------------------------------------------------------------------
def test_a_whole_small_evening_ends_with_everybody_placed() -> None:
    evening = Evening().seat(3).start()
    evening.do(bust(2), bust(3))
    assert evening.room.phase is Phase.ENDED
    assert evening.room.ranking().final() == {1: 1, 3: 2, 2: 3}
    evening.do(Settled())
    assert evening.room.phase is Phase.SETTLED


def test_the_journal_folded_again_gives_the_same_room() -> None:
    evening = Evening(rebuys=REBUYS).seat(3, 3).start()
    evening.do(bust(2), rebuy(2), bust(2), BigBlindSet(1, 1), ClockPaused())
    assert fold(evening.setup, evening.journal) == evening.room


def test_every_act_is_written_and_read_again() -> None:
    evening = Evening(rebuys=REBUYS).seat(2, 2).start()
    evening.do(bust(1), rebuy(1), LevelJumped(2))
    for written in evening.journal:
        assert from_row(*to_row(written.act)) == written.act
    with pytest.raises(Unreadable, match="no act is named"):
        from_row("cheated", {})


def test_chips_are_issued_with_seats_and_rebuys_and_leave_with_odd_ones_and_races() -> None:
    evening = Evening(rebuys=REBUYS).seat(2, 2).start()
    assert evening.room.ledger.expected == 4000
    evening.do(bust(1), rebuy(1), OddChipsRemoved(25), ColouredUp(25, -50))
    assert evening.room.ledger.expected == 5000 - 25 - 50


def test_a_voided_entry_gives_its_seat_and_its_chips_back() -> None:
    evening = Evening().seat(2)
    evening.do(EntryVoided(entry(2)))
    assert evening.room.tables[1].players == {1: 1}
    assert evening.room.ledger.expected == 1000
    evening.do(sold(3), EntryVoided(entry(3)))
    assert evening.room.players[entry(3)].status is Status.VOIDED


def test_a_player_with_a_ticket_may_still_come_once_play_has_begun() -> None:
    evening = Evening().seat(2)
    evening.do(sold(3))
    evening.start().do(CheckedIn(entry(3)), placed(3, 1, 5))
    assert evening.room.tables[1].players == {1: 1, 2: 2, 5: 3}


def test_the_draw_is_committed_before_and_revealed_after() -> None:
    evening = Evening()
    evening.do(DrawCommitted(commit(SEED)))
    assert refused(evening, DrawCommitted(commit(SEED))).reason is Reason.DRAW_COMMITTED
    evening.seat(2)
    assert refused(evening, DrawRevealed(SEED.hex())).reason is Reason.NOT_STARTED
    evening.start()
    assert refused(evening, DrawRevealed(("x" * 32).encode().hex())).reason is Reason.SEED_DOES_NOT_FIT
    assert refused(evening, DrawRevealed("no seed")).reason is Reason.SEED_DOES_NOT_FIT
    evening.do(DrawRevealed(SEED.hex()))
    assert evening.room.seed == SEED.hex()


# Re-buys ------------------------------------------------------------------------------------------------------------------
def test_a_busted_player_who_may_rebuy_is_pending_and_keeps_the_seat() -> None:
    evening = Evening(rebuys=REBUYS).seat(3).start()
    evening.do(bust(2))
    assert evening.room.players[entry(2)].status is Status.PENDING
    assert evening.room.tables[1].players[2] == 2
    evening.do(rebuy(2))
    assert evening.room.players[entry(2)].status is Status.IN
    evening.do(bust(2))
    assert evening.room.players[entry(2)].status is Status.OUT
    assert 2 not in evening.room.tables[1].players


def test_a_refused_rebuy_eliminates_as_of_the_hand_of_the_bust() -> None:
    evening = Evening(rebuys=REBUYS).seat(4).start()
    evening.do(bust(2), bust(3), RebuyDeclined(entry(3)), RebuyDeclined(entry(2)))
    places = {place.entry: place.worst for place in evening.room.ranking().places}
    assert places[entry(2)] == 4
    assert places[entry(3)] == 3


def test_play_goes_on_while_somebody_may_come_back() -> None:
    evening = Evening(rebuys=REBUYS).seat(2).start()
    evening.do(bust(2))
    assert evening.room.phase is Phase.PLAYING
    evening.do(RebuyDeclined(entry(2)))
    assert evening.room.phase is Phase.ENDED


@pytest.mark.parametrize(("seconds", "reason"), [(119, None), (120, None), (121, Reason.REBUY_OUT_OF_TIME)])
def test_a_rebuy_may_take_its_time_but_no_more(seconds: int, reason: Reason | None) -> None:
    evening = Evening(rebuys=REBUYS).seat(3).start()
    evening.do(bust(2))
    evening.now += timedelta(seconds=seconds)
    if reason:
        assert refused(evening, rebuy(2)).reason is reason
    else:
        evening.do(rebuy(2))


@pytest.mark.parametrize(("level", "status"), [(2, Status.PENDING), (3, Status.OUT)])
def test_after_the_last_level_with_a_rebuy_a_bust_is_final(level: int, status: Status) -> None:
    evening = Evening(rebuys=REBUYS).seat(3).start()
    evening.do(LevelJumped(level), bust(2))
    assert evening.room.players[entry(2)].status is status


def test_one_rebuy_and_no_second() -> None:
    evening = Evening(rebuys=REBUYS).seat(3).start()
    evening.do(bust(2), rebuy(2))
    assert refused(evening, rebuy(2)).reason is Reason.ALREADY_REBOUGHT
    assert refused(evening, rebuy(2)).clause == "6.4"


# Hands --------------------------------------------------------------------------------------------------------------------
def test_of_two_out_in_one_hand_the_larger_stack_is_placed_higher() -> None:
    evening = Evening().seat(4).start()
    first = evening.do(bust(2, stack=400))
    evening.do(bust(3, same_hand_as=first, stack=900), bust(4))
    assert evening.room.ranking().final() == {1: 1, 4: 2, 3: 3, 2: 4}


def test_a_stack_that_was_not_stated_can_be_stated_later() -> None:
    evening = Evening().seat(3).start()
    first = evening.do(bust(2))
    second = evening.do(bust(3, same_hand_as=first))
    assert refused(evening, Settled()).reason is Reason.PLACES_OPEN
    evening.do(StackStated(first, 700), StackStated(second, 300))
    assert evening.room.ranking().final() == {1: 1, 2: 2, 3: 3}


def test_hand_for_hand_the_busts_of_all_tables_are_one_hand() -> None:
    evening = Evening().seat(2, 2).start()
    evening.do(HandForHandOn())
    first = evening.do(bust(1, stack=500))
    evening.do(bust(3, same_hand_as=first, stack=500), HandPlayed(), bust(2))
    places = {place.entry: place.worst for place in evening.room.ranking().places}
    assert places[entry(1)] == places[entry(3)] == 3  # a tie, one place above nobody


# Moves --------------------------------------------------------------------------------------------------------------------
def test_a_move_is_offered_accepted_and_arrives() -> None:
    evening = Evening().seat(4, 2).start()
    offer = evening.do(MovesOffered((move(4, (1, 4), (2, 5)),), None))
    assert evening.room.promised == {Seat(2, 5): 4}
    evening.do(MovesAccepted(offer))
    assert evening.room.tables[1].players[4] == 4
    evening.do(Arrived(entry(4)))
    assert evening.room.tables[2].players[5] == 4
    assert evening.room.players[entry(4)].moved == 1
    assert evening.room.under_way == {}


def test_a_table_that_breaks_is_gone_when_the_last_of_its_players_has_left() -> None:
    evening = Evening().seat(4, 2).start()
    offer = evening.do(MovesOffered((move(5, (2, 1), (1, 8)), move(6, (2, 2), (1, 9))), 2))
    evening.do(MovesAccepted(offer), Arrived(entry(5)))
    assert set(evening.room.tables) == {1, 2}
    evening.do(TableCounted(2, 1000), Arrived(entry(6)))
    assert set(evening.room.tables) == {1}
    assert evening.room.counts == {}


def test_whoever_busts_between_offer_and_acceptance_or_on_the_way_does_not_move() -> None:
    evening = Evening().seat(4, 3).start()
    offer = evening.do(MovesOffered((move(4, (1, 4), (2, 5)), move(3, (1, 3), (2, 6))), None))
    evening.do(bust(4), MovesAccepted(offer), bust(3))
    assert evening.room.under_way == {}


def test_a_withdrawn_offer_frees_its_seats() -> None:
    evening = Evening().seat(4, 2).start()
    offer = evening.do(MovesOffered((move(4, (1, 4), (2, 5)),), None))
    assert refused(evening, MovesOffered((), None)).reason is Reason.OFFER_OPEN
    evening.do(MovesWithdrawn(offer))
    assert evening.room.promised == {}


def test_a_redraw_seats_everybody_anew_and_forgets_the_blinds() -> None:
    evening = Evening().seat(2, 2).start()
    evening.do(BigBlindSet(1, 1))
    seats = tuple(Placing(entry(number), Seat(1, 5 - number)) for number in range(1, 5))
    evening.do(Redrawn(seats, SEED.hex()))
    assert evening.room.tables == {1: evening.room.tables[1]}
    assert evening.room.tables[1].players == {4: 1, 3: 2, 2: 3, 1: 4}
    assert evening.room.tables[1].big_blind is None


def test_an_evening_that_ends_hand_for_hand_is_ranked_to_the_end() -> None:
    evening = Evening().seat(2).start()
    evening.do(HandForHandOn(), bust(2))
    assert evening.room.ranking().final() == {1: 1, 2: 2}


# The end ------------------------------------------------------------------------------------------------------------------
def test_at_time_chips_decide() -> None:
    evening = Evening().seat(3).start()
    evening.do(bust(2))
    evening.now = MIDNIGHT
    evening.do(TimeCalled((Stack(entry(1), 1200), Stack(entry(3), 1800))))
    assert evening.room.phase is Phase.ENDED
    assert evening.room.ranking().final() == {3: 1, 1: 2, 2: 3}


# Undo ---------------------------------------------------------------------------------------------------------------------
def test_anything_can_be_undone_and_the_undoing_too() -> None:
    evening = Evening().seat(3).start()
    wrong = evening.do(bust(2))
    undoing = evening.do(Undone(wrong))
    assert evening.room.players[entry(2)].status is Status.IN
    evening.do(Undone(undoing))
    assert evening.room.players[entry(2)].status is Status.OUT
    assert fold(evening.setup, evening.journal).players == evening.room.players


def test_an_act_in_the_middle_is_undone_and_everybody_is_ranked_again() -> None:
    evening = Evening().seat(4).start()
    first = evening.do(bust(2))
    evening.do(bust(3), Undone(first))
    places = {place.entry: place.worst for place in evening.room.ranking().places}
    assert places[entry(3)] == 4


def test_what_others_depend_on_is_not_undone_and_they_are_named() -> None:
    evening = Evening(rebuys=REBUYS).seat(3).start()
    first = evening.do(bust(2))
    second = evening.do(rebuy(2))
    refusal = refused(evening, Undone(first))
    assert (refusal.reason, refusal.acts) == (Reason.OTHERS_DEPEND_ON_IT, (second,))


def test_what_is_unknown_or_undone_already_is_not_undone() -> None:
    evening = Evening().seat(3).start()
    assert refused(evening, Undone(999)).reason is Reason.ACT_UNKNOWN
    first = evening.do(bust(2))
    evening.do(Undone(first))
    assert refused(evening, Undone(first)).reason is Reason.ALREADY_UNDONE


def test_nothing_is_done_or_undone_once_the_evening_is_settled() -> None:
    evening = Evening().seat(2).start()
    last = evening.do(bust(2))
    evening.do(Settled())
    assert refused(evening, Undone(last)).reason is Reason.SETTLED
    assert refused(evening, BigBlindSet(1, 1)).reason is Reason.SETTLED


def test_only_an_undoing_undoes() -> None:
    evening = Evening().seat(2)
    with pytest.raises(TypeError):
        undo(evening.setup, evening.journal, evening.journal[0])
    with pytest.raises(TypeError):
        do(Undone(1), evening.room, evening.journal[0])


def test_a_journal_that_cannot_be_names_the_act() -> None:
    evening = Evening().seat(2).start()
    evening.do(bust(2))
    with pytest.raises(Refused) as refusal:
        fold(evening.setup, [*evening.journal[:-1], evening.journal[-1], evening.journal[-1]])
    assert refusal.value.acts == (len(evening.journal),)


# Refusals -----------------------------------------------------------------------------------------------------------------
def before() -> Evening:
    evening = Evening(rebuys=REBUYS, max_players=5).seat(2, 2)
    evening.do(sold(5))
    return evening


def playing() -> Evening:
    return before().start()


def pending() -> Evening:
    evening = playing()
    evening.do(bust(2))
    return evening


def moving() -> Evening:
    evening = playing()
    evening.do(MovesAccepted(evening.do(MovesOffered((move(2, (1, 2), (2, 5)),), None))))
    return evening


def at_time() -> Evening:
    evening = playing()
    evening.now = MIDNIGHT
    return evening


def stacks(*chips: int) -> TimeCalled:
    return TimeCalled(tuple(Stack(entry(number), amount) for number, amount in enumerate(chips, 1)))


def over() -> Evening:
    evening = Evening().seat(2)
    evening.do(sold(3))
    evening.start().do(bust(2))
    return evening


@pytest.mark.parametrize(
    ("state", "act", "reason"),
    [
        (playing, sold(6), Reason.SALES_CLOSED),
        (before, sold(5), Reason.ENTRY_KNOWN),
        (before, sold(6), Reason.FULL),
        (before, EntryVoided(entry(9)), Reason.ENTRY_UNKNOWN),
        (playing, EntryVoided(entry(1)), Reason.ALREADY_STARTED),
        (before, CheckedIn(entry(1)), Reason.ALREADY_CHECKED_IN),
        (over, CheckedIn(entry(3)), Reason.NOT_PLAYING),
        (over, placed(3, 1, 3), Reason.NOT_PLAYING),
        (playing, TablesSet(()), Reason.ALREADY_STARTED),
        (before, TablesSet((TableSize(1, 10), TableSize(2, 11))), Reason.TABLE_TOO_LARGE),
        (before, TablesSet((TableSize(1, 10), TableSize(1, 9))), Reason.TABLE_TWICE),
        (before, TablesSet((TableSize(1, 10),)), Reason.TABLE_IN_USE),
        (before, Pinned(entry(1), 3, None), Reason.TABLE_UNKNOWN),
        (before, Pinned(entry(1), 1, 11), Reason.SEAT_UNKNOWN),
        (before, Pinned(entry(1), 1, 2), Reason.SEAT_TAKEN),
        (playing, DrawCommitted("x"), Reason.ALREADY_STARTED),
        (before, placed(5, 1, 5), Reason.NOT_CHECKED_IN),
        (before, placed(1, 1, 5), Reason.ALREADY_SEATED),
        (before, ClockStarted(), Reason.TOO_EARLY),
        (playing, ClockStarted(), Reason.ALREADY_STARTED),
        (before, ClockPaused(), Reason.NOT_STARTED),
        (before, BigBlindSet(1, 1), Reason.NOT_STARTED),
        (over, BigBlindSet(1, 1), Reason.NOT_PLAYING),
        (playing, BigBlindSet(3, 1), Reason.TABLE_UNKNOWN),
        (playing, BigBlindSet(1, 11), Reason.SEAT_UNKNOWN),
        (before, bust(1), Reason.NOT_STARTED),
        (playing, bust(5), Reason.NOT_IN_PLAY),
        (pending, bust(2), Reason.NOT_IN_PLAY),
        (playing, bust(1, stack=0), Reason.NOT_CHIPS),
        (playing, bust(1, same_hand_as=1), Reason.BUST_UNKNOWN),
        (playing, StackStated(1, 100), Reason.BUST_UNKNOWN),
        (playing, rebuy(1), Reason.NO_REBUY_OPEN),
        (playing, RebuyDeclined(entry(1)), Reason.NO_REBUY_OPEN),
        (playing, MovesOffered((move(2, (1, 1), (2, 5)),), None), Reason.PLAN_OUT_OF_DATE),
        (pending, MovesOffered((move(2, (1, 2), (2, 5)),), None), Reason.PLAN_OUT_OF_DATE),
        (playing, MovesOffered((move(2, (1, 2), (2, 1)),), None), Reason.SEAT_TAKEN),
        (playing, MovesOffered((move(1, (1, 1), (2, 5)), move(2, (1, 2), (2, 5))), None), Reason.SEAT_TAKEN),
        (moving, MovesOffered((move(2, (1, 2), (2, 6)),), None), Reason.ON_THE_WAY),
        (moving, MovesOffered((move(1, (1, 1), (2, 5)),), None), Reason.SEAT_TAKEN),
        (playing, MovesOffered((move(1, (1, 1), (2, 5)),), 1), Reason.PLAN_OUT_OF_DATE),
        (playing, MovesOffered((move(1, (1, 1), (2, 5)), move(2, (1, 2), (1, 7))), 1), Reason.PLAN_OUT_OF_DATE),
        (playing, MovesAccepted(1), Reason.OFFER_UNKNOWN),
        (playing, MovesWithdrawn(1), Reason.OFFER_UNKNOWN),
        (playing, Arrived(entry(1)), Reason.NOT_ON_THE_WAY),
        (pending, Redrawn((), ""), Reason.REBUYS_PENDING),
        (moving, Redrawn((), ""), Reason.ON_THE_WAY),
        (playing, Redrawn((), ""), Reason.PLAN_OUT_OF_DATE),
        (playing, TableCounted(3, 0), Reason.TABLE_UNKNOWN),
        (playing, TableCounted(1, -1), Reason.NOT_CHIPS),
        (playing, OddChipsRemoved(0), Reason.NOT_CHIPS),
        (playing, OddChipsRemoved(4000), Reason.NOT_CHIPS),
        (playing, ColouredUp(25, -4000), Reason.NOT_CHIPS),
        (playing, stacks(1000, 1000, 1000, 1000), Reason.BEFORE_THE_HARD_END),
        (at_time, stacks(1000, 1000, 1000, 999), Reason.CHIPS_DO_NOT_ADD_UP),
        (at_time, stacks(2000, 1000, 1000), Reason.NOT_IN_PLAY),
        (at_time, stacks(2000, 1000, 1000, 0), Reason.NOT_CHIPS),
        (playing, Settled(), Reason.NOT_PLAYING),
        (playing, ClockPaused(), None),
        (at_time, stacks(1000, 1000, 1000, 1000), None),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(state: Callable[[], Evening], act: Act, reason: Reason | None) -> None:
    evening = state()
    if reason is None:
        evening.do(act)
    else:
        assert refused(evening, act).reason is reason


def test_a_refusal_of_the_clock_says_which() -> None:
    evening = playing()
    evening.do(ClockPaused())
    refusal = refused(evening, ClockPaused())
    assert (refusal.reason, refusal.detail) == (Reason.CLOCK, "AlreadyPaused")


def test_nobody_plays_alone() -> None:
    evening = Evening().seat(1)
    evening.now = SEVEN
    assert refused(evening, ClockStarted()).reason is Reason.TOO_FEW_PLAYERS
    rebuying = Evening(rebuys=REBUYS).seat(2).start()
    rebuying.do(bust(2))
    assert refused(rebuying, bust(1)).reason is Reason.LAST_PLAYER


def test_time_is_not_called_while_a_rebuy_is_open() -> None:
    evening = at_time()
    evening.do(LevelJumped(1), bust(2))
    assert refused(evening, stacks(4000)).reason is Reason.REBUYS_PENDING


def test_a_pinned_player_is_not_moved_and_a_pinned_seat_is_kept() -> None:
    evening = before()
    evening.do(Pinned(entry(5), 2, 9), Pinned(entry(1), 1, None), Pinned(entry(2), 1, 2))
    assert refused(evening, Pinned(entry(3), 2, 9)).reason is Reason.SEAT_TAKEN
    evening.start()
    assert refused(evening, MovesOffered((move(1, (1, 1), (2, 5)),), None)).reason is Reason.PINNED


def test_two_busts_of_different_tables_are_not_one_hand() -> None:
    evening = Evening().seat(2, 2).start()
    first = evening.do(bust(1))
    assert refused(evening, bust(3, same_hand_as=first)).reason is Reason.NOT_THE_SAME_HAND


def test_a_voided_entry_is_nobody() -> None:
    evening = before()
    evening.do(EntryVoided(entry(5)))
    assert refused(evening, CheckedIn(entry(5))).reason is Reason.ENTRY_VOIDED


def test_a_stack_of_nothing_is_not_stated() -> None:
    evening = Evening().seat(3).start()
    first = evening.do(bust(2))
    assert refused(evening, StackStated(first, 0)).reason is Reason.NOT_CHIPS
