"""Placing reinforcements on the map, one by one, in a hex and a mode (OCS 13.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Choice, Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import SPECTATOR, Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.arrivals.on_the_map import (
    arrival_violations,
    is_blocked,
    is_full,
    placed,
)
from landbridge.games.belorussia.ledger.reinforcement.phase import Duty
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.arrivals.entrances import (
    ArrivalPhase,
    entrances,
    entry_with,
    open_hexes,
    placed_by,
)
from landbridge.games.belorussia.map_game.hex_names import hex_name
from landbridge.games.belorussia.map_game.phases import own_phase
from landbridge.games.belorussia.map_game.set_out import on_edge
from landbridge.games.belorussia.position.counters import Counter, other_side
from landbridge.games.belorussia.position.position import UNUSED
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import NAME_OF, counted, listed

ArrivalMode = Literal["combat", "move", "reserve", "strat"]
NAMED = 8
"""How many of the hexes that are open a refusal names."""
ARRIVING: Rules = ("OCS-13.6-1", "OCS-13.6b-1")


def left_to_place(state: Ledger, step: ArrivalPhase) -> tuple[str, ...]:
    """The counters that must still be placed: those for which there is a hex."""
    counters = step.theatre(state).counters
    return tuple(
        id
        for row, ids in step.arriving.items()
        for id in ids
        if open_hexes(
            state, step, row, counters[counters.row(id)], _usual(counters[counters.row(id)])
        )
    )


def _usual(counter: Counter) -> ArrivalMode:
    """The mode in which a counter arrives if nothing is said."""
    return "move" if counter.is_transport or counter.duty == "repl" else "combat"


def arrivals_undone(state: Ledger, step: ArrivalPhase) -> tuple[Violation, ...]:
    """What keeps the phase from ending: reinforcements that have not been placed."""
    counters = step.theatre(state).counters
    return violations(
        *(
            violation_if(
                True,
                f"{counters[counters.row(id)].name} has not been placed",
                "OCS-13.6-1",
                f"enter {id}",
            )
            for id in left_to_place(state, step)
        )
    )


class Enter(Duty, frozen=True):
    """Place a reinforcement in a hex, in any voluntary mode."""

    unit: str
    hex: str
    mode: ArrivalMode | None = None

    @classmethod
    def offer(cls, state: Ledger, step: ArrivalPhase, who: str) -> Offer | None:
        due = [id for ids in step.arriving.values() for id in ids]
        if not due:
            return None
        slots = (Slot("unit", lazy=True), Slot("hex", lazy=True), cls._mode_slot())
        return Offer(
            "enter", f"Place reinforcements ({counted(len(due), 'counter')} due)", slots, ARRIVING
        )

    @staticmethod
    def _mode_slot() -> Slot:
        modes = ("combat", "move", "reserve", "strat")
        return Slot("mode", modes, prompt="in which mode?", optional=True)

    @classmethod
    def undone(cls, state: Ledger, phase: Any) -> tuple[Violation, ...]:
        return arrivals_undone(state, phase)

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> Step | None:
        return own_phase(cls, "reinforcement", who) if state.has_map else None

    @classmethod
    def next_slot(
        cls, state: Ledger, step: ArrivalPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        theatre = step.theatre(state)
        if not said:
            choices = tuple(
                Choice(id, theatre.counters[theatre.counters.row(id)].name)
                for ids in step.arriving.values()
                for id in ids
            )
            return Slot("unit", choices, prompt="which unit?")
        counter = _find(theatre, step, said[0])
        if len(said) == 1:
            row = entry_with(step, counter.id) or ""
            places = open_hexes(state, step, row, counter, _usual(counter))
            labels = theatre.land.labels
            choices = tuple(Choice(labels[one], hex_name(theatre, one)) for one in places)
            return Slot("hex", choices, prompt="where?")
        plain = counter.is_combat and counter.duty != "repl"
        return cls._mode_slot() if len(said) == 2 and plain else None

    @classmethod
    def random_action(
        cls, state: Ledger, step: ArrivalPhase, who: str, choose: Chooser
    ) -> Self | None:
        due = left_to_place(state, step)
        if not due:
            return None
        theatre, id = step.theatre(state), due[choose(len(due))]
        counter = theatre.counters[theatre.counters.row(id)]
        places = open_hexes(state, step, entry_with(step, id) or "", counter, _usual(counter))
        return cls(id, theatre.land.labels[places[choose(len(places))]])

    def check(self, state: Ledger, step: ArrivalPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        counter = _find(theatre, step, self.unit)
        place = theatre.land.place(self.hex)
        row = entry_with(step, counter.id)
        due = row is not None
        where = entrances(state, step, row or "", counter)
        mode = self.mode or _usual(counter)
        found = arrival_violations(theatre, counter, place, mode, theatre.counters.row(counter.id))
        by, legal = placed_by(counter)
        open_to = open_hexes(state, step, row or "", counter, mode)
        shown = [hex_name(theatre, one) for one in open_to[:NAMED]]
        more = f" and {len(open_to) - NAMED} more" if len(open_to) > NAMED else ""
        legal += f": {', '.join(shown)}{more}" if shown else ", where no hex is open now"
        return (
            *violations(
                violation_if(
                    not due,
                    f"{counter.name} does not arrive in this phase",
                    "OCS-13.6-1",
                    "reinforcements come on their turn",
                ),
                violation_if(
                    due and place not in where and not found,
                    f"{counter.name} does not arrive in {self.hex}",
                    (*by, *((row,) if row else ())),
                    legal,
                ),
            ),
            *found,
        )

    def apply(self, state: Ledger, step: ArrivalPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        counter = _find(theatre, step, self.unit)
        place = theatre.land.place(self.hex)
        mode = self.mode or _usual(counter)
        state = enter(state, step, (counter.id,), place, mode, play)
        return gone_from(state, counter.id)


def _find(theatre: Theatre, step: ArrivalPhase, word: str) -> Counter:
    """The counter that is named: one's own, and not in play yet."""
    row = theatre.counters.rows.get(word)
    if row is None or theatre.counter(row).side != step.side or theatre.place_of(row) != UNUSED:
        due = listed([id for ids in step.arriving.values() for id in ids])
        raise BadInput(
            f"'{word}' is no counter of the {NAME_OF[step.side]} side that is to come."
            f" Allowed: {due or 'nobody, all have been placed'}."
        )
    return theatre.counter(row)


