"""Who builds: an Engineer-Capable unit up to 2 hexes away, or 1 RE in the hex itself.

One place for hedgehogs and air bases, building and reducing (OCS 13.8d, 15.3, 15.4, 16.0).
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import in_force
from landbridge.engine.space.graph import BARRED
from landbridge.games.belorussia.building.engineers import (
    bridged_places,
    builds_hedgehogs,
    engineer_capable,
)
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.movement.segments import acting_side
from landbridge.games.belorussia.movement.sizes import QUARTERS, quarters_of
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.position import BUILT, FINISHED, MOVED, Position, Work
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import PACKAGE, Side

DATA = read_toml(PACKAGE, "building.toml")
REACH: int = DATA["reach"]["hexes"]
CREW: int = DATA["crew"]["re"] * QUARTERS


class Crew(Struct, frozen=True):
    """Who works, and where."""

    side: Side
    rows: tuple[int, ...]
    place: int


def is_engineer(theatre: Theatre, crew: Crew) -> bool:
    """Whether one Engineer-Capable unit does the work."""
    return len(crew.rows) == 1 and engineer_capable(theatre, crew.rows[0])


def reached_by(theatre: Theatre, row: int) -> frozenset[int]:
    """The places in which an engineer may work: 2 hexes away by a way on foot (OCS-13.8d-3)."""
    return theatre.once(("engineer's reach", row), lambda theatre: _reached(theatre, row))


def _reached(theatre: Theatre, row: int) -> frozenset[int]:
    side, graph = theatre.counter(row).side, theatre.land.graph
    bridged = bridged_places(theatre, side)
    costs = theatre.land.costs("leg", theatre.ground, theatre.ice, bridged, theatre.rulings).column
    enemies = theatre.held_by(other_side(side))
    found = {theatre.place_of(row)}
    edge = set(found)
    for _ in range(REACH):
        edge = {
            graph.ends[step]
            for place in edge
            for step in range(place * graph.width, (place + 1) * graph.width)
            if graph.ends[step] >= 0 and costs[step] != BARRED and not enemies[graph.ends[step]]
        } - found
        found |= edge
    return frozenset(found)


class Task(Struct, frozen=True, kw_only=True):
    """Some work, and the rules that say who does it."""

    what: str
    troops: str
    """The rule by which 1 RE in the hex does it, and is bound for the phase."""
    engineers: str
    """The rule by which an Engineer-Capable unit does it."""
    when: str
    """The rule by which troops do it in their own Movement Phase alone."""
    engineers_only: bool = False


def crew_violations(theatre: Theatre, crew: Crew, task: Task) -> tuple[Violation, ...]:
    """What speaks against these units' doing some work there."""
    engineers = in_force(task.engineers)
    if engineers and (task.engineers_only or is_engineer(theatre, crew)):
        return _engineer(theatre, crew, task)
    return _troops(theatre, crew, task)


def _time(theatre: Theatre, crew: Crew, what: str, rule: str) -> Violation | None:
    own = theatre.phase == "movement" and acting_side(theatre) == crew.side
    text = f"{what} is done in the own Movement Phase alone"
    return violation_if(not own, text, rule, "wait for it")


def _engineer(theatre: Theatre, crew: Crew, task: Task) -> tuple[Violation, ...]:
    row = crew.rows[0]
    counter, done = theatre.counter(row), theatre.position.done[row]
    label = theatre.land.labels[crew.place]
    works = counter.duty in ("hq", "engineer")
    skill = (task.engineers, "OCS-13.8a-1" if works else "OCS-13.8-1")
    return violations(
        _time(theatre, crew, task.what, "OCS-13.8d-1"),
        violation_if(
            not is_engineer(theatre, crew),
            f"{counter.name} is not Engineer-Capable",
            skill,
            "one HQ or Engineer in Combat Mode, or DG with the Combat side up",
        ),
        violation_if(
            bool(done & (MOVED | FINISHED)) and not done & BUILT,
            f"{counter.name} has moved in this phase",
            "OCS-13.8d-2",
            "an engineer that builds does not move",
        ),
        violation_if(
            bool(done & BUILT),
            f"{counter.name} has worked in this phase",
            "OCS-13.8d-2",
            "one hex and one task in a phase",
        ),
        violation_if(
            crew.place not in reached_by(theatre, row),
            f"{label} is out of the reach of {counter.name}",
            "OCS-13.8d-3",
            f"its own hex and those within {REACH} hexes that Leg movement reaches",
        ),
    )


def _troops(theatre: Theatre, crew: Crew, task: Task) -> tuple[Violation, ...]:
    label, rule = theatre.land.labels[crew.place], task.troops
    found: list[Violation | None] = [_time(theatre, crew, task.what, task.when)]
    for row in crew.rows:
        counter, done = theatre.counter(row), theatre.position.done[row]
        mode = mode_of(theatre, row)
        dg = mode == "dg"
        found += [
            violation_if(
                theatre.place_of(row) != crew.place or not counter.is_combat,
                f"{counter.name} is no combat unit in {label}",
                rule,
                "1 RE in the hex itself, or an engineer",
            ),
            violation_if(
                dg and not builds_hedgehogs(theatre, row),
                f"{counter.name} is DG",
                "OCS-5.10e-2",
                "engineers with the Combat side up build while DG",
            ),
            violation_if(
                mode != "combat" and not dg,
                f"{counter.name} is not in Combat Mode",
                rule,
                "units in Combat Mode",
            ),
            violation_if(
                bool(done & (MOVED | FINISHED | BUILT)),
                f"{counter.name} has {'worked' if done & BUILT else 'moved'} in this phase",
                rule,
                "units that do not move in the phase",
            ),
        ]
    together = figures("digging_units", theatre.rulings.digging_units)["together"]
    sizes = [quarters_of(theatre, row) for row in crew.rows]
    enough = sum(sizes) >= CREW if together else max(sizes, default=0) >= CREW
    alone = "" if together else " in one unit"
    ruled = (rule, "RUL-TFB-180") if len(crew.rows) > 1 else rule
    found.append(violation_if(not enough, f"it takes 1 RE{alone} to do it", ruled, "more units"))
    return violations(*found)


def bound(theatre: Theatre, position: Position, crew: Crew, task: Task) -> Position:
    """The position when a crew has worked: it moves no more in this phase."""
    keeps = "OCS-13.8d-2" if is_engineer(theatre, crew) else task.troops
    return position.mark(crew.rows, BUILT | FINISHED) if in_force(keeps) else position


def worked(position: Position, place: int, what: Work) -> Position:
    """The position when something has been worked at in a hex."""
    known = (*position.works.get(place, ()), what)
    return replace(position, works=position.works | {place: known})
