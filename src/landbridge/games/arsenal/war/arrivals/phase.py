"""The Replacement/Reinforcement Phase: placing units, composites, the Rumanian lift."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from landbridge.engine.play.agenda import replace_step
from landbridge.engine.play.events import Play
from landbridge.games.arsenal.war.arrivals.composites import Compose
from landbridge.games.arsenal.war.arrivals.due import still_due
from landbridge.games.arsenal.war.arrivals.lift import Lift, lift_the_rest
from landbridge.games.arsenal.war.arrivals.placing import Raise
from landbridge.games.arsenal.war.arrivals.reserves import Call
from landbridge.games.arsenal.war.arrivals.sources import source_name, waiting_units
from landbridge.games.arsenal.war.masks import EVERY
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import EndPhase, Phase
from landbridge.games.arsenal.words import SIDES, Side, plural


class ReplacementPhase(Phase, frozen=True, tag="Reinforcing"):
    """A side places what has come."""

    title = "Replacements and reinforcements"
    ending = "End replacements"
    cites = ("DC-R60",)
    verbs = (Raise, Lift, Compose, Call, EndPhase)

    side: Side
    called: bool = False
    """Whether the Siberian Reserves have been called in this phase."""

    @classmethod
    def stand_in(cls, who: str) -> ReplacementPhase | None:
        return cls(who) if who in SIDES else None

    @property
    def who(self) -> Side:
        return self.side

    def prompt(self, state: War, who: str) -> str:
        return f"{self.heading(state)} replacements and reinforcements"

    def gives_up(self, state: War) -> tuple[str, ...]:
        if not state.due:
            return ()
        kept = still_due(state)
        lost = Counter(
            source_name(due)
            for due, units in waiting_units(state)
            if due not in kept
            for _ in range(min(state.due.count(due), units.bit_count() // EVERY.bit_count()))
        )
        if not lost:
            return ()
        counted = ", ".join(plural(count, name) for name, count in lost.items())
        return (f"What can still be placed is lost: {counted}.",)

    def end(self, state: War, play: Play) -> War:
        if self.side == "axis":
            state = lift_the_rest(state, play)
        play.log("rr_ends", ("DC-R60",), side=self.side)
        return replace_step(replace(state, due=still_due(state)))
