"""What a Front's posture does (rules 3.3c, 3.3d, 3.4): attack, defence, supply, barrage, air."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.fronts.display import (
    Box,
    FrontState,
    Posture,
    TurnsInPosture,
    advance_barrage,
)
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import (
    BarrageTrack,
    OffensiveBenefits,
    RegroupingAttack,
    RegroupingDefence,
    RegroupingSupply,
)
from landbridge.games.belorussia.rulings import FrontBarrage as FrontBarrageRuling
from landbridge.games.belorussia.units.words import DATA, Mode
from landbridge.games.belorussia.violations import refuse, violation_if, violations

# What a posture does


class PostureEffects(Struct, frozen=True):
    """What a Front's posture does for the units inside its boundary."""

    attack: bool = True
    overrun: bool = True
    attack_ar: int = 0
    """Added to the action rating of its attackers."""
    attack_ar_floor: int = -1
    attack_surprise: int = 0
    """Added to the Surprise rolls of its attacks."""
    exploit: bool = True
    front_barrage: bool = True
    defence_levels: int = 0
    """Hedgehog levels that its defenders gain, up to Level 2."""
    defence_surprise: int = 0
    """Added to Surprise rolls against it; once, with or without a hedgehog."""
    defence_ar: int = 0
    barrage_shift: int = 0
    """Columns by which barrages on its units shift; negative is left."""
    heavy_at: bool = False
    defence_free: bool = False
    """Whether its units in trace defend without combat supply; and so on."""
    attack_free: bool = False
    barrage_free: bool = False
    free_barrage_column: str = ""
    """The highest column that is free."""
    air_sweeps: bool = True
    air_barrages: bool = True
    """Whether its striped aircraft may fly missions resolved on the Barrage Table."""


@rule("RUL-TFB-20", "RUL-TFB-22", "RUL-TFB-23", "RUL-TFB-24", "TFB-3.2d-1")
def posture_effects(
    posture: Posture,
    turns: int = 1,
    offensive_benefits: OffensiveBenefits = "series_normal",
    regrouping_attack: RegroupingAttack = "ar_minus_2",
    regrouping_defence: RegroupingDefence = "one_level",
    regrouping_supply: RegroupingSupply = "defence_free",
) -> Finding[PostureEffects]:
    """What a posture does to attack, defence, supply and air; Ready counts as Regrouping."""
    why = Why()
    if posture == "offensive":
        bonus = figures("offensive_benefits", offensive_benefits)["first_turn_surprise"]
        why("RUL-TFB-20", "the series rules as they are, Front barrage and the whole air army")
        return why.so(PostureEffects(attack_surprise=bonus if turns == 1 else 0))
    if posture == "ready":
        why("RUL-TFB-21", "the Ready box keeps every effect of Regrouping")
    attack = figures("regrouping_attack", regrouping_attack)
    defence = figures("regrouping_defence", regrouping_defence)
    supply = figures("regrouping_supply", regrouping_supply)
    grounded = why("TFB-3.2d-1", "striped aircraft: no sweeps, nothing on the Barrage Table")
    why("RUL-TFB-22", "attacks of a Regrouping Front")
    why("RUL-TFB-23", "defence of a Regrouping Front")
    why("RUL-TFB-24", "combat supply of a Regrouping Front")
    return why.so(
        PostureEffects(
            attack=attack["attack"],
            overrun=attack["overrun"],
            attack_ar=attack["ar"],
            attack_ar_floor=attack["ar_floor"],
            exploit=attack["exploit"],
            front_barrage=False,
            defence_levels=defence["levels"],
            defence_surprise=defence["surprise"],
            defence_ar=defence["ar"],
            barrage_shift=defence["barrage_shift"],
            heavy_at=defence["heavy_at"],
            defence_free=supply["defence_free"],
            attack_free=supply["attack_free"],
            barrage_free=supply["barrage_free"],
            free_barrage_column=supply.get("barrage_column", ""),
            air_sweeps=not grounded,
            air_barrages=not grounded,
        )
    )


class FrontPosture(RuledQuestion, frozen=True, kw_only=True):
    """What a Front's posture does to attacks, defence, combat supply, barrage and air missions."""

    turns_on = (
        "offensive_benefits",
        "regrouping_attack",
        "regrouping_defence",
        "regrouping_supply",
    )

    posture: Annotated[Posture, Meta(description="the posture of the Front")]
    turns: TurnsInPosture = 1

    def answer(self, nature: Nature) -> Finding[PostureEffects]:
        return posture_effects(
            self.posture,
            self.turns,
            self.rulings.offensive_benefits,
            self.rulings.regrouping_attack,
            self.rulings.regrouping_defence,
            self.rulings.regrouping_supply,
        )


