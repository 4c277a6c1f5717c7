"""Before play the Soviets may choose where their eleven factories stand, if that is agreed."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import ImpossibleAction, Refusal, Violation, breaches
from landbridge.games.arsenal.industry.factories import FACTORIES, factory_number
from landbridge.games.arsenal.map.places import LAST_POINT, PLACE_WORDS, place_name, place_number
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.war.columns import put
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import EndPhase, Phase
from landbridge.games.arsenal.words import SOVIET, Side

SITED = 2
"""The mark of a factory whose city has been chosen; the first turn takes it off."""
CITIES: tuple[int, ...] = tuple(p.number for p in POINTS if p.city and p.owner == "soviet")


def _unsited(state: War) -> list[int]:
    return [
        factory
        for factory, place in enumerate(state.factory_at)
        if place <= LAST_POINT and not state.factory_flags[factory] & SITED
    ]


def _cities(state: War) -> list[int]:
    return [city for city in CITIES if state.held[city] == SOVIET]


def _check_factory(state: War, factory: int) -> None:
    if factory not in _unsited(state):
        raise Refusal(
            f"{FACTORIES[factory].id} has been set on a city",
            ("DC-R26", "RUL-DC-12"),
            legal=", ".join(FACTORIES[p].id for p in _unsited(state)) or "done",
        )


def _check_city(state: War, city: int) -> None:
    if city not in _cities(state):
        raise Refusal(
            f"{place_name(city)} is no Soviet city",
            ("DC-R26", "RUL-DC-12"),
            legal=", ".join(place_name(p) for p in _cities(state)),
        )


class Site(Verb, frozen=True):
    """Set a factory on a city before play."""

    explains = True

    factory: str
    city: str

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        factories = tuple(FACTORIES[factory].id for factory in _unsited(state))
        if not factories:
            return None
        slots = (Slot("factory", factories), Slot("city"))
        return Offer("site", "Set a factory on a city", slots, ("RUL-DC-12",))

    @classmethod
    def next_slot(cls, state: War, step: Phase, who: str, said: tuple[str, ...]) -> Slot | None:
        if len(said) != 1:
            return super().next_slot(state, step, who, said)
        return Slot("city", tuple(PLACE_WORDS[city] for city in _cities(state)))

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        factory, city = factory_number(self.factory), place_number(self.city)
        if state.factory_at[factory] > LAST_POINT or city > LAST_POINT:
            raise ImpossibleAction(
                "Only the eleven factories of the start are set on cities",
                ("DC-R26", "RUL-DC-12"),
                legal=", ".join(FACTORIES[p].id for p in _unsited(state)) or "done",
            )
        return (
            *breaches(_check_factory, state, factory),
            *breaches(_check_city, state, city),
        )

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        factory, city = factory_number(self.factory), place_number(self.city)
        play.log("sited", ("RUL-DC-12",), plant=FACTORIES[factory].id, place=place_name(city))
        return replace(
            state,
            factory_at=put(state.factory_at, factory, city),
            factory_flags=put(state.factory_flags, factory, SITED),
        )

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        factories, cities = _unsited(state), _cities(state)
        if not factories or not cities:
            return None
        factory, city = factories[choose(len(factories))], cities[choose(len(cities))]
        return cls(FACTORIES[factory].id, PLACE_WORDS[city])


class FactorySites(Phase, frozen=True, tag="SitePlants"):
    """The Soviets set their factories on cities; those left stand where they did in history."""

    title = "Before play"
    ending = "Leave the others where they stood"
    cites = ("DC-R26", "RUL-DC-12")
    verbs = (Site, EndPhase)

    @property
    def who(self) -> Side:
        return "soviet"

    def prompt(self, state: War, who: str) -> str:
        return "Before play: where the factories stand"

    def end(self, state: War, play: Play) -> War:
        return replace_step(replace(state, factory_flags=bytes(len(FACTORIES))))
