"""A player turn: what comes before the map, the map itself, and its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer
from landbridge.engine.agenda import Routine, Step, replace_step
from landbridge.engine.events import Play
from landbridge.engine.refusals import Violation
from landbridge.games.belorussia.ledger.arriving import due_rows, tell_events
from landbridge.games.belorussia.ledger.books import unanswered
from landbridge.games.belorussia.ledger.front_orders import FrontDisplay
from landbridge.games.belorussia.ledger.partisan_war import HEX, partisans_rest, place_partisan
from landbridge.games.belorussia.ledger.reinforcement import Reinforcement
from landbridge.games.belorussia.ledger.returning import hqs_come_back
from landbridge.games.belorussia.words import IN_WORDS, Side, short

if TYPE_CHECKING:
    from landbridge.games.belorussia.ledger.state import Ledger


SURGE_PLACED, SURGE_ACTIVATED = 2, 1
"""What a partisan surge brings (RUL-TFB-38)."""


class End(Action, frozen=True):
    """A side ends its player turn."""


class StartPartisans(Step, frozen=True):
    """Before the first turn: the partisans that begin on the map."""

    left: int

    def asks(self, state: Ledger) -> tuple[Decision, ...]:
        offer = Offer("partisan", "Place a partisan face down", (HEX,), ("TFB-3.7a-2",))
        prompt = f"Partisans begin on the map, face down; still to place: {self.left}"
        return (Decision("soviet", prompt, (offer,), ("TFB-3.7a-1", "RUL-TFB-29")),)

    def check(self, state: Ledger, who: str, action: Any) -> tuple[Any, ...]:
        action.check_hex(state)
        return ()

    def answer(self, state: Ledger, who: str, action: Any, play: Play) -> Ledger:
        state = place_partisan(state, action.hex, play)
        rest = (StartPartisans(self.left - 1),) if self.left > 1 else ()
        return replace_step(state, *rest)


class BeginPlayerTurn(Routine, frozen=True):
    """Puts the phases of a player turn on the agenda."""

    side: Side
    simulcast: bool = False

    def run(self, state: Ledger, play: Play) -> Ledger:
        rows = due_rows(state, self.side)
        state = replace(state, late=tuple(late for late in state.late if late.side != self.side))
        phase = Reinforcement(self.side, rows=rows)
        phases: tuple[Any, ...] = (phase,)
        if self.side == "soviet":
            if state.surge:
                phase = replace(phase, partisans=SURGE_PLACED, activations=SURGE_ACTIVATED)
                state = replace(state, surge=False)
            phases = (FrontDisplay(), phase)
        if not self.simulcast:
            phases = (*phases, OnTheMap(self.side))
        elif self.side == "axis":
            phases = (*phases, Together())
        play.log("player_turn_begins", ("OCS 2.1",), side=IN_WORDS[self.side])
        state = tell_events(state, self.side, play)
        if self.side == "axis":
            state = hqs_come_back(state, play)
        return replace(state, agenda=(*phases, *state.agenda))


class OnTheMap(Step, frozen=True):
    """Movement, supply, combat and the rest, played on the map."""

    side: Side

    def asks(self, state: Ledger) -> tuple[Decision, ...]:
        offer = Offer("end", f"End the {IN_WORDS[self.side]} player turn")
        prompt = f"{short(state.date)}: {IN_WORDS[self.side]} player turn on the map"
        violations = unanswered(state, self.side)
        return (Decision(self.side, prompt, (offer,), ("OCS 2.1",), violations),)

    def check(self, state: Ledger, who: str, action: Action) -> tuple[Violation, ...]:
        return unanswered(state, self.side)

    def answer(self, state: Ledger, who: str, action: Action, play: Play) -> Ledger:
        play.log("player_turn_ends", ("OCS 2.1",), side=IN_WORDS[self.side])
        return replace_step(partisans_rest(state, play) if self.side == "soviet" else state)


class Together(Step, frozen=True):
    """A simulcast turn: each side ends it when it is done, in either order."""

    waiting: tuple[Side, ...] = ("soviet", "axis")

    def asks(self, state: Ledger) -> tuple[Decision, ...]:
        return tuple(
            Decision(
                side,
                f"{short(state.date)}: simulcast turn on the map",
                (Offer("end", f"End the turn for the {IN_WORDS[side]} side"),),
                ("TFB-DF-1", "OCS 2.4"),
                unanswered(state, side),
            )
            for side in self.waiting
        )

    def check(self, state: Ledger, who: str, action: Action) -> tuple[Violation, ...]:
        return unanswered(state, "soviet" if who == "soviet" else "axis")

    def answer(self, state: Ledger, who: str, action: Action, play: Play) -> Ledger:
        left = tuple(side for side in self.waiting if side != who)
        play.log("player_turn_ends", ("TFB-DF-1", "OCS 2.4"), side=IN_WORDS[who])
        state = partisans_rest(state, play) if who == "soviet" else state
        return replace_step(state, Together(left)) if left else replace_step(state)
