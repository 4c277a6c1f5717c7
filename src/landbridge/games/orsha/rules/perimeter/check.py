"""Checking a proposed Perimeter: every fault with its rule and its hex, not only the first.

A loop is written as its markers in order: "A5 C6(D6) G6 J5". Where two zigzags join a marker to
the next, the hex in brackets says which is meant; left out, the one that encloses more is taken.
Two neighbours in the list that end one stretch of edge are joined along the edge.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.citing import demand, rule
from landbridge.engine.rules.findings import Why
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.perimeter.grains import Field, Path, grains_between
from landbridge.games.orsha.rules.perimeter.loops import (
    Link,
    Loop,
    LoopKind,
    cycle_of,
    enclosed,
    in_reading_order,
    line,
    make_loop,
    one_hex,
    open_stretch,
)
from landbridge.games.orsha.rules.perimeter.map_edge import Run
from landbridge.games.orsha.rules.perimeter.position import Position, enemy_of
from landbridge.games.orsha.rules.perimeter.side_position import SidePosition
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rulings import PocketOverlap, Touching

_MARKER = re.compile(r"([A-Za-z]+[0-9]+)(?:\(([A-Za-z]+[0-9]+)\))?")


class Marker(NamedTuple):
    """A marker and, if given, the first hex of the grain to the next one."""

    place: Hex
    via: Hex | None


class CheckedLoops(Struct, frozen=True):
    """The loops of a proposal, and what is wrong with them."""

    loops: tuple[Loop, ...]
    violations: tuple[Violation, ...]


@rule("OTO-PER-6")
def parse_loop(where: Field, text: str) -> tuple[Marker, ...]:
    """Markers of a proposed loop; columns and numbers give the coordinates (20.2)."""
    demand("OTO-PER-6")
    found = []
    for word in text.replace(">", " ").split():
        match = _MARKER.fullmatch(word)
        if not match:
            raise BadInput(f"'{word}' is not a marker; write a loop as A5 C6(D6) G6 J5.")
        found.append(Marker(where.hex(match[1]), where.hex(match[2]) if match[2] else None))
    if not found:
        raise BadInput("A loop needs markers; write it as A5 C6(D6) G6 J5.")
    return tuple(found)


def _same_way(marker: Marker, there: Sequence[Link]) -> bool:
    """Whether the second of two markers leads back along the grain by which it was reached."""
    return marker.via is None or any(link.hexes[-2] == marker.via for link in there)


class _Checking:
    """One side's proposal under scrutiny."""

    def __init__(
        self,
        position: Position,
        side_position: SidePosition,
        never_closed: frozenset[Run],
        stuck: frozenset[Hex],
        why: Why,
    ) -> None:
        self.position, self.side_position, self.where = position, side_position, position.where
        self.why, self.violations, self.stuck = why, Violations(why), stuck
        self.never_closed = never_closed
        self.label = position.where.label
        self.needy = {unit.place for unit in side_position.units}
        self.edge_sites = {p for run in side_position.runs for p in (run.hexes[0], run.hexes[-1])}

    # Links

    def edge_link(self, a: Marker, b: Marker) -> Path | None:
        """The way along the edge from one marker to the next, if that is meant."""
        for run in self.side_position.runs:
            if a.place == b.place or not {a.place, b.place} <= set(run.hexes):
                continue
            first, last = sorted((run.hexes.index(a.place), run.hexes.index(b.place)))
            at_start = first == 0 or run.hexes[0] in self.stuck
            at_end = last == len(run.hexes) - 1 or run.hexes[-1] in self.stuck
            path = run.hexes[first : last + 1]
            path = path if path[0] == a.place else path[::-1]
            if at_start and at_end and a.via in (None, path[1]):
                return path
        return self.gap_link(a, b)

    def gap_link(self, a: Marker, b: Marker) -> Path | None:
        """The way over edge hexes that nobody Controls, if it joins these markers."""
        for gap in self.side_position.gaps:
            path = gap if gap[0] == a.place else gap[::-1]
            if (path[0], path[-1]) == (a.place, b.place) and a.via in (None, path[1]):
                return path
        return None

    @rule("OTO-9.6054-2", "OTO-9.6056-2", "OTO-PER-8", "OTO-PER-9", "OTO-PER-12")
    def grain_links(self, a: Marker, b: Marker, pocket: bool) -> tuple[Path, ...]:
        """The grains that may be meant between two markers; none after a fault."""
        names = f"{self.label(a.place)} and {self.label(b.place)}"
        pointing = "OTO-9.6056-2" if pocket else "OTO-9.6054-2"
        found = grains_between(self.where, a.place, b.place, self.side_position.kinds)
        if not found:
            text = f"{names} lie on no Hex Grain or Alternate Hex Grain"
            self.violations(True, (pointing, "OTO-PER-9"), text, "put a marker in between")
            return ()
        if a.via is not None:
            found = tuple(path for path in found if path[1] == a.via)
            text = f"no grain between {names} begins with {self.label(a.via)}"
            self.violations(not found, "OTO-PER-8", text, "name the first hex of one that does")
        clear = tuple(path for path in found if self.side_position.blocked.isdisjoint(path))
        if not clear and found:
            for place in dict.fromkeys(p for path in found for p in path):
                self.blocked(place)
        return clear

    def blocked(self, place: Hex) -> None:
        """A fault for a hex that no grain may touch."""
        side = self.side_position.side
        if place not in self.side_position.blocked:
            return
        if self.position.edge.get(place) == enemy_of(side):
            text = f"{self.label(place)} is an enemy-Controlled edge hex"
            self.violations(True, ("OTO-9.6053-2", "OTO-PER-12"), text, "keep off the enemy's edge")
        else:
            text = f"blocked at {self.label(place)} by an enemy unit or Control marker"
            self.violations(True, ("OTO-9.6054-2", "OTO-PER-12"), text, "use another grain")

    # Loops

    def loop(self, markers: Sequence[Marker], touching: Touching) -> Loop | None:
        """A proposed loop, as far as it can be drawn."""
        places = [marker.place for marker in markers]
        following = [*markers[1:], *markers[:1]]
        edge = [self.edge_link(a, b) for a, b in zip(markers, following, strict=True)]
        if len(markers) == 2 and edge[0] is not None:
            # Both neighbours end one stretch: out by the grain or a gap, home along the edge.
            edge[0] = self.gap_link(*markers)
        based = any(edge) or not self.edge_sites.isdisjoint(places)
        main = based or not self.why(
            ("OTO-9.6054-5", "OTO-PER-14"),
            "a loop that does not build on the edge markers is a Pocket",
        )
        if (stretch := self.left_open(markers)) is not None:
            return open_stretch(stretch)
        if len(markers) == 1 and not main and places[0] in self.needy:
            # A Pocket of one hex needs no marker, whoever else is there.
            return one_hex(places[0], self.kind(places, main))
        for place in places:
            self.site(place, main)
        if len(markers) == 1:
            return one_hex(places[0], self.kind(places, main))
        choices = []
        for index, marker in enumerate(markers):
            path = edge[index]
            if path is not None:
                choices.append([Link(path, True)])
                continue
            if len(markers) == 2 and index == 1 and _same_way(marker, choices[0]):
                break
            paths = self.grain_links(marker, following[index], not main)
            choices.append([Link(path) for path in paths])
        if not all(choices):
            return None
        if len(choices) == 1:
            path = choices[0][0].hexes
            return line(path, self.kind(path, main))
        return self.closed(self.widest(choices), main, touching)

    def left_open(self, markers: Sequence[Marker]) -> Path | None:
        """The stretch of edge between these two markers, if nothing can close it."""
        ends = {marker.place for marker in markers}
        for run in self.never_closed:
            if len(markers) == 2 and ends == {run.hexes[0], run.hexes[-1]}:
                a, b = (marker.place for marker in markers)
                shut = self.side_position.blocked | set(run.hexes[1:-1])
                grains = grains_between(self.where, a, b, self.side_position.kinds)
                if not any(shut.isdisjoint(path) for path in grains):
                    return run.hexes
        return None

    def widest(self, choices: list[list[Link]]) -> list[Link]:
        """Of two zigzags the one that encloses more, where none was named."""
        taken = [links[0] for links in choices]
        for index, links in enumerate(choices):
            for other in links[1:]:
                tried = [*taken[:index], other, *taken[index + 1 :]]
                if len(enclosed(cycle_of(tried))) > len(enclosed(cycle_of(taken))):
                    taken = tried
        return taken

    @rule("OTO-9.605-4", "OTO-PER-14")
    def closed(self, links: list[Link], main: bool, touching: Touching) -> Loop | None:
        """A loop from its links, unless it runs over a hex twice."""
        cycle = cycle_of(links)
        twice = sorted(place for place, times in Counter(cycle).items() if times > 1)
        for place in twice:
            text = f"the loop enters {self.label(place)} twice"
            remedy = "every Front Line hex is entered once"
            self.violations(True, ("OTO-9.605-4", "OTO-PER-14"), text, remedy)
        over = self.side_position.anchors & set(cycle) - {link.hexes[0] for link in links}
        inner = {p for link in links if not link.edge for p in link.hexes[1:-1]} & over
        if inner and not self.why(
            "OTO-NEC-35", "a grain may pass a friendly unit without a marker"
        ):
            text = f"no marker in {', '.join(self.where.labels(inner))}"
            self.violations(True, "OTO-9.6054-3", text, "mark it")
        if any(link.edge for link in links) and not self.why(
            "OTO-NEC-32", "links have no direction; arrows are not counted"
        ):
            text = "the edge markers point at each other, so one arrow is missing"
            self.violations(True, "OTO-9.6053-2", text, "count links, not arrows")
        if twice:
            return None
        on_edge = {place for link in links if link.edge for place in link.hexes}
        spur = [
            place
            for run in self.side_position.runs
            if not on_edge.isdisjoint(run.hexes) and not self.stuck.isdisjoint(run.hexes)
            for place in run.hexes
            if place not in on_edge
        ]
        return make_loop(
            self.where, self.kind(cycle, main), in_reading_order(links), touching, spur
        )

    def kind(self, places: Sequence[Hex], main: bool) -> LoopKind:
        """Main loop, Pocket, or a Pocket that has reached the map edge."""
        if main:
            return "main"
        if not self.where.turn.keys().isdisjoint(places) and self.why(
            ("OTO-9.6057-1", "OTO-8.2-Pocket-1"),
            "with a map-edge hex it is no Pocket but an ordinary section of the area",
        ):
            return "section"
        return "pocket"

    @rule("OTO-9.6054-1", "OTO-9.6056-2", "OTO-PER-11")
    def site(self, place: Hex, main: bool) -> None:
        """Whether a marker may stand in a hex."""
        side_position = self.side_position
        if place in (side_position.anchors if main else side_position.pocket_anchors):
            return
        if main and place in self.edge_sites:
            return
        name = self.label(place)
        if main and place in side_position.pocket_anchors:
            text = f"{name} holds only a vehicle, no Infantry MMC or Control marker"
        elif place in side_position.blocked:
            self.blocked(place)
            return
        else:
            text = f"{name} holds neither a friendly Infantry MMC nor a Control marker"
        rules = ("OTO-9.6054-1", "OTO-PER-11") if main else ("OTO-9.6056-2", "OTO-PER-11")
        self.violations(True, rules, text, "put the marker where there is one")


