"""What holds when a scenario is set up (front matter of the series: OCS-SET)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.graph import BARRED
from landbridge.games.belorussia.map.sheets import find_hex
from landbridge.games.belorussia.movement.faces import mode_of
from landbridge.games.belorussia.movement.modes import VOLUNTARY
from landbridge.games.belorussia.movement.special_bars import next_to_enemies
from landbridge.games.belorussia.movement.stacking import MOST, overstacked
from landbridge.games.belorussia.position.asking import HexLabel, PositionQuestion, UnitNames
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.position import FUELLED, INACTIVE, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.violations import refuse, violation_if, violations


def set_up_violations(
    theatre: Theatre, filled: Collection[str] = (), reduced: Collection[str] = ()
) -> tuple[Violation, ...]:
    """What is wrong with a set-up.

    `filled` are the Organic Trucks that the scenario says begin full, `reduced` the units that it
    says begin with steps lost; both by name.
    """
    return violations(
        *(found for row in range(len(theatre.counters)) for found in _one(theatre, row, reduced)),
        *_loads(theatre, filled),
        *_stacks(theatre),
        _fuel(theatre),
    )


def _one(theatre: Theatre, row: int, reduced: Collection[str]) -> Iterator[Violation | None]:
    if not theatre.on_map(row):
        return
    counter, mode = theatre.counter(row), mode_of(theatre, row)
    name, place = counter.name, theatre.place_of(row)
    label = theatre.land.labels[place]
    yield violation_if(
        mode not in VOLUNTARY,
        f"{name} cannot begin in {mode.upper() if mode == 'dg' else mode.title()} Mode",
        "OCS-SET-2",
        "Combat, Move, Reserve or Strat",
    )
    yield violation_if(
        _too_near(theatre, row),
        f"{name} is next to an enemy Attack-Capable unit and in {mode.title()} Mode",
        "OCS-SET-3",
        "another mode, or another hex",
    )
    yield violation_if(
        counter.kind == "plane" and bool(theatre.position.done[row] & INACTIVE),
        f"{name} is Inactive",
        "OCS-SET-6",
        "all aircraft begin Active",
    )
    yield violation_if(
        counter.is_combat and not may_stand(theatre, row),
        f"{name} could not enter {label} by ordinary movement",
        "OCS-SET-8",
        "a hex that it could enter",
    )
    yield violation_if(
        bool(theatre.position.lost[row]) and name not in reduced,
        f"{name} begins with steps lost",
        "OCS-SET-9",
        "all its steps, unless the scenario says otherwise",
    )


def _too_near(theatre: Theatre, row: int) -> bool:
    """Whether a unit in Reserve or Strat Mode is next to an enemy who could attack it."""
    if theatre.marker(row) not in ("reserve", "strat"):
        return False
    near = next_to_enemies(theatre, theatre.counter(row).side, "attack_capable")
    return bool(near[theatre.place_of(row)])


def may_stand(theatre: Theatre, row: int) -> bool:
    """Whether some way leads into a unit's hex for one of its sides."""
    graph, place = theatre.land.graph, theatre.place_of(row)
    ways = [back for back in _steps_into(theatre, place) if back >= 0]
    counter = theatre.counter(row)
    moves = {face.by for face in (counter.combat, counter.moving)}
    return (
        any(
            theatre.land.costs(move, theatre.ground, theatre.ice).column[way] != BARRED
            for move in moves
            for way in ways
        )
        or not graph.width
    )


def _steps_into(theatre: Theatre, place: int) -> list[int]:
    graph = theatre.land.graph
    return list(graph.back[place * graph.width : (place + 1) * graph.width])


def _loads(theatre: Theatre, filled: Collection[str]) -> Iterator[Violation | None]:
    """Transport Points begin loaded with the SP of their hex alone."""
    lying = [dict(dumps) for dumps in theatre.position.dumps]
    for row, counter in enumerate(theatre.counters):
        tokens = theatre.position.load[row]
        if not tokens or not theatre.on_map(row):
            continue
        organic = counter.kind == "organic_truck"
        dump, place = lying[SIDES.index(counter.side)], theatre.place_of(row)
        fits = dump.get(place, 0) >= tokens
        dump[place] = dump.get(place, 0) - tokens * fits
        said = organic and counter.name in filled
        yield violation_if(
            not fits and not said,
            f"{counter.name} begins loaded, and the SP for it are not in its hex",
            "OCS-SET-5" if organic else "OCS-SET-4",
            "empty, or filled where the scenario says so" if organic else "empty",
        )


def _stacks(theatre: Theatre) -> Iterator[Violation | None]:
    for side in SIDES:
        for place in overstacked(theatre, side):
            yield violation_if(
                True,
                f"{theatre.land.labels[place]} is overstacked",
                ("OCS-SET-7", "OCS-4.8-1"),
                f"{MOST} RE of combat units at most",
            )


def _fuel(theatre: Theatre) -> Violation | None:
    now = theatre.position
    paid = now.fuelled_hqs or now.fuelled_formations or any(done & FUELLED for done in now.done)
    return violation_if(
        bool(paid), "somebody begins with fuel", "OCS-SET-9", "HQs and formations begin without"
    )


def settled(theatre: Theatre) -> Position:
    """The position when both have set up: who is in Reserve or Strat next to the enemy is not."""
    if not in_force("OCS-SET-3"):
        return theatre.position
    off = {row: 0 for row in range(len(theatre.counters)) if _stands_too_near(theatre, row)}
    return replace(theatre.position, marker=BYTE.put_all(theatre.position.marker, off))


def _stands_too_near(theatre: Theatre, row: int) -> bool:
    return theatre.on_map(row) and _too_near(theatre, row)


class SetUpQuestion(PositionQuestion, frozen=True, kw_only=True):
    """Whether a position may stand as a set-up."""

    asks_permission = True
    cites = tuple(f"OCS-SET-{n}" for n in range(2, 10))

    filled: Annotated[
        UnitNames, Meta(description="Organic Trucks that begin full by the scenario")
    ] = ()
    reduced: Annotated[
        UnitNames, Meta(description="units that begin with steps lost by the scenario")
    ] = ()

    def answer(self, nature: Nature) -> Finding[bool]:
        theatre, why = self.theatre(), Why()
        refuse(set_up_violations(theatre, self.filled, self.reduced))
        why("OCS-SET-2", "any voluntary mode")
        if any(theatre.position.load):
            loaded = "OCS-SET-5" if self.filled else "OCS-SET-4"
            why(loaded, "loaded with the SP of the hex, or as the scenario says")
        return why.so(True)


class SetUpHex(Question, frozen=True, kw_only=True):
    """Whether a set-up entry "within X of a place" allows a hex."""

    asks_permission = True
    cites = ("OCS-SET-1",)

    hex: HexLabel
    of: Annotated[HexLabel, Meta(description="the place that the entry names")]
    within: Annotated[int, Meta(ge=0, le=99, description="how far the entry allows")]

    def answer(self, nature: Nature) -> Finding[bool]:
        why = Why()
        far = find_hex(self.hex).distance(find_hex(self.of))
        refuse(
            violations(
                violation_if(
                    far > self.within,
                    f"{self.hex} is {far} hexes from {self.of}",
                    "OCS-SET-1",
                    f"{self.within} or fewer; a stack may be spread, and may deploy breakdowns",
                )
            )
        )
        why("OCS-SET-1", f"{far} hexes away, and {self.within} are allowed")
        return why.so(True)
