"""Plant expansion: picking factories, before play and every quarter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import replace_step
from landbridge.engine.events import Play
from landbridge.engine.findings import Why
from landbridge.engine.refusals import Refusal, Violation
from landbridge.games.arsenal.calendar import FIRST, months_between
from landbridge.games.arsenal.industry.chances import AHEAD, BEFORE_PLAY
from landbridge.games.arsenal.industry.expansion import (
    allowed_picks,
    check_pick,
    may_deploy,
    most_picks,
)
from landbridge.games.arsenal.industry.factories import FACTORIES, factory_number, soviet_points
from landbridge.games.arsenal.map.points import SIBERIA
from landbridge.games.arsenal.war.columns import IN_SIBERIA, WORDS, box
from landbridge.games.arsenal.war.steps import Chooser, Phase, draw_one, end_phase, place_code
from landbridge.games.arsenal.words import Side, figures

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War

FIRST_DEPLOYED: int = 1 + months_between(FIRST, BEFORE_PLAY) + AHEAD
"""The turn in which the factory picked before play is deployed."""


class Pick(Action, frozen=True):
    """Pick a factory for the expansion."""

    factory: str
    place: str | None = None
    """Where it will stand, if that is chosen now."""


def sited_at_pick(state: War) -> bool:
    """Whether the place of a new factory is chosen when it is picked."""
    return bool(figures("expansion_site", state.rulings["expansion_site"])["when"] == "pick")


def site_slots(state: War) -> tuple[Slot, ...]:
    """What is said after the factory."""
    return (Slot("place", (WORDS[IN_SIBERIA], *_sites(state))),) if sited_at_pick(state) else ()


def _sites(state: War) -> list[str]:
    return [WORDS[point] for point in soviet_points(state.held)]


def picks(state: War) -> tuple[int, ...]:
    """The factories that may be picked now."""
    if not state.chance or len(state.picked) >= most_picks(state.rulings["expansion_chances"]):
        return ()
    return allowed_picks(frozenset(state.picked))


def may_pick(state: War, action: Pick) -> Why:
    """Refuse a pick that the rules forbid."""
    why = Why()
    plant = factory_number(action.factory)
    check_pick(plant, state.picked, why, state.rulings["expansion_chances"])
    if sited_at_pick(state):
        _may_stand(state, action.place, why)
    elif action.place is not None:
        raise Refusal(
            "The place of a new factory is chosen when it is deployed",
            ("DC-R29", "RUL-DC-14"),
            legal=f"pick {FACTORIES[plant].id}",
        )
    return why


def _may_stand(state: War, place: str | None, why: Why) -> None:
    if place is None:
        raise Refusal(
            "The place of a new factory is chosen now",
            "RUL-DC-14",
            legal="a Soviet-controlled point of the Soviet Union, or Siberia",
        )
    at, month = place_code(place), box(state).month_of_year
    ruling = state.rulings["expansion_site"]
    may_deploy(SIBERIA if at == IN_SIBERIA else at, state.held, month, why, ruling)


def pick(state: War, action: Pick, ready: int, play: Play) -> War:
    """Put a factory on the track."""
    rules = may_pick(state, action).so(True).rules
    plant = factory_number(action.factory)
    sites = state.sites
    if action.place is not None:
        sites += ((plant, place_code(action.place)),)
    play.log("picked", ("DC-R27", "DC-R28", *rules), plant=FACTORIES[plant].id, turn=ready)
    return replace(
        state,
        picked=(*state.picked, plant),
        building=(*state.building, (plant, ready)),
        sites=sites,
        chance=False,
    )


def draw_pick(state: War, choose: Chooser) -> Action | None:
    """Any factory that may be picked."""
    found = picks(state)
    if not found:
        return None
    factory = FACTORIES[found[choose(len(found))]].id
    if not sited_at_pick(state):
        return Pick(factory)
    places = (WORDS[IN_SIBERIA], *_sites(state))
    return Pick(factory, places[choose(len(places))])


class BeforePlay(Phase, frozen=True):
    """Before the first turn the Soviets pick their first factory."""

    @property
    def who(self) -> Side:
        return "soviet"

    def asks(self, state: War) -> tuple[Decision, ...]:
        slot = Slot("factory", tuple(FACTORIES[plant].id for plant in picks(state)))
        slots = (slot, *site_slots(state))
        offers = (
            Offer("pick", "Pick the first factory", slots, ("DC-R34",)),
            Offer("done", "Let the chance go", (), ("RUL-DC-13",)),
        )
        prompt = "Before play: the first factory of the expansion"
        return (Decision("soviet", prompt, offers, ("DC-R34",)),)

    def slot(self, state: War, verb: str, said: tuple[str, ...]) -> Slot | None:
        return next(iter(site_slots(state)), None) if verb == "pick" and len(said) == 1 else None

    def check(self, state: War, who: str, action: Action) -> tuple[Violation, ...]:
        if isinstance(action, Pick):
            may_pick(state, action)
        return ()

    def answer(self, state: War, who: str, action: Action, play: Play) -> War:
        if isinstance(action, Pick):
            return replace_step(pick(state, action, FIRST_DEPLOYED, play))
        return replace_step(replace(state, chance=False))

    def random_action(self, state: War, who: str, choose: Chooser) -> Action:
        return draw_one(state, choose, [end_phase, draw_pick])
