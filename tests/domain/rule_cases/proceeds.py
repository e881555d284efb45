"""Sections 4 and 5."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from licensing.domain.facts import LicenceFacts, TournamentFacts, VenueOwner
from licensing.domain.money import Money
from licensing.domain.proceeds import Prize
from tests.domain.rule_cases.facts import (
    BREACHED,
    MET,
    NOT_APPLICABLE,
    UNKNOWN,
    Case,
    bought,
    cash,
    dollars,
    evening,
    given,
    least,
    licence,
    most,
    no,
    spent,
    took,
    yes_no,
)

REST = "the_rest_goes_to_charity"
EXPENSES = "expenses_within_share_of_entry_fees"
EXPENSES_ONCE = "expenses_of_one_tournament_within_share"
PRIZES = "prizes_within_share_of_gross"
CHARITY = "charity_receives_its_share"
OWN_VENUE = "no_rent_for_ones_own_venue"
COMMERCIAL = "no_rent_to_a_commercial_operation"


def budget(*amounts: str, prizes: tuple[Prize, ...] | None = (), paid: str | None = None) -> LicenceFacts:
    """100 entries and 60 re-buys at 50 $."""
    held = TournamentFacts(takings=took("5000", "3000"), expenses=spent(*amounts), prizes=prizes)
    return licence(tournaments=(held,), paid_to_charity=None if paid is None else dollars(paid))


def two_evenings(first: str, second: str, *, off: bool) -> LicenceFacts:
    """1,000 $ of entry fees each, the second perhaps called off."""
    held = [TournamentFacts(takings=took("1000"), expenses=spent(amount)) for amount in (first, second)]
    return licence(tournaments=(held[0], replace(held[1], takings=None if off else held[1].takings, cancelled_with_refunds=off)))


def with_one_called_off(facts: LicenceFacts, **known: Any) -> LicenceFacts:
    off = TournamentFacts(number=2, cancelled_with_refunds=True, expenses=(), **known)
    return replace(facts, tournaments=(*facts.tournaments, off))


def rent(owner: VenueOwner | None) -> Callable[[int], LicenceFacts]:
    return lambda cents: evening(venue_owner=owner, rent=Money(cents))


CASES = [
    *least(REST, lambda paid: budget("1000", prizes=cash("5200"), paid=paid), "1799.99", "1800.00", "1800.01"),
    Case(REST, "a bargain is counted at its cost", budget(prizes=(bought("600", "1000"),), paid="7399.99"), BREACHED),
    Case(REST, "a gift costs nothing", budget(prizes=(given("900"),), paid="8000"), MET),
    Case(REST, "prizes of one called off are not paid", with_one_called_off(budget(paid="7999.99"), prizes=cash("500")), BREACHED),
    Case(REST, "nothing is left", budget("9000", paid="0"), MET),
    Case(REST, "negative amount", budget("9000", paid="-0.01"), BREACHED),
    Case(REST, "prizes not known", budget(prizes=None, paid="8000"), UNKNOWN),
    Case(REST, "not paid yet", budget(), UNKNOWN),
    *most(EXPENSES, budget, "999.99", "1000.00", "1000.01"),
    Case(EXPENSES, "re-buys give no room", budget("1600"), BREACHED),
    Case(EXPENSES, "rounded down", evening(takings=took("0.99"), expenses=spent("0.20")), BREACHED),
    Case(EXPENSES, "a deck bought once serves two evenings", two_evenings("399.99", "0.01", off=False), MET),
    Case(EXPENSES, "an evening called off costs and brings nothing", two_evenings("199.99", "0.02", off=True), BREACHED),
    Case(
        EXPENSES,
        "costs of one called off not known",
        replace(budget(), tournaments=(*budget("1").tournaments, TournamentFacts(cancelled_with_refunds=True))),
        UNKNOWN,
    ),
    Case(EXPENSES, "0 entries", evening(takings=took("0"), expenses=()), MET),
    Case(EXPENSES, "0 entries and one cent spent", evening(takings=took("0"), expenses=spent("0.01")), BREACHED),
    Case(EXPENSES, "negative amount", budget("-0.01"), BREACHED),
    Case(EXPENSES, "the registrar allows a quarter", budget("1250"), MET, overrides={"expense_share": "0.25"}),
    Case(EXPENSES, "no tournament yet", licence(), UNKNOWN),
    *most(EXPENSES_ONCE, budget, "999.99", "1000.00", "1000.01"),
    Case(EXPENSES_ONCE, "negative takings", evening(takings=took("-5"), expenses=()), BREACHED),
    Case(EXPENSES_ONCE, "rounded down", evening(takings=took("0.99"), expenses=spent("0.20")), BREACHED),
    Case(EXPENSES_ONCE, "expenses not known", evening(takings=took("5")), UNKNOWN),
    *most(PRIZES, lambda it: budget(prizes=cash(it)), "5199.99", "5200.00", "5200.01"),
    Case(PRIZES, "rounded down", evening(takings=took("0.99"), prizes=cash("0.65")), BREACHED),
    Case(PRIZES, "gifts are outside", budget(prizes=(*cash("5200"), given("900"))), MET),
    Case(PRIZES, "0 entries and a promised prize", evening(takings=took("0"), prizes=cash("0.01")), BREACHED),
    Case(PRIZES, "35 % in 2008", budget(prizes=cash("2800")), MET, edition="2008-05"),
    Case(PRIZES, "one cent over 35 % in 2008", budget(prizes=cash("2800.01")), BREACHED, edition="2008-05"),
    Case(PRIZES, "takings not known", evening(prizes=()), UNKNOWN),
    *least(CHARITY, lambda paid: budget(paid=paid), "1199.99", "1200.00", "1200.01"),
    Case(CHARITY, "a plan that uses both in full", budget("1000", prizes=cash("5200")), MET),
    Case(CHARITY, "a plan that leaves one cent too little", budget("1000", prizes=cash("5800.01")), BREACHED),
    Case(CHARITY, "what was refunded does not count", with_one_called_off(budget(paid="1200"), takings=took("5000")), MET),
    Case(CHARITY, "nothing more is known of one called off", with_one_called_off(budget("1000", prizes=cash("5200"))), MET),
    Case(CHARITY, "rounded up", replace(evening(takings=took("0.99")), paid_to_charity=dollars("0.14")), BREACHED),
    Case(CHARITY, "45 % in 2008", budget(paid="3599.99"), BREACHED, edition="2008-05"),
    Case(CHARITY, "0 entries", evening(takings=took("0"), expenses=(), prizes=()), MET),
    Case(CHARITY, "takings not known", evening(expenses=(), prizes=()), UNKNOWN),
    *no(OWN_VENUE, rent(VenueOwner.LICENSEE)),
    Case(OWN_VENUE, "a hall of the town", rent(VenueOwner.MUNICIPAL)(100), NOT_APPLICABLE),
    Case(OWN_VENUE, "owner not known", rent(None)(0), UNKNOWN),
    *yes_no("rent_is_a_fixed_amount", kept=evening(rent_is_a_share=False), broken=evening(rent_is_a_share=True)),
    *no(COMMERCIAL, rent(VenueOwner.COMMERCIAL)),
    Case(COMMERCIAL, "a parish hall", rent(VenueOwner.NON_COMMERCIAL)(100), NOT_APPLICABLE),
    Case(COMMERCIAL, "rent not known", evening(venue_owner=VenueOwner.COMMERCIAL), UNKNOWN),
]
