"""House Rules as plain JSON and back, exactly: they are filed, versioned and compared, so nothing may be lost or rounded."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import StrEnum
from typing import TypeVar

from licensing.domain import parameters
from licensing.domain.house_rules.chips import Chip, ChipSet
from licensing.domain.house_rules.prizes import PrizeBand, PrizeTable
from licensing.domain.house_rules.rules import AbsentPlayers, BettingLimit, ColourUp, Deals, HouseRules, LastHands, RebuyProcess
from licensing.domain.house_rules.schedule import Break, Level, Schedule
from licensing.domain.house_rules.values import ImpossibleValue
from licensing.domain.money import Money

T = TypeVar("T")
W = TypeVar("W", bound=StrEnum)
Json = dict[str, object]


# Writing ------------------------------------------------------------------------------------------------------------------
def to_json(rules: HouseRules) -> Json:
    return {
        "version": rules.version,
        "schedule": rules.schedule and [_level_to_json(level) for level in rules.schedule.levels],
        "betting": rules.betting and rules.betting.value,
        "rebuys": rules.rebuys and {"until_level": rules.rebuys.until_level, "seconds": rules.rebuys.seconds},
        "colour_up": rules.colour_up and rules.colour_up.value,
        "chips": rules.chips and _chips_to_json(rules.chips),
        "prizes": rules.prizes and _prizes_to_json(rules.prizes),
        "absent": rules.absent and {"removed_after_level": rules.absent.removed_after_level},
        "deals": rules.deals and rules.deals.value,
        "last_hands": rules.last_hands and {"minutes": rules.last_hands.minutes, "hands": rules.last_hands.hands},
        "more": rules.more,
    }


def _level_to_json(level: Level) -> Json:
    rest = level.break_after
    return {
        "small": level.small,
        "big": level.big,
        "ante": level.ante,
        "minutes": level.minutes,
        "break_after": rest and {"minutes": rest.minutes, "removes": list(rest.removes)},
    }


def _chips_to_json(chips: ChipSet) -> Json:
    written = [{"value": chip.value, "quantity": chip.quantity, "colour": chip.colour} for chip in chips.chips]
    return {"chips": written, "mark": chips.mark}


def _prizes_to_json(table: PrizeTable) -> Json:
    bands = [
        {
            "fewest": band.fewest,
            "most": band.most,
            "shares": [_plain(share) for share in band.shares],
            "amounts": [amount.cents for amount in band.amounts],
        }
        for band in table.bands
    ]
    return {"pool_share": _plain(table.pool_share), "bands": bands}


def _plain(share: Decimal) -> str:
    return format(share, "f")


# Reading: what was not written that way is refused ------------------------------------------------------------------------
def from_json(written: object) -> HouseRules:
    names = "version schedule betting rebuys colour_up chips prizes absent deals last_hands more"
    part = _fields(written, names)
    return HouseRules(
        version=_whole(part["version"]),
        schedule=_maybe(part["schedule"], lambda levels: Schedule(_each(levels, _level))),
        betting=_maybe(part["betting"], _one_of(BettingLimit)),
        rebuys=_maybe(part["rebuys"], _rebuys),
        colour_up=_maybe(part["colour_up"], _one_of(ColourUp)),
        chips=_maybe(part["chips"], _chips),
        prizes=_maybe(part["prizes"], _prizes),
        absent=_maybe(part["absent"], _absent),
        deals=_maybe(part["deals"], _one_of(Deals)),
        last_hands=_maybe(part["last_hands"], _last_hands),
        more=_text(part["more"]),
    )


def _level(written: object) -> Level:
    part = _fields(written, "small big ante minutes break_after")
    small, big, ante, minutes = (_whole(part[name]) for name in ("small", "big", "ante", "minutes"))
    return Level(small, big, ante, minutes, _maybe(part["break_after"], _break))


def _break(written: object) -> Break:
    part = _fields(written, "minutes removes")
    return Break(_whole(part["minutes"]), _each(part["removes"], _whole))


def _rebuys(written: object) -> RebuyProcess:
    part = _fields(written, "until_level seconds")
    return RebuyProcess(_whole(part["until_level"]), _whole(part["seconds"]))


def _chips(written: object) -> ChipSet:
    part = _fields(written, "chips mark")
    return ChipSet(_each(part["chips"], _chip), _text(part["mark"]))


def _chip(written: object) -> Chip:
    part = _fields(written, "value quantity colour")
    return Chip(_whole(part["value"]), _whole(part["quantity"]), _text(part["colour"]))


def _prizes(written: object) -> PrizeTable:
    part = _fields(written, "pool_share bands")
    return PrizeTable(_share(part["pool_share"]), _each(part["bands"], _band))


def _band(written: object) -> PrizeBand:
    part = _fields(written, "fewest most shares amounts")
    amounts = _each(part["amounts"], lambda cents: Money(_whole(cents)))
    return PrizeBand(_whole(part["fewest"]), _whole(part["most"]), _each(part["shares"], _share), amounts)


def _absent(written: object) -> AbsentPlayers:
    return AbsentPlayers(_maybe(_fields(written, "removed_after_level")["removed_after_level"], _whole))


def _last_hands(written: object) -> LastHands:
    part = _fields(written, "minutes hands")
    return LastHands(_whole(part["minutes"]), _maybe(part["hands"], _whole))


def _fields(written: object, names: str) -> Mapping[str, object]:
    """An object with exactly these fields."""
    if not isinstance(written, dict) or set(written) != set(names.split()):
        raise ImpossibleValue(f"the fields {names} are expected, not {written!r}")
    return written


def _each(written: object, read: Callable[[object], T]) -> tuple[T, ...]:
    if not isinstance(written, list):
        raise ImpossibleValue(f"a list is expected, not {written!r}")
    return tuple(read(each) for each in written)


def _maybe(written: object, read: Callable[[object], T]) -> T | None:
    return None if written is None else read(written)


def _one_of(words: type[W]) -> Callable[[object], W]:
    def read(written: object) -> W:
        known = {word.value: word for word in words}
        if not isinstance(written, str) or written not in known:
            raise ImpossibleValue(f"one of {list(known)} is expected, not {written!r}")
        return known[written]

    return read


def _whole(written: object) -> int:
    if type(written) is not int:
        raise ImpossibleValue(f"a whole number is expected, not {written!r}")
    return written


def _text(written: object) -> str:
    if not isinstance(written, str):
        raise ImpossibleValue(f"text is expected, not {written!r}")
    return written


def _share(written: object) -> Decimal:
    try:
        return parameters.share(written)
    except ValueError as wrong:
        raise ImpossibleValue(str(wrong)) from None
