"""What a stack is worth in a combat besides its terrain, and what fighting costs in supply."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.chance.tallies import Modifier, modifier, product
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.amounts import Amount, amount
from landbridge.games.belorussia.combat.surprise import check_overrun
from landbridge.games.belorussia.terrain.combat_terrain import BattlefieldInputs, Stack
from landbridge.games.belorussia.terrain.multipliers import Role, combat_class
from landbridge.games.belorussia.words import PACKAGE

FACTORS = read_toml(PACKAGE, "combat.toml")["strength"]
SUPPLY = read_toml(PACKAGE, "combat.toml")["supply"]

Reduced = Literal["no", "some", "half"]


class Condition(Struct, frozen=True, kw_only=True):
    """The state that units are in."""

    dg: bool = False
    reserve: bool = False
    strat: bool = False
    combat_supply: bool = True
    out_of_supply: bool = False
    reduced: Reduced = "no"
    """Steps lost by a multi-step unit: none, some, or half and more of those printed."""


def _factor(name: str, reason: str) -> Modifier:
    return modifier(Fraction(FACTORS[name]["factor"]), reason, FACTORS[name]["cites"])


@rule("OCS-4.3-1", "OCS-5.7-1", "OCS-5.8-4", "OCS-9.5-1", "OCS-9.5a-2")
def condition_factor(role: Role, condition: Condition, why: Why) -> Fraction:
    """What the state of units does to their strength; all parts multiply."""
    attacks = role == "attacker"
    mode = "Reserve" if condition.reserve else "Strat" if condition.strat else ""
    barred = "OCS-5.7-1" if condition.reserve else "OCS-5.8-4"
    if attacks and mode and in_force(barred):
        raise Refusal(f"Units in {mode} Mode do not attack", barred, "change the mode")
    off = "OCS-9.5a-2" if condition.out_of_supply else "OCS-9.5-1"
    if attacks and not condition.combat_supply and in_force(off):
        raise Refusal("The attack is off", off, "pay the combat supply in full")
    unsupplied = not attacks and not condition.combat_supply
    if unsupplied and condition.out_of_supply:
        unsupplied = why("OCS-9.5a-2", "out of supply and unpaid: a quarter")
    total = product(
        _factor("dg", "DG") if condition.dg else None,
        _factor("reserve_defence", "defends in Reserve Mode") if condition.reserve else None,
        _factor("strat", "Strat Mode") if condition.strat else None,
        _factor("no_combat_supply_defence", "no combat supply") if unsupplied else None,
        _factor("out_of_supply", "out of supply") if condition.out_of_supply else None,
        _factor("reduced_attack", "steps lost") if attacks and condition.reduced != "no" else None,
        _factor("half_lost_defence", "half of its steps lost")
        if not attacks and condition.reduced == "half"
        else None,
    )
    for part in total.modifiers:
        why(part.rules, f"x{part.value} ({part.reason})")
    several = len(total.modifiers) > 1
    if several and not why("OCS-4.3-1", "all modifiers of a value multiply"):
        return min(Fraction(part.value) for part in total.modifiers)
    return Fraction(total.total)


class StackStrength(Struct, frozen=True):
    """A stack's strength in a combat."""

    strength: str
    terrain: str
    """The terrain that counts for it: the defender's pick."""


class CombatStrength(BattlefieldInputs, frozen=True, kw_only=True):
    """The exact strength of one stack in a combat: terrain, mode, supply and steps together."""

    armor: Annotated[Amount, Meta(description="strength of its Armor units")] = 0
    mech: Annotated[Amount, Meta(description="strength of its Mech units")] = 0
    other: Annotated[Amount, Meta(description="strength of its other units")] = 0
    dg: Annotated[bool, Meta(description="disorganised")] = False
    reserve: Annotated[bool, Meta(description="in Reserve Mode, not released")] = False
    strat: Annotated[bool, Meta(description="in Strat Mode")] = False
    combat_supply: Annotated[bool, Meta(description="whether it is paid for")] = True
    out_of_supply: Annotated[bool, Meta(description="marked out of supply")] = False
    reduced: Annotated[
        Reduced, Meta(description="steps lost by a multi-step unit: no, some, or half and more")
    ] = "no"

    def answer(self, nature: Nature) -> Finding[StackStrength]:
        why = Why()
        condition = Condition(
            dg=self.dg,
            reserve=self.reserve,
            strat=self.strat,
            combat_supply=self.combat_supply,
            out_of_supply=self.out_of_supply,
            reduced=self.reduced,
        )
        combat_class(self.terrain, Why(), self.rulings, self.pick or "")
        if self.role == "attacker":
            check_overrun(self.attack, self.dg)
        part = condition_factor(self.role, condition, why)
        stack = Stack(
            armor=amount(self.armor, "armor") * part,
            mech=amount(self.mech, "mech") * part,
            other=amount(self.other, "other") * part,
            mech_anti_tank=self.mech_anti_tank,
        )
        found = self.strength(stack, self.place(), why)
        if found.total is None:
            raise Refusal(
                "A unit of the stack cannot attack there without a road",
                why.so(None).rules,
                "leave it out of the attack, or attack along a road",
            )
        return why.so(StackStrength(str(found.total), found.terrain))


@rule("OCS-12.4-1", "OCS-12.4-2")
def combat_supply(role: Role, steps: int = 0, size: Fraction = Fraction(2)) -> Finding[int]:
    """Supply tokens that one combat costs a side."""
    why = Why()
    if role == "attacker":
        each: int = SUPPLY["attacker_per_step"]
        why.by("OCS-12.4-1", f"{each}T for each attacking step")
        return why.so(each * steps)
    small = size <= SUPPLY["small_stack_re"]
    tokens: int = SUPPLY["defender_small" if small else "defender"]
    text = "a stack of 1 RE or less" if small else "a stack of more than 1 RE"
    why.by("OCS-12.4-2", f"{tokens}T to defend with {text}")
    return why.so(tokens)


class CombatSupply(Question, frozen=True, kw_only=True):
    """Supply tokens (T) that one combat costs a side."""

    role: Annotated[Role, Meta(description="which side of the combat")]
    steps: Annotated[int, Meta(ge=0, le=60, description="attacking steps")] = 1
    size: Annotated[Amount, Meta(description="RE of the defending stack")] = 2

    def answer(self, nature: Nature) -> Finding[int]:
        return combat_supply(self.role, self.steps, amount(self.size, "size"))
