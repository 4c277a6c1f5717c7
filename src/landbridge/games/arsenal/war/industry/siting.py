"""Before play the Soviets may choose where their eleven factories stand, if that is agreed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import replace_step
from landbridge.engine.events import Play
from landbridge.engine.refusals import Refusal, Violation
from landbridge.games.arsenal.industry.factories import FACTORIES, factory_number
from landbridge.games.arsenal.map.points import POINTS
from landbridge.games.arsenal.war.columns import LAST_POINT, WORDS, name_of, put
from landbridge.games.arsenal.war.steps import Chooser, Phase, draw_one, end_phase, place_code
from landbridge.games.arsenal.words import SOVIET, Side

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War

SITED = 2
"""The mark of a factory whose city has been chosen; the first turn takes it off."""
CITIES: tuple[int, ...] = tuple(p.number for p in POINTS if p.city and p.owner == "soviet")


class Site(Action, frozen=True):
    """Set a factory on a city before play."""

    factory: str
    city: str


def _unsited(state: War) -> list[int]:
    return [
        plant
        for plant, place in enumerate(state.plants)
        if place <= LAST_POINT and not state.plant_flags[plant] & SITED
    ]


def _cities(state: War) -> list[int]:
    return [city for city in CITIES if state.held[city] == SOVIET]


class SitePlants(Phase, frozen=True):
    """The Soviets set their factories on cities; those left stand where they did in history."""

    @property
    def who(self) -> Side:
        return "soviet"

    def asks(self, state: War) -> tuple[Decision, ...]:
        plants = tuple(FACTORIES[plant].id for plant in _unsited(state))
        offers = []
        if plants:
            slots = (Slot("factory", plants), Slot("city"))
            offers.append(Offer("site", "Set a factory on a city", slots, ("RUL-DC-12",)))
        offers.append(Offer("done", "Leave the others where they stood"))
        prompt = "Before play: where the factories stand"
        return (Decision(self.who, prompt, tuple(offers), ("DC-R26", "RUL-DC-12")),)

    def slot(self, state: War, verb: str, said: tuple[str, ...]) -> Slot | None:
        if verb != "site" or len(said) > 1:
            return None
        return Slot("city", tuple(WORDS[city] for city in _cities(state)))

    def check(self, state: War, who: str, action: Action) -> tuple[Violation, ...]:
        if isinstance(action, Site):
            plant, city = factory_number(action.factory), place_code(action.city)
            if plant not in _unsited(state):
                raise Refusal(
                    f"{FACTORIES[plant].id} is not to be set on a city now",
                    ("DC-R26", "RUL-DC-12"),
                    legal=", ".join(FACTORIES[p].id for p in _unsited(state)) or "done",
                )
            if city not in _cities(state):
                raise Refusal(
                    f"{name_of(city)} is no Soviet city",
                    ("DC-R26", "RUL-DC-12"),
                    legal=", ".join(name_of(p) for p in _cities(state)),
                )
        return ()

    def answer(self, state: War, who: str, action: Action, play: Play) -> War:
        if not isinstance(action, Site):
            return replace_step(replace(state, plant_flags=bytes(len(FACTORIES))))
        plant, city = factory_number(action.factory), place_code(action.city)
        play.log("sited", ("RUL-DC-12",), plant=FACTORIES[plant].id, place=name_of(city))
        return replace(
            state,
            plants=put(state.plants, plant, city),
            plant_flags=put(state.plant_flags, plant, SITED),
        )

    def random_action(self, state: War, who: str, choose: Chooser) -> Action:
        return draw_one(state, choose, [end_phase, self._draw_site])

    def _draw_site(self, state: War, choose: Chooser) -> Action | None:
        plants, cities = _unsited(state), _cities(state)
        if not plants or not cities:
            return None
        plant, city = plants[choose(len(plants))], cities[choose(len(cities))]
        return Site(FACTORIES[plant].id, WORDS[city])
