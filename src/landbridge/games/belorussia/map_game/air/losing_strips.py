"""What becomes in a match of planes whose HQ stops being an air strip (1.3c)."""

from __future__ import annotations

from landbridge.engine.play.events import Play
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.air.lost_strips import (
    displaced,
    planes_without_strip,
    shelter_for,
)
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase

LOST_STRIP: Rules = ("TFB-1.3c-3", "TFB-EDGE-64", "RUL-TFB-95")


def leave_strip(state: Ledger, step: MapPhase, place: int, play: Play) -> Ledger:
    """The planes that a hex bases no more fly off, Inactive, or are destroyed."""
    for row in planes_without_strip(step.theatre(state), step.side, place):
        theatre = step.theatre(state)
        to = shelter_for(theatre, row)
        plane, hex = theatre.counter(row).name, theatre.land.labels[place]
        if to is None:
            play.log("plane_without_strip", LOST_STRIP, to=(step.side,), plane=plane, hex=hex)
        else:
            end = theatre.land.labels[to]
            play.log(
                "plane_leaves_strip", LOST_STRIP, to=(step.side,), plane=plane, hex=hex, end=end
            )
        state = state.with_position(displaced(theatre, row, to))
    return state
