"""What an attack promises before it is made: exact odds of the live resolver, as far as one sees.

Made from what the attacker sees: of the enemy's stack the top, all of it supplied.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from landbridge.engine.chance.exact import odds
from landbridge.engine.chance.odds import Dist
from landbridge.engine.play.boards import Forecast
from landbridge.engine.rules.citing import muted
from landbridge.engine.rules.findings import Why
from landbridge.games.belorussia.combat.advancing import exploiters, how_fought
from landbridge.games.belorussia.combat.battles import Battle
from landbridge.games.belorussia.combat.resolution import Combat, resolve
from landbridge.games.belorussia.combat.results import Outcome
from landbridge.games.belorussia.combat.weighing import BattleTally, weigh
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.chart import describe_terrain

Kind = Callable[[Outcome], bool]


def combat_distribution(combat: Combat) -> Dist[Outcome]:
    """Every result of a combat with its chance."""
    return _distribution(combat, muted())


@lru_cache(maxsize=1024)
def _distribution(combat: Combat, without: frozenset[str]) -> Dist[Outcome]:
    """The same, worked out once for combats alike while the same rules are muted."""
    return odds(resolve, combat)


def forecast_attack(theatre: Theatre, battle: Battle) -> Forecast:
    """The exact odds of an attack on what can be seen in the hex."""
    found = weigh(theatre, battle)
    weighed = found.result
    spread = combat_distribution(weighed.combat)
    label = theatre.land.labels[battle.target]
    return Forecast(
        f"{weighed.odds} at {label}",
        spread.sorted().map(lambda outcome: outcome.cell),
        also=_also(theatre, battle, spread),
        notes=(*_notes(weighed), *_unseen(theatre, battle)),
        rules=found.rules,
    )


def _also(theatre: Theatre, battle: Battle, spread: Dist[Outcome]) -> dict[str, Fraction]:
    """The chances that a player asks for."""
    kinds: dict[str, Kind] = {
        "you lose a step at least": lambda o: o.attacker_losses > 0,
        "you have options, each a step or a hex": lambda o: o.attacker_options > 0,
        "they lose a step at least": lambda o: o.defender_losses > 0,
        "they have options, each a step or a hex": lambda o: o.defender_options > 0,
        "they are disorganised": lambda o: o.defender_dg,
        "somebody of yours may exploit": lambda o: _exploits(theatre, battle, o),
    }
    chances = {text: spread.chance(kind) for text, kind in kinds.items()}
    return {text: chance for text, chance in chances.items() if chance}


def _exploits(theatre: Theatre, battle: Battle, outcome: Outcome) -> bool:
    """Whether anybody could go into Exploit Mode, if all options were taken as losses."""
    chosen = how_fought(theatre, battle, theatre.phase, 0, 0)
    return bool(exploiters(theatre, battle, outcome, chosen, Why()))


def _notes(weighed: BattleTally) -> tuple[str, ...]:
    terrain = describe_terrain(weighed.terrain)
    modifiers = "; ".join(f"{p.value:+} {p.reason}" for p in weighed.combat.roll.modifiers)
    return (
        f"{weighed.attack} against {weighed.defence}: column {weighed.combat.column}, {terrain}",
        f"rolls: {modifiers}" if modifiers else "no modifiers to the rolls",
    )


def _unseen(theatre: Theatre, battle: Battle) -> tuple[str, ...]:
    count = len(battle.defenders)
    who = "the unit" if count == 1 else f"the {count} units"
    return (f"Counted are {who} that can be seen, supplied; others may lie below.",)
