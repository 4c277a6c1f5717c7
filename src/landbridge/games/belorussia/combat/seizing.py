"""Hexes in which only enemy non-combat units stand, on the map: what whoever enters takes (9.14).

Dumps, Transport Points and their loads are rolled for; hedgehogs and air bases change hands;
Extenders collapse; planes fly off. The tables and figures are those of `combat.capture`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.columns import BYTE
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.graph import BARRED
from landbridge.games.belorussia.air.air_combat import capture_modifiers, resolve_base_capture
from landbridge.games.belorussia.combat.capture import Target, capture, captured_hedgehog
from landbridge.games.belorussia.movement.sizes import steps_left
from landbridge.games.belorussia.position.counters import (
    SIDES,
    TOKENS,
    Counters,
    other_side,
    transport_point,
)
from landbridge.games.belorussia.position.position import (
    FINISHED,
    INACTIVE,
    UNUSED,
    AirBase,
    Extender,
    Position,
)
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.extenders import collapsed
from landbridge.games.belorussia.supply_lines.paths import FIGURES, ways_from
from landbridge.games.belorussia.supply_lines.sources import range_of
from landbridge.games.belorussia.supply_lines.starving import destroyed, removed
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.words import Side, counted

DISPLACED = {"truck": 10, "wagon": 5}
"""Hexes that Transport Points which were not captured go at most (OCS-9.14c-5)."""
COLUMN: dict[str, Target] = {"truck": "trucks", "wagon": "wagons"}


class Seizure(Struct, frozen=True, kw_only=True):
    """A hex after it has been taken."""

    counters: Counters
    position: Position
    told: tuple[str, ...]
    """What has happened, a sentence each."""
    displaced: dict[str, tuple[int, ...]]
    """Trucks and wagons that their owner has still to displace, by kind."""
    taken: dict[str, tuple[int, ...]]
    """Those that have been captured, by kind; the owner may let others be captured instead."""
    fled: tuple[Extender, ...]
    """Extenders that have collapsed to the nearest refuge, and have others to choose from."""


def is_worth_taking(theatre: Theatre, side: Side, place: int) -> bool:
    """Whether a hex holds something that whoever enters takes, and no enemy combat unit."""
    return bool(worth_taking(theatre, side, (place,)))


def worth_taking(theatre: Theatre, side: Side, places: Iterable[int]) -> list[int]:
    """The hexes among these, in order, that hold something that whoever enters takes, and no enemy
    combat unit."""
    enemy, now, places = other_side(side), theatre.position, tuple(places)
    number, around = SIDES.index(enemy), set(places)
    things = now.dumps[number].keys() & around
    things.update(place for place in now.bases.keys() & around if now.bases[place].side == enemy)
    things.update(
        place for place in now.hedgehogs.keys() & around if now.control[place] == number + 1
    )
    things.update(place for place in theatre.stacks.keys() & around if theatre.stack(place, enemy))
    things.update(one.place for one in now.extenders if one.side == enemy)
    found = [place for place in places if place in things] if things else []
    return [place for place in found if not theatre.combat_units(place, enemy)]


def seize(
    theatre: Theatre, side: Side, place: int, nature: Nature, by_advance: bool = False
) -> Finding[Seizure]:
    """Take everything in a hex that an Attack-Capable unit of a side has entered."""
    return _Seizure(theatre, side, place, nature, by_advance).seize_all()


class _Seizure:
    """A hex while it is taken."""

    def __init__(
        self, theatre: Theatre, side: Side, place: int, nature: Nature, by_advance: bool
    ) -> None:
        self.theatre, self.side, self.place, self.nature = theatre, side, place, nature
        self.enemy = other_side(side)
        self.by_advance = by_advance
        self.counters, self.position = theatre.counters, theatre.position
        self.why = Why()
        self.told: list[str] = []
        self.displaced: dict[str, tuple[int, ...]] = {}
        self.taken: dict[str, tuple[int, ...]] = {}
        self.fled: list[Extender] = []
        self.label = theatre.land.labels[place]

    def seize_all(self) -> Finding[Seizure]:
        """Everything one after the other."""
        self.take_hedgehog()
        self.take_dump()
        for extender in self.theatre.position.extenders:
            if extender.place == self.place and extender.side == self.enemy:
                self.collapse(extender)
        for kind in COLUMN:
            self.take_transport(kind)
        self.take_base()
        return self.why.so(
            Seizure(
                counters=self.counters,
                position=self.position,
                told=tuple(self.told),
                displaced=self.displaced,
                taken=self.taken,
                fled=tuple(self.fled),
            )
        )

    # What lies there

    def take_hedgehog(self) -> None:
        """A hedgehog of the enemy is captured with the levels that a ruling leaves it."""
        level = self.position.hedgehogs.get(self.place, 0)
        if not level or self.position.control[self.place] != SIDES.index(self.enemy) + 1:
            return
        found = self.why.add(captured_hedgehog(level, self.theatre.rulings.hedgehog_capture))
        others = {p: n for p, n in self.position.hedgehogs.items() if p != self.place}
        left = {self.place: found.level} if found.level else {}
        self.position = replace(self.position, hedgehogs=others | left)
        what = f"has Level {found.level} now" if found.level else "is gone"
        self.told.append(f"the hedgehog {what}")

    def take_dump(self) -> None:
        """A share of the supply on the ground is captured, the rest destroyed."""
        number = SIDES.index(self.enemy)
        tokens = self.position.dumps[number].get(self.place, 0)
        if not tokens or not in_force("OCS-9.14b-1"):
            return
        found = capture("dump", tokens, 0, True, self.nature)
        self.why.by(("OCS-9.14b-1", "OCS-9.14b-2"), f"{found.percent} % of the dump is captured")
        self.position = self.position.add_tokens(number, self.place, -tokens)
        self.position = self.position.add_tokens(1 - number, self.place, found.tokens)
        self.told.append(
            f"{counted(found.tokens, 'token')} of {tokens} captured, the rest destroyed"
        )

    # Transport

    def take_transport(self, kind: str) -> None:
        """Trucks or wagons are captured with their loads in one percentage; others get away."""
        own = ("truck", "organic_truck") if in_force("OCS-9.14c-8") else ("truck",)
        own = own if kind == "truck" else ("wagon",)
        rows = [
            row
            for row in self.theatre.stack(self.place, self.enemy)
            if self.theatre.counter(row).kind in own
        ]
        if rows and in_force("OCS-9.14c-3"):
            self.roll_for(kind, rows)

    def roll_for(self, kind: str, rows: Sequence[int]) -> None:
        """One die for all Transport Points of a column."""
        load = sum(self.position.load[row] for row in rows)
        found = capture(COLUMN[kind], load, len(rows), True, self.nature)
        rules = ("OCS-9.14c-3", "OCS-9.14c-4", "OCS-9.14c-1" if kind == "truck" else "OCS-9.14c-2")
        self.why(rules, f"{found.percent} % of the {kind}s and their load are captured")
        points = found.points if in_force("OCS-9.14c-4") else 0
        ordered = sorted(rows, key=lambda row: self.theatre.counter(row).kind == "organic_truck")
        taken, left = tuple(ordered[:points]), tuple(ordered[points:])
        self.taken[kind] = (*self.taken.get(kind, ()), *taken)
        if any(self.theatre.counter(row).kind == "organic_truck" for row in taken):
            self.why("OCS-9.14c-8", "captured Organic Trucks become ordinary ones")
        self.position = removed(self.position, taken, UNUSED)
        self._load(taken, 0)
        rest = load - found.tokens
        carried = min(rest, TOKENS * len(left))
        self._load(left, carried)
        self._capture(kind, points, found.tokens)
        if left:
            self.why("OCS-9.14c-5", f"the others are displaced up to {DISPLACED[kind]} hexes")
            self.displaced[kind] = left
        self.told.append(
            f"{points} of {counted(len(rows), kind)} captured, with"
            f" {counted(found.tokens, 'token')}"
        )
        if rest > carried:
            self.told.append(f"{counted(rest - carried, 'token')} lost for want of {kind}s")

    def _load(self, rows: Sequence[int], tokens: int) -> None:
        """Divide a load among Transport Points."""
        loads = {}
        for row in rows:
            loads[row] = min(TOKENS, tokens)
            tokens -= loads[row]
        self.position = replace(self.position, load=BYTE.put_all(self.position.load, loads))

    def _capture(self, kind: str, points: int, tokens: int) -> None:
        """New Transport Points of the captor, with their load; what does not fit lies there."""
        first, named = len(self.counters), f"{self.side}-captured-"
        so_far = sum(counter.id.startswith(named) for counter in self.counters.all)
        made = [
            transport_point(
                f"{named}{so_far + n + 1}",
                self.side,
                "truck" if kind == "truck" else "wagon",
                f"Captured {kind}",
            )
            for n in range(points)
        ]
        self.counters = self.counters.with_added(made)
        self.position = self.position.with_rows(points)
        rows = tuple(range(first, first + points))
        self.position = self.position.moved(dict.fromkeys(rows, self.place))
        faces = BYTE.put_all(self.position.face, dict.fromkeys(rows, 1))
        self.position = replace(self.position, face=faces)
        self._load(rows, tokens)
        spare = tokens - TOKENS * points
        if spare > 0:
            number = SIDES.index(self.side)
            self.position = self.position.add_tokens(number, self.place, spare)
        if points:
            self._may_move(rows)

    def _may_move(self, rows: Sequence[int]) -> None:
        """Captured vehicles move at once in the Movement Phase, otherwise in the next one."""
        at_once = self.theatre.phase == "movement"
        text = "at once" if at_once else "from their captor's next Movement Phase on"
        if not self.why("OCS-9.14c-7", f"captured vehicles may move {text}") or not at_once:
            self.position = self.position.mark(tuple(rows), FINISHED)

    def collapse(self, extender: Extender) -> None:
        """An Extender gets away to a hex in trace; without one its points are rolled for."""
        now = self.theatre.with_position(self.position)
        found = refuges(now, extender)
        if found and self.why("OCS-9.14d-1", "the Extender collapses without loss"):
            self.position = collapsed(now, extender, found[0])
            if len(found) == 1:
                self.told.append(f"an Extender collapses to {self.theatre.land.labels[found[0]]}")
            else:
                self.told.append("an Extender collapses")
                self.fled.append(extender)
            return
        if not self.why("OCS-9.14d-2", "the Extender has no hex in trace: turned and rolled for"):
            return
        self.position = collapsed(now, extender, self.place)
        if extender.points:
            self.roll_for(extender.kind, extender.points)

    # Air

    def take_base(self) -> None:
        """An air base changes hands; its planes roll, fly off and are Inactive."""
        base = self.position.bases.get(self.place)
        if base is None or base.side != self.enemy:
            return
        if not self.why("OCS-9.14f-1", "the air base is captured and usable at once"):
            return
        self.told.append("the air base is captured")
        bases = self.position.bases | {self.place: AirBase(self.side, base.level)}
        self.position = replace(self.position, bases=bases)
        for row in self.theatre.stack(self.place, self.enemy):
            if self.theatre.counter(row).kind == "plane":
                self.catch(row)

    def catch(self, row: int) -> None:
        """A plane at a captured base."""
        active = not self.position.done[row] & INACTIVE
        to = self.shelter(row)
        steps = steps_left(self.theatre, row)
        modifiers = capture_modifiers(active, self.by_advance)
        found = self.why.add(resolve_base_capture(steps, to is not None, modifiers, self.nature))
        if to is None or not found.steps:
            self.position = destroyed(self.theatre, self.position, (row,))
            self.told.append("a plane is destroyed")
            return
        lost = BYTE.put(self.position.lost, row, self.theatre.counter(row).steps - found.steps)
        self.position = replace(self.position.moved({row: to}), lost=lost).mark((row,), INACTIVE)
        self.told.append(f"a plane flies to {self.theatre.land.labels[to]}")

    def shelter(self, row: int) -> int | None:
        """The nearest friendly base within twice a plane's range."""
        reach = 2 * (self.theatre.counter(row).range or 0)
        far = {
            place: self.theatre.land.distance(self.place, place)
            for place, base in self.position.bases.items()
            if base.side == self.enemy and place != self.place
        }
        near = [place for place, hexes in far.items() if hexes <= reach]
        return min(near, key=lambda place: (far[place], place), default=None)


