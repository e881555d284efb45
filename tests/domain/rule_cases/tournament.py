"""Section 6."""

from datetime import UTC, datetime

from licensing.domain.facts import LicenceFacts
from licensing.domain.proceeds import Prize, PrizeKind
from tests.domain.rule_cases.facts import (
    BREACHED,
    MET,
    NOT_APPLICABLE,
    SECOND,
    UNKNOWN,
    Case,
    bought,
    cash,
    dollars,
    evening,
    exact,
    given,
    least,
    most,
    no,
    took,
    wall,
    yes_no,
)

FULL_PRICE = "no_discount_and_no_free_entry"
FREE_REBUY = "no_free_rebuy"
CAP = "fee_and_rebuy_within_cap"
REBUY_PRICE = "rebuy_costs_no_more_than_the_entry"
REBUY_CHIPS = "rebuy_gives_no_more_chips_than_the_entry"
SALES = "sales_stop_at_the_start"
START = "no_start_before_the_licensed_hour"
PLAYERS = "players_within_number"
VALUE = "value_of_prizes_within_share_of_gross"
HALF = "no_player_wins_more_than_the_share"
HIGHEST = "no_prize_over_the_cap"
GIFTS = "donated_prizes_cost_nothing"
HOURS = "within_the_hours"
PLANNED_END = "licensed_to_end_before_the_latest_hour"
LAST_HAND = "no_new_hand_after_the_hard_end"
TEN, SEVEN, TWO = wall(5, 2, 10), wall(5, 2, 19), wall(5, 3, 2)


def fee(price: str | None, *paid: str) -> LicenceFacts:
    return evening(entry_fee=None if price is None else dollars(price), fees_paid=frozenset(map(dollars, paid)))


def rebuy(price: str | None, *, offered: bool | None = True, entry: str | None = "50") -> LicenceFacts:
    fees = {"entry_fee": entry, "rebuy_price": price}
    return evening(rebuy_offered=offered, **{name: dollars(amount) for name, amount in fees.items() if amount is not None})


def prizes(*amounts: str) -> LicenceFacts:
    return evening(prizes=cash(*amounts))


def won(*shares: tuple[str, str]) -> LicenceFacts:
    """Cash prizes of amount and player."""
    return evening(prizes=tuple(Prize(kind=PrizeKind.CASH, amount=dollars(amount), player=player) for amount, player in shares))


def first_of_1000(first: str) -> LicenceFacts:
    """The rest of 1,000 $ goes to two others."""
    return prizes(first, "300", str(dollars("700") - dollars(first)))


def utc(day: int, hour: int, minute: int = 0, *, month: int = 11) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


def ends(at: datetime, **known: datetime) -> LicenceFacts:
    return evening(licensed_end=at, **{"starts_at": SEVEN, **known})


def last_hand(at: datetime, **known: datetime) -> LicenceFacts:
    return evening(last_hand_at=at, **{"started_at": SEVEN, "licensed_end": wall(5, 3, 1), **known})


