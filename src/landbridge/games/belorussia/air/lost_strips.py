"""Planes whose strip is no more: their HQ has moved off or is not in Combat Mode (1.3c)."""

from __future__ import annotations

from landbridge.engine.rules.citing import in_force
from landbridge.games.belorussia.air.bases import field_at, fields_of, planes_at
from landbridge.games.belorussia.air.planes import may_fly_to, range_of
from landbridge.games.belorussia.position.position import INACTIVE, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply_lines.starving import destroyed
from landbridge.games.belorussia.words import Side


def planes_without_strip(theatre: Theatre, side: Side, place: int) -> tuple[int, ...]:
    """The planes of a side in a hex where nothing bases them any more (TFB-EDGE-64)."""
    if not in_force("TFB-EDGE-64") or field_at(theatre, side, place) is not None:
        return ()
    return planes_at(theatre, side, place)


def shelter_for(theatre: Theatre, row: int) -> int | None:
    """The nearest air base of its side within twice a plane's range; None if there is none."""
    counter, here = theatre.counter(row), theatre.place_of(row)
    ranges = figures("hq_strip_lost", theatre.rulings.hq_strip_lost)["ranges"]
    far = {
        field.place: theatre.land.distance(here, field.place)
        for field in fields_of(theatre, counter.side)
        if field.kind != "hq_strip" and may_fly_to(theatre, row, field.place)
    }
    near = [place for place, hexes in far.items() if hexes <= ranges * range_of(theatre, row)]
    return min(near, key=lambda place: (far[place], place), default=None)


def displaced(theatre: Theatre, row: int, to: int | None) -> Position:
    """The position when a plane has flown off, Inactive, or is destroyed for want of a base."""
    if to is None:
        return destroyed(theatre, theatre.position, (row,))
    return theatre.position.moved({row: to}).mark((row,), INACTIVE)
