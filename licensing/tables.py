"""The columns of the licensing pages' lists.

Every order ends with the key: rows that sort alike would else change places between two pages of a list.
"""

from datetime import datetime

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from licensing.labels import OFFICE_ROLES, ROLES
from licensing.models import Membership, User


class MomentColumn(tables.DateTimeColumn):
    """Written out on a page; in a file a moment that a sheet can sort and count with."""

    def value(self, value: datetime) -> datetime:
        return value


class MemberTable(tables.Table):
    name = tables.Column(accessor="user__name", verbose_name=gettext_lazy("Name"), order_by=("user__searched", "pk"))
    email = tables.Column(accessor="user__email", order_by=("user__email", "pk"), verbose_name=gettext_lazy("Email"))
    roles = tables.Column(empty_values=(), orderable=False, verbose_name=gettext_lazy("Roles"))
    joined_at = MomentColumn(short=True, order_by=("joined_at", "pk"), verbose_name=gettext_lazy("Member since"))
    actions = tables.Column(empty_values=(), orderable=False, verbose_name=gettext_lazy("Actions"))

    class Meta:
        order_by = "name"

    def value_roles(self, record: Membership) -> str:
        return ", ".join(str(ROLES[role]) for role in record.roles)

    render_roles = value_roles

    def render_actions(self, record: Membership) -> str:
        url = reverse("member", args=[record.organisation_id, record.pk])
        label = _("Change the roles of %(name)s") % {"name": record.user.name}
        return format_html('<a class="btn btn-sm btn-quiet" href="{}" aria-label="{}">{}</a>', url, label, _("Change"))


class OrganisationTable(tables.Table):
    name = tables.Column(
        verbose_name=gettext_lazy("Organisation"),
        linkify=lambda record: reverse("organisation", args=[record.pk]),
        order_by=("searched", "pk"),
    )
    form = tables.Column(accessor="get_form_display", order_by=("form", "searched", "pk"), verbose_name=gettext_lazy("Legal form"))
    language = tables.Column(
        accessor="get_language_display", order_by=("language", "searched", "pk"), verbose_name=gettext_lazy("Language")
    )
    members = tables.Column(
        verbose_name=gettext_lazy("Members"),
        order_by=("members", "searched", "pk"),
        attrs={"td": {"class": "figures"}, "th": {"class": "figures"}},
    )
    created_at = MomentColumn(short=True, order_by=("created_at", "pk"), verbose_name=gettext_lazy("Registered"))

    class Meta:
        order_by = "name"


class StaffTable(tables.Table):
    name = tables.Column(verbose_name=gettext_lazy("Name"), order_by=("searched", "pk"))
    email = tables.Column(order_by=("email", "pk"), verbose_name=gettext_lazy("Email"))
    office_role = tables.Column(order_by=("office_role", "searched", "pk"), verbose_name=gettext_lazy("Role"))
    has_second_factor = tables.Column(order_by=("has_second_factor", "searched", "pk"), verbose_name=gettext_lazy("Second factor"))
    is_active = tables.Column(order_by=("is_active", "searched", "pk"), verbose_name=gettext_lazy("Can sign in"))
    actions = tables.Column(empty_values=(), orderable=False, verbose_name=gettext_lazy("Actions"))

    class Meta:
        order_by = "name"

    def render_office_role(self, record: User) -> str:
        return str(OFFICE_ROLES[record.office]) if record.office else ""

    def value_has_second_factor(self, value: bool) -> str:
        return _("Turned on") if value else _("Not yet")

    render_has_second_factor = value_has_second_factor

    def value_is_active(self, value: bool) -> str:
        return _("Yes") if value else _("No")

    render_is_active = value_is_active

    def render_actions(self, record: User) -> str:
        label = _("Change the role of %(name)s") % {"name": record.name}
        url = reverse("staff-person", args=[record.pk])
        return format_html('<a class="btn btn-sm btn-quiet" href="{}" aria-label="{}">{}</a>', url, label, _("Change"))
