"""The journal folded into a room, and any act taken out of it again."""

from collections.abc import Iterable
from dataclasses import replace

from tournaments.domain.acts import Settled, Undone
from tournaments.domain.deeds import do
from tournaments.domain.refusals import Reason, Refused, refuse_if
from tournaments.domain.room import Phase, Room, Setup, Written, opened


def apply(room: Room, written: Written) -> Room:
    """The room after an act, or a refusal; what an act may depend on is the room alone."""
    refuse_if(room.phase is Phase.SETTLED, Reason.SETTLED)
    return replace(do(written.act, room, written), sequence=written.sequence)


def fold(setup: Setup, journal: Iterable[Written]) -> Room:
    """Everything that was done and not undone. A refusal names the act that cannot be."""
    room = opened(setup)
    for written in in_force(list(journal)):
        try:
            room = apply(room, written)
        except Refused as refused:
            raise Refused(refused.reason, entry=refused.entry, acts=[written.sequence]) from None
    return room


def in_force(journal: list[Written]) -> list[Written]:
    """Without what was undone, and without the undoing. An undoing may itself be undone, so the latest decides first."""
    undone: set[int] = set()
    for written in reversed(journal):
        if isinstance(written.act, Undone) and written.sequence not in undone:
            undone.add(written.act.act)
    return [written for written in journal if written.sequence not in undone and not isinstance(written.act, Undone)]


def undo(setup: Setup, journal: list[Written], undoing: Written) -> Room:
    """The room without one act. Refused where later acts could not have been without it, and these are named."""
    if not isinstance(undoing.act, Undone):
        raise TypeError("only an undoing undoes")
    target = undoing.act.act
    refuse_if(all(written.sequence != target for written in journal), Reason.ACT_UNKNOWN)
    before, after = in_force(journal), in_force([*journal, undoing])
    refuse_if([each.sequence for each in before] == [each.sequence for each in after], Reason.ALREADY_UNDONE)
    refuse_if(any(isinstance(written.act, Settled) for written in before), Reason.SETTLED)
    room, dependent = opened(setup), []
    for written in after:
        try:
            room = apply(room, written)
        except Refused:
            dependent.append(written.sequence)
    if dependent:
        raise Refused(Reason.OTHERS_DEPEND_ON_IT, acts=dependent)
    return replace(room, sequence=undoing.sequence)
