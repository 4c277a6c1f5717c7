"""Replacements (rule 1.7a): the two rolls, what may be kept, partisans activated, hedgehogs."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.allowed import Name
from landbridge.engine.ask import Question
from landbridge.engine.chance import Nature
from landbridge.engine.findings import Finding, Why
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules import rule
from landbridge.engine.tables import table
from landbridge.engine.tallies import modifier, tally
from landbridge.games.belorussia.calendar import turn_number, year_of
from landbridge.games.belorussia.readings import figures
from landbridge.games.belorussia.words import PACKAGE, Day, Side, TurnDate, TwoDice

MinusOne1944 = Literal["supply_only", "supply_and_replacements"]
Saving = Literal["as_table", "dated_eq_waits", "one_eq_a_unit"]
Kept = Literal["pax", "eq", "air", "ally_pax", "hog", "activation", "special", "tiger"]

REPLACEMENTS = "Replacements"
"""What the dice of either side's replacement table are thrown for."""


class SovietReplacements(Struct, frozen=True, order=True):
    """What the Soviet side receives on a turn."""

    pax: int
    eq: tuple[int, ...]
    """The action rating of each Eq."""
    air: int
    activations: int
    """Partisan units to be turned to their Combat Mode side."""
    special: bool
    """Whether there is a roll on the special table."""


class AxisReplacements(Struct, frozen=True, order=True):
    """What the Axis side receives on a turn."""

    pax: int
    eq: tuple[int, ...]
    """The action rating of each Eq."""
    air: int
    ally: int
    """Pax for Hungarian units."""
    hogs: int
    special: bool
    """Whether there is a roll on the special table."""


SOVIET = table(PACKAGE, "replacements.soviet", SovietReplacements)
AXIS = table(PACKAGE, "replacements.axis", AxisReplacements)


# The two rolls


@rule("TFB-1.7a-1", "TFB-1.7a-8", "TFB-EDGE-7")
def soviet_replacements(
    day: Day, nature: Nature, minus_one_1944: MinusOne1944 = "supply_only"
) -> Finding[SovietReplacements]:
    """Pax, Eq, Air, partisan activations of a Soviet turn, and whether a special roll follows."""
    turn_number(day)
    why = Why()
    late = year_of(day) == 1944
    value: int = figures("minus_one_1944", minus_one_1944)["replacements"]
    if late and not why(
        ("TFB-EDGE-7", "RUL-TFB-42"),
        "the -1 of 1944 reaches this roll, by the ruling"
        if value
        else "the -1 of 1944 is printed with supply and spares this roll",
    ):
        value = -1 - value
    shift = tally(modifier(value, "1944", "RUL-TFB-42") if late and value else None)
    found: SovietReplacements = nature.look(SOVIET, shift, purpose=REPLACEMENTS)
    special = found.special and why("TFB-1.7a-8", "one roll on the special table")
    if not found.special:
        why("TFB-1.7a-8", "no roll on the special table")
    return why.so(SovietReplacements(found.pax, found.eq, found.air, found.activations, special))


@rule("TFB-1.7a-21", "TFB-1.7a-29")
def axis_replacements(day: Day, nature: Nature) -> Finding[AxisReplacements]:
    """Pax, Eq, Air, Ally, Hog of an Axis turn, and whether a special roll follows."""
    turn_number(day)
    why = Why()
    found: AxisReplacements = nature.look(AXIS, purpose=REPLACEMENTS)
    special = found.special and why("TFB-1.7a-29", "one roll on the special table")
    if not found.special:
        why("TFB-1.7a-29", "no roll on the special table")
    return why.so(AxisReplacements(found.pax, found.eq, found.air, found.ally, found.hogs, special))


class Replacements(Question, frozen=True, kw_only=True):
    """The replacements of a turn, and whether a roll on the special table follows."""

    rolls = {"dice": REPLACEMENTS}
    cites = ("TFB-1.7a-1", "TFB-1.7a-8", "TFB-1.7a-21", "TFB-1.7a-29", "TFB-EDGE-7")

    side: Annotated[Side, Meta(description="whose replacements")]
    date: TurnDate
    dice: TwoDice | None = None
    minus_one_1944: Annotated[MinusOne1944, Meta(description="ruling on the Soviet -1 of 1944")] = (
        "supply_only"
    )

    def answer(self, nature: Nature) -> Finding[SovietReplacements] | Finding[AxisReplacements]:
        if self.side == "soviet":
            return soviet_replacements(self.date, nature, self.minus_one_1944)
        return axis_replacements(self.date, nature)


