"""The default combat model: fire, hits, dispersal, retreat.

`fight_round` throws the dice of one round, `resolve` those of a whole battle. `forecast` gives the
exact odds quickly: it sums over hits instead of following single dice, through the very steps
that a round takes.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.odds import Dist
from landbridge.engine.chance.tables import table
from landbridge.engine.rules.citing import rule
from landbridge.games.arsenal.combat.battle import (
    DATA,
    DISPERSED,
    ELIMINATED,
    MODIFIERS,
    READY,
    RETREATED,
    STATES,
    Battle,
    Fighter,
    State,
)
from landbridge.games.arsenal.words import PACKAGE

FIRE = table(PACKAGE, "combat.fire", int)
NEEDS: int = DATA["hit"]["needs"]
BEST: int = DATA["hit"]["best"]
WORST: int = DATA["hit"]["worst"]
BREAKTHROUGH: int = DATA["breakthrough"]["rounds"]

DEFENSIVE_FIRE = "Defensive fire"
ATTACK_FIRE = "Attack"


# Dice, targets and hits


def attack_dice(battle: Battle, attacking: bytes) -> int:
    """Dice of the attackers still standing; without a unit that can hold a point there are none."""
    dice = battle.air
    standing = False
    for unit, state in zip(battle.attackers, attacking, strict=True):
        if state == READY:
            dice += unit.firepower
            standing = standing or unit.holds
    return dice if standing else 0


def defence_dice(battle: Battle, defending: bytes) -> int:
    """Dice of the defenders; the dispersed together fire with half, rounded up.

    Aircraft help those who fire, and nobody else.
    """
    ready = spread = 0
    for unit, state in zip(battle.defenders, defending, strict=True):
        if state == READY:
            ready += unit.firepower
        elif state == DISPERSED:
            spread += unit.firepower
    dice = ready + (spread + 1) // 2
    return dice + battle.cover if dice else 0


def needed(shift: int, units: tuple[Fighter, ...], states: bytes) -> int:
    """What a die needs against the foremost unit that stands."""
    for unit, state in zip(units, states, strict=True):
        if unit.holds and state < RETREATED:
            if state == DISPERSED:
                shift += MODIFIERS["target_dispersed"]
            elif unit.fortified:
                shift += MODIFIERS["target_fortified"]
            break
    return min(max(NEEDS - shift, BEST), WORST)


def most_hits(units: tuple[Fighter, ...], states: bytes, last: int = DISPERSED) -> int:
    """Hits that leave nobody standing; more make no difference."""
    return sum(
        unit.hits + (unit.more if state == READY else 0)
        for unit, state in zip(units, states, strict=True)
        if unit.holds and state <= last
    )


@rule("DC-R57", "RUL-DC-33")
def take_hits(units: tuple[Fighter, ...], states: bytes, hits: int, last: int) -> bytes:
    """The states after hits: the foremost unit is filled before the next is touched.

    `last` is the worst state that is still hit: attackers leave the battle when dispersed.
    """
    after = bytearray(states)
    for place, unit in enumerate(units):
        state = states[place]
        if hits <= 0:
            break
        if not unit.holds or state > last:
            continue
        enough = unit.hits + (unit.more if state == READY else 0)
        if hits >= enough:
            broken = unit.major and state == READY and unit.retreats
            after[place] = RETREATED if broken else ELIMINATED
        elif not unit.major and not unit.fixed:
            after[place] = DISPERSED
        hits -= enough
    return bytes(after)


def volley(dice: int, column: str, most: int, purpose: str, nature: Nature) -> int:
    """Hits of so many dice, at most so many; halves are asked apart, so that odds stay small."""
    if dice <= 1:
        hit: int = nature.look(FIRE, column=column, purpose=purpose) if dice else 0
        return min(hit, most)
    half = dice // 2
    first = nature.sub(volley, half, column, most, purpose)
    return min(most, first + nature.sub(volley, dice - half, column, most, purpose))


@cache
def hit_weights(dice: int, need: int, most: int) -> tuple[int, ...]:
    """In how many of the 6^dice ways so many hits fall, the last for that many or more."""
    good, bad = 7 - need, need - 1
    ways = [comb(dice, n) * good**n * bad ** (dice - n) for n in range(dice + 1)]
    if most >= dice:
        return tuple(ways)
    return (*ways[:most], sum(ways[most:]))


# Rounds


def _defensive(battle: Battle, attacking: bytes, defending: bytes) -> tuple[int, int, int]:
    """Dice, need and most hits of the defensive fire."""
    return (
        defence_dice(battle, defending),
        needed(battle.defence, battle.attackers, attacking),
        most_hits(battle.attackers, attacking, READY),
    )


def _offensive(battle: Battle, attacking: bytes, defending: bytes) -> tuple[int, int, int]:
    """Dice, need and most hits of the attack."""
    return (
        attack_dice(battle, attacking),
        needed(battle.attack, battle.defenders, defending),
        most_hits(battle.defenders, defending),
    )


@rule("RUL-DC-33")
def fight_round(battle: Battle, nature: Nature) -> Battle:
    """One round: the defender fires, results are taken, the attackers still standing fire."""
    attacking, defending = battle.attacking, battle.defending
    dice, need, most = _defensive(battle, attacking, defending)
    hits = volley(dice, f"{need}+", most, DEFENSIVE_FIRE, nature) if most else 0
    left = take_hits(battle.attackers, attacking, hits, READY)
    firing = attacking if battle.simultaneous else left
    dice, need, most = _offensive(battle, firing, defending)
    hits = volley(dice, f"{need}+", most, ATTACK_FIRE, nature) if most else 0
    after = take_hits(battle.defenders, defending, hits, DISPERSED)
    return replace(battle, attacking=left, defending=after, rounds=battle.rounds + 1)


Result = Literal["taken", "held", "empty", ""]
States = tuple[bytes, bytes]
"""The states of attackers and defenders."""


def _any_holds(units: tuple[Fighter, ...], states: bytes, last: int) -> bool:
    return any(unit.holds and state <= last for unit, state in zip(units, states, strict=True))


def _verdict(attack: bool, defence: bool) -> Result:
    if defence:
        return "" if attack else "held"
    return "taken" if attack else "empty"


def result(battle: Battle, attacking: bytes, defending: bytes) -> Result:
    """How a battle stands: taken, held, nobody left on the point, or undecided."""
    return _verdict(
        _any_holds(battle.attackers, attacking, READY),
        _any_holds(battle.defenders, defending, DISPERSED),
    )


def withdraw(units: tuple[Fighter, ...], defending: bytes) -> bytes:
    """The defenders break off: all who can retreat do, dispersed."""
    return bytes(
        RETREATED if state < RETREATED and unit.retreats else state
        for unit, state in zip(units, defending, strict=True)
    )


class Outcome(Struct, frozen=True, order=True):
    """How a battle ended."""

    result: Literal["taken", "held", "empty"]
    """Held also where the attacker broke off; empty where nobody is left on the point."""
    breakthrough: bool
    """Whether undispersed armour took the point in one round and may go on."""
    attackers: tuple[State, ...]
    defenders: tuple[State, ...]


def _outcome(battle: Battle, attacking: bytes, defending: bytes, rounds: int) -> Outcome:
    found = result(battle, attacking, defending) or "held"
    if found == "taken":
        defending = bytes(
            state if state >= RETREATED else RETREATED if unit.retreats else ELIMINATED
            for unit, state in zip(battle.defenders, defending, strict=True)
        )
    fast = (
        found == "taken"
        and rounds <= BREAKTHROUGH
        and any(
            unit.armour and unit.holds and state == READY
            for unit, state in zip(battle.attackers, attacking, strict=True)
        )
    )
    return Outcome(
        found,
        fast,
        tuple(STATES[state] for state in attacking),
        tuple(STATES[state] for state in defending),
    )


def undefended(battle: Battle) -> bool:
    """Whether the point falls without a fight: nobody on it can fire or hold."""
    return not defence_dice(battle, battle.defending) and result(
        battle, battle.attacking, battle.defending
    ) in ("taken", "empty")


@rule("RUL-DC-33")
def resolve(battle: Battle, rounds: int, stand: int, nature: Nature) -> Outcome:
    """Fight at most so many rounds; the defender breaks off after `stand` of them, 0 for never."""
    if undefended(battle):
        return _outcome(battle, battle.attacking, battle.defending, battle.rounds)
    after = nature.sub(fight_round, battle)
    decided = result(after, after.attacking, after.defending)
    if not decided and stand and after.rounds >= stand:
        after = replace(after, defending=withdraw(after.defenders, after.defending))
        decided = result(after, after.attacking, after.defending)
    if decided or rounds <= 1:
        return _outcome(after, after.attacking, after.defending, after.rounds)
    return nature.sub(resolve, after, rounds - 1, stand)


def forecast(battle: Battle, rounds: int = 1, stand: int = 0) -> Dist[Outcome]:
    """The exact odds of `resolve`, summed over hits."""
    if undefended(battle):
        outcome = _outcome(battle, battle.attacking, battle.defending, battle.rounds)
        return Dist.certain(outcome)
    most_dice = sum(u.firepower for u in (*battle.attackers, *battle.defenders))
    most_dice += battle.air + battle.cover
    known: dict[States, list[tuple[States, Result, int]]] = {}
    shares: list[tuple[Outcome, int, int]] = []
    fighting: dict[States, int] = {(battle.attacking, battle.defending): 1}
    fought = battle.rounds
    for round_ in range(1, rounds + 1):
        fought += 1
        onward: dict[States, int] = {}
        ended: dict[States, int] = {}
        for states, weight in fighting.items():
            if states not in known:
                known[states] = _ways_of_round(battle, states, most_dice)
            for after, decided, ways in known[states]:
                if not decided and stand and fought >= stand:
                    after = (after[0], withdraw(battle.defenders, after[1]))
                    decided = result(battle, *after)
                follow = ended if decided or round_ == rounds else onward
                follow[after] = follow.get(after, 0) + weight * ways
        whole = 6 ** (most_dice * round_)
        for after, weight in ended.items():
            shares.append((_outcome(battle, *after, fought), weight, whole))
        fighting = onward
    return Dist.of(shares)


def _ways_of_round(
    battle: Battle, states: States, most_dice: int
) -> list[tuple[States, Result, int]]:
    """Every way a round can go: both states after it, how it stands, and the ways.

    The ways are those of `most_dice` dice, so that rounds with fewer dice can be added up.
    """
    attacking, defending = states
    dice, need, most = _defensive(battle, attacking, defending)
    dice = dice if most else 0
    _, needs, cap = _offensive(battle, attacking, defending)
    afters = [
        (after, _any_holds(battle.defenders, after, DISPERSED))
        for after in (
            take_hits(battle.defenders, defending, struck, DISPERSED) for struck in range(cap + 1)
        )
    ]
    found: dict[States, tuple[Result, int]] = {}
    for hits, weight in enumerate(hit_weights(dice, need, most)):
        left = take_hits(battle.attackers, attacking, hits, READY)
        stands = _any_holds(battle.attackers, left, READY)
        shots = attack_dice(battle, attacking if battle.simultaneous else left) if cap else 0
        weight *= 6 ** (most_dice - dice - shots)
        for struck, chance in enumerate(hit_weights(shots, needs, cap)):
            after, held = afters[struck]
            before = found.get((left, after), ("", 0))[1]
            found[left, after] = (_verdict(stands, held), before + weight * chance)
    return [(after, decided, ways) for after, (decided, ways) in found.items()]
