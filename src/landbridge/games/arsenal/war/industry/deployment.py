"""Deploying factories three turns after they were picked."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from landbridge.engine.actions import Offer, Slot
from landbridge.engine.events import Play
from landbridge.engine.findings import Why
from landbridge.engine.refusals import Refusal, Violation
from landbridge.engine.verbs import Chooser, Verb, draw_legal
from landbridge.games.arsenal.industry.factories import factory_number, soviet_points
from landbridge.games.arsenal.map.places import (
    LAST_POINT,
    PLACE_WORDS,
    SIBERIA,
    place_name,
    place_number,
)
from landbridge.games.arsenal.war.columns import put
from landbridge.games.arsenal.war.industry.plants import (
    deployable,
    ids_of,
    may_stand,
    plant_id,
    sites,
)
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import Phase
from landbridge.games.arsenal.words import SOVIET


def deploy_sited(state: War, play: Play) -> War:
    """Factories whose place was chosen at their pick are deployed by themselves."""
    sites = dict(state.sites)
    for plant in deployable(state):
        if plant in sites:
            place = sites[plant]
            if place <= LAST_POINT and state.held[place] != SOVIET:
                place = SIBERIA
            play.log(
                "deployed", ("DC-R29", "RUL-DC-14"), plant=plant_id(plant), place=place_name(place)
            )
            state = _deployed(state, plant, place)
    return state


def _deployed(state: War, plant: int, place: int) -> War:
    return replace(
        state,
        building=tuple(row for row in state.building if row[0] != plant),
        plants=put(state.plants, plant, place),
        plant_ready=put(state.plant_ready, plant, state.turn),
    )


class Deploy(Verb, frozen=True):
    """Deploy a factory that was picked three turns ago."""

    factory: str
    place: str

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        plants = deployable(state)
        if not plants:
            return None
        slots = (Slot("factory", tuple(map(plant_id, plants))), Slot("place"))
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
        plant, why = factory_number(self.factory), Why()
        if plant not in deployable(state):
            raise Refusal(
                f"{plant_id(plant)} is not deployable to be deployed",
                "DC-R28",
                legal=ids_of(deployable(state)),
            )
        may_stand(state, place_number(self.place), why)
        return why

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        plant, place = factory_number(self.factory), place_number(self.place)
        rules = self._allowed(state).so(True).rules
        play.log("deployed", rules, plant=plant_id(plant), place=place_name(place))
        return _deployed(state, plant, place)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        plants = deployable(state)
        if not plants:
            return None
        plant = plant_id(plants[choose(len(plants))])
        places = (SIBERIA, *soviet_points(state.held))
        place = draw_legal(places, lambda place: may_stand(state, place, Why()), choose)
        return None if place is None else cls(plant, PLACE_WORDS[place])