def check_loops(
    position: Position,
    side_position: SidePosition,
    proposal: Sequence[str],
    never_closed: frozenset[Run],
    stuck: frozenset[Hex],
    why: Why,
    touching: Touching = "line",
    pocket_overlap: PocketOverlap = "apart",
) -> CheckedLoops:
    """A proposal read and checked.

    `never_closed` are stretches of edge that nothing can close, `stuck` edge markers from which no
    grain leads on.
    """
    checking = _Checking(position, side_position, never_closed, stuck, why)
    made: list[Loop] = []
    named: set[Hex] = set()
    broken: set[Hex] = set()
    for text in proposal:
        markers = parse_loop(position.where, text)
        loop = checking.loop(markers, touching)
        named |= {marker.place for marker in markers}
        if loop is None:
            broken |= {marker.place for marker in markers}
        else:
            made.append(loop)
    # A loop that cannot be drawn has its own fault already.
    closed = frozenset(run for run in side_position.runs if not broken.isdisjoint(run.hexes))
    _check_edge(checking, made, named, never_closed | closed)
    _check_overlaps(checking, made)
    _check_pockets(checking, made, pocket_overlap)
    return CheckedLoops(tuple(made), tuple(dict.fromkeys(checking.violations.found)))


@rule("OTO-9.6053-1", "OTO-9.6055-1", "OTO-9.6054-4")
def _check_edge(
    checking: _Checking, made: list[Loop], named: set[Hex], never_closed: frozenset[Run]
) -> None:
    """Every edge marker must be there, and every stretch of edge in a closed loop."""
    walked = {place for loop in made for link in loop.links if link.edge for place in link.hexes}
    walked |= {place for loop in made for place in (*loop.markers, *loop.spur)}
    for run in checking.side_position.runs:
        first, last = run.hexes[0], run.hexes[-1]
        for place in dict.fromkeys((first, last)):
            text = f"no marker in the edge hex {checking.label(place)}"
            rules = ("OTO-9.6053-1", "OTO-9.6055-1")
            wrong = place not in named and place not in checking.stuck
            checking.violations(wrong, rules, text, "begin with the edge markers")
        if run not in never_closed and not walked.issuperset(run.hexes):
            names = f"{checking.label(first)} to {checking.label(last)}"
            text = f"the stretch of edge from {names} is in no closed loop"
            checking.violations(True, "OTO-9.6054-4", text, "join its ends by grains")


