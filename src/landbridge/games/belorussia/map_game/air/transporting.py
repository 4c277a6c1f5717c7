"""Air Transport and Air Drops: the missions that carry supply and units (OCS 14.9, 14.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from landbridge.engine.play.actions import Choice, Offer, Slot, verb_of
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, Refusal, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Finding
from landbridge.games.belorussia.air.air_transport import (
    AirCargo,
    Lift,
    air_transport,
    loading_violations,
)
from landbridge.games.belorussia.air.bases import field_at, fields_of
from landbridge.games.belorussia.air.dropping import order_drop, plan_of
from landbridge.games.belorussia.air.missions_on_map import ready_violations
from landbridge.games.belorussia.air.planes import range_of, types_of
from landbridge.games.belorussia.air.sorties import Sortie
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.air.delivering import describe_cargo
from landbridge.games.belorussia.map_game.air.flying import begin_sortie
from landbridge.games.belorussia.map_game.barrage.barraging import circumstances
from landbridge.games.belorussia.map_game.phases import MapPhase, find_own, flight_of, own_rows
from landbridge.games.belorussia.map_game.unit_verbs import refusals_of
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.moving_supply import movable
from landbridge.games.belorussia.words import Side

TRIES = 4
MOST = 8
"""Tokens that are offered; four planes carry no more within their range."""


def transports(state: Ledger, step: MapPhase) -> Iterator[int]:
    """The transport planes of a side that may fly now."""
    theatre, flight = step.theatre(state), flight_of(state)
    for row in own_rows(theatre, step.side):
        carries = theatre.counter(row).kind == "plane" and "Tpt" in types_of(theatre, row)
        if carries and not ready_violations(theatre, row, flight):
            yield row


def may_carry(state: Ledger, step: MapPhase) -> bool:
    """Whether planes of a side could carry or drop anything now."""
    return any(next(verb.lifts(state, step), None) for verb in (Airlift, Drop))


class LiftVerb(Verb, frozen=True):
    """Planes at one base take cargo aboard and bring it to a hex."""

    explains = True

    label: ClassVar[str]
    rules: ClassVar[Rules]
    dropped: ClassVar[bool] = False

    hex: str
    cargo: str
    """Tokens of supply, or a unit."""
    planes: tuple[str, ...]

    @classmethod
    def ends(cls, state: Ledger, theatre: Theatre, row: int) -> Iterator[tuple[int, str]]:
        """Where a plane may bring something, and the one thing that it may bring where there is
        no choice."""
        raise AssertionError(f"{cls.__name__} brings nothing")

    @classmethod
    def order(cls, state: Ledger, theatre: Theatre, lift: Lift) -> Finding[AirCargo]:
        """The mission by the rules, or a refusal."""
        raise AssertionError(f"{cls.__name__} flies nothing")

    @classmethod
    def lifts(cls, state: Ledger, step: MapPhase) -> Iterator[tuple[str, str, int]]:
        """What single planes may carry: hex, cargo and plane."""
        theatre = step.theatre(state)
        for row in transports(state, step):
            for place, only in cls.ends(state, theatre, row):
                for cargo in [only] if only else _cargoes(theatre, step.side, row):
                    lift = _read(theatre, step.side, place, cargo, (row,), cls.dropped)
                    if not cls.against(state, theatre, lift):
                        yield theatre.land.labels[place], cargo, row

    @classmethod
    def against(cls, state: Ledger, theatre: Theatre, lift: Lift) -> tuple[Violation, ...]:
        """What speaks against a mission."""
        return refusals_of(lambda: cls.order(state, theatre, lift))

    @classmethod
    def is_offered(cls, state: Ledger, step: MapPhase, who: str) -> bool:
        return next(cls.lifts(state, step), None) is not None

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if not cls.is_offered(state, step, who):
            return None
        slots = (Slot("hex", lazy=True), Slot("cargo", lazy=True), Slot("planes", lazy=True))
        return Offer(verb_of(cls), cls.label, slots, cls.rules)

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        theatre = step.theatre(state)
        if not said:
            hexes = dict.fromkeys(hex for hex, _, _ in cls.lifts(state, step))
            return Slot("hex", tuple(hexes), prompt="to which hex?")
        if len(said) == 1:
            cargoes = dict.fromkeys(c for hex, c, _ in cls.lifts(state, step) if hex == said[0])
            choices = tuple(_cargo_choice(theatre, word) for word in cargoes)
            return Slot("cargo", choices, prompt="which cargo?")
        place, named = theatre.land.place(said[0]), said[2:]
        rows = tuple(find_own(theatre, step.side, word) for word in named)
        fit = [
            row
            for row in transports(state, step)
            if row not in rows and len(rows) < 4
            if not loading_violations(
                theatre, _read(theatre, step.side, place, said[1], (*rows, row), cls.dropped)
            )
        ]
        if not fit:
            return None
        planes = tuple(Choice(theatre.counter(r).id, theatre.counter(r).name) for r in fit)
        return Slot("planes", planes, prompt="which plane?", optional=bool(rows))

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        found = list(cls.lifts(state, step))
        if not found:
            return None
        hex, cargo, row = found[choose(len(found))]
        return cls(hex, cargo, (step.theatre(state).counter(row).id,))

    def _lift(self, theatre: Theatre, side: Side) -> Lift:
        if not self.planes or len(set(self.planes)) < len(self.planes):
            raise BadInput("Name the planes that carry it, each once.")
        rows = tuple(find_own(theatre, side, word) for word in self.planes)
        place = theatre.land.place(self.hex)
        return _read(theatre, side, place, self.cargo, rows, self.dropped)

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        return self.against(state, theatre, self._lift(theatre, step.side))

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        lift = self._lift(theatre, step.side)
        try:
            found = self.order(state, theatre, lift)
        except Refusal:
            # A referee lets it pass: all of it is unloaded, and the planes fly home.
            planned, rules = AirCargo(lift.tokens, (), (), lift.tokens), self.rules
        else:
            planned, rules = found.result, (*self.rules, *found.rules)
        what, start = describe_cargo(theatre, lift), theatre.land.labels[lift.start]
        play.log("cargo_aboard", rules, to=(step.side,), what=what, hex=start)
        sortie = Sortie(
            kind="air_drop" if self.dropped else "air_transport",
            side=step.side,
            phase=theatre.phase,
            phasing=step.phasing,
            rows=lift.rows,
            place=lift.to,
            lift=lift,
            planned=planned,
        )
        return begin_sortie(state, sortie, play)


def _read(
    theatre: Theatre, side: Side, place: int, cargo: str, rows: tuple[int, ...], dropped: bool
) -> Lift:
    """What is to be carried, as it was said."""
    start = theatre.place_of(rows[0])
    if cargo.isdigit():
        if not 1 <= int(cargo) <= 40:
            raise BadInput("Planes carry 1 to 40 tokens.")
        return Lift(rows=rows, start=start, to=place, tokens=int(cargo), dropped=dropped)
    unit = find_own(theatre, side, cargo)
    return Lift(rows=rows, start=start, to=place, unit=unit, dropped=dropped)


def _cargoes(theatre: Theatre, side: Side, row: int) -> Iterator[str]:
    """What lies and stands where a plane is: tokens of supply, and units."""
    here = theatre.place_of(row)
    for tokens in range(1, min(MOST, movable(theatre, SIDES.index(side), here, "air")) + 1):
        yield str(tokens)
    for unit in theatre.combat_units(here, side):
        yield theatre.counter(unit).id


def _cargo_choice(theatre: Theatre, word: str) -> Choice:
    if word.isdigit():
        return Choice(word, f"{word}T of supply")
    return Choice(word, theatre.counter(theatre.counters.row(word)).name)


class Airlift(LiftVerb, frozen=True):
    """Fly supply or a unit from one air base to another."""

    label = "Fly supply or a unit to another base"
    rules = ("OCS-14.9-1", "OCS-14.9a-1")

    @classmethod
    def ends(cls, state: Ledger, theatre: Theatre, row: int) -> Iterator[tuple[int, str]]:
        side, here = theatre.counter(row).side, theatre.place_of(row)
        if field_at(theatre, side, here) is None:
            return
        for field in fields_of(theatre, side):
            far = theatre.land.distance(here, field.place)
            if field.kind != "hq_strip" and 0 < far <= 2 * range_of(theatre, row):
                yield field.place, ""

    @classmethod
    def order(cls, state: Ledger, theatre: Theatre, lift: Lift) -> Finding[AirCargo]:
        return air_transport(theatre, lift, circumstances(state, "movement"))


class Drop(LiftVerb, frozen=True):
    """Drop supply on a hex, or a unit as planned."""

    label = "Drop supply, or a unit as planned"
    rules = ("OCS-14.10b-1", "OCS-14.10a-1")
    dropped = True

    @classmethod
    def ends(cls, state: Ledger, theatre: Theatre, row: int) -> Iterator[tuple[int, str]]:
        side, here = theatre.counter(row).side, theatre.place_of(row)
        reach = range_of(theatre, row)
        for unit in theatre.combat_units(here, side):
            plan = plan_of(theatre, unit)
            if plan is not None and plan.turn == state.turn:
                yield plan.place, theatre.counter(unit).id
        if not movable(theatre, SIDES.index(side), here, "air"):
            return
        # Supply may come down anywhere; what is offered are the hexes of own units that lack it.
        hungry = {
            theatre.place_of(one)
            for one in own_rows(theatre, side)
            if theatre.position.out[one] or theatre.position.cut[one]
        }
        for place in sorted(hungry):
            if theatre.land.distance(here, place) <= reach:
                yield place, ""

    @classmethod
    def order(cls, state: Ledger, theatre: Theatre, lift: Lift) -> Finding[AirCargo]:
        found = order_drop(theatre, lift, circumstances(state, "movement"), state.turn)
        return Finding(AirCargo(found.result, (), (), 0), found.rules, found.why)
