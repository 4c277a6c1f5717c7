"""Partisans that act on the map, or are destroyed there."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Refusal, unknown
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.ledger.facts.noting import BOTH, SOVIET, Fact, When
from landbridge.games.belorussia.ledger.hexes import HexName, check_hex
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.words import Side

Number = Annotated[int, Meta(ge=1, le=99)]


class Act(Fact, frozen=True):
    """A partisan acts, so that both players see which unit it is; or it is destroyed."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("TFB-3.7a-3", "TFB-3.7b-2")

    number: Number
    hex: HexName = ""
    destroyed: bool = False

    def may_say(self) -> tuple[Side, ...]:
        # The Soviet player moves his partisans; that one is destroyed the Axis player may claim.
        return BOTH if self.destroyed else SOVIET

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return SOVIET

    def describe(self) -> str:
        where = f" in {self.hex}" if self.hex else ""
        return f"partisan {self.number}{where} {'is destroyed' if self.destroyed else 'acts'}"

    def check_fact(self, state: Ledger) -> None:
        unit = next((u for u in state.partisans if u.number == self.number), None)
        if unit is None:
            there = [str(u.number) for u in state.partisans]
            raise BadInput(unknown("partisan", str(self.number), there))
        if self.hex:
            check_hex(self.hex)
        if not unit.active and not self.destroyed:
            raise Refusal(f"partisan {self.number} is face down", "TFB-3.7a-3", "activate it first")

    def enter(self, state: Ledger, play: Play) -> Ledger:
        unit = next(u for u in state.partisans if u.number == self.number)
        seen = replace(unit, known=True, hex=self.hex or unit.hex)
        play.log(
            "partisan_seen",
            ("TFB-3.7b-2", "TFB-3.7c-5"),
            reveals=not unit.known,
            number=unit.number,
            unit=unit.unit,
            hex=seen.hex,
            does="is seen" if self.destroyed else "acts",
        )
        rest = tuple(u for u in state.partisans if u.number != self.number)
        if self.destroyed:
            play.log("partisan_destroyed", ("TFB-REB-12", "RUL-TFB-29"), number=unit.number)
            pool = (*state.partisan_pool, unit.unit)
            return replace(state, partisans=rest, partisan_pool=tuple(sorted(pool)))
        kept = tuple(sorted((*rest, seen), key=lambda u: u.number))
        return replace(state, partisans=kept)
