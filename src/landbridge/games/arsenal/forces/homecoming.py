"""Troops that go home: those of an ally that has turned, and the Rumanians of December 1941."""

from __future__ import annotations

from collections import deque
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import turn
from landbridge.games.arsenal.forces.allies import DATA
from landbridge.games.arsenal.forces.units import UNIT, UNITS, unit_number
from landbridge.games.arsenal.map.places import place_name
from landbridge.games.arsenal.map.points import (
    HOME,
    NEIGHBOURS,
    POINTS,
    RAIL,
    control,
    point_number,
)
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import LiftShortfall, NoWayHome, RumanianLift
from landbridge.games.arsenal.words import (
    AXIS,
    SOVIET,
    Ally,
    AxisHolds,
    Month,
    SovietHolds,
    figures,
    plural,
)

# The way home


HowHome = Literal["stay", "strategic", "operational", "blocked"]


class Homecoming(Struct, frozen=True):
    """How troops that have turned go home."""

    at_home: bool
    how: HowHome
    path: tuple[str, ...]
    waits: bool = False
    """Without a way: whether they stay where they are until one opens; otherwise they are lost."""


class Journey(Struct, frozen=True):
    """The way home of troops that have turned, by points."""

    how: HowHome
    path: tuple[int, ...]
    waits: bool = False


def path_home(
    ally: str, at: int, held: bytes, closed: frozenset[int] = frozenset()
) -> tuple[HowHome, tuple[int, ...]]:
    """The quickest way into the own country: over rail first, then over any line.

    At closed points Germans stand: it neither ends there nor leads through.
    """
    home = frozenset(HOME[ally]) - closed
    if at in home:
        return "stay", (at,)
    ways: tuple[tuple[HowHome, tuple[tuple[int, ...], ...]], ...] = (
        ("strategic", RAIL),
        ("operational", NEIGHBOURS),
    )
    for how, lines in ways:
        came: dict[int, int] = {at: at}
        queue = deque([at])
        while queue:
            point = queue.popleft()
            if point in home:
                path = [point]
                while path[-1] != at:
                    path.append(came[path[-1]])
                return how, tuple(reversed(path))
            for end in lines[point]:
                if end not in came and (held[end] == SOVIET or end in home):
                    came[end] = point
                    queue.append(end)
    return "blocked", (at,)


@rule("DC-R19", "RUL-DC-8", "RUL-DC-46")
def journey_home(
    ally: str,
    at: int,
    held: bytes,
    closed: frozenset[int] = frozenset(),
    no_way_home: NoWayHome = "wait",
) -> Finding[Journey]:
    """The way that troops must take whose country's capital has fallen.

    At closed points Germans stand; where they stand beside the troops themselves, nobody waits.
    """
    why = Why()
    if not why("DC-R19", "they must return to their country as soon as possible and remain"):
        return why.so(Journey("stay", (at,)))
    how, path = path_home(ally, at, held, closed)
    why("RUL-DC-8", "by strategic movement if lines allow, otherwise the shortest open way")
    if how != "blocked":
        return why.so(Journey(how, path))
    waits = figures("no_way_home", no_way_home)["waits"] and at not in closed
    why("RUL-DC-46", "no way is open: they wait for one" if waits else "no way is open: lost")
    return why.so(Journey(how, path, waits))


class WayHome(ArsenalQuestion, frozen=True, kw_only=True):
    """Where an ally's troops must go once its capital has fallen."""

    turns_on = ("no_way_home",)

    cites = ("DC-R19",)

    germans: Annotated[
        tuple[Name, ...],
        Meta(max_length=60, description="points on which Axis troops of other nations stand"),
    ] = ()
    ally: Annotated[Ally, Meta(description="whose troops")]
    at: Annotated[Name, Meta(description="where they are")]
    soviet_holds: SovietHolds = ()
    axis_holds: AxisHolds = ()

    def answer(self, nature: Nature) -> Finding[Homecoming]:
        held = control(self.axis_holds, self.soviet_holds)
        why, at = Why(), point_number(self.at)
        closed = frozenset(map(point_number, self.germans))
        found = why.add(journey_home(self.ally, at, held, closed, self.rulings.no_way_home))
        names = tuple(place_name(point) for point in found.path)
        home = at in HOME[self.ally] and found.how == "stay"
        return why.so(Homecoming(home, found.how, names, found.waits))


