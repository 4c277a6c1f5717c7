"""Supply paths (OCS 12.3): what each step of one costs, what bars it, and where it ends.

A path is counted like the march of a non-combat unit, on dry ground, in Truck points or in those of
an HQ. It ends in the hex that is wanted or next to it: the last step is free.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from msgspec import Struct

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.engine.rules.findings import Why
from landbridge.engine.space.graph import TWELFTHS, StepCosts
from landbridge.engine.space.marks import either, marked_places, without
from landbridge.engine.space.reach import Reach, reach
from landbridge.engine.space.recall import Search, Searches
from landbridge.engine.space.trace import flood
from landbridge.engine.space.zones import widened
from landbridge.games.belorussia.building.engineers import bridged_places
from landbridge.games.belorussia.movement.zones import open_zones
from landbridge.games.belorussia.partisans.zones import disrupted_paths, disruptions
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.words import PACKAGE, Ground, Side

FIGURES: dict[str, Any] = read_toml(PACKAGE, "supply_lines.toml")
DRAW: int = FIGURES["draw"]["mp"] * TWELFTHS
"""How far anybody draws, in twelfths."""
FREEZING: tuple[Ground, ...] = ("freeze", "deep_freeze")


def draw_range() -> int:
    """How far anybody draws, in twelfths (OCS-12.3a-1)."""
    return DRAW if in_force("OCS-12.3a-1") else 0


class SupplyPath(Struct, frozen=True):
    """A way that supply takes, from whoever asks for it to where it lies, or from an HQ on."""

    places: tuple[int, ...]
    """Both ends included; the last step may be the free one."""
    cost: int
    """In twelfths."""
    by: Move

    @property
    def points(self) -> str:
        """The cost in movement points, exactly."""
        return str(Fraction(self.cost, TWELFTHS))


# What a step costs, and what bars it


def counted_weather(ground: Ground, ice: bool) -> tuple[Ground, bool]:
    """The weather in which paths are counted: dry, but for what ice and frost make easier."""
    if not in_force("OCS-12.3d-2"):
        return ground, ice
    eased = in_force("OCS-12.3d-3")
    return ("freeze" if eased and ground in FREEZING else "dry"), ice and eased


def path_costs(theatre: Theatre, side: Side, move: Move) -> StepCosts:
    """What each step of a path costs a side."""
    return theatre.while_all_stand(
        ("path costs", side, move), lambda theatre: _costs(theatre, side, move)
    )


def _costs(theatre: Theatre, side: Side, move: Move) -> StepCosts:
    ground, ice = counted_weather(theatre.ground, theatre.ice)
    bridged = bridged_places(theatre, side) if in_force("OCS-12.3d-1") else frozenset()
    return theatre.land.costs(move, ground, ice, bridged, theatre.rulings)


def closed_places(theatre: Theatre, side: Side, move: Move) -> bytes:
    """By place: 1 where no path of a side may be.

    There are enemy combat units, for Truck points open zones, or partisans that disrupt it.
    """
    return theatre.while_all_stand(
        ("closed", side, move), lambda theatre: _the_same(_closed(theatre, side, move))
    )


@lru_cache(maxsize=32)
def _the_same(column: bytes) -> bytes:
    """One object for equal columns, so that a search sees at once that nothing has changed."""
    return column


def _closed(theatre: Theatre, side: Side, move: Move) -> bytes:
    closed = bytes(theatre.land.size)
    if in_force("OCS-4.8c-3"):
        closed = theatre.held_by(other_side(side))
    zones = in_force("OCS-4.5a-7") if move == "truck" else not in_force("OCS-4.5a-8")
    if zones:
        closed = either(closed, open_zones(theatre, side))
    return either(closed, disrupted_paths(theatre, move)) if disrupted(theatre, side) else closed


def disrupted(theatre: Theatre, side: Side) -> bool:
    """Whether partisans disrupt paths of a side somewhere (TFB-3.7b-6)."""
    return side == "axis" and bool(disruptions(theatre))


def path_rules(theatre: Theatre, side: Side, move: Move) -> Rules:
    """The rows by which a path is counted in this position."""
    found = ["OCS-12.3d-1", "OCS-12.3d-5", "OCS-4.8c-3"]
    found.append("OCS-4.5a-7" if move == "truck" else "OCS-4.5a-8")
    if theatre.ground != "dry":
        found.append("OCS-12.3d-2")
    if theatre.ice or theatre.ground in FREEZING:
        found.append("OCS-12.3d-3")
    if disrupted(theatre, side):
        found += ["TFB-3.7b-6", "RUL-TFB-31"]
    return tuple(rule for rule in found if in_force(rule))


def note_path(why: Why, theatre: Theatre, side: Side, path: SupplyPath) -> None:
    """Note by which rows a path is counted."""
    labels = theatre.land.labels
    way = " ".join(labels[place] for place in path.places)
    text = f"{way}: {path.points} {path.by.title()} MP"
    if in_force("OCS-12.3d-1"):
        why("OCS-12.3d-1", f"{text}, roads and bridges used")
    why("OCS-12.3d-5", "every step is paid in full: no minimum move")
    why("OCS-4.8c-3", "no enemy combat unit stands on it")
    if path.by == "truck":
        why("OCS-4.5a-7", "no enemy ZOC lies on it that is not negated")
    else:
        why("OCS-4.5a-8", "enemy ZOCs do not matter")
    if theatre.ground != "dry":
        why("OCS-12.3d-2", "counted as on dry ground")
    if theatre.ice or theatre.ground in FREEZING:
        why("OCS-12.3d-3", "what Ice and frost make easier may be used")
    if disrupted(theatre, side):
        why(("TFB-3.7b-6", "RUL-TFB-31"), "no disruptive ZOC of a partisan lies on it")
        why("TFB-3.7b-7", "villages, cities, roads and Axis units cancel one")
    if len(path.places) > 1:
        why(
            ("OCS-12.3c-1", "OCS-12.3c-2"),
            "the last step is free, whatever terrain or enemy ZOC it leads into",
        )


# Searches, which most moves leave as they were

_SEARCHES = Searches(most=120)


def _reach(costs: StepCosts, start: int, limit: int, closed: bytes, paid: bool) -> Search:
    return _SEARCHES.find(
        (start, limit, paid),
        costs,
        closed,
        lambda: reach(costs, start, limit, barred=closed, fresh=not paid, minimum=not paid),
    )


def _flood(
    costs: StepCosts, starts: tuple[int, ...], ranges: tuple[int, ...], closed: bytes
) -> Search:
    return _SEARCHES.find(
        (starts, ranges), costs, closed, lambda: flood(costs, starts, ranges, barred=closed)
    )


def forget_searches() -> None:
    """Keep none of them: for measurements."""
    _SEARCHES.forget()


# One path


def ways_from(theatre: Theatre, side: Side, start: int, move: Move, limit: int) -> Reach:
    """Where paths from one hex lead."""
    key = ("ways", side, start, move, limit)
    return theatre.while_all_stand(
        key, lambda theatre: _ways_from(theatre, side, start, move, limit)
    )


def _ways_from(theatre: Theatre, side: Side, start: int, move: Move, limit: int) -> Reach:
    closed = closed_places(theatre, side, move)
    costs = path_costs(theatre, side, move)
    limit = 0 if closed[start] else limit
    return _reach(costs, start, limit, closed, in_force("OCS-12.3d-5")).reach


def ways_near(theatre: Theatre, side: Side, start: int, move: Move, limit: int) -> bytes:
    """By place: 1 where paths from one hex lead, with the free last step."""
    if not in_force("OCS-12.3c-1"):
        return ways_from(theatre, side, start, move, limit).marked()
    closed, costs = closed_places(theatre, side, move), path_costs(theatre, side, move)
    limit, paid = 0 if closed[start] else limit, in_force("OCS-12.3d-5")
    near = _reach(costs, start, limit, closed, paid).near
    return near if in_force("OCS-12.3c-2") else without(near, closed)


def path_to(
    theatre: Theatre, side: Side, start: int, goal: int, move: Move, limit: int
) -> SupplyPath | None:
    """The cheapest path from one hex to another, or to a hex next to it."""
    found = ways_from(theatre, side, start, move, limit)
    ends = [place for place in _endings(theatre, side, goal, move) if place in found]
    if not ends:
        return None
    end = min(ends, key=lambda place: (found.cost[place], place != goal, place))
    places = found.route(end).places
    return SupplyPath((*places, goal) if end != goal else places, found.cost[end], move)


def _endings(theatre: Theatre, side: Side, goal: int, move: Move) -> tuple[int, ...]:
    """The hexes in which a path to another may end."""
    if not in_force("OCS-12.3c-1"):
        return (goal,)
    if closed_places(theatre, side, move)[goal] and not in_force("OCS-12.3c-2"):
        return (goal,)
    return (goal, *theatre.land.graph.neighbours[goal])


# All paths at once


class Approach(Struct, frozen=True):
    """All hexes from which, or to which, paths lead."""

    reach: Reach
    covered: bytes
    """By place: 1 where a path leads, with the free last step."""


def approach(theatre: Theatre, side: Side, move: Move, ends: bytes, limit: int) -> Approach:
    """The hexes from which a path of so many twelfths leads to one of these or next to it."""
    closed, graph = closed_places(theatre, side, move), theatre.land.graph
    if not in_force("OCS-12.3c-2"):
        ends = without(ends, closed)
    beside = widened(graph, ends) if in_force("OCS-12.3c-1") else ends
    starts = tuple(marked_places(without(beside, closed)))
    costs = path_costs(theatre, side, move).reversed
    found = _flood(costs, starts, (limit,) * len(starts), closed).reach
    return Approach(found, either(found.marked(), beside))


def outreach(
    theatre: Theatre, side: Side, move: Move, starts: tuple[int, ...], ranges: tuple[int, ...]
) -> Approach:
    """The hexes to which HQs throw from these, each as far as its range."""
    costs = path_costs(theatre, side, move)
    if not in_force("OCS-12.3b-1"):
        starts, ranges = (), ()
    found = _flood(costs, starts, ranges, closed_places(theatre, side, move))
    there = found.near if in_force("OCS-12.3c-1") else found.reach.marked()
    return Approach(found.reach, there)
