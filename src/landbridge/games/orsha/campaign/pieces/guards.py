"""Guards and prisoners: who takes prisoners over when their Guard is lost, who is free again."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.games.orsha.campaign.open_facts import enemy_of
from landbridge.games.orsha.campaign.pieces.roster import (
    PERSONNEL,
    RosterPiece,
    changed,
    is_mmc,
    is_smc,
    renamed,
    size,
)
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.grades import conscript
from landbridge.games.orsha.rules.reorganisation.prisoners import settle_prisoner
from landbridge.games.orsha.rules.reorganisation.rally import prisoners_of_lost_guard
from landbridge.games.orsha.rules.words import Side


def captives_of(state: Campaign, side: Side) -> list[RosterPiece]:
    """Prisoners that a side's Guards hold."""
    return state.book(enemy_of(side)).with_status("prisoner")


def claimants(state: Campaign, side: Side, captive: RosterPiece) -> list[RosterPiece]:
    """Units of a side that could take a prisoner over in his hex, MMC first."""
    there = [p for p in state.on_map(side) if p.hex == captive.hex and p.kind in PERSONNEL]
    return sorted(there, key=is_smc)


def release(state: Campaign, side: Side, guards: Iterable[str], play: Play) -> Campaign:
    """Prisoners of these lost Guards of a side are claimed by others in their hex, or Rearmed."""
    lost = set(guards)
    for captive in captives_of(state, side):
        if captive.by not in lost:
            continue
        claimed = pass_on(state, side, captive, play)
        if claimed is not None:
            state = claimed
            continue
        found = prisoners_of_lost_guard(bool(claimants(state, side, captive)))
        if found.result == "rearmed":
            play.log("prisoner", found.rules, piece=captive.label, fate="free, and Rearmed")
            state = state.with_pieces(enemy_of(side), rearmed(state, captive))
    return state


def pass_on(state: Campaign, side: Side, captive: RosterPiece, play: Play) -> Campaign | None:
    """A prisoner whose Guard is lost is claimed by another unit in his hex; None if by nobody."""
    others = claimants(state, side, captive)
    found = prisoners_of_lost_guard(bool(others))
    if found.result != "claimed":
        return None
    guard = others[0].label if state.is_known(others[0]) else "another unit in his hex"
    play.log("prisoner", found.rules, piece=captive.label, fate=f"claimed by {guard}")
    return state.with_pieces(enemy_of(side), replace(captive, by=others[0].id))


def rearmed(state: Campaign, captive: RosterPiece) -> RosterPiece:
    """A prisoner who is free again: an MMC as Conscripts of its size, an SMC as he was."""
    entry = f"{state.date}: free again"
    grade = conscript(captive.side)
    if not is_mmc(captive) or size(captive) == "crew":
        return changed(captive, entry, status="map", by="")
    name = grade.squad if size(captive) == "squad" else grade.half
    return renamed(captive, name, entry, status="map", by="")


# 9.608


def free(state: Campaign, captive: RosterPiece, play: Play) -> Campaign:
    """A prisoner comes back to his own side, which Retains him."""
    found = settle_prisoner(captive.side, captive.name, True, "free")
    play.log("prisoner", found.rules, piece=captive.label, fate=found.result.fate)
    name = found.result.becomes or captive.name
    entry = f"{state.date}: freed"
    kind = "squad" if is_mmc(captive) else captive.kind
    freed = renamed(replace(captive, kind=kind), name, entry, status="offmap", hex="", by="")
    return state.with_pieces(captive.side, freed)
