"""Railways in the Movement Phase: journeys of units and supply, and track relaid (OCS 13.3)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Annotated, Self

from msgspec import Meta

from landbridge.engine.play.actions import Choice, Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import SPECTATOR, Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, ImpossibleAction, Refusal, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Finding
from landbridge.engine.space.trace import shortest
from landbridge.games.belorussia.arrivals.rail_and_reserves import rail_capacity
from landbridge.games.belorussia.ledger.sentences import mixed
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.hex_names import hex_name
from landbridge.games.belorussia.map_game.out_of_turn import out_of_turn
from landbridge.games.belorussia.map_game.phases import MapPhase
from landbridge.games.belorussia.map_game.unit_verbs import UnitOrder, refusals_of
from landbridge.games.belorussia.position.counters import SIDES, other_side
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rail.destinations import destinations, draw_destination
from landbridge.games.belorussia.rail.detraining import no_railway, rail_steps
from landbridge.games.belorussia.rail.gauge import (
    RelaidTrack,
    convert,
    converting_violations,
    relaid,
)
from landbridge.games.belorussia.rail.journeys import (
    Cargo,
    Journey,
    capacity_left,
    carried,
    entraining_violations,
    go_by_rail,
    is_rail_repair,
)
from landbridge.games.belorussia.supply_lines.moving_supply import movable
from landbridge.games.belorussia.words import NAME_OF, Side, counted

RAIL: Rules = ("OCS-13.3a-1", "OCS-13.3e-1")


def capacity_of(state: Ledger, side: Side) -> int:
    """The rail capacity of a side in this turn: its scenario's, as dated entries have raised it."""
    own = state.table.plan.rail_of(side)
    if state.is_excerpt:
        return own
    found = rail_capacity(side, state.date, state.rulings.start_frame).result
    return found if isinstance(found, int) else own


def _log_journey(
    step: MapPhase, play: Play, theatre: Theatre, cargo: Cargo, to: int, what: str, left: Fraction,
    found: Finding[Journey],
) -> None:  # fmt: skip
    labels = theatre.land.labels
    start, end = labels[cargo.start], labels[to]
    play.log(
        "railed",
        found.rules,
        to=(step.side,),
        unit=what,
        start=start,
        end=end,
        points=str(found.result.points),
        left=str(left),
    )
    others = (other_side(step.side), SPECTATOR)
    play.log("train_runs", RAIL, to=others, side=NAME_OF[step.side], start=start, end=end)


def _journey(theatre: Theatre, cargo: Cargo, to: int, capacity: int) -> Finding[Journey]:
    # Whoever checks it and then does it looks for the way once.
    return theatre.once(
        ("by rail", cargo, to, capacity),
        lambda theatre: go_by_rail(theatre, cargo, to, capacity),
    )


def _go(state: Ledger, step: MapPhase, cargo: Cargo, to: int, what: str, play: Play) -> Ledger:
    """Carry a journey out; one that a referee lets pass takes no capacity."""
    theatre, capacity = step.theatre(state), capacity_of(state, step.side)
    try:
        found = _journey(theatre, cargo, to, capacity)
    except Refusal:
        play.log("put_down", RAIL, unit=what, hex=theatre.land.labels[to])
        return state.with_position(carried(theatre, cargo, to, Fraction(0)))
    after = state.with_position(found.result.position)
    left = capacity_left(step.theatre(after), step.side, capacity)
    _log_journey(step, play, theatre, cargo, to, what, left, found)
    return after


def _hexes(theatre: Theatre, cargo: Cargo, capacity: int) -> Slot:
    """The slot for where cargo may go, with what it takes."""
    found = destinations(theatre, cargo, capacity)
    labels = theatre.land.labels
    choices = tuple(
        Choice(labels[to], hex_name(theatre, to), cost=f"{points} RP")
        for to, points in found.items()
    )
    left = mixed(str(capacity_left(theatre, cargo.side, capacity)))
    return Slot("hex", choices, prompt=f"where to? {left} of {capacity} RP of rail capacity left")


