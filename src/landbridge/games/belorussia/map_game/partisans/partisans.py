"""Partisans in a match on the map: the books and the counters say the same of them (3.7)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.agenda import Step, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.games.belorussia.ledger.facts.partisans import (
    Displace,
    Join,
    back_to_pool,
    met_by_axis,
)
from landbridge.games.belorussia.ledger.reinforcement.partisans import partisans_rest, reveal
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.partisans.partisan_counters import lay_partisans
from landbridge.games.belorussia.partisans.moving import after_turn
from landbridge.games.belorussia.partisans.on_the_map import partisan_rows
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.words import Side


def partisans_agree(before: Ledger, after: Ledger, play: Play) -> Ledger:
    """A match after an action, with books and counters in agreement about the partisans."""
    if after.partisans is not before.partisans:
        after = lay_partisans(after)
    elif after.table.position is not before.table.position:
        after = _note_partisans(after, play)
    return _displacements(after)


def _note_partisans(state: Ledger, play: Play) -> Ledger:
    """The books with the partisans as they stand on the map: who has moved is seen."""
    land, rows = state.table.land, partisan_rows(state.table.counters)
    for unit in state.partisans:
        place = state.table.position.place_of(rows[unit.unit])
        if place >= land.size:
            state = back_to_pool(state, unit)
        elif land.labels[place] != unit.hex:
            moved = replace(unit, hex=land.labels[place])
            others = (moved if one.number == unit.number else one for one in state.partisans)
            state = reveal(replace(state, partisans=tuple(others)), unit.number, play)
    return state


def partisans_after_turn(state: Ledger, play: Play) -> Ledger:
    """The match after the Soviet player turn: who meets the Red Army joins it, others rest."""
    theatre = state.theatre("clean_up", "soviet")
    supply = supply_state(theatre, "soviet")
    for unit in state.partisans:
        near = theatre.land.graph.neighbours[state.place(unit.hex)]
        army = any(
            supply.in_trace(row) and theatre.counter(row).arm != "partisan"
            for place in near
            for row in theatre.combat_units(place, "soviet")
        )
        if army and after_turn(unit.active, True, state.rulings.partisan_details) == "pool":
            state = Join(unit.number).enter(state, play)
    return lay_partisans(partisans_rest(state, play))


# Face down, and somebody enters


class DisplacedPartisan(Step, frozen=True, tag="Displacing"):
    """An Axis unit has entered the hex of a partisan face down; the Soviet player displaces it."""

    cites = ("TFB-3.7a-5",)
    verbs = (Displace,)

    number: int

    def deciders(self, state: Ledger) -> tuple[Side, ...]:
        return ("soviet",)

    def prompt(self, state: Ledger, who: str) -> str:
        return f"Partisan {self.number} is displaced: where to?"


def _displacements(state: Ledger) -> Ledger:
    """The match with a step for whoever must be displaced, and none for others."""
    unit = met_by_axis(state)
    asked = state.agenda[0] if state.agenda else None
    if isinstance(asked, DisplacedPartisan):
        if unit is not None and unit.number == asked.number:
            return state
        state = replace_step(state)
    return state if unit is None else push_steps(state, DisplacedPartisan(unit.number))
