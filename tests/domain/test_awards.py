"""Who receives what: ties share, deals keep the sum, odd cents are the charity's, and the ceilings hold what is really awarded."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from licensing.domain.money import Money
from licensing.domain.proceeds import NOTHING, Prize, PrizeKind, Takings, ceilings
from licensing.domain.rules import Outcome
from licensing.domain.terms import Terms
from licensing.terms import editions, terms_of
from tournaments.domain import awards, payouts
from tournaments.domain.awards import Awards, Because, Deal, Good, award, cash_pool
from tournaments.domain.ranking import Bust, BustId, rank
from tournaments.domain.tables import EntryId

TERMS = terms_of(editions().latest.id)
A, B, C, D, E = FIVE = tuple(EntryId(number) for number in range(1, 6))
IN_ORDER = {entry: place for place, entry in enumerate(FIVE, 1)}
MET, BREACHED, NOT_APPLICABLE = Outcome.MET, Outcome.BREACHED, Outcome.NOT_APPLICABLE


def dollars(*amounts: str) -> tuple[Money, ...]:
    return tuple(map(Money.dollars, amounts))


def places(*of_five: int) -> dict[EntryId, int]:
    return dict(zip(FIVE, of_five, strict=True))


def cash_of(found: Awards) -> dict[EntryId, str]:
    return {each.entry: str(each.cash) for each in found.awards}


def deal(
    cash: dict[EntryId, str], *, agreed: frozenset[EntryId] = frozenset(FIVE), goods: dict[str, EntryId] | None = None
) -> Deal:
    return Deal({entry: Money.dollars(amount) for entry, amount in cash.items()}, agreed, goods or {})


def television(place: int, kind: PrizeKind = PrizeKind.PURCHASED, name: str = "television") -> Good:
    cost = Money.dollars(0 if kind is PrizeKind.DONATED else 300)
    return Good(name=name, kind=kind, place=place, cost=cost, retail=Money.dollars(400))


def gift_card(place: int, cost: str) -> Good:
    return Good(name="gift card", kind=PrizeKind.PURCHASED, place=place, cost=Money.dollars(cost))


def verdicts(found: Awards, gross: str, terms: Terms = TERMS) -> dict[str, set[Outcome]]:
    """By clause; an edition has one of the two rules of 6.14 and not the other."""
    outcomes: dict[str, set[Outcome]] = {}
    for finding in found.findings(Takings(Money.dollars(gross), NOTHING), terms):
        outcomes.setdefault(finding.clause, set()).add(finding.outcome)
    return {clause: outcome - {NOT_APPLICABLE} for clause, outcome in outcomes.items()}


# Places and ties ----------------------------------------------------------------------------------------------------------
def test_every_paid_place_wins_its_prize_and_the_others_are_not_on_the_list() -> None:
    found = award(IN_ORDER, dollars("500", "300", "200"))
    assert cash_of(found) == {A: "500.00", B: "300.00", C: "200.00"}
    assert {each.because for each in found.awards} == {Because.PLACE}
    assert (found.cash, found.charity) == (Money.dollars(1000), NOTHING)


def test_the_order_of_the_list_is_that_of_the_places() -> None:
    assert [each.entry for each in award(places(3, 1, 2, 5, 4), dollars("500", "300", "200")).awards] == [B, C, A]


@pytest.mark.parametrize(
    ("order", "cash", "shares", "charity"),
    [
        (places(1, 2, 2, 4, 5), ("500", "300", "200"), {A: "500.00", B: "250.00", C: "250.00"}, "0.00"),
        (places(1, 1, 3, 4, 5), ("500", "300", "200"), {A: "400.00", B: "400.00", C: "200.00"}, "0.00"),
        (places(1, 2, 3, 3, 5), ("500", "300", "200"), {A: "500.00", B: "300.00", C: "100.00", D: "100.00"}, "0.00"),
        (places(1, 2, 2, 2, 5), ("500", "300", "200"), {A: "500.00", B: "166.66", C: "166.66", D: "166.66"}, "0.02"),
        (places(1, 1, 1, 1, 1), ("0.01",), dict.fromkeys(FIVE, "0.00"), "0.01"),
    ],
    ids=["for the second place", "for the first", "over the last paid place", "three with odd cents", "five for one cent"],
)
def test_ties_pool_and_share_the_prizes_of_their_places_and_odd_cents_go_to_charity(
    order: dict[EntryId, int], cash: tuple[str, ...], shares: dict[EntryId, str], charity: str
) -> None:
    found = award(order, dollars(*cash))
    assert cash_of(found) == shares
    assert str(found.charity) == charity


def test_an_award_says_which_places_were_pooled_and_what_they_held() -> None:
    tied = award(places(1, 2, 2, 2, 5), dollars("500", "300", "200")).awards[1]
    assert (tied.place, tied.last_place, tied.pooled, tied.share) == (2, 4, Money.dollars(500), Money.dollars("166.66"))
    assert tied.because is Because.TIE


def test_the_places_of_an_evening_go_straight_to_the_awards() -> None:
    busts = [Bust(id=BustId(entry), entry=entry, table=1, hand=7, stack=800) for entry in (D, E)]
    found = award(rank(FIVE, busts, counts={A: 900, B: 700, C: 700}).final(), dollars("500", "300", "200", "100"))
    assert cash_of(found) == {A: "500.00", B: "250.00", C: "250.00", D: "50.00", E: "50.00"}
    assert [each.because for each in found.awards] == [Because.PLACE, *[Because.TIE] * 4]


# Goods --------------------------------------------------------------------------------------------------------------------
def test_goods_go_to_their_place_beside_or_instead_of_cash() -> None:
    found = award(IN_ORDER, dollars("500", "300"), [television(1), television(3, PrizeKind.DONATED, "radio")])
    assert [(each.entry, str(each.cash), [good.name for good in each.goods]) for each in found.awards] == [
        (A, "500.00", ["television"]),
        (B, "300.00", []),
        (C, "0.00", ["radio"]),
    ]
    assert found.prizes() == (
        Prize(kind=PrizeKind.CASH, amount=Money.dollars(500), player="1"),
        Prize(kind=PrizeKind.PURCHASED, amount=Money.dollars(300), retail=Money.dollars(400), player="1"),
        Prize(kind=PrizeKind.CASH, amount=Money.dollars(300), player="2"),
        Prize(kind=PrizeKind.DONATED, amount=NOTHING, retail=Money.dollars(400), player="3"),
    )


def test_a_place_without_a_prize_is_not_on_the_list_though_the_next_one_has_goods() -> None:
    assert [each.entry for each in award(IN_ORDER, dollars("500"), [television(3)]).awards] == [A, C]


def test_goods_in_a_tie_cannot_be_shared_so_somebody_must_be_named() -> None:
    with pytest.raises(awards.GoodsUndecided) as refused:
        award(places(1, 2, 2, 4, 5), dollars("500", "300"), [television(3)])
    assert refused.value.claims == {"television": {B, C}}


def test_the_director_names_who_takes_the_goods_of_a_tie() -> None:
    found = award(places(1, 2, 2, 4, 5), dollars("500", "300"), [television(3)], decided={"television": C})
    assert [(each.entry, str(each.cash), len(each.goods)) for each in found.awards] == [
        (A, "500.00", 0),
        (B, "150.00", 0),
        (C, "150.00", 1),
    ]


@pytest.mark.parametrize("decided", [{"television": A}, {"radio": B}], ids=["not of the tie", "no such thing"])
def test_the_director_names_one_of_those_who_tie(decided: dict[str, EntryId]) -> None:
    with pytest.raises(awards.NotTheirs):
        award(places(1, 2, 2, 4, 5), dollars("500"), [television(3)], decided=decided)


@pytest.mark.parametrize(
    ("goods", "left"),
    [
        ([], "650"),
        ([television(1)], "250"),
        ([television(1, PrizeKind.DONATED)], "650"),
        ([television(1), gift_card(2, "250")], "0"),
        ([television(1), gift_card(2, "250.01")], None),
    ],
    ids=["none", "one counts at its retail value", "a donated one not at all", "two reach the ceiling", "two pass it"],
)
def test_goods_leave_so_much_for_cash(goods: list[Good], left: str | None) -> None:
    takings = Takings(Money.dollars(600), Money.dollars(400))
    if left is not None:
        assert cash_pool(takings, goods, TERMS) == Money.dollars(left)
        return
    with pytest.raises(payouts.AboveCeiling) as refused:
        cash_pool(takings, goods, TERMS)
    assert (refused.value.found, refused.value.allowed) == dollars("650.01", "650")


# Deals --------------------------------------------------------------------------------------------------------------------
def test_a_deal_is_another_division_of_the_same_sum() -> None:
    found = award(IN_ORDER, dollars("500", "300", "200"), deals=[deal({A: "400", B: "350", C: "250"})])
    assert cash_of(found) == {A: "400.00", B: "350.00", C: "250.00"}
    assert [str(each.share) for each in found.awards] == ["500.00", "300.00", "200.00"]
    assert {each.because for each in found.awards} == {Because.DEAL}


def test_whoever_is_not_in_the_deal_keeps_the_prize_of_the_place() -> None:
    found = award(IN_ORDER, dollars("500", "300", "200"), deals=[deal({A: "400", B: "400"})])
    assert cash_of(found) == {A: "400.00", B: "400.00", C: "200.00"}
    assert found.awards[2].because is Because.PLACE


def test_the_last_unpaid_player_may_be_let_in_and_a_later_deal_divides_what_is_left() -> None:
    deals = [deal({A: "450", B: "300", C: "200", D: "50"}), deal({A: "400", B: "350"})]
    assert cash_of(award(IN_ORDER, dollars("500", "300", "200"), deals=deals)) == {
        A: "400.00",
        B: "350.00",
        C: "200.00",
        D: "50.00",
    }


def test_those_who_tie_may_settle_by_a_deal_who_takes_the_goods() -> None:
    settled = deal({B: "300", C: "0"}, goods={"television": C})
    found = award(places(1, 2, 2, 4, 5), dollars("500", "300"), [television(3)], deals=[settled])
    assert [(each.entry, str(each.cash), len(each.goods)) for each in found.awards] == [
        (A, "500.00", 0),
        (B, "300.00", 0),
        (C, "0.00", 1),
    ]


@pytest.mark.parametrize(
    ("refusal", "wrong"),
    [
        (awards.DealChangesTheSum, deal({A: "500", B: "300.01"})),
        (awards.DealChangesTheSum, deal({A: "500", B: "299.99"})),
        (awards.NegativeAmount, deal({A: "800.01", B: "-0.01"})),
        (awards.UnknownEntry, deal({A: "500", EntryId(99): "0"})),
        (awards.NotTheirs, deal({A: "500"}, goods={"television": B})),
        (awards.NotTheirs, deal({A: "500", B: "300"}, goods={"television": C})),
        (awards.NotTheirs, deal({B: "300", C: "200"}, goods={"television": B})),
        (awards.NotTheirs, deal({A: "500"}, goods={"radio": A})),
        (awards.NotTheirs, deal({}, goods={"television": A})),
    ],
)
def test_a_deal_that_is_none_is_refused(refusal: type[ValueError], wrong: Deal) -> None:
    with pytest.raises(refusal):
        award(IN_ORDER, dollars("500", "300", "200"), [television(1)], deals=[wrong])


def test_a_deal_needs_everybody_whom_it_touches() -> None:
    with pytest.raises(awards.NotAgreed) as refused:
        award(IN_ORDER, dollars("500", "300", "200"), deals=[deal({A: "400", B: "400", C: "200"}, agreed=frozenset({A, D}))])
    assert refused.value.missing == {B, C}


# The ceilings -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("third", "outcome"), [("199.99", MET), ("200.00", MET), ("200.01", BREACHED)])
def test_awards_may_reach_but_not_pass_their_share_of_gross(third: str, outcome: Outcome) -> None:
    """65 % of 1,538.47 $ is 1,000.00 $, rounded down."""
    found = verdicts(award(IN_ORDER, dollars("450", "350", third)), "1538.47")
    assert (found["4.3"], found["6.13"]) == ({outcome}, {outcome})


@pytest.mark.parametrize(
    ("first", "second", "outcome"), [("499.99", "500.01", BREACHED), ("500", "500", MET), ("500.01", "499.99", BREACHED)]
)
def test_a_deal_may_give_one_player_half_and_no_more(first: str, second: str, outcome: Outcome) -> None:
    found = award(IN_ORDER, dollars("400", "400", "200"), deals=[deal({A: first, B: second, C: "0"})])
    assert verdicts(found, "2000")["6.14"] == {outcome}


def test_one_winner_alone_always_wins_more_than_half() -> None:
    assert verdicts(award(IN_ORDER, dollars("100")), "1000")["6.14"] == {BREACHED}


def test_cash_and_goods_of_one_player_count_together_and_gifts_do_not() -> None:
    cash = dollars("300", "300", "100")
    assert verdicts(award(IN_ORDER, cash, [television(1)]), "5000")["6.14"] == {BREACHED}
    assert verdicts(award(IN_ORDER, cash, [television(3)]), "5000")["6.14"] == {MET}
    assert verdicts(award(IN_ORDER, cash, [television(1, PrizeKind.DONATED)]), "5000")["6.14"] == {MET}


def test_a_tie_that_leaves_an_odd_cent_to_charity_is_tested_again() -> None:
    cash = dollars("50.01", "20", "15.01", "15")
    assert verdicts(award(IN_ORDER, cash), "500")["6.14"] == {MET}
    assert verdicts(award(places(1, 2, 3, 3, 5), cash), "500")["6.14"] == {BREACHED}


@pytest.mark.parametrize(("first", "outcome"), [("2999.99", MET), ("3000.00", MET), ("3000.01", BREACHED)])
def test_an_older_edition_holds_one_prize_to_its_cap_in_dollars(first: str, outcome: Outcome) -> None:
    found = verdicts(award(IN_ORDER, dollars(first, "100")), "20000", terms_of(editions().all[0].id))
    assert found["6.14"] == {outcome}


# What is refused ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("refusal", "order", "cash", "goods"),
    [
        (payouts.NoPlayers, {}, (), []),
        (payouts.MorePaidThanPlayers, {A: 1, B: 2}, ("3", "2", "1"), []),
        (payouts.MorePaidThanPlayers, {A: 1, B: 2}, (), [television(3)]),
        (awards.PlacesIncomplete, {A: 1, B: 3}, (), []),
        (awards.PlacesIncomplete, {A: 1, B: 1, C: 2}, (), []),
        (awards.PlacesIncomplete, {A: 2, B: 3}, (), []),
        (awards.PlacesIncomplete, {A: 0, B: 1}, (), []),
        (awards.NegativeAmount, {A: 1, B: 2}, ("3", "-0.01"), []),
        (awards.NotAGood, {A: 1, B: 2}, (), [television(1), television(2)]),
    ],
)
def test_awards_that_cannot_be_are_refused(
    refusal: type[ValueError], order: dict[EntryId, int], cash: tuple[str, ...], goods: list[Good]
) -> None:
    with pytest.raises(refusal):
        award(order, dollars(*cash), goods)


@pytest.mark.parametrize(
    ("refusal", "kind", "place", "cost", "retail"),
    [
        (awards.NotAGood, PrizeKind.CASH, 1, 100, 100),
        (awards.NotAGood, PrizeKind.PURCHASED, 0, 100, 100),
        (awards.NegativeAmount, PrizeKind.PURCHASED, 1, -1, 100),
        (awards.NegativeAmount, PrizeKind.PURCHASED, 1, 100, -1),
    ],
)
def test_a_good_is_no_cash_and_has_a_place_and_a_price(
    refusal: type[ValueError], kind: PrizeKind, place: int, cost: int, retail: int
) -> None:
    with pytest.raises(refusal):
        Good(name="thing", kind=kind, place=place, cost=Money(cost), retail=Money(retail))


# Properties ---------------------------------------------------------------------------------------------------------------
@st.composite
def results(draw: st.DrawFn) -> tuple[dict[EntryId, int], list[Money]]:
    """Places with any ties, and any list of prizes that never rises, for as many places as there are players or fewer."""
    order: dict[EntryId, int] = {}
    for _ in range(draw(st.integers(1, 12))):
        place = len(order) + 1
        order |= {EntryId(len(order) + number): place for number in range(1, draw(st.sampled_from([1, 1, 1, 2, 3])) + 1)}
    cents = draw(st.lists(st.integers(0, 10**6), max_size=len(order)))
    return order, [Money(amount) for amount in sorted(cents, reverse=True)]


@given(results())
def test_awards_and_charity_add_up_to_the_list_of_prizes(result: tuple[dict[EntryId, int], list[Money]]) -> None:
    order, cash = result
    found = award(order, cash)
    assert found.cash + found.charity == sum(cash, NOTHING)
    assert NOTHING <= found.charity <= Money(len(order))


@given(results())
def test_nobody_wins_more_than_a_better_placed_player_and_who_ties_wins_the_same(
    result: tuple[dict[EntryId, int], list[Money]],
) -> None:
    order, cash = result
    won = {each.entry: each.cash for each in award(order, cash).awards}
    for one, place in order.items():
        for other, after in order.items():
            assert place > after or won.get(one, NOTHING) >= won.get(other, NOTHING)


@given(results(), st.randoms(use_true_random=False))
def test_any_deal_that_keeps_the_sum_leaves_the_total_and_the_charity_as_they_were(
    result: tuple[dict[EntryId, int], list[Money]], chance: Random
) -> None:
    order, cash = result
    before = award(order, cash)
    won = {each.entry: each.cash for each in before.awards}
    parties = chance.sample(sorted(order), chance.randint(1, len(order)))
    left = sum((won.get(entry, NOTHING) for entry in parties), NOTHING).cents
    division = dict.fromkeys(parties, NOTHING)
    for entry in parties[1:]:
        part = chance.randint(0, left)
        division[entry], left = Money(part), left - part
    division[parties[0]] = Money(left)
    after = award(order, cash, deals=[Deal(division, frozenset(parties))])
    assert (after.cash, after.charity) == (before.cash, before.charity)
    now = {each.entry: each.cash for each in after.awards}
    assert all(now.get(entry, NOTHING) == division.get(entry, won.get(entry, NOTHING)) for entry in order)


@given(results(), st.integers(0, 10**7))
def test_the_findings_say_just_what_the_ceilings_say(result: tuple[dict[EntryId, int], list[Money]], gross: int) -> None:
    order, cash = result
    found = award(order, cash)
    takings = Takings(Money(gross), NOTHING)
    outcomes = verdicts(found, str(takings.gross))
    assert outcomes["4.3"] == outcomes["6.13"] == {MET if found.cash <= ceilings(takings, TERMS).prizes else BREACHED}
    most = max((each.cash for each in found.awards), default=NOTHING)
    if found.cash > NOTHING:
        assert outcomes["6.14"] == {MET if most.cents * 2 <= found.cash.cents else BREACHED}
