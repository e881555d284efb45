"""House Rules (1.7): their parts, the problems that they have, their JSON, and a builder of blind structures."""

from licensing.domain.house_rules.builder import Caution, Concern, Proposal, TooShort, build
from licensing.domain.house_rules.chips import Chip, ChipSet, payable, postable
from licensing.domain.house_rules.prizes import PrizeBand, PrizeTable
from licensing.domain.house_rules.problems import Problem, Wrong, problems
from licensing.domain.house_rules.rules import (
    NO_REBUYS,
    AbsentPlayers,
    BettingLimit,
    ColourUp,
    Deals,
    HouseRules,
    LastHands,
    RebuyProcess,
    subjects,
)
from licensing.domain.house_rules.schedule import Break, Level, Schedule
from licensing.domain.house_rules.values import ImpossibleValue
from licensing.domain.house_rules.written import from_json, to_json

__all__ = [
    "NO_REBUYS",
    "AbsentPlayers",
    "BettingLimit",
    "Break",
    "Caution",
    "Chip",
    "ChipSet",
    "ColourUp",
    "Concern",
    "Deals",
    "HouseRules",
    "ImpossibleValue",
    "LastHands",
    "Level",
    "PrizeBand",
    "PrizeTable",
    "Problem",
    "Proposal",
    "RebuyProcess",
    "Schedule",
    "TooShort",
    "Wrong",
    "build",
    "from_json",
    "payable",
    "postable",
    "problems",
    "subjects",
    "to_json",
]
