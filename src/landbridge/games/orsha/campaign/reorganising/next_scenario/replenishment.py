"""CPP replenishment (9.616, reconstructed)."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.rules.citing import Rules
from landbridge.games.orsha.campaign.state import Campaign
from landbridge.games.orsha.rules.arriving.strength import historical
from landbridge.games.orsha.rules.preparations.recon import carry_cpp
from landbridge.games.orsha.rules.reorganisation.replenishment import cpp_replenishment
from landbridge.games.orsha.rules.words import Side


def pools(state: Campaign, side: Side) -> tuple[str, ...]:
    """Both sides throw for CPP, unless the printed table is used."""
    return ("CPP",) if state.rulings.cpp_rule == "reconstructed" else ()


def check_cpp(state: Campaign, side: Side, name: str, how: str, play: Play) -> Campaign:
    """CPP for the new date, by the reconstructed formula."""
    lost = state.scores[-1] if state.scores else None
    own = 0 if lost is None else lost.german_cvp if side == "russian" else lost.cvp
    drm = historical(side, state.date, "cpp", historical_drm=state.rulings.historical_drm)
    found = cpp_replenishment(side, own, play.nature, int(drm.value))
    return receive_cpp(state, side, found.result, found.rules, play)


def receive_cpp(state: Campaign, side: Side, cpp: int, rules: Rules, play: Play) -> Campaign:
    """CPP are added to what a side has left."""
    left = state.book(side).cpp
    # A referee may have let a side spend more than it had.
    carried = carry_cpp(max(left, 0), 0, cpp)
    entry = tuple(dict.fromkeys((*rules, *carried.rules)))
    # The total stays the side's secret; what it receives is thrown for in the open.
    play.log("cpp", entry, side=side, cpp=cpp)
    before = state.replenished.get(side, ())
    state = replace(state, replenished=state.replenished | {side: (*before, cpp)})
    return state.change_book(side, cpp=carried.result.start + min(left, 0))
