"""A plan of one evening, as people write it at a kitchen table: `50`, `50,00`, `50 $` or `$1,234.50`, in either language."""

import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy as in_context

from licensing.domain.money import Money
from licensing.domain.proceeds import Prize, PrizeKind
from licensing.domain.whatif import ExpenseLine, Plan, PrizePlan, Scenario
from licensing.forms.fields import OneLineField
from licensing.templatetags.cagnotte import money
from licensing.whatif_results import EXPECTED, SCENARIOS

LONGEST_NUMBER = 24
LARGEST_AMOUNT = Money.dollars(999_999)
LARGEST_PERCENT = 999
LARGEST_COUNT = 9_999
EXPENSES = range(1, 7)
PRIZES = range(1, 4)
SPACES = re.compile("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}]")
# Thousands stand apart by spaces, or by commas where a point makes clear what the commas are.
NUMBER = re.compile(r"(?P<whole>\d{1,3}(?: \d{3})+|\d{1,3}(?:,\d{3})+(?=\.)|\d+)(?:[.,](?P<rest>\d+))?", re.ASCII)


# Fields -------------------------------------------------------------------------------------------------------------------
class NumberField(forms.CharField):
    """Empty is None. Below zero is read as it is written: what is wrong with it, the rules say."""

    sign = ""  # of dollars or percent, which may stand before or after
    decimals = 0

    def __init__(self, *, label: Any, required: bool = False) -> None:
        super().__init__(label=label, required=required, empty_value=None)

    def to_python(self, value: Any) -> Any:
        written = super().to_python(value)
        if written is None:
            return None
        text = SPACES.sub(" ", written).replace("\N{MINUS SIGN}", "-")
        below, text = text.startswith("-"), text.removeprefix("-").strip()
        text = text.removesuffix(self.sign) if text.endswith(self.sign) else text.removeprefix(self.sign)
        found = NUMBER.fullmatch(text.strip()) if len(text) <= LONGEST_NUMBER else None
        if found is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        rest = found["rest"] or ""
        if len(rest) > self.decimals:
            raise forms.ValidationError(self.error_messages["decimals"], code="decimals")
        number = Decimal(f"{re.sub('[ ,]', '', found['whole'])}.{rest or 0}")
        return self.read(-number if below else number)

    def read(self, number: Decimal) -> Any:
        raise NotImplementedError


class AmountField(NumberField):
    sign = "$"
    decimals = 2
    default_error_messages = {
        "invalid": _("Write an amount, such as 50 or 49.50."),
        "decimals": _("An amount has two decimals at most. Write a thousand as 1000, without a comma or a point."),
    }

    def read(self, number: Decimal) -> Money:
        amount = Money.dollars(number)
        if abs(amount.cents) > LARGEST_AMOUNT.cents:
            raise forms.ValidationError(now("Write an amount up to %(most)s.") % {"most": money(LARGEST_AMOUNT)}, code="size")
        return amount


class PercentField(NumberField):
    """Percent as people write them; a share of one as the domain reads them."""

    sign = "%"
    decimals = 2
    default_error_messages = {
        "invalid": _("Write a percentage, such as 65 or 62.5."),
        "decimals": _("A percentage has two decimals at most."),
    }

    def read(self, number: Decimal) -> Decimal:
        if abs(number) > LARGEST_PERCENT:
            raise forms.ValidationError(self.error_messages["invalid"], code="size")
        return number / 100


class CountField(NumberField):
    default_error_messages = {
        "invalid": _("Write a whole number, such as 100."),
        "decimals": _("Write a whole number, such as 100."),
    }

    def read(self, number: Decimal) -> int:
        if abs(number) > LARGEST_COUNT:
            raise forms.ValidationError(now("Write a number up to %(most)s.") % {"most": LARGEST_COUNT}, code="size")
        return int(number)


# The form -----------------------------------------------------------------------------------------------------------------
def example() -> dict[str, str]:
    """An evening to begin with, in the reader's language: one that holds, and a quiet night of it that does not."""
    return {
        "entry_fee": "50",
        "rebuy": "yes",
        "rebuy_price": "50",
        "quiet_players": "60",
        "quiet_rebuys": "30",
        "expected_players": "100",
        "expected_rebuys": "60",
        "full_players": "160",
        "full_rebuys": "100",
        "expense_1_label": now("Hall rent"),
        "expense_1_amount": "400",
        "expense_2_label": now("Cards and chips"),
        "expense_2_amount": "250",
        "expense_3_label": now("Printing"),
        "expense_3_amount": "2",
        "expense_3_each": "player",
        "prize_share": "65",
    }


