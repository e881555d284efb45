"""House Rules as they are filed with an application (1.7, 3.4): what each subject is, and which of them are settled.

Ties are not a subject: 10.18 settles them. Nor are devices, language and the order of authority, which the Terms settle too.
"""

from dataclasses import dataclass
from enum import StrEnum

from licensing.domain.house_rules.chips import ChipSet
from licensing.domain.house_rules.prizes import PrizeTable
from licensing.domain.house_rules.schedule import MOST_LEVELS, MOST_MINUTES, Schedule
from licensing.domain.house_rules.values import refuse_unless_whole

MOST_SECONDS = 60 * 60
MOST_HANDS = 100


class BettingLimit(StrEnum):
    NO_LIMIT = "no_limit"
    POT_LIMIT = "pot_limit"
    FIXED_LIMIT = "fixed_limit"


class ColourUp(StrEnum):
    """What happens to chips that are too small: they are raced off in breaks (TDA 24), or they stay."""

    RACE = "race"
    NONE = "none"


class Deals(StrEnum):
    """Whether the players who are left may agree on another division of the prizes. What they agree on is tested again (6.14)."""

    NONE = "none"
    ALL_WHO_ARE_LEFT = "all_who_are_left"


@dataclass(frozen=True, slots=True)
class RebuyProcess:
    """Open to the end of `until_level`, with so many seconds to decide after a bust. Until level 0 means that there is none."""

    until_level: int
    seconds: int

    def __post_init__(self) -> None:
        refuse_unless_whole("last level with a re-buy", self.until_level, 0, MOST_LEVELS)
        refuse_unless_whole("seconds to decide on a re-buy", self.seconds, min(self.until_level, 1), MOST_SECONDS)

    @property
    def offered(self) -> bool:
        return self.until_level > 0


NO_REBUYS = RebuyProcess(0, 0)


@dataclass(frozen=True, slots=True)
class AbsentPlayers:
    """An absent player's blinds are posted and the hand is folded (TDA 30). After a level, if one is stated, the stack leaves."""

    removed_after_level: int | None

    def __post_init__(self) -> None:
        if self.removed_after_level is not None:
            refuse_unless_whole("level that absent players are removed after", self.removed_after_level, 1, MOST_LEVELS)


@dataclass(frozen=True, slots=True)
class LastHands:
    """Announced so many minutes before the hard end; each table then plays so many hands, or as many as begin before it (6.19)."""

    minutes: int
    hands: int | None = None

    def __post_init__(self) -> None:
        refuse_unless_whole("minutes of the last hands", self.minutes, 1, MOST_MINUTES)
        if self.hands is not None:
            refuse_unless_whole("number of last hands", self.hands, 1, MOST_HANDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """None is what is not settled yet. `more` is what else players should know, in the organisation's own words."""

    version: int = 1
    schedule: Schedule | None = None
    betting: BettingLimit | None = None
    rebuys: RebuyProcess | None = None
    colour_up: ColourUp | None = None
    chips: ChipSet | None = None
    prizes: PrizeTable | None = None
    absent: AbsentPlayers | None = None
    deals: Deals | None = None
    last_hands: LastHands | None = None
    more: str = ""

    def __post_init__(self) -> None:
        refuse_unless_whole("version", self.version, 1, 10**6)


def subjects(rules: HouseRules) -> frozenset[str]:
    """The subjects of 1.7 that are settled, under the names that the editions of the Terms give them."""
    settled = {
        "rebuy_process": rules.rebuys,
        "blind_structure": rules.schedule,
        "colour_up": rules.colour_up,
        "betting_limit": rules.betting,
        "prize_structure": rules.prizes,
    }
    return frozenset(subject for subject, rule in settled.items() if rule is not None)