CASES = [
    *yes_no(
        "paid_in_an_allowed_way",
        kept=evening(payment_methods=frozenset({"cash", "debit"})),
        broken=evening(payment_methods=frozenset({"cash", "credit"})),
    ),
    Case("paid_in_an_allowed_way", "not known", evening(), UNKNOWN),
    Case(
        "paid_in_an_allowed_way",
        "the registrar allows credit cards",
        evening(payment_methods=frozenset({"credit"})),
        MET,
        overrides={"payment_methods": ["cash", "debit", "credit"]},
    ),
    *no("nothing_is_issued_unpaid", lambda n: evening(unpaid_tickets=n)),
    *least(FULL_PRICE, lambda paid: fee("50", paid), "49.99", "50.00", "50.01"),
    Case(FULL_PRICE, "one of many at half price", fee("50", "50", "25"), BREACHED),
    Case(FULL_PRICE, "a plan", fee("50"), MET),
    Case(FULL_PRICE, "a free tournament", fee("0", "0"), BREACHED),
    Case(FULL_PRICE, "negative amount", fee("-50", "-50"), BREACHED),
    Case(FULL_PRICE, "fee not known", fee(None, "50"), UNKNOWN),
    *least(FREE_REBUY, rebuy, "0", "0.01", "0.02"),
    Case(FREE_REBUY, "negative amount", rebuy("-50"), BREACHED),
    Case(FREE_REBUY, "none offered", rebuy(None, offered=False), NOT_APPLICABLE),
    Case(FREE_REBUY, "not known whether offered", rebuy(None, offered=None), UNKNOWN),
    *most(CAP, rebuy, "49.99", "50.00", "50.01"),
    Case(CAP, "60 and 50", rebuy("50", entry="60"), BREACHED),
    Case(CAP, "no re-buy and 100", rebuy(None, offered=False, entry="100"), MET),
    Case(CAP, "no re-buy and 100.01", rebuy(None, offered=False, entry="100.01"), BREACHED),
    Case(CAP, "the registrar allows 120", rebuy("60", entry="60"), MET, overrides={"entry_and_rebuy_cap": "120.00"}),
    Case(CAP, "negative amounts", rebuy("-50", entry="-50"), BREACHED),
    Case(CAP, "re-buy not known", rebuy(None), UNKNOWN),
    Case(CAP, "cap of 2008 not known", rebuy("50"), UNKNOWN, edition="2008-05"),
    *most("one_rebuy_a_player", lambda n: evening(most_rebuys=n), 0, 1, 2),
    Case("one_rebuy_a_player", "none allowed", evening(most_rebuys=1), BREACHED, overrides={"rebuys_per_player": 0}),
    *most(REBUY_PRICE, rebuy, "49.99", "50.00", "50.01"),
    Case(REBUY_PRICE, "none offered", rebuy(None, offered=False), NOT_APPLICABLE),
    Case(REBUY_PRICE, "rounded down", rebuy("0.02", entry="0.03"), BREACHED, overrides={"rebuy_price_share": "0.5"}),
    Case(REBUY_PRICE, "fee not known", rebuy("50", entry=None), UNKNOWN),
    *most(REBUY_CHIPS, lambda n: evening(entry_chips=5000, rebuy_chips=n), 4999, 5000, 5001),
    Case(REBUY_CHIPS, "none offered", evening(rebuy_offered=False), NOT_APPLICABLE),
    Case(REBUY_CHIPS, "chips of the entry not known", evening(rebuy_chips=5000), UNKNOWN),
    Case(
        REBUY_CHIPS, "half a chip is none", evening(entry_chips=5, rebuy_chips=3), BREACHED, overrides={"rebuy_chips_share": "0.5"}
    ),
    *no("identification_before_every_ticket", lambda n: evening(tickets_without_identification=n)),
    *no("identification_and_ticket_at_the_door", lambda n: evening(entered_without_second_check=n)),
    *most(SALES, lambda at: evening(started_at=SEVEN, last_sale_at=at), SEVEN - SECOND, SEVEN, SEVEN + SECOND),
    Case(SALES, "not started yet", evening(last_sale_at=SEVEN), NOT_APPLICABLE),
    Case(SALES, "last sale not known", evening(started_at=SEVEN), UNKNOWN),
    *least(START, lambda at: evening(starts_at=SEVEN, started_at=at), SEVEN - SECOND, SEVEN, SEVEN + SECOND),
    Case(START, "not started yet", evening(starts_at=SEVEN), UNKNOWN),
    Case(START, "hour not known", evening(started_at=SEVEN), UNKNOWN),
    *most(PLAYERS, lambda n: evening(players=n), 399, 400, 401),
    Case(PLAYERS, "nobody", evening(players=0), MET),
    Case(PLAYERS, "negative number", evening(players=-1), BREACHED),
    Case(PLAYERS, "a venue held to 200", evening(players=201), BREACHED, overrides={"max_players": 200}),
    *most(VALUE, lambda retail: evening(takings=took("1000"), prizes=(bought("600", retail),)), "649.99", "650.00", "650.01"),
    Case(VALUE, "1,000 $ bought at 600", evening(takings=took("1000"), prizes=(bought("600", "1000"),)), BREACHED),
    Case(VALUE, "rounded down", evening(takings=took("0.99"), prizes=cash("0.65")), BREACHED),
    Case(VALUE, "bought over its retail value", evening(takings=took("1000"), prizes=(bought("650.01", "600"),)), BREACHED),
    Case(VALUE, "retail value not known", evening(takings=took("1000"), prizes=(bought("650", None),)), UNKNOWN),
    Case(VALUE, "retail value not known, cost too high", evening(takings=took("1000"), prizes=(bought("651", None),)), BREACHED),
    Case(VALUE, "gifts are outside", evening(takings=took("1000"), prizes=(given("5000"),)), MET),
    Case(VALUE, "takings not known", evening(prizes=()), UNKNOWN),
    *most(HALF, first_of_1000, "499.99", "500.00", "500.01"),
    Case(HALF, "one player alone", prizes("100"), BREACHED),
    Case(HALF, "half of an odd cent is rounded down", prizes("0.02", "0.01"), BREACHED),
    Case(HALF, "a tie at the top", won(("400", "Anne"), ("400", "Luc"), ("200", "Zoé")), MET),
    Case(HALF, "the same player wins two prizes", won(("400", "Anne"), ("400", "Luc"), ("200", "Anne")), BREACHED),
    Case(HALF, "gifts count for nobody", evening(prizes=(*cash("500", "500"), given("9000"))), MET),
    Case(HALF, "only gifts", evening(prizes=(given("900"),)), NOT_APPLICABLE),
    Case(HALF, "only a gift, which was paid for", evening(prizes=(given("900", "80"),)), NOT_APPLICABLE),
    Case(HALF, "no prize", prizes(), NOT_APPLICABLE),
    Case(HALF, "amounts that cancel out", prizes("100", "-100"), BREACHED),
    Case(HALF, "negative amount", prizes("-100"), BREACHED),
    Case(HALF, "the registrar allows 60 %", prizes("600", "400"), MET, overrides={"single_prize_share": "0.60"}),
    Case(HALF, "prizes not known", evening(), UNKNOWN),
    Case(HALF, "no such share in 2008", evening(), NOT_APPLICABLE, edition="2008-05"),
    *most(HIGHEST, prizes, "2999.99", "3000.00", "3000.01", edition="2008-05"),
    Case(HIGHEST, "no cap since 2009", prizes("9000"), NOT_APPLICABLE),
    Case(HIGHEST, "a bargain", evening(prizes=(bought("2500", "3000.01"),)), BREACHED, edition="2008-05"),
    Case(HIGHEST, "a cap on one licence", prizes("500.01"), BREACHED, overrides={"single_prize_cap": "500.00"}),
    Case(HIGHEST, "no prize", prizes(), MET, edition="2008-05"),
    Case(HIGHEST, "prizes not known", evening(), UNKNOWN, edition="2008-05"),
    *exact(GIFTS, lambda cost: evening(prizes=(given("900", cost), *cash("100"))), "-0.01", "0", "0.01"),
    Case(GIFTS, "prizes not known", evening(), UNKNOWN),
    *no("proof_of_every_non_cash_prize", lambda n: evening(prizes_without_proof=n)),
    *no("no_entry_as_a_prize", lambda n: evening(entries_as_prizes=n)),
    *most(HOURS, lambda at: ends(at, starts_at=TEN), wall(5, 2, 22) - SECOND, wall(5, 2, 22), wall(5, 2, 22) + SECOND),
    Case(HOURS, "ended one second too late", ends(wall(5, 2, 22), started_at=TEN, ended_at=wall(5, 2, 22) + SECOND), BREACHED),
    Case(
        HOURS,
        "the hand in play is finished",
        ends(TWO, started_at=TEN, last_hand_at=wall(5, 2, 22), ended_at=wall(5, 2, 22, 9)),
        MET,
    ),
    Case(HOURS, "started early and runs longer", ends(wall(5, 2, 22), starts_at=TEN, started_at=TEN - SECOND), BREACHED),
    Case(HOURS, "one hand alone", ends(TWO, started_at=SEVEN, last_hand_at=SEVEN), MET),
    Case(HOURS, "ends on the wrong day, before it begins", ends(wall(5, 2, 1)), BREACHED),
    Case(HOURS, "spring: 12 hours end at 8:00", ends(utc(8, 11, month=3), starts_at=utc(7, 23, month=3)), MET),
    Case(HOURS, "spring: 8:00:01", ends(utc(8, 11, month=3) + SECOND, starts_at=utc(7, 23, month=3)), BREACHED),
    Case(HOURS, "autumn: 12 hours end at 6:00", ends(utc(1, 10), starts_at=utc(31, 22, month=10)), MET),
    Case(HOURS, "autumn: 6:00:01", ends(utc(1, 10) + SECOND, starts_at=utc(31, 22, month=10)), BREACHED),
    Case(HOURS, "end not known", evening(starts_at=SEVEN), UNKNOWN),
    Case(HOURS, "start not known", evening(licensed_end=TWO), UNKNOWN),
    *most(PLANNED_END, ends, TWO - SECOND, TWO, TWO + SECOND),
    Case(PLANNED_END, "the registrar allows 3:00", ends(wall(5, 3, 3)), MET, overrides={"latest_end": "03:00"}),
    Case(
        PLANNED_END,
        "spring: 2:00 does not exist, and 3:00 is its instant",
        ends(utc(8, 6, month=3), starts_at=utc(7, 23, month=3)),
        MET,
    ),
    Case(PLANNED_END, "spring: a second later", ends(utc(8, 6, month=3) + SECOND, starts_at=utc(7, 23, month=3)), BREACHED),
    Case(PLANNED_END, "autumn: 2:00 comes once, an hour later", ends(utc(1, 6), starts_at=utc(31, 22, month=10)), MET),
    Case(PLANNED_END, "autumn: a second later", ends(utc(1, 6) + SECOND, starts_at=utc(31, 22, month=10)), BREACHED),
    Case(PLANNED_END, "start not known", evening(licensed_end=TWO), UNKNOWN),
    *most(LAST_HAND, last_hand, wall(5, 3, 1) - SECOND, wall(5, 3, 1), wall(5, 3, 1) + SECOND),
    Case(
        LAST_HAND,
        "spring: at 3:00",
        last_hand(utc(8, 6, month=3), started_at=utc(7, 23, month=3), licensed_end=utc(8, 7, month=3)),
        MET,
    ),
    Case(LAST_HAND, "autumn: at 2:00", last_hand(utc(1, 6), started_at=utc(31, 22, month=10), licensed_end=utc(1, 7)), MET),
    Case(
        LAST_HAND,
        "autumn: a second later",
        last_hand(utc(1, 6) + SECOND, started_at=utc(31, 22, month=10), licensed_end=utc(1, 7)),
        BREACHED,
    ),
    Case(LAST_HAND, "not started yet", evening(licensed_end=TWO, last_hand_at=TWO), UNKNOWN),
    Case(LAST_HAND, "last hand not known", evening(licensed_end=TWO, started_at=SEVEN), UNKNOWN),
]
