"""Mineroller tanks in the hex: movement, bog and wire (PT1), fire (PT3), Recall (PT4), note Z."""

from __future__ import annotations

import datetime
from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.chance.tallies import Tally, modifier, tally
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.allowed import FractionText
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.asl_procedures import RECONSTRUCTION, recorded
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.reorganisation.repair import recalled_mineroller
from landbridge.games.orsha.rules.words import DR, PACKAGE, Dr, figures

DATA = read_toml(PACKAGE, "minerollers.toml")
MOVEMENT = DATA["movement"]
FIRE = DATA["fire"]
HIT = table(PACKAGE, "minerollers.hit_through_vca", Literal["roller_damaged", "immobilized"])

Act = Literal["change_vca", "enter", "vbm", "overrun", "assist", "be_assisted"]
Ground = Literal["open", "road", "building", "woods", "rubble", "water_obstacle", "stream", "ford"]
Hexside = Literal["none", "wall", "hedge"]
Weapon = Literal["bmg", "ma", "cmg"]

BOG_CHECK = "Bog DR"
COLORED = "Wire, colored die"
WHITE = "Wire, white die"
WATER: tuple[Ground, ...] = ("water_obstacle", "stream", "ford")
CLOSED: tuple[Ground, ...] = ("building", "woods", "rubble")


# Movement


class PtMove(Struct, frozen=True, kw_only=True):
    """What a mineroller would do in its movement."""

    act: Act
    ground: Ground = "open"
    trail_break: bool = False
    in_hex: bool = True
    movement_phase: bool = True
    normal: Fraction = Fraction(1)
    """What it costs any other tank."""


@rule("OTO-PT1-1", "OTO-PT1-2", "OTO-PT1-3", "OTO-PT1-4", "OTO-PT1-5")
def move_mineroller(move: PtMove) -> Finding[Fraction]:
    """The MP that a mineroller pays, or a refusal."""
    why = Why()
    if move.act == "change_vca":
        return _change_vca(move, why)
    if move.act in ("vbm", "overrun"):
        if in_force("OTO-PT1-2"):
            name = "VBM" if move.act == "vbm" else "OVR"
            raise Refusal(f"A mineroller makes no {name}", "OTO-PT1-2", legal="normal movement")
        return why.so(move.normal)
    if move.act == "assist" and in_force("OTO-PT1-5"):
        raise Refusal(
            "A mineroller does not assist another vehicle in Bog Removal",
            ("OTO-PT1-5", "RUL-OTO-51"),
            legal="another vehicle may assist it",
        )
    if move.act == "be_assisted":
        if not why(("OTO-PT1-5", "RUL-OTO-51"), "another vehicle may assist it (D8.3)"):
            raise Refusal("A mineroller is not assisted", "ASL D8.3")
        return why.so(Fraction(0))
    _check_ground(move)
    cost = move.normal
    least = Fraction(MOVEMENT["road_mp"])
    if move.ground == "road" and cost < least and why("OTO-PT1-3", "a road hex costs at least 1"):
        cost = least
    return why.so(cost)


def _change_vca(move: PtMove, why: Why) -> Finding[Fraction]:
    if not (move.in_hex and move.movement_phase) and in_force("OTO-PT1-1"):
        raise Refusal(
            "A mineroller changes its VCA only inside its hex in its own movement phase",
            "OTO-PT1-1",
            legal=f"there, for {MOVEMENT['vca_mp']} MP each",
        )
    if why("OTO-PT1-1", f"each change of VCA costs {MOVEMENT['vca_mp']} MP"):
        return why.so(Fraction(MOVEMENT["vca_mp"]))
    return why.so(move.normal)


def _check_ground(move: PtMove) -> None:
    if move.ground in WATER and in_force("OTO-PT1-4"):
        raise Refusal(
            "A mineroller enters no Water Obstacle or stream, not even at a Ford",
            "OTO-PT1-4",
            legal="a bridge",
        )
    free = move.ground == "woods" and move.trail_break
    if move.ground in CLOSED and not free and in_force("OTO-PT1-2"):
        raise Refusal(
            f"A mineroller does not enter {move.ground}",
            ("OTO-PT1-2", "RUL-OTO-51"),
            legal="woods by a Trail Break",
        )


class MinerollerMovement(Question, frozen=True, kw_only=True):
    """What a mineroller pays in MP for an act of movement, or why it may not do it."""

    cites = ("OTO-PT1-1", "OTO-PT1-2", "OTO-PT1-3", "OTO-PT1-4", "OTO-PT1-5")

    act: Annotated[Act, Meta(description="what it would do; assist: in Bog Removal")] = "enter"
    ground: Annotated[Ground, Meta(description="the terrain to be entered")] = "open"
    trail_break: Annotated[bool, Meta(description="whether it enters woods by a Trail Break")] = (
        False
    )
    in_hex: Annotated[bool, Meta(description="VCA: whether inside its own hex")] = True
    movement_phase: Annotated[bool, Meta(description="VCA: whether in its own movement phase")] = (
        True
    )
    normal: Annotated[
        FractionText, Meta(description="MP that it costs any other tank, such as 1 or 1/2")
    ] = "1"

    def answer(self, nature: Nature) -> Finding[Fraction]:
        return move_mineroller(
            PtMove(
                act=self.act,
                ground=self.ground,
                trail_break=self.trail_break,
                in_hex=self.in_hex,
                movement_phase=self.movement_phase,
                normal=_mp(self.normal),
            )
        )