def enter(
    state: Ledger,
    step: ArrivalPhase,
    ids: Iterable[str],
    place: int,
    mode: ArrivalMode,
    play: Play,
) -> Ledger:
    """Put counters on the map, and tell it: their names to their own side alone."""
    for id in ids:
        theatre = step.theatre(state)
        row = theatre.counters.row(id)
        counter, label = theatre.counter(row), theatre.land.labels[place]
        own = mode if counter.is_combat else _usual(counter)
        state = state.with_position(placed(theatre, row, place, own))
        rules = _rules_of(theatre, counter, place)
        play.log("entered", rules, to=(step.side,), unit=counter.name, hex=label)
    count, others = len(tuple(ids)), (other_side(step.side), SPECTATOR)
    told = counted(count, "unit")
    side = NAME_OF[step.side]
    play.log("somebody_entered", ("OCS-13.6-1",), to=others, side=side, units=told, hex=label)
    return state


def _rules_of(theatre: Theatre, counter: Counter, place: int) -> Rules:
    """The rules by which a counter arrives in a hex."""
    if counter.kind == "plane":
        return ("OCS-13.6-2",)
    found: list[str] = [*ARRIVING]
    if counter.is_transport:
        found.append("OCS-13.6c-1" if counter.kind == "organic_truck" else "OCS-13.6c-2")
    if is_full(theatre, counter.side, place, theatre.counters.row(counter.id)):
        found.append("OCS-13.6a-1")
    around = theatre.land.graph.neighbours[place]
    shut = (one for one in around if is_blocked(theatre, counter.side, one))
    if on_edge(theatre.land, place) and any(on_edge(theatre.land, one) for one in shut):
        found.append("OCS-13.6b-2")
    return tuple(found)


def gone_from(state: Ledger, *ids: str) -> Ledger:
    """The match when counters are due no more."""
    step: Any = state.agenda[0]
    arriving = {
        row: left
        for row, due in step.arriving.items()
        if (left := tuple(id for id in due if id not in ids))
    }
    return replace(state, agenda=(replace(step, arriving=arriving), *state.agenda[1:]))
