"""The Axis allies: how each stands, the fall of a capital, and the Rumanians who go home."""

from __future__ import annotations

from collections import deque
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import turn
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
from landbridge.games.arsenal.rulings import Defection, FallenAlly, RumanianLift
from landbridge.games.arsenal.words import (
    ALLIES,
    AXIS,
    PACKAGE,
    SOVIET,
    Ally,
    AxisHolds,
    Month,
    Side,
    SovietHolds,
    figures,
)

DATA: dict[str, Any] = read_toml(PACKAGE, "allies.toml")


class LeavingTerms(Struct, frozen=True):
    """What makes an ally leave the war besides the fall of its capital."""

    all_soviet: tuple[str, ...]
    from_: str = msgspec.field(name="from")
    how: Literal["changes side", "leaves the war"]


class Country(Struct, frozen=True):
    """An ally."""

    country: str
    entry: str
    cites: str
    source: str
    at_war: str
    leaves: LeavingTerms | None = None


COUNTRIES: dict[str, Country] = {ally: msgspec.convert(DATA[ally], Country) for ally in ALLIES}
ENTRY: dict[str, int] = {ally: point_number(c.entry) for ally, c in COUNTRIES.items()}
"""The entry city of each ally."""


class AllyStatus(Struct, frozen=True, kw_only=True):
    """How an ally stands."""

    state: Literal["neutral", "at_war", "turned", "out"]
    """Turned: its troops obey the Soviets. Out: its troops are removed."""
    arrivals: bool
    """Whether it still gets replacements and reinforcements."""
    troops: Side | Literal["none"]
    """Who commands its troops."""
    go_home: bool
    """Whether they must return to their country and stay there."""
    may_attack: bool


@rule("DC-R18", "DC-R19", "DC-R23", "RUL-DC-8", "RUL-DC-10")
def ally_status(
    ally: Ally,
    month: str,
    held: bytes,
    fallen: bool = False,
    left: bool = False,
    fallen_ally: FallenAlly = "defend_at_home",
    defection: Defection = "conditions",
) -> Finding[AllyStatus]:
    """How an ally stands; `fallen` and `left` say what has happened on earlier turns."""
    why = Why()
    country = COUNTRIES[ally]
    ruled = figures("fallen_ally", fallen_ally)
    entry = ENTRY[ally]
    lost_now = held[entry] == SOVIET
    arrivals = turn(month).month >= country.at_war
    state: Literal["neutral", "at_war", "turned", "out"] = "at_war" if arrivals else "neutral"
    if not arrivals:
        why("RUL-DC-10", f"{country.country} is not at war before {country.at_war}")
    restored = ruled["restored"] and not lost_now
    if (
        (lost_now or fallen)
        and not restored
        and why("DC-R18", f"{POINTS[entry].name} fell: its arrivals are lost for good")
    ):
        why("RUL-DC-8", "recapture does not restore them")
        arrivals = False
    capital = ruled["hungarian_capital"] if ally == "hungarian" else country.entry
    if capital and (lost_now or fallen) and why("DC-R19", f"{country.country}'s capital fell"):
        state = "turned"
        why("RUL-DC-8", "its troops go home by the quickest way and stay there")
    defects = _defects(country, month, held, left, defection, why)
    if defects and state in ("at_war", "neutral"):
        state = "turned" if defects == "changes side" else "out"
    if restored and fallen and not defects:
        why("RUL-DC-8", f"{POINTS[entry].name} has been retaken: its arrivals begin again")
    elif state in ("turned", "out") and why(
        "DC-R23", f"{country.country} is out of the war or has changed side: no more arrivals"
    ):
        arrivals = False
    if state == "at_war" and not why.reasons:
        text = f"{country.country} is at war, and {POINTS[entry].name} has not fallen"
        why(("DC-R18", "DC-R23", "RUL-DC-10"), text)
    turned = state == "turned"
    return why.so(
        AllyStatus(
            state=state,
            arrivals=arrivals,
            troops="soviet" if turned else "none" if state == "out" else "axis",
            go_home=turned,
            may_attack=bool(ruled["attack"]) if turned else state == "at_war",
        )
    )


