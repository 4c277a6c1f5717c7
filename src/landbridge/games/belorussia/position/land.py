"""The land as columns: places, the steps between them and what each step costs.

A place is a number, a step too (see `engine.space.graph`). The land is the whole map, or the few
hexes of a sketch. Costs come from the booklets' chart alone, through `terrain.move_costs`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Hashable, Iterable
from functools import cache, cached_property
from typing import Any, Literal, TypeVar

from msgspec import Struct

from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.citing import in_force, muted
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.space.graph import ALL, BARRED, NONE, TWELFTHS, Graph, StepCosts
from landbridge.engine.space.hexes import Hex
from landbridge.games.belorussia.map.country import Country, MapRoad, Rail, country
from landbridge.games.belorussia.map.sheets import atlas, find_hex
from landbridge.games.belorussia.ruling_figures import AS_RULED
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.terrain import chart
from landbridge.games.belorussia.terrain.move_costs import HexEntry, RoadStepInputs, entry_cost
from landbridge.games.belorussia.terrain.words import Hexside, HexsideTerrain, Move, Road
from landbridge.games.belorussia.words import Ground

T = TypeVar("T")


class HexBoundary(Struct, frozen=True):
    """What lies between two hexes, and what crosses from one to the other."""

    water: Literal[HexsideTerrain, ""] = ""
    road: Literal[MapRoad, ""] = ""
    rail: Literal[Rail, ""] = ""


NOTHING = HexBoundary()


class Land:
    """Places with their terrain."""

    def __init__(
        self,
        hexes: Iterable[Hex],
        terrain: dict[Hex, tuple[str, ...]],
        between: dict[tuple[Hex, Hex], HexBoundary],
        stations: Collection[Hex] = (),
    ) -> None:
        """`terrain` has everything that lies in a hex, `between` only what is not nothing;
        `stations` are the points of interest."""
        self.hexes = tuple(hexes)
        self.size = len(self.hexes)
        """How many places there are."""
        self.index = {place: number for number, place in enumerate(self.hexes)}
        self._q, self._r = [hex.q for hex in self.hexes], [hex.r for hex in self.hexes]
        self.labels = tuple(map(atlas().label, self.hexes))
        self.graph = Graph(
            tuple(
                tuple(self.index.get(beside, NONE) for beside in place.neighbours())
                for place in self.hexes
            )
        )
        self.terrain = tuple(terrain[place] for place in self.hexes)
        self.between = [NOTHING] * len(self.graph.ends)
        """By step."""
        for (one, other), lies in between.items():
            if one in self.index and other in self.index:
                here, there = self.index[one], self.index[other]
                self.between[self.graph.step(here, there)] = lies
                self.between[self.graph.step(there, here)] = lies
        self.stations = frozenset(self.index[hex] for hex in stations if hex in self.index)
        """Points of interest: places of a railway where trains stop though nobody lives there."""
        self._known: dict[Hashable, Any] = {}
        self._costs: dict[tuple[object, ...], _Table] = {}

    def place(self, label: str) -> int:
        """The place with a number such as B18.19."""
        found = self.index.get(find_hex(label))
        if found is None:
            raise BadInput(f"{label} is not in this position; name it among its hexes.")
        return found

    def distance(self, one: int, other: int) -> int:
        """Hexes from one place to another."""
        q, r = self._q[one] - self._q[other], self._r[one] - self._r[other]
        return (abs(q) + abs(r) + abs(q + r)) // 2

    def within(self, place: int, hexes: int) -> tuple[int, ...]:
        """The places at most so far from one, itself among them, in order."""
        key = ("within", place, hexes)
        return self.once(key, lambda land: land._within(place, hexes))

    def _within(self, place: int, hexes: int) -> tuple[int, ...]:
        around = (self.index.get(hex) for hex in self.hexes[place].disc(hexes))
        return tuple(sorted(there for there in around if there is not None))

    def has_rail(self, place: int) -> bool:
        """Whether a railway runs through a place."""
        return bool(self._rails[place])

    def rail_neighbours(self, place: int) -> tuple[int, ...]:
        """The places that a railway leads to from here."""
        return self._rails[place]

    @cached_property
    def _rails(self) -> list[tuple[int, ...]]:
        """By place: where a railway leads from it."""
        found: list[tuple[int, ...]] = [()] * self.size
        for step, (end, lies) in enumerate(zip(self.graph.ends, self.between, strict=True)):
            if lies.rail:
                found[step // self.graph.width] += (end,)
        return found

    def has_road(self, place: int) -> bool:
        """Whether a road runs through a place; a Track is none."""
        return not {"primary_road", "road"}.isdisjoint(self._roads(place))

    def has_track(self, place: int) -> bool:
        """Whether a Track runs through a place."""
        return "track" in self._roads(place)

    def _roads(self, place: int) -> set[str]:
        width = self.graph.width
        return {self.between[step].road for step in range(place * width, (place + 1) * width)}

    def once(self, key: Hashable, make: Callable[[Land], T]) -> T:
        """What `make` works out of this land alone, worked out only once."""
        if key not in self._known:
            self._known[key] = make(self)
        found: T = self._known[key]
        return found

    def costs(
        self,
        move: Move,
        ground: Ground = "dry",
        ice: bool = False,
        bridged: frozenset[int] = frozenset(),
        rulings: Rulings = AS_RULED,
        *,
        pontoons: frozenset[int] = frozenset(),
        slowed: frozenset[int] = frozenset(),
        trails: bool = False,
    ) -> StepCosts:
        """What every step costs.

        `bridged` are the places whose engineers help over rivers, `pontoons` those with a pontoon
        bridge, `slowed` those that cost a point more to enter. With `trails` no way helps but a
        Track.
        """
        switches = tuple(getattr(rulings, switch) for switch in RoadStepInputs.turns_on)
        key = (move, ground, ice, trails, switches, muted())
        if key not in self._costs:
            self._costs[key] = _Table(self, StepConditions(move, ground, ice, trails, rulings))
            if len(self._costs) > MOST_COSTS:
                self._costs.pop(next(iter(self._costs)))
        return self._costs[key].costs(bridged, pontoons, slowed)


class StepConditions(Struct, frozen=True):
    """What the cost of a step turns on, besides the step."""

    move: Move
    ground: Ground
    ice: bool
    trails: bool
    rulings: Rulings


class _Table:
    """What every step of a land costs one kind of movement in one weather."""

    def __init__(self, land: Land, going: StepConditions) -> None:
        self._land, self._going = land, going
        self._known: dict[tuple[tuple[str, ...], HexBoundary, bool, bool], int] = {}
        self._changed: dict[tuple[frozenset[int], ...], StepCosts] = {}
        column = array("h", [BARRED]) * len(land.graph.ends)
        for step, end in enumerate(land.graph.ends):
            if end >= 0:
                column[step] = self._cost(step)
        if in_force("OCS-6.1d-1"):
            for step, back in enumerate(land.graph.back):
                if back >= 0 and column[back] == BARRED:
                    column[step] = BARRED
        self._plain = StepCosts(land.graph, column)

    def costs(
        self, bridged: frozenset[int], pontoons: frozenset[int], slowed: frozenset[int]
    ) -> StepCosts:
        """The costs where some places have bridges, and some are slow to enter."""
        key = (bridged, pontoons, slowed)
        if not any(key):
            return self._plain
        if key not in self._changed:
            if len(self._changed) >= MOST_CHANGED:
                self._changed.pop(next(iter(self._changed)))
            made = self._bridges(bridged, pontoons)
            self._changed[key] = self._plain.changed(made | self._slowed(slowed, made))
        return self._changed[key]

    def _slowed(self, places: frozenset[int], made: dict[int, int]) -> dict[int, int]:
        graph, found = self._land.graph, dict[int, int]()
        for place in places:
            for back in graph.back[place * graph.width : (place + 1) * graph.width]:
                price = made.get(back, self._plain.column[back]) if back >= 0 else BARRED
                if price not in (BARRED, ALL):
                    found[back] = price + TWELFTHS
        return found

    def _bridges(self, bridged: frozenset[int], pontoons: frozenset[int]) -> dict[int, int]:
        found: dict[int, int] = {}
        graph, between = self._land.graph, self._land.between
        for place in bridged | pontoons:
            for step in range(place * graph.width, (place + 1) * graph.width):
                if not between[step].water:
                    continue
                back = graph.back[step]
                ends = {place, graph.ends[step]}
                helped, floats = not bridged.isdisjoint(ends), not pontoons.isdisjoint(ends)
                there, here = self._cost(step, helped, floats), self._cost(back, helped, floats)
                if BARRED in (there, here) and in_force("OCS-6.1d-1"):
                    there = here = BARRED
                found[step], found[back] = there, here
        return found

    def _cost(self, step: int, helped: bool = False, floats: bool = False) -> int:
        terrain, lies = self._land.terrain[self._land.graph.ends[step]], self._land.between[step]
        key = (terrain, lies, helped, floats)
        if key not in self._known:
            found = step_cost(terrain, lies, self._going, helped, floats)
            self._known[key] = found.result
        return self._known[key]


MOST_COSTS = 48
"""Tables of costs that are kept of one land."""
MOST_CHANGED = 8
"""Tables of one kind that are kept with bridges."""


def step_cost(
    terrain: tuple[str, ...],
    lies: HexBoundary,
    going: StepConditions,
    bridging: bool = False,
    pontoon: bool = False,
) -> Finding[int]:
    """The cheapest way to take a step: across country, or along whatever crosses the hexside.

    Roads of every kind and railways are joined in each hex, so that no step asks which it was on.
    """
    water: Hexside = lies.water or "none"

    def by(way: Road) -> Finding[int]:
        why = Why()
        entry = HexEntry(
            terrain=terrain,
            move=going.move,
            ground=going.ground,
            hexside=water,
            road=way,
            ice=going.ice,
            bridging=bridging,
        )
        return why.so(_as_step(entry_cost(entry, why, going.rulings)))

    ways: list[Road] = [lies.road] if lies.road else []
    ways += ["rail"] if lies.rail else []
    ways += ["pontoon"] if pontoon and water in ("minor_river", "major_river") else []
    if going.trails:
        ways = [way for way in ways if way in ("track", "pontoon")]
    across = by("none")
    if not ways:
        return across
    why = Why()
    joined = len(ways) < 2 or why("OCS-6.2a-2", "the cheapest of all ways that cross the hexside")
    along = (min if joined else max)(map(by, ways), key=_dearness)
    return why.so(why.add(min(along, across, key=_dearness)))


def _dearness(cost: Finding[int]) -> int:
    """By what costs are compared: what is prohibited is dearest."""
    return ALL + 1 if cost.result == BARRED else cost.result


def _as_step(cost: int) -> int:
    """A cost of the chart as the kernels count it."""
    if cost >= chart.PROHIBITED:
        return BARRED
    return ALL if cost >= chart.ALL else cost


@cache
def whole_map() -> Land:
    """The land of all four sheets."""
    return land_of(country(), atlas().hexes)


def land_of(country: Country, hexes: Iterable[Hex]) -> Land:
    """The land of these hexes as the map has them."""
    hexes = tuple(hexes)
    terrain = {place: terrain_at(country, place) for place in hexes}
    return Land(hexes, terrain, sides_of(country), stations_of(country))


def stations_of(country: Country) -> frozenset[Hex]:
    """The points of interest of the map."""
    places = (place for place in country.places.values() if place.kind == "point_of_interest")
    return frozenset(hex for place in places for hex in place.hexes)


def terrain_at(country: Country, place: Hex) -> tuple[str, ...]:
    """Everything that lies in a hex."""
    settlement = country.settlement_of(place)
    landscape: tuple[str, ...] = (country.landscape_of(place),)
    return (*landscape, settlement) if settlement else landscape


def sides_of(country: Country) -> dict[tuple[Hex, Hex], HexBoundary]:
    """What lies between hexes, wherever something does."""
    return {
        between: HexBoundary(
            country.water.get(between, ""),
            country.roads.get(between, ""),
            country.rails.get(between, ""),
        )
        for between in {*country.water, *country.roads, *country.rails}
    }
