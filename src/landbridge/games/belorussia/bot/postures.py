"""Whether a side attacks or holds: judged by strengths, kept until they clearly change."""

from __future__ import annotations

from typing import Literal

from landbridge.games.belorussia.words import Side

Posture = Literal["assault", "hold", "delay"]
BEGIN: dict[Side, float] = {"soviet": 0.85, "axis": 1.4}
STOP: dict[Side, float] = {"soviet": 0.65, "axis": 1.15}
"""The ratio of strengths at which a side goes over to the attack, and at which it gives it up: the
Soviet side has the ground to win, and the time runs against it."""
WEAK, SOUND = 0.45, 0.6
"""The ratio under which it gives ground, and over which it holds again."""


def next_posture(side: Side, now: Posture | None, ratio: float) -> Posture:
    """The posture after a look at the strengths; entering one takes more than staying in it."""
    if ratio >= (STOP if now == "assault" else BEGIN)[side]:
        return "assault"
    if ratio < (SOUND if now == "delay" else WEAK):
        return "delay"
    return "hold"
