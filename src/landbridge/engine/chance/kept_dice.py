"""Dice that were thrown for an action which then had to wait."""

from __future__ import annotations

from collections.abc import Iterable

from landbridge.engine.chance.dice import Dice
from landbridge.engine.chance.nature import Chance, Nature, check_given


class KeptDice(Nature):
    """Dice thrown before come first; when they run out, `rest` throws."""

    def __init__(self, kept: Iterable[tuple[int, ...]], rest: Nature) -> None:
        super().__init__()
        self._kept, self._rest = list(kept), rest

    def _throw(self, thrown: Dice, chance: Chance) -> tuple[int, ...]:
        if self._kept:
            return check_given(self._kept.pop(0), thrown, chance.purpose)
        return self._rest._throw(thrown, chance)
