"""Pages against a page that does nothing, asked for by the same person through the same middleware."""

from benchmarks.demo_site import cookie_of_an_organiser, page
from benchmarks.harness import Pair, figure


@figure("home page (visitor)", goal=4.0)
def home_page_of_a_visitor() -> Pair:
    return Pair(page("home"), floor=page("empty"))


@figure("home page (organiser)", goal=4.0)
def home_page_of_an_organiser() -> Pair:
    cookie = cookie_of_an_organiser()
    return Pair(page("home", cookie=cookie), floor=page("empty", cookie=cookie))


@figure("sign-in page", goal=14.0)
def sign_in_page() -> Pair:
    """A form costs more than the rest of its page: crispy-forms draws each field from several templates."""
    return Pair(page("account_login"), floor=page("empty"))