def _defects(
    country: Country, month: str, held: bytes, left: bool, defection: Defection, why: Why
) -> str:
    leaves = country.leaves
    if leaves is None or not figures("defection", defection)["fronts"]:
        return ""
    gone = month >= leaves.from_ and all(
        held[point_number(word)] == SOVIET for word in leaves.all_soviet
    )
    if not (left or gone):
        return ""
    names = " and ".join(POINTS[point_number(word)].name for word in leaves.all_soviet)
    why("RUL-DC-10", f"{country.country} {leaves.how}: {names} were Soviet")
    return leaves.how


class TheAlly(ArsenalQuestion, frozen=True, kw_only=True):
    """How an Axis ally stands: at war, turned, out; whether it still gets units."""

    turns_on = (
        "fallen_ally",
        "defection",
    )

    cites = ("DC-R18", "DC-R19", "DC-R23")

    ally: Annotated[Ally, Meta(description="which ally")]
    month: Month
    soviet_holds: SovietHolds = ()
    axis_holds: AxisHolds = ()
    fallen: Annotated[
        bool, Meta(description="whether its entry city has ever been in Soviet hands")
    ] = False
    left: Annotated[
        bool, Meta(description="whether it has left the war or changed side before")
    ] = False

    def answer(self, nature: Nature) -> Finding[AllyStatus]:
        held = control(self.axis_holds, self.soviet_holds)
        return ally_status(
            self.ally,
            self.month,
            held,
            self.fallen,
            self.left,
            self.rulings.fallen_ally,
            self.rulings.defection,
        )


# The way home


class WayHome(Struct, frozen=True):
    """How troops that have turned go home."""

    at_home: bool
    how: Literal["stay", "strategic", "operational", "blocked"]
    path: tuple[str, ...]


def path_home(
    ally: str, at: int, held: bytes, closed: frozenset[int] = frozenset()
) -> tuple[str, tuple[int, ...]]:
    """The quickest way into the own country: over rail first, then over any line.

    At closed points Germans stand: it neither ends there nor leads through.
    """
    home = frozenset(HOME[ally]) - closed
    if at in home:
        return "stay", (at,)
    for how, lines in (("strategic", RAIL), ("operational", NEIGHBOURS)):
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


@rule("DC-R19", "RUL-DC-8")
def way_home(ally: Ally, at: int, held: bytes) -> Finding[WayHome]:
    """The way that troops must take whose country's capital has fallen."""
    why = Why()
    if not why("DC-R19", "they must return to their country as soon as possible and remain"):
        return why.so(WayHome(False, "stay", (place_name(at),)))
    how, path = path_home(ally, at, held)
    why("RUL-DC-8", "by strategic movement if lines allow, otherwise the shortest open way")
    names = tuple(place_name(point) for point in path)
    return why.so(WayHome(at in HOME[ally], how, names))  # type: ignore[arg-type]


class TheWayHome(Question, frozen=True, kw_only=True):
    """Where an ally's troops must go once its capital has fallen."""

    ally: Annotated[Ally, Meta(description="whose troops")]
    at: Annotated[Name, Meta(description="where they are")]
    soviet_holds: SovietHolds = ()
    axis_holds: AxisHolds = ()

    def answer(self, nature: Nature) -> Finding[WayHome]:
        held = control(self.axis_holds, self.soviet_holds)
        return way_home(self.ally, point_number(self.at), held)


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
    left = turn(month).axis_capacity - used - moves
    if left < 0 and in_force("DC-R25"):
        raise Refusal(
            f"{len(units)} units need more strategic moves than the Axis have left",
            "DC-R25",
            legal=f"{turn(month).axis_capacity - used}; the others go home along lines",
        )
    return why.so(LiftTerms(bool(ruled["dispersed"]), moves, left))


class RumanianLiftHome(ArsenalQuestion, frozen=True, kw_only=True):
    """The Rumanian withdrawal of December 1941: which units, to where, at what cost."""

    turns_on = ("rumanian_lift",)

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
        )