# December 1941


LIFTED: frozenset[int] = frozenset(UNIT[word] for word in DATA["lift"]["units"])
"""The Rumanian units that go home in December 1941."""
LIFT_MONTH: str = DATA["lift"]["month"]
BACK_MONTH: str = DATA["lift"]["back"]


class LiftTerms(Struct, frozen=True):
    """Rumanian units lifted home."""

    dispersed: bool
    moves_used: int
    moves_left: int


@rule("DC-R24", "DC-R25", "RUL-DC-11")
def lift_rumanians(
    units: tuple[int, ...],
    to: tuple[int, ...],
    month: str,
    held: bytes,
    used: int = 0,
    isolated: bool = False,
    rumanian_lift: RumanianLift = "dispersed",
    lift_shortfall: LiftShortfall = "along_lines",
) -> Finding[LiftTerms]:
    """Set Rumanian units on points in Rumania, without tracing lines."""
    why = Why()
    ruled = figures("rumanian_lift", rumanian_lift)
    if month != LIFT_MONTH or not why("DC-R24", "they are picked up and set on points in Rumania"):
        raise Refusal(
            "Units are lifted home without lines only in December 1941",
            "DC-R24",
            legal="strategic or operational movement along lines",
        )
    for unit in units:
        if unit not in LIFTED:
            raise Refusal(
                f"{UNITS[unit].name} does not go home in December 1941",
                ("DC-R24", "RUL-DC-11"),
                legal=", ".join(sorted(UNITS[u].id for u in LIFTED)),
            )
    for point in to:
        if point not in HOME["rumanian"] or held[point] != AXIS:
            raise Refusal(
                f"{POINTS[point].name} is no free point in Rumania",
                "DC-R24",
                legal="points of Rumania under Axis control",
            )
    if isolated and not ruled["isolated"]:
        raise Refusal("An isolated unit cannot be lifted", "RUL-DC-11", legal="units in supply")
    why("RUL-DC-11", "isolated or not; dispersed, as ruled" if ruled["dispersed"] else "as ruled")
    moves = 0
    if why("DC-R25", f"{len(units)} of the Axis strategic moves of the month are used"):
        moves = len(units)
    free = max(turn(month).axis_capacity - used, 0)
    if moves > free:
        if not figures("lift_shortfall", lift_shortfall)["lifted"]:
            raise Refusal(
                f"The Axis have too few strategic moves left for {plural(len(units), 'unit')}",
                ("DC-R25", "RUL-DC-47"),
                legal=f"{free}; the others go home along lines",
            )
        why("RUL-DC-47", "those for whom no move is left are lifted all the same")
        moves = free
    return why.so(LiftTerms(bool(ruled["dispersed"]), moves, free - moves))


class RumanianLiftHome(ArsenalQuestion, frozen=True, kw_only=True):
    """The Rumanian withdrawal of December 1941: which units, to where, at what cost."""

    turns_on = (
        "rumanian_lift",
        "lift_shortfall",
    )

    cites = ("DC-R24", "DC-R25")

    units: Annotated[tuple[Name, ...], Meta(max_length=20, description="the units, as R-III, R-V")]
    to: Annotated[
        tuple[Name, ...], Meta(max_length=20, description="points in Rumania, one for each unit")
    ]
    month: Month = "1941-12"
    used: Annotated[int, Meta(ge=0, le=60, description="Axis strategic moves already used")] = 0
    isolated: Annotated[bool, Meta(description="whether one of them is isolated")] = False
    soviet_holds: SovietHolds = ()

    def answer(self, nature: Nature) -> Finding[LiftTerms]:
        if len(self.units) != len(self.to):
            raise BadInput("Name one point in Rumania for each unit.")
        units = tuple(unit_number(word) for word in self.units)
        if len(set(units)) < len(units):
            raise BadInput("A unit is lifted once; name each of the units once.")
        return lift_rumanians(
            units,
            tuple(point_number(word) for word in self.to),
            self.month,
            control((), self.soviet_holds),
            self.used,
            self.isolated,
            self.rulings.rumanian_lift,
            self.rulings.lift_shortfall,
        )
