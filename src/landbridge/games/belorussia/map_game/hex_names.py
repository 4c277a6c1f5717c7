"""Hexes as players call them: by number and town."""

from __future__ import annotations

from functools import cache

from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.country import country
from landbridge.games.belorussia.position.theatre import Theatre


def hex_name(theatre: Theatre, place: int) -> str:
    """A hex with the name of its town: B33.11 Smolensk."""
    land = theatre.land
    return " ".join((land.labels[place], *_towns().get(land.hexes[place], ())))


@cache
def _towns() -> dict[Hex, tuple[str, ...]]:
    found: dict[Hex, tuple[str, ...]] = {}
    for town in country().places.values():
        for hex in town.hexes:
            found[hex] = (*found.get(hex, ()), town.name)
    return found
