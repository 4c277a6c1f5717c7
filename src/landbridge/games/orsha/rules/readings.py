"""Edge cases: whether the natural reading holds, or the other one that the players chose."""

from __future__ import annotations

from landbridge.engine.rules.findings import Why


def natural(why: Why, chosen: bool, row: str, ruling: str, text: str, other: str) -> bool:
    """Whether the natural reading holds: the players chose it, and its row is in force."""
    if chosen:
        return why((row, ruling), text)
    why(ruling, other)
    return False
