"""What a player may lay over the map: zones, supply and railways, and the way of a unit.

All of it is worked out from a view, as a player could at the table: of the enemy no more goes into
it than can be seen.
"""

from __future__ import annotations

from msgspec import Struct

from landbridge.engine.play.events import REFEREE
from landbridge.engine.space.marks import marked_places
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.movement.moving import TOGETHER
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.movement.path_tally import PathTally, path_tally
from landbridge.games.belorussia.movement.reaching import reach_of
from landbridge.games.belorussia.movement.zones import zones_of
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.hqs import throwing_hqs
from landbridge.games.belorussia.supply_lines.paths import SupplyPath
from landbridge.games.belorussia.supply_lines.sources import Sources, cargo_stops, sources_of
from landbridge.games.belorussia.supply_lines.trace import SupplyState, supply_state
from landbridge.games.belorussia.terrain.chart import read_cost
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.words import Side

NOTHING = "-"


class PathView(Struct, frozen=True):
    """A way that supply takes, hex by hex."""

    hexes: tuple[str, ...]
    cost: str
    by: Move


class SideSupply(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a side is supplied. Columns have a letter for each hex of the window."""

    sources: str
    """e on the edge, n named by the scenario, d where trains stop, x at an Extender."""
    railway: str
    """r where the railway leads that is open to a source."""
    stops: str
    """t where trains load and unload."""
    reached: str = ""
    """d where a unit draws from a source, t where an HQ throws to it; of the own side only."""
    without: tuple[str, ...] = ()
    """Who has no trace; of the own side only."""
    paths: tuple[PathView, ...] = ()
    """From each HQ that throws to its source; of the own side only."""


class UnitSupply(Struct, frozen=True, kw_only=True):
    """The supply line of one unit."""

    unit: str
    draw: PathView | None = None
    """From the unit, or from its HQ, to the source."""
    throw: PathView | None = None
    """From its HQ to the unit."""
    hq: str = ""
    traced: bool = True
    """Whether it has trace, or needs none."""


class MapOverlays(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was asked for; the rest is left out."""

    zones: str = ""
    """By hex of the window: s or a in a zone of control of that side, b of both."""
    supply: dict[Side, SideSupply] = {}
    line: UnitSupply | None = None
    way: PathTally | None = None


def overlays(view: Ledger, role: str, asked: dict[str, tuple[str, ...]]) -> MapOverlays:
    """What is laid over the map for a role: `shown` names overlays, `unit` and `way` units."""
    step = view.agenda[0] if view.agenda else None
    if isinstance(step, MapPhase):
        theatre = step.theatre(view)
    else:
        theatre = view.theatre("movement", SIDES[0])
    shown = asked.get("shown", ())
    return MapOverlays(
        zones=_zones(theatre) if "zones" in shown else "",
        supply={side: _supply(theatre, side, _knows(role, side)) for side in SIDES}
        if "supply" in shown
        else {},
        line=_line(theatre, role, *asked["unit"][:1]) if asked.get("unit") else None,
        way=_way(theatre, role, *asked["way"][:2]) if len(asked.get("way", ())) > 1 else None,
    )


def _knows(role: str, side: Side) -> bool:
    """Whether a role sees all counters of a side."""
    return role in (side, REFEREE)


def _letters(column: bytes, letters: str) -> str:
    return column.translate(bytes(letters.encode().ljust(256, NOTHING.encode()))).decode()


def _zones(theatre: Theatre) -> str:
    soviet, axis = (zones_of(theatre, side) for side in SIDES)
    return _letters(bytes(s + 2 * a for s, a in zip(soviet, axis, strict=True)), "-sab")


# Supply


def _supply(theatre: Theatre, side: Side, known: bool) -> SideSupply:
    sources = sources_of(theatre, side)
    public = SideSupply(
        sources=_kinds(sources),
        railway=_letters(sources.railway, "-r"),
        stops=_letters(cargo_stops(theatre, side), "-t"),
    )
    if not known:
        return public
    state = supply_state(theatre, side)
    return SideSupply(
        sources=public.sources,
        railway=public.railway,
        stops=public.stops,
        reached=_letters(state.reached, "-dt"),
        without=tuple(theatre.counter(row).id for row in state.without),
        paths=tuple(
            _path(theatre, found)
            for hq in throwing_hqs(theatre, side)
            if (found := state.source_of(hq)) is not None
        ),
    )


def _kinds(sources: Sources) -> str:
    kinds = {"edge": "e", "named": "n", "detrainable": "d", "extender": "x"}
    found = [NOTHING] * len(sources.column)
    for place in marked_places(sources.column):
        kind = sources.kind(place)
        found[place] = kinds[kind] if kind else NOTHING
    return "".join(found)


def _path(theatre: Theatre, path: SupplyPath) -> PathView:
    labels = theatre.land.labels
    return PathView(tuple(labels[place] for place in path.places), path.points, path.by)


def _line(theatre: Theatre, role: str, unit: str) -> UnitSupply | None:
    """The supply line of a unit that the role sees with all that feeds it."""
    row = _row(theatre, role, unit)
    if row is None:
        return None
    state: SupplyState = supply_state(theatre, theatre.counter(row).side)
    found = state.path_of(row)
    if found is None:
        return UnitSupply(unit=unit, traced=state.in_trace(row))
    return UnitSupply(
        unit=unit,
        draw=_path(theatre, found.draw),
        throw=_path(theatre, found.throw) if found.throw else None,
        hq=theatre.counter(found.hq).name if found.hq is not None else "",
    )


def _row(theatre: Theatre, role: str, unit: str) -> int | None:
    row = theatre.counters.rows.get(unit)
    if row is None or not theatre.on_map(row) or not _knows(role, theatre.counter(row).side):
        return None
    return row


# The way of a unit


def _way(theatre: Theatre, role: str, units: str, goal: str) -> PathTally | None:
    """The cheapest way of a unit or a stack to a hex, as whoever has least left pays for it."""
    found = [_row(theatre, role, unit) for unit in units.split(TOGETHER)]
    rows, place = [row for row in found if row is not None], theatre.land.place(goal)
    if len(rows) < len(found):
        return None
    reached = reach_of(theatre, rows)
    if place not in reached or place == reached.start:
        return None
    tallies = [path_tally(theatre, row, reached.path(place)) for row in rows]
    return min(tallies, key=lambda tally: read_cost(tally.left))
