"""Detrainable hexes (OCS 13.3c): where trains load and unload, and from where trace goes on.

A position is asked by columns over its places, a single hex by its facts; both by the same rows.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.graph import BARRED, StepCosts
from landbridge.engine.space.marks import both, either, without
from landbridge.engine.space.trace import flood
from landbridge.games.belorussia.building.engineers import builders, engineer_capable
from landbridge.games.belorussia.movement.zones import enemy_zones, open_zones
from landbridge.games.belorussia.partisans.zones import disrupted_paths
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.land import Land
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.words import Settlement
from landbridge.games.belorussia.words import PACKAGE, Side

DATA = read_toml(PACKAGE, "rail.toml")
SERIES_SITES: tuple[str, ...] = tuple(DATA["detrainable"]["sites"])
BOOKLET_SITES: tuple[str, ...] = tuple(DATA["detrainable_here"]["sites"])

Site = Literal[Settlement, "port", "engineer_capable_hq", "point_of_interest", "none"]
"""What stands in a hex that trains may stop for."""


# One hex, by its facts


@rule("TFB-SUP-18", "OCS-13.3c-1", "OCS-13.3c-2", "OCS-13.3c-3")
def detrainable(site: Site, rail: bool, controlled: bool, path: bool) -> Finding[bool]:
    """Whether trains can unload in a hex of the own gauge."""
    why = Why()
    if not rail and why("OCS-13.3c-1", "it takes a rail hex"):
        return why.so(False)
    if not controlled and why("OCS-13.3c-2", "the own side does not control the hex"):
        return why.so(False)
    if not path and why("OCS-13.3c-3", "no open rail path leads to a supply source"):
        return why.so(False)
    if site in SERIES_SITES and why("OCS-13.3c-1", f"{site.replace('_', ' ')} on a railway"):
        return why.so(True)
    if site in BOOKLET_SITES and why("TFB-SUP-18", "a point of interest is detrainable"):
        return why.so(True)
    why("OCS-13.3c-1", "there is nothing in the hex that makes it detrainable")
    return why.so(False)


class Detrainable(Question, frozen=True, kw_only=True):
    """Whether a hex is detrainable: supply, arrivals and rail movement depend on it."""

    cites = ("TFB-SUP-18", "OCS-13.3c-1", "OCS-13.3c-2", "OCS-13.3c-3")

    site: Annotated[Site, Meta(description="what stands in the hex")]
    rail: Annotated[bool, Meta(description="whether it is a rail hex of the own gauge")] = True
    controlled: Annotated[bool, Meta(description="whether the own side controls it")] = True
    path: Annotated[
        bool, Meta(description="whether a rail path free of enemy units and ZOC leads to a source")
    ] = True

    def answer(self, nature: Nature) -> Finding[bool]:
        return detrainable(self.site, self.rail, self.controlled, self.path)


# All hexes of a position


def rail_steps(land: Land) -> StepCosts:
    """The steps along railways, a hex each; all others are barred."""
    return land.once("rail steps", _rail_steps)


def _rail_steps(land: Land) -> StepCosts:
    rails = (1 if lies.rail else BARRED for lies in land.between)
    return StepCosts(land.graph, array("h", rails))


def own_gauge(theatre: Theatre, side: Side) -> bytes:
    """By place: 1 where the railway has the gauge of a side."""
    return marked(theatre.position.gauge, SIDES.index(side) + 1)


def wrong_gauge(theatre: Theatre, side: Side) -> bytes:
    """By place: 1 where no railway of the own gauge is, which alone a side uses (OCS-13.3f-1)."""
    if in_force("OCS-13.3f-1"):
        return own_gauge(theatre, side).translate(_NOT)
    return no_railway(theatre.land)


def no_railway(land: Land) -> bytes:
    """By place: 1 where no railway is."""
    return land.once(
        "no railway",
        lambda land: bytes(int(not land.has_rail(place)) for place in range(land.size)),
    )


def not_held(theatre: Theatre, side: Side) -> bytes:
    """By place: 1 where trains could stop, but the side does not control it (OCS-13.3h-1)."""
    if not in_force("OCS-13.3h-1"):
        return bytes(theatre.land.size)
    return without(sites(theatre.land), controlled(theatre, side))


def sites(land: Land) -> bytes:
    """By place: 1 where a settlement or a point of interest lets trains stop."""
    return either(settled(land), stations(land)) if in_force("TFB-SUP-18") else settled(land)


def controlled(theatre: Theatre, side: Side) -> bytes:
    """By place: 1 where a side holds it."""
    return marked(theatre.position.control, SIDES.index(side) + 1)


def marked(column: bytes, number: int) -> bytes:
    """By place: 1 where a column has this number."""
    return column.translate(_ONLY[number])


_ONLY = [bytes(int(byte == number) for byte in range(256)) for number in range(3)]
_NOT = bytes((1, *[0] * 255))


def railway_from(theatre: Theatre, side: Side, starts: Iterable[int], cargo: bool) -> bytes:
    """By place: 1 where the own railway leads from any of these hexes.

    Enemy combat units and zones bar it. A friend in the hex negates a zone for trace, not for cargo
    (OCS-4.5a-9, OCS-4.5a-10, OCS-13.3c-4).
    """
    negated = not cargo or not in_force(("OCS-4.5a-9", "OCS-13.3c-4"))
    zones = open_zones(theatre, side) if negated else enemy_zones(theatre, side)
    barred = either(wrong_gauge(theatre, side), not_held(theatre, side))
    if in_force("OCS-4.8c-3"):
        barred = either(barred, theatre.held_by(other_side(side)))
    if in_force("OCS-13.3c-3") and (cargo or in_force("OCS-4.5a-10")):
        barred = either(barred, zones)
    if side == "axis" and not cargo:
        barred = either(barred, disrupted_paths(theatre, "rail_trace"))
    places = tuple(place for place in starts if not barred[place])
    steps = rail_steps(theatre.land)
    if not places:
        return bytes(theatre.land.size)
    return flood(steps, places, [theatre.land.size] * len(places), barred=barred).marked()


def detrainable_places(theatre: Theatre, side: Side, reached: bytes) -> bytes:
    """By place: 1 where trains stop, among the hexes that the own railway leads to."""
    found = either(sites(theatre.land), _hq_sites(theatre, side))
    if in_force("OCS-13.3c-2"):
        found = both(found, controlled(theatre, side))
    if in_force("OCS-13.3c-3"):
        return both(found, reached)
    return without(found, wrong_gauge(theatre, side))


def why_no_stop(theatre: Theatre, side: Side, place: int, anywhere: bool = False) -> Violation:
    """Why trains of a side do not stop in a hex; `anywhere`: any rail hex would do."""
    if wrong_gauge(theatre, side)[place]:
        own = ("OCS-13.3f-1", "OCS-13.3g-4") if anywhere else ("OCS-13.3f-1",)
        return Violation("it has no railway of the own gauge", own, "a rail hex of the own gauge")
    if not sites(theatre.land)[place] and not _hq_sites(theatre, side)[place]:
        remedy = "a village, a city, a point of interest or an Engineer-Capable HQ on the railway"
        return Violation("nothing there stops a train", ("OCS-13.3c-1",), remedy)
    if not controlled(theatre, side)[place]:
        text, remedy = "the side does not control it", "take it with a combat unit"
        return Violation(text, ("OCS-13.3c-2",), remedy)
    text = "no railway free of enemies and their ZOCs joins it to a source"
    rules = ("OCS-13.3c-3", "OCS-13.3c-4")
    return Violation(text, rules, "for cargo, nobody negates a ZOC on the way")


def settled(land: Land) -> bytes:
    """By place: 1 where a village or city makes trains stop (OCS-13.3c-1)."""
    if not in_force("OCS-13.3c-1"):
        return bytes(land.size)
    return land.once("settled", _settled)


def _settled(land: Land) -> bytes:
    sites = frozenset(SERIES_SITES)
    return bytes(int(not sites.isdisjoint(words)) for words in land.terrain)


def stations(land: Land) -> bytes:
    """By place: 1 at a point of interest."""
    return land.once("stations", lambda land: _column(land, land.stations))


def _hq_sites(theatre: Theatre, side: Side) -> bytes:
    """By place: 1 where an Engineer-Capable HQ lets trains stop (OCS-13.8c-1)."""
    if not in_force(("OCS-13.3c-1", "OCS-13.8c-1")):
        return bytes(theatre.land.size)
    key, group = ("HQs on the railway", side), builders(side)
    return theatre.once(key, lambda theatre: _hqs_there(theatre, side), group)


def _hqs_there(theatre: Theatre, side: Side) -> bytes:
    return _column(
        theatre.land,
        (
            theatre.place_of(row)
            for row in theatre.counters.hqs[SIDES.index(side)]
            if theatre.on_map(row) and engineer_capable(theatre, row)
        ),
    )


def _column(land: Land, places: Iterable[int]) -> bytes:
    found = bytearray(land.size)
    for place in places:
        found[place] = 1
    return bytes(found)
