import json
from argparse import ArgumentTypeError
from dataclasses import replace
from datetime import datetime, time, timedelta
from fractions import Fraction
from math import ceil
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from licensing.domain import parameters
from licensing.domain.calendar import MONCTON
from licensing.domain.house_rules import Chip, ChipSet, RebuyProcess, build
from licensing.domain.money import Money
from licensing.domain.proceeds import Takings, ceilings
from licensing.domain.terms import Terms
from licensing.terms import terms_on
from tournaments.domain import clock
from tournaments.domain.acts import from_row, to_row
from tournaments.domain.awards import award
from tournaments.domain.chain import GENESIS, Row, damages, digest
from tournaments.domain.journal import fold
from tournaments.domain.payouts import by_curve, paid_places
from tournaments.domain.rehearsal import Rehearsal, chips_add_up, moves_of, rehearse
from tournaments.domain.room import Room, Setup, Written

FEE = Money.dollars(50)
STACK = 10_000
LEVEL_MINUTES = 20
HOURS = timedelta(hours=6)
PINS = 3
CHIPS = ChipSet(tuple(Chip(value, 20_000) for value in (25, 100, 500, 1_000, 5_000, 25_000)))
# A rehearsal is no tournament in the database; its journal needs a number all the same.
NO_TOURNAMENT = 0


class Command(BaseCommand):
    help = "Plays a whole evening by chance, from the first ticket to the last hand, and measures it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=_between(2, parameters.MOST), default=400)
        parser.add_argument("--seats", type=_between(2, 23), default=10, help="at a table")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same evening")
        parser.add_argument("--json", action="store_true", help="for a script")

    def handle(self, *args: Any, **options: Any) -> None:
        terms = terms_on(timezone.localdate())
        setup = evening(terms, players=options["players"], seats=options["seats"])
        rng = Random(options["seed"])  # noqa: S311  (a rehearsal is repeated, not kept secret)
        began = perf_counter()
        played = rehearse(setup, players=options["players"], pins=min(PINS, options["players"] // 10), rng=rng)
        seconds = perf_counter() - began
        figures = {**measured(played, terms), "seconds": round(seconds, 3), "journal_verified": is_whole(played)}
        if options["json"]:
            self.stdout.write(json.dumps(figures, indent=2))
        else:
            self.stdout.write("\n".join(f"{name.replace('_', ' '):<24}{value}" for name, value in figures.items()))


def _between(least: int, most: int) -> Any:
    def read(written: str) -> int:
        if not written.isascii() or not written.isdigit() or len(written) > 6 or not least <= int(written) <= most:
            raise ArgumentTypeError(f"{written!r} is not a whole number from {least} to {most}")
        return int(written)

    return read


def evening(terms: Terms, *, players: int, seats: int) -> Setup:
    starts = datetime.combine(timezone.localdate(), time(19), MONCTON)
    proposal = build(
        players=players, starting_stack=STACK, rebuys_expected=players // 2, chips=CHIPS, level_minutes=LEVEL_MINUTES, hours=HOURS
    )
    return Setup(
        max_players=players,
        seats_per_table=seats,
        entry_chips=STACK,
        rebuy_chips=STACK,
        rebuys=RebuyProcess(until_level=4, seconds=300),
        clock=clock.new(proposal.schedule, starts_at=starts, licensed_end=starts + HOURS, terms=terms),
    )


def measured(played: Rehearsal, terms: Terms) -> dict[str, object]:
    players = len(played.room.players)
    ranking = played.room.ranking()
    return {
        "players": players,
        "tables": ceil(Fraction(players, played.setup.seats_per_table)),
        "acts": len(played.journal),
        "balance_moves": len(played.balance_changes),
        "break_moves": len(played.break_changes),
        "forced_minimum": played.forced_minimum,
        "worst_spread": played.worst_spread,
        "balance_displacement": round(fmean(played.balance_changes or [0]), 4),
        "break_displacement": round(fmean(played.break_changes or [0]), 4),
        "max_moves_one_player": max(moves_of(played)),
        "pinned_moved": sum(played.room.players[entry].moved for entry in played.pinned),
        "chips_reconciled": chips_add_up(played),
        "places_complete": ranking.complete and sorted(ranking.final()) == sorted(played.room.players),
        "prizes_sum_ok": prizes_add_up(played.room, terms),
    }


def prizes_add_up(room: Room, terms: Terms) -> bool:
    """The whole pool is proposed along the curve, awarded by the places, and comes out to the cent with what ties leave over."""
    players = len(room.players)
    rebuys = sum(player.rebought for player in room.players.values())
    pool = ceilings(Takings.of(entry_fee=FEE, entries=players, rebuy_price=FEE, rebuys=rebuys), terms).prizes
    places = paid_places(players, terms)[0]
    least = Money(pool.cents // (places * 4))
    first = Money(max(-(-pool.cents // places), pool.cents // 4))
    cash = by_curve(players=players, pool=pool, places=places, first=first, least=least).cash
    awards = award(room.ranking().final(), cash)
    return sum((prize.amount for prize in awards.prizes()), Money(0)) + awards.charity == pool


def is_whole(played: Rehearsal) -> bool:
    """Written down as the journal is, the chain holds, and what is read again folds into the same room."""
    rows: list[Row] = []
    for written in played.journal:
        kind, payload = to_row(written.act)
        row = Row(written.sequence, kind, payload, None, written.at, str(written.sequence), rows[-1].hash if rows else GENESIS)
        rows.append(replace(row, hash=digest(NO_TOURNAMENT, row)))
    again = fold(played.setup, [Written(row.sequence, from_row(row.kind, row.payload), row.at) for row in rows])
    return not damages(NO_TOURNAMENT, rows) and (again.players, again.tables, again.busts) == (
        played.room.players,
        played.room.tables,
        played.room.busts,
    )
