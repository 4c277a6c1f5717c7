"""A combat between stacks on the map, as far as dice do not decide it: odds, column, modifiers.

`weigh` takes a battle whose units are named and supplied and gives what the Combat Table needs;
`resolution.resolve` throws the dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.amounts import rounded
from landbridge.games.belorussia.combat.battles import (
    Battle,
    battlefield,
    comes_by,
    hedgehog_met,
)
from landbridge.games.belorussia.combat.fighting_units import (
    action_rating,
    anti_tank_level,
    best_anti_tank,
    unit_strength,
)
from landbridge.games.belorussia.combat.resolution import (
    Combat,
    Odds,
    column_for,
    column_rules,
    odds_rules,
    prepare,
    rounded_odds,
)
from landbridge.games.belorussia.combat.surprise import Forces
from landbridge.games.belorussia.fronts.fronts_on_map import (
    DefencesMet,
    defences_met,
    first_turn_surprise,
    rating_in_attack,
)
from landbridge.games.belorussia.movement.faces import mobility
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.terrain.chart import describe_terrain
from landbridge.games.belorussia.terrain.combat_terrain import (
    Stack,
    attack_strength,
    defence_strength,
)
from landbridge.games.belorussia.terrain.multipliers import (
    AntiTank,
    Battlefield,
    CombatClass,
    UnitClass,
    combat_class,
    fighting_terrain,
)


class BattleTally(Struct, frozen=True, kw_only=True):
    """A combat before its dice."""

    attack: Fraction
    defence: Fraction
    odds: Odds
    terrain: CombatClass
    picked: str
    """The terrain that the defender has chosen for himself."""
    anti_tank: AntiTank
    """The best level in the defending hex."""
    attacker_ar: int
    defender_ar: int
    combat: Combat

    @property
    def drm(self) -> int:
        """What is added to the combat roll."""
        return int(self.combat.roll.total)


# Strengths


def _stack(
    theatre: Theatre, rows: Sequence[int], strengths: dict[int, Fraction], why: Why
) -> Stack:
    """Units of one hex by their kind."""
    sums: dict[UnitClass, Fraction] = {kind: Fraction(0) for kind in ("armor", "mech", "other")}
    heavy = Fraction(0)
    by_kind = why("OCS-9.4a-1", "terrain counts for each unit by its category")
    for row in rows:
        counter = theatre.counter(row)
        if counter.category == "mech" and by_kind and anti_tank_level(counter) == "heavy":
            heavy += strengths[row]
        else:
            sums[counter.category if by_kind else "other"] += strengths[row]
    return Stack(armor=sums["armor"], mech=sums["mech"], other=sums["other"], mech_heavy=heavy)


def attack_total(theatre: Theatre, battle: Battle, anti_tank: AntiTank, why: Why) -> Fraction:
    """The attackers' strength: each stack in the terrain that the defender picks for it."""
    stacks: dict[int, list[int]] = {}
    for row in battle.attackers:
        stacks.setdefault(theatre.place_of(row), []).append(row)
    apart = len(stacks) < 2 or why("OCS-9.4b-2", "terrain is chosen for each attacking stack")
    first, total = next(iter(stacks)), Fraction(0)
    for here, rows in stacks.items():
        for row in rows:
            _note_attacker(theatre, battle, row, why)
        strengths = {row: unit_strength(theatre, row, "attacker", why) for row in rows}
        stack = _stack(theatre, rows, strengths, why)
        place = battlefield(
            theatre, battle.side, here if apart else first, battle.target, battle.attack
        )
        notes = Why()
        found = attack_strength(stack, place, notes, anti_tank, theatre.rulings)
        why.reasons.extend(notes.reasons)
        own = found.total or Fraction(0)
        label, picked = theatre.land.labels[here], describe_terrain(found.terrain)
        why("OCS-9.4b-1", f"from {label}: {own} in {picked}, which the defender chooses")
        total += own
    return total


def _note_attacker(theatre: Theatre, battle: Battle, row: int, why: Why) -> None:
    """Note by which rules a unit attacks that might seem barred from it."""
    counter = theatre.counter(row)
    if counter.duty == "repl":
        why("OCS-13.5-2", f"{counter.name} is Attack-Capable")
    if mobility(theatre, row) != "leg" and battle.attack == "regular":
        why("OCS-12.5b-1", f"{counter.name} needs no fuel for an attack")
    by = comes_by(theatre, row, battle.target, battle.attack)
    if by:
        why(by, f"{counter.name} comes {_HELP[by]}")


_HELP = {"OCS-9.1f-2": "along a road", "OCS-13.8b-3": "over a bridge of engineers"}


class _Defence(Struct, frozen=True):
    """What one choice of terrain makes of a defence."""

    column: int
    strength: Fraction
    terrain: CombatClass
    picked: str
    why: tuple[Why, ...]


