"""Moving factories: entrain, travel by lines and sea, arrive, produce again.

A route is a row of legs, each one R/R phase: a place reached by lines ("Siberia", "Moscow"), a
port reached by sea ("sea Novorossiysk"), or "wait".
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import FIRST, month_after, month_name, read_month, turn
from landbridge.games.arsenal.industry.factories import (
    FACTORIES,
    START_POINT,
    counter_number,
)
from landbridge.games.arsenal.industry.factory_travel import (
    check_lines,
    check_sea,
    is_sunk,
    may_travel,
    stops_in_port,
)
from landbridge.games.arsenal.industry.production import first_output_of_moved
from landbridge.games.arsenal.map.places import SIBERIA, UNBUILT, place_name, place_number
from landbridge.games.arsenal.map.points import control, point_number
from landbridge.games.arsenal.map.seas import TORPEDO
from landbridge.games.arsenal.map.supply_lines import supply
from landbridge.games.arsenal.movement.strategic_movement import strategic_capacity
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import (
    ArrivalTurn,
    Embarkation,
    EntrainedWaits,
    FactoryLines,
    Torpedo,
)
from landbridge.games.arsenal.words import SOVIET, AxisHolds, Die, figures

WAIT = "wait"


class Leg(Struct, frozen=True):
    """One leg of a route."""

    to: int
    by_sea: bool = False
    wait: bool = False


def read_leg(word: str) -> Leg:
    """A leg from its words."""
    text = word.strip()
    if text.lower() == WAIT:
        return Leg(SIBERIA, wait=True)
    if text.lower().startswith("sea "):
        return Leg(point_number(text[4:]), by_sea=True)
    return Leg(place_number(text))


class FactoryMoveRulings(Struct, frozen=True):
    """How the open questions about moving factories are settled."""

    factory_lines: FactoryLines = "friendly"
    arrival_turn: ArrivalTurn = "pays"
    entrained_waits: EntrainedWaits = "may_wait"
    embarkation: Embarkation = "always_waits"
    torpedo: Torpedo = "by_sea"


DEFAULT = FactoryMoveRulings()


# Entraining


@rule("DC-R35", "DC-R39", "DC-R40", "DC-R41", "DC-R48")
def may_entrain(
    at: int,
    month: str,
    held: bytes,
    entrained: int,
    capacity: int,
    why: Why,
    supplied: bytes | None = None,
) -> None:
    """Refuse to flip a factory; `entrained` are those that are entrained already.

    `supplied` says how points are supplied, where it does not follow from who holds them.
    """
    if month <= FIRST and not why("DC-R39", "factories may be entrained from the first turn"):
        raise Refusal("Nothing is entrained on the first turn", "DC-R38", legal="later turns")
    if too_many(entrained + 1, capacity):
        raise Refusal(
            f"{entrained + 1} factories cannot be entrained with a capacity of {capacity}",
            "DC-R40",
            legal=f"{capacity} at most, old and new together",
        )
    why("DC-R40", f"{entrained + 1} entrained of {capacity} allowed")
    if at == SIBERIA:
        if not why("DC-R48", "factories moved to Siberia may be moved back the same way"):
            raise Refusal("A factory in Siberia stays there", "DC-R43")
        return
    if held[at] != SOVIET and in_force("DC-R35"):
        raise Refusal(
            f"A factory at {place_name(at)} is destroyed: the point is not Soviet",
            "DC-R35",
            legal="a factory on a point under Soviet control",
        )
    level = (supplied or supply(held, SOVIET, read_month(month)[1]))[at]
    if held[at] != SOVIET or (not level and in_force("DC-R41")):
        raise Refusal(
            f"A factory at {place_name(at)} is not in supply",
            "DC-R41",
            legal="a factory in supply, overland or not",
        )
    why("DC-R41", "it is in supply, which need not be overland")


@rule("DC-R40", "RUL-DC-19", otherwise=0)
def too_many(entrained: int, capacity: int) -> int:
    """How many of the entrained factories a month has no strategic move for."""
    return max(entrained - capacity, 0)


# Travelling


class FactoryStep(Struct, frozen=True, order=True):
    """What a factory does in one Soviet R/R phase."""

    month: str
    what: Literal["entrains", "travels", "waits", "sails", "torpedoed"]
    at: str
    moves: int
    """Strategic moves used."""


class FactoryMove(Struct, frozen=True, order=True):
    """A factory's whole way."""

    steps: tuple[FactoryStep, ...]
    moves_used: int
    lost: bool
    at: str
    arrives: str
    first_output: str
    """The first month in which it produces again; nothing if it is lost or still entrained."""


