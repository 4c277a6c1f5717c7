"""Perimeter determination (9.605): each side's loops, its Front Line and its Perimeter Area."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, as_rules, demand, in_force, rule
from landbridge.engine.rules.findings import Reason, Why
from landbridge.engine.space.hexes import Hex
from landbridge.games.orsha.rules.perimeter.check import check_loops
from landbridge.games.orsha.rules.perimeter.grains import rules_of_grain
from landbridge.games.orsha.rules.perimeter.loops import Loop, one_hex, passed_over
from landbridge.games.orsha.rules.perimeter.pockets import gather, outside
from landbridge.games.orsha.rules.perimeter.position import Position, Unit
from landbridge.games.orsha.rules.perimeter.search import MainLoops, draw_main
from landbridge.games.orsha.rules.perimeter.side_position import SidePosition, side_position
from landbridge.games.orsha.rules.questions import AS_RULED
from landbridge.games.orsha.rules.words import Side
from landbridge.games.orsha.rulings import (
    Rulings,
)

Proof = Literal["proved", "best_found", "proposed", "illegal"]
"""Whether no loops of this side can enclose more, or who drew them."""


class Notes(Why):
    """Reasons of which each is told once, however many hexes it acts in."""

    def __call__(self, rules: str | Rules, text: str) -> bool:
        if not in_force(rules):
            return False
        self._once(Reason(text, as_rules(rules)))
        return True

    def by(self, rules: str | Rules, text: str) -> None:
        demand(rules)
        self._once(Reason(text, as_rules(rules)))

    def _once(self, reason: Reason) -> None:
        if reason not in self.reasons:
            self.reasons.append(reason)


class Perimeter(Struct, frozen=True):
    """One side's Perimeter."""

    side: Side
    side_position: SidePosition
    loops: tuple[Loop, ...]
    proof: Proof
    violations: tuple[Violation, ...]
    front: frozenset[Hex]
    """Front Line hexes."""
    area: frozenset[Hex]
    """The Perimeter Area, Pockets included."""
    pockets: tuple[frozenset[Hex], ...]
    outside: tuple[Unit, ...]
    """Units that the main loops leave outside."""
    eliminated: tuple[Unit, ...]
    """SMC outside the area."""
    larger: int = 0
    """The area that the program would draw instead, where that is larger."""
    edge_markers: tuple[str, ...] = ()

    @property
    def grain_rules(self) -> Rules:
        """The rules of the grains over which its loops run."""
        paths = (link.hexes for loop in self.loops for link in loop.links if not link.edge)
        return tuple(dict.fromkeys(rule for path in paths for rule in rules_of_grain(path)))

    @property
    def sections(self) -> tuple[frozenset[Hex], ...]:
        """What would be Pockets but for a map-edge hex in them."""
        return tuple(loop.area for loop in self.loops if loop.kind == "section")

    @property
    def main(self) -> frozenset[Hex]:
        """The area without Pockets."""
        return frozenset().union(*(loop.area for loop in self.loops if loop.kind != "pocket"))


@rule("OTO-9.605-3", "OTO-9.6054-4", "OTO-9.605-1", "OTO-NEC-34")
def draw_perimeter(
    position: Position,
    side: Side,
    why: Why,
    proposal: tuple[str, ...] = (),
    rulings: Rulings = AS_RULED,
    *,
    let_pass: bool = False,
) -> Perimeter:
    """A side's Perimeter: the one it proposes, checked, or the largest that is found.

    What a referee has let pass stands, as far as its loops can be drawn.
    """
    own = side_position(position, side, why, rulings.alternate_grain, rulings.edge_gap)
    why.by(
        ("OTO-9.605-3", "OTO-9.6054-4"),
        "a side encloses as much as the rules allow, in closed loops",
    )
    drawn = _main(own, rulings, why)
    if not proposal:
        return _finish(position, own, drawn.loops, drawn.proved, rulings, why)
    checked = check_loops(
        position,
        own,
        proposal,
        frozenset(drawn.open_runs),
        frozenset(drawn.stepped_back),
        why,
        rulings.touching,
        rulings.pocket_overlap,
    )
    if checked.violations and not (let_pass and checked.loops):
        return Perimeter(
            side,
            own,
            checked.loops,
            "illegal",
            checked.violations,
            frozenset(),
            frozenset(),
            (),
            (),
            (),
            0,
            _edge_markers(own, why),
        )
    made = _finish(position, own, checked.loops, None, rulings, why)
    best = _finish(position, own, drawn.loops, drawn.proved, rulings, Notes())
    if len(best.area) > len(made.area) and why(
        "OTO-NEC-34", "another choice of markers encloses more in all; the choice is the player's"
    ):
        return replace(made, larger=len(best.area))
    return made


