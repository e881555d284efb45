"""What every template may use without loading it: icons, money, and the few components that need arithmetic."""

from datetime import date, datetime
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from django import template
from django.template.base import FilterExpression, Node, Parser, TextNode, Token
from django.template.context import Context
from django.template.exceptions import TemplateSyntaxError
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from licensing.domain.terms import Bilingual

if TYPE_CHECKING:
    from django.forms import BaseForm

register = template.Library()


class HasCents(Protocol):
    @property
    def cents(self) -> int: ...


# Icons ----------------------------------------------------------------------------------------------------------------
@lru_cache(maxsize=1)
def icon_folder() -> Path:
    """The folder of SVG files inside the icon package, found without importing the package."""
    spec = find_spec("js_lib_bootstrap_icons")
    if spec is None or spec.origin is None:
        raise RuntimeError("the package django-js-lib-bootstrap-icons is not installed")
    return Path(spec.origin).parent / "static" / "bootstrap-icons"


@lru_cache(maxsize=512)
def icon_svg(name: str) -> SafeString:
    """The icon as SVG to set inside a line of text. It is never read aloud: the words beside it say what it means."""
    path = icon_folder() / f"{name}.svg"
    if not name.replace("-", "").isalnum() or not path.is_file():
        raise ValueError(f"there is no icon named {name!r}")
    _, _, drawing = path.read_text(encoding="utf-8").partition(">")
    drawing = " ".join(drawing.split()).replace("> <", "><")
    opening = '<svg class="icon" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" focusable="false">'
    return mark_safe(opening + drawing)


class IconNode(Node):
    def __init__(self, name: FilterExpression) -> None:
        self.name = name

    def render(self, context: Context) -> SafeString:
        return icon_svg(str(self.name.resolve(context)))


@register.tag
def icon(parser: Parser, token: Token) -> Node:
    """`{% icon "people" %}`. A literal name is drawn once, when the template is compiled."""
    parts = token.split_contents()
    if len(parts) != 2:
        raise TemplateSyntaxError("icon takes one argument, the name of the icon")
    argument = parts[1]
    if argument[0] == argument[-1] and argument[0] in "\"'":
        try:
            return TextNode(icon_svg(argument[1:-1]))
        except ValueError as unknown:
            raise TemplateSyntaxError(str(unknown)) from None
    return IconNode(parser.compile_filter(argument))


# Numbers, money and days ----------------------------------------------------------------------------------------------
@register.filter
def whole(number: int) -> str:
    """`12,345` in English, `12 345` in French."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}") if _french() else f"{number:,}"


@register.filter
def day(value: date) -> str:
    """`November 1, 2026` in English, `1er novembre 2026` in French, which counts only the first day of a month."""
    if isinstance(value, datetime):
        value = timezone.localtime(value)
    text = date_format(value, "DATE_FORMAT")
    return f"1er{text[1:]}" if value.day == 1 and _french() else text


def _french() -> bool:
    return (get_language() or "en").startswith("fr")


@register.filter
def money(amount: int | HasCents | Literal[""] | None) -> str:
    """`$1,234.50` in English, `1 234,50 $` in French. Done by hand: pages show hundreds of amounts."""
    if amount is None or amount == "":  # a variable that a template does not have arrives as ""
        return ""
    cents = amount if isinstance(amount, int) else amount.cents
    sign = "\N{MINUS SIGN}" if cents < 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    if _french():
        return f"{sign}{whole(dollars)},{rest:02d}\N{NO-BREAK SPACE}$"
    return f"{sign}${whole(dollars)}.{rest:02d}"


@register.filter
def percent(value: float) -> str:
    """`20%` in English, `20 %` in French; one decimal at most, and only when it says something."""
    text = f"{value:.1f}".removesuffix(".0").replace("-", "\N{MINUS SIGN}")
    if _french():
        return f"{text.replace('.', ',')}\N{NO-BREAK SPACE}%"
    return f"{text}%"


# The Terms ------------------------------------------------------------------------------------------------------------
@register.filter
def bilingual(text: Bilingual) -> str:
    return text.text(get_language() or "en")


@register.filter
def clause_link(number: str) -> SafeString:
    """The number of a clause, as a link to what the register says of it."""
    return _clause_link(number, get_language() or "en")


@lru_cache(maxsize=512)
def _clause_link(number: str, _language: str) -> SafeString:
    label = _("Clause %(number)s of the Terms") % {"number": number}
    url = f"{reverse('terms')}#c{number.replace('.', '-')}"
    return format_html('<a class="clause" href="{}" aria-label="{}">{}</a>', url, label, number)


# Components that need arithmetic --------------------------------------------------------------------------------------
@register.inclusion_tag("components/meter.html")
def meter(label: str, share: float, limit: float, of: str, *, least: bool = False, amount: Any = None) -> dict[str, Any]:
    """A share in percent `of` something against its limit: a ceiling, or a floor with `least=True`.

    Widths are SVG numbers, always with a point: a French comma would break the drawing.
    """
    drawn = min(max(float(share), 0.0), 100.0)
    return {
        "label": label,
        "share": share,
        "limit": limit,
        "least": least,
        "amount": amount,
        "of": of,
        "met": share >= limit if least else share <= limit,
        "width": f"{drawn:.2f}",
        "mark": f"{min(max(float(limit), 0.0), 100.0):.2f}",
    }


@register.filter
def problems(form: "BaseForm") -> list[dict[str, str]]:
    """Every error of a form, in the order of its fields, with the id to jump to: for the summary above the form."""
    found = [{"id": "", "label": "", "text": str(text)} for text in form.non_field_errors()]
    for field in form:
        for text in field.errors:
            # A list of boxes has no element with the id of the field: its first box has it with `_0`.
            target = field.id_for_label or f"{field.auto_id}_0"
            found.append({"id": target, "label": str(field.label), "text": str(text)})
    return found
