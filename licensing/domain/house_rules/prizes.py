"""The prize structure (1.7, 4.3, 6.13, 6.14): which places are paid, by how many came. The arithmetic of awards is elsewhere."""

from dataclasses import dataclass
from decimal import Decimal

from licensing.domain.house_rules.values import ImpossibleValue, refuse_unless_whole
from licensing.domain.money import Money

MOST_PLAYERS = 10_000
MOST_BANDS = 100


@dataclass(frozen=True, slots=True)
class PrizeBand:
    """What each place wins, first place first, when `fewest` to `most` players came: parts of the pool, or fixed amounts."""

    fewest: int
    most: int
    shares: tuple[Decimal, ...] = ()
    amounts: tuple[Money, ...] = ()

    def __post_init__(self) -> None:
        refuse_unless_whole("fewest players of a band", self.fewest, 1, MOST_PLAYERS)
        refuse_unless_whole("most players of a band", self.most, self.fewest, MOST_PLAYERS)
        if bool(self.shares) == bool(self.amounts):
            raise ImpossibleValue("a band of prizes has either shares or amounts")
        for share in self.shares:
            refuse_unless_share("share of a place", share)
        for amount in self.amounts:
            if amount <= Money(0):
                raise ImpossibleValue(f"a prize of {amount} is none")

    @property
    def places(self) -> int:
        return len(self.shares) or len(self.amounts)


@dataclass(frozen=True, slots=True)
class PrizeTable:
    """`pool_share` is the part of gross proceeds that goes to prizes, and that the shares of a band divide."""

    pool_share: Decimal
    bands: tuple[PrizeBand, ...]

    def __post_init__(self) -> None:
        refuse_unless_share("share of the prize pool", self.pool_share)
        refuse_unless_whole("bands of prizes", len(self.bands), 1, MOST_BANDS)

    def band(self, players: int) -> PrizeBand | None:
        return next((band for band in self.bands if band.fewest <= players <= band.most), None)


def refuse_unless_share(what: str, value: object) -> None:
    if not isinstance(value, Decimal) or not value.is_finite() or not 0 < value <= 1:
        raise ImpossibleValue(f"{what}: an exact part over 0 and up to 1 is expected, not {value!r}")