@rule("OTO-9.6053-2", "OTO-NEC-31")
def _main(own: SidePosition, rulings: Rulings, why: Why) -> MainLoops:
    """The largest main loops, if the edge can be used at all."""
    if own.whole:
        return draw_main(own, rulings.touching, rulings.stuck_edge)
    if not own.runs or not why(
        ("OTO-9.6053-2", "OTO-PER-10"),
        "edge markers are joined along the edge over hexes that the enemy does not Control",
    ):
        return MainLoops((), True)
    drawn = draw_main(own, rulings.touching, rulings.stuck_edge)
    if drawn.stepped_back or drawn.open_runs:
        why("RUL-OTO-3", "no grain leads on from an edge marker")
    return drawn


def _finish(
    position: Position,
    own: SidePosition,
    loops: tuple[Loop, ...],
    proved: bool | None,
    rulings: Rulings,
    why: Why,
) -> Perimeter:
    """All that follows from the main loops; nothing is proved about a player's own."""
    main = frozenset[Hex]().union(*(loop.area for loop in loops if loop.kind == "main"))
    named = [loop for loop in loops if loop.kind != "main"]
    left = outside(own.units, main)
    if proved is None and named:
        loops = (*loops, *_single(own, left, named, why))
    else:
        gathered = gather(own, main, rulings.touching, why)
        loops = (*loops, *gathered.loops)
        proved = proved and gathered.proved if proved is not None else None
    if proved is not None and _passed(own, loops):
        why("OTO-NEC-35", "a grain may pass a friendly unit without a marker")
    front, area = _ground(loops, why)
    pockets = tuple(loop.area for loop in loops if loop.kind == "pocket")
    if (
        pockets
        and not own.runs
        and not own.whole
        and not why("OTO-NEC-31", "no edge hex is held: every section is a Pocket")
    ):
        pockets = ()
    lost = outside(own.smc, area)
    if lost and not why(
        ("OTO-9.6058-2", "OTO-PER-20"), "each SMC outside the own area is Eliminated"
    ):
        lost = ()
    proof: Proof = "proposed" if proved is None else "proved" if proved else "best_found"
    return Perimeter(
        own.side,
        own,
        loops,
        proof,
        (),
        front,
        area,
        pockets,
        left,
        lost,
        0,
        _edge_markers(own, why),
    )


def _passed(own: SidePosition, loops: tuple[Loop, ...]) -> frozenset[Hex]:
    """Places where a side could have a marker, over which a grain of its loops runs without one."""
    inner = passed_over(link for loop in loops for link in loop.links)
    return inner & (own.anchors | own.pocket_anchors)


@rule("OTO-9.6056-5", "OTO-9.605-2")
def _single(own: SidePosition, left: tuple[Unit, ...], named: list[Loop], why: Why) -> list[Loop]:
    """One-hex Pockets for units that neither the main loops nor the Pockets named enclose."""
    inside = frozenset[Hex]().union(*(loop.area for loop in named))
    places = sorted({unit.place for unit in outside(left, inside)})
    if not places or not why(
        ("OTO-9.605-2", "OTO-9.6056-1", "OTO-9.6056-5"), "a Pocket of one hex needs no marker"
    ):
        return []
    return [one_hex(p, "section" if p in own.where.turn else "pocket") for p in places]


@rule("OTO-8.2-FrontLine-1", "OTO-8.2-Perimeter-1", "OTO-8.2-PerArea-1", "OTO-PER-15")
def _ground(loops: tuple[Loop, ...], why: Why) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """Front Line and Perimeter Area of all loops together."""
    if not loops:
        return frozenset(), frozenset()
    if len(loops) > 1 and not why(
        "OTO-8.2-Perimeter-1", "however many loops there are, a side has a single Perimeter"
    ):
        loops = loops[:1]
    if any(loop.kind == "pocket" for loop in loops) and not why(
        "OTO-9.6056-6", "a Pocket belongs to the Perimeter Area and is always Isolated"
    ):
        loops = tuple(loop for loop in loops if loop.kind != "pocket")
    front = frozenset[Hex]().union(*(loop.front for loop in loops))
    if not why("OTO-8.2-FrontLine-1", "every hex on the grains is a Front Line hex"):
        front = frozenset[Hex]().union(*(frozenset(loop.markers) for loop in loops))
    area = frozenset[Hex]().union(*(loop.area for loop in loops))
    if not why(
        ("OTO-9.605-1", "OTO-8.2-PerArea-1", "OTO-PER-15"),
        "the area is the Front Line and all that it encloses",
    ):
        area = front
    return front, area


@rule("OTO-9.6053-3")
def _edge_markers(own: SidePosition, why: Why) -> tuple[str, ...]:
    """The edge markers, which point at each other and should stay on the map."""
    label = own.where.label
    if not own.runs or not why(
        "OTO-9.6053-3", "edge markers come in pairs that point at each other; leave them on the map"
    ):
        return ()
    return tuple(
        " and ".join(dict.fromkeys((label(run.hexes[0]), label(run.hexes[-1])))) for run in own.runs
    )
