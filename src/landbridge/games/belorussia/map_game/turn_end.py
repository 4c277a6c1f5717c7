"""What the end of a turn changes on the map: who controls the rear (OCS 13.3h), what is done."""

from __future__ import annotations

from landbridge.engine.play.events import Play
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.holding_places import note_places
from landbridge.games.belorussia.map_game.scenario_score import settle_scoring_events
from landbridge.games.belorussia.map_game.waking import wake_garrisons
from landbridge.games.belorussia.position.counters import SIDES
from landbridge.games.belorussia.rail.control import control_passes
from landbridge.games.belorussia.words import NAME_OF, listed


def turn_ends_on_map(state: Ledger, play: Play) -> Ledger:
    """The state after the last player turn of a turn."""
    state = wake_garrisons(_rear_passes(state, play), play)
    return settle_scoring_events(note_places(state, play), play)


def _rear_passes(state: Ledger, play: Play) -> Ledger:
    """The state when both sides hold what lies behind their fronts."""
    theatre = state.theatre("clean_up", "soviet")
    found = control_passes(theatre)
    before, after = theatre.position.control, found.result.control
    if before == after:
        return state
    labels = theatre.land.labels
    for number, side in enumerate(SIDES, start=1):
        changed = enumerate(zip(before, after, strict=True))
        places = [labels[p] for p, (old, new) in changed if old != new and new == number]
        if places:
            play.log("control_passes", found.rules, side=NAME_OF[side], places=listed(places))
    return state.with_position(found.result)