def _mp(text: str) -> Fraction:
    try:
        found = Fraction(text)
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if found < 0:
        raise BadInput(f"'{text}' is not a cost in MP; write for example 2 or 1/2.")
    return found


# Bog and wire


def bog_modifiers(drm: int) -> Tally:
    """What is added to a mineroller's Bog DR."""
    return tally(
        modifier(drm, "other DRM (D8.21)", "ASL D8.21") if drm else None,
        modifier(MOVEMENT["bog_drm"], "mineroller", "OTO-PT1-Bog-3"),
    )


class BogCheck(Struct, frozen=True, order=True):
    """Whether a mineroller bogs."""

    checked: bool
    """Whether a Bog DR is called for."""
    bogged: bool = False
    in_hex: Literal["", "left", "entered"] = ""
    """Where it is stuck."""


@rule("OTO-PT1-Bog-1", "OTO-PT1-Bog-2", "OTO-PT1-Bog-3")
def check_bog(
    hexside: Hexside, levels: int, paved: bool, other: bool, drm: int, nature: Nature
) -> Finding[BogCheck]:
    """Whether a mineroller must make a Bog DR, and whether it bogs."""
    why = Why()
    crossing = hexside != "none" and why(
        ("OTO-PT1-Bog-1", "RUL-OTO-51"), f"a {hexside} hexside calls for a Bog DR"
    )
    climbing = levels >= 1 and not paved
    if levels >= 1:
        text = "a paved road needs no Bog DR" if paved else "a full level higher: Bog DR"
        if not why(("OTO-PT1-Bog-2", "RUL-OTO-51"), text):
            climbing = not climbing
    if not (crossing or climbing or other):
        return why.so(BogCheck(False))
    modifiers = bog_modifiers(drm)
    rules = (*RECONSTRUCTION["bog_check"]["cites"], *modifiers.rules)
    if (
        nature.roll("2d6", BOG_CHECK, rules) + modifiers.total
        < RECONSTRUCTION["bog_check"]["bogs_on"]
    ):
        return why.so(BogCheck(True))
    return why.so(BogCheck(True, True, "left" if crossing else "entered"))


class MinerollerBog(RuledQuestion, frozen=True, kw_only=True):
    """Whether a mineroller must make a Bog DR, and whether and where it bogs."""

    rolls = {"dice": BOG_CHECK}
    cites = ("OTO-PT1-Bog-1", "OTO-PT1-Bog-2", "OTO-PT1-Bog-3")
    turns_on = ("asl_rules",)

    hexside: Annotated[Hexside, Meta(description="what the hexside is")] = "none"
    levels: Annotated[
        int, Meta(ge=0, le=4, description="full levels that the hex entered lies higher")
    ] = 0
    paved: Annotated[bool, Meta(description="whether it moves on a paved road")] = False
    other: Annotated[bool, Meta(description="whether another rule calls for a Bog DR")] = False
    drm: Annotated[int, Meta(ge=0, le=8, description="other Bog DRM (D8.21)")] = 0
    dice: DR | None = None

    def answer(self, nature: Nature) -> Finding[BogCheck]:
        recorded(self.rulings.asl_rules, "A Bog DR")
        return check_bog(self.hexside, self.levels, self.paved, self.other, self.drm, nature)


class Wire(Struct, frozen=True, order=True):
    """A mineroller that enters Wire."""

    wire_removed: bool
    bogged: bool


@rule("OTO-PT2-13")
def enter_wire(drm: int, nature: Nature) -> Finding[Wire]:
    """The Bog DR for Wire: a low colored die removes the Wire, and then the tank is not bogged."""
    why = Why()
    terms = RECONSTRUCTION["bog_check"]
    modifiers = bog_modifiers(drm)
    colored = nature.roll("1d6", COLORED, "OTO-PT2-13")
    white = nature.roll("1d6", WHITE, ("RUL-OTO-51", *modifiers.rules))
    bogged = colored + white + modifiers.total >= terms["bogs_on"]
    if colored <= DATA["wire"]["removed_on"] and why(
        ("OTO-PT2-13", "RUL-OTO-51"), "colored 1 or 2: the Wire is removed and it is not bogged"
    ):
        return why.so(Wire(True, False))
    return why.so(Wire(False, bogged))


