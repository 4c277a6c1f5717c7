"""Stacks in their terrain: what the defender's picks make of each side's strength.

The class of a combat comes from a hex terrain that the defender picks; each attacking stack suffers
one terrain, of the hex or of the hexside, that the defender picks for it (OCS 9.3, 9.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, choices
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import AS_RULED
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.terrain.chart import PROHIBITED, describe_terrain
from landbridge.games.belorussia.terrain.entering import overrun_cost
from landbridge.games.belorussia.terrain.move_costs import HexEntry, entry_cost
from landbridge.games.belorussia.terrain.multipliers import (
    ANTI_TANK,
    COMBAT_CHART,
    AntiTank,
    Attack,
    Battlefield,
    Role,
    UnitClass,
    closeness,
    combat_class,
    factor,
    fighting_terrain,
    has_multiplier,
    hexside_row,
)
from landbridge.games.belorussia.terrain.words import (
    HEX_TERRAIN,
    HEXSIDE_TERRAIN,
    Hexside,
    HexTerrain,
    Move,
    Road,
    TerrainWords,
)
from landbridge.games.belorussia.words import Ground

BARRED = "prohibited without road"


class Stack(Struct, frozen=True, kw_only=True):
    """Units that fight together, by their kind; strengths after everything but terrain."""

    armor: Fraction = Fraction(0)
    mech: Fraction = Fraction(0)
    other: Fraction = Fraction(0)
    mech_anti_tank: AntiTank = "light"
    """Heavy for Mech units with the plain tank symbol."""
    mech_heavy: Fraction = Fraction(0)
    """Mech units with Heavy AT of their own, beside those with another level."""

    def parts(self) -> Iterator[tuple[UnitClass, Fraction, AntiTank]]:
        """The kinds of units that are there, with their strength and anti-tank level."""
        yield "armor", self.armor, "heavy"
        yield "mech", self.mech, self.mech_anti_tank
        yield "mech", self.mech_heavy, "heavy"
        yield "other", self.other, "none"


class Strength(Struct, frozen=True):
    """A stack's strength in its terrain."""

    total: Fraction | None
    """None where a unit cannot attack without a road."""
    terrain: str
    """The terrain that was picked."""


def attack_strength(
    stack: Stack,
    place: Battlefield,
    why: Why,
    enemy_anti_tank: AntiTank = "none",
    rulings: Rulings = AS_RULED,
) -> Strength:
    """An attacking stack under the terrain that the defender picks for it: the worst."""
    side = hexside_row(place, why, rulings)
    hexes = fighting_terrain(place.terrain, why, rulings)
    if side and hexes and not has_multiplier(side):
        # N/A is no modifier, not a x1 to pick instead of the (x2) of Open.
        cell = COMBAT_CHART.cell(side, "class")
        why.by(cell.rules, f"{describe_terrain(side)} has no multiplier to pick: the hex counts")
        side = ""
    rows = (*hexes, side) if side else hexes
    sources: list[tuple[str, ...]] = [(row,) for row in rows]
    if side and hexes:
        one = rulings.river_and_hex == "defender_picks"
        text = "the defender picks one, hex or hexside" if one else "hex and hexside multiply"
        if not why(("TFB-EDGE-39", "RUL-TFB-75", "OCS-9.4b-1"), text) or not one:
            sources = [(row, side) for row in hexes]
    found: list[tuple[Fraction, str, Why]] = []
    for source in sources:
        notes = Why()
        total = _under(source, stack, place, notes, enemy_anti_tank, rulings)
        if total is None:
            why.reasons.extend(notes.reasons)
            return Strength(None, source[-1])
        found.append((total, source[-1], notes))
    total, picked, notes = min(found, key=lambda item: item[0])
    why.reasons.extend(notes.reasons)
    return Strength(total, picked)


def _under(
    source: tuple[str, ...],
    stack: Stack,
    place: Battlefield,
    why: Why,
    enemy_anti_tank: AntiTank,
    rulings: Rulings,
) -> Fraction | None:
    """A stack's strength if this is the terrain it suffers."""
    total = Fraction(0)
    for kind, strength, level in stack.parts():
        if not strength:
            continue
        for row in source:
            value = factor(row, kind, "attacker", place, why, rulings)
            if value is None:
                return None
            matched = ANTI_TANK.index(enemy_anti_tank) >= ANTI_TANK.index(level)
            text = "its anti-tank level is matched: x3/2 for x2"
            if value == 2 and matched and why("OCS-9.4e-1", text):
                value = Fraction(3, 2)
            strength *= value
        total += strength
    return total


def defence_strength(
    stack: Stack, place: Battlefield, why: Why, rulings: Rulings = AS_RULED, pick: str = ""
) -> Strength:
    """A defending stack in the terrain that it picks: the closest, then the best for it."""
    rows = (pick,) if pick else fighting_terrain(place.terrain, why, rulings)
    found: list[tuple[int, Fraction, str, Why]] = []
    for row in rows:
        notes, total = Why(), Fraction(0)
        for kind, strength, _ in stack.parts():
            if strength:
                total += strength * (factor(row, kind, "defender", place, notes, rulings) or 0)
        found.append((closeness(row), total, row, notes))
    _, total, picked, notes = max(found, key=lambda item: item[:2])
    why.reasons.extend(notes.reasons)
    return Strength(total, picked)


