"""The position as one side draws from it: what blocks a grain, what anchors a loop, its edge."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Why
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.perimeter.grains import Field, Kinds, Path, kinds
from landbridge.games.orsha.rules.perimeter.map_edge import Run, edge_runs
from landbridge.games.orsha.rules.perimeter.position import Kind, Position, Unit
from landbridge.games.orsha.rules.words import Side
from landbridge.games.orsha.rulings import AlternateGrain, EdgeGap


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
    runs, gaps, whole = edge_runs(position, side, blocked, edge_gap, why)
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
