"""Asking about combat: who fights whom, where and when, and what comes of it."""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal, choices
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.arsenal.calendar import turn
from landbridge.games.arsenal.combat.aircraft import check_cover
from landbridge.games.arsenal.combat.battle import Fighter, Ground, fighter, prepare
from landbridge.games.arsenal.combat.resolution import (
    ATTACK_FIRE,
    DEFENSIVE_FIRE,
    Outcome,
    needed,
    resolve,
    undefended,
)
from landbridge.games.arsenal.forces.unit_values import may_fortify
from landbridge.games.arsenal.forces.units import FACTORY, KIND, KINDS, UNITS, unit_number
from landbridge.games.arsenal.industry.factories import factory_defence
from landbridge.games.arsenal.map.points import POINTS, point_number
from landbridge.games.arsenal.map.weather import weather, weather_at
from landbridge.games.arsenal.questions import ArsenalQuestion
from landbridge.games.arsenal.words import Die, Month, Weather, side_number

FLAGS = ("dispersed", "fortified", "isolated", "cornered", "entrained")
MOST_UNITS = 40
"""Units that a side can bring to one battle: far more than reach a point."""

_UNITS = re.compile(r"(?:(\d{1,2})\s+)?(\S+)((?:\s+\w+)*)")


class Group(Struct, frozen=True):
    """Some units that stand alike."""

    count: int
    kind: int
    flags: frozenset[str]


def read_group(word: str) -> Group:
    """Units from words such as '3 infantry_corps', '5TA isolated' or 'factory entrained'."""
    found = _UNITS.fullmatch(word.strip())
    flags = found[3].split() if found else []
    if not found or any(flag not in FLAGS for flag in flags):
        raise BadInput(
            f"'{word}' is no unit; write for example 3 infantry_corps or infantry_army fortified."
            f" Remarks: {choices(FLAGS)}."
        )
    kind = KIND[found[2]] if found[2] in KIND else UNITS[unit_number(found[2])].kind
    return Group(int(found[1] or 1), kind, frozenset(flags))


class CombatResult(Struct, frozen=True, order=True):
    """What came of a battle."""

    result: str
    """taken, held, or empty where nobody is left on the point."""
    attackers_lost: int
    attackers_back: int
    """Attackers thrown back, dispersed."""
    defenders_lost: int
    defenders_retreated: int
    defenders_dispersed: int
    """Defenders still there, dispersed."""
    breakthrough: bool


def counted(outcome: Outcome) -> CombatResult:
    """An outcome in numbers."""
    attack, defence = outcome.attackers, outcome.defenders
    return CombatResult(
        outcome.result,
        attack.count("eliminated"),
        attack.count("dispersed") + attack.count("retreated"),
        defence.count("eliminated"),
        defence.count("retreated"),
        defence.count("dispersed"),
        outcome.breakthrough,
    )


