"""The exact odds of a battle, remembered: the same stacks meet again and again."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from landbridge.games.arsenal.bot.judging.board import BotBoard
from landbridge.games.arsenal.combat.battle import Battle, Fighter, Ground, fighter, prepare
from landbridge.games.arsenal.combat.resolution import forecast
from landbridge.games.arsenal.forces.units import ARMOUR, FACTORY, MAJOR
from landbridge.games.arsenal.map.points import NEIGHBOURS, POINTS
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    FIGHTS,
    FORTIFIED,
    FOUGHT,
    KIND_OF,
    STAVKA,
)
from landbridge.games.arsenal.words import SOVIET


class Chances(Struct, frozen=True):
    """What a battle promises, in shares of one and in expected firepower."""

    taken: float
    through: float
    """That armour breaks through."""
    lost: float
    """Firepower that the attacker loses for good."""
    spread: float
    """Firepower of his that is dispersed."""
    killed: float
    beaten: float
    """Firepower of the defender that is dispersed or thrown back."""


@lru_cache(maxsize=64)
def _terms(ground: Ground) -> Battle:
    return prepare((), (), ground)


@lru_cache(maxsize=65536)
def chances(battle: Battle, rounds: int, stand: int = 0) -> Chances:
    """The promise of a battle of at most so many rounds."""
    taken = through = lost = spread = killed = beaten = 0.0
    strength = [unit.firepower + 0.6 * unit.major for unit in battle.attackers]
    enemy = [unit.firepower + 0.6 * unit.major for unit in battle.defenders]
    found = forecast(battle, rounds, stand)
    for outcome, weight in found.weights.items():
        chance = weight / found.denominator
        if outcome.result == "taken":
            taken += chance
            if outcome.breakthrough:
                through += chance
        for worth, state in zip(strength, outcome.attackers, strict=True):
            if state == "eliminated":
                lost += chance * worth
            elif state != "ready":
                spread += chance * worth
        for worth, state in zip(enemy, outcome.defenders, strict=True):
            if state == "eliminated":
                killed += chance * worth
            elif state != "ready":
                beaten += chance * worth
    return Chances(taken, through, lost, spread, killed, beaten)


def _foremost(unit: int) -> tuple[bool, bool, bool, int, int]:
    kind = KIND_OF[unit]
    return (not FIGHTS[unit], not MAJOR[kind], ARMOUR[kind], kind, unit)


def battle_for(
    board: BotBoard, point: int, attackers: list[int], air: int, cover: int = 0
) -> Battle:
    """The battle for a point, as the combat model knows it, with so many dice of aircraft."""
    state = board.state
    hits, standing = state.rulings.fortified_hits, state.rulings.standing_factory
    side = board.side
    supply = board.supply
    first: tuple[Fighter, ...] = tuple(
        fighter(
            KIND_OF[u],
            True,
            bool(supply[state.at[u]] if state.at[u] < len(supply) else 1),
            False,
            False,
            True,
            hits,
            standing,
        )
        for u in sorted(attackers, key=_foremost)
    )
    back = any(board.held[end] == 1 - side for end in NEIGHBOURS[point])
    supplied = bool(board.foe_supply[point])
    second = tuple(
        fighter(
            KIND_OF[u],
            False,
            supplied,
            bool(state.flags[u] & DISPERSED),
            bool(state.flags[u] & FORTIFIED),
            back,
            hits,
            standing,
        )
        for u in sorted(board.foe[point], key=_foremost)
    )
    if board.factories[point]:
        works = fighter(FACTORY, False, True, False, False, False, hits, standing)
        second += (works,) * board.factories[point]
    stavka = (
        side == SOVIET
        and state.at[STAVKA] in (point, *NEIGHBOURS[point])
        and not state.flags[STAVKA] & (DISPERSED | FOUGHT)
    )
    ground = Ground(
        attacker=side,
        month=board.now.month,
        weather=board.sky[point],
        fortress=POINTS[point].fortress,
        air=air,
        cover=cover,
        stavka=stavka,
        winter=state.rulings.winter,
        stavka_ruling=state.rulings.stavka,
        fire_order=state.rulings.fire_order,
    )
    return replace(
        _terms(ground),
        attackers=first,
        defenders=second,
        attacking=bytes(int(f.dispersed) for f in first),
        defending=bytes(int(f.dispersed) for f in second),
    )
