"""What an attack promises: the exact odds of its first round, in a player's words."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from landbridge.engine.actions import Action
from landbridge.engine.boards import Forecast
from landbridge.engine.odds import Dist
from landbridge.games.arsenal.combat.battle import READY, STATES
from landbridge.games.arsenal.combat.resolution import Outcome, forecast
from landbridge.games.arsenal.forces.units import ARMOUR, UNIT
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.war.battle.attack import Attack, fight_for, forecast_fight
from landbridge.games.arsenal.war.battle.fighting import Fighting, Press
from landbridge.games.arsenal.war.columns import BROKE, FIGHTS, KIND_OF, LAST_POINT, put
from landbridge.games.arsenal.war.control import defended
from landbridge.games.arsenal.war.movement.flights import air_ready, defends
from landbridge.games.arsenal.war.movement.operations import Move
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import place_code
from landbridge.games.arsenal.words import figures, side_number

GOES_ON, TAKEN, EMPTY, HOLDS = "taken, armour goes on", "taken", "nobody is left", "holds"
ORDER = (GOES_ON, TAKEN, EMPTY, HOLDS)
STANDS = STATES[READY]


def forecast_action(view: War, who: str, action: Action) -> Forecast | None:
    """The odds of an action; none where no dice decide."""
    step = view.agenda[0] if view.agenda else None
    if isinstance(action, Press) and isinstance(step, Fighting):
        title = f"Round {step.battle(view).rounds + 1} for {POINTS[step.point].name}"
        return _odds(view, step, title)
    side = side_number(who)
    if isinstance(action, Attack):
        point = place_code(action.point)
        fight = fight_for(view, point, side, action.air)
        notes = _interception(view, point, side, action.air)
        return _odds(view, fight, f"The first round for {POINTS[point].name}", notes)
    if isinstance(action, Move):
        point, unit = place_code(action.to), UNIT[action.unit]
        if point > LAST_POINT or view.held[point] == side or not defended(view, point):
            return None
        sent = replace(view, aim=put(view.aim, unit, point))
        fight = fight_for(sent, point, side, 0)
        together = len(fight.attackers)
        notes = (f"{together} units together" if together > 1 else "one unit alone",)
        return _odds(sent, fight, f"If you then fight for {POINTS[point].name}", notes)
    return None


def _odds(state: War, fight: Fighting, title: str, notes: tuple[str, ...] = ()) -> Forecast:
    battle = fight.battle(state)
    whole = forecast(battle)
    fast = tuple(_may_go_on(state, unit) for unit in fight.attackers)
    sums = dict.fromkeys(ORDER, Fraction(0))
    for outcome, chance in whole.items():
        sums[_in_words(outcome, fast)] += chance
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


def _in_words(outcome: Outcome, fast: tuple[bool, ...]) -> str:
    """How a round ends; `fast` says of each attacker whether it could go on."""
    if outcome.result != "taken":
        return HOLDS if outcome.result == "held" else EMPTY
    left = zip(outcome.attackers, fast, strict=True)
    goes_on = outcome.breakthrough and any(now == STANDS and can for now, can in left)
    return GOES_ON if goes_on else TAKEN


def _may_go_on(state: War, unit: int) -> bool:
    """Whether a unit that wins at once may go on: armour with a line left, once in a phase."""
    lines: int = figures("operational_lines", state.rulings["operational_lines"])["lines"]
    armour = ARMOUR[KIND_OF[unit]] and FIGHTS[unit]
    return armour and lines > 1 and not state.flags[unit] & BROKE


def _interception(state: War, point: int, side: int, air: int) -> tuple[str, ...]:
    """What enemy aircraft could do to the odds, where they may answer."""
    cover = len(air_ready(state, point, 1 - side)) if defends(state) else 0
    if not cover:
        return ()
    taken = forecast_fight(state, point, side, air, cover=cover).chance(
        lambda o: o.result == "taken"
    )
    answer = f"{cover} enemy air unit{'s' if cover > 1 else ''} may answer"
    return (f"{answer}; against all of them it is taken in {float(taken):.1%}",)
