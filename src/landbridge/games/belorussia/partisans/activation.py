"""Partisans that replacements activate."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.violations import violation_if, violations


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


@rule("TFB-1.7a-7", "TFB-3.7b-1", "TFB-EDGE-44")
def activation_violations(
    number: int, activations: int, active: bool, placed_now: bool
) -> tuple[Violation, ...]:
    """What speaks against turning a partisan to its Combat Mode side."""
    return violations(
        violation_if(activations < 1, "no activation is left", "TFB-1.7a-7"),
        violation_if(
            active,
            f"partisan {number} is active already",
            "TFB-3.7b-1",
            "activate one that is face down",
        ),
        violation_if(
            placed_now,
            f"partisan {number} was placed this turn",
            ("TFB-EDGE-44", "RUL-TFB-30"),
            "activate it in a later turn",
        ),
    )


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
