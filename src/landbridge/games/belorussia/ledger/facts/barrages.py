"""Barrages that Fronts fire on the map."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.fronts.display import Front, front_name
from landbridge.games.belorussia.fronts.postures import fire_barrage, front_barrage_violations
from landbridge.games.belorussia.ledger.facts.noting import SOVIET, Fact, When
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.words import Side


class Barrage(Fact, frozen=True):
    """A Front on the Offensive fires its barrage."""

    said_by: ClassVar[tuple[Side, ...]] = SOVIET
    when: ClassVar[When] = "own player turn"
    rules: ClassVar[Rules] = ("RUL-TFB-25", "RUL-TFB-26")

    front: Front

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return SOVIET

    def describe(self) -> str:
        return f"{front_name(self.front)} fires its barrage"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        now = state.fronts[self.front]
        return front_barrage_violations(now.posture, now.barrage)

    def enter(self, state: Ledger, play: Play) -> Ledger:
        fired = fire_barrage(state.fronts[self.front], state.rulings.barrage_track)
        rules = ("RUL-TFB-25", "RUL-TFB-26")
        play.log("front_barrage", rules, front=front_name(self.front), box=fired.barrage)
        return replace(state, fronts=state.fronts | {self.front: fired})