def _defence(theatre: Theatre, battle: Battle, attack: Fraction, why: Why) -> _Defence:
    """The defence in the terrain that suits the defender best: that of the lowest column."""
    strengths = {
        row: unit_strength(theatre, row, "defender", why, row in battle.supplied)
        for row in battle.defenders
    }
    carts = [r for r in theatre.stack(battle.target, battle.enemy) if r not in battle.defenders]
    if carts and not why("OCS-9.0-2", "who is no combat unit adds nothing to the defence"):
        strengths[battle.defenders[0]] += len(carts)
    stack = _stack(theatre, battle.defenders, strengths, why)
    ground = theatre.land.terrain[battle.target]
    place = Battlefield(terrain=ground, ground=theatre.ground, ice=theatre.ice)
    choices = fighting_terrain(ground, Why(), theatre.rulings)
    found = [_in(theatre, row, stack, place, attack) for row in choices]
    best = min(found, key=lambda one: (one.column, -one.strength))
    several = len(found) > 1
    if several and not why("OCS-9.3b-1", f"the defender chooses {describe_terrain(best.picked)}"):
        best = found[0]
    for notes in best.why:
        why.reasons.extend(notes.reasons)
    return best


def _in(theatre: Theatre, row: str, stack: Stack, place: Battlefield, attack: Fraction) -> _Defence:
    why = Why()
    strength = defence_strength(stack, place, why, theatre.rulings, row).total or Fraction(0)
    if not why("OCS-9.4c-1", "the defender's own strength by the hex, never by a hexside"):
        strength = stack.armor + stack.mech + stack.mech_heavy + stack.other
    terrain = combat_class(place.terrain, why, theatre.rulings, row)
    if not why("OCS-9.3-1", "the row of the Combat Table by the terrain that he chooses"):
        terrain = "open"
    column = column_for(rounded_odds(attack, strength), terrain)
    return _Defence(column, strength, terrain, row, (why,))


# The whole


def weigh(theatre: Theatre, battle: Battle) -> Finding[BattleTally]:
    """Everything about a combat that dice do not change."""
    why = Why()
    why("OCS-9.1d-1", "all combat units in the hex defend")
    hedgehog = hedgehog_met(theatre, battle, why)
    met = defences_met(theatre, battle.against, hedgehog, why)
    anti_tank = best_anti_tank(theatre, battle.defenders, met.works, why)
    attack = attack_total(theatre, battle, anti_tank, why)
    own = _defence(theatre, battle, attack, why)
    defence = own.strength
    fractions = attack.denominator != 1 or defence.denominator != 1
    if fractions and not why("OCS-4.2-1", "strengths keep their fractions"):
        attack, defence = Fraction(rounded(attack)), Fraction(rounded(defence))
    odds = rounded_odds(attack, defence)
    why.by(odds_rules(attack, defence), f"{attack} to {defence} is {odds}")
    forces = _forces(theatre, battle, met, why)
    combat = prepare(odds, own.terrain, forces, battle.attack, (), theatre.rulings.column_shifts)
    text = f"column {combat.column}, {describe_terrain(own.terrain)} terrain"
    why.by(column_rules(own.terrain), text)
    for part in combat.roll.modifiers:
        why(part.rules, f"{part.value:+} {part.reason}")
    return why.so(
        BattleTally(
            attack=attack,
            defence=defence,
            odds=odds,
            terrain=own.terrain,
            picked=own.picked,
            anti_tank=anti_tank,
            attacker_ar=forces.attacker_ar,
            defender_ar=forces.defender_ar,
            combat=combat,
        )
    )


def _forces(theatre: Theatre, battle: Battle, met: DefencesMet, why: Why) -> Forces:
    here = theatre.place_of(battle.leader)
    across = battlefield(theatre, battle.side, here, battle.target, battle.attack).hexside
    target = battle.target
    partisans = all(theatre.counter(row).arm == "partisan" for row in battle.defenders)
    hunters = any("anti-partisan" in theatre.counter(row).arm for row in battle.attackers)
    against = battle.against
    leader, other = (theatre.counter(row).name for row in (battle.leader, against))
    why("OCS-9.6-2", f"{leader} leads the attack, {other} the defence")
    defender = action_rating(theatre, against, False, target, "none", why)
    attacker = action_rating(theatre, battle.leader, True, target, across, why)
    attacker = rating_in_attack(theatre, battle.leader, attacker, why)
    dg = [theatre.marker(row) == "dg" for row in (battle.leader, against)]
    if any(d and not r for d, r in zip(dg, (attacker, defender), strict=True)):
        # Without the row no rating would fall below 0.
        below = why("OCS-3.2c-1", "a rating of -1 is used as it is")
        dg = [d and (bool(r) or below) for d, r in zip(dg, (attacker, defender), strict=True)]
    return Forces(
        attacker_ar=attacker,
        defender_ar=defender + met.ar,
        hedgehog=met.level,
        attacker_dg=dg[0],
        defender_dg=dg[1],
        defender_strat=theatre.marker(against) == "strat",
        anti_partisan=hunters and partisans,
        on_surprise=first_turn_surprise(theatre, battle.leader),
    )
