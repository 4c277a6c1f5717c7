"""ELR loss and gain after a scenario (9.617), reconstructed: the document lacks the step."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.reorganisation.lost_text import figures_of, needs_printed
from landbridge.games.orsha.rules.words import Dr, Side
from landbridge.games.orsha.rulings import ElrRule

ScenarioResult = Literal["won", "lost"]
ELR_ROLL = "ELR change"


def elr_change(
    side: Side, elr: int, result: ScenarioResult, nature: Nature, elr_rule: ElrRule = "unchanged"
) -> Finding[int]:
    """A side's ELR after the scenario."""
    why = Why()
    if elr_rule == "printed":
        raise needs_printed("RUL-OTO-62", "ELR loss and gain")
    if elr_rule == "unchanged":
        why("RUL-OTO-62", "the ELR does not change")
        return why.so(elr)
    terms = figures_of("elr")
    start: int = terms["start"][side]
    die = nature.roll("1d6", ELR_ROLL, "RUL-OTO-62")
    if result == "won" and die <= terms["gain_on"]:
        elr = min(elr + 1, max(elr, start + terms["reach"]))
    elif result == "lost" and die >= terms["loss_on"]:
        elr = max(elr - 1, min(elr, start - terms["reach"]))
    why("RUL-OTO-62", "the winner may gain 1, the loser lose 1; reconstructed")
    return why.so(elr)


class ElrChange(RuledQuestion, frozen=True, kw_only=True):
    """A side's ELR after a scenario (reconstructed: 9.617 is lost)."""

    rolls = {"die": ELR_ROLL}
    turns_on = ("elr_rule",)

    side: Annotated[Side, Meta(description="whose ELR")]
    elr: Annotated[int, Meta(ge=0, le=5, description="current ELR")]
    result: Annotated[ScenarioResult, Meta(description="how the scenario went for the side")]
    die: Dr | None = None

    def answer(self, nature: Nature) -> Finding[int]:
        return elr_change(self.side, self.elr, self.result, nature, self.rulings.elr_rule)
