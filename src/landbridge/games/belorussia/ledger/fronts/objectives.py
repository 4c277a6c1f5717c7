"""Objectives of Fronts on the Offensive, where the players use the optional victory (5.0b)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation, choices, unknown
from landbridge.games.belorussia.fronts.display import FRONTS, NAMES, Front, find_front
from landbridge.games.belorussia.ledger.books import Objectives
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.victory import offensive_scores, places
from landbridge.games.belorussia.violations import violation_if, violations

RULED = ("RUL-TFB-37",)


def _terms(state: Ledger) -> dict[str, Any]:
    return figures("front_objectives", state.rulings.front_objectives)


def _open_objectives(state: Ledger, front: Front) -> tuple[str, ...]:
    """Places that a Front may still name: worth points, and not yet in Soviet hands."""
    named = state.objectives.get(front, Objectives()).places
    worth = places(state.rulings.victory_points)
    return tuple(place for place in worth if place not in (*state.held, *named))


def _to_name(state: Ledger, front: Front) -> int:
    """How many objectives a Front still has to name before the orders are given."""
    so_far = state.objectives.get(front, Objectives())
    if state.fronts[front].posture != "offensive" or so_far.settled:
        return 0
    wanted: int = _terms(state).get("objectives", 0)
    return min(max(wanted - len(so_far.places), 0), len(_open_objectives(state, front)))


def _waiting(state: Ledger) -> tuple[Front, ...]:
    return tuple(front for front in FRONTS if _to_name(state, front))


def unnamed(state: Ledger) -> tuple[Violation, ...]:
    """What the Fronts on the Offensive still have to name."""
    return tuple(
        Violation(
            f"{NAMES[front]} Front has {_to_name(state, front)} more to name as objectives",
            RULED,
            f"objective {front} <place>",
        )
        for front in _waiting(state)
    )


class Objective(Verb, frozen=True):
    """A Front on the Offensive names a place that it is to take."""

    explains = True

    front: str
    place: str

    @classmethod
    def offer(cls, state: Ledger, step: Step, who: str) -> Offer | None:
        fronts = _waiting(state)
        if not fronts:
            return None
        listed = dict.fromkeys(
            place for front in fronts for place in _open_objectives(state, front)
        )
        within = f"within {_terms(state)['within']} hexes of its HQ"
        slots = (
            Slot("front", fronts, prompt="which Front?"),
            Slot("place", tuple(listed), prompt=within),
        )
        return Offer("objective", "A Front on the Offensive names an objective", slots, RULED)

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> Step | None:
        # It stands in the books alone, so that whatever is asked can stay as it is.
        return step if who == "soviet" and state.fronts else None

    def check(self, state: Ledger, step: Step, who: str) -> tuple[Violation, ...]:
        front = find_front(self.front)
        if not _terms(state).get("objectives"):
            raise ImpossibleAction("Fronts name no objectives in this match", RULED)
        worth = places(state.rulings.victory_points)
        if self.place not in worth:
            raise BadInput(unknown("place worth points", self.place, worth))
        fronts = _waiting(state)
        open_places = _open_objectives(state, front)
        named = self.place in state.objectives.get(front, Objectives()).places
        return violations(
            violation_if(
                front not in fronts,
                f"{NAMES[front]} Front has no objective to name",
                RULED,
                choices(fronts) or "no Front has one to name",
            ),
            violation_if(
                self.place in state.held,
                f"{self.place} is in Soviet hands already",
                RULED,
                choices(open_places),
            ),
            violation_if(named, f"{self.place} is named already", RULED, choices(open_places)),
        )

    def apply(self, state: Ledger, step: Step, who: str, play: Play) -> Ledger:
        """A place becomes a Front's objective."""
        front = find_front(self.front)
        so_far = state.objectives.get(front, Objectives())
        play.log("objective_named", RULED, front=f"{NAMES[front]} Front", place=self.place)
        named = replace(so_far, places=tuple(dict.fromkeys((*so_far.places, self.place))))
        return replace(state, objectives=state.objectives | {front: named})


def settle_objectives(state: Ledger) -> Ledger:
    """The orders are given: Fronts on the Offensive name no more."""
    if not _terms(state).get("objectives"):
        return state
    settled = {
        front: replace(state.objectives.get(front, Objectives()), settled=True)
        for front in FRONTS
        if state.fronts[front].posture == "offensive"
    }
    return replace(state, objectives=state.objectives | settled)


def objective_taken(state: Ledger, place: str, play: Play) -> Ledger:
    """A place comes into Soviet hands: it counts for the Fronts whose objective it is."""
    reached = {
        front: replace(named, taken=(*named.taken, place))
        for front, named in state.objectives.items()
        if place in named.places and place not in named.taken
    }
    for front in FRONTS:
        if front in reached:
            play.log("objective_taken", RULED, front=f"{NAMES[front]} Front", place=place)
    return replace(state, objectives=state.objectives | reached) if reached else state


def score_objectives(state: Ledger, front: Front, play: Play) -> Ledger:
    """A Front's Offensive is over: points for what it has taken, or for nothing at all."""
    named = state.objectives.get(front)
    if named is None:
        return state
    rest = {other: named_there for other, named_there in state.objectives.items() if other != front}
    state = replace(state, objectives=rest)
    if not named.places:
        return state
    ruling = state.rulings.front_objectives
    # More than a Front may name stand here only where a referee has let it pass.
    taken = min(len(named.taken), _terms(state)["objectives"])
    points = offensive_scores(taken, ruling)
    book = replace(state.soviet, vp=state.soviet.vp + points)
    play.log(
        "objectives_scored",
        RULED,
        front=f"{NAMES[front]} Front",
        taken=", ".join(named.taken) or "none",
        points=f"{points:+}",
        total=book.vp,
    )
    return state.with_book("soviet", book)


def score_all_objectives(state: Ledger, play: Play) -> Ledger:
    """The campaign is over, and with it every Offensive."""
    for front in FRONTS:
        state = score_objectives(state, front, play)
    return state
