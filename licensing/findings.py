"""What people read of a finding: the domain knows no language."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from django.utils import timezone
from django.utils.formats import date_format, localize
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.utils.translation import pgettext_lazy as in_context

from licensing.domain.money import Money
from licensing.domain.rules import Bound, Finding, Outcome, Severity, Stage
from licensing.templatetags.cagnotte import day, money, whole

STAGES = {
    Stage.APPLICATION: in_context("stage", "Application"),
    Stage.APPROVAL: in_context("stage", "Approval"),
    Stage.SALE: in_context("stage", "Ticket sale"),
    Stage.START: in_context("stage", "Start"),
    Stage.FLOOR: in_context("stage", "During play"),
    Stage.SETTLEMENT: in_context("stage", "Settlement"),
    Stage.REPORT: in_context("stage", "Report"),
}
SEVERITIES = {
    Severity.BLOCKS: gettext_lazy("A breach stops the act"),
    Severity.WARNS: gettext_lazy("A breach is a warning"),
    Severity.INFORMS: gettext_lazy("A breach is mentioned"),
}
# What each rule looks at: a thing that is counted or measured, or for a yes or no, what should be so.
SUBJECTS: dict[str, Promise] = {
    "everyone_pays_the_same_for_the_same_chips": gettext_lazy("Different entry fees or starting stacks"),
    "expenses_are_those_approved": gettext_lazy("Spent beyond the approved expenses"),
    "gross_is_entry_fees_and_rebuys": gettext_lazy("Gross proceeds reported"),
    "house_rules_settle_what_they_must": gettext_lazy("House Rules settle every subject they must"),
    "filed_in_time": gettext_lazy("Days from filing to the first tournament"),
    "one_tournament_a_week": gettext_lazy("Tournaments in one week"),
    "a_week_between_tournaments": gettext_lazy("Days between two tournaments"),
    "tournaments_within_number": gettext_lazy("Tournaments on the licence"),
    "tournaments_within_validity": gettext_lazy("Last day of the licence"),
    "nobody_under_age": gettext_lazy("Age of the youngest person"),
    "organisation_is_eligible": gettext_lazy("The organisation is eligible"),
    "fees_are_paid": gettext_lazy("File and licence fees paid"),
    "one_language_is_designated": gettext_lazy("One language is designated"),
    "amendments_leave_time_to_decide": gettext_lazy("Business days to decide on an amendment"),
    "the_rest_goes_to_charity": gettext_lazy("Paid to the charitable purposes"),
    "expenses_within_share_of_entry_fees": gettext_lazy("Expenses of the licence"),
    "expenses_of_one_tournament_within_share": gettext_lazy("Expenses of the tournament"),
    "prizes_within_share_of_gross": gettext_lazy("Prizes"),
    "charity_receives_its_share": gettext_lazy("Left for charity"),
    "no_rent_for_ones_own_venue": gettext_lazy("Rent for a venue that the licensee owns"),
    "rent_is_a_fixed_amount": gettext_lazy("Rent is a fixed amount"),
    "no_rent_to_a_commercial_operation": gettext_lazy("Rent for a commercial venue"),
    "paid_in_an_allowed_way": gettext_lazy("Everything is paid in an allowed way"),
    "nothing_is_issued_unpaid": gettext_lazy("Tickets or re-buys issued before they were paid"),
    "no_discount_and_no_free_entry": gettext_lazy("Least entry fee paid"),
    "no_free_rebuy": gettext_lazy("Price of a re-buy"),
    "fee_and_rebuy_within_cap": gettext_lazy("Entry fee and re-buy together"),
    "one_rebuy_a_player": gettext_lazy("Re-buys of one player"),
    "rebuy_costs_no_more_than_the_entry": gettext_lazy("Price of a re-buy"),
    "rebuy_gives_no_more_chips_than_the_entry": gettext_lazy("Chips of a re-buy"),
    "identification_before_every_ticket": gettext_lazy("Tickets issued before identification was seen"),
    "identification_and_ticket_at_the_door": gettext_lazy("Players let in without the check at the door"),
    "sales_stop_at_the_start": gettext_lazy("Last ticket sold"),
    "no_start_before_the_licensed_hour": gettext_lazy("Start"),
    "players_within_number": gettext_lazy("Players"),
    "value_of_prizes_within_share_of_gross": gettext_lazy("Value of cash and purchased prizes"),
    "no_player_wins_more_than_the_share": gettext_lazy("Most that one player wins"),
    "no_prize_over_the_cap": gettext_lazy("Highest prize"),
    "donated_prizes_cost_nothing": gettext_lazy("Paid for prizes listed as donated"),
    "proof_of_every_non_cash_prize": gettext_lazy("Non-cash prizes without proof of purchase or donation"),
    "no_entry_as_a_prize": gettext_lazy("Prizes that are an entry to another tournament"),
    "within_the_hours": gettext_lazy("End, counted in hours from the start"),
    "licensed_to_end_before_the_latest_hour": gettext_lazy("Planned end"),
    "no_new_hand_after_the_hard_end": gettext_lazy("Beginning of the last hand"),
    "nothing_is_advertised_before_approval": gettext_lazy("First day of advertising"),
    "advertisement_states_what_it_must": gettext_lazy("The advertisement states everything it must"),
    "tables_seat_no_more_than_they_may": gettext_lazy("Players at the fullest table"),
    "chips_in_play_are_those_issued": gettext_lazy("Chips in play"),
    "nobody_who_helps_plays": gettext_lazy("Helpers who also play"),
    "a_director_is_named": gettext_lazy("Tournament directors named"),
    "director_is_of_age": gettext_lazy("Age of the tournament director"),
    "director_is_a_volunteer_member": gettext_lazy("The tournament director is a volunteer member"),
    "director_only_directs": gettext_lazy("The tournament director neither deals nor manages tables"),
    "a_dealer_at_every_table": gettext_lazy("Dealers"),
    "tables_that_the_grid_knows": gettext_lazy("Tables"),
    "enough_table_managers": gettext_lazy("Table managers"),
    "tables_are_even": gettext_lazy("Players between the fullest and the emptiest table"),
    "moves_keep_the_distance_from_the_blinds": gettext_lazy("Hands farther from the blinds than the best open seat"),
    "house_rules_rank_hands_as_the_terms": gettext_lazy("House Rules rank hands as the Terms do"),
    "odd_chips_leave_play": gettext_lazy("Odd chips given to a player"),
    "a_player_without_chips_is_out": gettext_lazy("Players seated without chips"),
    "played_to_one_or_to_the_hard_end": gettext_lazy("Players left at the end"),
    "places_follow_the_order_of_elimination": gettext_lazy("Eliminated players with a wrong place"),
    "places_at_time_follow_the_chips": gettext_lazy("Players with a wrong place at the end of time"),
    "nothing_is_held_after_cancellation": gettext_lazy("Last tournament held, against the cancellation"),
    "organisation_is_not_suspended": gettext_lazy("The organisation is not suspended"),
    "records_are_kept_long_enough": gettext_lazy("Day on which records are deleted"),
    "receipts_have_their_own_account": gettext_lazy("Receipts go to a separate bank account"),
    "receipts_are_deposited_at_once": gettext_lazy("Day of the deposit"),
    "everything_is_paid_by_cheque": gettext_lazy("Payments made otherwise than by cheque"),
    "every_report_is_there": gettext_lazy("Every report is there"),
    "reports_are_filed_in_time": gettext_lazy("Day of filing the reports"),
}
# The words that editions of the Terms list.
WORDS = {
    "rebuy_process": gettext_lazy("re-buy process"),
    "blind_structure": gettext_lazy("blind structure"),
    "colour_up": gettext_lazy("colour-up procedure"),
    "betting_limit": gettext_lazy("betting limit"),
    "prize_structure": gettext_lazy("prize structure"),
    "cash": in_context("payment", "cash"),
    "debit": gettext_lazy("debit card"),
    "credit": gettext_lazy("credit card"),
    "place": in_context("advertisement", "place"),
    "entry_fee": gettext_lazy("entry fee"),
    "rebuy_price": gettext_lazy("cost of a re-buy"),
    "designated_language": gettext_lazy("designated language"),
    "max_players": gettext_lazy("maximum number of players"),
    "prizes": gettext_lazy("prizes"),
    "date": gettext_lazy("date"),
    "time": in_context("advertisement", "time"),
    "royal_flush": gettext_lazy("royal flush"),
    "straight_flush": gettext_lazy("straight flush"),
    "four_of_a_kind": gettext_lazy("four of a kind"),
    "full_house": gettext_lazy("full house"),
    "flush": gettext_lazy("flush"),
    "straight": gettext_lazy("straight"),
    "three_of_a_kind": gettext_lazy("three of a kind"),
    "two_pairs": gettext_lazy("two pairs"),
    "pair": gettext_lazy("pair"),
    "high_card": gettext_lazy("high card"),
    "financial": gettext_lazy("financial report"),
    "donated_prizes": gettext_lazy("donated prizes"),
    "players_and_rebuys": gettext_lazy("players and re-buys"),
    "winners": gettext_lazy("winners"),
    "incidents": gettext_lazy("incidents"),
}


def shown(value: object) -> str:
    """A value of the domain in the reader's language."""
    match value:
        case Money():
            return money(value)
        case datetime():
            return date_format(timezone.localtime(value), "SHORT_DATETIME_FORMAT")
        case date():
            return day(value)
        case int():
            return whole(value)
        case Decimal():
            return localize(value)
        case tuple():
            return ", ".join(str(WORDS.get(word, word)) for word in value)
        case _:
            raise TypeError(f"no way to show {value!r}")


