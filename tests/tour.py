"""The tour: every page of the product, and who looks at it. Shared by the page tests and the browser tests.

In the test process: `stops(open_invitation_token())`. For a server with a database of its own, run `python -m tests.tour`
in that server's environment: it makes an open invitation there and prints the stops as JSON.
"""

import json
import os
import sys
from dataclasses import asdict, dataclass
from http import HTTPStatus


@dataclass(frozen=True)
class Stop:
    """A page, its viewer (a key of `licensing.demo.PERSONAS`, or None for a visitor) and the status of the answer."""

    name: str
    persona: str | None
    path: str
    status: int = HTTPStatus.OK

    def __str__(self) -> str:
        return f"{self.name} for {self.persona or 'a visitor'} at {self.path}"


@dataclass(frozen=True)
class Ids:
    """What the paths need from the demo. It is built from a fixed seed into an empty database, so they are always these."""

    organisation: int = 1
    other_organisation: int = 2
    volunteer: int = 7  # a membership
    reviewer: int = 7  # a person

    @classmethod
    def read(cls) -> "Ids":
        """The same, from the database."""
        from licensing import demo
        from licensing.models import Organisation, User

        people = {persona.key: User.objects.get(email=persona.email) for persona in demo.PERSONAS}
        place = people["marie"].memberships.get().organisation
        # The first volunteer after the six people whom a visitor can be: somebody whom nobody signs in as.
        volunteers = place.memberships.exclude(user__in=people.values()).order_by("pk")
        return cls(
            organisation=place.pk,
            other_organisation=Organisation.objects.exclude(pk=place.pk).order_by("pk")[0].pk,
            volunteer=volunteers[0].pk,
            reviewer=people["nadia"].pk,
        )


# Pages that answer GET and are no stop, with the reason.
NO_STOP = {
    "document": "a file",
    "healthz": "JSON for probes",
    "mfa_authenticate": "shown only in the middle of a sign-in with two steps",
    "mfa_view_recovery_codes": "the demo's people have made no recovery codes",
    "mfa_download_recovery_codes": "a file",
}

# These ask for the password once more, on `account_reauthenticate` or (where there is a second factor) on `mfa_reauthenticate`.
ASK_AGAIN = {"mfa_activate_totp", "mfa_deactivate_totp", "mfa_generate_recovery_codes"}

VISITORS_PAGES = [
    "home",
    "terms",
    "what-if",
    "account_login",
    "account_signup",
    "account_email_verification_sent",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
    "account_inactive",
]


def stops(token: str, ids: Ids | None = None) -> list[Stop]:
    """`token` opens an invitation to the demo's first organisation. Without `ids` they are read from the database."""
    from django.urls import reverse

    from licensing.demo import PERSONAS

    ids = ids or Ids.read()
    here, there = ids.organisation, ids.other_organisation

    def stop(name: str, persona: str | None, *args: object, status: int = HTTPStatus.OK) -> Stop:
        return Stop(name, persona, reverse(name, args=args), status)

    return [
        *(stop(name, None) for name in VISITORS_PAGES),
        stop("account_confirm_email", None, "this-is-no-key"),
        stop("account_reset_password_from_key", None, "1", "this-is-no-key"),
        stop("invitation", None, token),
        stop("invitation", None, "this-is-no-token", status=HTTPStatus.NOT_FOUND),
        Stop("what-if", None, f"{reverse('what-if')}?entry_fee=80&expected_players=40&prize_1=4000&full_players=401"),
        Stop("not-found", None, "/no/such/page/", HTTPStatus.NOT_FOUND),
        # Everybody's own home.
        *(stop("home", persona.key) for persona in PERSONAS),
        # A member's own account.
        *(stop(name, "marie") for name in ("profile", "roles", "organisation-new", "mfa_index", "mfa_activate_totp")),
        *(stop(name, "marie") for name in ("account_email", "account_change_password", "account_reauthenticate", "account_logout")),
        stop("invitation", "marie", token),  # sent to somebody else
        # The organisation, as each role with a page of its own sees it.
        *(stop("organisation", key, here) for key in ("marie", "daniel", "tom", "nadia", "sam")),
        *(stop("members", key, here) for key in ("marie", "luc", "helen")),
        *(stop("timeline", key, here) for key in ("ruth", "paul")),
        stop("organisation-edit", "daniel", here),
        stop("invite", "marie", here),
        stop("member", "marie", here, ids.volunteer),
        stop("member-remove", "marie", here, ids.volunteer),
        stop("leave", "aisha", here),
        # Closed doors.
        stop("members", "tom", here, status=HTTPStatus.FORBIDDEN),
        stop("organisation", "marie", there, status=HTTPStatus.NOT_FOUND),
        # The registrar's office.
        stop("organisation", "helen", there),
        *(stop("office-organisations", key) for key in ("nadia", "helen", "paul", "sam")),
        *(stop(name, "sam") for name in ("staff", "staff-invite")),
        stop("staff-person", "sam", ids.reviewer),
        *(stop(name, "helen") for name in ("styleguide", "profile", "mfa_index", "mfa_reauthenticate")),
        *(stop(name, "helen") for name in ("mfa_deactivate_totp", "mfa_generate_recovery_codes")),
    ]


def open_invitation_token() -> str:
    """Sends the demo's open invitation again, and reads the new link from the mail before anybody can deliver it."""
    from django.db import transaction
    from django.utils import timezone

    from licensing.models import Invitation, OutgoingMail
    from licensing.services.invitations import send_again

    invitation = Invitation.objects.open().filter(organisation__isnull=False).select_related("invited_by").earliest("pk")
    with transaction.atomic():
        send_again(invitation=invitation, by=invitation.invited_by, now=timezone.now())
        text = OutgoingMail.objects.latest("pk").text
    return text.split("/invitations/")[1].split("/")[0]


def main() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    json.dump([asdict(stop) for stop in stops(open_invitation_token())], sys.stdout)


if __name__ == "__main__":
    main()
