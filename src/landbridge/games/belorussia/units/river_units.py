"""The unit of 2.4i on the Major River."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.units.words import DATA, Mode
from landbridge.games.belorussia.violations import refuse, violation_if, violations

# The unit of 2.4i on the Major River

RiverAct = Literal["go", "to_move_mode"]


@rule("TFB-2.4i-1", "TFB-2.4i-2", "TFB-2.4i-3", "TFB-2.4i-4")
def river_violations(
    act: RiverAct, mode: Mode, on_bank: bool, soviet_zoc: bool, soviet_banks: bool, ice: bool
) -> tuple[Violation, ...]:
    """What speaks against a move of the river unit, or its return to Move Mode."""
    river = DATA["river"]
    stretch = f"either bank of the Major River from {river['from']} to {river['to']}"
    if act == "to_move_mode":
        return violations(
            violation_if(
                ice and mode != "move",
                "there is Ice on the rivers: it cannot go back to Move Mode",
                ("TFB-2.4i-4", "TFB-1.8c-7"),
                "wait until the Ice is gone",
            )
        )
    return violations(
        violation_if(
            mode != "move", "it is not in Move Mode", "TFB-2.4i-1", "turn it to Move Mode"
        ),
        violation_if(
            not on_bank, "the hex is not on its stretch of the river", "TFB-2.4i-1", stretch
        ),
        violation_if(soviet_zoc, "the hex is in a Soviet ZOC", "TFB-2.4i-2", "a hex free of them"),
        violation_if(
            soviet_banks,
            "the way passes a hexside with Soviet units on both banks",
            "TFB-2.4i-3",
            "stop before it",
        ),
    )


class RiverFlotillaMove(RuledQuestion, frozen=True, kw_only=True):
    """Whether the river unit of 2.4i may go to a hex, or return to Move Mode."""

    asks_permission = True
    cites = ("TFB-2.4i-1", "TFB-2.4i-2", "TFB-2.4i-3", "TFB-2.4i-4")
    turns_on = ("river_unit",)

    act: Annotated[RiverAct, Meta(description="go to a hex, or turn to Move Mode")] = "go"
    mode: Annotated[
        Mode | None, Meta(description="its mode now; left out, the one that the act begins in")
    ] = None
    on_bank: Annotated[
        bool, Meta(description="whether the hex is on a bank between C34.20 and D5.02")
    ] = True
    soviet_zoc: Annotated[bool, Meta(description="whether the hex is in a Soviet ZOC")] = False
    soviet_banks: Annotated[
        bool, Meta(description="whether the way passes Soviet units on both banks of a hexside")
    ] = False
    ice: Annotated[bool, Meta(description="whether there is Ice on the rivers")] = False

    def answer(self, nature: Nature) -> Finding[bool]:
        mode = self.mode or ("combat" if self.act == "to_move_mode" else "move")
        refuse(
            river_violations(
                self.act, mode, self.on_bank, self.soviet_zoc, self.soviet_banks, self.ice
            )
        )
        why = Why()
        unit = figures("river_unit", self.rulings.river_unit)["units"][0]
        why("RUL-TFB-99", f"by the ruling this is the {unit}")
        if self.act == "to_move_mode":
            why("TFB-2.4i-4", "only Ice keeps it from Move Mode")
            return why.so(True)
        may = why("TFB-2.4i-1", "in Move Mode at once to any hex on either bank of its stretch")
        why("TFB-2.4i-2", "no Soviet ZOC in the hex")
        why("TFB-2.4i-3", "no hexside with Soviet units on both banks on the way")
        return why.so(may)
