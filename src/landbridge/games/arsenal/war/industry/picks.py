"""Plant expansion: picking factories, before play and every quarter."""

from __future__ import annotations

from contextlib import suppress
from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import replace_step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import ImpossibleAction, Refusal, Violation, breaches
from landbridge.engine.rules.findings import Why
from landbridge.games.arsenal.calendar import month_name, turn_number
from landbridge.games.arsenal.industry.chances import BEFORE_PLAY, chance, chances
from landbridge.games.arsenal.industry.expansion import (
    allowed_picks,
    check_pick,
    deployment_month,
    may_deploy,
    most_picks,
)
from landbridge.games.arsenal.industry.factories import FACTORIES, factory_number, soviet_points
from landbridge.games.arsenal.map.places import PLACE_WORDS, SIBERIA, place_number
from landbridge.games.arsenal.war.columns import box
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import EndPhase, Phase, PhaseVerb
from landbridge.games.arsenal.words import Side, figures


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


def _check_chance(state: War, month: str) -> None:
    """Refuse a month without a chance to expand, or a second pick in it."""
    chance(month, chances(state.rulings.expansion_chances))
    if not state.chance:
        raise Refusal(
            f"The chance of {month_name(month)} has been used",
            "DC-R27",
            legal="one pick each January, April, July and October",
        )


class Pick(PhaseVerb, frozen=True):
    """Pick a factory for the expansion."""

    explains = True

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
        factory, why = factory_number(self.factory), Why()
        at_pick = sited_at_pick(state)
        if at_pick and self.place is None:
            raise ImpossibleAction(
                "The place of a new factory is chosen now",
                "RUL-DC-14",
                legal="a Soviet-controlled point of the Soviet Union, or Siberia",
            )
        if self.place is not None and not at_pick:
            raise ImpossibleAction(
                "The place of a new factory is chosen when it is deployed",
                ("DC-R29", "RUL-DC-14"),
                legal=f"pick {FACTORIES[factory].id}",
            )
        ruling = state.rulings.expansion_chances
        return (
            *breaches(_check_chance, state, _month(state, step)),
            *breaches(check_pick, factory, state.picked, why, ruling),
            *breaches(_check_site, state, self.place, why),
        )

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        first, factory, why = isinstance(step, FirstPick), factory_number(self.factory), Why()
        why("DC-R27", "one factory each January, April, July and October")
        if first:
            why("DC-R34", "the first is picked before play")
        ready = turn_number(deployment_month(_month(state, step), why))
        with suppress(Refusal):
            check_pick(factory, state.picked, why, state.rulings.expansion_chances)
            _check_site(state, self.place, why)
        sites = state.sites
        if self.place is not None:
            sites += ((factory, place_number(self.place)),)
        play.log("picked", why.so(True).rules, plant=FACTORIES[factory].id, turn=ready)
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


def _month(state: War, step: Phase) -> str:
    """The month in which a pick counts as made."""
    return BEFORE_PLAY if isinstance(step, FirstPick) else box(state).month


def _check_site(state: War, place: str | None, why: Why) -> None:
    if place is not None:
        month, ruling = box(state).month_of_year, state.rulings.expansion_site
        may_deploy(place_number(place), state.held, month, why, ruling)


class FirstPick(Phase, frozen=True, tag="BeforePlay"):
    """Before the first turn the Soviets pick their first factory."""

    title = "Before play"
    ending = "Let the chance go"
    ending_rules = ("RUL-DC-13",)
    cites = ("DC-R34",)
    verbs = (Pick, EndPhase)

    @property
    def who(self) -> Side:
        return "soviet"

    def prompt(self, state: War, who: str) -> str:
        return "Before play: the first factory of the expansion"

    def end(self, state: War, play: Play) -> War:
        return replace_step(replace(state, chance=False))
