"""`manage.py whatif`: the figures of one evening, for staff and for scripts."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

EXAMPLE = "--entry-fee 50 --entries 100 --rebuy-price 50 --rebuys 60"


def run(arguments: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("whatif", *arguments.split(), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def cents(arguments: str) -> dict[str, int]:
    found: dict[str, int] = json.loads(run(f"{arguments} --json")[0])
    return found


def test_the_figures_are_those_of_the_terms_in_cents() -> None:
    assert cents(EXAMPLE) == {
        "entry_fee_revenue": 500_000,
        "gross": 800_000,
        "max_expenses": 100_000,
        "max_prizes": 520_000,
        "min_charity": 120_000,
        "charity_with_both_in_full": 180_000,
        "max_single_prize": 260_000,
    }


def test_ceilings_are_rounded_down_and_the_minimum_up() -> None:
    found = cents("--entry-fee 0.99 --entries 7")
    assert (found["gross"], found["max_expenses"], found["max_prizes"], found["min_charity"]) == (693, 138, 450, 104)
    assert found["max_single_prize"] == 225
    assert found["charity_with_both_in_full"] == 105


def test_without_json_it_is_a_table_in_dollars() -> None:
    out, err = run(EXAMPLE)
    rows = [line.rsplit(maxsplit=1) for line in out.splitlines()[1:]]
    assert ["Expenses, at most", "1000.00"] in [[label.strip(), amount] for label, amount in rows]
    assert out.startswith("Terms of November 2009\n")
    assert "broken" not in out + err


def test_another_edition_has_other_figures_and_says_what_we_do_not_know_of_it() -> None:
    out, _ = run(f"{EXAMPLE} --edition 2008-05")
    assert "Prizes, at most                                    2800.00" in out
    assert "One player's prizes, at most                       3000.00" in out
    assert "6.3, 6.4, 6.5, 6.12" in out


@pytest.mark.parametrize(
    ("arguments", "verdict"),
    [
        ("--entry-fee 50 --entries 401", "Clause 6.12 is broken: 401 is not at most 400."),
        ("--entry-fee 100.01 --entries 10", "Clause 6.3 is broken: 100.01 is not at most 100.00."),
        ("--entry-fee 50 --entries 10 --rebuy-price 50.01", "Clause 6.5 is broken: 50.01 is not at most 50.00."),
        ("--entry-fee 50 --entries 10 --rebuy-price 50 --rebuys 11", "Clause 6.4 is broken: 2 is not at most 1."),
        ("--entry-fee 0 --entries 10", "Clause 6.2 is broken: 0.00 is not at least 0.01."),
        ("--entry-fee -5 --entries 10", "Clause 6.2 is broken: -5.00 is less than nothing."),
        ("--entry-fee 50 --entries -1", "Clause 6.12 is broken: -1 is less than nothing."),
        ("--entry-fee 50 --entries 10 --rebuy-price 50 --rebuys -1", "Clause 6.4 is broken"),
        ("--entry-fee 50 --entries 0", "Nobody enters"),
    ],
)
def test_what_cannot_be_is_a_verdict_and_beside_the_json_not_in_it(arguments: str, verdict: str) -> None:
    assert verdict in run(arguments)[0]
    out, err = run(f"{arguments} --json")
    assert verdict in err
    assert len(json.loads(out)) == 7


@pytest.mark.parametrize(("arguments"), ["--entry-fee 50 --entries 400", "--entry-fee 100 --entries 1", f"{EXAMPLE}"])
def test_at_the_limit_there_is_no_verdict(arguments: str) -> None:
    assert run(f"{arguments} --json")[1] == ""


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("--entry-fee fifty --entries 10", "'fifty' is not an amount"),
        ("--entry-fee 49,50 --entries 10", "'49,50' is not an amount"),
        ("--entry-fee NaN --entries 10", "'NaN' is not an amount"),
        ("--entry-fee 1e999999999 --entries 10", "is not an amount"),
        ("--entry-fee 49.505 --entries 10", "'49.505' has a fraction of a cent"),
        ("--entry-fee 50 --entries ten", "'ten' is not a whole number"),
        ("--entry-fee 50 --entries 1.5", "'1.5' is not a whole number"),
        ("--entry-fee 50 --entries 10 --rebuys 3", "re-buys need a price"),
        ("--entry-fee 50", "--entries"),
        ("--entry-fee 50 --entries 10 --edition 1999-01", "no edition of the Terms is named '1999-01'"),
    ],
)
def test_what_is_no_number_is_refused_with_a_reason(arguments: str, reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        run(arguments)


def test_amounts_are_read_with_and_without_cents() -> None:
    assert cents("--entry-fee 49.50 --entries 2")["gross"] == cents("--entry-fee 49.5 --entries 2")["gross"] == 9_900
