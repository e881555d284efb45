"""Invitations by mail link, to an organisation or to the registrar's office."""

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from licensing import errors
from licensing.domain.roles import OfficeRole, Role
from licensing.models import Event, Invitation, Membership, Organisation, User
from licensing.services.journal import record
from licensing.services.members import lock
from licensing.services.organisations import add_member
from licensing.services.people import create_person

VALID_FOR = timedelta(days=14)


@transaction.atomic
def invite_member(
    *, organisation: Organisation, email: str, roles: Collection[Role], language: str, by: User, now: datetime
) -> Invitation:
    lock(organisation)
    email = email.strip().lower()
    if not roles:
        raise errors.NoRole
    known = User.objects.filter(email__iexact=email).first()
    if known and known.office:
        raise errors.OfficeStaffCannotJoin
    if known and Membership.objects.filter(organisation=organisation, user=known).exists():
        raise errors.AlreadyMember
    if organisation.invitations.open().filter(email__iexact=email).exists():
        raise errors.AlreadyInvited
    invitation = Invitation(
        organisation=organisation, roles=[role for role in Role if role in roles], email=email, language=language, invited_by=by
    )
    _send(invitation, now=now)
    record(Event.Kind.INVITED, organisation=organisation, by=by, now=now, email=email, roles=invitation.roles)
    return invitation


@transaction.atomic
def invite_staff(*, email: str, office_role: OfficeRole, language: str, by: User, now: datetime) -> Invitation:
    _lock_office()
    email = email.strip().lower()
    known = User.objects.filter(email__iexact=email).first()
    if known and known.office:
        raise errors.AlreadyStaff
    if known and known.memberships.exists():
        raise errors.MembersCannotJoinOffice
    if Invitation.objects.open().filter(organisation=None, email__iexact=email).exists():
        raise errors.AlreadyInvited
    invitation = Invitation(office_role=office_role, email=email, language=language, invited_by=by)
    _send(invitation, now=now)
    record(Event.Kind.INVITED, by=by, now=now, email=email, roles=[office_role])
    return invitation


@transaction.atomic
def send_again(*, invitation: Invitation, by: User, now: datetime) -> None:
    """A new link; the old one stops working, since it may be in the wrong hands."""
    invitation = Invitation.objects.select_for_update().get(pk=invitation.pk)
    _refuse_unless_open(invitation)
    _send(invitation, now=now)
    record(Event.Kind.INVITED_AGAIN, organisation=invitation.organisation, by=by, now=now, email=invitation.email)


@transaction.atomic
def withdraw(*, invitation: Invitation, by: User, now: datetime) -> None:
    invitation = Invitation.objects.select_for_update().get(pk=invitation.pk)
    _refuse_unless_open(invitation)
    invitation.withdrawn_at = now
    invitation.save(update_fields=["withdrawn_at"])
    record(Event.Kind.INVITATION_WITHDRAWN, organisation=invitation.organisation, by=by, now=now, email=invitation.email)


def find(*, token: str, now: datetime) -> Invitation:
    """The invitation behind a link, or the reason why the link does not work."""
    invitation = Invitation.objects.select_related("organisation", "invited_by").filter(token_digest=_digest(token)).first()
    if invitation is None:
        raise errors.InvitationUnknown
    _refuse_unless_open(invitation)
    if invitation.expires_at <= now:
        raise errors.InvitationExpired
    return invitation


@transaction.atomic
def accept(*, token: str, user: User, now: datetime) -> Invitation:
    """The link proves the address, so only the account with that address may use it."""
    invitation = _find_and_lock(token, now)
    if user.email.lower() != invitation.email.lower():
        raise errors.InvitationForSomebodyElse
    # Nobody is on both sides: the row of the person is locked, so that two invitations cannot be accepted at once.
    user.refresh_from_db(from_queryset=User.objects.select_for_update())
    if invitation.organisation is None:
        if user.office:
            raise errors.AlreadyStaff
        if user.memberships.exists():
            raise errors.MembersCannotJoinOffice
        user.office_role = invitation.office_role
        user.save(update_fields=["office_role"])
    else:
        if user.office:
            raise errors.OfficeStaffCannotJoin
        if invitation.organisation.memberships.filter(user=user).exists():
            raise errors.AlreadyMember
        add_member(invitation.organisation, user, [Role(role) for role in invitation.roles], now=now)
    invitation.accepted_at = now
    invitation.save(update_fields=["accepted_at"])
    roles = invitation.roles or [invitation.office_role]
    record(Event.Kind.JOINED, organisation=invitation.organisation, subject=user, by=user, now=now, roles=roles)
    return invitation


@transaction.atomic
def accept_as_newcomer(*, token: str, name: str, password: str, language: str, now: datetime) -> User:
    invitation = _find_and_lock(token, now)
    user = create_person(email=invitation.email, name=name, password=password, language=language, now=now)
    accept(token=token, user=user, now=now)
    return user


def _find_and_lock(token: str, now: datetime) -> Invitation:
    """Looked at only once it is locked: a second click waits for the first, and then finds the invitation used."""
    Invitation.objects.select_for_update().filter(token_digest=_digest(token)).first()
    return find(token=token, now=now)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _lock_office() -> None:
    """The office has no row of its own: its administrators stand for it."""
    list(User.objects.select_for_update().filter(office_role=OfficeRole.ADMINISTRATOR).order_by("pk"))


def _refuse_unless_open(invitation: Invitation) -> None:
    if invitation.accepted_at:
        raise errors.InvitationUsed
    if invitation.withdrawn_at:
        raise errors.InvitationWithdrawn


def _send(invitation: Invitation, *, now: datetime) -> None:
    token = secrets.token_urlsafe(32)
    invitation.token_digest = _digest(token)
    invitation.sent_at = now
    invitation.expires_at = now + VALID_FOR
    invitation.save()
    link = settings.SITE_URL + reverse("invitation", args=[token])
    with translation.override(invitation.language):
        context = {"invitation": invitation, "link": link, "days": VALID_FOR.days}
        subject = " ".join(render_to_string("mail/invitation_subject.txt", context).split())
        send_mail(subject, render_to_string("mail/invitation.txt", context), None, [invitation.email])