class WhatIfForm(forms.Form):
    """What a question leaves out keeps the example's value, so that a link may name one figure alone."""

    entry_fee = AmountField(label=_("Entry fee"), required=True)
    rebuy = forms.ChoiceField(label=_("Re-buy"), choices=[("yes", _("Yes")), ("no", _("No"))])
    rebuy_price = AmountField(label=_("Price of a re-buy"))

    def __init__(self, asked: dict[str, str]) -> None:
        super().__init__(example() | asked)
        for name, label in SCENARIOS.items():
            players = CountField(label=format_lazy("{} · {}", label, _("Players")), required=name == EXPECTED)
            self.fields[f"{name}_players"] = players
            self.fields[f"{name}_rebuys"] = CountField(label=format_lazy("{} · {}", label, _("Re-buys")))
        for number in EXPENSES:
            self.add_expense(number, format_lazy("{} {}", _("Expense"), number))
        self.fields["prize_share"] = PercentField(label=_("Share of gross proceeds for prizes"))
        for number in PRIZES:
            self.fields[f"prize_{number}"] = AmountField(label=format_lazy("{} {}", _("Prize"), number))

    def add_expense(self, number: int, place: Any) -> None:
        label = OneLineField(label=format_lazy("{} · {}", place, _("What for")), max_length=60, required=False)
        self.fields[f"expense_{number}_label"] = label
        self.fields[f"expense_{number}_amount"] = AmountField(label=format_lazy("{} · {}", place, _("Amount")))
        self.fields[f"expense_{number}_each"] = forms.ChoiceField(
            label=format_lazy("{} · {}", place, _("How often")),
            choices=[("once", in_context("how often", "once")), ("player", in_context("how often", "a player"))],
            required=False,
        )

    # In the rows that the page shows.
    def scenarios(self) -> list[tuple[Any, forms.BoundField, forms.BoundField]]:
        return [(label, self[f"{name}_players"], self[f"{name}_rebuys"]) for name, label in SCENARIOS.items()]

    def expenses(self) -> list[tuple[forms.BoundField, ...]]:
        return [tuple(self[f"expense_{number}_{part}"] for part in ("label", "amount", "each")) for number in EXPENSES]

    def more_expenses(self) -> bool:
        """Is anything on the lines that are folded away?"""
        return any(self[f"expense_{number}_{part}"].value() for number in EXPENSES[3:] for part in ("label", "amount"))

    def prizes(self) -> list[forms.BoundField]:
        return [self[f"prize_{number}"] for number in PRIZES]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("rebuy") == "yes" and data.get("rebuy_price", "wrong") is None:
            self.add_error("rebuy_price", self.fields["rebuy_price"].error_messages["required"])
        return data

    def plan(self) -> Plan:
        data = self.cleaned_data
        offered = data["rebuy"] == "yes"
        rebuys = {name: (offered and data[f"{name}_rebuys"]) or 0 for name in SCENARIOS}
        expected: int = data["expected_players"]
        return Plan(
            entry_fee=data["entry_fee"],
            rebuy_price=data["rebuy_price"] if offered else None,
            rebuy_rate=Fraction(rebuys[EXPECTED], expected) if expected > 0 else Fraction(0),
            expected=expected,
            scenarios=tuple(
                Scenario(name, data[f"{name}_players"], rebuys[name]) for name in SCENARIOS if data[f"{name}_players"] is not None
            ),
            expenses=tuple(
                ExpenseLine(data[f"expense_{number}_label"], amount, per_player=data[f"expense_{number}_each"] == "player")
                for number in EXPENSES
                if (amount := data[f"expense_{number}_amount"]) is not None
            ),
            prizes=PrizePlan(
                share=data["prize_share"] or Decimal(0),
                guaranteed=tuple(
                    Prize(kind=PrizeKind.CASH, amount=amount)
                    for number in PRIZES
                    if (amount := data[f"prize_{number}"]) is not None
                ),
            ),
        )
