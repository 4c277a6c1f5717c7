"""Barrages in a match: a hex, a target, and who fires at it (OCS 10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self, cast, get_args

from msgspec.structs import replace

from landbridge.engine.play.actions import Choice, Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.boards import Forecast
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, ImpossibleAction, Refusal, Violation, choices
from landbridge.engine.rules.citing import Rules
from landbridge.engine.space.marks import marked_places
from landbridge.games.belorussia.air.air_armies import AirArmy
from landbridge.games.belorussia.air.air_armies_on_map import air_army_violations, stripe_of
from landbridge.games.belorussia.air.missions_on_map import Circumstances, ready_violations
from landbridge.games.belorussia.air.planes import bombs_of, range_of
from landbridge.games.belorussia.air.sorties import Sortie
from landbridge.games.belorussia.combat.barrage_on_map import (
    BarrageOrder,
    TargetKind,
    by_air,
    order_violations,
    ready_barrage,
)
from landbridge.games.belorussia.combat.barrage_supply import (
    barrage_giver,
    is_paid_for,
    pay_for_barrage,
)
from landbridge.games.belorussia.combat.guns import gun_violations, is_gun
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.air.flying import begin_sortie
from landbridge.games.belorussia.map_game.barrage.barrage_odds import forecast_barrage
from landbridge.games.belorussia.map_game.barrage.barrage_results import fire_guns
from landbridge.games.belorussia.map_game.phases import MapPhase, find_own, flight_of
from landbridge.games.belorussia.map_game.unit_verbs import refusals_of
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import Flight, Phase, Side

BARRAGE: Rules = ("OCS-10.0-3", "OCS-10.0e-1", "OCS-10.0e-3")
TARGETS: dict[TargetKind, str] = {
    "units": "the combat units there",
    "air_base": "the air base",
    "trainbusting": "the railway: Trainbusting",
}
TRIES = 12
SHORT_RANGE = 6
"""Within so many hexes there are fewer hexes than targets on the whole map."""


class BarrageStep(MapPhase, frozen=True):
    """A segment in which a side may barrage."""

    phasing: Side
    """Whose player turn it is."""

    @property
    def fires_in(self) -> Phase:
        """The phase that it is."""
        return self.phase

    def theatre(self, state: Ledger) -> Theatre:
        return state.theatre(self.fires_in, self.phasing)


class OutOfSegment(BarrageStep, frozen=True):
    """Stands in for a Barrage Segment while guns fire that a referee lets fire."""

    title = "Barrage Segment"
    phase = "combat"

    at: Phase
    """The phase that it is."""

    @property
    def fires_in(self) -> Phase:
        return self.at


def circumstances(state: Ledger, segment: str = "barrage") -> Circumstances:
    """How missions are flown in a segment of this turn."""
    resting = tuple(name for name, front in state.fronts.items() if front.posture != "offensive")
    return Circumstances(
        flight_of(state), "barrage" if segment == "barrage" else "movement", resting
    )


def shooters(state: Ledger, step: BarrageStep) -> Iterator[int]:
    """The guns and planes of a side that may fire or fly now, at something."""
    theatre, flight = step.theatre(state), flight_of(state)
    now = theatre.position
    for row in theatre.counters.shooters[SIDES.index(step.side)]:
        if not theatre.on_map(row):
            continue
        # Those of whom the same is known are alike: it is asked once for all of them.
        counter = theatre.counter(row)
        known = (counter.duty, counter.kind, counter.combat.strength, counter.steps, flight)
        look = (now.face[row], now.marker[row], now.lost[row], now.done[row], row in now.fired)
        if theatre.once(
            ("may fire", step.side, known, look),
            lambda theatre, row=row: _may_fire(theatre, row, flight),  # type: ignore[misc]
        ):
            yield row


def _may_fire(theatre: Theatre, row: int, flight: Flight) -> bool:
    """Whether a gun may fire now, or a plane with bombs may fly."""
    if is_gun(theatre, row):
        return not gun_violations(theatre, row)
    return bool(bombs_of(theatre, row)) and not ready_violations(theatre, row, flight)


def targets_near(theatre: Theatre, row: int) -> Iterator[tuple[int, TargetKind]]:
    """What a gun or plane reaches: hexes with enemy combat units, and enemy air bases.

    Planes may bust trains anywhere; that is asked, not listed.
    """
    land, here, reach = theatre.land, theatre.place_of(row), range_of(theatre, row)
    targets = all_targets(theatre, other_side(theatre.counter(row).side))
    if reach > SHORT_RANGE:
        near = [place for place in targets if land.distance(here, place) <= reach]
    else:
        near = [place for place in land.within(here, reach) if place in targets]
    for place in near:
        if place != here:
            yield from ((place, kind) for kind in targets[place])


def all_targets(theatre: Theatre, enemy: Side) -> dict[int, tuple[TargetKind, ...]]:
    """What of a side may still be barraged in this phase, by hex and in the order of hexes."""
    return theatre.once(("targets", enemy), lambda theatre: _find_targets(theatre, enemy))


def _find_targets(theatre: Theatre, enemy: Side) -> dict[int, tuple[TargetKind, ...]]:
    bases, done = theatre.position.bases, theatre.position.barraged
    held = theatre.held_by(enemy)
    own = {place for place, base in bases.items() if base.side == enemy}
    found: dict[int, tuple[TargetKind, ...]] = {}
    for place in sorted(own.union(marked_places(held)).difference(done)):
        base: tuple[TargetKind, ...] = ("air_base",) if place in own else ()
        found[place] = (*base, "units") if held[place] else base
    return found


def possible_barrages(state: Ledger, step: BarrageStep) -> Iterator[tuple[int, TargetKind]]:
    """Everything that one gun or one plane of a side could barrage now, and pay for.

    What does not depend on the hex is asked once for each gun, and what does not depend on the
    plane once for each air army.
    """
    theatre, now = step.theatre(state), circumstances(state)
    allowed: dict[tuple[AirArmy, int, TargetKind], bool] = {}
    for row in shooters(state, step):
        payable: dict[TargetKind, bool] = {}
        army = stripe_of(theatre, row)
        for place, kind in targets_near(theatre, row):
            if is_gun(theatre, row):
                if kind not in payable:
                    payable[kind] = is_payable(theatre, _alone(row, place, kind))
                able = payable[kind]
            else:
                flight = army, place, kind
                if flight not in allowed:
                    facility = kind == "air_base"
                    allowed[flight] = not air_army_violations(
                        theatre, (row,), place, "barrage", now.regrouping, facility
                    )
                able = allowed[flight]
            if able:
                yield place, kind


def is_payable(theatre: Theatre, order: BarrageOrder) -> bool:
    """Whether a barrage is worth a point, and somebody pays for it."""
    try:
        cost = ready_barrage(theatre, order).result.cost
    except Refusal:
        return False
    return not cost or is_paid_for(theatre, order.rows, cost)


def can_barrage(state: Ledger, step: BarrageStep) -> bool:
    """Whether anybody of a side could barrage something now."""
    return next(possible_barrages(state, step), None) is not None


def against_barrage(
    theatre: Theatre, order: BarrageOrder, now: Circumstances
) -> tuple[Violation, ...]:
    """What speaks against a barrage, its price included."""
    return order_violations(theatre, order, now) or refusals_of(lambda: _price(theatre, order))


class BarrageHex(Verb, frozen=True, tag="bombard"):
    """Barrage a hex with guns, or with planes."""

    explains = True

    hex: str
    target: str
    units: tuple[str, ...]

    @classmethod
    def offer(cls, state: Ledger, step: BarrageStep, who: str) -> Offer | None:
        if not can_barrage(state, step):
            return None
        slots = (Slot("hex", lazy=True), Slot("target", lazy=True), Slot("units", lazy=True))
        return Offer("bombard", "Barrage a hex", slots, BARRAGE)

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> BarrageStep | None:
        # Whoever fires while a combat or a mission goes on would make that one mean nothing.
        if not state.has_map or state.table.is_fought:
            return None
        side: Side = "soviet" if who == "soviet" else "axis"
        if isinstance(step, MapPhase):
            return OutOfSegment(side, step.phasing, step.phase)
        return OutOfSegment(side, side, "combat")

    @classmethod
    def next_slot(
        cls, state: Ledger, step: BarrageStep, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        theatre = step.theatre(state)
        if not said:
            hexes = sorted({place for place, _ in possible_barrages(state, step)})
            labels = tuple(theatre.land.labels[place] for place in hexes)
            return Slot("hex", labels, prompt="which hex?")
        place, now = theatre.land.place(said[0]), circumstances(state)
        if len(said) == 1:
            able = list(shooters(state, step))
            kinds = [
                kind
                for kind in TARGETS
                if any(not against_barrage(theatre, _alone(row, place, kind), now) for row in able)
            ]
            choices = tuple(Choice(kind, TARGETS[kind]) for kind in kinds)
            return Slot("target", choices, prompt="what in it?")
        target = read_target(said[1])
        named = tuple(find_own(theatre, step.side, word) for word in said[2:])
        fit = cls._fit(state, step, BarrageOrder(rows=named, place=place, target=target))
        if not fit:
            return None
        units = tuple(_choice(theatre, row) for row in fit)
        return Slot("units", units, prompt="who fires?", optional=bool(named))

    @staticmethod
    def _fit(state: Ledger, step: BarrageStep, order: BarrageOrder) -> tuple[int, ...]:
        """The guns or planes that could fire with those of an order."""
        theatre, now = step.theatre(state), circumstances(state)
        return tuple(
            row
            for row in shooters(state, step)
            if row not in order.rows
            and not against_barrage(theatre, replace(order, rows=(*order.rows, row)), now)
        )

    @classmethod
    def random_action(
        cls, state: Ledger, step: BarrageStep, who: str, choose: Chooser
    ) -> Self | None:
        theatre, able = step.theatre(state), list(shooters(state, step))
        now = circumstances(state)
        for _ in range(min(TRIES, len(able))):
            row = able[choose(len(able))]
            near = list(targets_near(theatre, row))
            if not near:
                continue
            place, target = near[choose(len(near))]
            order = _alone(row, place, target)
            if not order_violations(theatre, order, now) and is_payable(theatre, order):
                return cls(theatre.land.labels[place], target, (theatre.counter(row).id,))
        return None

    def order(self, theatre: Theatre, side: Side) -> BarrageOrder:
        """What is ordered."""
        if not self.units or len(set(self.units)) < len(self.units):
            raise BadInput("Name the guns or the planes that fire, each once.")
        rows = tuple(find_own(theatre, side, word) for word in self.units)
        place = theatre.land.place(self.hex)
        return BarrageOrder(rows=rows, place=place, target=read_target(self.target))

    def check(self, state: Ledger, step: BarrageStep, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        order = self.order(theatre, step.side)
        if isinstance(step, OutOfSegment) and by_air(theatre, order):
            text = "planes are answered by interception and flak in a segment of their own"
            raise ImpossibleAction(text, "OCS-14.7-1", "guns alone fire at another time")
        return against_barrage(theatre, order, circumstances(state))

    def apply(self, state: Ledger, step: BarrageStep, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        order = self.order(theatre, step.side)
        if not by_air(theatre, order):
            return fire_guns(state, step.fires_in, step.phasing, order, play)
        sortie = Sortie(
            kind=order.mission,
            side=step.side,
            phase=step.fires_in,
            phasing=step.phasing,
            rows=order.rows,
            place=order.place,
            target=order.target,
        )
        return begin_sortie(state, sortie, play)

    def forecast(self, state: Ledger, step: BarrageStep, who: str) -> Forecast | None:
        theatre = step.theatre(state)
        order = self.order(theatre, step.side)
        joining = self._fit(state, step, order)
        return forecast_barrage(theatre, order, step.side, joining)


def _price(theatre: Theatre, order: BarrageOrder) -> None:
    """Refuse a barrage that is not worth a point, or that nobody pays for."""
    ready = ready_barrage(theatre, order).result
    if ready.cost and barrage_giver(theatre, order.rows, ready.cost) is None:
        pay_for_barrage(theatre, order.rows, ready.cost)


def read_target(word: str) -> TargetKind:
    if word not in get_args(TargetKind):
        raise BadInput(f"'{word}' is no target. Allowed: {choices(get_args(TargetKind))}.")
    return cast(TargetKind, word)


def _alone(row: int, place: int, kind: TargetKind) -> BarrageOrder:
    return BarrageOrder(rows=(row,), place=place, target=kind)


def _choice(theatre: Theatre, row: int) -> Choice:
    counter = theatre.counter(row)
    return Choice(counter.id, f"{counter.name}, {theatre.land.labels[theatre.place_of(row)]}")
