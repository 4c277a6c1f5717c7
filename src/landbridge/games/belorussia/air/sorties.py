"""Planes on a mission: where they fly, and which of them are still in the air."""

from __future__ import annotations

from msgspec import Struct

from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.air.air_transport import AirCargo, Lift
from landbridge.games.belorussia.air.bases import is_active, planes_at
from landbridge.games.belorussia.air.flak import MissionKind
from landbridge.games.belorussia.combat.barrage_on_map import BarrageOrder, TargetKind
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import Phase, Side


class Sortie(Struct, frozen=True, kw_only=True):
    """Planes on a mission; until they land their counters lie at their bases."""

    kind: MissionKind
    side: Side
    phase: Phase
    phasing: Side
    """Whose player turn it is."""
    rows: tuple[int, ...]
    """As their owner numbers them."""
    place: int
    target: TargetKind = "units"
    lift: Lift | None = None
    """What a transport mission carries."""
    planned: AirCargo | None = None
    """How it carries that to a base."""

    @property
    def doubled(self) -> tuple[int, ...]:
        """Planes that carry double their capacity."""
        return self.planned.doubled if self.planned else ()


def in_flight(theatre: Theatre, sortie: Sortie) -> tuple[int, ...]:
    """The planes of a mission that have neither been shot down nor aborted."""
    return tuple(r for r in sortie.rows if theatre.on_map(r) and is_active(theatre, r))


def returning(theatre: Theatre, sortie: Sortie) -> tuple[int, ...]:
    """The planes of a mission that fly home, those that aborted among them (OCS-14.1c-1); over
    their own base they are there already (OCS-14.1c-2)."""
    return tuple(
        row
        for row in sortie.rows
        if theatre.on_map(row)
        and (is_active(theatre, row) or theatre.place_of(row) != sortie.place)
    )


def order_of(theatre: Theatre, sortie: Sortie) -> BarrageOrder:
    """The barrage that what is left of a mission flies."""
    return BarrageOrder(
        rows=in_flight(theatre, sortie),
        place=sortie.place,
        target=sortie.target,
        hip_shoot=sortie.kind == "hip_shoot",
    )


def enemies_over(theatre: Theatre, sortie: Sortie) -> tuple[int, ...]:
    """The Active enemy planes in the hex of a mission, which fight it (OCS-14.3-1)."""
    there = planes_at(theatre, other_side(sortie.side), sortie.place)
    return tuple(row for row in there if is_active(theatre, row))


def friends_over(theatre: Theatre, sortie: Sortie) -> tuple[int, ...]:
    """Other Active planes of a mission's side in its hex: they join the air combat of an
    interception, but flak does not hit them (OCS-14.4d-1)."""
    if not in_force("OCS-14.4d-1"):
        return ()
    there = planes_at(theatre, sortie.side, sortie.place)
    return tuple(r for r in there if r not in sortie.rows and is_active(theatre, r))
