"""What an attack promises: the exact odds of the whole battle, in a player's words."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from landbridge.engine.chance.odds import Dist
from landbridge.engine.play.boards import Forecast, Reply
from landbridge.games.arsenal.combat.battle import DATA, READY, STATES, Battle
from landbridge.games.arsenal.combat.resolution import Outcome, forecast, undefended
from landbridge.games.arsenal.forces.units import ARMOUR
from landbridge.games.arsenal.war.columns import BROKE, FIGHTS, KIND_OF
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import figures

GOES_ON, TAKEN, EMPTY, HOLDS = "taken, armour goes on", "taken", "nobody is left", "holds"
MOST_ROUNDS: int = DATA["forecast"]["rounds"]
"""Rounds that are counted; a battle that lasts longer is called undecided."""
UNDECIDED = f"still fought for after {MOST_ROUNDS} rounds"
ORDER = (GOES_ON, TAKEN, EMPTY, UNDECIDED, HOLDS)
STANDS = STATES[READY]


class PreparedBattle(Protocol):
    """A battle whose attackers are known, as the combat model can be asked about it."""

    @property
    def attackers(self) -> tuple[int, ...]:
        """The attacking units."""

    def model(self, state: War) -> Battle:
        """The battle as the combat model knows it."""


def forecast_fight(
    state: War, prepared: PreparedBattle, title: str, notes: tuple[str, ...] = ()
) -> Forecast:
    """The odds of a whole battle, if the attacker presses on and the defender stands."""
    battle = prepared.model(state)
    whole = forecast(battle, MOST_ROUNDS)
    fast = tuple(_may_go_on(state, unit) for unit in prepared.attackers)
    also = {
        "the attacker loses a unit": whole.chance(lambda o: "eliminated" in o.attackers),
        "the defender loses a unit": whole.chance(lambda o: "eliminated" in o.defenders),
    }
    shots = sum(unit.firepower for unit in battle.attackers) + battle.air
    back = sum(unit.firepower for unit in battle.defenders)
    sides = f"{shots} dice against {back} at full strength"
    reply = _withdrawal(battle, fast)
    rules = ("DC-R57", "RUL-DC-33")
    return Forecast(title, _summed(battle, whole, fast), reply, also, (sides, *notes), rules)


def _withdrawal(battle: Battle, fast: tuple[bool, ...]) -> Reply | None:
    """The defender's choice to withdraw after the next round, where somebody can."""
    if undefended(battle) or not any(one.retreats for one in battle.defenders):
        return None
    fought = battle.rounds + 1
    next_round = forecast(battle)
    asked = next_round.chance(lambda o: _is_undecided(battle, o))
    if not asked:
        return None
    left = forecast(battle, MOST_ROUNDS, stand=fought)
    text = (
        "They may withdraw after this round"
        if battle.rounds
        else ("They may withdraw after the first round")
    )
    yours = all(one.retreats for one in battle.defenders if one.holds)
    text += ": then it is yours." if yours else "; who cannot retreat stays."
    return Reply(text, asked, _summed(battle, left, fast))


def _summed(battle: Battle, whole: Dist[Outcome], fast: tuple[bool, ...]) -> Dist[str]:
    """The odds of outcomes in a player's words, in order."""
    sums = dict.fromkeys(ORDER, Fraction(0))
    for outcome, chance in whole.items():
        sums[_describe(battle, outcome, fast)] += chance
    return Dist.of((label, c.numerator, c.denominator) for label, c in sums.items() if c)


def _is_undecided(battle: Battle, outcome: Outcome) -> bool:
    """Whether both sides still stand."""
    standing = zip(battle.attackers, outcome.attackers, strict=True)
    return outcome.result == "held" and any(one.holds and now == STANDS for one, now in standing)


def _describe(battle: Battle, outcome: Outcome, fast: tuple[bool, ...]) -> str:
    """How a battle ends; `fast` says of each attacker whether it could go on."""
    if _is_undecided(battle, outcome):
        return UNDECIDED
    if outcome.result != "taken":
        return HOLDS if outcome.result == "held" else EMPTY
    left = zip(outcome.attackers, fast, strict=True)
    goes_on = outcome.breakthrough and any(now == STANDS and can for now, can in left)
    return GOES_ON if goes_on else TAKEN


def _may_go_on(state: War, unit: int) -> bool:
    """Whether a unit that wins at once may go on: armour with a line left, once in a phase."""
    lines: int = figures("operational_lines", state.rulings.operational_lines)["lines"]
    armour = ARMOUR[KIND_OF[unit]] and FIGHTS[unit]
    return armour and lines > 1 and not state.flags[unit] & BROKE
