"""The hash chain of a journal: each row carries the hash of the one before it, so that a changed byte is found and named."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from tournaments.domain.codec import Json, canonical

GENESIS = "0" * 64


@dataclass(frozen=True, slots=True)
class Row:
    """One act as it is written down. `by` is a person's number, never a name: names are forgotten one day, journals are not."""

    sequence: int
    kind: str
    payload: dict[str, Json]
    by: int | None
    at: datetime
    key: str
    previous: str
    hash: str = ""


def digest(tournament: int, row: Row) -> str:
    """Over everything that the row says, the tournament too: a row cannot be moved to another evening."""
    at = row.at.astimezone(UTC).isoformat()
    content: list[Json] = [tournament, row.sequence, row.kind, row.payload, row.by, at, row.key, row.previous]
    return hashlib.sha256(canonical(content)).hexdigest()


@dataclass(frozen=True, slots=True)
class Damage:
    sequence: int
    reason: str


def damages(tournament: int, rows: Iterable[Row]) -> list[Damage]:
    """Where the chain is broken. After a break the chain goes on from what is written, so that each damage is named once."""
    found, previous, expected = [], GENESIS, 1
    for row in rows:
        if row.sequence != expected:
            missing = row.sequence > expected
            found.append(Damage(expected, "missing") if missing else Damage(row.sequence, "out of order"))
        if row.previous != previous:
            found.append(Damage(row.sequence, "does not follow the row before it"))
        if row.hash != digest(tournament, row):
            found.append(Damage(row.sequence, "is not what was written"))
        previous, expected = row.hash, row.sequence + 1
    return found
