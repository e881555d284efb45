"""Sections 7 to 9."""

from datetime import date

from licensing.domain.calendar import DAY
from licensing.domain.facts import LicenceFacts, TournamentFacts
from tests.domain.rule_cases.facts import (
    BREACHED,
    MET,
    NOT_APPLICABLE,
    SATURDAY,
    UNKNOWN,
    Case,
    evening,
    exact,
    least,
    licence,
    most,
    no,
    yes_no,
)

ADVERTISED = "nothing_is_advertised_before_approval"
POSTER = "advertisement_states_what_it_must"
SEATS = "tables_seat_no_more_than_they_may"
CHIPS = "chips_in_play_are_those_issued"
AGE = "director_is_of_age"
DEALERS = "a_dealer_at_every_table"
TABLES = "tables_that_the_grid_knows"
MANAGERS = "enough_table_managers"
STATED = frozenset("place entry_fee rebuy_price designated_language max_players prizes date time".split())


def advertised(on: date) -> LicenceFacts:
    return licence(advertised_on=on, approved_on=SATURDAY)


def poster(*, without: str, rebuys: bool = True) -> LicenceFacts:
    return licence(advertisement=STATED - {without}, tournaments=(TournamentFacts(rebuy_offered=rebuys),))


CASES = [
    *least(ADVERTISED, advertised, SATURDAY - DAY, SATURDAY, SATURDAY + DAY),
    Case(ADVERTISED, "not approved", licence(advertised_on=SATURDAY), BREACHED),
    Case(ADVERTISED, "not advertised", licence(approved_on=SATURDAY), NOT_APPLICABLE),
    *yes_no(POSTER, kept=poster(without=""), broken=poster(without="designated_language")),
    Case(POSTER, "no price of a re-buy", poster(without="rebuy_price"), BREACHED),
    Case(POSTER, "no re-buy and no price of it", poster(without="rebuy_price", rebuys=False), MET),
    Case(POSTER, "no re-buy and no date", poster(without="date", rebuys=False), BREACHED),
    Case(POSTER, "not known", licence(), UNKNOWN),
    *most(SEATS, lambda n: evening(table_sizes=(8, n)), 9, 10, 11),
    Case(SEATS, "no table yet", evening(table_sizes=()), UNKNOWN),
    Case(SEATS, "small tables", evening(table_sizes=(9,)), BREACHED, overrides={"seats_per_table": 8}),
    *exact(CHIPS, lambda n: evening(chips_issued=800_000, chips_in_play=n), 799_999, 800_000, 800_001),
    Case(CHIPS, "none issued", evening(chips_issued=0, chips_in_play=0), MET),
    Case(CHIPS, "negative number", evening(chips_issued=-5, chips_in_play=-5), BREACHED),
    Case(CHIPS, "not counted", evening(chips_issued=800_000), UNKNOWN),
    Case(CHIPS, "issue not known", evening(chips_in_play=800_000), UNKNOWN),
    *no("nobody_who_helps_plays", lambda n: evening(staff_who_play=n)),
    *least("a_director_is_named", lambda n: evening(directors_named=n), 0, 1, 2),
    *least(AGE, lambda age: evening(director_age=age), 18, 19, 20),
    Case(AGE, "an older director asked for", evening(director_age=20), BREACHED, overrides={"minimum_age": 21}),
    *yes_no(
        "director_is_a_volunteer_member",
        kept=evening(director_is_volunteer_member=True),
        broken=evening(director_is_volunteer_member=False),
    ),
    *yes_no(
        "director_only_directs",
        kept=evening(director_deals_or_manages=False),
        broken=evening(director_deals_or_manages=True),
    ),
    *least(DEALERS, lambda n: evening(tables=5, dealers=n), 4, 5, 6),
    Case(DEALERS, "two at each", evening(tables=5, dealers=9), BREACHED, overrides={"dealers_per_table": 2}),
    Case(DEALERS, "no table", evening(tables=0, dealers=0), MET),
    Case(DEALERS, "tables not known", evening(dealers=5), UNKNOWN),
    *most(TABLES, lambda n: evening(tables=n), 39, 40, 41),
    Case(TABLES, "negative number", evening(tables=-1), BREACHED),
    Case(TABLES, "a longer grid", evening(tables=41), MET, overrides={"managers": [[0, 40, 7], [41, 50, 9]]}),
    Case(TABLES, "grid of 2008 not known", evening(tables=5), UNKNOWN, edition="2008-05"),
    *least(MANAGERS, lambda n: evening(tables=15, managers=n), 1, 2, 3),
    Case(MANAGERS, "four tables need none", evening(tables=4, managers=0), MET),
    Case(MANAGERS, "five tables need one", evening(tables=5, managers=0), BREACHED),
    Case(MANAGERS, "beyond the grid", evening(tables=41, managers=40), NOT_APPLICABLE),
    Case(MANAGERS, "managers not known, though none are needed", evening(tables=4), UNKNOWN),
    Case(MANAGERS, "tables not known", evening(managers=7), UNKNOWN),
]
