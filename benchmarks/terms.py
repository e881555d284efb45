"""The rules of the Terms and the pages that show them, against a page that does nothing."""

from benchmarks.demo_site import page, site
from benchmarks.harness import Pair, figure


@figure("assessment of a licence, 13 tournaments", goal=10.0)
def assessment_of_a_licence() -> Pair:
    """Every rule of every stage, from facts in memory."""
    site()
    from licensing.domain.rules import assess
    from licensing.terms import terms_of
    from tests.scenarios.loader import FILES, load

    season = load(FILES[0].read_text(encoding="utf-8"))
    terms = terms_of(season.edition)
    return Pair(lambda: assess(season.licence, terms), floor=page("empty"))


@figure("register of the Terms", goal=10.0)
def register_of_the_terms() -> Pair:
    return Pair(page("terms"), floor=page("empty"))
