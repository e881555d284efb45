"""Values of the Terms as a reader of one language expects them: `{prize_share}` in a text becomes 65% or 65 %."""

import re
from datetime import time
from decimal import Decimal

from licensing.domain.money import Money
from licensing.domain.parameters import BY_NAME, share
from licensing.domain.terms import Bilingual, Terms

NBSP = "\N{NO-BREAK SPACE}"
NARROW = "\N{NARROW NO-BREAK SPACE}"
# A colon, a percent or dollar sign and the inside of quotation marks never stand alone at the end or the start of a line.
FRENCH_SPACES = re.compile(r" (?=[:%$»])|(?<=«) ")

PAYMENTS = {
    "cash": Bilingual("cash", "comptant"),
    "debit": Bilingual("debit", "débit"),
    "credit": Bilingual("credit card", "carte de crédit"),
}
OR = Bilingual(" or ", " ou ")


def is_french(language: str) -> bool:
    return language.startswith("fr")


def typeset(text: str, language: str) -> str:
    """Texts are typed with ordinary spaces; French gets its no-break spaces here, once for all documents."""
    return FRENCH_SPACES.sub(NBSP, text) if is_french(language) else text


def number(value: Decimal, language: str) -> str:
    text = f"{value.normalize():,f}"
    return text.replace(",", NARROW).replace(".", ",") if is_french(language) else text


def percent(value: Decimal, language: str) -> str:
    return f"{number(value * 100, language)}{NBSP}%" if is_french(language) else f"{number(value * 100, language)}%"


def money(value: Money, language: str) -> str:
    """Cents only where there are some."""
    dollars, cents = divmod(value.cents, 100)
    text = number(Decimal(dollars), language)
    if cents:
        text += f"{',' if is_french(language) else '.'}{cents:02d}"
    return f"{text}{NBSP}$" if is_french(language) else f"${text}"


def clock(value: time, language: str) -> str:
    if is_french(language):
        return f"{value.hour}{NBSP}h" + (f"{NBSP}{value.minute:02d}" if value.minute else "")
    return f"{value.hour % 12 or 12}:{value.minute:02d}{NBSP}{'a.m.' if value.hour < 12 else 'p.m.'}"


class Count(int):
    """A whole number that knows its noun: `{max_players:player|players}`."""

    language = "en"

    def __format__(self, forms: str) -> str:
        text = number(Decimal(self), self.language)
        if not forms:
            return text
        one, many = forms.split("|")
        # In French nothing at all is singular, in English it is plural.
        singular = self < 2 if is_french(self.language) else self == 1
        return f"{text}{NBSP}{one if singular else many}"


class FrenchCount(Count):
    language = "fr"


class Spoken:
    """The parameters of the Terms by name, in words: what a text of a document is filled from, so that it holds no number."""

    def __init__(self, terms: Terms, language: str) -> None:
        self.terms = terms
        self.language = language

    def __getitem__(self, name: str) -> object:
        parameter = BY_NAME[name]
        value = self.terms[parameter]
        match value:
            case Decimal():
                return (percent if parameter.read is share else number)(value, self.language)
            case Money():
                return money(value, self.language)
            case time():
                return clock(value, self.language)
            case int():
                return (FrenchCount if is_french(self.language) else Count)(value)
            case tuple():
                return OR.text(self.language).join(PAYMENTS[word].text(self.language) for word in value)
        raise TypeError(f"{name}: a document has no words for {value!r}")

    def fill(self, text: Bilingual) -> str:
        return typeset(text.text(self.language).format_map(self), self.language)
