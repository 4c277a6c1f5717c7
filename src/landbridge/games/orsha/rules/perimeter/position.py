"""The position from which Perimeters are drawn: units, Control markers, who holds the map edge.

Written as short texts: a unit is hex:side:kind and perhaps a name (C6:german:mmc, or
X38/1:german:mmc:2nd platoon for a Location of the hex), a Control marker is hex:side, and the map
edge is given by waypoints (A5-A1-J1-J5:german), between which the shorter way round is meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Literal, get_args

from msgspec import Struct

from landbridge.engine.findings import Why
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules import rule
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.perimeter.grains import Field, Kinds, Path, kinds
from landbridge.games.orsha.rules.words import Side
from landbridge.games.orsha.rulings import AlternateGrain, EdgeGap

Kind = Literal["mmc", "crew", "vehicle", "smc", "prisoner", "abandoned"]

SIDES: tuple[Side, Side] = ("german", "russian")


def enemy_of(side: Side) -> Side:
    """The other side."""
    return "russian" if side == "german" else "german"


class Unit(Struct, frozen=True, order=True):
    """A unit on the map when step 9.605 begins."""

    place: Hex
    side: Side
    kind: Kind
    name: str = ""
    location: str = ""
    """A Location of the hex other than ground level, as players call it."""


class Position(Struct, frozen=True):
    """All that the Perimeters depend on."""

    where: Field
    units: tuple[Unit, ...]
    markers: dict[Hex, Side]
    """Control markers in Strategic Locations."""
    edge: dict[Hex, Side]
    """Controllers of map-edge hexes; a hex that is missing has none."""
    control: dict[Hex, Side]
    """Other Control that stands, hex by hex."""

    def show(self, unit: Unit) -> str:
        """A unit as it was written."""
        spot = self.where.label(unit.place) + (f"/{unit.location}" if unit.location else "")
        return ":".join([spot, unit.side, unit.kind, *([unit.name] if unit.name else [])])


# Reading


def _side(word: str, text: str) -> Side:
    for side in SIDES:
        if word.strip().lower() == side:
            return side
    raise BadInput(f"'{text}': {unknown('side', word.strip(), SIDES)}")


def parse_unit(where: Field, text: str) -> Unit:
    """A unit from hex:side:kind[:name]."""
    parts = [part.strip() for part in text.split(":", 3)]
    if len(parts) < 3:
        raise BadInput(f"'{text}' is not a unit; write hex:side:kind, for example C6:german:mmc.")
    spot, _, location = parts[0].partition("/")
    for kind in get_args(Kind):
        if parts[2].lower() == kind:
            name = parts[3] if len(parts) == 4 else ""
            return Unit(where.hex(spot), _side(parts[1], text), kind, name, location.strip())
    raise BadInput(f"'{text}': {unknown('kind of unit', parts[2], get_args(Kind))}")


def parse_held(where: Field, texts: Iterable[str], what: str) -> dict[Hex, Side]:
    """Hexes with the side that holds them, from hex:side."""
    found: dict[Hex, Side] = {}
    for text in texts:
        label, colon, side = text.partition(":")
        if not colon:
            raise BadInput(f"'{text}' is not a {what}; write hex:side, for example P10:german.")
        place = where.hex(label)
        if found.setdefault(place, _side(side, text)) != _side(side, text):
            raise BadInput(f"{where.label(place)} has a {what} of both sides.")
    return found


def parse_edge(where: Field, texts: Iterable[str], rest: str = "none") -> dict[Hex, Side]:
    """Controllers of the map edge from waypoints, and of whatever these leave."""
    found: dict[Hex, Side] = {}
    for text in texts:
        labels, colon, word = text.partition(":")
        if not colon:
            raise BadInput(f"'{text}' is not a stretch of edge; write A5-A1-J1-J5:german.")
        side = _side(word, text)
        for place in _stretch(where, [where.hex(label) for label in labels.split("-")], text):
            if found.setdefault(place, side) != side:
                raise BadInput(f"{where.label(place)} is given to both sides.")
    if rest != "none":
        for place in where.ring:
            found.setdefault(place, _side(rest, rest))
    return found


def _stretch(where: Field, stops: list[Hex], text: str) -> Iterable[Hex]:
    ring = where.ring
    for place in stops:
        if place not in where.turn:
            raise BadInput(f"'{text}': {where.label(place)} is not a map-edge hex.")
    yield stops[0]
    for start, stop in pairwise(stops):
        first, ahead = where.turn[start], (where.turn[stop] - where.turn[start]) % len(ring)
        if 2 * ahead == len(ring):
            raise BadInput(f"'{text}': both ways round are equally long; name a hex in between.")
        step = 1 if 2 * ahead < len(ring) else -1
        for k in range(1, min(ahead, len(ring) - ahead) + 1):
            yield ring[(first + step * k) % len(ring)]


# What a side has to draw with


class Run(Struct, frozen=True):
    """A stretch of the map edge under one side's Control, clockwise; its ends bear markers."""

    hexes: Path


