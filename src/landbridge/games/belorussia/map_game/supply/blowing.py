"""Blowing dumps in a match, in every Movement Segment of their owner (OCS 12.11a)."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import SPECTATOR, Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase, own_phase
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply_lines.blowing import (
    blow,
    blowing_violations,
    dumps_to_blow,
    endangered_dumps,
    tokens_in,
)
from landbridge.games.belorussia.words import NAME_OF, counted

BLOWING: Rules = ("OCS-12.11a-1", "OCS-12.11a-2", "OCS-12.11a-3")


class Blow(Verb, frozen=True):
    """Blow the dump in a hex, all of it or so many tokens; vehicles survive."""

    hex: str
    tokens: Annotated[int, Meta(ge=1, le=4000)] | None = None

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        theatre = step.theatre(state)
        places = dumps_to_blow(theatre, step.side)
        if not places or not cls.is_open(state, step, who):
            return None
        labels = tuple(theatre.land.labels[place] for place in places)
        most = max(tokens_in(theatre, step.side, place) for place in places)
        slots = (
            Slot("hex", labels, prompt="which dump?"),
            Slot("tokens", low=1, high=most, prompt="how many tokens?", optional=True),
        )
        return Offer("blow", "Blow a dump", slots, BLOWING)

    @classmethod
    def is_open(cls, state: Ledger, step: MapPhase, who: str) -> bool:
        return step.phase == "movement" or in_force("OCS-2.3-7")

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> MapPhase | None:
        return own_phase(cls, "movement", who) if state.has_map else None

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        theatre = step.theatre(state)
        if not said:
            places = dumps_to_blow(theatre, step.side)
            return Slot("hex", tuple(theatre.land.labels[place] for place in places))
        most = tokens_in(theatre, step.side, theatre.land.place(said[0]))
        if len(said) > 1 or not most:
            return None
        return Slot("tokens", low=1, high=most, prompt="how many tokens?", optional=True)

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        theatre = step.theatre(state)
        places = endangered_dumps(theatre, step.side, within=1)
        if not places or not cls.is_open(state, step, who):
            return None
        place = places[choose(len(places))]
        return cls(theatre.land.labels[place], 1 + choose(tokens_in(theatre, step.side, place)))

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        place = theatre.land.place(self.hex)
        tokens = self.tokens or max(1, tokens_in(theatre, step.side, place))
        return blowing_violations(theatre, step.side, place, tokens)

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        place = theatre.land.place(self.hex)
        tokens = self.tokens or tokens_in(theatre, step.side, place)
        found = blow(theatre, step.side, place, tokens, play.nature)
        side, lost = NAME_OF[step.side], found.result.destroyed
        rules = found.rules if step.phase == "movement" else (*found.rules, "OCS-2.3-7")
        own = (step.side,)
        play.log(
            "dump_blown",
            rules,
            to=own,
            side=side,
            hex=self.hex,
            of=counted(tokens, "token"),
            lost=f"{lost} {'is' if lost == 1 else 'are'}",
        )
        others = (other_side(step.side), SPECTATOR)
        play.log("dump_blown_seen", BLOWING[:1], to=others, side=side, hex=self.hex)
        return state.with_position(found.result.position)


def dumps_in_danger(state: Ledger, step: MapPhase) -> tuple[int, ...]:
    """The dumps for whose sake alone a side is asked in its Reaction Phase."""
    if step.phase != "reaction" or not in_force("OCS-2.3-7"):
        return ()
    within = figures("dumps_in_danger", state.rulings.dumps_in_danger)["within"]
    return endangered_dumps(step.theatre(state), step.side, within)
