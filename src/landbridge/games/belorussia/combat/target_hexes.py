"""What a barrage finds in a hex: combat units, their cover and who sees them (OCS 10.0a, 10.0b)."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.combat.barrage import Category, Target
from landbridge.games.belorussia.combat.works import hedgehog_at
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.movement.sizes import QUARTERS, quarters_of
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.multipliers import (
    COMBAT_CHART,
    closeness,
    combat_class,
    fighting_terrain,
)
from landbridge.games.belorussia.words import Side


def spotters(theatre: Theatre, side: Side, place: int) -> tuple[int, ...]:
    """The combat units of a side next to a hex, in any mode (OCS-10.0b-1)."""
    if not in_force("OCS-10.0b-1"):
        return ()
    beside = theatre.land.graph.neighbours[place]
    return tuple(row for near in beside for row in theatre.combat_units(near, side))


def target_at(theatre: Theatre, side: Side, place: int, why: Why) -> Target:
    """The combat units of a side in a hex, as a barrage finds them."""
    rows = theatre.combat_units(place, side)
    single, formations = Fraction(0), dict[str, Fraction]()
    for row in rows:
        counter, size = theatre.counter(row), Fraction(quarters_of(theatre, row), QUARTERS)
        if counter.formation or counter.steps > 1:
            name = counter.formation or counter.id
            formations[name] = formations.get(name, Fraction(0)) + size
        else:
            single += size
    return Target(
        re=single,
        formations=tuple(formations.values()),
        terrain=_cover(theatre, place, why),
        hedgehog=hedgehog_at(theatre, place, rows, why),
        strat_mode=any(mode_of(theatre, row) == "strat" for row in theatre.stack(place, side)),
    )


def _cover(theatre: Theatre, place: int, why: Why) -> Category:
    """The terrain of the hex that its owner picks: the closest."""
    terrain = theatre.land.terrain[place]
    rows = fighting_terrain(terrain, Why(), theatre.rulings)
    kinds = {COMBAT_CHART.cell(row, "class").value for row in rows}
    if len(kinds) > 1 and not why("OCS-10.0a-24", "its owner picks the closest terrain"):
        return cast(Category, COMBAT_CHART.cell(min(rows, key=closeness), "class").value)
    return combat_class(terrain, Why(), theatre.rulings)