# What may be kept

_KEPT: dict[tuple[Side, Kept], tuple[str, bool, str]] = {
    ("soviet", "pax"): ("TFB-1.7a-3", True, "Pax may be kept; markers show the stock"),
    ("soviet", "eq"): ("TFB-1.7a-4", False, "an Eq is used on its turn or lost"),
    ("soviet", "air"): ("TFB-1.7a-6", False, "an Air replacement is used on its turn or lost"),
    ("soviet", "activation"): ("RUL-TFB-67", False, "activations are used on their turn or lost"),
    ("soviet", "hog"): ("TFB-1.7b-2", False, "a Soviet Hog is a special replacement: not kept"),
    ("soviet", "special"): ("TFB-1.7b-2", False, "special replacements are not kept"),
    ("axis", "pax"): ("TFB-1.7a-23", True, "Pax may be kept; markers show the stock"),
    ("axis", "eq"): ("TFB-1.7a-24", False, "an Eq is used on its turn or lost"),
    ("axis", "air"): ("TFB-1.7a-26", False, "an Air replacement is used on its turn or lost"),
    ("axis", "ally_pax"): ("TFB-1.7a-27", True, "Ally Pax may be kept"),
    ("axis", "hog"): ("RUL-TFB-67", False, "nothing says that Hogs may be kept"),
    ("axis", "special"): ("TFB-1.7b-25", False, "only a Tiger rebuild may be kept"),
    ("axis", "tiger"): ("TFB-1.7b-24", True, "a Tiger rebuild may be kept, no Tiger being dead"),
}


@rule("TFB-1.7a-3", "TFB-1.7a-23", "TFB-1.7a-27", "TFB-1.7b-2", "TFB-1.7b-25", "TFB-EDGE-58")
def may_keep(
    side: Side,
    what: Kept,
    dated: bool = False,
    dead_tigers: int = 0,
    replacement_saving: Saving = "as_table",
) -> Finding[bool]:
    """Whether a replacement that is not used now may be kept for a later turn."""
    if (side, what) not in _KEPT:
        raise BadInput(f"The {side} side receives no {what}.")
    why = Why()
    given, kept, text = _KEPT[side, what]
    if (
        what == "tiger"
        and dead_tigers
        and why(
            ("TFB-1.7b-24", "TFB-EDGE-22", "RUL-TFB-65"),
            "a Tiger is in the Dead Pile: it is used now",
        )
    ):
        return why.so(False)
    if dated and what in ("pax", "eq"):
        waits = what == "eq" and figures("replacement_saving", replacement_saving)["dated_eq_kept"]
        if waits and why("RUL-TFB-67", "an Eq of the order of arrival waits until it is used"):
            return why.so(True)
        if not why(("TFB-EDGE-58", "RUL-TFB-67"), "dated ones are saved as rolled ones are"):
            return why.so(not kept)
    return why.so(kept if why(given, text) else not kept)


class ReplacementKeeping(Question, frozen=True, kw_only=True):
    """Whether a replacement that is not used may be kept for a later turn."""

    cites = (
        "TFB-1.7a-3",
        "TFB-1.7a-23",
        "TFB-1.7b-2",
        "TFB-1.7b-25",
        "TFB-EDGE-58",
    )

    side: Annotated[Side, Meta(description="whose replacement")]
    what: Annotated[Kept, Meta(description="what was received")]
    dated: Annotated[
        bool, Meta(description="whether it comes from the order of arrival, not from the table")
    ] = False
    dead_tigers: Annotated[int, Meta(ge=0, le=20, description="Tiger units in the Dead Pile")] = 0
    replacement_saving: Annotated[Saving, Meta(description="ruling on saving")] = "as_table"

    def answer(self, nature: Nature) -> Finding[bool]:
        return may_keep(self.side, self.what, self.dated, self.dead_tigers, self.replacement_saving)


# Partisans


class ActivationResult(Struct, frozen=True, order=True):
    """Partisans turned to their Combat Mode side, and activations that found none."""

    turned: int
    lost: int


