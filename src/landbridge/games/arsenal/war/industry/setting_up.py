"""A factory that is set up again, or stays entrained where it has come to."""

from __future__ import annotations

from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.rules.findings import Why
from landbridge.games.arsenal.calendar import turn_number
from landbridge.games.arsenal.industry.production import ready_when_moved
from landbridge.games.arsenal.map.places import SIBERIA, place_name
from landbridge.games.arsenal.movement.strategic_movement import move_cost
from landbridge.games.arsenal.war.capacity import use_moves
from landbridge.games.arsenal.war.columns import box, put
from landbridge.games.arsenal.war.control import ENTRAINED, MOVED
from landbridge.games.arsenal.war.industry.factories_in_play import WAITED, factory_id
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import figures


def set_up_at(state: War, factory: int, place: int, play: Play) -> War:
    """A factory is flipped up at a place; it works from the next R/R phase on."""
    why = Why()
    ready = turn_number(ready_when_moved(box(state).month, why))
    if place == SIBERIA:
        why("DC-R46", "in Siberia nothing can destroy it")
    rules = why.so(True).rules
    play.log("set_up", rules, plant=factory_id(factory), place=place_name(place))
    return replace(
        state,
        factory_at=put(state.factory_at, factory, place),
        factory_flags=put(state.factory_flags, factory, MOVED),
        factory_ready=put(state.factory_ready, factory, ready),
    )


def arrive(state: War, factory: int, place: int, stays: bool, play: Play) -> War:
    """A factory comes to a place, and is set up there unless it stays entrained."""
    if stays:
        return replace(
            state,
            factory_at=put(state.factory_at, factory, place),
            factory_flags=put(state.factory_flags, factory, ENTRAINED | MOVED | WAITED),
        )
    if not figures("arrival_turn", state.rulings.arrival_turn)["moves"]:
        state = use_moves(state, "soviet", -move_cost("factories"))
    return set_up_at(state, factory, place, play)
