"""Deploying factories three turns after they were picked."""

from __future__ import annotations

from contextlib import suppress
from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, draw_legal
from landbridge.engine.refusals import Refusal, Violation, breaches
from landbridge.engine.rules.findings import Why
from landbridge.games.arsenal.calendar import turn_number
from landbridge.games.arsenal.industry.factories import factory_number, soviet_points
from landbridge.games.arsenal.industry.production import ready_when_deployed
from landbridge.games.arsenal.map.places import (
    LAST_POINT,
    PLACE_WORDS,
    SIBERIA,
    place_name,
    place_number,
)
from landbridge.games.arsenal.war.columns import box, put
from landbridge.games.arsenal.war.industry.factories_in_play import (
    absence,
    deployable,
    factory_id,
    ids_of,
    may_stand,
    plant_name,
    sites,
)
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import Phase, PhaseVerb
from landbridge.games.arsenal.words import SOVIET, figures


def deploy_sited(state: War, play: Play) -> War:
    """Factories whose place was chosen at their pick are deployed by themselves."""
    sites = dict(state.sites)
    for factory in deployable(state):
        if factory in sites:
            place, why = sites[factory], Why()
            why("DC-R29", "deployed on the point that was chosen")
            why("RUL-DC-14", "where the point is lost by then, in Siberia")
            if place <= LAST_POINT and state.held[place] != SOVIET:
                place = SIBERIA
            state = _deploy(state, factory, place, why, play)
    return state


def deploy_the_rest(state: War, play: Play) -> War:
    """Ready factories for which no place is named go to Siberia, where the ruling asks for it."""
    if figures("ready_factory", state.rulings.ready_factory)["waits"]:
        return state
    for factory in deployable(state):
        why = Why()
        why("DC-R29", "three turns after the pick it is deployed")
        why("RUL-DC-45", "without a place it goes to Siberia")
        state = _deploy(state, factory, SIBERIA, why, play)
    return state


def _deploy(state: War, factory: int, place: int, why: Why, play: Play) -> War:
    """Set a new factory on its place, where it works by its schedule."""
    ready = turn_number(ready_when_deployed(box(state).month, why))
    if place == SIBERIA:
        why("DC-R46", "in Siberia nothing can destroy it")
    rules = why.so(True).rules
    play.log("deployed", rules, plant=factory_id(factory), place=place_name(place))
    return replace(
        state,
        building=tuple(row for row in state.building if row[0] != factory),
        factory_at=put(state.factory_at, factory, place),
        factory_ready=put(state.factory_ready, factory, ready),
    )


def _check_ready(state: War, factory: int) -> None:
    """Refuse a factory that is not on the track, or not for so long."""
    if factory in deployable(state):
        return
    here = f"{plant_name(factory)} is not on the track", ("DC-R28", "DC-R29")
    text, rules = absence(state, factory) or here
    raise Refusal(text, rules, legal=ids_of(deployable(state)))


class Deploy(PhaseVerb, frozen=True):
    """Deploy a factory that was picked three turns ago."""

    explains = True

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
        factory, place = factory_number(self.factory), place_number(self.place)
        return (
            *breaches(_check_ready, state, factory),
            *breaches(may_stand, state, place, Why()),
        )

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        factory, place, why = factory_number(self.factory), place_number(self.place), Why()
        with suppress(Refusal):
            may_stand(state, place, why)
        return _deploy(state, factory, place, why, play)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        factories = deployable(state)
        if not factories:
            return None
        factory = factory_id(factories[choose(len(factories))])
        places = (SIBERIA, *soviet_points(state.held))
        place = draw_legal(places, lambda place: may_stand(state, place, Why()), choose)
        return None if place is None else cls(factory, PLACE_WORDS[place])
