"""Invented things for the style guide to show: `{% sample "steps" as steps %}`, in the language that is active there."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import django_tables2 as tables
from django import forms, template
from django.template.context import Context
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from licensing.templatetags.cagnotte import money

register = template.Library()


class SampleForm(forms.Form):
    name = forms.CharField(label=lazy("Name of the tournament"), help_text=lazy("As it will stand on the licence."))
    fee = forms.DecimalField(label=lazy("Entry fee"), max_value=100, help_text=lazy("100 dollars at most."))
    hall = forms.ChoiceField(label=lazy("Hall"), choices=[("", "—"), ("1", "Légion, Shediac"), ("2", "Lions Club, Sussex")])
    days = forms.MultipleChoiceField(
        label=lazy("Evenings"),
        choices=[("fr", lazy("Friday")), ("sa", lazy("Saturday"))],
        widget=forms.CheckboxSelectMultiple,
    )
    format = forms.ChoiceField(
        label=lazy("Format"),
        choices=[("freezeout", lazy("No re-buy")), ("rebuy", lazy("One re-buy"))],
        widget=forms.RadioSelect,
    )
    agreed = forms.BooleanField(label=lazy("The hall has agreed"))


class SampleTable(tables.Table):
    name = tables.Column(verbose_name=lazy("Organisation"))
    players = tables.Column(verbose_name=lazy("Players"), attrs={"td": {"class": "number"}, "th": {"class": "number"}})
    charity = tables.Column(verbose_name=lazy("For the charity"), attrs={"td": {"class": "number"}, "th": {"class": "number"}})
    place = tables.Column(verbose_name=lazy("Place"), orderable=False)

    def render_charity(self, value: int) -> str:
        return money(value)


ROWS = [
    {"name": "Les Amis de la bibliothèque", "players": 96, "charity": 148_800, "place": "Caraquet"},
    {"name": "Harbour Hospice Guild", "players": 142, "charity": 231_075, "place": "Saint John"},
    {"name": "Club d’âge d’or de Bouctouche", "players": 58, "charity": 75_400, "place": "Bouctouche"},
]


def table(context: Context) -> tables.Table:
    sample = SampleTable(ROWS, prefix=f"{get_language()}-", order_by="name")
    request = context.get("request")
    sample.paginate(page=1, per_page=2) if request is None else tables.RequestConfig(request, paginate={"per_page": 2}).configure(
        sample
    )
    return sample


def steps(_context: Context) -> list[dict[str, str]]:
    return [
        {"title": _("Your organisation"), "state": "done", "url": "#steps"},
        {
            "title": _("Hall and date"),
            "state": "attention",
            "text": _("This hall is taken that week: choose another day."),
            "url": "#steps",
        },
        {"title": _("Money"), "state": "current", "text": _("Entry fee, prizes and expenses."), "url": "#steps"},
        {"title": _("Crew"), "state": "todo"},
    ]


def events(_context: Context) -> list[dict[str, Any]]:
    return [
        {
            "at": datetime(2026, 11, 18, 18, 5, tzinfo=UTC),
            "title": _("Licence approved"),
            "icon": "award",
            "who": "Jocelyne Cormier",
        },
        {
            "at": datetime(2026, 11, 12, 14, 30, tzinfo=UTC),
            "title": _("Question answered"),
            "text": _("The lease of the hall was added."),
            "icon": "chat-left-text",
            "who": "Luc Arsenault",
        },
        {"at": datetime(2026, 11, 9, 23, 12, tzinfo=UTC), "title": _("Application sent"), "icon": "send", "who": "Luc Arsenault"},
    ]


def facts(_context: Context) -> list[dict[str, Any]]:
    return [
        {"term": _("Holder"), "value": "Les Amis de la bibliothèque"},
        {"term": _("Entry fee"), "value": money(2_500)},
        {"term": _("Place"), "value": "Centre culturel, Caraquet"},
    ]


def crumbs(_context: Context) -> list[dict[str, str]]:
    return [
        {"label": _("Home"), "url": "#"},
        {"label": _("Organisations"), "url": "#"},
        {"label": "Harbour Hospice Guild", "url": ""},
    ]


def tabs(_context: Context) -> list[dict[str, Any]]:
    return [
        {"label": _("Waiting"), "url": "#tabs", "current": True, "count": 7},
        {"label": _("Approved"), "url": "#tabs", "count": 41},
        {"label": _("Refused"), "url": "#tabs", "count": 0},
    ]


def form(_context: Context) -> SampleForm:
    return SampleForm(auto_id=f"{get_language()}_%s", initial={"name": "Nuit des as"})


def wrong_form(_context: Context) -> SampleForm:
    return SampleForm(
        {"name": "", "fee": "250", "hall": "1", "days": ["fr"], "format": "rebuy"},
        auto_id=f"{get_language()}_wrong_%s",
    )


def formats(_context: Context) -> list[str]:
    return ["csv", "xlsx"]


SAMPLES: dict[str, Callable[[Context], Any]] = {
    "crumbs": crumbs,
    "events": events,
    "facts": facts,
    "form": form,
    "formats": formats,
    "steps": steps,
    "table": table,
    "tabs": tabs,
    "wrong form": wrong_form,
}


@register.simple_tag(takes_context=True)
def sample(context: Context, name: str) -> Any:
    return SAMPLES[name](context)


@register.simple_tag
def moment() -> datetime:
    """One fixed instant, so that two pictures of the page are equal."""
    return datetime(2026, 11, 18, 18, 5, tzinfo=UTC)
