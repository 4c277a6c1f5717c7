"""The parts of a side's preparations, in order (8.61 to 8.9)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.pieces.book import Phase
from landbridge.games.orsha.campaign.preparing.observers import observers
from landbridge.games.orsha.campaign.preparing.recon import may_scout
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.campaign.steps import SharedStep
from landbridge.games.orsha.rules.words import Side

PARTS: tuple[Phase, ...] = ("buying", "receiving", "building", "scouting", "observing", "ready")


def is_over(state: Campaign, side: Side, part: Phase) -> bool:
    """Whether a side has finished this part of its preparations.

    What a referee lets it do then is done at once: no plan waits for it any more.
    """
    return PARTS.index(state.book(side).phase) > PARTS.index(part)


def go_on(state: Campaign, side: Side, phase: Phase) -> Campaign:
    """The next part of the preparations in which the side has something to do."""
    book = state.book(side)
    if phase == "receiving" and not book.pending:
        phase = "building"
    if phase == "building" and not book.fpp and not book.fortifications:
        phase = "scouting"
    scouts = not book.recon and book.cpp and may_scout(state, side)
    if phase == "scouting" and not scouts:
        phase = "observing"
    if phase == "observing" and not observers(state, side):
        phase = "ready"
    return state.change_book(side, phase=phase)


def enter_in_roster(state: Campaign, side: Side) -> Campaign:
    """The date's line of the roster, with the Recon column and what is left in the end."""
    book = state.book(side)
    if not book.roster or book.roster[-1].date != state.date:
        return state
    line = replace(book.roster[-1], left=book.cpp, recon=book.recon)
    return state.change_book(side, roster=(*book.roster[:-1], line))


def turn_to(state: Campaign, step: SharedStep, side: Side, phase: Phase, play: Play) -> Campaign:
    """A side turns to this part, or to the next one that has something for it; or it is ready."""
    state = go_on(state, side, phase)
    ready = state.book(side).phase == "ready"
    return finish_preparations(state, step, side, play) if ready else state


class LatePreparations(SharedStep, frozen=True):
    """Stands in for the preparations while a side does what it forgot in them."""


def late_preparations(state: Campaign, side: Side) -> LatePreparations | None:
    """The step in which a side does later what it forgot; None where its orders are sealed."""
    book = state.book(side)
    written = bool(book.roster) and book.roster[-1].date == state.date
    return LatePreparations() if written or book.phase != "ready" else None


def finish_preparations(state: Campaign, step: SharedStep, side: Side, play: Play) -> Campaign:
    """A side has prepared all; that is what the enemy learns."""
    play.log("prepared", ("OTO-8.611-2",), side=side)
    state = enter_in_roster(state.change_book(side, phase="ready"), side)
    return step.dismiss(state, side)
