"""Whole cents, never floats."""

from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Self


@dataclass(frozen=True, order=True, slots=True)
class Money:
    """An amount of Canadian money. Negative amounts exist: a correction is a new line, never an edit."""

    cents: int

    def __post_init__(self) -> None:
        if type(self.cents) is not int:
            raise TypeError(f"cents are whole: {self.cents!r}")

    @classmethod
    def dollars(cls, amount: str | int | Decimal) -> Self:
        """From "12.50", 12 or a Decimal. A fraction of a cent is refused, not rounded."""
        cents = Decimal(amount) * 100
        if cents != cents.to_integral_value():
            raise ValueError(f"not a whole number of cents: {amount}")
        return cls(int(cents))

    def __add__(self, other: Self) -> Self:
        return type(self)(self.cents + other.cents)

    def __sub__(self, other: Self) -> Self:
        return type(self)(self.cents - other.cents)

    def __neg__(self) -> Self:
        return type(self)(-self.cents)

    def __mul__(self, count: int) -> Self:
        return type(self)(self.cents * count)

    def at_most(self, share: Decimal) -> Self:
        """The largest whole amount within a share of this: a ceiling is rounded down."""
        return type(self)(int((self.cents * share).to_integral_value(ROUND_FLOOR)))

    def at_least(self, share: Decimal) -> Self:
        """The smallest whole amount that reaches a share of this: a minimum is rounded up."""
        return type(self)(int((self.cents * share).to_integral_value(ROUND_CEILING)))

    def __str__(self) -> str:
        sign = "-" if self.cents < 0 else ""
        return f"{sign}{abs(self.cents) // 100}.{abs(self.cents) % 100:02d}"
