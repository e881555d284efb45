"""Whole cents: every amount is exact, and a limit is never passed by rounding."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from licensing.domain.money import Money

cents = st.integers(min_value=-(10**12), max_value=10**12)
amounts = st.builds(Money, cents)
# More digits than anybody writes: a share that is rounded before it is used would be found here.
shares = st.decimals(min_value=0, max_value=5, allow_nan=False, allow_infinity=False)
LONG_THIRD = Decimal("0.33333333333333333333333333333333333")


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        ("12.50", 1250),
        ("12.5", 1250),
        ("0.01", 1),
        ("0", 0),
        ("-0.01", -1),
        (12, 1200),
        (-3, -300),
        (Decimal("99.99"), 9999),
        (Decimal("1E+3"), 100_000),
        ("12.500", 1250),
        ("123456789012345678901234567890.12", 12345678901234567890123456789012),
    ],
)
def test_dollars_are_read_to_the_cent(amount: str | int | Decimal, expected: int) -> None:
    assert Money.dollars(amount).cents == expected


@pytest.mark.parametrize("amount", ["0.001", "12.505", "-0.009", Decimal("0.0000001"), "10000000000000000000000000000.001"])
def test_a_fraction_of_a_cent_is_refused_not_rounded(amount: str | Decimal) -> None:
    with pytest.raises(ValueError, match="not a whole number of cents"):
        Money.dollars(amount)


@pytest.mark.parametrize("amount", [12.5, 12.1, 0.0, float("nan")])
def test_dollars_are_never_a_float_even_a_harmless_one(amount: float) -> None:
    with pytest.raises(TypeError, match="never a float"):
        Money.dollars(amount)  # type: ignore[arg-type]


@pytest.mark.parametrize("amount", ["twelve", "", "12,50", "1/2", "NaN", "Infinity", "-Infinity"])
def test_what_is_not_a_number_is_no_amount(amount: str) -> None:
    with pytest.raises((ValueError, ArithmeticError)):
        Money.dollars(amount)


@pytest.mark.parametrize("wrong", [1.0, 12.5, Decimal(12), "12", None, True])
def test_cents_are_an_integer_and_nothing_that_resembles_one(wrong: object) -> None:
    with pytest.raises(TypeError, match="cents are whole"):
        Money(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("factor", [1.5, 2.0, Decimal(2)])
def test_money_is_multiplied_by_a_count_only(factor: object) -> None:
    with pytest.raises(TypeError, match="cents are whole"):
        Money(100) * factor  # type: ignore[operator]


def test_money_and_a_bare_number_do_not_mix() -> None:
    with pytest.raises((TypeError, AttributeError)):
        Money(100) + 1  # type: ignore[operator]
    with pytest.raises(TypeError):
        assert Money(100) < 200  # type: ignore[operator]
    assert Money(100) != 100


def test_an_amount_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Money(100).cents = 200  # type: ignore[misc]


@pytest.mark.parametrize(
    ("number", "written"),
    [(0, "0.00"), (1, "0.01"), (99, "0.99"), (100, "1.00"), (123456, "1234.56"), (-1, "-0.01"), (-100, "-1.00"), (-250, "-2.50")],
)
def test_an_amount_is_written_with_two_places_and_its_sign(number: int, written: str) -> None:
    assert str(Money(number)) == written


@given(amounts)
def test_what_is_written_is_read_back_the_same(amount: Money) -> None:
    assert Money.dollars(str(amount)) == amount


@given(cents, cents, st.integers(min_value=-1000, max_value=1000))
def test_arithmetic_is_that_of_whole_numbers(first: int, second: int, count: int) -> None:
    assert Money(first) + Money(second) == Money(first + second)
    assert Money(first) - Money(second) == Money(first - second)
    assert -Money(first) == Money(-first)
    assert Money(first) * count == Money(first * count)


@given(cents, cents)
def test_amounts_are_ordered_as_their_cents_are(first: int, second: int) -> None:
    assert (Money(first) < Money(second)) == (first < second)
    assert (Money(first) <= Money(second)) == (first <= second)
    assert (Money(first) == Money(second)) == (first == second)
    assert len({Money(first), Money(second)}) == len({first, second})


def test_negative_amounts_come_before_nothing_and_nothing_before_a_cent() -> None:
    assert sorted([Money(1), Money(0), Money(-1), Money(-100)]) == [Money(-100), Money(-1), Money(0), Money(1)]


@given(amounts, shares)
@example(Money(3), LONG_THIRD)
@example(Money(-3), LONG_THIRD)
def test_a_ceiling_is_never_over_the_exact_share_and_a_minimum_never_under(amount: Money, share: Decimal) -> None:
    exact = amount.cents * Fraction(share)
    most, least = amount.at_most(share), amount.at_least(share)
    assert most.cents <= exact <= least.cents
    assert exact - most.cents < 1
    assert least.cents - exact < 1


@given(amounts, shares)
def test_a_ceiling_and_a_minimum_differ_by_a_cent_or_not_at_all(amount: Money, share: Decimal) -> None:
    gap = amount.at_least(share) - amount.at_most(share)
    whole = (amount.cents * Fraction(share)).denominator == 1
    assert gap == Money(0 if whole else 1)


@pytest.mark.parametrize(
    ("amount", "most", "least"),
    [
        ("99.95", "19.99", "19.99"),
        ("99.96", "19.99", "20.00"),
        ("99.99", "19.99", "20.00"),
        ("100.00", "20.00", "20.00"),
        ("100.01", "20.00", "20.01"),
        ("0.00", "0.00", "0.00"),
        ("-0.01", "-0.01", "0.00"),
    ],
)
def test_a_fifth_is_rounded_towards_the_safe_side(amount: str, most: str, least: str) -> None:
    fifth = Decimal("0.20")
    assert Money.dollars(amount).at_most(fifth) == Money.dollars(most)
    assert Money.dollars(amount).at_least(fifth) == Money.dollars(least)


@pytest.mark.parametrize(
    ("part", "base", "share"), [(1, 3, Fraction(1, 3)), (-1, 4, Fraction(-1, 4)), (0, 5, 0), (1, 0, None), (-1, -4, None)]
)
def test_a_share_is_exact_and_there_is_none_of_nothing_or_less(part: int, base: int, share: Fraction | None) -> None:
    assert Money(part).share_of(Money(base)) == share
