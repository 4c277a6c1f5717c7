"""How the map stands as a side knows it: areas, lines, No Man's Land, a draft looked through."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.play.events import REFEREE
from landbridge.engine.refusals import LandbridgeError, Violation
from landbridge.games.orsha.campaign.map_hexes import ground, hexes_in
from landbridge.games.orsha.campaign.open_facts import SIDES
from landbridge.games.orsha.campaign.pieces.roster import RosterPiece
from landbridge.games.orsha.campaign.reorganising.perimeter.drawing import PerimeterDrawing
from landbridge.games.orsha.campaign.reorganising.perimeter.perimeters import (
    perimeter_of,
    position_of,
    written,
)
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.perimeter.check import parse_loop
from landbridge.games.orsha.rules.perimeter.determination import Perimeter
from landbridge.games.orsha.rules.perimeter.grains import Field, Path, grains_between, kinds
from landbridge.games.orsha.rules.perimeter.loops import Loop
from landbridge.games.orsha.rules.words import Side


class LinkView(Struct, frozen=True):
    """Two markers joined: the hexes between them, and the other grain where there are two."""

    hexes: tuple[str, ...]
    edge: bool = False
    other: str = ""
    """The first hex of the other grain that joins them."""


class LoopView(Struct, frozen=True):
    """A loop to be drawn."""

    kind: str
    text: str
    markers: tuple[str, ...]
    links: tuple[LinkView, ...]


class PerimeterView(Struct, frozen=True):
    """A side's Perimeter: as it stands, as it is computed, or as a draft proposes it."""

    loops: tuple[LoopView, ...]
    area: tuple[str, ...]
    pockets: tuple[tuple[str, ...], ...]
    proof: str
    larger: int = 0
    violations: tuple[Violation, ...] = ()
    problem: str = ""
    """Why a draft cannot be read."""


class AreaView(Struct, frozen=True):
    """An Isolated Area."""

    hexes: tuple[str, ...]
    type: str
    holder: str


class GroundView(Struct, frozen=True):
    """Who holds what; empty before the first Perimeters are drawn."""

    areas: dict[str, tuple[str, ...]]
    """Each side's Perimeter Area that is not Isolated."""
    fronts: dict[str, tuple[str, ...]]
    no_mans_land: tuple[str, ...]
    isolated: tuple[AreaView, ...]
    lines: dict[str, PerimeterView]
    """Perimeters as last drawn or, while they are being drawn, as proposed or computed."""
    draft: PerimeterView | None
    drawing: bool


def ground_of(view: Campaign, role: str, side: Side | None, draft: tuple[str, ...]) -> GroundView:
    """How the map stands; while Perimeters are drawn, with the largest one of the own side."""
    where = ground(view.edge_rows)
    areas = {s: tuple(sorted(hexes_in(front.area))) for s, front in view.fronts.items()}
    fronts = {s: front.front for s, front in view.fronts.items()}
    held = {hex for found in areas.values() for hex in found}
    isolated = tuple(AreaView(a.hexes, a.kind, a.holder or "") for a in view.areas)
    shut = {hex for area in isolated for hex in area.hexes}
    every = {where.label(place) for place in where.hexes}
    land = tuple(sorted(every - held - shut)) if view.fronts else ()
    drawing = bool(view.agenda) and isinstance(view.agenda[0], PerimeterDrawing)
    lines: dict[str, PerimeterView] = {}
    shown = None
    if drawing:
        known = as_known(view, role)
        for own in (s for s in SIDES if role in (s, REFEREE)):
            lines[own] = _perimeter(known, own, view.proposals.get(own, ()))
        if draft and side is not None:
            shown = _perimeter(known, side, draft)
    elif view.fronts:
        lines = {s: _as_drawn(view, front.loops) for s, front in view.fronts.items()}
    return GroundView(areas, fronts, land, isolated, lines, shown, drawing)


def as_known(view: Campaign, role: str) -> Campaign:
    """The view with the enemy's pieces where they were last seen."""
    for side in SIDES:
        if role in (side, REFEREE):
            continue
        seen = {}
        for name, s in view.sightings.items():
            if s.side == side:
                status: Any = s.status
                seen[name] = RosterPiece(
                    id=name, side=side, kind=s.kind, name=s.name, status=status, hex=s.hex
                )
        view = view.with_book(side, replace(view.book(side), pieces=seen))
    return view


def _perimeter(known: Campaign, side: Side, loops: tuple[str, ...]) -> PerimeterView:
    try:
        for text in loops:
            parse_loop(ground(known.edge_rows), text)
        found, _ = perimeter_of(known, position_of(known), side, loops)
    except LandbridgeError as problem:
        return PerimeterView(_markers(known, loops), (), (), "unread", 0, (), str(problem))
    where = ground(known.edge_rows)
    drawn = tuple(_loop(found, loop) for loop in found.loops)
    return PerimeterView(
        drawn or _markers(known, loops),
        where.labels(found.area),
        tuple(where.labels(pocket) for pocket in found.pockets),
        found.proof,
        found.larger,
        found.violations,
    )


def _loop(found: Perimeter, loop: Loop) -> LoopView:
    where, allowed = found.side_position.where, found.side_position.kinds
    links = []
    for link in loop.links:
        ends = link.hexes[0], link.hexes[-1]
        ways = () if link.edge or len(link.hexes) < 3 else grains_between(where, *ends, allowed)
        links.append(_link(where, link.hexes, ways, link.edge))
    return LoopView(
        loop.kind, written(found, loop), tuple(map(where.label, loop.markers)), tuple(links)
    )


def _markers(known: Campaign, loops: tuple[str, ...]) -> tuple[LoopView, ...]:
    """Markers with the grains that join them; where none does, a gap."""
    where = ground(known.edge_rows)
    allowed = known.rulings.alternate_grain
    found = []
    for text in loops:
        try:
            markers = parse_loop(where, text)
        except LandbridgeError:
            continue
        links = []
        # A loop that begins and ends on the map edge is closed along it.
        open_ends = {markers[0].place, markers[-1].place} <= set(where.turn)
        closed = len(markers) > 2 and not open_ends
        for a, b in pairwise([*markers, *markers[:1]] if closed else markers):
            ways = grains_between(where, a.place, b.place, kinds(allowed))
            meant = [way for way in ways if a.via in (None, way[1])]
            if meant:
                links.append(_link(where, meant[0], ways))
        labels = tuple(where.label(marker.place) for marker in markers)
        found.append(LoopView("draft", text, labels, tuple(links)))
    return tuple(found)


def _link(where: Field, path: Path, ways: Iterable[Path], edge: bool = False) -> LinkView:
    other = next((where.label(way[1]) for way in ways if way[1] != path[1]), "")
    return LinkView(tuple(map(where.label, path)), edge, other)


def _as_drawn(view: Campaign, loops: tuple[str, ...]) -> PerimeterView:
    """A Perimeter as it was written down."""
    return PerimeterView(_markers(view, loops), (), (), "drawn")