class Rail(UnitOrder, frozen=True):
    """Send a unit by rail."""

    hex: str

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> MapPhase | None:
        return out_of_turn(cls, state, step, who)

    @classmethod
    def is_named(cls, theatre: Theatre, row: int) -> bool:
        is_plane = theatre.counter(row).kind == "plane"
        return not is_plane and not no_railway(theatre.land)[theatre.place_of(row)]

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        found = entraining_violations(theatre, cls._cargo(theatre, row))
        return found[0] if found else None

    @staticmethod
    def _cargo(theatre: Theatre, row: int) -> Cargo:
        return Cargo(theatre.counter(row).side, theatre.place_of(row), (row,))

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if not cls.able(state, step):
            return None
        slots = (Slot("unit", lazy=True), Slot("hex", lazy=True))
        return Offer("rail", "Send a unit by rail", slots, RAIL)

    @classmethod
    def slot_for(cls, state: Ledger, step: MapPhase, row: int) -> Slot:
        theatre = step.theatre(state)
        return _hexes(theatre, cls._cargo(theatre, row), capacity_of(state, step.side))

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre, capacity = step.theatre(state), capacity_of(state, step.side)
        for row in cls.draw_able(state, step, choose):
            end = draw_destination(theatre, cls._cargo(theatre, row), capacity, choose)
            if end is not None:
                return cls(theatre.counter(row).id, theatre.land.labels[end])
        return None

    def _asked(self, state: Ledger, step: MapPhase) -> tuple[Theatre, Cargo, int]:
        theatre = step.theatre(state)
        row, to = self.row(theatre, step), theatre.land.place(self.hex)
        if to == theatre.place_of(row):
            raise BadInput(f"{theatre.counter(row).name} is in {self.hex} already.")
        return theatre, self._cargo(theatre, row), to

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre, cargo, to = self._asked(state, step)
        capacity = capacity_of(state, step.side)
        return refusals_of(lambda: _journey(theatre, cargo, to, capacity))

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre, cargo, to = self._asked(state, step)
        name = theatre.counter(cargo.rows[0]).name
        return _go(state, step, cargo, to, name, play)


class RailSupply(Verb, frozen=True, tag="ship"):
    """Send supply by rail."""

    explains = True

    start: str
    tokens: Annotated[int, Meta(ge=1, le=400)]
    hex: str

    @classmethod
    def dumps(cls, state: Ledger, step: MapPhase) -> list[int]:
        """The places whose supply can be put on a train."""
        theatre = step.theatre(state)
        places = sorted(theatre.position.dumps[SIDES.index(step.side)])
        return [p for p in places if not entraining_violations(theatre, Cargo(step.side, p, (), 1))]

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if not cls.dumps(state, step):
            return None
        slots = (Slot("start", lazy=True), Slot("tokens", low=1, high=400), Slot("hex", lazy=True))
        return Offer("ship", "Send supply by rail", slots, RAIL)

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> MapPhase | None:
        return out_of_turn(cls, state, step, who)

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        theatre = step.theatre(state)
        labels = theatre.land.labels
        if not said:
            own = SIDES.index(step.side)
            choices = tuple(
                Choice(
                    labels[place],
                    f"{movable(theatre, own, place, 'rail')}T in {hex_name(theatre, place)}",
                )
                for place in cls.dumps(state, step)
            )
            return Slot("start", choices, prompt="from where?")
        start = theatre.land.place(said[0])
        if len(said) == 1:
            most = max(1, min(400, movable(theatre, SIDES.index(step.side), start, "rail")))
            return Slot("tokens", low=1, high=most, prompt="how many tokens?")
        if len(said) > 2:
            return None
        cargo = Cargo(step.side, start, (), int(said[1]) if said[1].isdigit() else 1)
        return _hexes(theatre, cargo, capacity_of(state, step.side))

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre, dumps = step.theatre(state), cls.dumps(state, step)
        if not dumps:
            return None
        start = dumps[choose(len(dumps))]
        tokens = 1 + choose(min(8, movable(theatre, SIDES.index(step.side), start, "rail")))
        cargo = Cargo(step.side, start, (), tokens)
        end = draw_destination(theatre, cargo, capacity_of(state, step.side), choose)
        labels = theatre.land.labels
        return None if end is None else cls(labels[start], tokens, labels[end])

    def _asked(self, state: Ledger, step: MapPhase) -> tuple[Theatre, Cargo, int]:
        theatre = step.theatre(state)
        start, to = theatre.land.place(self.start), theatre.land.place(self.hex)
        if start == to:
            raise BadInput(f"The supply is in {self.hex} already.")
        return theatre, Cargo(step.side, start, (), self.tokens), to

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre, cargo, to = self._asked(state, step)
        lying = theatre.position.dumps[SIDES.index(step.side)].get(cargo.start, 0)
        capacity = capacity_of(state, step.side)
        found = refusals_of(lambda: _journey(theatre, cargo, to, capacity))
        if cargo.tokens > lying and found:
            raise ImpossibleAction(found[0].text, found[0].rules, found[0].remedy)
        return found

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        _, cargo, to = self._asked(state, step)
        what = f"Supply of {counted(self.tokens, 'token')}"
        return _go(state, step, cargo, to, what, play)


