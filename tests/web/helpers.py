"""Signed-in clients, pages as data, and the URLs of the product."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html.parser import HTMLParser

from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from licensing.models import OutgoingMail, User
from licensing.web.access import Declaration
from tests.builders import PASSWORD
from tests.tour import Ids, stops

TOKEN = "the-token-of-the-open-invitation"  # stands in the paths of the tour until there is a database
TOUR = stops(TOKEN, Ids())
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@lru_cache(maxsize=1)
def password_hash() -> str:
    """Hashed once: it is slow on purpose."""
    return make_password(PASSWORD)


def give_password(user: User) -> User:
    """The password of all the tests."""
    user.password = password_hash()
    user.save()
    return user


def signed_in(user: User | None, **headers: str) -> Client:
    """A browser in which this person has just signed in and given the password once more; a visitor's for nobody."""
    client = Client(headers=headers)
    if user is not None:
        client.force_login(user, backend=BACKEND)
        session = client.session
        session[AUTHENTICATION_METHODS_SESSION_KEY] = [
            {"method": "password", "at": timezone.now().timestamp(), "reauthenticated": True}
        ]
        session["account_authentication_methods_user"] = str(user.pk)
        session.save()
    return client


# Mail -----------------------------------------------------------------------------------------------------------------
def newest_mail() -> OutgoingMail:
    return OutgoingMail.objects.latest("pk")


def link_in(mail: OutgoingMail) -> str:
    """The one address in a mail."""
    links = [word for word in mail.text.split() if word.startswith(("http://", "https://"))]
    assert len(links) == 1, mail.text
    return links[0]


# The URLs -------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Route:
    name: str
    route: str
    kwargs: frozenset[str]
    declaration: Declaration | None


def routes() -> list[Route]:
    """Every URL that the product answers to."""
    return list(_walk(get_resolver("config.urls"), "", frozenset()))


def _walk(resolver: URLResolver, prefix: str, outer: frozenset[str]) -> Iterator[Route]:
    for entry in resolver.url_patterns:
        route = prefix + str(entry.pattern)
        kwargs = outer | frozenset(entry.pattern.regex.groupindex)
        if isinstance(entry, URLPattern):
            yield Route(entry.name or "", route, kwargs, getattr(entry.callback, "declaration", None))
        else:
            yield from _walk(entry, route, kwargs)


# Pages ----------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Element:
    tag: str
    attributes: dict[str, str | None]


class Page(HTMLParser):
    """The elements of a page, its title, its first-level headings and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.headings: list[str] = []
        self.title = ""
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs)))
        self._open.append(tag)
        if tag == "h1":
            self.headings.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        # Elements without an end, such as <input>, are left behind by the end of what holds them.
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "h1" in self._open:
            self.headings[-1] += data
        if "head" in self._open:
            self.title += data.strip() if self._open[-1] == "title" else ""
        else:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [element.attributes for element in self.elements if element.tag == tag]

    @property
    def language(self) -> str | None:
        return self.all("html")[0].get("lang")

    @property
    def links(self) -> list[str]:
        return [href for attributes in self.all("a") if (href := attributes.get("href"))]