def may_come(place: Battlefield, move: Move, why: Why, rulings: Rulings = AS_RULED) -> bool:
    """Whether a unit that moves so could enter the hex it attacks, along the road if need be.

    An overrun is refused where it could not be made.
    """
    helped = place.attack == "regular"
    entry = HexEntry(
        terrain=place.terrain,
        move=move,
        ground=place.ground,
        hexside=place.hexside,
        road=place.road if helped else "none",
        ice=place.ice,
        bridging=place.bridging and helped,
    )
    if not helped and place.terrain:
        why.add(overrun_cost(entry, rulings=rulings))
        return True
    notes = Why()
    if entry_cost(entry, notes, rulings) != PROHIBITED:
        return True
    why.reasons.extend(notes.reasons)
    return not why("OCS-9.1f-1", "a unit cannot attack a hex that it could not enter")


# Asking


class BattlefieldInputs(RuledQuestion, frozen=True, kw_only=True):
    """A fight's place; the questions below add who fights there."""

    turns_on = (
        "two_value_cells",
        "river_and_hex",
        "attack_roads",
        "built_up_hexes",
        "frozen_lakes",
    )

    terrain: TerrainWords
    hexside: Annotated[Hexside, Meta(description="the hexside that is attacked over")] = "none"
    ground: Annotated[Ground, Meta(description="the ground condition of the turn")] = "dry"
    ice: Annotated[bool, Meta(description="whether there is Ice")] = False
    role: Annotated[Role, Meta(description="which side of the combat")] = "attacker"
    road: Annotated[Road, Meta(description="what the attack goes along")] = "none"
    bridging: Annotated[bool, Meta(description="whether an engineer bridges the river")] = False
    attack: Annotated[Attack, Meta(description="the kind of attack")] = "regular"
    pick: Annotated[
        HexTerrain | None, Meta(description="the terrain that the defender picks for himself")
    ] = None
    enemy_anti_tank: Annotated[
        AntiTank, Meta(description="the best anti-tank level of the defenders")
    ] = "none"
    mech_anti_tank: Annotated[
        Literal["light", "heavy"], Meta(description="the anti-tank level of the Mech units")
    ] = "light"

    def place(self) -> Battlefield:
        """Where it is."""
        return Battlefield(
            terrain=self.terrain,
            hexside=self.hexside,
            ground=self.ground,
            ice=self.ice,
            road=self.road,
            bridging=self.bridging,
            attack=self.attack,
        )

    def strength(self, stack: Stack, place: Battlefield, why: Why) -> Strength:
        """The strength of a stack of either side."""
        if self.ground == "deep_freeze":
            cell = COMBAT_CHART.cell("deep_freeze", "class")
            why.by(cell.rules, "Deep Freeze has no multiplier of its own: the other terrain counts")
            why(("TFB-DF-1", "OCS-2.4-2"), "no combat is fought in a simulcast turn")
        if self.role == "defender":
            return defence_strength(stack, place, why, self.rulings, self.pick or "")
        return attack_strength(stack, place, why, self.enemy_anti_tank, self.rulings)


class TerrainEffect(Struct, frozen=True):
    """What the terrain does to a unit."""

    combat_class: str = field(name="class")
    multiplier: str
    """Exact, or that it cannot attack there without a road."""


class CombatTerrain(BattlefieldInputs, frozen=True, kw_only=True):
    """The combat class of a hex and the multiplier of one kind of unit that fights for it."""

    cites = (*(f"TFB-TECC-{n}" for n in range(2, 20)), "TFB-EDGE-39")

    kind: Annotated[UnitClass, Meta(description="the kind of unit")] = field(name="class")
    move: Annotated[Move | None, Meta(description="how the attacker moves, to check entry")] = None

    def answer(self, nature: Nature) -> Finding[TerrainEffect]:
        why = Why()
        place, found, word = self.place(), "other_terrain", self.terrain[0] if self.terrain else ""
        if len(self.terrain) == 1 and word not in HEX_TERRAIN:
            place = _only(word, place)
            if place.hexside == "none":
                cell = COMBAT_CHART.cell(word, self.kind)
                why.by(cell.rules, "a road has no multiplier: the other terrain counts")
                return why.so(TerrainEffect(found, "1"))
        else:
            found = combat_class(self.terrain, why, self.rulings, self.pick or "")
        if self.role == "defender" and not place.terrain:
            row = hexside_row(place, why, self.rulings)
            own = factor(row, self.kind, "defender", place, why, self.rulings)
            return why.so(TerrainEffect(found, str(own)))
        one = Stack(**{self.kind: Fraction(1)}, mech_anti_tank=self.mech_anti_tank)
        strength = self.strength(one, place, why)
        barred = strength.total is None or (
            self.role == "attacker"
            and self.move is not None
            and not may_come(place, self.move, why, self.rulings)
        )
        return why.so(TerrainEffect(found, BARRED if barred else str(strength.total)))


def _only(word: str, place: Battlefield) -> Battlefield:
    """A hexside or a road asked for without the hex."""
    if word in HEXSIDE_TERRAIN:
        return replace(place, terrain=(), hexside=word)
    return replace(place, terrain=(), road=word if place.road == "none" else place.road)


class CombatClassOf(RuledQuestion, frozen=True, kw_only=True):
    """The combat class of a hex: open, close, very_close, extremely_close, or other_terrain."""

    cites = ("TFB-TECC-1", "TFB-EDGE-36")
    turns_on = ("built_up_hexes",)

    terrain: TerrainWords
    pick: Annotated[
        HexTerrain | None, Meta(description="the terrain that the defender picks for himself")
    ] = None

    def answer(self, nature: Nature) -> Finding[str]:
        why = Why()
        others = [word for word in self.terrain if word not in HEX_TERRAIN]
        if others and len(self.terrain) > 1:
            raise BadInput(f"{choices(others)} has no class; name what lies in the hex alone.")
        if others:
            cell = COMBAT_CHART.cell(self.terrain[0], "class")
            why.by(cell.rules, "the other terrain in the hex counts")
            return why.so("other_terrain")
        return why.so(combat_class(self.terrain, why, self.rulings, self.pick or ""))
