"""A player turn on the map: which steps its phases are."""

from __future__ import annotations

from collections.abc import Callable

from landbridge.engine.play.agenda import Routine, Step
from landbridge.games.belorussia.map_game.air.air_bases import BeginRefit
from landbridge.games.belorussia.map_game.arrivals.returning import BeginReturns
from landbridge.games.belorussia.map_game.barrage.barrage_segments import BeginBarrage, PhaseOver
from landbridge.games.belorussia.map_game.clean_up import MapCleanUp
from landbridge.games.belorussia.map_game.combat.combat_phase import BeginCombat
from landbridge.games.belorussia.map_game.movement.movement_phase import MapMovement
from landbridge.games.belorussia.map_game.movement.reserve_phases import (
    BeginExploitation,
    BeginReaction,
)
from landbridge.games.belorussia.map_game.supply.breakout import BeginMovement
from landbridge.games.belorussia.map_game.supply.supply_phase import MapSupply
from landbridge.games.belorussia.words import Phase, Side

Steps = tuple[Step | Routine, ...]

STEPS: dict[Phase, Callable[[Side], Steps]] = {
    "refit": lambda side: (BeginRefit(side),),
    "reinforcement": lambda side: (BeginReturns(side),),
    "movement": lambda side: (BeginMovement(side), MapMovement(side)),
    "supply": lambda side: (MapSupply(side),),
    "reaction": lambda side: (BeginReaction(side),),
    "combat": lambda side: (
        BeginBarrage(side, "combat", side),
        BeginCombat(side, "combat"),
        PhaseOver(side, "combat", side),
    ),
    "exploitation": lambda side: (BeginExploitation(side),),
    "clean_up": lambda side: (MapCleanUp(side),),
}
"""The steps of each phase; what the ledger does in the Reinforcement Phase comes before."""


def map_steps(phase: Phase, side: Side) -> Steps:
    """What is done on the map in a phase of a side's player turn."""
    return STEPS[phase](side) if phase in STEPS else ()