# Defence, with hedgehogs


class HexDefences(Struct, frozen=True):
    """What an attacker meets in a hex: a hedgehog, and the Regrouping benefit with it."""

    hedgehog: int
    """The level that counts in combat."""
    surprise: int
    """Added to Surprise rolls, for the hedgehog and the posture together."""
    ar: int
    """Added to the defender's action rating."""


@rule("TFB-3.10-3", "RUL-TFB-23")
def hex_defences(
    hedgehog: int,
    posture: Posture,
    mode: Mode = "combat",
    trace: bool = True,
    regrouping_defence: RegroupingDefence = "one_level",
) -> Finding[HexDefences]:
    """The hedgehog level against which a Soviet hex is attacked, posture and works together."""
    why = Why()
    effects = posture_effects(posture, regrouping_defence=regrouping_defence).result
    helped = posture != "offensive" and mode == "combat" and trace
    if helped:
        why("RUL-TFB-23", "a Front that is not on the Offensive has the benefit of defence")
    elif posture != "offensive":
        why("RUL-TFB-23", "the benefit is for units in Combat Mode with trace")
    added = effects.defence_levels if helped else 0
    level = max(hedgehog, added)
    cap = DATA["fortified_region"]["cap"]
    if hedgehog > cap and added:
        why("TFB-3.10-3", f"Regrouping adds nothing to a hedgehog above Level {cap}")
    elif (
        hedgehog
        and added
        and why("TFB-3.10-3", f"works and Regrouping together, no more than Level {cap}")
    ):
        level = min(hedgehog + added, cap)
    surprise = -1 if hedgehog else effects.defence_surprise if helped else 0
    if hedgehog:
        why("OCS-9.8-2", "Surprise -1 for a hedgehog of any level")
    return why.so(HexDefences(level, surprise, effects.defence_ar if helped else 0))


# The Front barrage (3.4)


class BarrageEffects(Struct, frozen=True):
    """What a Front gains by firing its barrage in one Barrage Segment."""

    hexes: int
    """Target hexes; 0 is no limit."""
    price: Fraction
    """The part of the usual supply that is paid."""
    shift: int
    """Columns to the right."""
    marker_to: int
    """The box to which the barrage marker goes."""


@rule("RUL-TFB-26")
def front_barrage_violations(posture: Posture, barrage: int) -> tuple[Violation, ...]:
    """What speaks against firing a Front's barrage."""
    return violations(
        violation_if(
            posture != "offensive",
            "the Front is not on the Offensive",
            "RUL-TFB-26",
            "by a Front on the Offensive",
        ),
        violation_if(
            barrage != 0,
            f"the barrage marker is in box {barrage}",
            ("RUL-TFB-25", "RUL-TFB-26"),
            "wait until it is Ready",
        ),
    )


def barrage_effects(
    front_barrage: FrontBarrageRuling = "free_and_shifted", track: BarrageTrack = "count_up"
) -> BarrageEffects:
    """What a Front gains by its barrage, and where the marker goes."""
    settled = figures("front_barrage", front_barrage)
    box = figures("barrage_track", track)["after_use"]
    return BarrageEffects(settled["hexes"], Fraction(settled["price"]), settled["shift"], box)


def fire_barrage(front: FrontState, track: BarrageTrack = "count_up") -> FrontState:
    """A Front that has fired its barrage."""
    return replace(front, barrage=figures("barrage_track", track)["after_use"])


class FrontBarrage(RuledQuestion, frozen=True, kw_only=True):
    """Whether a Front may fire its barrage, what that gives, and where the marker goes."""

    turns_on = ("front_barrage", "barrage_track")

    posture: Annotated[Posture, Meta(description="the posture of the Front")]
    barrage: Box

    def answer(self, nature: Nature) -> Finding[BarrageEffects]:
        refuse(front_barrage_violations(self.posture, self.barrage))
        why = Why()
        found = barrage_effects(self.rulings.front_barrage, self.rulings.barrage_track)
        why("RUL-TFB-26", "in one Barrage Segment of the Soviet Combat Phase")
        why("RUL-TFB-25", f"the marker goes to box {found.marker_to}")
        return why.so(found)


class BarrageTrackStep(RuledQuestion, frozen=True, kw_only=True):
    """Where a Front's barrage marker stands in the next Soviet turn; 0 is Ready."""

    turns_on = ("barrage_track",)

    barrage: Box
    paid: Annotated[bool, Meta(description="whether a further step is paid for")] = False

    def answer(self, nature: Nature) -> Finding[int]:
        why = Why()
        why("RUL-TFB-25", "one box in each Soviet turn, in either posture")
        return why.so(advance_barrage(self.barrage, self.rulings.barrage_track, self.paid))
