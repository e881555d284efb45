"""What each act does to a room, or why it is refused.

Nobody is moved unasked: a plan is offered, accepted, and each of its moves arrives. A player who may still re-buy is pending and
keeps the seat (10.16). What an act depends on is the room alone, so that a journal gives the same room whenever it is folded.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import singledispatch
from typing import TypeVar

from tournaments.domain import acts, clock
from tournaments.domain.clock_acts import ClockAct, ClockRefusal, ClockStarted, HandPlayed
from tournaments.domain.draw import commit
from tournaments.domain.ranking import Bust, BustId, Fate
from tournaments.domain.refusals import Reason, Refused, refuse_if
from tournaments.domain.room import Phase, Player, Room, Status, Written
from tournaments.domain.tables import EntryId, Seat, Table

K = TypeVar("K")
V = TypeVar("V")


@singledispatch
def do(act: acts.Act, room: Room, written: Written) -> Room:
    raise TypeError(f"nothing is done by {act!r}")


def _with(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    return {**mapping, key: value}


def _without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    return {each: value for each, value in mapping.items() if each != key}


def _player(room: Room, entry: EntryId) -> Player:
    player = room.players.get(entry)
    if player is None:
        raise Refused(Reason.ENTRY_UNKNOWN, entry=entry)
    refuse_if(player.status is Status.VOIDED, Reason.ENTRY_VOIDED, entry=entry)
    return player


def _put(room: Room, player: Player) -> Room:
    return replace(room, players=_with(room.players, player.entry, player))


def _table(room: Room, number: int) -> Table:
    table = room.tables.get(number)
    if table is None:
        raise Refused(Reason.TABLE_UNKNOWN)
    return table


def _refuse_unless_free(room: Room, seat: Seat, entry: EntryId) -> None:
    table = _table(room, seat.table)
    refuse_if(not 1 <= seat.number <= table.seats, Reason.SEAT_UNKNOWN, entry=entry)
    refuse_if(seat.number in table.players, Reason.SEAT_TAKEN, entry=entry)
    refuse_if(room.promised.get(seat, entry) != entry, Reason.SEAT_TAKEN, entry=entry)


def _seated(room: Room, player: Player, seat: Seat) -> Room:
    table = room.tables[seat.table]
    tables = _with(room.tables, seat.table, replace(table, players=_with(table.players, seat.number, player.entry)))
    return _put(replace(room, tables=tables), replace(player, seat=seat))


def _unseated(room: Room, player: Player) -> Room:
    """The seat is free, and a table that breaks and is now empty is gone."""
    if player.seat is None:
        return room
    number = player.seat.table
    table = room.tables[number]
    rest = _without(table.players, player.seat.number)
    if number in room.closing and not rest:
        changed = replace(
            room, tables=_without(room.tables, number), counts=_without(room.counts, number), closing=room.closing - {number}
        )
    else:
        changed = replace(room, tables=_with(room.tables, number, replace(table, players=rest)))
    return _put(changed, replace(player, seat=None))


def _refuse_unless_playing(room: Room) -> None:
    refuse_if(room.phase is Phase.OPEN, Reason.NOT_STARTED)
    refuse_if(room.phase is not Phase.PLAYING, Reason.NOT_PLAYING)


@do.register
def _entry_sold(act: acts.EntrySold, room: Room, written: Written) -> Room:
    refuse_if(room.phase is not Phase.OPEN, Reason.SALES_CLOSED)
    refuse_if(act.entry in room.players, Reason.ENTRY_KNOWN, entry=act.entry)
    holders = sum(player.status is not Status.VOIDED for player in room.players.values())
    refuse_if(holders >= room.setup.max_players, Reason.FULL, entry=act.entry)
    return _put(room, Player(act.entry))


@do.register
def _entry_voided(act: acts.EntryVoided, room: Room, written: Written) -> Room:
    refuse_if(room.phase is not Phase.OPEN, Reason.ALREADY_STARTED)
    player = _player(room, act.entry)
    if player.seat:
        room = replace(room, ledger=replace(room.ledger, with_entries=room.ledger.with_entries - room.setup.entry_chips))
    return _put(_unseated(room, player), replace(player, status=Status.VOIDED, seat=None))


@do.register
def _checked_in(act: acts.CheckedIn, room: Room, written: Written) -> Room:
    refuse_if(room.phase not in (Phase.OPEN, Phase.PLAYING), Reason.NOT_PLAYING)
    player = _player(room, act.entry)
    refuse_if(player.status is not Status.SOLD, Reason.ALREADY_CHECKED_IN, entry=act.entry)
    return _put(room, replace(player, status=Status.PRESENT))


@do.register
def _tables_set(act: acts.TablesSet, room: Room, written: Written) -> Room:
    refuse_if(room.phase is not Phase.OPEN, Reason.ALREADY_STARTED)
    refuse_if(any(not 1 < table.seats <= room.setup.seats_per_table for table in act.tables), Reason.TABLE_TOO_LARGE)
    sizes = {table.number: table.seats for table in act.tables}
    refuse_if(len(sizes) < len(act.tables), Reason.TABLE_TWICE)
    for table in room.tables.values():
        refuse_if(max(table.players, default=0) > sizes.get(table.number, 0), Reason.TABLE_IN_USE)
    known = room.tables
    tables = {number: Table(number, seats, known[number].players if number in known else {}) for number, seats in sizes.items()}
    return replace(room, tables=tables)


@do.register
def _pinned(act: acts.Pinned, room: Room, written: Written) -> Room:
    player, table = _player(room, act.entry), _table(room, act.table)
    if act.seat is None:
        return _put(room, replace(player, pinned=act.table))
    refuse_if(not 1 <= act.seat <= table.seats, Reason.SEAT_UNKNOWN, entry=act.entry)
    seat = Seat(act.table, act.seat)
    taken = any(other.pinned == seat for other in room.players.values() if other.entry != act.entry)
    refuse_if(taken or table.players.get(act.seat, act.entry) != act.entry, Reason.SEAT_TAKEN, entry=act.entry)
    return _put(room, replace(player, pinned=seat))


@do.register
def _draw_committed(act: acts.DrawCommitted, room: Room, written: Written) -> Room:
    refuse_if(room.phase is not Phase.OPEN, Reason.ALREADY_STARTED)
    refuse_if(room.commitment is not None, Reason.DRAW_COMMITTED)
    return replace(room, commitment=act.commitment)


@do.register
def _seats_drawn(act: acts.SeatsDrawn, room: Room, written: Written) -> Room:
    refuse_if(room.phase not in (Phase.OPEN, Phase.PLAYING), Reason.NOT_PLAYING)
    for placing in act.placings:
        player = _player(room, placing.entry)
        refuse_if(player.status is Status.SOLD, Reason.NOT_CHECKED_IN, entry=placing.entry)
        refuse_if(player.status is not Status.PRESENT, Reason.ALREADY_SEATED, entry=placing.entry)
        _refuse_unless_free(room, placing.seat, placing.entry)
        room = _seated(room, replace(player, status=Status.IN), placing.seat)
    issued = room.ledger.with_entries + room.setup.entry_chips * len(act.placings)
    return replace(room, ledger=replace(room.ledger, with_entries=issued))


@do.register
def _draw_revealed(act: acts.DrawRevealed, room: Room, written: Written) -> Room:
    refuse_if(room.phase is Phase.OPEN, Reason.NOT_STARTED)
    try:
        fits = commit(bytes.fromhex(act.seed)) == room.commitment
    except ValueError:
        fits = False
    refuse_if(not fits, Reason.SEED_DOES_NOT_FIT)
    return replace(room, seed=act.seed)


@do.register
def _clock(act: ClockAct, room: Room, written: Written) -> Room:
    if isinstance(act, ClockStarted):
        refuse_if(room.phase is not Phase.OPEN, Reason.ALREADY_STARTED)
        refuse_if(written.at < room.setup.clock.limits.starts_at, Reason.TOO_EARLY)
        refuse_if(len(room.with_status(Status.IN)) < 2, Reason.TOO_FEW_PLAYERS)
        room = replace(room, phase=Phase.PLAYING)
    _refuse_unless_playing(room)
    try:
        moved = clock.apply(room.clock, act, written.at)
    except ClockRefusal as refused:
        raise Refused(Reason.CLOCK, detail=type(refused).__name__) from None
    played = isinstance(act, HandPlayed)
    return replace(room, clock=moved, round=room.round + played)


@do.register
def _big_blind_set(act: acts.BigBlindSet, room: Room, written: Written) -> Room:
    _refuse_unless_playing(room)
    table = _table(room, act.table)
    refuse_if(not 1 <= act.seat <= table.seats, Reason.SEAT_UNKNOWN)
    return replace(room, tables=_with(room.tables, act.table, replace(table, big_blind=act.seat)))


@do.register
def _busted(act: acts.Busted, room: Room, written: Written) -> Room:
    _refuse_unless_playing(room)
    player = _player(room, act.entry)
    if player.status is not Status.IN or player.seat is None:
        raise Refused(Reason.NOT_IN_PLAY, entry=act.entry)
    refuse_if(act.stack is not None and act.stack <= 0, Reason.NOT_CHIPS, entry=act.entry)
    refuse_if(len(room.with_status(Status.IN)) == 1, Reason.LAST_PLAYER, entry=act.entry)
    _refuse_unless_same_hand(room, act, player.seat.table)
    pending = _may_rebuy(room, player, written.at)
    bust = Bust(
        id=BustId(written.sequence),
        entry=act.entry,
        table=player.seat.table,
        same_hand_as=None if act.same_hand_as is None else BustId(act.same_hand_as),
        round=room.round if room.clock.hand_for_hand else None,
        stack=act.stack,
        fate=Fate.PENDING if pending else Fate.OUT,
    )
    room = replace(room, busts=(*room.busts, bust), under_way=_without(room.under_way, act.entry))
    if pending:
        return _put(replace(room, busted_at=_with(room.busted_at, act.entry, written.at)), replace(player, status=Status.PENDING))
    return _out(room, player)


def _refuse_unless_same_hand(room: Room, act: acts.Busted, table: int) -> None:
    if act.same_hand_as is None:
        return
    other = next((bust for bust in room.busts if bust.id == act.same_hand_as), None)
    if other is None:
        raise Refused(Reason.BUST_UNKNOWN, entry=act.entry)
    same = other.entry != act.entry and (other.table == table or (room.clock.hand_for_hand and other.round == room.round))
    refuse_if(not same, Reason.NOT_THE_SAME_HAND, entry=act.entry)


def _may_rebuy(room: Room, player: Player, at: datetime) -> bool:
    process = room.setup.rebuys
    return process.offered and not player.rebought and clock.reading(room.clock, at).level <= process.until_level


def _out(room: Room, player: Player) -> Room:
    """Out of play; with one player left and nobody who may come back, play is over (10.17)."""
    room = _unseated(room, player)
    room = _put(room, replace(room.players[player.entry], status=Status.OUT))
    over = len(room.with_status(Status.IN)) == 1 and not room.with_status(Status.PENDING)
    return replace(room, phase=Phase.ENDED, offer=None) if over else room


def _fate(room: Room, entry: EntryId, fate: Fate) -> Room:
    """Of the last bust of the entry: the one that waits for an answer."""
    last = max(place for place, bust in enumerate(room.busts) if bust.entry == entry)
    busts = (*room.busts[:last], replace(room.busts[last], fate=fate), *room.busts[last + 1 :])
    return replace(room, busts=busts, busted_at=_without(room.busted_at, entry))


@do.register
def _stack_stated(act: acts.StackStated, room: Room, written: Written) -> Room:
    refuse_if(all(bust.id != act.bust for bust in room.busts), Reason.BUST_UNKNOWN)
    refuse_if(act.stack <= 0, Reason.NOT_CHIPS)
    return replace(room, busts=tuple(replace(bust, stack=act.stack) if bust.id == act.bust else bust for bust in room.busts))


@do.register
def _rebought(act: acts.Rebought, room: Room, written: Written) -> Room:
    player = _player(room, act.entry)
    refuse_if(player.rebought, Reason.ALREADY_REBOUGHT, entry=act.entry)
    refuse_if(player.status is not Status.PENDING, Reason.NO_REBUY_OPEN, entry=act.entry)
    late = written.at > room.busted_at[act.entry] + timedelta(seconds=room.setup.rebuys.seconds)
    refuse_if(late, Reason.REBUY_OUT_OF_TIME, entry=act.entry)
    room = replace(room, ledger=replace(room.ledger, with_rebuys=room.ledger.with_rebuys + room.setup.rebuy_chips))
    return _put(_fate(room, act.entry, Fate.BOUGHT_BACK), replace(player, status=Status.IN, rebought=True))


@do.register
def _rebuy_declined(act: acts.RebuyDeclined, room: Room, written: Written) -> Room:
    player = _player(room, act.entry)
    refuse_if(player.status is not Status.PENDING, Reason.NO_REBUY_OPEN, entry=act.entry)
    return _out(_fate(room, act.entry, Fate.OUT), player)


@do.register
def _moves_offered(act: acts.MovesOffered, room: Room, written: Written) -> Room:
    _refuse_unless_playing(room)
    refuse_if(room.offer is not None, Reason.OFFER_OPEN)
    targets: set[Seat] = set()
    for move in act.moves:
        player = _player(room, move.entry)
        refuse_if(player.seat != move.origin or player.status is not Status.IN, Reason.PLAN_OUT_OF_DATE, entry=move.entry)
        refuse_if(player.pinned is not None, Reason.PINNED, entry=move.entry)
        refuse_if(move.entry in room.under_way, Reason.ON_THE_WAY, entry=move.entry)
        _refuse_unless_free(room, move.target, move.entry)
        refuse_if(move.target in targets, Reason.SEAT_TAKEN, entry=move.entry)
        targets.add(move.target)
    if act.breaks is not None:
        leaving = {move.entry for move in act.moves} | set(room.under_way)
        refuse_if(not leaving.issuperset(_table(room, act.breaks).players.values()), Reason.PLAN_OUT_OF_DATE)
        refuse_if(any(target.table == act.breaks for target in targets), Reason.PLAN_OUT_OF_DATE)
    return replace(room, offer=(written.sequence, act))


def _offer(room: Room, number: int) -> acts.MovesOffered:
    if room.offer is None or room.offer[0] != number:
        raise Refused(Reason.OFFER_UNKNOWN)
    return room.offer[1]


@do.register
def _moves_accepted(act: acts.MovesAccepted, room: Room, written: Written) -> Room:
    """Whoever busted since the plan was offered stays where that leaves them."""
    _refuse_unless_playing(room)
    offer = _offer(room, act.offer)
    moves = {move.entry: move for move in offer.moves if room.players[move.entry].status is Status.IN}
    closing = room.closing if offer.breaks is None else room.closing | {offer.breaks}
    return replace(room, offer=None, under_way={**room.under_way, **moves}, closing=closing)


@do.register
def _moves_withdrawn(act: acts.MovesWithdrawn, room: Room, written: Written) -> Room:
    _offer(room, act.offer)
    return replace(room, offer=None)


@do.register
def _arrived(act: acts.Arrived, room: Room, written: Written) -> Room:
    _refuse_unless_playing(room)
    player = _player(room, act.entry)
    move = room.under_way.get(act.entry)
    if move is None:
        raise Refused(Reason.NOT_ON_THE_WAY, entry=act.entry)
    room = _unseated(replace(room, under_way=_without(room.under_way, act.entry)), player)
    return _seated(room, replace(player, moved=player.moved + 1), move.target)


@do.register
def _redrawn(act: acts.Redrawn, room: Room, written: Written) -> Room:
    """Everybody at once, onto the tables that are named; the others are gone, and where the blinds were means nothing any more."""
    _refuse_unless_playing(room)
    refuse_if(bool(room.with_status(Status.PENDING)), Reason.REBUYS_PENDING)
    refuse_if(bool(room.under_way) or room.offer is not None, Reason.ON_THE_WAY)
    placed = {placing.entry for placing in act.placings}
    staying = {player.entry for player in room.with_status(Status.IN)}
    refuse_if(placed != staying or len(act.placings) != len(placed), Reason.PLAN_OUT_OF_DATE)
    numbers = {placing.seat.table for placing in act.placings}
    tables = {number: Table(number, _table(room, number).seats, {}) for number in sorted(numbers)}
    room = replace(room, tables=tables, counts={}, closing=frozenset())
    for placing in act.placings:
        _refuse_unless_free(room, placing.seat, placing.entry)
        room = _seated(room, room.players[placing.entry], placing.seat)
    return room


@do.register
def _table_counted(act: acts.TableCounted, room: Room, written: Written) -> Room:
    _refuse_unless_playing(room)
    _table(room, act.table)
    refuse_if(act.chips < 0, Reason.NOT_CHIPS)
    return replace(room, counts=_with(room.counts, act.table, act.chips))


@do.register
def _odd_chips_removed(act: acts.OddChipsRemoved, room: Room, written: Written) -> Room:
    _refuse_unless_playing(room)
    refuse_if(act.chips <= 0 or act.chips >= room.ledger.expected, Reason.NOT_CHIPS)
    return replace(room, ledger=replace(room.ledger, odd_chips=room.ledger.odd_chips + act.chips))


@do.register
def _coloured_up(act: acts.ColouredUp, room: Room, written: Written) -> Room:
    _refuse_unless_playing(room)
    refuse_if(room.ledger.expected + act.rounding <= 0, Reason.NOT_CHIPS)
    return replace(room, ledger=replace(room.ledger, race_rounding=room.ledger.race_rounding + act.rounding))


@do.register
def _time_called(act: acts.TimeCalled, room: Room, written: Written) -> Room:
    _refuse_unless_playing(room)
    refuse_if(written.at < room.clock.ends.at, Reason.BEFORE_THE_HARD_END)
    refuse_if(bool(room.with_status(Status.PENDING)), Reason.REBUYS_PENDING)
    stacks = {stack.entry: stack.chips for stack in act.stacks}
    refuse_if(any(chips <= 0 for chips in stacks.values()), Reason.NOT_CHIPS)
    refuse_if(stacks.keys() != {player.entry for player in room.with_status(Status.IN)}, Reason.NOT_IN_PLAY)
    refuse_if(sum(stack.chips for stack in act.stacks) != room.ledger.expected, Reason.CHIPS_DO_NOT_ADD_UP)
    return replace(room, phase=Phase.ENDED, stacks=stacks, offer=None, under_way={})


@do.register
def _settled(act: acts.Settled, room: Room, written: Written) -> Room:
    refuse_if(room.phase is not Phase.ENDED, Reason.NOT_PLAYING)
    refuse_if(not room.ranking().complete, Reason.PLACES_OPEN)
    return replace(room, phase=Phase.SETTLED)