class Convert(UnitOrder, frozen=True):
    """Let a Rail Repair unit convert the rail hexes that it enters."""

    path: tuple[str, ...]

    @classmethod
    def is_named(cls, theatre: Theatre, row: int) -> bool:
        return is_rail_repair(theatre, row)

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        found = converting_violations(theatre, row)
        return found[0] if found else None

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if not any(cls._ends(step.theatre(state), row) for row in cls.able(state, step)):
            return None
        slots = (Slot("unit", lazy=True), Slot("path", lazy=True))
        return Offer("convert", "Convert track with a Rail Repair unit", slots, ("OCS-13.3g-1",))

    @classmethod
    def _ends(cls, theatre: Theatre, row: int) -> tuple[str, ...]:
        """The rail hexes beside a unit that it can convert."""
        beside = theatre.land.rail_neighbours(theatre.place_of(row))
        number = SIDES.index(theatre.counter(row).side) + 1
        return tuple(
            theatre.land.labels[place]
            for place in beside
            if theatre.position.gauge[place] != number
            and not refusals_of(partial(convert, theatre, row, (place,)))
        )

    @classmethod
    def slot_for(cls, state: Ledger, step: MapPhase, row: int) -> Slot:
        theatre = step.theatre(state)
        return Slot("path", cls._ends(theatre, row), prompt="which rail hex?")

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre = step.theatre(state)
        found = [
            cls(theatre.counter(row).id, (label,))
            for row in cls.able(state, step)
            for label in cls._ends(theatre, row)
        ]
        return found[choose(len(found))] if found else None

    def _walk(self, theatre: Theatre, row: int) -> tuple[int, ...]:
        """The rail hexes of the way: those that are named, and between them the shortest way."""
        if not self.path:
            raise BadInput("Say which rail hexes it enters: the last, or all in order.")
        here, found = theatre.place_of(row), list[int]()
        for label in self.path:
            there = theatre.land.place(label)
            if there == here:
                raise BadInput(f"{label} is named twice, or the unit stands there already.")
            way = shortest(rail_steps(theatre.land), here, there)
            found += way.places[1:] if way else (there,)
            here = there
        return tuple(found)

    def _convert(self, theatre: Theatre, step: MapPhase) -> Finding[RelaidTrack]:
        row = self.row(theatre, step)
        return convert(theatre, row, self._walk(theatre, row))

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        return refusals_of(lambda: self._convert(theatre, step))

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        name, labels = theatre.counter(row).name, theatre.land.labels
        try:
            found = self._convert(theatre, step)
        except Refusal:
            # A referee lets it pass: the track is relaid, wherever the unit stands.
            path = self._walk(theatre, row)
            rails = tuple(place for place in path if theatre.land.has_rail(place))
            after = relaid(theatre.position, row, SIDES.index(step.side) + 1, rails)
            rules: Rules = ("OCS-13.3g-1",)
        else:
            after, rails, rules = found.result.position, found.result.places, found.rules
        hexes = ", ".join(labels[place] for place in rails) or "nothing"
        own, others = (step.side,), (other_side(step.side), SPECTATOR)
        play.log("track_converted", rules, to=own, unit=name, hexes=hexes)
        play.log("track_changes", rules, to=others, side=NAME_OF[step.side], hexes=hexes)
        return state.with_position(after)
