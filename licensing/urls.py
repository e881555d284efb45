from django.urls import include, path

from licensing.views import invitations, members, office, organisations, site, terms, whatif

one_organisation = [
    path("", organisations.detail, name="organisation"),
    path("edit/", organisations.edit, name="organisation-edit"),
    path("timeline/", organisations.timeline, name="timeline"),
    path("leave/", members.leave, name="leave"),
    path("members/", members.members, name="members"),
    path("members/invite/", members.invite, name="invite"),
    path("members/<int:membership_id>/", members.member, name="member"),
    path("members/<int:membership_id>/remove/", members.remove, name="member-remove"),
    path("invitations/<int:invitation_id>/send-again/", members.invitation_send_again, name="invitation-send-again"),
    path("invitations/<int:invitation_id>/withdraw/", members.invitation_withdraw, name="invitation-withdraw"),
]
the_office = [
    path("organisations/", office.organisations, name="office-organisations"),
    path("staff/", office.staff, name="staff"),
    path("staff/invite/", office.invite, name="staff-invite"),
    path("staff/<int:person_id>/", office.person, name="staff-person"),
    path("staff/<int:person_id>/active/", office.person_active, name="staff-active"),
    path("invitations/<int:invitation_id>/send-again/", office.invitation_send_again, name="staff-invitation-send-again"),
    path("invitations/<int:invitation_id>/withdraw/", office.invitation_withdraw, name="staff-invitation-withdraw"),
]
urlpatterns = [
    path("", site.home, name="home"),
    path("healthz", site.healthz, name="healthz"),
    path("language/", site.language, name="language"),
    path("theme/", site.theme, name="theme"),
    path("profile/", site.profile, name="profile"),
    path("roles/", site.roles, name="roles"),
    path("terms/", terms.terms, name="terms"),
    path("what-if/", whatif.what_if, name="what-if"),
    path("styleguide/", site.styleguide, name="styleguide"),
    path("invitations/<str:token>/", invitations.invitation, name="invitation"),
    path("organisations/new/", organisations.new, name="organisation-new"),
    path("organisations/<int:organisation_id>/", include(one_organisation)),
    path("office/", include(the_office)),
]
