"""Plant expansion: picking factories, before play and every quarter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import done
from landbridge.engine.events import Play
from landbridge.engine.findings import Why
from landbridge.engine.refusals import Violation
from landbridge.games.arsenal.calendar import FIRST, months_between
from landbridge.games.arsenal.expansion import AHEAD, BEFORE_PLAY, allowed_picks, check_pick
from landbridge.games.arsenal.factories import FACTORIES, factory_number
from landbridge.games.arsenal.war.steps import Chooser, Phase, draw_one, end_phase
from landbridge.games.arsenal.words import Side

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War

FIRST_DEPLOYED: int = 1 + months_between(FIRST, BEFORE_PLAY) + AHEAD
"""The turn in which the factory picked before play is deployed."""


class Pick(Action, frozen=True):
    """Pick a factory for the expansion."""

    factory: str


def picks(state: War) -> tuple[int, ...]:
    """The factories that may be picked now."""
    return allowed_picks(frozenset(state.picked)) if state.chance else ()


def may_pick(state: War, action: Pick) -> Why:
    """Refuse a pick that the rules forbid."""
    why = Why()
    plant = factory_number(action.factory)
    check_pick(plant, state.picked, why, state.rulings["expansion_chances"])
    return why


def pick(state: War, action: Pick, ready: int, play: Play) -> War:
    """Put a factory on the track."""
    rules = may_pick(state, action).so(True).rules
    plant = factory_number(action.factory)
    play.tell("picked", ("DC-R27", "DC-R28", *rules), plant=FACTORIES[plant].id, turn=ready)
    return replace(
        state,
        picked=(*state.picked, plant),
        building=(*state.building, (plant, ready)),
        chance=False,
    )


def draw_pick(state: War, choose: Chooser) -> Action | None:
    """Any factory that may be picked."""
    found = picks(state)
    return Pick(FACTORIES[found[choose(len(found))]].id) if found else None


class BeforePlay(Phase, frozen=True):
    """Before the first turn the Soviets pick their first factory."""

    @property
    def who(self) -> Side:
        return "soviet"

    def asks(self, state: War) -> tuple[Decision, ...]:
        slot = Slot("factory", tuple(FACTORIES[plant].id for plant in picks(state)))
        offers = (
            Offer("pick", "Pick the first factory", (slot,), ("DC-R34",)),
            Offer("done", "Let the chance go", (), ("RUL-DC-13",)),
        )
        prompt = "Before play: the first factory of the expansion"
        return (Decision("soviet", prompt, offers, ("DC-R34",)),)

    def slot(self, state: War, verb: str, said: tuple[str, ...]) -> Slot | None:
        """Nothing more is to be said."""
        return None

    def check(self, state: War, who: str, action: Action) -> tuple[Violation, ...]:
        if isinstance(action, Pick):
            may_pick(state, action)
        return ()

    def answer(self, state: War, who: str, action: Action, play: Play) -> War:
        if isinstance(action, Pick):
            return done(pick(state, action, FIRST_DEPLOYED, play))
        return done(replace(state, chance=False))

    def draw(self, state: War, choose: Chooser) -> Action:
        return draw_one(state, choose, [end_phase, draw_pick])
