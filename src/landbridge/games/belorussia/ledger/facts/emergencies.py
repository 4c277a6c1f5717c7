"""Axis emergencies that are set off on the map, each as its question answers it."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import ImpossibleAction, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.arrivals.emergencies import GROUPS, Nearest, Which, emergency
from landbridge.games.belorussia.arrivals.order import by_row
from landbridge.games.belorussia.ledger.facts.noting import AXIS, BOTH, SOVIET, Fact, When
from landbridge.games.belorussia.ledger.reinforcement.releases import VITEBSK, situation
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.words import Side, short

SET_OFF: dict[Which, Rules] = {
    "vitebsk": ("TFB-EMG-2",),
    "kovel": ("TFB-EMG-5",),
    "event_group": ("TFB-EMG-7",),
    "night_bomber": ("TFB-EMG-10",),
    "16_pz": ("TFB-EMG-8", "TFB-EDGE-53", "RUL-TFB-90"),
}
"""The rules that say what sets each emergency off."""

CALLED: dict[Which, str] = {
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
    rules: ClassVar[Rules] = tuple(rule for cited in SET_OFF.values() for rule in cited)

    which: Literal["vitebsk", "kovel", "event_group", "night_bomber", "16_pz"]
    distance: Annotated[int, Meta(ge=0, le=200)] = 5
    """Kovel: hexes to the nearest Soviet combat unit."""
    nearest: Nearest = "army"
    """Kovel: what that unit is."""

    def may_say(self) -> tuple[Side, ...]:
        # Vitebsk and 16th Panzer are the Axis player's choice, and cost him a point.
        return AXIS if self.which in ("vitebsk", "16_pz") else BOTH

    def own_rules(self) -> Rules:
        return SET_OFF[self.which]

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The Soviet side, whose move sets it off, unless a date or a fact that stands does."""
        stands = self.which == "vitebsk" and VITEBSK in state.held
        return AXIS if stands or self.which == "16_pz" else SOVIET

    def describe(self) -> str:
        return f"the emergency has come about: {CALLED[self.which]}"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        entry = by_row(GROUPS[self.which])
        if entry is None:
            raise AssertionError(f"{self.which} has no entry")
        if entry.row in state.called:
            text = f"{CALLED[self.which]} is due already in the next Axis Reinforcement Phase"
            raise ImpossibleAction(text, entry.cites)
        if entry.date == state.date:
            text = f"it is offered on {short(entry.date)} by its own entry"
            raise ImpossibleAction(text, entry.cites)
        facts = situation(state, self.which, self.distance, self.nearest)
        found = emergency(self.which, state.date, facts, state.rulings)
        if found.result.verdict != "does_not_come":
            return ()
        text = found.why[-1].text if found.why else "it does not come"
        return (Violation(f"{CALLED[self.which]}: {text}", found.rules or entry.cites),)

    def enter(self, state: Ledger, play: Play) -> Ledger:
        row = GROUPS[self.which]
        play.log("emergency", (*self.own_rules(), row), which=CALLED[self.which])
        return replace(state, called=tuple(dict.fromkeys((*state.called, row))))


def offer_emergency(state: Ledger, place: str, play: Play) -> Ledger:
    """A place has fallen: if it was Vitebsk, and ruled so, the option is due by itself."""
    row = GROUPS["vitebsk"]
    if place != VITEBSK or row in state.called or state.rulings.vitebsk_call != "by_itself":
        return state
    found = emergency("vitebsk", state.date, situation(state, "vitebsk"), state.rulings)
    if found.result.verdict == "does_not_come":
        return state
    play.log("vitebsk_falls", (*found.rules, "RUL-TFB-120"))
    return replace(state, called=(*state.called, row))
