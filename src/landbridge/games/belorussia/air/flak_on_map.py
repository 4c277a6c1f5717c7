"""Flak over a hex of the map (OCS 14.4): what shoots there at a mission."""

from __future__ import annotations

from collections.abc import Sequence

from landbridge.engine.chance.tallies import Tally
from landbridge.engine.rules.findings import Finding
from landbridge.games.belorussia.air.flak import (
    Defences,
    Mission,
    MissionKind,
    Struck,
    prepare_flak,
)
from landbridge.games.belorussia.air.patrol_zones import in_patrol_zone
from landbridge.games.belorussia.air.planes import bombs_of, types_of
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.units.flak_units import flak_unit


def flak_at(
    theatre: Theatre, rows: Sequence[int], place: int, kind: MissionKind
) -> Finding[Tally | None]:
    """What is added to the flak roll at a mission over a hex; None: no flak fires."""
    enemy = other_side(theatre.counter(rows[0]).side)
    there = theatre.stack(place, enemy)
    base = theatre.position.bases.get(place)
    defences = Defences(
        hq=any(theatre.counter(row).duty == "hq" for row in there),
        air_base=base.level if base is not None and base.side == enemy else 0,
        patrol_zone=in_patrol_zone(theatre, enemy, place),
    )
    guns = tuple(
        theatre.counter(row).flak
        for row in there
        if theatre.counter(row).flak and mode_of(theatre, row) == "combat"
    )
    unit = flak_unit(guns, theatre.rulings.flak_in_hex) if guns else None
    mission = Mission(
        kind=kind,
        planes=len(rows),
        fighter=any("F" in types_of(theatre, row) for row in rows),
    )
    return prepare_flak(mission, defences, (unit,) if unit else ())


def struck_plane(theatre: Theatre, rows: Sequence[int], struck: Struck) -> int:
    """The plane that a loss hits: by its number in the mission, or by its barrage."""
    if struck == "weakest":
        return min(rows, key=lambda row: (bombs_of(theatre, row), rows.index(row)))
    if struck == "strongest":
        return max(rows, key=lambda row: (bombs_of(theatre, row), -rows.index(row)))
    return rows[int(struck[1:]) - 1]
