"""Out of supply (OCS 12.8): attrition of a stack, and breakout."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.chance.tallies import Modifier, Tally, modifier, tally
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.words import PACKAGE, Die, TwoDice

Lost = int | Literal["all"]
Escaper = Literal["combat_unit", "transport_point"]

ATTRITION = table(PACKAGE, "attrition.attrition", Lost)
BREAKOUT = table(PACKAGE, "attrition.breakout", bool)
DATA = read_toml(PACKAGE, "attrition.toml")
CROWD: dict[str, Any] = DATA["crowd"]
TERMS: dict[str, Any] = DATA["breakout_terms"]
RETURN = "Turns until the return"
PRINTED: dict[Lost, str] = {
    0: "no loss",
    1: "-1 step",
    2: "-2 steps",
    4: "-4 steps",
    "all": "all steps",
}
"""The results as the table prints them."""


# Attrition


class Attrition(Struct, frozen=True, order=True):
    """What a stack loses; the owner picks which steps that are out of supply."""

    steps: int
    eliminated: bool
    """Whether nothing that is out of supply is left."""
    printed: str
    """The result of the table, however many steps there are to lose."""


def attrition_modifiers(
    oos_steps: int, deep_freeze: bool = False, extra: tuple[Modifier, ...] = ()
) -> Tally:
    """What is added to a stack's attrition roll."""
    crowded = oos_steps >= CROWD["steps"]
    return tally(
        modifier(CROWD["modifier"], f"{oos_steps} steps out of supply", "OCS-12.8b-2")
        if crowded
        else None,
        modifier(DATA["deep_freeze"]["modifier"], "Deep Freeze", "TFB-DF-3")
        if deep_freeze
        else None,
        *extra,
    )


@rule("OCS-12.8b-1", "OCS-9.11b-1")
def resolve_attrition(
    action_rating: int, oos_steps: int, modifiers: Tally, nature: Nature
) -> Finding[Attrition]:
    """Roll for a stack; the rating is the best unmodified one among units out of supply."""
    why = Why()
    lost: Lost = nature.look(ATTRITION, modifiers, str(action_rating))
    printed = PRINTED[lost]
    if lost == "all":
        return why.so(Attrition(oos_steps, True, printed))
    if lost > oos_steps and why(
        "OCS-9.11b-1", f"{lost} steps called for, {oos_steps} there to lose"
    ):
        lost = oos_steps
    return why.so(Attrition(lost, lost >= oos_steps, printed))


class StackAttrition(Question, frozen=True, kw_only=True):
    """How many steps a stack that is out of supply loses to attrition."""

    rolls = {"dice": ATTRITION.title}
    cites = ("OCS-12.8b-1", "OCS-12.8b-2", *(f"OCS-12.8b-{n}" for n in range(3, 9)))

    ar: Annotated[
        int,
        Meta(ge=0, le=5, description="best unmodified action rating among units out of supply"),
    ]
    oos_steps: Annotated[
        int, Meta(ge=1, le=60, description="steps in the hex that are out of supply")
    ]
    deep_freeze: Annotated[bool, Meta(description="whether it is a Deep Freeze turn")] = False
    dice: TwoDice | None = None

    def answer(self, nature: Nature) -> Finding[Attrition]:
        modifiers = attrition_modifiers(self.oos_steps, self.deep_freeze)
        return resolve_attrition(self.ar, self.oos_steps, modifiers, nature)


# Breakout


class BreakoutInputs(Struct, frozen=True, kw_only=True):
    """Who tries to break out, and how they stand."""

    unit: Escaper = "combat_unit"
    movement: int = 1
    """Printed movement allowance."""
    first_turn: bool = False
    """First turn out of trace, without having eaten off the map."""
    path: bool = True
    """A path to a friendly unit in trace, free of enemies and prohibited terrain."""
    near: bool = True
    """A friendly combat unit in trace within 15 hexes."""
    truck: bool = False
    """Whether it moves with Truck points, which enemy zones bar."""
    deep_freeze: bool = False


class BreakoutResult(Struct, frozen=True, order=True):
    """Whether a unit got out, and after how many turns it comes back."""

    out: bool
    turns: int
    """0 if it failed: it goes to the Dead Pile and can be rebuilt."""


