"""Internal stocks on the map (OCS 12.10e): units that used theirs recover before anything is eaten.

Whoever is Low or Exhausted must recover while supply is in reach, even where it does not suffice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.movement.sizes import QUARTERS, quarters_of
from landbridge.games.belorussia.position.position import Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply_lines.paths import FIGURES
from landbridge.games.belorussia.supply_lines.paying import (
    Need,
    TokensTaken,
    is_in_reach,
    pay,
    tokens_in_reach,
)
from landbridge.games.belorussia.words import Side

FULL, LOW, EXHAUSTED = 0, 1, 2
STOCKS: tuple[Literal["full", "low", "exhausted"], ...] = ("full", "low", "exhausted")
PRICES: dict[int, int] = {
    LOW: FIGURES["recovery"]["low"],
    EXHAUSTED: FIGURES["recovery"]["exhausted"],
}
ROWS = {LOW: "OCS-12.10e-2", EXHAUSTED: "OCS-12.10e-3"}


class Recovery(Struct, frozen=True):
    """What became of one unit's stocks."""

    row: int
    price: int
    paid: int
    stock: Literal["full", "low", "exhausted"]


class RecoveryResult(Struct, frozen=True):
    """A position after recovery, and how it went."""

    position: Position
    units: tuple[Recovery, ...]
    takings: tuple[TokensTaken, ...]


def recovery_price(theatre: Theatre, row: int) -> int:
    """Tokens for full stocks: a multi-step unit pays for each RE."""
    stock, counter = theatre.position.stock[row], theatre.counter(row)
    if stock == FULL or not in_force(ROWS[stock]):
        return 0
    if counter.steps == 1:
        return PRICES[stock]
    settled = figures("recovery_size", theatre.rulings.recovery_size)
    size = quarters_of(theatre, row) if settled["re"] == "present" else counter.quarters
    return PRICES[stock] * -(-size // QUARTERS)


def to_recover(theatre: Theatre, side: Side) -> tuple[int, ...]:
    """The units of a side on the map whose stocks are not full."""
    return tuple(
        row
        for row in BYTE.filled(theatre.position.stock)
        if theatre.counter(row).side == side and theatre.on_map(row)
        if in_force("OCS-12.10f-1") or not theatre.position.out[row]
    )


def recover(theatre: Theatre, side: Side, order: Sequence[int] = ()) -> Finding[RecoveryResult]:
    """Let everybody recover that can: those that the owner names first, in his order."""
    rows = to_recover(theatre, side)
    named = [row for row in dict.fromkeys(order) if row in rows]
    return recover_units(theatre, (*named, *(row for row in rows if row not in named)))


def rivals(theatre: Theatre, side: Side) -> tuple[int, ...]:
    """The units that compete for too little supply, so that it matters who recovers first."""
    return theatre.once(("rivals", side), lambda theatre: _rivals(theatre, side))


def _rivals(theatre: Theatre, side: Side) -> tuple[int, ...]:
    rows = [row for row in to_recover(theatre, side) if _has_supply(theatre, row)]
    if len(rows) < 2:
        return ()
    full = {one.row for one in recover_units(theatre, rows).result.units if one.stock == "full"}
    return () if full.issuperset(rows) else tuple(rows)


def recover_units(theatre: Theatre, rows: Sequence[int]) -> Finding[RecoveryResult]:
    """Let these units recover, in this order."""
    why = Why()
    done: list[Recovery] = []
    takings: list[TokensTaken] = []
    for row in rows:
        unit, taken, position = _recover(theatre, row, why)
        takings += taken
        if unit is not None:
            done.append(unit)
        theatre = theatre.with_position(position)
    return why.so(RecoveryResult(theatre.position, tuple(done), tuple(takings)))


def _spares_organic() -> bool:
    """Whether Organic Trucks keep what they carry."""
    return in_force("OCS-12.10e-5")


def _has_supply(theatre: Theatre, row: int) -> bool:
    """Whether any of it is in the reach of a unit."""
    return is_in_reach(theatre, Need(row, 1, "recovery", spare_organic=_spares_organic()))


def _reach(theatre: Theatre, row: int) -> int:
    """Tokens in the reach of a unit that may pay for its recovery."""
    return tokens_in_reach(theatre, Need(row, 0, "recovery", spare_organic=_spares_organic()))


def _recover(
    theatre: Theatre, row: int, why: Why
) -> tuple[Recovery | None, tuple[TokensTaken, ...], Position]:
    position, name = theatre.position, theatre.counter(row).name
    price, stock = recovery_price(theatre, row), position.stock[row]
    spare, reach = _spares_organic(), _reach(theatre, row)
    if not price or not reach:
        return None, (), position
    if not why("OCS-12.10e-1", f"{name} must recover: {reach}T in its reach"):
        return None, (), position
    why("OCS-12.10f-1", "whether it is Out of Supply does not matter")
    if spare:
        why("OCS-12.10e-5", "Organic Trucks need not give")
    why(ROWS[stock], f"{price}T for {STOCKS[stock]} stocks")
    if theatre.counter(row).steps > 1:
        why("RUL-TFB-162", "a multi-step unit pays for each RE")
    paid = min(price, reach)
    after = FULL
    if paid < price:
        if not why("OCS-12.10e-4", f"only {paid}T: they are spent all the same"):
            return None, (), position
        after = LOW if stock == EXHAUSTED and 2 * paid >= price else stock
    payment = pay(
        theatre, theatre.counter(row).side, [Need(row, paid, "recovery", spare_organic=spare)]
    )
    position = why.add(payment).position
    position = replace(position, stock=BYTE.put(position.stock, row, after))
    return Recovery(row, price, paid, STOCKS[after]), payment.result.takings, position
