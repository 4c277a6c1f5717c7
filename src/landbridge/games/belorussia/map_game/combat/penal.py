"""Penal units in a combat on the map: once used they go back to their box (3.8)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.combat.battles import at_work
from landbridge.games.belorussia.combat.works import hedgehog_at
from landbridge.games.belorussia.ledger.fronts.offensives import penal_units_back
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.combat.fighting import fight_theatre, with_fight
from landbridge.games.belorussia.position.position import UNUSED
from landbridge.games.belorussia.supply_lines.starving import removed
from landbridge.games.belorussia.units.penal import penal_effect


def penal_units_used(state: Ledger, play: Play) -> Ledger:
    """The match when the dice have fallen: a penal unit that helped is neither loss nor option."""
    fight, theatre = state.table.fight, fight_theatre(state)
    battle = fight.battle
    there = at_work(theatre, battle.attackers)
    if not there:
        return state
    level = hedgehog_at(theatre, battle.target, battle.defenders, Why())
    found = penal_effect(level, len(there), True, theatre.rulings.penal_no_hedgehog)
    used = there[: found.result.to_box]
    for row in used:
        name = theatre.counter(row).name
        play.log("penal_unit_to_box", ("TFB-3.8-5", "RUL-TFB-32"), unit=name)
        front = next((name for name, units in state.penal_out.items() if units), None)
        if front is not None:
            state = penal_units_back(state, front, 1)
    left = tuple(row for row in battle.attackers if row not in used)
    state = with_fight(state, replace(fight, battle=replace(battle, attackers=left)))
    return state.with_position(removed(state.table.position, used, UNUSED))