@rule("DC-R42", "DC-R43", "DC-R44", "DC-R45", "DC-R47", "DC-R58")
def move_factory(
    factory: int,
    start: int,
    begun: str,
    route: tuple[Leg, ...],
    held: bytes,
    nature: Nature,
    ruled: FactoryMoveRulings = DEFAULT,
    why: Why | None = None,
) -> Finding[FactoryMove]:
    """Follow a factory from entraining to its new place, month by month."""
    why = why or Why()
    pays = int(why("DC-R42", "an entrained factory uses a strategic move each turn"))
    why("DC-R38", f"flipped in {month_name(begun)}: it is entrained and ceases production")
    steps = [FactoryStep(begun, "entrains", place_name(start), pays)]
    month, place = begun, start
    before: Leg | None = None
    for leg in _with_waits(start, route, ruled, why):
        month = _next_month(month, before, leg, why)
        if leg.wait:
            steps.append(FactoryStep(month, "waits", place_name(place), pays))
        elif leg.by_sea:
            sea = check_sea(place, leg.to, held, month)
            if is_sunk(sea, nature, why, ruled.torpedo):
                steps.append(FactoryStep(month, "torpedoed", place_name(leg.to), pays))
                return why.so(FactoryMove(tuple(steps), pays * len(steps), True, "", "", ""))
            place = leg.to
            steps.append(FactoryStep(month, "sails", place_name(place), pays))
        else:
            check_lines(place, leg.to, held, _needed(held, month, ruled), why)
            place = leg.to
            steps.append(FactoryStep(month, "travels", place_name(place), pays))
        before = leg
    if before is None or before.wait:
        return why.so(
            FactoryMove(tuple(steps), pays * len(steps), False, place_name(place), "", "")
        )
    if not figures("arrival_turn", ruled.arrival_turn)["moves"]:
        last = steps[-1]
        steps[-1] = FactoryStep(last.month, last.what, last.at, 0)
    why("RUL-DC-19", "the turn of arrival, as ruled")
    first = first_output_of_moved(factory, month, why)
    used = sum(step.moves for step in steps)
    return why.so(FactoryMove(tuple(steps), used, False, place_name(place), month, first))


def _with_waits(
    start: int, route: tuple[Leg, ...], ruled: FactoryMoveRulings, why: Why
) -> tuple[Leg, ...]:
    """The route with the turn in the port of embarkation, where the plant did not stop already."""
    legs: list[Leg] = []
    for leg in route:
        if leg.wait and not figures("entrained_waits", ruled.entrained_waits)["waits"]:
            raise Refusal(
                "An entrained factory travels in the next R/R phase", "RUL-DC-20", legal="a leg"
            )
        if leg.wait:
            why("RUL-DC-20", "it may be left standing, at its price")
        in_port = leg.by_sea and not legs
        if in_port and stops_in_port(why, ruled.embarkation):
            legs.append(Leg(start, wait=True))
        elif leg.by_sea and legs:
            why("DC-R44", "it stops in the port of embarkation before it sails")
        legs.append(leg)
    return tuple(legs)


def _next_month(month: str, before: Leg | None, leg: Leg, why: Why) -> str:
    """The month of a leg: the next one, for nothing travels twice in a turn."""
    if before is None:
        return month if may_travel(True, why) else month_after(month, 1)
    if leg.by_sea != before.by_sea and not (leg.wait or before.wait):
        text = "by land or by sea in a turn, never both"
        return month_after(month, 1) if why("DC-R58", text) else month
    return month_after(month, 1)


def _needed(held: bytes, month: str, ruled: FactoryMoveRulings) -> bytes | None:
    """The supply that points on a factory's way need, where the ruling asks for it."""
    strict: bool = figures("factory_lines", ruled.factory_lines)["supplied"]
    return supply(held, SOVIET, read_month(month)[1]) if strict else None


# Asking


class TheFactoryMove(ArsenalQuestion, frozen=True, kw_only=True):
    """A factory's move month by month: entraining, travel, sea and torpedoes, first output."""

    turns_on = (
        "factory_lines",
        "arrival_turn",
        "entrained_waits",
        "embarkation",
        "torpedo",
    )

    rolls = {"die": TORPEDO.title}
    cites = ("DC-R39", "DC-R41", "DC-R43", "DC-R44", "DC-R45", "DC-R48", "DC-R49")

    factory: Annotated[
        Name, Meta(description="the factory, as T-KHA; siberian_capacity for that of the track")
    ]
    begun: Annotated[Name, Meta(description="the month in which it is entrained, as 1941-09")]
    route: Annotated[
        tuple[Name, ...],
        Meta(
            max_length=60,
            description="its legs, one a turn: a point, siberia, 'sea Novorossiysk', wait",
        ),
    ] = ()
    start: Annotated[Name, Meta(description="where it stands; its own point if left out")] = ""
    entrained: Annotated[int, Meta(ge=0, le=60, description="other factories entrained now")] = 0
    axis_holds: AxisHolds = ()
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[FactoryMove]:
        why = Why()
        factory = counter_number(self.factory)
        start = place_number(self.start) if self.start else START_POINT[factory]
        if start == UNBUILT:
            raise BadInput(f"Say where {FACTORIES[factory].id} stands.")
        held = control(self.axis_holds)
        turn(self.begun)
        capacity = strategic_capacity("soviet", self.begun)
        may_entrain(start, self.begun, held, self.entrained, capacity, why)
        ruled = FactoryMoveRulings(
            self.rulings.factory_lines,
            self.rulings.arrival_turn,
            self.rulings.entrained_waits,
            self.rulings.embarkation,
            self.rulings.torpedo,
        )
        route = tuple(read_leg(word) for word in self.route)
        return move_factory(factory, start, self.begun, route, held, nature, ruled, why)
