"""Why an act is refused, and the clause that says so where one does. The words are for the pages to find."""

from collections.abc import Iterable
from enum import StrEnum

from tournaments.domain.tables import EntryId


class Reason(StrEnum):
    SALES_CLOSED = "sales_closed"
    FULL = "full"
    ENTRY_UNKNOWN = "entry_unknown"
    ENTRY_KNOWN = "entry_known"
    ENTRY_VOIDED = "entry_voided"
    NOT_CHECKED_IN = "not_checked_in"
    ALREADY_CHECKED_IN = "already_checked_in"
    ALREADY_SEATED = "already_seated"
    TABLE_UNKNOWN = "table_unknown"
    TABLE_TWICE = "table_twice"
    TABLE_IN_USE = "table_in_use"
    TABLE_TOO_LARGE = "table_too_large"
    SEAT_UNKNOWN = "seat_unknown"
    SEAT_TAKEN = "seat_taken"
    DRAW_COMMITTED = "draw_committed"
    SEED_DOES_NOT_FIT = "seed_does_not_fit"
    TOO_FEW_PLAYERS = "too_few_players"
    NOT_PLAYING = "not_playing"
    NOT_STARTED = "not_started"
    ALREADY_STARTED = "already_started"
    TOO_EARLY = "too_early"
    CLOCK = "clock"
    NOT_IN_PLAY = "not_in_play"
    BUST_UNKNOWN = "bust_unknown"
    NOT_THE_SAME_HAND = "not_the_same_hand"
    LAST_PLAYER = "last_player"
    NOT_CHIPS = "not_chips"
    NO_REBUY_OPEN = "no_rebuy_open"
    REBUY_OUT_OF_TIME = "rebuy_out_of_time"
    ALREADY_REBOUGHT = "already_rebought"
    REBUYS_PENDING = "rebuys_pending"
    OFFER_OPEN = "offer_open"
    OFFER_UNKNOWN = "offer_unknown"
    PLAN_OUT_OF_DATE = "plan_out_of_date"
    PINNED = "pinned"
    ON_THE_WAY = "on_the_way"
    NOT_ON_THE_WAY = "not_on_the_way"
    CHIPS_DO_NOT_ADD_UP = "chips_do_not_add_up"
    BEFORE_THE_HARD_END = "before_the_hard_end"
    PLACES_OPEN = "places_open"
    SETTLED = "settled"
    ACT_UNKNOWN = "act_unknown"
    ALREADY_UNDONE = "already_undone"
    OTHERS_DEPEND_ON_IT = "others_depend_on_it"


CLAUSES = {
    Reason.SALES_CLOSED: "6.11",
    Reason.TOO_EARLY: "6.11",
    Reason.FULL: "6.12",
    Reason.NOT_CHECKED_IN: "6.8",
    Reason.TABLE_TOO_LARGE: "8.3",
    Reason.NOT_CHIPS: "10.16",
    Reason.NO_REBUY_OPEN: "1.7",
    Reason.REBUY_OUT_OF_TIME: "1.7",
    Reason.ALREADY_REBOUGHT: "6.4",
    Reason.LAST_PLAYER: "10.17",
    Reason.BEFORE_THE_HARD_END: "10.17",
    Reason.CHIPS_DO_NOT_ADD_UP: "8.4",
}


class Refused(Exception):
    """Nothing was written. `acts` are the sequence numbers of the acts that stand in the way."""

    def __init__(self, reason: Reason, *, entry: EntryId | None = None, acts: Iterable[int] = (), detail: str = "") -> None:
        self.reason = reason
        self.entry = entry
        self.acts = tuple(acts)
        self.detail = detail
        super().__init__(reason.value)

    @property
    def clause(self) -> str | None:
        return CLAUSES.get(self.reason)


def refuse_if(wrong: bool, reason: Reason, *, entry: EntryId | None = None) -> None:
    if wrong:
        raise Refused(reason, entry=entry)
