"""Every rule at its line: the last that is still right and the first that no longer is, one smallest unit away, and odd cases.

A case holds only the facts that its rule reads. `under`, `at` and `over` are for rules with a bound, `kept` and `broken` for a
yes or no; `test_rules` checks that none is missing and that they lie where their names say. Where nothing at all is allowed,
one less than nothing is a slip of the pen, and a breach as well.
"""

from tests.domain.rule_cases import conduct, general, play, proceeds, reporting, tournament
from tests.domain.rule_cases.facts import Case, terms_with

__all__ = ["CASES", "Case", "terms_with"]

CASES: list[Case] = [*general.CASES, *proceeds.CASES, *tournament.CASES, *conduct.CASES, *play.CASES, *reporting.CASES]
