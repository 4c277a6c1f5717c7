"""Hedgehogs that Axis engineers build on the map (2.4j)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.ledger.facts.hedgehogs import LEVELS, refuse_enemy_hedgehog
from landbridge.games.belorussia.ledger.facts.noting import AXIS, Fact, When
from landbridge.games.belorussia.ledger.hexes import HexName, check_hex
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.supply.lots import amount
from landbridge.games.belorussia.units.engineer_hedgehogs import (
    engineer_price,
    engineer_violations,
)
from landbridge.games.belorussia.words import Side


class Build(Fact, frozen=True):
    """Axis engineers build a hedgehog, or raise one by a level."""

    said_by: ClassVar[tuple[Side, ...]] = AXIS
    when: ClassVar[When] = "own player turn"
    rules: ClassVar[Rules] = ("TFB-2.4j-1",)

    hex: HexName
    distance: Annotated[int, Meta(ge=0, le=20)] = 0
    """Hexes from the engineers."""

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return AXIS

    def describe(self) -> str:
        return f"engineers build a hedgehog in {self.hex}"

    def _level(self, state: Ledger) -> int:
        return state.axis.hedgehogs.get(self.hex, 0) + 1

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        check_hex(self.hex)
        refuse_enemy_hedgehog(state, "axis", self.hex)
        if self._level(state) > LEVELS:
            raise BadInput(f"A hedgehog has no more than {LEVELS} levels.")
        ground, ruling = state.ground or "dry", state.rulings.hedgehog_capture
        return engineer_violations(self.distance, ground, self._level(state), ruling)

    def enter(self, state: Ledger, play: Play) -> Ledger:
        level, price = self._level(state), engineer_price(1)
        rules = ("TFB-2.4j-1",)
        play.log("hedgehog_by_engineers", rules, hex=self.hex, level=level, price=amount(price))
        book = replace(state.axis, hedgehogs=state.axis.hedgehogs | {self.hex: level})
        return state.with_book("axis", book)
