"""Hogs: the hedgehogs that replacements make."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.words import Side


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