@rule("TFB-1.7a-7", "TFB-EDGE-43", "TFB-EDGE-44")
def activate_partisans(
    activations: int, face_down: int, placed_now: int = 0
) -> Finding[ActivationResult]:
    """How many partisans are activated, of those face down and those placed this very turn."""
    why = Why()
    ready = face_down
    if placed_now and not why(
        ("TFB-EDGE-44", "RUL-TFB-30"), "partisans placed this turn stay face down"
    ):
        ready += placed_now
    turned = min(activations, ready)
    spare = activations - turned
    if not why("TFB-1.7a-7", f"{turned} turned to the Combat Mode side"):
        return why.so(ActivationResult(0, activations))
    lost = spare > 0 and why(
        ("TFB-EDGE-43", "RUL-TFB-30"), f"{spare} more than there are face down: lost"
    )
    return why.so(ActivationResult(turned, spare if lost else 0))


class PartisanActivation(Question, frozen=True, kw_only=True):
    """How many partisan units an activation result turns to their Combat Mode side."""

    cites = ("TFB-1.7a-7", "TFB-EDGE-43", "TFB-EDGE-44")

    activations: Annotated[
        int, Meta(ge=0, le=30, description="as the replacement table gives them")
    ]
    face_down: Annotated[int, Meta(ge=0, le=60, description="partisans face down before this turn")]
    placed_now: Annotated[int, Meta(ge=0, le=30, description="partisans placed this very turn")] = 0

    def answer(self, nature: Nature) -> Finding[ActivationResult]:
        return activate_partisans(self.activations, self.face_down, self.placed_now)


# Hedgehogs


@rule("TFB-1.7a-28", "TFB-1.7b-6", "TFB-EDGE-60")
def use_hog(side: Side, level: int, in_trace: bool = True) -> Finding[int]:
    """The level of a hedgehog after one Hog point; refused where none may be used."""
    why = Why()
    given = "TFB-1.7b-6" if side == "soviet" else "TFB-1.7a-28"
    if not in_trace and why(given, "only in a hex in trace supply"):
        raise Refusal(
            "The hex is not in trace supply", given, legal="any hex in trace supply will do"
        )
    if level >= 2 and why(("TFB-EDGE-60", "RUL-TFB-46"), "no Hog raises a Level-2 hedgehog"):
        raise Refusal(
            f"A Hog does not raise a Level-{level} hedgehog",
            ("TFB-EDGE-60", "RUL-TFB-46"),
            legal="it makes a new Level 1, or a Level 1 into a Level 2",
        )
    text = "a new Level-1 hedgehog" if level == 0 else f"Level {level} raised by one"
    return why.so(level + 1 if why(given, text) else level)


class HogUse(Question, frozen=True, kw_only=True):
    """The level of a hedgehog after one Hog result is spent in its hex."""

    cites = ("TFB-1.7a-28", "TFB-1.7b-6", "TFB-EDGE-60")

    side: Annotated[Side, Meta(description="whose Hog")]
    level: Annotated[int, Meta(ge=0, le=4, description="the hedgehog there now; 0 for none")] = 0
    in_trace: Annotated[bool, Meta(description="whether the hex is in trace supply")] = True

    def answer(self, nature: Nature) -> Finding[int]:
        return use_hog(self.side, self.level, self.in_trace)


# The Dead Pile


class DeadPileAfterWithdrawal(Struct, frozen=True):
    """A Dead Pile after a withdrawal."""

    left: tuple[str, ...]
    withdrawn: tuple[str, ...]
    """Those that were dead; they count as withdrawn, without a penalty."""


@rule("TFB-EDGE-50")
def withdraw_dead(
    dead: tuple[str, ...], leaving: tuple[str, ...]
) -> Finding[DeadPileAfterWithdrawal]:
    """A Dead Pile after these units were withdrawn: dead ones are taken out of it."""
    why = Why()
    left, found = list(dead), []
    for unit in leaving:
        # Several units may bear one number: each that leaves takes one of them.
        if unit in left:
            left.remove(unit)
            found.append(unit)
    if found and why(
        ("TFB-EDGE-50", "RUL-TFB-4"), "a withdrawn unit leaves the Dead Pile, without a penalty"
    ):
        return why.so(DeadPileAfterWithdrawal(tuple(left), tuple(found)))
    return why.so(DeadPileAfterWithdrawal(dead, ()))


class DeadPileQuestion(Question, frozen=True, kw_only=True):
    """What is left in a Dead Pile when units that should withdraw lie in it."""

    dead: Annotated[tuple[Name, ...], Meta(max_length=200, description="units in the Dead Pile")]
    leaving: Annotated[tuple[Name, ...], Meta(max_length=60, description="units to be withdrawn")]

    def answer(self, nature: Nature) -> Finding[DeadPileAfterWithdrawal]:
        return withdraw_dead(self.dead, self.leaving)
