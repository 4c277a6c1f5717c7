"""ELR loss and gain (9.617, reconstructed)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.reorganisation.elr import elr_change
from landbridge.games.orsha.rules.words import Side


def elr_rolls(state: Campaign, side: Side) -> tuple[str, ...]:
    """A side throws for its ELR only where the ruling says so."""
    return ("ELR",) if state.rulings.elr_rule == "by_result" else ()


def check_elr(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """A side's ELR after the scenario."""
    won = bool(state.scores) and state.scores[-1].winner == side
    ruling = state.rulings.elr_rule
    elr = state.elr[side]
    found = elr_change(side, elr, "won" if won else "lost", play.nature, ruling)
    play.log("elr", found.rules, side=side, elr=found.result)
    return replace(state, elr=state.elr | {side: found.result})


def settle_elr(state: Campaign, play: Play) -> Campaign:
    """By default the ELR does not change; the ruling is told."""
    if state.rulings.elr_rule == "unchanged":
        play.log("elr_unchanged", ("RUL-OTO-62",))
    return state
