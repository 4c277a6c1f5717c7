"""Fighter Sweeps and Hip Shoots: the air missions of Movement Segments (OCS 14.6, 14.7d)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from landbridge.engine.play.actions import Choice, Offer, Slot
from landbridge.engine.play.boards import Forecast
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.engine.space.marks import marked_places
from landbridge.games.belorussia.air.air_armies import hip_shoot_violations
from landbridge.games.belorussia.air.bases import is_active, planes_at
from landbridge.games.belorussia.air.missions_on_map import mission_violations, ready_violations
from landbridge.games.belorussia.air.sorties import Sortie
from landbridge.games.belorussia.combat.barrage_on_map import (
    BarrageOrder,
    order_violations,
    ready_barrage,
)
from landbridge.games.belorussia.combat.target_hexes import spotters
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.air.air_odds import forecast_sweep
from landbridge.games.belorussia.map_game.air.flying import begin_sortie
from landbridge.games.belorussia.map_game.barrage.barrage_odds import forecast_barrage
from landbridge.games.belorussia.map_game.barrage.barraging import circumstances, read_target
from landbridge.games.belorussia.map_game.phases import MapPhase, find_own, flight_of, own_rows
from landbridge.games.belorussia.map_game.unit_verbs import refusals_of
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import Side

SWEEP: Rules = ("OCS-14.6-1", "OCS-14.6-2")
HIP_SHOOT: Rules = ("OCS-14.7d-1", "OCS-10.0b-3")
TRIES = 6


def own_planes(theatre: Theatre, side: Side) -> list[int]:
    """The Active planes of a side on the map that have not flown."""
    return [
        row
        for row in own_rows(theatre, side)
        if theatre.counter(row).kind == "plane"
        and is_active(theatre, row)
        and row not in theatre.position.fired
    ]


def may_fly(state: Ledger, step: MapPhase) -> bool:
    """Whether a side could sweep or shoot from the hip now."""
    return Sweep.is_offered(state, step, step.side) or HipShoot.is_offered(state, step, step.side)


def _sortie(
    step: MapPhase, theatre: Theatre, order: BarrageOrder | None, rows: tuple[int, ...], place: int
) -> Sortie:
    return Sortie(
        kind="sweep" if order is None else "hip_shoot",
        side=step.side,
        phase=theatre.phase,
        phasing=step.phasing,
        rows=rows,
        place=place,
        target="units" if order is None else order.target,
    )


# Fighter Sweeps


def _swept(theatre: Theatre, side: Side) -> list[int]:
    """The hexes with Active enemy planes."""
    enemy = other_side(side)
    places = {
        theatre.place_of(row)
        for row in own_rows(theatre, enemy)
        if theatre.counter(row).kind == "plane"
    }
    return sorted(
        place
        for place in places
        if any(is_active(theatre, row) for row in planes_at(theatre, enemy, place))
    )


def _sweepers(state: Ledger, step: MapPhase, place: int) -> Iterator[int]:
    theatre = step.theatre(state)
    for row in own_planes(theatre, step.side):
        if not mission_violations(
            theatre, (row,), place, "sweep", circumstances(state, "movement")
        ):
            yield row


class Sweep(Verb, frozen=True):
    """Send fighters against Active enemy planes."""

    explains = True

    hex: str
    planes: tuple[str, ...]

    @classmethod
    def _hexes(cls, state: Ledger, step: MapPhase) -> Iterator[int]:
        theatre = step.theatre(state)
        if not own_planes(theatre, step.side):
            return
        for place in _swept(theatre, step.side):
            if next(_sweepers(state, step, place), None) is not None:
                yield place

    @classmethod
    def is_offered(cls, state: Ledger, step: MapPhase, who: str) -> bool:
        return next(cls._hexes(state, step), None) is not None

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if not cls.is_offered(state, step, who):
            return None
        slots = (Slot("hex", lazy=True), Slot("planes", lazy=True))
        return Offer("sweep", "Fly a Fighter Sweep", slots, SWEEP)

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        theatre = step.theatre(state)
        if not said:
            hexes = tuple(theatre.land.labels[place] for place in cls._hexes(state, step))
            return Slot("hex", hexes, prompt="which hex?")
        place = theatre.land.place(said[0])
        named = {find_own(theatre, step.side, word) for word in said[1:]}
        rows = [row for row in _sweepers(state, step, place) if row not in named]
        if not rows or len(named) >= 4:
            return None
        choices = tuple(Choice(theatre.counter(r).id, theatre.counter(r).name) for r in rows)
        return Slot("planes", choices, prompt="which plane?", optional=bool(named))

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        hexes = list(cls._hexes(state, step))
        if not hexes:
            return None
        theatre, place = step.theatre(state), hexes[choose(len(hexes))]
        rows = list(_sweepers(state, step, place))
        return cls(theatre.land.labels[place], (theatre.counter(rows[choose(len(rows))]).id,))

    def _asked(self, state: Ledger, step: MapPhase) -> tuple[Theatre, tuple[int, ...], int]:
        theatre = step.theatre(state)
        if not self.planes or len(set(self.planes)) < len(self.planes):
            raise BadInput("Name the fighters that sweep, each once.")
        rows = tuple(find_own(theatre, step.side, word) for word in self.planes)
        return theatre, rows, theatre.land.place(self.hex)

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre, rows, place = self._asked(state, step)
        return mission_violations(theatre, rows, place, "sweep", circumstances(state, "movement"))

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre, rows, place = self._asked(state, step)
        return begin_sortie(state, _sortie(step, theatre, None, rows, place), play)

    def forecast(self, state: Ledger, step: MapPhase, who: str) -> Forecast | None:
        theatre, rows, place = self._asked(state, step)
        return forecast_sweep(theatre, step.side, rows, place)


# Hip Shoots


def _may_hip_shoot(state: Ledger, theatre: Theatre, row: int) -> bool:
    """Whether a plane may shoot from the hip at anything now."""
    counter, flight = theatre.counter(row), flight_of(state)
    ruled = theatre.rulings.soviet_hip_shoot
    barred = hip_shoot_violations(counter.side, counter.aircraft, flight, soviet_hip_shoot=ruled)
    return not barred and not ready_violations(theatre, row, flight)


class HipShoot(Verb, frozen=True, tag="hipshoot"):
    """Attack a hex with one plane while others move."""

    explains = True

    hex: str
    target: str
    plane: str

    @classmethod
    def _hexes(cls, state: Ledger, step: MapPhase, row: int) -> Iterator[int]:
        """The hexes with enemy combat units that a plane may shoot at."""
        theatre, now = step.theatre(state), circumstances(state, "movement")
        if not _may_hip_shoot(state, theatre, row):
            return
        for place in marked_places(theatre.held_by(other_side(step.side))):
            if spotters(theatre, step.side, place):
                order = BarrageOrder(rows=(row,), place=place, hip_shoot=True)
                if not order_violations(theatre, order, now):
                    yield place

    @classmethod
    def _able(cls, state: Ledger, step: MapPhase) -> Iterator[int]:
        for row in own_planes(step.theatre(state), step.side):
            if next(cls._hexes(state, step, row), None) is not None:
                yield row

    @classmethod
    def is_offered(cls, state: Ledger, step: MapPhase, who: str) -> bool:
        return next(cls._able(state, step), None) is not None

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if not cls.is_offered(state, step, who):
            return None
        slots = (
            Slot("hex", lazy=True),
            Slot("target", ("units", "air_base")),
            Slot("plane", lazy=True),
        )
        return Offer("hipshoot", "Fly a Hip Shoot", slots, HIP_SHOOT)

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        theatre = step.theatre(state)
        able = list(cls._able(state, step))
        if not said:
            found = sorted({place for row in able for place in cls._hexes(state, step, row)})
            hexes = tuple(theatre.land.labels[place] for place in found)
            return Slot("hex", hexes, prompt="which hex?")
        if len(said) == 1:
            return Slot("target", ("units", "air_base"), prompt="what in it?")
        if len(said) > 2:
            return None
        place, target = theatre.land.place(said[0]), read_target(said[1])
        fit = [row for row in able if not cls._against(state, step, row, place, target)]
        choices = tuple(Choice(theatre.counter(r).id, theatre.counter(r).name) for r in fit)
        return Slot("plane", choices, prompt="which plane?")

    @classmethod
    def _against(
        cls, state: Ledger, step: MapPhase, row: int, place: int, target: str
    ) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        order = BarrageOrder(rows=(row,), place=place, target=read_target(target), hip_shoot=True)
        found = order_violations(theatre, order, circumstances(state, "movement"))
        return found or refusals_of(lambda: ready_barrage(theatre, order))

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre, rows = step.theatre(state), own_planes(step.theatre(state), step.side)
        for _ in range(min(TRIES, len(rows))):
            row = rows[choose(len(rows))]
            hexes = list(cls._hexes(state, step, row))
            if hexes:
                label = theatre.land.labels[hexes[choose(len(hexes))]]
                return cls(label, "units", theatre.counter(row).id)
        return None

    def _order(self, state: Ledger, step: MapPhase) -> BarrageOrder:
        theatre = step.theatre(state)
        return BarrageOrder(
            rows=(find_own(theatre, step.side, self.plane),),
            place=theatre.land.place(self.hex),
            target=read_target(self.target),
            hip_shoot=True,
        )

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        order = self._order(state, step)
        return self._against(state, step, order.rows[0], order.place, order.target)

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre, order = step.theatre(state), self._order(state, step)
        sortie = _sortie(step, theatre, order, order.rows, order.place)
        return begin_sortie(state, sortie, play)

    def forecast(self, state: Ledger, step: MapPhase, who: str) -> Forecast | None:
        return forecast_barrage(step.theatre(state), self._order(state, step), step.side)
