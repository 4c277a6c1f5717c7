"""Entraining factories: which may be, what it costs, and setting down what is too many."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Refusal, Violation
from landbridge.engine.rules.findings import Why
from landbridge.games.arsenal.industry.factory_moves import may_entrain
from landbridge.games.arsenal.map.places import is_in_play, place_name
from landbridge.games.arsenal.war.columns import box, put
from landbridge.games.arsenal.war.control import ENTRAINED, MOVED
from landbridge.games.arsenal.war.industry.factories_in_play import (
    capacity,
    entrainable,
    entrained,
    factory_id,
    factory_of,
    ids_of,
)
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import Phase
from landbridge.games.arsenal.war.supply import supplied
from landbridge.games.arsenal.words import SOVIET


def check_entraining(state: War, factory: int, why: Why) -> None:
    """Refuse a factory that may not be entrained now."""
    place = state.factory_at[factory]
    if not is_in_play(place):
        raise Refusal(
            f"{factory_id(factory)} is not in play", "DC-R38", legal=ids_of(entrainable(state))
        )
    if state.factory_flags[factory] & ENTRAINED:
        raise Refusal(
            f"{factory_id(factory)} is entrained already",
            "DC-R38",
            legal=ids_of(entrainable(state)),
        )
    if state.factory_flags[factory] & MOVED:
        raise Refusal(
            f"{factory_id(factory)} has been moved in this phase",
            ("DC-R43", "DC-R47"),
            legal=ids_of(entrainable(state)),
        )
    moves, level = capacity(state), supplied(state, SOVIET)
    may_entrain(place, box(state).month, state.held, entrained(state), moves, why, level)
    if state.used >= moves:
        raise Refusal("No strategic move is left for it", "DC-R42", legal="next turn")


class Entrain(Verb, frozen=True):
    """Entrain a factory, by its id or its point."""

    factory: str

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        workers = entrainable(state)
        if not workers:
            return None
        slot = Slot("factory", tuple(map(factory_id, workers)))
        return Offer("entrain", "Entrain a factory", (slot,), ("DC-R38",))

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        check_entraining(state, factory_of(state, self.factory), Why())
        return ()

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        factory, why = factory_of(state, self.factory), Why()
        check_entraining(state, factory, why)
        why("DC-R38", "it ceases production")
        place = place_name(state.factory_at[factory])
        play.log("entrained", why.so(True).rules, plant=factory_id(factory), place=place)
        return replace(
            state,
            used=state.used + 1,
            factory_flags=put(state.factory_flags, factory, ENTRAINED | MOVED),
        )

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        found = entrainable(state)
        return cls(factory_id(found[choose(len(found))])) if found else None
