"""Plant expansion: picking factories, before play and every quarter."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import Refusal, Violation
from landbridge.engine.rules.findings import Why
from landbridge.games.arsenal.calendar import FIRST, months_between
from landbridge.games.arsenal.industry.chances import AHEAD, BEFORE_PLAY
from landbridge.games.arsenal.industry.expansion import (
    allowed_picks,
    check_pick,
    may_deploy,
    most_picks,
)
from landbridge.games.arsenal.industry.factories import FACTORIES, factory_number, soviet_points
from landbridge.games.arsenal.map.places import PLACE_WORDS, SIBERIA, place_number
from landbridge.games.arsenal.war.columns import box
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import Done, Phase
from landbridge.games.arsenal.words import Side, figures

FIRST_DEPLOYED: int = 1 + months_between(FIRST, BEFORE_PLAY) + AHEAD
"""The turn in which the factory picked before play is deployed."""


def sited_at_pick(state: War) -> bool:
    """Whether the place of a new factory is chosen when it is picked."""
    return bool(figures("expansion_site", state.rulings.expansion_site)["when"] == "pick")


def _sites(state: War) -> tuple[str, ...]:
    """The words for the places where a factory may be planned."""
    return (PLACE_WORDS[SIBERIA], *(PLACE_WORDS[point] for point in soviet_points(state.held)))


def picks(state: War) -> tuple[int, ...]:
    """The factories that may be picked now."""
    if not state.chance or len(state.picked) >= most_picks(state.rulings.expansion_chances):
        return ()
    return allowed_picks(frozenset(state.picked))


class Pick(Verb, frozen=True):
    """Pick a factory for the expansion."""

    factory: str
    place: str | None = None
    """Where it will stand, if that is chosen now."""

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        found = tuple(FACTORIES[factory].id for factory in picks(state))
        if not found:
            return None
        sites = (Slot("place", _sites(state)),) if sited_at_pick(state) else ()
        first = isinstance(step, FirstPick)
        label = "Pick the first factory" if first else "Pick a factory"
        rules = ("DC-R34",) if first else ("DC-R27",)
        return Offer("pick", label, (Slot("factory", found), *sites), rules)

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        self._allowed(state)
        return ()

    def _allowed(self, state: War) -> Why:
        """Refuse a pick that the rules forbid, or say why it may be made."""
        why = Why()
        factory = factory_number(self.factory)
        check_pick(factory, state.picked, why, state.rulings.expansion_chances)
        if sited_at_pick(state):
            _may_stand(state, self.place, why)
        elif self.place is not None:
            raise Refusal(
                "The place of a new factory is chosen when it is deployed",
                ("DC-R29", "RUL-DC-14"),
                legal=f"pick {FACTORIES[factory].id}",
            )
        return why

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        first = isinstance(step, FirstPick)
        ready = FIRST_DEPLOYED if first else state.turn + AHEAD
        rules = self._allowed(state).so(True).rules
        factory = factory_number(self.factory)
        sites = state.sites
        if self.place is not None:
            sites += ((factory, place_number(self.place)),)
        play.log("picked", ("DC-R27", "DC-R28", *rules), plant=FACTORIES[factory].id, turn=ready)
        state = replace(
            state,
            picked=(*state.picked, factory),
            building=(*state.building, (factory, ready)),
            sites=sites,
            chance=False,
        )
        return replace_step(state) if first else state

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        found = picks(state)
        if not found:
            return None
        factory = FACTORIES[found[choose(len(found))]].id
        if not sited_at_pick(state):
            return cls(factory)
        places = _sites(state)
        return cls(factory, places[choose(len(places))])


def _may_stand(state: War, place: str | None, why: Why) -> None:
    if place is None:
        raise Refusal(
            "The place of a new factory is chosen now",
            "RUL-DC-14",
            legal="a Soviet-controlled point of the Soviet Union, or Siberia",
        )
    month, ruling = box(state).month_of_year, state.rulings.expansion_site
    may_deploy(place_number(place), state.held, month, why, ruling)


class FirstPick(Phase, frozen=True, tag="BeforePlay"):
    """Before the first turn the Soviets pick their first factory."""

    title = "Before play"
    ending = "Let the chance go"
    ending_rules = ("RUL-DC-13",)
    cites = ("DC-R34",)
    verbs = (Pick, Done)

    @property
    def who(self) -> Side:
        return "soviet"

    def prompt(self, state: War, who: str) -> str:
        return "Before play: the first factory of the expansion"

    def end(self, state: War, play: Play) -> War:
        return replace_step(replace(state, chance=False))
