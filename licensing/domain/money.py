"""Whole cents, never floats."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
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
        if isinstance(amount, float):
            raise TypeError(f"money is never a float: {amount!r}")
        cents = Fraction(Decimal(amount)) * 100
        if cents.denominator != 1:
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
        """The largest whole amount within a share of this: a ceiling is rounded down.

        In whole numbers: a product of decimals is rounded at 28 digits, and then may pass the limit that it stands for.
        """
        part, whole = share.as_integer_ratio()
        return type(self)(self.cents * part // whole)

    def at_least(self, share: Decimal) -> Self:
        """The smallest whole amount that reaches a share of this: a minimum is rounded up."""
        part, whole = share.as_integer_ratio()
        return type(self)(-(-self.cents * part // whole))

    def share_of(self, base: Self) -> Fraction | None:
        """Which part of the base this is; None of one that is zero or less, where a share would mean nothing."""
        return Fraction(self.cents, base.cents) if base.cents > 0 else None

    def __str__(self) -> str:
        sign = "-" if self.cents < 0 else ""
        return f"{sign}{abs(self.cents) // 100}.{abs(self.cents) % 100:02d}"
