"""Surprise (OCS 9.8): who is surprised, and how many columns that shifts."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.chance.tallies import Modifier, Tally, modifier, tally
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import demand, in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.partisans.effects import anti_partisan_drm
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.terrain.multipliers import Attack
from landbridge.games.belorussia.words import PACKAGE, Die, TwoDice

Surprised = Literal["attacker", "none", "defender"]
"""Who has the surprise on his side."""
CombatRoll = Literal["surprise", "combat"]

SURPRISE = table(PACKAGE, "combat.surprise", Surprised)
SHIFT = "Surprise shift"
RATINGS = ("OCS-9.6-1", "OCS-9.6-3")

Rating = Annotated[int, Meta(ge=-2, le=5, description="action rating")]
Level = Annotated[int, Meta(ge=0, le=4, description="level of the hedgehog in the hex")]


class Forces(Struct, frozen=True, kw_only=True):
    """What modifies both rolls of a combat."""

    attacker_ar: int
    defender_ar: int
    hedgehog: int = 0
    attacker_dg: bool = False
    defender_dg: bool = False
    defender_strat: bool = False
    anti_partisan: bool = False
    """An Axis anti-partisan unit attacks partisans."""
    special: tuple[Modifier, ...] = ()
    """What special units add to both rolls."""
    on_surprise: tuple[Modifier, ...] = ()
    """What is added to the Surprise roll alone."""


@rule("OCS-5.10b-5")
def check_overrun(attack: Attack, dg: bool) -> None:
    """Refuse an overrun by units that are DG."""
    if attack == "overrun" and dg and in_force("OCS-5.10b-5"):
        raise Refusal("DG units do not overrun", "OCS-5.10b-5", "attack in the Combat Phase")


def ratings(forces: Forces, roll: CombatRoll) -> tuple[Modifier | None, ...]:
    """What modifies either roll of a combat: action ratings first."""
    attacker, defender = forces.attacker_ar, forces.defender_ar
    strat = forces.defender_strat
    on_surprise, on_combat = anti_partisan_drm()
    against_partisans = on_surprise if roll == "surprise" else on_combat
    return (
        modifier(attacker - defender, f"action rating {attacker} against {defender}", RATINGS),
        modifier(defender, "the defender's unit is in Strat Mode", "OCS-5.8-3") if strat else None,
        modifier(-1, "the attacker's unit is DG", "OCS-5.10b-4") if forces.attacker_dg else None,
        modifier(1, "the defender's unit is DG", "OCS-5.10b-4")
        if forces.defender_dg and not strat
        else None,
        against_partisans if forces.anti_partisan else None,
        *forces.special,
    )


def surprise_tally(forces: Forces) -> Tally:
    """What is added to the Surprise roll; a hedgehog counts once, whatever its level."""
    hedgehog = modifier(-1, "a hedgehog in the hex", "OCS-9.8-2") if forces.hedgehog else None
    return tally(*ratings(forces, "surprise"), hedgehog, *forces.on_surprise)


@rule("OCS-9.8-1", "OCS-9.8-5")
def surprise_shift(modifiers: Tally, attack: Attack, nature: Nature) -> tuple[Surprised, int]:
    """Who surprises whom, and the columns: to the right for the attacker, left for the defender."""
    found: Surprised = nature.look(SURPRISE, modifiers, attack)
    if found == "none":
        return found, 0
    demand("OCS-9.8-5")
    columns = nature.roll("1d6", SHIFT, ("OCS-9.8-5", "OCS-9.1g-1"))
    return found, columns if found == "attacker" else -columns


class SurpriseResult(Struct, frozen=True, order=True):
    """Who has surprise, and how many columns the combat moves right."""

    shift: int
    surprise: Surprised


class RollModifiers(RuledQuestion, frozen=True, kw_only=True):
    """What modifies a combat's rolls; the questions below add the rolls."""

    attacker_ar: Rating
    defender_ar: Rating
    hedgehog: Level = 0
    attack: Annotated[Attack, Meta(description="the kind of attack")] = "regular"
    attacker_dg: Annotated[bool, Meta(description="the attacker's AR unit is DG")] = False
    defender_dg: Annotated[bool, Meta(description="the defender's AR unit is DG")] = False
    defender_strat: Annotated[bool, Meta(description="the defender's AR unit is in Strat Mode")] = (
        False
    )
    anti_partisan: Annotated[
        bool, Meta(description="an Axis anti-partisan unit attacks partisans")
    ] = False
    drm: Annotated[int, Meta(ge=-20, le=20, description="what special units add to both rolls")] = 0

    def forces(self) -> Forces:
        """Everything that modifies both rolls."""
        check_overrun(self.attack, self.attacker_dg)
        special = modifier(self.drm, "special units", "OCS-9.6-1")
        return Forces(
            attacker_ar=self.attacker_ar,
            defender_ar=self.defender_ar,
            hedgehog=self.hedgehog,
            attacker_dg=self.attacker_dg,
            defender_dg=self.defender_dg,
            defender_strat=self.defender_strat,
            anti_partisan=self.anti_partisan,
            special=(special,) if self.drm else (),
        )


class Surprise(RollModifiers, frozen=True, kw_only=True):
    """Who has surprise in an attack, and how many columns it shifts (right is positive)."""

    rolls = {"dice": SURPRISE.title, "die": SHIFT}

    dice: TwoDice | None = None
    die: Die | None = None

    def answer(self, nature: Nature) -> Finding[SurpriseResult]:
        who, columns = surprise_shift(surprise_tally(self.forces()), self.attack, nature)
        return Why().so(SurpriseResult(columns, who))
