"""How a short scenario stands: who holds its places, what is lost, which events score."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from msgspec import UNSET, Struct
from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.rules.findings import Finding
from landbridge.games.belorussia.armies.entries import entries
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.holding_places import held_on_map
from landbridge.games.belorussia.map_game.set_out import scenario_rows
from landbridge.games.belorussia.position.counters import SIDES, Counters
from landbridge.games.belorussia.scenario_victory import (
    Losses,
    ScoringEventName,
    VictoryPlace,
    VictoryTerms,
    score_scenario,
    victory_terms,
)
from landbridge.games.belorussia.supply_lines.trace import supply_state
from landbridge.games.belorussia.victory import Score
from landbridge.games.belorussia.words import NAME_OF, Side, counted

AXIS = SIDES.index("axis") + 1


class HeldPlace(Struct, frozen=True):
    """A place that counts, and whether the Soviet side holds it."""

    place: VictoryPlace
    soviet: bool


def terms_of(state: Ledger) -> VictoryTerms:
    """What decides the scenario that is played."""
    return victory_terms(state.table.scenario)


def places_in_play(state: Ledger) -> tuple[HeldPlace, ...]:
    """The places of the scenario, and who holds them on the map."""
    held = held_on_map(state.table, state.rulings.victory_points)
    return tuple(HeldPlace(place, held[place.name]) for place in terms_of(state).places)


def losses(state: Ledger, side: Side) -> Losses:
    """What a side has lost for good so far: who lies in its Dead Pile, which lies open to both."""
    dead = {unit.name for unit in state.book(side).dead}
    counters = state.table.counters
    here = _has_come(state)
    divisions = counters.once(("divisions", side), lambda counters: _divisions(counters, side))
    formations = counters.once(
        ("formations", side, here), lambda counters: _formations(counters, side, here)
    )
    return Losses(
        sum(name in dead for name in divisions), sum(dead.issuperset(names) for names in formations)
    )


def _divisions(counters: Counters, side: Side) -> tuple[str, ...]:
    """The names of the divisions of a side that belong to no formation."""
    own = (counter for counter in counters if counter.side == side)
    return tuple(one.name for one in own if one.size == "XX" and not one.formation)


def _formations(counters: Counters, side: Side, here: frozenset[str]) -> tuple[frozenset[str], ...]:
    """The names of the combat units of each formation of a side that have come."""
    found: dict[str, set[str]] = {}
    for counter in counters:
        if counter.side == side and counter.formation and counter.is_combat and counter.id in here:
            found.setdefault(counter.formation, set()).add(counter.name)
    return tuple(map(frozenset, found.values()))


def _has_come(state: Ledger) -> frozenset[str]:
    """The counters that stood on the map as the scenario began or have arrived since."""
    return _come_until(state.table.scenario, state.table.pack, state.date)


@lru_cache(maxsize=32)
def _come_until(scenario: str, pack: str, day: date) -> frozenset[str]:
    came = {row.id for row in scenario_rows(scenario, pack) if row.kind == "unit"}
    for entry in entries(scenario):
        if entry.date <= day:
            ids = (unit.id for unit in entry.units)
            came = came.union(ids) if entry.what == "arrive" else came.difference(ids)
    return frozenset(came)


def score_on_map(state: Ledger) -> Finding[Score]:
    """The points of a short scenario as they stand now, and what they would mean at the end."""
    held = tuple(one.place.name for one in places_in_play(state) if one.soviet)
    lost: dict[Side, Losses] = {side: losses(state, side) for side in SIDES}
    return score_scenario(
        state.table.scenario, held, lost, state.table.scored_events, state.rulings
    )


def settle_scoring_events(state: Ledger, play: Play) -> Ledger:
    """The match when a turn is over: which events score, told where that has changed."""
    if not state.is_excerpt or not terms_of(state).scoring_events:
        return state
    was, now = state.table.scored_events, _scoring_now(state)
    for event in terms_of(state).scoring_events:
        if (event.name in now) != (event.name in was):
            does = "done" if event.name in now else "undone"
            worth = counted(event.points, f"{NAME_OF[event.side]} point")
            play.log(f"deed_{does}", ("RUL-TFB-240",), deed=event.text, worth=worth)
    return replace(state, on_map=replace(state.table, deeds=now or UNSET))


def _scoring_now(state: Ledger) -> tuple[ScoringEventName, ...]:
    supply = supply_state(state.theatre("supply", "axis"), "axis")
    control = state.table.position.control
    found = []
    for event in terms_of(state).scoring_events:
        place = state.place(event.hex)
        supplied = control[place] == AXIS and supply.leads_to(place)
        kept = event.once and event.name in state.table.scored_events
        if kept or supplied == (event.name == "in_trace"):
            found.append(event.name)
    return tuple(found)
