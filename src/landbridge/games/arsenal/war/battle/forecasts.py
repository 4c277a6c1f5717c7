"""What an attack promises: the exact odds of its first round, in a player's words."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from landbridge.engine.chance.odds import Dist
from landbridge.engine.play.boards import Forecast
from landbridge.games.arsenal.combat.battle import READY, STATES, Battle
from landbridge.games.arsenal.combat.resolution import Outcome, forecast
from landbridge.games.arsenal.forces.units import ARMOUR
from landbridge.games.arsenal.war.columns import BROKE, FIGHTS, KIND_OF
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import figures

GOES_ON, TAKEN, EMPTY, HOLDS = "taken, armour goes on", "taken", "nobody is left", "holds"
ORDER = (GOES_ON, TAKEN, EMPTY, HOLDS)
STANDS = STATES[READY]


class PreparedBattle(Protocol):
    """A battle whose attackers are known, as the combat model can be asked about it."""

    @property
    def attackers(self) -> tuple[int, ...]:
        """The attacking units."""

    def model(self, state: War) -> Battle:
        """The battle as the combat model knows it."""


def forecast_round(
    state: War, prepared: PreparedBattle, title: str, notes: tuple[str, ...] = ()
) -> Forecast:
    """The odds of the next round."""
    battle = prepared.model(state)
    whole = forecast(battle)
    fast = tuple(_may_go_on(state, unit) for unit in prepared.attackers)
    sums = dict.fromkeys(ORDER, Fraction(0))
    for outcome, chance in whole.items():
        sums[_describe(outcome, fast)] += chance
    odds = Dist.of((label, c.numerator, c.denominator) for label, c in sums.items() if c)
    also = {
        "the attacker loses a unit": whole.chance(lambda o: "eliminated" in o.attackers),
        "the defender loses a unit": whole.chance(lambda o: "eliminated" in o.defenders),
        "the defender is dispersed or retreats": whole.chance(
            lambda o: bool({"dispersed", "retreated"} & set(o.defenders))
        ),
    }
    shots = sum(unit.firepower for unit in battle.attackers) + battle.air
    back = sum(unit.firepower for unit in battle.defenders)
    sides = f"{shots} dice against {back} at full strength"
    return Forecast(title, odds, also, (sides, *notes), ("DC-R57", "RUL-DC-33"))


def _describe(outcome: Outcome, fast: tuple[bool, ...]) -> str:
    """How a round ends; `fast` says of each attacker whether it could go on."""
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