@dataclass(frozen=True)
class Told:
    """A finding as a page shows it. `tone` is the kind of a badge."""

    clause: str
    subject: str
    state: str
    tone: str
    detail: str
    tournament: int | None


def told(finding: Finding) -> Told:
    return Told(
        clause=finding.clause,
        subject=str(SUBJECTS[finding.rule.name]),
        state=_state(finding),
        tone=_tone(finding),
        detail=_detail(finding),
        tournament=finding.tournament,
    )


def _tone(finding: Finding) -> str:
    if finding.outcome is not Outcome.BREACHED:
        return "good" if finding.outcome is Outcome.MET else "neutral"
    return {Severity.BLOCKS: "danger", Severity.WARNS: "attention", Severity.INFORMS: "info"}[finding.severity]


def _state(finding: Finding) -> str:
    match finding.outcome:
        case Outcome.MET:
            return _("Met")
        case Outcome.UNKNOWN:
            return _("Not known yet")
        case Outcome.NOT_APPLICABLE:
            return _("Does not apply")
    return _("Breach") if finding.severity is Severity.BLOCKS else _("Warning")


def _detail(finding: Finding) -> str:
    """What was found, against what is allowed. Of a yes or no there is only something to say when it is a no."""
    found, allowed = finding.verdict.found, finding.verdict.allowed
    if finding.rule.bound is Bound.YES_NO:
        missing = finding.outcome is Outcome.BREACHED and isinstance(found, tuple)
        return _("Not in order: %(items)s") % {"items": shown(found)} if missing else ""
    if found is None:
        return ""
    if allowed is None:
        return shown(found)
    return _against(finding.rule.bound, by_date=isinstance(allowed, date)) % {"found": shown(found), "allowed": shown(allowed)}


def _against(bound: Bound, *, by_date: bool) -> str:
    match bound:
        case Bound.AT_MOST:
            return _("%(found)s; %(allowed)s at the latest") if by_date else _("%(found)s; at most %(allowed)s")
        case Bound.AT_LEAST:
            return _("%(found)s; %(allowed)s at the earliest") if by_date else _("%(found)s; at least %(allowed)s")
    return _("%(found)s; exactly %(allowed)s")
