"""Reads settings from the environment, and says in one line each what is wrong with them."""

import os
import secrets
from pathlib import Path
from urllib.parse import quote, urlsplit

import environ

# Every name that the project reads. A name that starts with CAGNOTTE_ and is not here is a typing error, and stops the start.
KNOWN = {
    "CAGNOTTE_ENV": "embedded (default) or production",
    "CAGNOTTE_SECRET_KEY": "signs sessions and links; made on the first start unless in production",
    "CAGNOTTE_DATA": "folder for the database, queue, mail and built files; default: var",
    "CAGNOTTE_URL": "public address of the site, for links in mail",
    "CAGNOTTE_HOSTS": "host names that the site answers to, separated by commas",
    "CAGNOTTE_PROXY": "yes when a proxy in front ends TLS and sets X-Forwarded-Proto and X-Forwarded-For",
    "CAGNOTTE_DEMO": "yes (embedded default) loads the demo into an empty database and shows its sign-ins",
    "CAGNOTTE_MAIL_FROM": "sender of our mail",
    "CAGNOTTE_LOG": "lowest level written to the log; default: INFO",
    "CAGNOTTE_LOG_FORMAT": "json (default) or text",
    "DATABASE_URL": "default: SQLite in the data folder",
    "CELERY_BROKER_URL": "default: a queue of files in the data folder",
    "CACHE_URL": "default: memory of the process",
    "EMAIL_URL": "default: mail is written to files in the data folder",
}
WORDS = {"yes": True, "true": True, "1": True, "on": True, "no": False, "false": False, "0": False, "off": False}
SHORTEST_SECRET = 50
LEVELS = ("INFO", "DEBUG", "WARNING", "ERROR", "CRITICAL")
# What the product is made for. Others can be read, and would then fail in the middle of a page.
SCHEMES = {
    "db": ("sqlite", "postgres", "postgresql"),
    "cache": ("locmemcache", "redis", "rediss", "rediscache", "dummycache", "filecache"),
    "email": tuple(environ.Env.EMAIL_SCHEMES),
    "broker": ("filesystem", "redis", "rediss", "amqp", "amqps"),
}


class BadSettings(Exception):
    """Settings that cannot be started with. Its text has one line for each problem."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(f"Cagnotte cannot start: {problem}" for problem in problems))


class Environment:
    """The environment and, below it, an `.env` file beside manage.py. Collects problems; `stop_if_bad` raises them all."""

    def __init__(self, base: Path) -> None:
        self.problems: list[str] = []
        self.values = {**self._file(base / ".env"), **os.environ}
        for name in sorted(self.values):
            if name.startswith("CAGNOTTE_") and name not in KNOWN:
                self.problems.append(f"unknown setting {name}; the known ones are in config/environment.py.")
        self.production = self.choice("CAGNOTTE_ENV", ("embedded", "production")) == "production"
        # Logging is set up before the problems are told, and the queue opens its address only when it is used.
        self.values["CAGNOTTE_LOG"] = self.choice("CAGNOTTE_LOG", LEVELS)
        self.url("CELERY_BROKER_URL", "filesystem://", "broker")

    def _file(self, path: Path) -> dict[str, str]:
        try:
            lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        except (OSError, UnicodeDecodeError):
            self.problems.append(f"the file {path} cannot be read as text.")
            lines = []
        pairs = (line.partition("=") for line in lines if line.strip() and not line.lstrip().startswith("#"))
        return {name.strip(): value.strip().strip("\"'") for name, _, value in pairs}

    def text(self, name: str, default: str = "") -> str:
        return self.values.get(name, "") or default

    def choice(self, name: str, allowed: tuple[str, ...]) -> str:
        """The first of `allowed` is the default."""
        value = self.text(name, allowed[0])
        if value not in allowed:
            self.problems.append(f"{name} is {value!r}; it must be one of {', '.join(allowed)}.")
            return allowed[0]
        return value

    def flag(self, name: str, *, default: bool) -> bool:
        value = self.text(name).lower()
        if value and value not in WORDS:
            self.problems.append(f"{name} is {value!r}; it must be yes or no.")
        return WORDS.get(value, default)

    def names(self, name: str, default: list[str]) -> list[str]:
        return [part.strip() for part in self.text(name).split(",") if part.strip()] or default

    def url(self, name: str, default: str, kind: str) -> dict[str, object]:
        """A `scheme://…` value as the dictionary that Django wants; kind: db, cache, email or broker."""
        value = self.text(name, quote(default, safe=":/"))  # a folder of ours may be called a+b or a#b
        scheme, mark, _rest = value.partition("://")
        parse = {"db": environ.Env.db_url_config, "cache": environ.Env.cache_url_config, "email": environ.Env.email_url_config}
        try:
            if not mark or scheme not in SCHEMES[kind]:
                raise ValueError(value)
            if scheme.startswith("redis"):
                _ = urlsplit(value).port  # raises when it is not a number, which the library does not look at
            found = dict(parse[kind](value)) if kind in parse else {}
            if found.get("NAME") == "":
                raise ValueError(value)
            return found
        except Exception:  # the library raises many kinds; the reader needs the name of the setting, not a trace
            self.problems.append(f"{name} is not a usable address (it starts with {value.split(':')[0]!r}).")
            return {}

    def secret_key(self, data: Path) -> str:
        """Given in production; elsewhere made once, kept in the data folder and readable by its owner alone."""
        given = self.text("CAGNOTTE_SECRET_KEY")
        if given and (len(given) < SHORTEST_SECRET or len(set(given)) < 10):
            self.problems.append(f"CAGNOTTE_SECRET_KEY is weak; use {SHORTEST_SECRET} random characters or more.")
        if given or self.production:
            return given
        path = data / "secret_key"
        if not path.exists():
            fresh = path.with_suffix(f".{secrets.token_hex(8)}")
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(64))
            try:
                os.link(fresh, path)  # fails if another process was first: then its key stands
            except FileExistsError:
                pass
            finally:
                fresh.unlink()
        return path.read_text()

    def require(self, *names: str) -> None:
        """In production nothing that matters is left to a default."""
        for name in names:
            if self.production and not self.text(name):
                self.problems.append(f"{name} is missing; production needs it ({KNOWN[name]}).")

    def stop_if_bad(self) -> None:
        if self.problems:
            raise BadSettings(self.problems)
