import json
import re
from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from licensing.domain.money import Money
from licensing.domain.rules.engine import Finding, Outcome, negative
from licensing.domain.terms import NoEdition
from licensing.domain.whatif import PROCEEDS, Outlook, Plan, Scenario, outlook
from licensing.terms import register, terms_of, terms_on

LABELS = {
    "entry_fee_revenue": "Entry-fee revenue",
    "gross": "Gross proceeds",
    "max_expenses": "Expenses, at most",
    "max_prizes": "Prizes, at most",
    "min_charity": "Charity, at least",
    "charity_with_both_in_full": "Charity with expenses and prizes in full",
    "max_single_prize": "One player's prizes, at most",
}


def amount(written: str) -> Money:
    # Short and without an exponent: a number that takes a minute to compute is nobody's fee.
    if not re.fullmatch(r"-?\d{1,9}(\.\d{1,9})?", written, re.ASCII):
        raise ArgumentTypeError(f"{written!r} is not an amount such as 50 or 49.50")
    try:
        return Money.dollars(written)
    except ValueError:
        raise ArgumentTypeError(f"{written!r} has a fraction of a cent") from None


def count(written: str) -> int:
    if not re.fullmatch(r"-?\d{1,9}", written, re.ASCII):
        raise ArgumentTypeError(f"{written!r} is not a whole number such as 100")
    return int(written)


class Command(BaseCommand):
    help = "What one tournament may spend and must give: expenses, prizes and charity under the Terms, for a fee and a turnout."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--entry-fee", type=amount, required=True, help="dollars, such as 50 or 49.50")
        parser.add_argument("--entries", type=count, required=True, help="players who enter")
        parser.add_argument("--rebuy-price", type=amount, help="dollars; leave it out where there is no re-buy")
        parser.add_argument("--rebuys", type=count, default=0, help="re-buys sold")
        parser.add_argument("--edition", help="of the Terms, such as 2009-11; the one in force today if left out")
        parser.add_argument(
            "--json", action="store_true", help="amounts in cents, for a script; broken clauses go to standard error"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["rebuys"] and options["rebuy_price"] is None:
            raise CommandError("re-buys need a price: add --rebuy-price")
        try:
            terms = terms_of(options["edition"]) if options["edition"] else terms_on(timezone.localdate())
        except NoEdition as missing:
            raise CommandError(str(missing)) from None
        plan = Plan(entry_fee=options["entry_fee"], rebuy_price=options["rebuy_price"], expected=options["entries"])
        found = outlook(plan, Scenario("", options["entries"], options["rebuys"]), terms)
        if options["json"]:
            self.stdout.write(json.dumps({key: value and value.cents for key, value in figures(found).items()}, indent=2))
        else:
            rows = [f"{LABELS[key]:<42}{'no limit' if value is None else value!s:>16}" for key, value in figures(found).items()]
            self.stdout.write("\n".join([terms.edition.name.en, *rows]))
        for line in verdicts(found):
            (self.stderr if options["json"] else self.stdout).write(line)


def figures(found: Outlook) -> dict[str, Money | None]:
    takings, allowed = found.split.takings, found.split.ceilings
    return {
        "entry_fee_revenue": takings.entry_fees,
        "gross": takings.gross,
        "max_expenses": allowed.expenses,
        "max_prizes": allowed.prizes,
        "min_charity": allowed.charity,
        "charity_with_both_in_full": takings.gross - allowed.expenses - allowed.prizes,
        "max_single_prize": allowed.single_prize,
    }


def verdicts(found: Outlook) -> list[str]:
    """On prices and turnout. Nothing is said to be spent here, so there is no verdict on where the proceeds go."""
    lines = [broken(finding) for finding in found.breaks if finding.rule not in PROCEEDS]
    unknown = dict.fromkeys(finding.clause for finding in found.findings if finding.outcome is Outcome.UNKNOWN)
    if unknown:
        lines.append(f"Not checked, because we do not know what this edition says: {', '.join(unknown)}.")
    if not found.scenario.entries:
        lines.append("Nobody enters: nothing comes in, and nothing may be spent.")
    return lines


def broken(finding: Finding) -> str:
    verdict, gist = finding.verdict, register().clauses[finding.clause].gist.en
    bound = f"is not {finding.rule.bound.replace('_', ' ')} {verdict.allowed}"
    return (
        f"Clause {finding.clause} is broken: {verdict.found} {'is less than nothing' if negative(verdict.found) else bound}. {gist}"
    )