@rule("OCS-12.8e-1", "OCS-12.8e-5", "OCS-12.8e-7", "TFB-DF-4")
def prepare_breakout(escape: BreakoutInputs) -> Finding[Tally]:
    """What is added to the die, or a refusal if this unit may not try."""
    why = Why()
    if escape.deep_freeze and in_force("TFB-DF-4"):
        raise Refusal("No breakouts in Deep Freeze", "TFB-DF-4", legal="any other turn")
    if escape.unit == "transport_point":
        may = escape.first_turn and why("OCS-12.8e-7", "Transport Points may try on the first turn")
        if not may:
            raise Refusal(
                "Transport Points break out only on their first turn out of trace",
                ("OCS-12.8e-1", "OCS-12.8e-7"),
                legal="combat units",
            )
    first = escape.first_turn and why(
        "OCS-12.8e-5", "first turn out of trace: path and distance do not matter"
    )
    if not first:
        _check_later_turn(escape, why)
    if escape.unit == "combat_unit" and escape.movement < 1 and in_force("OCS-12.8e-1"):
        raise Refusal(
            "A unit that cannot move cannot break out",
            "OCS-12.8e-1",
            legal="a printed movement allowance of 1 or more",
        )
    drm = modifier(TERMS["first_turn"], "first turn out of trace", "OCS-12.8e-5") if first else None
    return why.so(tally(drm))


def _check_later_turn(escape: BreakoutInputs, why: Why) -> None:
    if not escape.path and in_force("OCS-12.8e-2"):
        raise Refusal(
            "There is no free path to a friendly unit in trace",
            ("OCS-12.8e-2", "OCS-12.8e-3") if escape.truck else "OCS-12.8e-2",
            legal="a path of any length without enemy combat units and prohibited terrain",
        )
    if not escape.near and in_force("OCS-12.8e-4"):
        raise Refusal(
            "No friendly combat unit in trace is near enough",
            "OCS-12.8e-4",
            legal=f"one within {TERMS['near']} hexes",
        )
    why("OCS-12.8e-2", "a free path leads to a friendly unit in trace")
    why("OCS-12.8e-4", f"a friendly combat unit in trace is within {TERMS['near']} hexes")


@rule("OCS-12.8e-8", "OCS-12.8e-9")
def resolve_breakout(modifiers: Tally, nature: Nature) -> BreakoutResult:
    """Roll for one unit; a second die says when it returns."""
    if not nature.look(BREAKOUT, modifiers):
        return BreakoutResult(False, 0)
    turns = nature.roll("1d6", RETURN, "OCS-12.8e-9")
    return BreakoutResult(True, turns if in_force("OCS-12.8e-9") else 0)


class Breakout(Question, frozen=True, kw_only=True):
    """Whether a unit out of trace breaks out, and after how many turns it comes back."""

    rolls = {"die": BREAKOUT.title, "return_die": RETURN}
    cites = tuple(f"OCS-12.8e-{n}" for n in (1, 2, 4, 5, 7, 8, 9))

    unit: Annotated[Escaper, Meta(description="what tries; each Transport Point by itself")] = (
        "combat_unit"
    )
    movement: Annotated[int, Meta(ge=0, le=60, description="printed movement allowance")] = 1
    first_turn: Annotated[
        bool, Meta(description="first turn out of trace, nothing eaten off the map before")
    ] = False
    path: Annotated[
        bool, Meta(description="a free path of any length to a friendly unit in trace")
    ] = True
    near: Annotated[
        bool, Meta(description="a friendly combat unit in trace is within 15 hexes")
    ] = True
    deep_freeze: Annotated[bool, Meta(description="whether it is a Deep Freeze turn")] = False
    die: Die | None = None
    return_die: Annotated[Die | None, Meta(description="one die: turns until the return")] = None

    def answer(self, nature: Nature) -> Finding[BreakoutResult]:
        why = Why()
        escape = BreakoutInputs(
            unit=self.unit,
            movement=self.movement,
            first_turn=self.first_turn,
            path=self.path,
            near=self.near,
            deep_freeze=self.deep_freeze,
        )
        modifiers = why.add(prepare_breakout(escape))
        return why.so(resolve_breakout(modifiers, nature))
