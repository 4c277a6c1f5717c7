"""Barrages: guns and planes fire where they help an attack, or break up one that threatens."""

from __future__ import annotations

from collections.abc import Sequence

from landbridge.engine.play.actions import Action
from landbridge.engine.refusals import LandbridgeError
from landbridge.games.belorussia.air.planes import range_of
from landbridge.games.belorussia.bot.attacks import ENOUGH, best_strike, prize_of
from landbridge.games.belorussia.bot.picture import Picture
from landbridge.games.belorussia.combat.barrage import BarrageResult
from landbridge.games.belorussia.combat.barrage_on_map import BarrageOrder, ready_barrage
from landbridge.games.belorussia.combat.guns import is_gun
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.barrage.barrage_odds import barrage_odds
from landbridge.games.belorussia.map_game.barrage.barraging import (
    BarrageHex,
    BarrageStep,
    shooters,
)
from landbridge.games.belorussia.map_game.barrage.front_barrage import (
    OpenFire,
    ready_fronts,
    with_fire_opened,
)
from landbridge.games.belorussia.map_game.combat.attacking import Attack
from landbridge.games.belorussia.map_game.combat.combat_phase import MapCombat
from landbridge.games.belorussia.movement.modes import disorganise
from landbridge.games.belorussia.position.theatre import Theatre

WORTHWHILE = 0.08
"""What a barrage must promise beyond its price, in steps."""
SPOILED = 0.8
"""What it is worth, in steps, to disorganise a stack that is about to strike."""
MOST_TARGETS = 12
MOST_PLANES = 2
"""Planes that fly together at most; the odds of more take long to work out."""


def best_barrages(
    state: Ledger, step: BarrageStep, picture: Picture, worth: list[float]
) -> list[Action]:
    """The barrages that are worth their supply, a hex each, the best first."""
    theatre = step.theatre(state)
    firing = list(shooters(state, step))
    if not firing or not picture.level.barrages:
        return []
    if step.phasing == step.side:
        gains = _offensive(state, step, picture, worth, firing)
    else:
        gains = _defensive(picture, theatre, firing)
    found: list[tuple[float, BarrageHex]] = []
    for target, gain in gains.items():
        shot = (
            None
            if target in theatre.position.barraged
            else _fire_at(theatre, firing, target, gain, picture.stakes.token)
        )
        if shot is not None and shot[0] >= WORTHWHILE:
            found.append(shot)
    found.sort(key=lambda shot: (-shot[0], shot[1].hex))
    return [shot for _, shot in found]


SEVERAL = 2
"""How many hexes must be worth firing at before the barrage of a Front is spent: it is not Ready
again for eight turns."""


def front_barrage(
    state: Ledger, step: BarrageStep, picture: Picture, worth: list[float]
) -> Action | None:
    """The barrage of a Front, where it would be fired at several hexes."""
    if step.phase != "combat" or not picture.level.barrages:
        return None
    for front in ready_fronts(state, step):
        opened = with_fire_opened(state, front)
        if len(best_barrages(opened, step, picture, worth)) >= SEVERAL:
            return OpenFire(front)
    return None


def _in_range(theatre: Theatre, firing: Sequence[int], target: int) -> bool:
    """Whether any of these reaches a hex."""
    distance = theatre.land.distance
    return any(distance(theatre.place_of(row), target) <= range_of(theatre, row) for row in firing)


def _offensive(
    state: Ledger,
    step: BarrageStep,
    picture: Picture,
    worth: list[float],
    firing: Sequence[int],
) -> dict[int, float]:
    """By hex that might be attacked: how much better the attack is if its defenders are DG."""
    combat = MapCombat(step.side)
    theatre = combat.theatre(state)
    strikes = Attack.strikes(state, combat)
    strikes = {place: own for place, own in strikes.items() if _in_range(theatre, firing, place)}
    found: dict[int, float] = {}
    for target in sorted(strikes, key=lambda place: (-worth[place], place))[:MOST_TARGETS]:
        rows = strikes[target]
        defenders = theatre.combat_units(target, picture.enemy)
        if all(theatre.marker(row) == "dg" for row in defenders):
            continue
        shaken = theatre.with_position(disorganise(theatre, defenders))
        better = best_strike(picture, shaken, rows, target, prize_of(picture, worth, target))
        if better is None or better.worth < ENOUGH:
            continue
        plain = best_strike(picture, theatre, rows, target, prize_of(picture, worth, target))
        before = max(0.0, plain.worth if plain else 0.0)
        if better.worth > before:
            found[target] = better.worth - before
    return found


def _defensive(picture: Picture, theatre: Theatre, firing: Sequence[int]) -> dict[int, float]:
    """By enemy stack next to the own line: what it is worth to disorganise it."""
    found = {}
    for place, strength in picture.enemy_at.items():
        own = sum(picture.strength_at.get(there, 0.0) for there in picture.around(place))
        if own and strength >= 8 and _in_range(theatre, firing, place):
            found[place] = SPOILED * min(2.0, strength / max(own, 4.0))
    strongest = sorted(found, key=lambda place: (-found[place], place))[:MOST_TARGETS]
    return {place: found[place] for place in strongest}


def _fire_at(
    theatre: Theatre, firing: Sequence[int], target: int, gain: float, token: float
) -> tuple[float, BarrageHex] | None:
    """The best that guns, or planes, can do against a hex."""
    distance, best = theatre.land.distance, None
    hexes = {row: distance(theatre.place_of(row), target) for row in firing}
    able = [row for row in firing if 1 <= hexes[row] <= range_of(theatre, row)]
    for guns in (True, False):
        rows = [row for row in able if is_gun(theatre, row) == guns]
        rows.sort(key=lambda row: (-theatre.counter(row).combat.strength, row))
        counts = (1, 2, 4, len(rows)) if guns else (MOST_PLANES,)
        for count in dict.fromkeys(counts):
            if not rows or (guns and count > len(rows)):
                continue
            order = BarrageOrder(rows=tuple(rows[:count]), place=target)
            promised = _promise(theatre, order, gain, token)
            if promised is not None and (best is None or promised > best[0]):
                ids = tuple(theatre.counter(row).id for row in order.rows)
                best = promised, BarrageHex(theatre.land.labels[target], "units", ids)
    return best


def _promise(theatre: Theatre, order: BarrageOrder, gain: float, token: float) -> float | None:
    """What a barrage promises, its price taken off."""
    try:
        price = token * ready_barrage(theatre, order).result.cost
        spread = barrage_odds(theatre, order)
    except LandbridgeError:
        return None
    total = sum(spread.weights.values())
    hoped = 0.0
    for result, ways in spread.weights.items():
        if isinstance(result, BarrageResult):
            hoped += ways * (result.steps + (gain if result.dg else 0.0))
    return hoped / total - price
