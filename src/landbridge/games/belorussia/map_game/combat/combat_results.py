"""The dice of a combat, and the order in which its result is carried out (OCS 9.8 to 9.10)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.play.agenda import Routine, Step, push_steps
from landbridge.engine.play.events import Play
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.games.belorussia.combat.resolution import LAST, result_on, surprised
from landbridge.games.belorussia.combat.results import reading_rules
from landbridge.games.belorussia.combat.weighing import weigh
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.combat.after_combat import AskAdvance, AskExploit
from landbridge.games.belorussia.map_game.combat.combat_losses import TakeLosses
from landbridge.games.belorussia.map_game.combat.combat_options import AskOptions
from landbridge.games.belorussia.map_game.combat.fighting import (
    EndFight,
    fight_theatre,
    target_label,
    with_fight,
)
from landbridge.games.belorussia.map_game.combat.penal import penal_units_used
from landbridge.games.belorussia.map_game.combat.retreating import MakeRetreats
from landbridge.games.belorussia.movement.modes import disorganise
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.terrain.chart import describe_terrain
from landbridge.games.belorussia.terrain.multipliers import Role
from landbridge.games.belorussia.words import NAME_OF, Side, counted

SECRET: Rules = (
    *("OCS-9.11d-1", "OCS-9.11d-2", "OCS-21.2-1", "RUL-TFB-200"),
    *("OCS-13.1c-1", "OCS-13.4b-1", "OCS-13.5-2"),
)
"""What a strength was reckoned by that would tell of lost steps or of the units behind it: only a
referee reads it (OCS-4.9a-5, OCS-4.9b-1)."""


class ThrowCombat(Routine, frozen=True):
    """Odds, Surprise and the Combat Table."""

    def run(self, state: Ledger, play: Play) -> Ledger:
        fight, theatre = state.table.fight, fight_theatre(state)
        battle = fight.battle
        found = weigh(theatre, battle)
        weighed, hex = found.result, target_label(state)
        if in_force("OCS-4.9b-1"):
            play.log(
                "combat_odds",
                ("OCS-9.2-1", "OCS-4.9b-1", *(rule for rule in found.rules if rule not in SECRET)),
                hex=hex,
                attack=str(weighed.attack),
                defence=str(weighed.defence),
                odds=str(weighed.odds),
                terrain=describe_terrain(weighed.terrain),
                attacker=weighed.attacker_ar,
                defender=weighed.defender_ar,
                anti_tank=weighed.anti_tank,
            )
        secret = tuple(rule for rule in found.rules if rule in SECRET)
        if secret:
            play.log("combat_unseen", secret, to=(), hex=hex)
        shift, column = surprised(weighed.combat, play.nature)
        outcome = result_on(weighed.combat, column, play.nature)
        dug_in = battle.target in theatre.position.hedgehogs
        rules = (*reading_rules(outcome), *(("OCS-16.0h-1",) if dug_in else ()))
        play.log(
            "combat_result",
            rules,
            hex=hex,
            result=outcome.cell,
            surprise=_surprise(shift, column, battle.side),
        )
        state = with_fight(_works_stand(state), replace(fight, cell=outcome.cell))
        state = penal_units_used(state, play)
        state = _disorganised(_reserves_hit(state, play), play)
        order: tuple[Role, ...] = ("attacker", "defender")
        if not in_force("OCS-9.10b-1"):
            order = ("defender", "attacker")
        return push_steps(
            state,
            *(step for role in order for step in _part(role, fight_losses(state, role))),
            AskAdvance(),
            AskExploit(),
            EndFight(),
        )


def _surprise(shift: int, column: int, attacker: Side) -> str:
    """Who has surprise, and on which column that puts the combat, in a sentence."""
    if not shift:
        return f"No surprise: column {column} of {LAST}."
    side, way = (attacker, "right") if shift > 0 else (other_side(attacker), "left")
    columns = counted(abs(shift), "column")
    return f"{NAME_OF[side]} surprise: {columns} to the {way}, column {column} of {LAST}."


def _works_stand(state: Ledger) -> Ledger:
    """A hedgehog that is fought for stays as it is."""
    now, place = state.table.position, state.table.fight.battle.target
    if place not in now.hedgehogs or in_force("OCS-16.0h-1"):
        return state
    left = {there: level for there, level in now.hedgehogs.items() if there != place}
    return state.with_position(replace(now, hedgehogs=left))


def fight_losses(state: Ledger, role: Role) -> int:
    """Steps that the result of the combat demands of a side."""
    return state.table.fight.losses(role)


def _part(role: Role, losses: int) -> tuple[Step | Routine, ...]:
    """What a side makes of its part of the result: losses, then options, then the retreat."""
    return TakeLosses(role, losses), AskOptions(role), MakeRetreats(role)


def _reserves_hit(state: Ledger, play: Play) -> Ledger:
    """Defenders that receive a result are in Reserve Mode no more (OCS-5.7d-1)."""
    fight, theatre = state.table.fight, fight_theatre(state)
    settled = figures("reserves_hit", theatre.rulings.reserves_hit)
    found = fight.outcome
    hit = found.defender_losses or found.defender_options or settled["any_result"]
    if not hit or not in_force("OCS-5.7d-1"):
        return state
    rows = theatre.stack(fight.battle.target, fight.battle.enemy)
    off = {row: 0 for row in rows if theatre.marker(row) == "reserve"}
    if not off:
        return state
    play.log("reserves_hit", ("OCS-5.7d-1", "RUL-TFB-203"), hex=target_label(state))
    marker = BYTE.put_all(theatre.position.marker, off)
    return state.with_position(replace(theatre.position, marker=marker))


def _disorganised(state: Ledger, play: Play) -> Ledger:
    """A DG result holds at once, before anything else is carried out."""
    fight = state.table.fight
    rules: Rules = ("OCS-9.10-3", "OCS-5.10a-1", "OCS-5.10a-5", "OCS-5.4-5", "OCS-5.7d-2")
    if not fight.outcome.defender_dg or not all(map(in_force, rules[:2])):
        return state
    theatre = fight_theatre(state)
    rows = theatre.stack(fight.battle.target, fight.battle.enemy)
    if any(theatre.counter(row).is_transport for row in rows):
        rules += ("OCS-5.10c-1",)
    play.log("defenders_dg", rules, hex=target_label(state))
    return state.with_position(disorganise(theatre, rows))
