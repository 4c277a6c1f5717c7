"""Planes over their target (OCS 14.2f): flak, what is left of them, and the barrage itself."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.air.dogfights import Dogfight, fight_out
from landbridge.games.belorussia.air.flak import MissionKind, mission_loss, resolve_flak
from landbridge.games.belorussia.air.flak_on_map import flak_at, struck_plane
from landbridge.games.belorussia.air.planes import bombs_of, lose_plane_steps
from landbridge.games.belorussia.combat.barrage import BarrageResult
from landbridge.games.belorussia.combat.barrage_on_map import (
    BarrageOrder,
    ready_barrage,
    roll_barrage,
)
from landbridge.games.belorussia.combat.facility_barrage import FacilityHit
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.position.position import Position
from landbridge.games.belorussia.position.theatre import Theatre

NOTHING = BarrageResult(False, 0)


class FlakLoss(Struct, frozen=True):
    """What flak does to a mission."""

    fired: bool
    """Whether flak fired at all."""
    struck: int
    """The plane that loses a step; -1 if none does."""
    dead: bool = False


def suffer_flak(
    theatre: Theatre, rows: tuple[int, ...], place: int, kind: MissionKind, nature: Nature
) -> Finding[FlakLoss]:
    """Roll flak at a mission over a hex."""
    why = Why()
    modifiers = why.add(flak_at(theatre, rows, place, kind))
    if modifiers is None:
        return why.so(FlakLoss(False, -1))
    if resolve_flak(modifiers, nature) == "no_effect":
        return why.so(FlakLoss(True, -1))
    row = struck_plane(theatre, rows, mission_loss(len(rows), nature))
    return why.so(FlakLoss(True, row, steps_left(theatre, row) <= 1))


def after_flak(theatre: Theatre, loss: FlakLoss) -> Position:
    """The position when flak has fired."""
    if loss.struck < 0:
        return theatre.position
    return lose_plane_steps(theatre, (loss.struck,)).position


def left_of(theatre: Theatre, order: BarrageOrder, flak: FlakLoss) -> tuple[Theatre, BarrageOrder]:
    """The position after flak, and what is left of a mission in it."""
    if flak.struck < 0 or not in_force("OCS-14.4f-4"):
        return theatre, order
    after = theatre.with_position(after_flak(theatre, flak))
    return after, replace(order, rows=tuple(row for row in order.rows if after.on_map(row)))


def has_bombs(theatre: Theatre, order: BarrageOrder) -> bool:
    """Whether a mission still has a point of barrage, a half being rounded up (OCS-10.0-1)."""
    points = sum(bombs_of(theatre, row) for row in order.rows)
    return bool(order.rows) and (2 * points >= 1 or not in_force("OCS-10.0-1"))


def drop_bombs(
    theatre: Theatre, order: BarrageOrder, nature: Nature
) -> Finding[BarrageResult | FacilityHit]:
    """The barrage of what is left of a mission over its hex."""
    why = Why()
    if not has_bombs(theatre, order):
        return why.so(NOTHING)
    ready = why.add(ready_barrage(theatre, order))
    return why.so(why.add(roll_barrage(ready, nature)))


def bomb(
    theatre: Theatre, order: BarrageOrder, nature: Nature
) -> Finding[BarrageResult | FacilityHit]:
    """Flak, and then the barrage with what is left (OCS-14.4f-4)."""
    why = Why()
    flak = why.add(suffer_flak(theatre, order.rows, order.place, order.mission, nature))
    after, left = left_of(theatre, order, flak)
    return why.so(why.add(drop_bombs(after, left, nature)))


def fly_in(
    theatre: Theatre, order: BarrageOrder, enemies: tuple[int, ...], nature: Nature
) -> Finding[BarrageResult | FacilityHit]:
    """Air combat with enemy planes over the hex, then flak, then the barrage with what is left."""
    if not enemies:
        return bomb(theatre, order, nature)
    side = theatre.counter(order.rows[0]).side
    fight = Dogfight(place=order.place, attacker=side, attackers=order.rows, defenders=enemies)
    end = nature.sub(fight_out, theatre, fight)
    left = replace(order, rows=tuple(row for row in order.rows if row in end.left))
    return bomb(theatre, left, nature) if left.rows else Why().so(NOTHING)
