from .journal import Event
from .organisations import Invitation, Membership, Organisation, RoleGrant
from .outbox import Heartbeat, OutgoingMail
from .people import User

__all__ = ["Event", "Heartbeat", "Invitation", "Membership", "Organisation", "OutgoingMail", "RoleGrant", "User"]
