"""Seas and ports: who may sail where, ice, and torpedoes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.rules.citing import Source, rule
from landbridge.games.arsenal.map.points import POINTS, point_number
from landbridge.games.arsenal.rulings import Torpedo
from landbridge.games.arsenal.words import PACKAGE, SIDES, figures

DATA: dict[str, Any] = read_toml(PACKAGE, "seas.toml")
TORPEDO = table(PACKAGE, "seas.torpedo", bool)


class Fleet(Struct, frozen=True):
    """On what terms a side uses a sea."""

    holds_any: tuple[int, ...]
    """It needs one of these; none where it needs nothing."""
    ports: tuple[int, ...]
    """The ports it may use."""


class Sea(Struct, frozen=True):
    """One sea."""

    id: str
    name: str
    ports: tuple[int, ...]
    fleets: tuple[Fleet | None, Fleet | None]
    """For each side; None if it never sails there."""
    frozen: tuple[frozenset[int], ...]
    """The ports closed by ice, by month of the year; 0 is not used."""
    source: Source


def _fleet(terms: dict[str, Any] | None, ports: tuple[int, ...]) -> Fleet | None:
    if terms is None:
        return None
    own = tuple(point_number(word) for word in terms.get("ports", ())) or ports
    return Fleet(tuple(point_number(word) for word in terms.get("holds_any", ())), own)


def _sea(entry: dict[str, Any]) -> Sea:
    ports = tuple(point.number for point in POINTS if entry["id"] in point.seas)
    closed: list[set[int]] = [set() for _ in range(13)]
    for ice in entry.get("ice", ()):
        for month in ice["months"]:
            closed[month].update(point_number(port) for port in ice["ports"])
    return Sea(
        entry["id"],
        entry["name"],
        ports,
        (_fleet(entry.get("axis"), ports), _fleet(entry.get("soviet"), ports)),
        tuple(frozenset(month) for month in closed),
        entry["source"],
    )


SEAS: tuple[Sea, ...] = tuple(_sea(entry) for entry in DATA["sea"])
STRAIT: int = point_number(DATA["strait"]["point"])
STRAIT_SEAS: tuple[str, ...] = tuple(DATA["strait"]["seas"])


def _open_ports() -> tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]:
    """By side, month of the year and sea: the ports that ice leaves open to it."""
    return tuple(
        tuple(
            tuple(
                tuple(p for p in fleet.ports if p not in sea.frozen[month]) if fleet else ()
                for sea in SEAS
                for fleet in (sea.fleets[side],)
            )
            for month in range(13)
        )
        for side in range(2)
    )


OPEN_PORTS = _open_ports()


Links = tuple[tuple[tuple[str, ...], tuple[int, ...]], ...]


@rule("RUL-DC-34")
@lru_cache(maxsize=1024)
def sea_links(held: bytes, side: int, month_of_year: int) -> Links:
    """Groups of a side's own ports that are one sea move apart, with the seas they lie on.

    The strait makes two seas one for the side that holds it.
    """
    found: list[tuple[tuple[str, ...], list[int]]] = []
    joined: list[int] | None = None
    for sea, ports in zip(SEAS, OPEN_PORTS[side][month_of_year], strict=True):
        fleet = sea.fleets[side]
        if fleet is None:
            continue
        if fleet.holds_any and not any(held[base] == side for base in fleet.holds_any):
            continue
        own = [port for port in ports if held[port] == side]
        if sea.id in STRAIT_SEAS and held[STRAIT] == side:
            if joined is None:
                joined = own
                found.append((STRAIT_SEAS, own))
            else:
                joined += [port for port in own if port not in joined]
        elif own:
            found.append(((sea.id,), own))
    return tuple((seas, tuple(ports)) for seas, ports in found)


@rule("RUL-DC-38")
def sea_between(held: bytes, side: int, month_of_year: int, start: int, end: int) -> str:
    """The sea on which two own open ports are one move apart, or nothing.

    Through the strait it is the sea of the port that is left.
    """
    for seas, ports in sea_links(held, side, month_of_year):
        if start in ports and end in ports and start != end:
            left, entered = POINTS[start].seas, POINTS[end].seas
            return next((s for s in seas if s in left and s in entered), left[0])
    return ""


@rule("DC-R44", "DC-R45", "RUL-DC-22", "RUL-DC-43")
def torpedoed(
    sea: str, side: int, nature: Nature, torpedo: Torpedo = "by_sea", under_air: bool = False
) -> bool:
    """Whether something at sea is torpedoed: one die, or none where nothing threatens.

    Under enemy aircraft one more face of the die sinks it.
    """
    column = figures("torpedo", torpedo)["column"] or f"{sea} {SIDES[side]}"
    bombed = modifier(-1, "enemy aircraft over the port", "RUL-DC-43") if under_air else None
    sunk: bool = nature.look(TORPEDO, tally(bombed), column)
    return sunk