@rule("OTO-9.6054-3", "OTO-PER-13")
def _check_overlaps(checking: _Checking, made: list[Loop]) -> None:
    """Two grains share a hex only where a marker stands."""
    links = [link for loop in made for link in loop.links]
    along = {place for link in links if link.edge for place in link.hexes[1:-1]}
    paths = [link.hexes for link in links]
    paths += [run.hexes for run in checking.side_position.runs if along.isdisjoint(run.hexes)]
    rows = {path if path[0] <= path[-1] else path[::-1] for path in paths}
    marked = {place for loop in made for place in loop.markers} | checking.edge_sites
    shared = Counter(place for row in rows for place in row)
    for place in sorted(place for place, times in shared.items() if times > 1):
        text = f"two grains overlap in {checking.label(place)}, where no marker stands"
        wrong = place not in marked
        checking.violations(wrong, ("OTO-9.6054-3", "OTO-PER-13"), text, "move one of them")


@rule("OTO-9.6056-1", "OTO-9.6056-4")
def _check_pockets(checking: _Checking, made: list[Loop], pocket_overlap: PocketOverlap) -> None:
    """A Pocket needs a unit, and keeps apart from the rest of its side's area."""
    for loop in made:
        if loop.kind == "main":
            continue
        name = checking.label(loop.markers[0])
        text = f"the Pocket at {name} encloses no friendly unit but SMC"
        remedy = "an SMC alone makes no Pocket"
        checking.violations(checking.needy.isdisjoint(loop.area), "OTO-9.6056-1", text, remedy)
        others = {place for other in made if other is not loop for place in other.area}
        common = sorted(others & loop.area)
        if common and pocket_overlap == "apart":
            text = f"the Pocket at {name} overlaps another own loop in {checking.label(common[0])}"
            rules = ("OTO-9.6056-4", "RUL-OTO-5")
            checking.violations(True, rules, text, "keep Pockets apart")
