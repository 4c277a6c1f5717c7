"""Deploying factories three turns after they were picked."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb, draw_legal
from landbridge.engine.refusals import Refusal, Violation
from landbridge.engine.rules.findings import Why
from landbridge.games.arsenal.industry.factories import factory_number, soviet_points
from landbridge.games.arsenal.map.places import (
    LAST_POINT,
    PLACE_WORDS,
    SIBERIA,
    place_name,
    place_number,
)
from landbridge.games.arsenal.war.columns import put
from landbridge.games.arsenal.war.industry.factories_in_play import (
    deployable,
    factory_id,
    ids_of,
    may_stand,
    sites,
)
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import Phase
from landbridge.games.arsenal.words import SOVIET


def deploy_sited(state: War, play: Play) -> War:
    """Factories whose place was chosen at their pick are deployed by themselves."""
    sites = dict(state.sites)
    for factory in deployable(state):
        if factory in sites:
            place = sites[factory]
            if place <= LAST_POINT and state.held[place] != SOVIET:
                place = SIBERIA
            play.log(
                "deployed",
                ("DC-R29", "RUL-DC-14"),
                plant=factory_id(factory),
                place=place_name(place),
            )
            state = _deployed(state, factory, place)
    return state


def _deployed(state: War, factory: int, place: int) -> War:
    return replace(
        state,
        building=tuple(row for row in state.building if row[0] != factory),
        factory_at=put(state.factory_at, factory, place),
        factory_ready=put(state.factory_ready, factory, state.turn),
    )


class Deploy(Verb, frozen=True):
    """Deploy a factory that was picked three turns ago."""

    factory: str
    place: str

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        factories = deployable(state)
        if not factories:
            return None
        slots = (Slot("factory", tuple(map(factory_id, factories))), Slot("place"))
        return Offer("deploy", "Deploy a factory", slots, ("DC-R29",))

    @classmethod
    def next_slot(cls, state: War, step: Phase, who: str, said: tuple[str, ...]) -> Slot | None:
        if len(said) != 1:
            return super().next_slot(state, step, who, said)
        return Slot("place", tuple(PLACE_WORDS[place] for place in sites(state)))

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        self._allowed(state)
        return ()

    def _allowed(self, state: War) -> Why:
        """Refuse what cannot be deployed, or say why it can."""
        factory, why = factory_number(self.factory), Why()
        if factory not in deployable(state):
            raise Refusal(
                f"{factory_id(factory)} is not ready to be deployed",
                "DC-R28",
                legal=ids_of(deployable(state)),
            )
        may_stand(state, place_number(self.place), why)
        return why

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        factory, place = factory_number(self.factory), place_number(self.place)
        rules = self._allowed(state).so(True).rules
        play.log("deployed", rules, plant=factory_id(factory), place=place_name(place))
        return _deployed(state, factory, place)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        factories = deployable(state)
        if not factories:
            return None
        factory = factory_id(factories[choose(len(factories))])
        places = (SIBERIA, *soviet_points(state.held))
        place = draw_legal(places, lambda place: may_stand(state, place, Why()), choose)
        return None if place is None else cls(factory, PLACE_WORDS[place])
