"""What a barrage may lead to, exactly, by what its side can see (OCS 4.9)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.odds import Dist
from landbridge.engine.play.boards import Alternative, Forecast
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.games.belorussia.air.bases import is_active, planes_at
from landbridge.games.belorussia.air.bombing import fly_in
from landbridge.games.belorussia.air.patrol_zones import interceptors
from landbridge.games.belorussia.combat.barrage import Barrage, BarrageResult
from landbridge.games.belorussia.combat.barrage_on_map import (
    BarrageOrder,
    by_air,
    ready_barrage,
    roll_barrage,
    side_of,
)
from landbridge.games.belorussia.combat.facility_barrage import FacilityHit
from landbridge.games.belorussia.movement.seeing import seen_by
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import Side, counted

SEEN = "Worked out by what is seen of the hex: units below the top of the stack are not counted."
SENT = "In the air combat either side sends its best plane, and no plane turns back by choice."
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
        enemies = _enemies_over(theatre, order)
        return odds(lambda nature: fly_in(theatre, order, enemies, nature).result)
    ready = ready_barrage(theatre, order).result

    def roll(nature: Nature) -> BarrageResult | FacilityHit:
        return roll_barrage(ready, nature).result

    return odds(roll)


TOLD = 3
"""So many guns or planes that could fire as well are told."""


def _enemies_over(theatre: Theatre, order: BarrageOrder) -> tuple[int, ...]:
    """The Active enemy planes in the hex, which fight a mission (OCS-14.3-1)."""
    there = planes_at(theatre, other_side(side_of(theatre, order)), order.place)
    return tuple(row for row in there if is_active(theatre, row))


def forecast_barrage(
    theatre: Theatre, order: BarrageOrder, side: Side, joining: Sequence[int] = ()
) -> Forecast | None:
    """What a side may be told of a barrage before it fires; `joining` could fire as well."""
    seen = theatre.with_position(seen_by(theatre, side).position)
    try:
        ready = ready_barrage(seen, order)
        found = barrage_odds(seen, order)
    except (Refusal, BadInput):
        return None
    label = seen.land.labels[order.place]
    notes = [SEEN]
    if isinstance(ready.result, Barrage) and ready.result.cost:
        notes.insert(0, f"Costs {counted(ready.result.cost, 'token')}.")
    if by_air(seen, order) and interceptors(seen, side, order.place, order.mission):
        notes.append(UNCONTESTED)
    if by_air(seen, order) and _enemies_over(seen, order):
        notes.append(SENT)
    return Forecast(
        title=f"Barrage of {label}, column {ready.result.column}",
        odds=_describe_odds(found),
        also=_also(found),
        notes=(*_shifts(ready.result), *notes),
        rules=ready.rules,
        reasons=tuple(dict.fromkeys(ready.why)),
        alternatives=_joined(seen, order, joining),
    )


def _describe_odds(found: Dist[BarrageResult | FacilityHit]) -> Dist[str]:
    said: dict[str, int] = {}
    for result, ways in sorted(found.weights.items(), key=lambda item: _rank(item[0])):
        words = describe_result(result)
        said[words] = said.get(words, 0) + ways
    return Dist(said)


def _also(found: Dist[BarrageResult | FacilityHit]) -> dict[str, Fraction]:
    """The chances that a player asks for first."""
    chances = {
        "they lose a step": found.chance(
            lambda one: isinstance(one, BarrageResult) and one.steps > 0
        ),
        "they are disorganised": found.chance(
            lambda one: isinstance(one, BarrageResult) and one.dg
        ),
        "a base loses a level": found.chance(
            lambda one: isinstance(one, FacilityHit) and one.levels_lost > 0
        ),
        "Trainbusting": found.chance(lambda one: isinstance(one, FacilityHit) and one.trainbusting),
    }
    return {text: chance for text, chance in chances.items() if chance}


def _joined(seen: Theatre, order: BarrageOrder, joining: Sequence[int]) -> tuple[Alternative, ...]:
    """What one gun or plane more would change, the best first."""
    found = []
    for row in joining:
        more = replace(order, rows=(*order.rows, row))
        try:
            ready, spread = ready_barrage(seen, more).result, barrage_odds(seen, more)
        except (Refusal, BadInput):
            continue
        found.append((-expected_hits(spread), seen.counter(row).id, row, ready, spread))
    return tuple(
        Alternative(
            kind="one more",
            text=f"with {seen.counter(row).name} from {seen.land.labels[seen.place_of(row)]}"
            + (f", for {counted(ready.cost, 'token')}" if ready.cost else ""),
            word=seen.counter(row).id,
            title=f"column {ready.column}",
            odds=_describe_odds(spread),
            also=_also(spread),
        )
        for _, _, row, ready, spread in sorted(found, key=lambda one: one[:2])[:TOLD]
    )


def expected_hits(found: Dist[BarrageResult | FacilityHit]) -> Fraction:
    """How much a barrage does on average: a step lost, DG, a level and a railway count one each."""

    def worth(result: BarrageResult | FacilityHit) -> int:
        if isinstance(result, BarrageResult):
            return result.steps + int(result.dg)
        return result.levels_lost + int(result.trainbusting)

    total = sum(worth(result) * ways for result, ways in found.weights.items())
    return Fraction(total, sum(found.weights.values()))


def _shifts(ready: object) -> tuple[str, ...]:
    if not isinstance(ready, Barrage):
        return ()
    return tuple(f"{int(item.value):+}: {item.reason}" for item in ready.shifts.modifiers)


def _rank(result: BarrageResult | FacilityHit) -> tuple[int, ...]:
    if isinstance(result, BarrageResult):
        return (result.steps, int(result.dg))
    return (int(result.trainbusting), result.levels_lost, -result.planes_on)
