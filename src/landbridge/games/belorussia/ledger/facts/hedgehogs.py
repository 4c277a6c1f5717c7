"""Hedgehogs that change hands."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import ImpossibleAction, Violation, choices
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.combat.capture import captured_hedgehog
from landbridge.games.belorussia.ledger.facts.noting import BOTH, Fact, When, other_side
from landbridge.games.belorussia.ledger.hexes import HexName, check_hex
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.words import NAME_OF, Side

LEVELS = 4
"""Levels of hedgehog counters in the series."""


def refuse_enemy_hedgehog(state: Ledger, side: Side, hex: str) -> None:
    """Refuse to build in a hex where a hedgehog of the other side stands."""
    enemy = other_side(side)
    if state.book(enemy).hedgehogs.get(hex):
        raise ImpossibleAction(
            f"the hedgehog in {hex} is {NAME_OF[enemy]}",
            "RUL-TFB-46",
            f"if it has been taken: captured {hex} {side}",
        )


class Captured(Fact, frozen=True):
    """A hedgehog that was made with Hogs is taken by the enemy."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("RUL-TFB-46",)

    hex: HexName
    by: Side

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The side that made it."""
        return (other_side(self.by),)

    def describe(self) -> str:
        return f"the {NAME_OF[self.by]} side takes the hedgehog in {self.hex}"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        check_hex(self.hex)
        made = state.book(other_side(self.by)).hedgehogs
        if not made.get(self.hex):
            legal = choices([hex for hex, level in made.items() if level]) or "there is none"
            raise ImpossibleAction(
                f"no {NAME_OF[other_side(self.by)]} hedgehog of this ledger is in {self.hex}",
                "RUL-TFB-46",
                legal,
            )
        return ()

    def enter(self, state: Ledger, play: Play) -> Ledger:
        ruling = state.rulings.hedgehog_capture
        theirs, ours = state.book(other_side(self.by)), state.book(self.by)
        level = theirs.hedgehogs[self.hex]
        found = captured_hedgehog(level, ruling)
        left = found.result.level
        play.log(
            "hedgehog_captured",
            found.rules,
            hex=self.hex,
            side=NAME_OF[self.by],
            level=level,
            left=f"Level {left} is left" if left else "nothing is left",
        )
        kept = {hex: made for hex, made in theirs.hedgehogs.items() if hex != self.hex}
        state = state.with_book(other_side(self.by), replace(theirs, hedgehogs=kept))
        if not left:
            return state
        gained = ours.hedgehogs | {self.hex: left}
        return state.with_book(self.by, replace(ours, hedgehogs=gained))