class SidePosition(Struct, frozen=True):
    """What one side may draw with, and where it may not."""

    side: Side
    where: Field
    kinds: Kinds
    blocked: frozenset[Hex]
    """No grain of this side may touch these: enemy units, enemy markers, enemy edge hexes."""
    anchors: frozenset[Hex]
    """Where markers may stand: Infantry MMC and own Control markers."""
    pocket_anchors: frozenset[Hex]
    runs: tuple[Run, ...]
    gaps: tuple[Path, ...]
    """Edge stretches without a Controller from the end of one run to the start of the next."""
    whole: bool
    """Whether the whole edge is this side's."""
    units: tuple[Unit, ...]
    """Own units that must be enclosed, SMC apart."""
    smc: tuple[Unit, ...]


def _present(position: Position, why: Why) -> list[Unit]:
    """Units that count in their hex: those of every Location, merged."""
    upstairs = any(unit.location for unit in position.units)
    merged = upstairs and why(
        "OTO-PER-5", "the Locations of a hex are taken together: one blocker or anchor is enough"
    )
    return [unit for unit in position.units if merged or not unit.location]


def _counts_as_mmc(units: Iterable[Unit], why: Why) -> frozenset[Kind]:
    crews = any(unit.kind == "crew" for unit in units)
    if crews and why("OTO-PER-3", "a crew that mans a Gun counts as an MMC"):
        return frozenset({"mmc", "crew"})
    return frozenset({"mmc"})


@rule("OTO-9.6054-2", "OTO-PER-3", "OTO-PER-4", "OTO-PER-5", "OTO-PER-12")
def _blockers(position: Position, side: Side, units: list[Unit], why: Why) -> frozenset[Hex]:
    """Hexes that no grain of the side may touch because of what the enemy has there."""
    foes = [unit for unit in units if unit.side != side]
    solid = _counts_as_mmc(foes, why) | {"vehicle"}
    stop = {unit.place for unit in foes if unit.kind in solid}
    if any(unit.kind == "prisoner" for unit in foes) and not why(
        "OTO-NEC-36", "prisoners do not block a grain"
    ):
        stop |= {unit.place for unit in foes if unit.kind == "prisoner"}
    left = {unit.place for unit in foes if unit.kind == "abandoned"}
    if left and not why("OTO-NEC-37", "an abandoned vehicle is Equipment and does not block"):
        stop |= left
    marked = {place for place, holder in position.markers.items() if holder != side}
    if marked and why("OTO-PER-4", "Control markers count with the side they show"):
        stop |= marked
    if not stop and not any(unit.kind == "smc" for unit in foes):
        return frozenset()
    clear = why(
        ("OTO-9.6054-2", "OTO-PER-12"),
        "grains keep clear of enemy units, but for SMC, and of enemy Control markers",
    )
    return frozenset(stop) if clear else frozenset()


@rule("OTO-9.6054-1", "OTO-PER-11")
def _anchors(
    position: Position, side: Side, units: list[Unit], why: Why
) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """Where markers of a main loop may stand, and where those of a Pocket."""
    own = [unit for unit in units if unit.side == side]
    infantry = {unit.place for unit in own if unit.kind in _counts_as_mmc(own, why)}
    vehicles = {unit.place for unit in own if unit.kind == "vehicle"}
    marked = {place for place, holder in position.markers.items() if holder == side}
    if marked and not why("OTO-PER-4", "Control markers count with the side they show"):
        marked = set()
    main: frozenset[Hex] = frozenset()
    if (infantry or marked) and why(
        ("OTO-9.6054-1", "OTO-PER-11"),
        "markers stand where there is a friendly Infantry MMC or Control marker",
    ):
        main = frozenset(infantry | marked)
    return main, main | frozenset(vehicles)