class Combat(ArsenalQuestion, frozen=True, kw_only=True):
    """A battle for a point: dice given, or the exact odds of the default combat model.

    Units take hits in the order given. Dice are given in the order in which they are thrown.
    """

    turns_on = (
        "fire_order",
        "fortified_hits",
        "standing_factory",
        "winter",
        "stavka",
        "fortify",
        "air_war",
    )

    rolls = {"defence_dice": DEFENSIVE_FIRE, "attack_dice": ATTACK_FIRE}

    attackers: Annotated[
        tuple[Name, ...],
        Meta(max_length=20, description="units, as '2 panzer_corps', 40 in all; remark: isolated"),
    ]
    defenders: Annotated[
        tuple[Name, ...],
        Meta(
            max_length=20,
            description="units, as 'infantry_army fortified'; remarks: dispersed, fortified,"
            " isolated (out of supply), cornered (cannot retreat), entrained (a factory)",
        ),
    ]
    month: Month = "1941-07"
    at: Annotated[Name, Meta(description="the point fought for: its fortress and weather")] = ""
    weather: Annotated[
        Weather | None, Meta(description="the weather, if not that of month and point")
    ] = None
    air: Annotated[int, Meta(ge=0, le=20, description="air units that support the attack")] = 0
    cover: Annotated[int, Meta(ge=0, le=20, description="air units that support the defence")] = 0
    stavka_hq: Annotated[bool, Meta(description="whether STAVKA HQ supports the attack")] = False
    rounds: Annotated[
        int, Meta(ge=1, le=9, description="rounds after which the attacker breaks off")
    ] = 1
    stand: Annotated[
        int, Meta(ge=0, le=9, description="rounds after which the defender breaks off; 0 never")
    ] = 0
    defence_dice: Annotated[
        Annotated[tuple[Die, ...], Meta(max_length=400)] | None,
        Meta(description="dice of the defensive fire, one by one"),
    ] = None
    attack_dice: Annotated[
        Annotated[tuple[Die, ...], Meta(max_length=400)] | None,
        Meta(description="dice of the attack, one by one"),
    ] = None

    def answer(self, nature: Nature) -> Finding[CombatResult]:
        why = Why()
        attackers = self._fighters(self.attackers, True, why)
        defenders = self._fighters(self.defenders, False, why)
        sides = {KINDS[read_group(word).kind].side for word in self.attackers}
        other = {KINDS[read_group(word).kind].side for word in self.defenders}
        if len(sides) != 1 or sides & other:
            raise BadInput("The attackers must be of one side, the defenders of the other.")
        if self.cover:
            check_cover(self.rulings.air_war)
        point = POINTS[point_number(self.at)] if self.at else None
        turn(self.month)
        here = self.weather
        if here is None:
            now = weather(self.month, nature)
            here = weather_at(point.number, now) if point else now.north
        ground = Ground(
            attacker=side_number(sides.pop()),
            month=self.month,
            weather=here,
            fortress=point is not None and point.fortress,
            air=self.air,
            cover=self.cover,
            stavka=self.stavka_hq,
            winter=self.rulings.winter,
            stavka_ruling=self.rulings.stavka,
            fire_order=self.rulings.fire_order,
        )
        battle = prepare(attackers, defenders, ground, why)
        if undefended(battle):
            why("RUL-DC-33", "nobody there can defend: the point falls without a fight")
        else:
            attack = needed(battle.attack, battle.defenders, battle.defending)
            defence = needed(battle.defence, battle.attackers, battle.attacking)
            why("RUL-DC-33", f"the attack hits on {attack} or more, the defence on {defence}")
        return why.so(counted(resolve(battle, self.rounds, self.stand, nature)))

    def _fighters(self, words: tuple[str, ...], attacks: bool, why: Why) -> tuple[Fighter, ...]:
        found: list[Fighter] = []
        for word in words:
            group = read_group(word)
            made = self._fighter(group, attacks, why)
            found += [made] * group.count
        if not 1 <= len(found) <= MOST_UNITS:
            raise BadInput(f"Name 1 to {MOST_UNITS} units on each side, not {len(found)}.")
        return tuple(found)

    def _fighter(self, group: Group, attacks: bool, why: Why) -> Fighter:
        kind, flags = group.kind, group.flags
        if attacks and (kind == FACTORY or flags & {"dispersed", "fortified"}):
            raise Refusal(
                f"A unit of kind {KINDS[kind].id} cannot attack so",
                "RUL-DC-33",
                legal="undispersed units that have left their fortifications",
            )
        if "fortified" in flags and not may_fortify(kind, self.rulings.fortify):
            raise Refusal(
                f"A unit of kind {KINDS[kind].id} cannot fortify",
                (*KINDS[kind].cites, "RUL-DC-28"),
                legal="infantry",
            )
        if "fortified" in flags and not KINDS[kind].fortifies:
            why("RUL-DC-28", "armour may fortify")
        if "entrained" in flags and kind != FACTORY:
            raise BadInput("Only factories are entrained.")
        made = fighter(
            kind,
            attacks,
            "isolated" not in flags,
            "dispersed" in flags,
            "fortified" in flags,
            "cornered" not in flags,
            self.rulings.fortified_hits,
            self.rulings.standing_factory,
        )
        if kind != FACTORY:
            return made
        if not factory_defence("entrained" in flags, why):
            return Fighter(0, 1, holds=False, fixed=True, retreats=False)
        why("RUL-DC-16", "a factory cannot retreat or be dispersed")
        return made
