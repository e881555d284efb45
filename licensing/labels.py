"""What people read for the words of the domain, which knows no language."""

from django.utils.translation import gettext_lazy as _

from licensing.domain.roles import OfficeRole, Permission, Role

LANGUAGES = [("fr", "Français"), ("en", "English")]  # each in its own language
ROLES = {
    Role.OWNER: _("Owner"),
    Role.ORGANISER: _("Organiser"),
    Role.TREASURER: _("Treasurer"),
    Role.DIRECTOR: _("Tournament director"),
    Role.MANAGER: _("Table manager"),
    Role.DESK: _("Desk volunteer"),
}
OFFICE_ROLES = {
    OfficeRole.REVIEWER: _("Reviewer"),
    OfficeRole.REGISTRAR: _("Registrar"),
    OfficeRole.INSPECTOR: _("Inspector"),
    OfficeRole.ADMINISTRATOR: _("Administrator"),
}
PERMISSIONS = {
    Permission.ORGANISATION_SEE: _("See the organisation"),
    Permission.ORGANISATION_EDIT: _("Change the organisation's details"),
    Permission.MEMBERS_SEE: _("See its members"),
    Permission.MEMBERS_MANAGE: _("Invite and remove members, change roles"),
    Permission.TIMELINE_SEE: _("See who did what, and when"),
    Permission.OFFICE_SEE: _("See every organisation"),
    Permission.STAFF_MANAGE: _("Manage the registrar's staff"),
    Permission.STYLEGUIDE_SEE: _("See the style guide"),
}
