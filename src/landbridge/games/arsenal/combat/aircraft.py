"""Aircraft: their reach, battles in the air, superiority, and ports under blockade."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.odds import Dist
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.map.points import NEIGHBOURS, POINTS
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.rulings import AirWar
from landbridge.games.arsenal.words import PACKAGE, Die, figures

Hit = Literal["nothing", "turned_back", "shot_down"]

DATA: dict[str, Any] = read_toml(PACKAGE, "air.toml")
AIR_BATTLE = table(PACKAGE, "air.battle", Hit)
REACH: int = DATA["reach"]["battle"]
TRANSFER: int = DATA["reach"]["transfer"]
REBUILT: frozenset[int] = frozenset(DATA["rebuilt"]["german"])

ATTACKING_AIR = "Air battle, attacker"
DEFENDING_AIR = "Air battle, defender"


def within(lines: int) -> tuple[frozenset[int], ...]:
    """By point: the points that are no more than so many lines away, whoever holds them."""
    found = [{point.number} for point in POINTS]
    for _ in range(lines):
        found = [near.union(*(NEIGHBOURS[point] for point in near)) for near in found]
    return tuple(frozenset(near) for near in found)


NEAR = within(REACH)
"""By point: the points from which aircraft reach it."""
BASES = within(TRANSFER)
"""By point: the points to which aircraft based there can be transferred."""


# Battles in the air


@rule("RUL-DC-42")
def check_cover(air_war: AirWar = "both_sides") -> None:
    """Refuse aircraft over a defence, where they support attacks alone."""
    if not figures("air_war", air_war)["defends"]:
        raise Refusal("Aircraft support attacks alone", "RUL-DC-42", legal="air_war = both_sides")


class Flight(Struct, frozen=True, order=True):
    """What became of the air units of one side."""

    left: int
    turned_back: int = 0
    shot_down: int = 0


class AirBattleResult(Struct, frozen=True, order=True):
    """What came of a battle in the air, and the dice that it gives on the ground."""

    attackers: Flight
    defenders: Flight
    attack_dice: int
    defence_dice: int


@rule("RUL-DC-42")
def superiority(attackers: int, defenders: int) -> tuple[int, int]:
    """Dice for attack and defence: the side with more air units adds those that it has more."""
    return max(attackers - defenders, 0), max(defenders - attackers, 0)


def column(own: int, enemy: int) -> str:
    """How air units fire that are so many against so many."""
    return "even" if own == enemy else "superior" if own > enemy else "inferior"


def flight(units: int, turned_back: int, shot_down: int) -> Flight:
    """What so many hits leave of so many air units."""
    lost = min(shot_down, units)
    back = min(turned_back, units - lost)
    return Flight(units - lost - back, back, lost)


def _fire(shots: int, how: str, purpose: str, nature: Nature) -> tuple[int, int]:
    """Hits of so many air units: turned back and shot down, shot by shot."""
    if not shots:
        return 0, 0
    hit = nature.look(AIR_BATTLE, column=how, purpose=purpose)
    back, down = nature.sub(_fire, shots - 1, how, purpose)
    return back + (hit == "turned_back"), down + (hit == "shot_down")


@rule("RUL-DC-42")
def air_battle(attackers: int, defenders: int, nature: Nature) -> AirBattleResult:
    """Air units of both sides fire at once; without an enemy in the air nobody fires."""
    on_defence, on_attack = (0, 0), (0, 0)
    if attackers and defenders:
        ours, theirs = column(attackers, defenders), column(defenders, attackers)
        on_defence = nature.sub(_fire, attackers, ours, ATTACKING_AIR)
        on_attack = nature.sub(_fire, defenders, theirs, DEFENDING_AIR)
    return _result(flight(attackers, *on_attack), flight(defenders, *on_defence))


def _result(attack: Flight, defence: Flight) -> AirBattleResult:
    return AirBattleResult(attack, defence, *superiority(attack.left, defence.left))


@cache
def _ways(own: int, enemy: int) -> tuple[tuple[tuple[int, int], int], ...]:
    """Hits that so many air units score, turned back and shot down, and in how many ways."""
    odds = AIR_BATTLE.odds(column(own, enemy))
    share = 6 // odds.denominator
    back = odds.weights.get("turned_back", 0) * share
    down = odds.weights.get("shot_down", 0) * share
    miss = 6 - back - down
    return tuple(
        ((b, d), comb(own, b) * comb(own - b, d) * back**b * down**d * miss ** (own - b - d))
        for b in range(own + 1)
        for d in range(own - b + 1)
    )


@cache
def air_odds(attackers: int, defenders: int) -> Dist[tuple[int, int]]:
    """The exact odds of an air battle: the dice that it gives to attack and defence."""
    if not attackers or not defenders:
        return Dist.certain(superiority(attackers, defenders))
    found: dict[tuple[int, int], int] = {}
    for on_defence, ways in _ways(attackers, defenders):
        for on_attack, more in _ways(defenders, attackers):
            dice = superiority(
                flight(attackers, *on_attack).left, flight(defenders, *on_defence).left
            )
            found[dice] = found.get(dice, 0) + ways * more
    return Dist(found)


# Ports under blockade


@rule("RUL-DC-43")
def blockaded(port: int, own_bases: frozenset[int], enemy_bases: frozenset[int]) -> bool:
    """Whether enemy aircraft reach a port and none of its own."""
    near = NEAR[port]
    return not near.isdisjoint(enemy_bases) and near.isdisjoint(own_bases)


# Asking


class AirBattle(ArsenalQuestion, frozen=True, kw_only=True):
    """A battle in the air over an attack: losses, and the dice that the side with more adds."""

    turns_on = ("air_war",)

    rolls = {"attack_dice": ATTACKING_AIR, "defence_dice": DEFENDING_AIR}

    attackers: Annotated[int, Meta(ge=0, le=9, description="air units that support the attack")]
    defenders: Annotated[int, Meta(ge=0, le=9, description="air units that the defender sends")]
    attack_dice: Annotated[
        Annotated[tuple[Die, ...], Meta(max_length=40)] | None,
        Meta(description="dice of the attacking air units, one by one"),
    ] = None
    defence_dice: Annotated[
        Annotated[tuple[Die, ...], Meta(max_length=40)] | None,
        Meta(description="dice of the defending air units, one by one"),
    ] = None

    def answer(self, nature: Nature) -> Finding[AirBattleResult]:
        why = Why()
        if self.defenders:
            check_cover(self.rulings.air_war)
        fought = air_battle(self.attackers, self.defenders, nature)
        if self.attackers and self.defenders:
            why("RUL-DC-42", "each air unit fires once, all at the same time")
        why("RUL-DC-42", "the side with more air units left adds those that it has more")
        return why.so(fought)
