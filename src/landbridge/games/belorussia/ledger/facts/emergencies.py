"""Axis emergencies that are set off on the map."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.arrivals.emergencies import GROUPS
from landbridge.games.belorussia.arrivals.order import by_row
from landbridge.games.belorussia.ledger.facts.noting import AXIS, BOTH, SOVIET, Fact, When
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Side, short

CALLED = {
    "vitebsk": "Vitebsk",
    "kovel": "Kovel",
    "event_group": "two divisions from the west",
    "night_bomber": "the night bomber",
    "16_pz": "16th Panzer Division",
}
"""Emergencies as players call them."""


class Call(Fact, frozen=True):
    """Set off an Axis emergency: its units are due in the next Axis Reinforcement Phase."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("TFB-EMG-1", "TFB-EMG-2", "TFB-EMG-5")

    which: Literal["vitebsk", "kovel", "event_group", "night_bomber", "16_pz"]

    def may_say(self) -> tuple[Side, ...]:
        # Vitebsk and 16th Panzer are the Axis player's choice, and cost him a point.
        return AXIS if self.which in ("vitebsk", "16_pz") else BOTH

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The Soviet side, whose move sets it off; 16th Panzer comes by its date alone."""
        return AXIS if self.which == "16_pz" else SOVIET

    def describe(self) -> str:
        return f"the emergency has come about: {CALLED[self.which]}"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        row = GROUPS[self.which]
        again = row in (*state.called, *state.used)
        late = _against_sixteenth_panzer(state, row) if self.which == "16_pz" else ()
        return violations(violation_if(again, "that has already happened", row), *late)

    def enter(self, state: Ledger, play: Play) -> Ledger:
        row = GROUPS[self.which]
        play.log("emergency", (row,), which=CALLED[self.which])
        return replace(state, called=tuple(dict.fromkeys((*state.called, row))))


def _against_sixteenth_panzer(state: Ledger, row: str) -> tuple[Violation, ...]:
    """16th Panzer comes by its entry; whether later too is a ruling."""
    entry = by_row(row)
    if entry is None or entry.date is None:
        raise AssertionError(f"{row} has no date")
    if state.rulings.sixteenth_panzer == "only_then":
        text = f"it is offered on {short(entry.date)} and never after"
        return (Violation(text, ("TFB-EDGE-53", "TFB-OOA-35", "RUL-TFB-90")),)
    if state.date <= entry.date:
        return (Violation(f"it is offered on {short(entry.date)} by its own entry", (row,)),)
    return ()
