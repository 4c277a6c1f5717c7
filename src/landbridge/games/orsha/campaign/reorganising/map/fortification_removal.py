"""Fortifications that are taken up (9.615, reconstructed)."""

from __future__ import annotations

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import ImpossibleAction, Violation
from landbridge.games.orsha.campaign.open_facts import as_side
from landbridge.games.orsha.campaign.pieces.roster import WORKS, changed
from landbridge.games.orsha.campaign.reorganising.map.clearing import controller_of
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.steps import Ready, SideStep
from landbridge.games.orsha.rules.reorganisation.fortification_removal import may_take_up
from landbridge.games.orsha.rules.words import Side


class TakeUp(Verb, frozen=True, tag="takeup"):
    """Take up a Fortification."""

    piece: str

    @classmethod
    def offer(cls, state: Campaign, step: FortificationRemoval, who: str) -> Offer:
        known = removable_fortifications(state, step.side)
        slot = Slot("piece", known, prompt="which Fortification?")
        return Offer("takeup", "Take up a Fortification", (slot,), ("RUL-OTO-65",), aside=True)

    @classmethod
    def out_of_turn(cls, state: Campaign, step: Step, who: str) -> FortificationRemoval:
        return FortificationRemoval(as_side(who))

    def check(self, state: Campaign, step: FortificationRemoval, who: str) -> tuple[Violation, ...]:
        piece = state.book(step.side).piece(self.piece)
        if piece.kind not in WORKS or piece.status != "map":
            raise ImpossibleAction(f"{piece.label} is no Fortification on the map", "RUL-OTO-65")
        if piece.id in removable_fortifications(state, step.side):
            return ()
        text = f"{piece.label} cannot be taken up"
        remedy = "own Fortifications on friendly ground, not Isolated, behind the Front Line"
        return (Violation(text, ("RUL-OTO-65",), remedy),)

    def apply(self, state: Campaign, step: FortificationRemoval, who: str, play: Play) -> Campaign:
        piece = state.book(step.side).pieces[self.piece]
        to = state.readers(step.side, piece)
        play.log("taken_up", ("RUL-OTO-65",), to=to, piece=piece.id, name=piece.name)
        entry = f"{state.date}: taken up"
        gone = changed(piece, entry, status="eliminated", hex="")
        known = [gone] if state.is_known(piece) else []
        return state.with_pieces(step.side, gone).after_seeing(step.side, known)


class FortificationRemoval(SideStep, frozen=True, tag="TakingUp"):
    """Step 9.615, reconstructed: a side may take up its own Fortifications."""

    cites = ("RUL-OTO-65",)
    verbs = (TakeUp, Ready)

    def prompt(self, state: Campaign, who: str) -> str:
        return "9.615 Fortification removal (reconstructed)"

    def ready_label(self, state: Campaign, side: Side) -> str:
        return "Nothing (more) is taken up"


def removable_fortifications(state: Campaign, side: Side) -> tuple[str, ...]:
    """Fortifications that a side may take up."""
    front = state.fronts[side].front if side in state.fronts else ()
    return tuple(
        p.id
        for p in state.on_map(side)
        if p.kind in WORKS
        and may_take_up(
            friendly=controller_of(state, p.hex) == side,
            isolated=state.area_of(p.hex) is not None,
            front_line=p.hex in front,
            at_ditch=p.name == "AT-Ditch",
            fortification_taking=state.rulings.fortification_taking,
        ).result
    )
