"""What a barrage may lead to, exactly, by what its side can see (OCS 4.9)."""

from __future__ import annotations

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.odds import Dist
from landbridge.engine.play.boards import Forecast
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.games.belorussia.air.bombing import bomb
from landbridge.games.belorussia.air.patrol_zones import interceptors
from landbridge.games.belorussia.combat.barrage import Barrage, BarrageResult
from landbridge.games.belorussia.combat.barrage_on_map import (
    BarrageOrder,
    by_air,
    ready_barrage,
    roll_barrage,
)
from landbridge.games.belorussia.combat.facility_barrage import FacilityHit
from landbridge.games.belorussia.movement.seeing import seen_by
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import Side, counted

SEEN = "Worked out by what is seen of the hex: units below the top of the stack are not counted."
UNCONTESTED = "Without interception, which the other side may decide."


def describe_result(result: BarrageResult | FacilityHit) -> str:
    """The result of a barrage in a few words."""
    if isinstance(result, BarrageResult):
        if result.steps:
            return f"DG, {counted(result.steps, 'step')} lost"
        return "DG" if result.dg else "no effect"
    parts = ["Trainbusting"] if result.trainbusting else []
    if result.levels_lost:
        parts.append(f"{counted(result.levels_lost, 'level')} lost")
    if result.planes_on:
        parts.append(f"each plane there loses a step on {result.planes_on} or more")
    return ", ".join(parts) or "no effect"


def barrage_odds(theatre: Theatre, order: BarrageOrder) -> Dist[BarrageResult | FacilityHit]:
    """The exact odds of what a barrage does to its hex, flak included."""
    if by_air(theatre, order):
        return odds(lambda nature: bomb(theatre, order, nature).result)
    ready = ready_barrage(theatre, order).result

    def roll(nature: Nature) -> BarrageResult | FacilityHit:
        return roll_barrage(ready, nature).result

    return odds(roll)


def forecast_barrage(theatre: Theatre, order: BarrageOrder, side: Side) -> Forecast | None:
    """What a side may be told of a barrage before it fires."""
    seen = theatre.with_position(seen_by(theatre, side).position)
    try:
        ready = ready_barrage(seen, order)
        found = barrage_odds(seen, order)
    except (Refusal, BadInput):
        return None
    label = seen.land.labels[order.place]
    said: dict[str, int] = {}
    for result, ways in sorted(found.weights.items(), key=lambda item: _rank(item[0])):
        words = describe_result(result)
        said[words] = said.get(words, 0) + ways
    notes = [SEEN]
    if by_air(seen, order) and interceptors(seen, side, order.place, order.mission):
        notes.append(UNCONTESTED)
    return Forecast(
        title=f"Barrage of {label}, column {ready.result.column}",
        odds=Dist(said),
        notes=(*_shifts(ready.result), *notes),
        rules=ready.rules,
    )


def _shifts(ready: object) -> tuple[str, ...]:
    if not isinstance(ready, Barrage):
        return ()
    return tuple(f"{int(item.value):+}: {item.reason}" for item in ready.shifts.modifiers)


def _rank(result: BarrageResult | FacilityHit) -> tuple[int, ...]:
    if isinstance(result, BarrageResult):
        return (result.steps, int(result.dg))
    return (int(result.trainbusting), result.levels_lost, -result.planes_on)
