"""CPP replenishment (9.616), reconstructed: the document lacks the table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.reorganisation.lost_text import figures_of, needs_printed
from landbridge.games.orsha.rules.words import DR, Side

CPP_ROLL = "CPP replenishment"


def cpp_replenishment(
    side: Side, cvp_lost: int, nature: Nature, historical: int = 0
) -> Finding[int]:
    """CPP that a side receives for a new CG Date, by the reconstructed formula."""
    why = Why()
    terms = figures_of("cpp")
    losses = cvp_lost // terms["per_cvp"]
    modifiers = tally(
        modifier(historical, "Historical DRM", "RUL-OTO-60") if historical else None,
        modifier(losses, f"{cvp_lost} CVP lost, each full {terms['per_cvp']}", "RUL-OTO-60")
        if losses
        else None,
    )
    roll = nature.roll("2d6", CPP_ROLL, ("RUL-OTO-60", *modifiers.rules))
    final = roll + int(modifiers.total)
    why("RUL-OTO-60", f"{terms['base'][side]} + {terms['slope']} x (7 - {final}); reconstructed")
    found: int = max(terms["least"], terms["base"][side] + terms["slope"] * (7 - final))
    return why.so(found)


class CppReplenishment(RuledQuestion, frozen=True, kw_only=True):
    """CPP that a side receives for a new CG Date (reconstructed: the table 9.616 is lost)."""

    rolls = {"dice": CPP_ROLL}
    turns_on = ("cpp_rule",)

    side: Annotated[Side, Meta(description="whose CPP")]
    cvp_lost: Annotated[int, Meta(ge=0, le=999, description="the side's own casualties in CVP")] = 0
    historical: Annotated[
        int, Meta(ge=-9, le=9, description="the side's Historical DRM (9.6161)")
    ] = 0
    printed: (
        Annotated[int, Meta(ge=0, le=999, description="CPP by the printed table, if it is at hand")]
        | None
    ) = None
    dice: DR | None = None

    def answer(self, nature: Nature) -> Finding[int]:
        if self.printed is not None:
            why = Why()
            why("RUL-OTO-60", "by the printed table")
            return why.so(self.printed)
        if self.rulings.cpp_rule == "printed":
            raise needs_printed("RUL-OTO-60", "CPP replenishment")
        return cpp_replenishment(self.side, self.cvp_lost, nature, self.historical)