@rule("OTO-9.6053-1", "OTO-PER-1", "OTO-PER-2", "OTO-PER-10", "OTO-NEC-29", "OTO-NEC-30")
def _runs(
    position: Position, side: Side, blocked: frozenset[Hex], edge_gap: EdgeGap, why: Why
) -> tuple[tuple[Run, ...], tuple[Path, ...], bool]:
    """The stretches of edge that a side holds, the gaps it may bridge, and whether it is all."""
    where, ring = position.where, position.where.ring
    known = why(
        ("OTO-PER-1", "OTO-PER-2"), "map-edge hexes in their order round the map, with Controllers"
    )
    held = {
        place
        for place in ring
        if known and position.edge.get(place) == side and place not in blocked
    }
    shut = blocked | {p for p in ring if known and position.edge.get(p) == enemy_of(side)}
    if len(held) == len(ring):
        whole = why("OTO-NEC-31", "the whole edge is held: the edge itself is a loop")
        return (), (), whole
    runs = []
    for index, place in enumerate(ring):
        if place in held and ring[index - 1] not in held:
            hexes = [place]
            while ring[(index + len(hexes)) % len(ring)] in held:
                hexes.append(ring[(index + len(hexes)) % len(ring)])
            runs.append(Run(tuple(hexes)))
    kept = tuple(run for run in runs if _may_mark(where, run, shut, why))
    return kept, _gaps(where, kept, shut, edge_gap, why), False


def _may_mark(where: Field, run: Run, shut: Iterable[Hex], why: Why) -> bool:
    """Whether both ends of a stretch of edge may bear a marker."""
    ring, closed = where.ring, frozenset(shut)
    before = ring[where.turn[run.hexes[0]] - 1]
    after = ring[(where.turn[run.hexes[-1]] + 1) % len(ring)]
    text = f"markers in {where.label(run.hexes[0])} and {where.label(run.hexes[-1])}"
    if (before in closed or after in closed) and not why(
        ("OTO-9.6053-1", "OTO-PER-10"), f"next to enemy-Controlled edge hexes: {text}"
    ):
        return False
    if (before not in closed or after not in closed) and not why(
        "OTO-NEC-30", "before edge hexes without a Controller the last friendly one is marked"
    ):
        return False
    return not where.corners & set(run.hexes[1:-1]) or why(
        "OTO-NEC-29", "the edge goes round a corner of the map without a marker there"
    )


def _gaps(
    where: Field, runs: tuple[Run, ...], shut: Iterable[Hex], edge_gap: EdgeGap, why: Why
) -> tuple[Path, ...]:
    """Edge stretches that nobody holds, between the end of one run and the start of the next."""
    ring, closed, found = where.ring, frozenset(shut), []
    for run, following in zip(runs, (*runs[1:], *runs[:1]), strict=True):
        first, stop = where.turn[run.hexes[-1]], where.turn[following.hexes[0]]
        steps = (stop - first) % len(ring) or len(ring)
        path = tuple(ring[(first + k) % len(ring)] for k in range(steps + 1))
        if closed.isdisjoint(path):
            found.append(path)
    if found and edge_gap == "bridged":
        why("RUL-OTO-2", "edge hexes without a Controller may be bridged along the edge")
        return tuple(found)
    return ()


def side_position(
    position: Position,
    side: Side,
    why: Why,
    alternate_grain: AlternateGrain = "zigzag",
    edge_gap: EdgeGap = "bridged",
) -> SidePosition:
    """What a side may draw its Perimeter with."""
    units = _present(position, why)
    blocked = _blockers(position, side, units, why)
    anchors, pocket_anchors = _anchors(position, side, units, why)
    runs, gaps, whole = _runs(position, side, blocked, edge_gap, why)
    shut = frozenset(p for p, holder in position.edge.items() if holder != side)
    closed = blocked | shut
    mine = [unit for unit in position.units if unit.side == side]
    solid = _counts_as_mmc(mine, why) | {"vehicle"}
    return SidePosition(
        side,
        position.where,
        kinds(alternate_grain),
        closed,
        anchors - closed,
        pocket_anchors - blocked,
        runs,
        gaps,
        whole,
        tuple(sorted(unit for unit in mine if unit.kind in solid)),
        tuple(sorted(unit for unit in mine if unit.kind == "smc")),
    )