class MinerollerWire(RuledQuestion, frozen=True, kw_only=True):
    """Whether a mineroller that enters Wire removes it, or bogs."""

    rolls = {"colored": COLORED, "white": WHITE}
    cites = ("OTO-PT2-13",)
    turns_on = ("asl_rules",)

    drm: Annotated[int, Meta(ge=0, le=8, description="other Bog DRM (D8.21)")] = 0
    colored: Annotated[Dr | None, Meta(description="the colored die")] = None
    white: Annotated[Dr | None, Meta(description="the white die")] = None

    def answer(self, nature: Nature) -> Finding[Wire]:
        recorded(self.rulings.asl_rules, "A Bog DR")
        return enter_wire(self.drm, nature)


# Fire


@rule("OTO-PT3-3", "OTO-PT3-4", "OTO-PT3-5")
def mineroller_fire(weapon: Weapon, level: int, slope: bool = False) -> Finding[int]:
    """The DRM of a mineroller's own fire at a target so many full levels higher or lower."""
    why = Why()
    lower = level <= -1
    if slope and not lower and not why("OTO-PT3-5", "Slopes have no further effect"):
        lower = True
    if weapon == "bmg":
        if lower and in_force("OTO-PT3-3"):
            raise Refusal(
                "The BMG does not fire at a target a level lower",
                ("OTO-PT3-3",),
                legal="a target at its own level or higher",
            )
        same = level == 0 and why("OTO-PT3-3", "BMG at its own level, past the roller")
        return why.so(FIRE["bmg_same_level"] if same else 0)
    down = lower and why("OTO-PT3-4", f"{weapon.upper()} at a target a full level lower")
    return why.so(FIRE["lower_target"] if down else 0)


class MinerollerFire(Question, frozen=True, kw_only=True):
    """The To Hit or IFT DRM of a mineroller's weapon, or why it may not fire."""

    cites = ("OTO-PT3-3", "OTO-PT3-4", "OTO-PT3-5")

    weapon: Annotated[Weapon, Meta(description="which weapon fires")]
    level: Annotated[
        int, Meta(ge=-4, le=4, description="full levels of the target above (+) or below (-)")
    ] = 0
    slope: Annotated[bool, Meta(description="whether a Slope hexside is involved")] = False

    def answer(self, nature: Nature) -> Finding[int]:
        return mineroller_fire(self.weapon, self.level, self.slope)


class MinerollerToHit(Question, frozen=True, kw_only=True):
    """The special To Hit DRM against the front hull of a mineroller."""

    cites = ("OTO-PT3-1",)

    front_hull: Annotated[bool, Meta(description="whether a front-hull hit is determined")] = True
    firer_levels: Annotated[
        int, Meta(ge=-4, le=4, description="full levels of the firer above (+) the mineroller")
    ] = 0

    def answer(self, nature: Nature) -> Finding[int]:
        why = Why()
        above = self.firer_levels >= 1
        text = "a firer a full level higher ignores the roller" if above else "the roller: +2 HH"
        if not self.front_hull:
            return why.so(0)
        counts = why(("OTO-PT3-1", "RUL-OTO-51"), text) != above
        return why.so(FIRE["front_hull"] if counts else 0)


class MinerollerImmobilization(Question, frozen=True, kw_only=True):
    """What an immobilizing hit does to a mineroller."""

    rolls = {"die": HIT.title}
    cites = ("OTO-PT3-2",)

    through_vca: Annotated[bool, Meta(description="whether the hit came through its VCA")] = True
    die: Dr | None = None

    def answer(self, nature: Nature) -> Finding[str]:
        why = Why()
        if not self.through_vca:
            why("OTO-PT3-2", "only a hit through the VCA can strike the roller")
            return why.so("immobilized")
        return why.so(nature.look(HIT))


class MinerollerRecall(Question, frozen=True, kw_only=True):
    """Whether a mineroller is under Recall."""

    cites = ("OTO-PT4-1",)

    ma_disabled: Annotated[bool, Meta(description="whether its MA is Disabled")]
    roller_damaged: Annotated[bool, Meta(description="whether its roller is damaged")]

    def answer(self, nature: Nature) -> Finding[bool]:
        why = Why()
        return why.so(recalled_mineroller(self.ma_disabled, self.roller_damaged, why))


# Vehicle note Z


class SmokeAmmunition(Struct, frozen=True):
    """Smoke that a vehicle with note Z has."""

    smoke: int = 0
    """Depletion number of smoke ammunition (s); 0 if there is none."""
    mortar: int = 0
    """Usage number of the smoke mortar (sM)."""


class VehicleNoteZ(RuledQuestion, frozen=True, kw_only=True):
    """The smoke that vehicle note Z gives on a date."""

    cites = ("OTO-HOBZ-1",)
    turns_on = ("note_z",)

    date: Annotated[datetime.date, Meta(description="the date of the scenario")] = datetime.date(
        1944, 6, 23
    )

    def answer(self, nature: Nature) -> Finding[SmokeAmmunition]:
        why = Why()
        if self.date < DATA["note_z"]["from"] or not why(
            ("OTO-HOBZ-1", "RUL-OTO-78"), "from June 1944 on s5 and sM8 are available"
        ):
            return why.so(SmokeAmmunition())
        terms = figures("note_z", self.rulings.note_z)
        return why.so(SmokeAmmunition(terms["smoke"], terms["mortar"]))
