"""Eating off the map (OCS 12.6c) and the Out of Supply marker (OCS 12.6d, 12.8a)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Refusal, Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.movement.sizes import QUARTERS, quarters_of
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.position import RVGK_BOX, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply_lines.dumps import givers_to
from landbridge.games.belorussia.supply_lines.paths import FIGURES
from landbridge.games.belorussia.supply_lines.paying import (
    Need,
    TokensTaken,
    pay,
    short_rules,
    tokens_in_reach,
)
from landbridge.games.belorussia.supply_lines.trace import Giver, SupplyState
from landbridge.games.belorussia.units.axis_hqs import is_kessel_hq
from landbridge.games.belorussia.violations import refuse, violation_if, violations
from landbridge.games.belorussia.words import Side

FED: int = FIGURES["eating"]["re"]
"""RE that a token feeds."""


class Meal(Struct, frozen=True):
    """What one HQ or dump feeds."""

    giver: Giver
    rows: tuple[int, ...]
    tokens: int


class EatingResult(Struct, frozen=True):
    """A position in which units have eaten off the map."""

    position: Position
    meals: tuple[Meal, ...]
    takings: tuple[TokensTaken, ...]

    @property
    def rows(self) -> tuple[int, ...]:
        """Who has eaten."""
        return tuple(row for meal in self.meals for row in meal.rows)


def eating_violations(
    theatre: Theatre, state: SupplyState, rows: Sequence[int]
) -> tuple[Violation, ...]:
    """What speaks against these units' eating off the map."""
    found = []
    for row in rows:
        name = theatre.counter(row).name
        found += [
            violation_if(
                state.in_trace(row), f"{name} has trace", "OCS-12.6c-2", "only who has none eats"
            ),
            violation_if(
                theatre.marker(row) == "strat",
                f"{name} is in Strat Mode",
                "OCS-12.6e-1",
                "units in Strat Mode cannot eat off the map",
            ),
        ]
    return violations(*found)


def meal_price(theatre: Theatre, giver: Giver, rows: Sequence[int]) -> int:
    """Tokens that one HQ or dump pays for these units; fractions go up (OCS-12.6c-1)."""
    fed = FED
    if giver.hq >= 0 and is_kessel_hq(theatre.counter(giver.hq)) and in_force("RUL-TFB-5"):
        fed = figures("kessel_hq", theatre.rulings.kessel_hq)["eat_re_per_t"]
    sizes = [quarters_of(theatre, row) for row in rows]
    together = figures("eating_sum", theatre.rulings.eating_sum)["together"]
    lots = [sum(sizes)] if together else sizes
    return sum(-(-size // (fed * QUARTERS)) for size in lots)


def eat(theatre: Theatre, state: SupplyState, rows: Sequence[int]) -> Finding[EatingResult]:
    """Let these units eat off the map, as cheaply as their dumps and HQs allow."""
    refuse(eating_violations(theatre, state, rows))
    why = Why()
    meals: list[Meal] = []
    takings: list[TokensTaken] = []
    hungry, now = list(dict.fromkeys(rows)), theatre
    while hungry:
        meal = _largest(now, hungry)
        if meal is None:
            name = theatre.counter(hungry[0]).name
            raise Refusal(
                f"No dump in the reach of {name} holds enough for it to eat",
                ("OCS-12.6c-1", *short_rules(theatre, hungry[0])),
                legal="whoever has no trace and does not eat is Out of Supply",
            )
        paid = pay(now, state.side, [Need(meal.rows[0], meal.tokens, "food", meal.giver)])
        names = ", ".join(theatre.counter(row).name for row in meal.rows)
        why.by("OCS-12.6c-1", f"{meal.tokens}T feed {names}: 1T for {FED} RE, fractions up")
        why("RUL-TFB-161", "the RE that one dump or HQ feeds are added up")
        takings += why.add(paid).takings
        meals.append(meal)
        now = now.with_position(paid.result.position)
        hungry = [row for row in hungry if row not in meal.rows]
    return why.so(EatingResult(now.position, tuple(meals), tuple(takings)))


def _largest(theatre: Theatre, rows: Sequence[int]) -> Meal | None:
    """The dump or HQ that feeds most of these units, and whom it feeds."""
    givers: dict[Giver, list[int]] = {}
    for row in rows:
        for giver in givers_to(theatre, row):
            givers.setdefault(giver, []).append(row)
    best: Meal | None = None
    for giver in sorted(givers, key=lambda one: (one.hq >= 0, one)):
        fed: list[int] = []
        for row in sorted(givers[giver], key=lambda row: quarters_of(theatre, row)):
            if fed and giver.hq >= 0 and not in_force("OCS-12.3b-2"):
                break
            price = meal_price(theatre, giver, (*fed, row))
            if price <= tokens_in_reach(theatre, Need(row, price, "food", giver)):
                fed.append(row)
        if fed and (best is None or len(fed) > len(best.rows)):
            best = Meal(giver, tuple(fed), meal_price(theatre, giver, fed))
    return best


# The marker


class TraceCheck(Struct, frozen=True):
    """A position after the check of trace, and whose marker came or went."""

    position: Position
    out: tuple[int, ...]
    """Newly marked Out of Supply."""
    back: tuple[int, ...]
    """No longer marked."""


def mark_supply(
    theatre: Theatre, side: Side, state: SupplyState, ate: Sequence[int] = ()
) -> Finding[TraceCheck]:
    """Mark whoever has neither trace nor eaten; count the phases without trace."""
    why = Why()
    position = theatre.position
    out, cut = bytearray(position.out), bytearray(position.cut)
    removes = figures("oos_marker", theatre.rulings.oos_marker)["eating_removes"]
    marked, back = [], []
    for row in _units(theatre, side):
        name = theatre.counter(row).name
        if state.in_trace(row):
            cut[row] = 0
            if out[row] and why("OCS-12.8a-1", f"{name} has trace again"):
                out[row] = 0
                back.append(row)
            continue
        cut[row] = min(cut[row] + 1, BYTE.top)
        if row in ate:
            if out[row] and removes and why("RUL-TFB-163", f"{name} has eaten: no marker"):
                out[row] = 0
                back.append(row)
        elif not out[row] and why("OCS-12.6d-1", f"{name} has neither trace nor food"):
            out[row] = 1
            marked.append(row)
    for row in _transport(theatre, side):
        # They are never Out of Supply, but only on the first turn without trace they break out.
        traced = state.reaches(theatre.counter(row), theatre.place_of(row))
        cut[row] = 0 if traced else min(cut[row] + 1, BYTE.top)
    changed = replace(position, out=bytes(out), cut=bytes(cut))
    return why.so(TraceCheck(changed, tuple(marked), tuple(back)))


def _units(theatre: Theatre, side: Side) -> list[int]:
    """Who may be marked: combat units, on the map or in a box (OCS-12.9-1, OCS-12.3e-1)."""
    number = SIDES.index(side)
    rows = theatre.counters.combat[number]
    if not in_force("OCS-12.9-1"):
        rows += theatre.counters.non_combat[number]
    return [row for row in rows if theatre.on_map(row) or theatre.place_of(row) == RVGK_BOX]


def _transport(theatre: Theatre, side: Side) -> list[int]:
    rows = theatre.counters.non_combat[SIDES.index(side)]
    return [row for row in rows if theatre.counter(row).is_transport and theatre.on_map(row)]
