"""What the Terms ask of each role, in a few plain lines with the clause each comes from. Home pages show it."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from licensing.domain.roles import OfficeRole, Role


@dataclass(frozen=True)
class Duty:
    text: Promise
    clause: str


DUTIES = {
    Role.ORGANISER: [
        Duty(_("File the application at least 30 days before the first tournament."), "2.1"),
        Duty(_("Plan one tournament a week at the most, and no more than 13 on a licence."), "2.4"),
        Duty(_("Name every expense on the application: what is not there cannot be paid."), "5.1"),
        Duty(_("Advertise nothing before the licence is approved."), "7.1"),
    ],
    Role.TREASURER: [
        Duty(_("Keep expenses within 20 % of entry fees; re-buys do not count for this."), "4.2"),
        Duty(_("Keep prizes within 65 % of all that players paid."), "4.3"),
        Duty(_("Deposit the receipts in the separate account right after each tournament."), "12.4"),
        Duty(_("Pay donations, expenses and prizes by cheque on that account: no cash prizes on the night."), "12.5"),
        Duty(_("File the five reports within 30 days of the licence's end."), "12.6"),
    ],
    Role.DIRECTOR: [
        Duty(_("Stay from the first hand to the last; deal at no table and manage none."), "9.6"),
        Duty(_("Settle disputes by the Terms first, then the House Rules, then Robert's Rules of Poker."), "9.8"),
        Duty(_("Write down every dispute or incident that needs you."), "9.9"),
        Duty(_("End play before 2:00, within the licensed hours and within 12 hours."), "6.19"),
    ],
    Role.MANAGER: [
        Duty(_("Keep tables within one player of each other; moves are your decision and the director's."), "10.3"),
        Duty(_("Give a moved player a seat as near as possible to the old one, counted from the blinds."), "10.4"),
        Duty(_("Keep spectators 3.05 m from the tournament area."), "9.14"),
        Duty(_("You do not play in a tournament that you help to run."), "9.3"),
    ],
    Role.DESK: [
        Duty(_("Ask the player's age, and see official photo identification with a date of birth, before any ticket."), "6.7"),
        Duty(_("No ticket before it is paid: no credit, no discount, no free entry."), "6.1"),
        Duty(_("Nobody under 19 plays, works or watches."), "2.8"),
        Duty(_("Sell no ticket once the tournament has started."), "6.11"),
    ],
}
OFFICE_DUTIES = {
    OfficeRole.REVIEWER: [
        Duty(_("An application counts from its first complete filing."), "2.1"),
        Duty(_("A not-for-profit may be accepted if the proceeds serve charitable purposes: give your reasons."), "1.9"),
        Duty(_("Ask for whatever is missing; the applicant answers on the same file."), "3.3"),
    ],
    OfficeRole.REGISTRAR: [
        Duty(_("You may refuse in the public interest, and change or apply any rule, with a reason."), "2.3"),
        Duty(_("You may limit tournaments by organisation or by venue."), "2.7"),
        Duty(_("A breach of conditions may suspend or cancel a licence."), "11.1"),
    ],
    OfficeRole.INSPECTOR: [
        Duty(_("Every place and every device is open to you before, during and after a tournament."), "2.10"),
        Duty(_("The licence hangs in plain view during the event."), "2.9"),
        Duty(_("Only ticket holders and working volunteers are in the tournament area."), "9.14"),
    ],
    OfficeRole.ADMINISTRATOR: [],
}


def duties_of(role: Role) -> list[Duty]:
    """An owner answers for everything, so the owner's list is the organiser's."""
    return DUTIES[Role.ORGANISER if role is Role.OWNER else role]
