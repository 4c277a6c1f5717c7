"""The Front Line on a copy of the map (9.6066): the hexsides that are marked."""

from __future__ import annotations

from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Why
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.perimeter.grains import Field
from landbridge.games.orsha.rules.perimeter.isolation import Isolation
from landbridge.games.orsha.rules.perimeter.position import enemy_of
from landbridge.games.orsha.rules.words import Side
from landbridge.games.orsha.rulings import NmlFront


@rule("OTO-9.6066-1", "OTO-PER-21")
def marked_hexsides(
    where: Field, side: Side, isolation: Isolation, why: Why, nml_front: NmlFront = "marked"
) -> tuple[tuple[Hex, Hex], ...]:
    """The hexsides to mark: own Front Line against No Man's Land or non-Isolated enemy ground."""
    if not why(
        ("OTO-9.6066-1", "OTO-PER-21"),
        "hexsides between the Front Line and No Man's Land or non-Isolated enemy ground are marked",
    ):
        return ()
    foe = enemy_of(side)
    found = []
    for place in sorted(isolation.fronts[side]):
        if nml_front == "skipped" and place in isolation.no_mans_land:
            continue
        for near in where.atlas.neighbours(place):
            beyond = near in isolation.no_mans_land or (
                isolation.control.get(near) == foe and near not in isolation.isolated
            )
            if beyond:
                found.append((place, near))
    return tuple(found)
