"""What a defence promises with combat supply and without: exact odds, as far as its owner sees.

Made from what the defender sees: his own stack whole, of the attackers the top of each stack.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from landbridge.engine.chance.odds import Dist
from landbridge.engine.play.boards import Forecast
from landbridge.games.belorussia.combat.battles import Battle, named_battle
from landbridge.games.belorussia.combat.results import Outcome
from landbridge.games.belorussia.combat.supplying import defends_free, supply_defence
from landbridge.games.belorussia.combat.weighing import weigh
from landbridge.games.belorussia.map_game.combat.combat_odds import combat_distribution
from landbridge.games.belorussia.movement.faces import attack_capable, face_up
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.words import counted


def forecast_defence(theatre: Theatre, asked: Battle, paid: bool) -> Forecast | None:
    """The exact odds of a defence against the attackers that can be seen; None if none can."""
    seen = tuple(
        row
        for place in asked.hexes
        for row in theatre.stack(place, asked.side)
        if attack_capable(theatre, row)
    )
    if not seen:
        return None
    leader = max(seen, key=lambda row: face_up(theatre, row).rating)
    battle = named_battle(theatre, seen, asked.target, leader, asked.attack)
    battle = replace(battle, supplied=_supplied(theatre, battle, paid))
    found = weigh(theatre, battle)
    spread = combat_distribution(found.result.combat)
    return Forecast(
        f"{found.result.odds} at {theatre.land.labels[asked.target]}",
        spread.sorted().map(lambda outcome: outcome.cell),
        also=_also(spread),
        notes=(
            f"Counted: {counted(len(seen), 'attacker')} on top of the stacks that attack, with the"
            " best action rating leading; others may lie below, and not all may attack.",
        ),
        rules=found.rules,
        reasons=tuple(dict.fromkeys(found.why)),
    )


def _supplied(theatre: Theatre, battle: Battle, paid: bool) -> tuple[int, ...]:
    if paid:
        return supply_defence(theatre, battle.defenders).result.rows
    return tuple(row for row in battle.defenders if defends_free(theatre, row))


def _also(spread: Dist[Outcome]) -> dict[str, Fraction]:
    """The chances that a defender asks for."""
    chances = {
        "you lose a step": spread.chance(lambda o: o.defender_losses > 0),
        "you have options": spread.chance(lambda o: o.defender_options > 0),
        "you are disorganised": spread.chance(lambda o: o.defender_dg),
        "they lose a step": spread.chance(lambda o: o.attacker_losses > 0),
        "they may exploit": spread.chance(lambda o: o.exploit > 0),
    }
    return {text: chance for text, chance in chances.items() if chance}
