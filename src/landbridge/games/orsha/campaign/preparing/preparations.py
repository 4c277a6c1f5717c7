"""Before a battle each side prepares in secret: buys, receives, builds, scouts (8.6 to 8.9)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, Violation
from landbridge.engine.rules.asked_rulings import Unanswered
from landbridge.engine.rules.citing import Rules
from landbridge.games.orsha.campaign.open_facts import as_side
from landbridge.games.orsha.campaign.pieces.book import Hardening, Phase
from landbridge.games.orsha.campaign.preparing import fortifications, observers
from landbridge.games.orsha.campaign.preparing.buying import (
    SPENDING,
    Buy,
    PutBack,
    close_plan,
)
from landbridge.games.orsha.campaign.preparing.fortifications import Build, TearDown
from landbridge.games.orsha.campaign.preparing.parts import (
    enter_in_roster,
    finish_preparations,
    late_preparations,
    turn_to,
)
from landbridge.games.orsha.campaign.preparing.receiving import Receive
from landbridge.games.orsha.campaign.preparing.recon import recon_violations, scout
from landbridge.games.orsha.campaign.sealed.seal import Seal
from landbridge.games.orsha.campaign.setting_up.notes import Place
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.steps import Ready, SharedStep
from landbridge.games.orsha.rules.purchases.plan import roster
from landbridge.games.orsha.rules.purchases.prices import cost
from landbridge.games.orsha.rules.scenario.dates import SHORT
from landbridge.games.orsha.rules.words import Side


class Recon(Verb, frozen=True):
    """Pay for a Recon dr and throw it."""

    cpp: int

    @classmethod
    def offer(cls, state: Campaign, step: SharedStep, who: str) -> Offer | None:
        if state.book(as_side(who)).phase != "scouting":
            return None
        slot = Slot("cpp", low=1, high=2, prompt="1 CPP, or 2 for the better drm?")
        return Offer("recon", "Make a Recon dr", (slot,), ("OTO-8.9-1",))

    @classmethod
    def out_of_turn(cls, state: Campaign, step: Step, who: str) -> Step | None:
        return late_preparations(state, "russian") if who == "russian" else None

    def check(self, state: Campaign, step: SharedStep, who: str) -> tuple[Violation, ...]:
        if self.cpp not in (1, 2):
            raise BadInput(f"A Recon dr costs 1 or 2 CPP, not {self.cpp}.")
        return recon_violations(state, as_side(who), self.cpp)

    def apply(self, state: Campaign, step: SharedStep, who: str, play: Play) -> Campaign:
        side = as_side(who)
        scouts = state.book(side).phase == "scouting"
        state = scout(state, side, self.cpp, play)
        if scouts:
            return turn_to(state, step, side, "observing", play)
        return enter_in_roster(state, side)


class Preparations(SharedStep, frozen=True, tag="Prepare"):
    """Steps 8.6 to 8.9, by both sides at once; who has finished is all that the enemy learns."""

    cites = ("OTO-8.611-2",)
    verbs = (Buy, PutBack, Seal, Receive, Build, TearDown, Recon, Place, Ready)

    def prompt(self, state: Campaign, who: str) -> str:
        side = as_side(who)
        book = state.book(side)
        text = _PROMPTS[book.phase]
        if book.phase == "buying":
            spent = cost(side, state.date, book.plan, state.rulings).total
            text = f"{text}; {book.cpp - spent} of {book.cpp} CPP left"
        elif book.phase == "building":
            plan = fortifications.plan_fortifications(state, side, book.fortifications).result
            text = f"{text}; {plan.fpp - plan.spent} of {plan.fpp} FPP left"
        return f"{SHORT[state.date]}: {text}"

    def rules(self, state: Campaign, who: str) -> Rules:
        return _RULES[state.book(as_side(who)).phase]

    # Being ready with a part

    def ready_label(self, state: Campaign, side: Side) -> str:
        return _DONE[state.book(side).phase]

    def undone(self, state: Campaign, side: Side) -> tuple[Violation, ...]:
        observing = state.book(side).phase == "observing"
        return observers.unrecorded(state, side) if observing else ()

    def gives_up(self, state: Campaign, side: Side) -> tuple[str, ...]:
        try:
            return self._lost_points(state, side)
        except Unanswered:
            # The owner of a box is asked when it matters.
            return ()

    def _lost_points(self, state: Campaign, side: Side) -> tuple[str, ...]:
        """The points that are neither spent nor kept."""
        book = state.book(side)
        if book.phase == "buying":
            found = roster(side, state.date, book.plan, book.cpp, state.rulings).result
            left, name = 0 if found.left_for else found.left, "CPP"
        elif book.phase == "building":
            planned = fortifications.plan_fortifications(state, side, book.fortifications)
            left, name = planned.result.lost, "FPP"
        else:
            return ()
        return (f"{left} {name} are not spent and cannot be kept.",) if left else ()

    def finish(self, state: Campaign, side: Side, play: Play) -> Campaign:
        phase = state.book(side).phase
        if phase == "buying":
            return turn_to(close_plan(state, side, play), self, side, "receiving", play)
        if phase == "building":
            built = fortifications.fortify(state, side, play)
            return turn_to(built, self, side, "scouting", play)
        following: Phase = "observing" if phase == "scouting" else "ready"
        return turn_to(state, self, side, following, play)

    # Sealed orders

    def seal_offer(self, state: Campaign, side: Side) -> Offer | None:
        """While it buys, a side may say that it keeps its orders elsewhere."""
        if state.book(side).phase != "buying":
            return None
        slot = Slot("commitment", prompt="the commitment on the envelope")
        label = "Hand in a sealed envelope (orders kept elsewhere)"
        return Offer("seal", label, (slot,), ("OTO-8.611-2",), aside=True)

    def take_envelope(self, state: Campaign, side: Side, commitment: str, play: Play) -> Campaign:
        """All preparations are in the envelope, and the CPP that are left too."""
        play.log("sealed", SPENDING, side=side, commitment=commitment)
        sealed = (*state.book(side).sealed, commitment)
        state = state.change_book(side, sealed=sealed, plan=(), cpp=0)
        return finish_preparations(state, self, side, play)

    # Offboard Observers

    def takes_notes(self, state: Campaign, side: Side) -> bool:
        """Russian Observers are recorded before the Germans set up."""
        return state.book(side).phase == "observing"

    def place_offer(self, state: Campaign, side: Side) -> Offer:
        """The offer to record one of them."""
        return observers.record_offer(state, side)

    def check_place(self, state: Campaign, side: Side, action: Place) -> tuple[Violation, ...]:
        """Everything that is wrong with recording an Observer so."""
        return observers.check_record(state, side, action)

    def place(self, state: Campaign, side: Side, action: Place, play: Play) -> Campaign:
        """An Observer is recorded."""
        return observers.record(state, side, action, play)


def begin_preparations(state: Campaign) -> Campaign:
    """Both books opened for the purchases of a date."""
    for side, book in state.both:
        opened = replace(
            book,
            phase="buying",
            plan=(),
            fortifications=(),
            hip={},
            kept_back=(),
            recon=0,
            report={},
            appeared={},
            hardening=Hardening(),
        )
        state = state.with_book(side, opened)
    return state


_PROMPTS: dict[Phase, str] = {
    "buying": "purchases, in secret",
    "receiving": "what was bought is received",
    "building": "Fortifications",
    "scouting": "Reconnaissance",
    "observing": "Offboard Observers, before the Germans set up",
    "ready": "ready",
}
_RULES: dict[Phase, Rules] = {
    "buying": ("OTO-8.61-1", "OTO-8.611-1"),
    "receiving": ("OTO-8.62-1",),
    "building": ("OTO-8.8-1", "OTO-8.8-2"),
    "scouting": ("OTO-8.9-1",),
    "observing": observers.RECORDING,
    "ready": (),
}
_DONE: dict[Phase, str] = {
    "buying": "All is bought",
    "receiving": "",
    "building": "Fortifications are settled; FPP left over are lost",
    "scouting": "No reconnaissance",
    "observing": "The Observers are recorded",
    "ready": "Ready",
}