def refuges(theatre: Theatre, extender: Extender) -> tuple[int, ...]:
    """The hexes in an Extender's range with trace supply and no enemy in them, nearest first."""
    side, enemy, land = extender.side, other_side(extender.side), theatre.land
    others = tuple(one for one in theatre.position.extenders if one != extender)
    without = theatre.with_position(replace(theatre.position, extenders=others))
    # Whoever has come upon it does not bar its way out of the hex.
    intruders = dict.fromkeys(theatre.stack(extender.place, enemy), UNUSED)
    before = without.with_position(without.position.moved(intruders))
    move = FIGURES["extender"][extender.kind]["by"]
    near = ways_from(before, side, extender.place, move, range_of(extender.kind)).marked()
    point, supply = transport_point("", side, extender.kind), supply_state(without, side)
    able = [
        place
        for place in range(land.size)
        if near[place] and place != extender.place
        if not theatre.stack(place, enemy) and supply.reaches(point, place)
    ]
    return tuple(sorted(able, key=lambda place: (land.distance(extender.place, place), place)))


def displacement_hexes(theatre: Theatre, rows: Sequence[int], start: int) -> tuple[int, ...]:
    """The hexes to which Transport Points may be displaced, whatever lies on the way."""
    counter, land = theatre.counter(rows[0]), theatre.land
    kind = "wagon" if counter.kind == "wagon" else "truck"
    costs = land.costs(counter.moving.by, theatre.ground, theatre.ice, rulings=theatre.rulings)
    enemy = other_side(counter.side)
    graph = land.graph
    near = None
    if not in_force("OCS-9.14c-6"):
        near = ways_from(theatre, counter.side, start, counter.moving.by, DISPLACED[kind]).marked()

    def enters(place: int) -> bool:
        return any(costs.column[graph.step(n, place)] != BARRED for n in graph.neighbours[place])

    return tuple(
        place
        for place in range(land.size)
        if 0 < land.distance(start, place) <= DISPLACED[kind]
        if near is None or near[place]
        if not theatre.stack(place, enemy) and enters(place)
    )
