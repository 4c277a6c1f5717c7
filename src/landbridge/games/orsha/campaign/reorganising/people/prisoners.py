"""Prisoners (9.608): Isolated Guards keep or free them, the others are lost."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, Violation, breaches, unknown
from landbridge.games.orsha.campaign.open_facts import SIDES, as_side, enemy_of
from landbridge.games.orsha.campaign.pieces.guards import captives_of, free, pass_on
from landbridge.games.orsha.campaign.pieces.losses import eliminate
from landbridge.games.orsha.campaign.pieces.roster import PERSONNEL, RosterPiece
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.steps import Ready, SideStep
from landbridge.games.orsha.rules.reorganisation.prisoners import check_transfer, settle_prisoner
from landbridge.games.orsha.rules.words import Side


class Free(Verb, frozen=True):
    """An Isolated Guard frees a prisoner."""

    piece: str

    @classmethod
    def offer(cls, state: Campaign, step: Prisoners, who: str) -> Offer | None:
        captives = tuple(p.id for p in captives_of(state, step.side))
        if not captives:
            return None
        slot = Slot("piece", captives, prompt="which prisoner?")
        return Offer("free", "Free a prisoner", (slot,), ("OTO-9.608-2",))

    @classmethod
    def out_of_turn(cls, state: Campaign, step: Step, who: str) -> Prisoners:
        return Prisoners(as_side(who))

    def check(self, state: Campaign, step: Prisoners, who: str) -> tuple[Violation, ...]:
        _captive(state, step.side, self.piece)
        return ()

    def apply(self, state: Campaign, step: Prisoners, who: str, play: Play) -> Campaign:
        piece = state.book(enemy_of(step.side)).pieces[self.piece]
        return free(state, piece, play)


class HandOver(Verb, frozen=True, tag="handover"):
    """A prisoner is transferred to another unit of the same Isolated Area."""

    piece: str
    guard: str

    @classmethod
    def offer(cls, state: Campaign, step: Prisoners, who: str) -> Offer | None:
        captives = captives_of(state, step.side)
        guards = {p.id: None for c in captives for p in _other_guards(state, step.side, c)}
        if not guards:
            return None
        slots = (
            Slot("piece", tuple(p.id for p in captives), prompt="which prisoner?"),
            Slot("guard", tuple(guards), prompt="to whom?"),
        )
        return Offer("handover", "Transfer a prisoner", slots, ("OTO-9.608-2",), aside=True)

    @classmethod
    def out_of_turn(cls, state: Campaign, step: Step, who: str) -> Prisoners:
        return Prisoners(as_side(who))

    def check(self, state: Campaign, step: Prisoners, who: str) -> tuple[Violation, ...]:
        captive = _captive(state, step.side, self.piece)
        guard = state.book(step.side).piece(self.guard)
        if guard.status not in ("map", "offmap") or guard.kind not in PERSONNEL:
            raise BadInput(f"{guard.label} cannot guard prisoners.")
        own = state.book(step.side).pieces.get(captive.by)
        same = own is not None and guard.area == own.area
        return breaches(check_transfer, same)

    def apply(self, state: Campaign, step: Prisoners, who: str, play: Play) -> Campaign:
        captive = _captive(state, step.side, self.piece)
        found = settle_prisoner(captive.side, captive.name, True, "transfer")
        if found.result.fate != "transferred":
            return state
        guard = state.book(step.side).piece(self.guard)
        taker = guard.label if state.is_known(guard) else "another Guard"
        play.log("handed_over", found.rules, piece=captive.label, guard=taker)
        return state.with_pieces(captive.side, replace(captive, by=self.guard))


def _captive(state: Campaign, side: Side, name: str) -> RosterPiece:
    """A prisoner of a side's Guards by his id, or an error that says so."""
    known = {p.id: p for p in captives_of(state, side)}
    if name not in known:
        raise BadInput(unknown("prisoner", name, known))
    return known[name]


def _other_guards(state: Campaign, side: Side, captive: RosterPiece) -> list[RosterPiece]:
    """Who else could guard a prisoner in his Isolated Area."""
    own = state.book(side).pieces.get(captive.by)
    if own is None or not own.area:
        return []
    there = [p for p in state.on_map(side) if p.area == own.area and p.kind in PERSONNEL]
    return [p for p in there if p.id != own.id]


class Prisoners(SideStep, frozen=True):
    """Step 9.608: a side whose Guards are Isolated keeps its prisoners or frees them."""

    passes = True
    cites = ("OTO-9.608-2",)
    verbs = (Free, HandOver, Ready)

    def prompt(self, state: Campaign, who: str) -> str:
        return "9.608 Prisoners"

    def ready_label(self, state: Campaign, side: Side) -> str:
        return "The others are kept"


def settle_prisoners(state: Campaign, play: Play) -> Campaign:
    """Prisoners whose Guard is not Isolated are Eliminated; whose Guard is lost, free."""
    for side in SIDES:
        book = state.book(side)
        for captive in captives_of(state, side):
            guard = book.pieces.get(captive.by)
            if guard is None or not guard.in_play:
                claimed = pass_on(state, side, captive, play)
                state = free(state, captive, play) if claimed is None else claimed
                continue
            found = settle_prisoner(enemy_of(side), captive.name, bool(guard.area))
            if found.result.fate != "eliminated":
                continue
            play.log("prisoner", found.rules, piece=captive.label, fate=found.result.fate)
            state = eliminate(state, enemy_of(side), [captive], "lost as a prisoner", counts=False)
    return state
