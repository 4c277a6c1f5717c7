"""The Reinforcement Phase as a checklist: what may be done, and what must be before it ends."""

from __future__ import annotations

from landbridge.engine.play.actions import Offer
from landbridge.engine.play.agenda import Step, replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.ledger.reinforcement.arrivals import Arrive
from landbridge.games.belorussia.ledger.reinforcement.partisans import Activate, Partisan
from landbridge.games.belorussia.ledger.reinforcement.phase import Duty, ReinforcementPhase
from landbridge.games.belorussia.ledger.reinforcement.rebuilds import Rebuild
from landbridge.games.belorussia.ledger.reinforcement.replacements import Air, Hog, Replacements
from landbridge.games.belorussia.ledger.reinforcement.special_replacements import Special, Take
from landbridge.games.belorussia.ledger.reinforcement.stavka import Appeal
from landbridge.games.belorussia.ledger.reinforcement.supply import (
    Put,
    Supply,
    TakeBack,
    book_supply,
)
from landbridge.games.belorussia.ledger.reinforcement.withdrawals import Decline, Wait, Withdraw
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.words import NAME_OF, Side, counted, short

NOT_KEPT: dict[Side, Rules] = {
    "soviet": ("TFB-1.7a-4", "TFB-1.7a-6", "TFB-1.7b-2"),
    "axis": ("TFB-1.7a-24", "TFB-1.7a-26", "TFB-1.7b-25"),
}
"""The rules by which what is not used in a Reinforcement Phase is lost with it."""


class Done(Duty, frozen=True):
    """End the Reinforcement Phase."""

    @classmethod
    def offer(cls, state: Ledger, phase: ReinforcementPhase, who: str) -> Offer:
        return Offer("done", f"End the {NAME_OF[phase.side]} Reinforcement Phase")

    def check(self, state: Ledger, phase: ReinforcementPhase, who: str) -> tuple[Violation, ...]:
        return undone(state, phase)

    def apply(self, state: Ledger, phase: ReinforcementPhase, who: str, play: Play) -> Ledger:
        state = book_supply(phase, state, play)
        unused = {
            f"{len(phase.eq)} Eq": len(phase.eq),
            f"{phase.air} Air": phase.air,
            counted(phase.hogs, "Hog"): phase.hogs,
            counted(phase.activations, "activation"): phase.activations,
            "the special rebuild": bool(phase.rebuild),
        }
        lost = ", ".join(what for what, count in unused.items() if count)
        if lost:
            play.log("unused_lost", NOT_KEPT[phase.side], what=lost)
        play.log("reinforcement_ends", ("OCS 13.6",), side=NAME_OF[phase.side])
        return replace_step(state)


DUTIES: tuple[type[Duty], ...] = (
    Supply,
    Put,
    TakeBack,
    Replacements,
    Special,
    Take,
    Rebuild,
    Air,
    Hog,
    Partisan,
    Activate,
    Arrive,
    Withdraw,
    Decline,
    Wait,
    Appeal,
    Done,
)
"""Every kind of duty, in the order of the phase."""


def undone(state: Ledger, phase: ReinforcementPhase) -> tuple[Violation, ...]:
    """All that must still be done before the phase can end."""
    return tuple(violation for duty in DUTIES for violation in duty.undone(state, phase))


class Reinforcement(ReinforcementPhase, Step, frozen=True, tag="Reinforcement"):
    """One side's Reinforcement Phase as a step."""

    cites = ("OCS 13.6",)
    verbs = DUTIES

    def deciders(self, state: Ledger) -> tuple[Side, ...]:
        return (self.side,)

    def prompt(self, state: Ledger, who: str) -> str:
        return f"{short(state.date)}: {NAME_OF[self.side]} Reinforcement Phase"

    def violations(self, state: Ledger, who: str) -> tuple[Violation, ...]:
        return undone(state, self)
