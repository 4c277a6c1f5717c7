"""Questions about special replacements: what a roll brings, and what becomes of kept Tigers."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, choices
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.calendar import turn_number, year_of
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.replacements.special_table import (
    SPECIAL,
    Alert,
    AxisSpecial,
    Dead,
    Rebuild,
    SovietSpecial,
    TigerStore,
    axis_special,
    soviet_special,
    take_axis_special,
    use_kept_tigers,
)
from landbridge.games.belorussia.words import Day, Die, Side

_DEAD: tuple[Dead, ...] = get_args(Dead)
OWN_DEAD: dict[Side, tuple[Dead, ...]] = {
    "soviet": (*_DEAD[: _DEAD.index("tiger")], "other"),
    "axis": _DEAD[_DEAD.index("tiger") :],
}
"""What each side's special table looks for; for all else, other."""


class SpecialReplacement(RuledQuestion, frozen=True, kw_only=True):
    """What a roll on the special table brings, from what lies in the Dead Pile and the pools."""

    rolls = {"die": SPECIAL}
    cites = (
        *(f"TFB-1.7b-{n}" for n in (1, 3, 4, 5, 7, 8, 9, 10, 11, 12, 21, 22, 23, 26, 27)),
        *(f"TFB-EDGE-{n}" for n in (1, 2, 3, 4, 21, 22, 24, 25)),
    )

    belongs = {
        "take": "soviet",
        "choice": "axis",
        "keep": "axis",
        "tigers_kept": "axis",
        "empty_pools": "axis",
    }
    turns_on = ("soviet_fallback", "tiger_keeping", "axis_arty_unmet")

    side: Annotated[Side, Meta(description="whose roll")]
    die: Die | None = None
    dead_pile: Annotated[
        tuple[Dead, ...],
        Meta(
            max_length=60,
            description="what lies in the Dead Pile; _leg and _other: movement on the Combat Mode"
            " side, for Soviet anti-tank brigades and Axis artillery and werfer",
        ),
    ] = ()
    date: Annotated[
        Day | None, Meta(description="the turn; the -1 of 1944 does not reach this roll")
    ] = None
    take: Annotated[
        Rebuild | None, Meta(description="Soviet: a lower result the player would rather have")
    ] = None
    choice: Annotated[
        Literal["tiger", "other"],
        Meta(description="Axis: Tiger or the other result, where the line offers both"),
    ] = "other"
    keep: Annotated[bool, Meta(description="Axis: whether a Tiger rebuild is to be kept")] = False
    tigers_kept: Annotated[int, Meta(ge=0, le=20, description="Axis: Tiger rebuilds in store")] = 0
    empty_pools: Annotated[
        tuple[Alert, ...], Meta(max_length=6, description="Axis: Alert pools with no unit left")
    ] = ()

    def answer(self, nature: Nature) -> Finding[SovietSpecial] | Finding[AxisSpecial]:
        if self.date is not None:
            turn_number(self.date)
        for word in self.dead_pile:
            if word not in OWN_DEAD[self.side]:
                raise BadInput(
                    f"dead_pile of the {self.side} side is a list of:"
                    f" {choices(OWN_DEAD[self.side])}, not '{word}'."
                )
        if self.keep and self.choice != "tiger":
            raise BadInput("keep is for choice=tiger: only a Tiger rebuild can be kept.")
        if self.side == "axis":
            return take_axis_special(
                axis_special(nature),
                self.choice,
                self.dead_pile,
                self.empty_pools,
                self.tigers_kept,
                self.keep,
                self.rulings.tiger_keeping,
                self.rulings.axis_arty_unmet,
            )
        found = soviet_special(nature, self.dead_pile, self.take, self.rulings.soviet_fallback)
        if self.date is not None and year_of(self.date) == 1944:
            why = Why()
            result = why.add(found)
            why("RUL-TFB-42", "the -1 of 1944 does not reach this roll")
            return why.so(result)
        return found


class TigerSaving(RuledQuestion, frozen=True, kw_only=True):
    """What becomes of kept Tiger rebuilds by the Tigers in the Dead Pile."""

    cites = ("TFB-1.7b-24", "TFB-EDGE-23")
    turns_on = ("tiger_keeping",)

    kept: Annotated[int, Meta(ge=0, le=20, description="Tiger rebuilds in store")]
    dead: Annotated[int, Meta(ge=0, le=20, description="Tiger units in the Dead Pile")]

    def answer(self, nature: Nature) -> Finding[TigerStore]:
        return use_kept_tigers(self.kept, self.dead, self.rulings.tiger_keeping)
