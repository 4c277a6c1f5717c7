"""AFV between scenarios (9.6131): abandoned ones remanned, Immobilized ones Mobile again."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Verb
from landbridge.engine.refusals import BadInput, Violation, unknown
from landbridge.engine.rules.findings import Why
from landbridge.games.orsha.campaign.open_facts import as_side
from landbridge.games.orsha.campaign.pieces.armor_leaders import leaders_of
from landbridge.games.orsha.campaign.pieces.roster import (
    RosterPiece,
    changed,
    is_afv,
    is_mmc,
    without,
)
from landbridge.games.orsha.campaign.reorganising.outcomes import log_outcome
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.steps import Ready, SideStep
from landbridge.games.orsha.rules.grades import leadership
from landbridge.games.orsha.rules.reorganisation.vehicles import (
    ImmobileAfv,
    is_repair_night,
    remanning,
    remove_immobilization,
)
from landbridge.games.orsha.rules.words import CG_DATES, CgDate, Side


class Reman(Verb, frozen=True):
    """A Retained unit mans an abandoned AFV."""

    afv: str
    crew: str

    @classmethod
    def offer(cls, state: Campaign, step: Remanning, who: str) -> Offer | None:
        left, crews = abandoned(state, step.side), _crews(state, step.side)
        if not left or not crews:
            return None
        slots = (
            Slot("afv", left, prompt="which AFV?"),
            Slot("crew", crews, prompt="manned by whom?"),
        )
        return Offer("reman", "Reman an AFV", slots, ("OTO-9.6131a-1",))

    @classmethod
    def out_of_turn(cls, state: Campaign, step: Step, who: str) -> Remanning:
        return Remanning(as_side(who))

    def check(self, state: Campaign, step: Remanning, who: str) -> tuple[Violation, ...]:
        book = state.book(step.side)
        afv, crew = book.piece(self.afv), book.piece(self.crew)
        retained = {piece.id for piece in book.retained}
        if not (is_afv(afv) and afv.has("abandoned") and afv.id in retained):
            raise BadInput(unknown("abandoned AFV", self.afv, abandoned(state, step.side)))
        if not (is_mmc(crew) and crew.id in retained):
            raise BadInput(unknown("unit to man it", self.crew, _crews(state, step.side)))
        found = [remanning(bool(piece.area)) for piece in (afv, crew)]
        return tuple(
            Violation(reason.text, reason.rules, "a non-Isolated AFV and unit")
            for finding in found
            if not finding.result.may_reman
            for reason in finding.why
        )

    def apply(self, state: Campaign, step: Remanning, who: str, play: Play) -> Campaign:
        book = state.book(step.side)
        afv, crew = book.pieces[self.afv], book.pieces[self.crew]
        found = remanning(bool(afv.area))
        to = state.readers(step.side, afv, crew)
        play.log("remanned", found.rules, to=to, afv=afv.label, crew=crew.label)
        states = without(afv, "abandoned")
        manned = changed(afv, f"{state.date}: remanned by {crew.id}", states=states)
        entry = f"{state.date}: mans {afv.id}"
        inside = changed(crew, entry, status="joined", hex="", by=afv.id)
        former = [replace(p, by="") for p in book.with_status("joined") if p.by == afv.id]
        return state.with_pieces(step.side, manned, *former, inside)


class Remanning(SideStep, frozen=True):
    """Step 9.6131a: abandoned AFV may be remanned."""

    cites = ("OTO-9.6131a-1",)
    verbs = (Reman, Ready)

    def prompt(self, state: Campaign, who: str) -> str:
        return "9.613 Equipment: abandoned AFV"

    def ready_label(self, state: Campaign, side: Side) -> str:
        return "The others stay abandoned"


def abandoned(state: Campaign, side: Side) -> tuple[str, ...]:
    """Abandoned AFV that may be remanned."""
    return tuple(
        p.id
        for p in state.book(side).retained
        if p.has("abandoned") and is_afv(p) and remanning(bool(p.area)).result.may_reman
    )


def _crews(state: Campaign, side: Side) -> tuple[str, ...]:
    """Retained units that may man an AFV, trained crews first."""
    fit = [p for p in state.book(side).retained if is_mmc(p) and not p.area]
    return tuple(p.id for p in sorted(fit, key=lambda p: p.kind != "crew"))


def is_untrained(state: Campaign, side: Side, afv: RosterPiece) -> bool:
    """Whether only Non-Qualified Use is possible: a captured AFV, or one manned by no crew."""
    inside = [p for p in state.book(side).with_status("joined") if p.by == afv.id]
    return afv.side != side or any(unit.kind != "crew" for unit in inside)


def _played(state: Campaign) -> CgDate:
    """The date of the scenario just played; the new one has begun in 9.612."""
    return state.scores[-1].date if state.scores else CG_DATES[0]


def immobile_pieces(state: Campaign, side: Side) -> tuple[str, ...]:
    """Immobilized AFV that make a dr: manned ones, after 23 PM."""
    if not is_repair_night(_played(state), Why()):
        return ()
    return tuple(
        p.id
        for p in state.book(side).retained
        if p.has("immobilized") and is_afv(p) and not p.has("abandoned")
    )


def check_immobile(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """Whether an AFV becomes Mobile."""
    piece = state.book(side).pieces[name]
    leaders = [leadership(leader.name) for leader in leaders_of(state, side, piece)]
    afv = ImmobileAfv(
        after=_played(state),
        armor_leader=min(leaders, default=None),
        non_qualified=is_untrained(state, side, piece),
        isolated=bool(piece.area),
    )
    found = remove_immobilization(afv, play.nature)
    log_outcome(state, side, piece, ("OTO-9.6131b-1", *found.rules), found.result.state, play)
    if found.result.state == "immobilized":
        return state
    entry = f"{state.date}: Mobile again"
    states = without(piece, "immobilized")
    if found.result.cleared:
        return state.with_pieces(
            side, changed(piece, entry, states=states, status="offmap", hex="")
        )
    return state.with_pieces(side, changed(piece, entry, states=states))
