"""Formations that no HQ or source serves as a whole: the owner says which part traces (12.6f)."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta

from landbridge.engine.play.actions import Action, Choice, Offer, Slot
from landbridge.engine.play.agenda import Routine, push_steps, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, Violation
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import Finish, MapPhase
from landbridge.games.belorussia.map_game.supply.eating import FeedUnits
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.trace import (
    Giver,
    SupplyState,
    has_jumped,
    supply_state,
)
from landbridge.games.belorussia.words import Side, listed

PARTS = ("OCS-12.6f-1",)
Word = Annotated[str, Meta(max_length=60)]


def word_of(theatre: Theatre, giver: Giver) -> str:
    """How a player names an HQ or a source."""
    return theatre.counter(giver.hq).id if giver.hq >= 0 else theatre.land.labels[giver.place]


def parted_formations(theatre: Theatre, side: Side, serving: dict[str, Giver]) -> tuple[str, ...]:
    """The formations for which the owner has not yet said which part traces."""
    found = supply_state(theatre, side, serving).parted
    return tuple(name for name in found if name not in serving)


class CheckTrace(Routine, frozen=True):
    """Trace is checked; where only a part of a formation can have it the owner says which."""

    side: Side

    def run(self, state: Ledger, play: Play) -> Ledger:
        theatre = state.theatre("supply", self.side)
        own = (r for r in theatre.position.jumped if theatre.counter(r).side == self.side)
        jumped = [row for row in own if has_jumped(theatre, row)]
        if jumped:
            names = listed([theatre.counter(row).name for row in jumped])
            play.log("jumpers_are_fed", ("OCS-12.6h-1",), to=(self.side,), units=names)
        parted = parted_formations(state.theatre("supply", self.side), self.side, {})
        return push_steps(state, (MapTracing if parted else FeedUnits)(self.side))


class Serve(Verb, frozen=True):
    """Say which HQ or source a formation traces to."""

    formation: Word
    giver: Word

    @classmethod
    def offer(cls, state: Ledger, step: MapTracing, who: str) -> Offer:
        names = parted_formations(step.theatre(state), step.side, step.serving)
        slots = (Slot("formation", names), Slot("giver", lazy=True))
        return Offer("serve", "Say which part of a formation traces", slots, PARTS)

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapTracing, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        theatre = step.theatre(state)
        if not said:
            return Slot("formation", parted_formations(theatre, step.side, step.serving))
        if len(said) > 1:
            return None
        choices = tuple(
            Choice(word_of(theatre, giver), _label(theatre, giver, rows))
            for giver, rows in cls(said[0], "").parts(step.supply(state)).items()
        )
        return Slot("giver", choices, prompt="which part of it traces?")

    @classmethod
    def random_action(
        cls, state: Ledger, step: MapTracing, who: str, choose: Chooser
    ) -> Self | None:
        theatre = step.theatre(state)
        names = parted_formations(theatre, step.side, step.serving)
        if not names:
            return None
        name = names[choose(len(names))]
        givers = tuple(step.supply(state).parts_of(name))
        return cls(name, word_of(theatre, givers[choose(len(givers))]))

    def parts(self, supply: SupplyState) -> dict[Giver, tuple[int, ...]]:
        """The HQs and sources that serve a part of the formation."""
        if self.formation not in supply.parted:
            raise BadInput(f"'{self.formation}' is no formation of which only a part can trace.")
        return supply.parts_of(self.formation)

    def _giver(self, theatre: Theatre, supply: SupplyState) -> Giver:
        found = {word_of(theatre, giver): giver for giver in self.parts(supply)}
        if self.giver not in found:
            known = listed(list(found))
            raise BadInput(f"'{self.giver}' serves no part of {self.formation}: {known} do.")
        return found[self.giver]

    def check(self, state: Ledger, step: MapTracing, who: str) -> tuple[Violation, ...]:
        self._giver(step.theatre(state), step.supply(state))
        return ()

    def apply(self, state: Ledger, step: MapTracing, who: str, play: Play) -> Ledger:
        theatre, supply = step.theatre(state), step.supply(state)
        giver = self._giver(theatre, supply)
        rows = supply.parts_of(self.formation)[giver]
        play.log(
            "formation_served",
            PARTS,
            to=(step.side,),
            formation=self.formation,
            giver=_name(theatre, giver),
            units=listed([theatre.counter(row).name for row in rows]),
        )
        serving = step.serving | {self.formation: giver}
        left = parted_formations(theatre, step.side, serving)
        after = MapTracing(step.side, serving) if left else FeedUnits(step.side, serving)
        return replace_step(state, after)


def _name(theatre: Theatre, giver: Giver) -> str:
    return theatre.counter(giver.hq).name if giver.hq >= 0 else theatre.land.labels[giver.place]


def _label(theatre: Theatre, giver: Giver, rows: tuple[int, ...]) -> str:
    units = listed([theatre.counter(row).name for row in rows])
    return f"{_name(theatre, giver)}: {units}"


class MapTracing(MapPhase, frozen=True):
    """Formations trace to one HQ or source each; the owner says to which."""

    cites = PARTS
    verbs = (Serve, Finish)
    title = "Supply Phase"
    phase = "supply"

    serving: dict[str, Giver] = {}
    """By formation: what he has said."""

    def prompt(self, state: Ledger, who: str) -> str:
        return "A formation traces to one HQ or source: which part of it?"

    def supply(self, state: Ledger) -> SupplyState:
        """How the side stands with trace, as far as it is decided."""
        return supply_state(self.theatre(state), self.side, self.serving)

    def gives_up(self, state: Ledger) -> tuple[str, ...]:
        theatre, supply = self.theatre(state), self.supply(state)
        left = (
            theatre.counter(row).name
            for name in parted_formations(theatre, self.side, self.serving)
            for row in supply.parted[name]
            if not supply.in_trace(row)
        )
        return (f"The largest part of each formation traces, without {listed(list(left))}.",)

    def end(self, state: Ledger, play: Play) -> Ledger:
        return replace_step(state, FeedUnits(self.side, self.serving))

    def random_action(self, state: Ledger, who: str, choose: Chooser) -> Action | None:
        return Serve.random_action(state, self, who, choose) or Finish()
