"""A battle before its dice: who fights with what, and what is added to every die."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.chance.tallies import Modifier, modifier, tally
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Why
from landbridge.games.arsenal.combat.aircraft import superiority
from landbridge.games.arsenal.forces.unit_values import hits_needed
from landbridge.games.arsenal.forces.units import ARMOUR, FACTORY, FIREPOWER, KINDS, MAJOR
from landbridge.games.arsenal.map.points import LINES_FROM
from landbridge.games.arsenal.map.weather import air_limit, hard_winter
from landbridge.games.arsenal.remembering import remembered
from landbridge.games.arsenal.rulings import FireOrder, FortifiedHits, StandingFactory, Winter
from landbridge.games.arsenal.words import AXIS, PACKAGE, SOVIET, Weather, figures

DATA: dict[str, Any] = read_toml(PACKAGE, "combat.toml")
MODIFIERS: dict[str, int] = DATA["modifiers"]
SKILL_UNTIL: str = DATA["soviet_skill"]["until"]

READY, DISPERSED, RETREATED, ELIMINATED = 0, 1, 2, 3
State = Literal["ready", "dispersed", "retreated", "eliminated"]
STATES: tuple[State, ...] = ("ready", "dispersed", "retreated", "eliminated")
"""A unit that has retreated is dispersed; an attacker that is dispersed goes back."""


class Fighter(Struct, frozen=True, cache_hash=True):
    """A unit in a battle, so far as the battle does not change it."""

    firepower: int
    """Dice that it brings in its role."""
    hits: int
    """Hits that fell it, or break it if it is a major unit."""
    more: int = 0
    """Further hits while it is fortified."""
    major: bool = False
    fortified: bool = False
    dispersed: bool = False
    retreats: bool = True
    """Whether it has somewhere to go."""
    holds: bool = True
    """Whether it can hold a point, and is hit; support cannot."""
    fixed: bool = False
    """A factory: it can be neither dispersed nor moved."""
    armour: bool = False


@rule("DC-R36", "DC-R57", "RUL-DC-16", "RUL-DC-26")
@remembered(1024)
def fighter(
    kind: int,
    attacks: bool,
    supplied: bool = True,
    dispersed: bool = False,
    fortified: bool = False,
    retreats: bool = True,
    fortified_hits: FortifiedHits = "one_more",
    standing_factory: StandingFactory = "one_hit",
) -> Fighter:
    """A unit of a kind as it fights in its role."""
    entry = KINDS[kind]
    fires = entry.fires in (("always", "attack") if attacks else ("always", "defence"))
    hits = hits_needed(kind, supplied, False, fortified_hits, standing_factory)
    hurt = kind != FACTORY or standing_factory == "one_hit"
    return Fighter(
        FIREPOWER[kind][supplied] if fires else 0,
        hits,
        int(figures("fortified_hits", fortified_hits)["more"]) if fortified else 0,
        MAJOR[kind],
        fortified,
        dispersed,
        retreats and kind != FACTORY,
        entry.fires in ("always", "defence") and hurt,
        kind == FACTORY,
        ARMOUR[kind],
    )


class Ground(Struct, frozen=True, kw_only=True):
    """Where, when and with what help a battle is fought."""

    attacker: int
    month: str
    weather: Weather = "clear"
    fortress: bool = False
    air: int = 0
    """Air units that support the attack."""
    cover: int = 0
    """Air units that support the defence."""
    stavka: bool = False
    """Whether STAVKA HQ supports it."""
    winter: Winter = "first_winter_hard"
    stavka_ruling: str = "attack_and_capacity"
    fire_order: FireOrder = "defender_first"


class Battle(Struct, frozen=True, cache_hash=True):
    """A battle between two rounds."""

    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    attacking: bytes
    """The state of each attacker."""
    defending: bytes
    attack: int
    """Added to the attacker's dice, before the state of the target."""
    defence: int
    air: int
    """Dice of air units."""
    simultaneous: bool
    rounds: int = 0
    cover: int = 0
    """Dice of air units of the defender."""


@rule("RUL-DC-33", "RUL-DC-35", "RUL-DC-5")
def prepare(
    attackers: tuple[Fighter, ...],
    defenders: tuple[Fighter, ...],
    ground: Ground,
    why: Why | None = None,
) -> Battle:
    """A battle ready for its dice; the first unit of each side takes the first hits."""
    hard = hard_winter(ground.month, ground.weather, ground.winter)
    attack, defence = _modifiers(ground, hard)
    limit = air_limit(ground.attacker, ground.weather, hard)
    air = ground.air if limit is None else min(ground.air, limit)
    more, cover = superiority(air, ground.cover)
    if why is not None:
        for part in (*attack, *defence):
            why(part.rules, f"{part.value:+} ({part.reason})")
        if air < ground.air:
            why("RUL-DC-35", f"the weather lets {air} air units fly")
        if ground.cover:
            why(
                "RUL-DC-42", f"{air} air units against {ground.cover}: the side with more adds dice"
            )
    return Battle(
        attackers,
        defenders,
        bytes(DISPERSED if f.dispersed else READY for f in attackers),
        bytes(DISPERSED if f.dispersed else READY for f in defenders),
        int(tally(*attack).total),
        int(tally(*defence).total),
        more,
        bool(figures("fire_order", ground.fire_order)["simultaneous"]),
        cover=cover,
    )


def _modifiers(ground: Ground, hard: bool) -> tuple[list[Modifier], list[Modifier]]:
    """What is added to every die of the attack and of the defence."""
    attack: list[Modifier] = []
    defence: list[Modifier] = []
    if ground.weather == "mud":
        attack.append(modifier(MODIFIERS["mud_attack"], "attack in mud", "RUL-DC-35"))
    if ground.attacker == SOVIET and ground.month <= SKILL_UNTIL:
        value = MODIFIERS["soviet_attack_before_1943"]
        attack.append(modifier(value, "Soviet attack before 1943", "RUL-DC-33"))
    if hard:
        cold = modifier(MODIFIERS["axis_first_winter"], "Axis, first winter", "RUL-DC-35")
        (attack if ground.attacker == AXIS else defence).append(cold)
    if ground.fortress:
        attack.append(modifier(MODIFIERS["fortress"], "fortress", "RUL-DC-33"))
    bonus: int = figures("stavka", ground.stavka_ruling)["attack"]
    if ground.stavka and ground.attacker == SOVIET and bonus:
        attack.append(modifier(bonus, "STAVKA HQ", "RUL-DC-5"))
    return attack, defence


@rule("RUL-DC-33")
def retreat_points(point: int, held: bytes, side: int, used: frozenset[int]) -> tuple[int, ...]:
    """Where units of a side may retreat: own neighbours, not by a line that the attacker used."""
    return tuple(
        end for end, _, line in LINES_FROM[point] if held[end] == side and line not in used
    )
