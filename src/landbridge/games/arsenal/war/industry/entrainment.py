"""Entraining factories, and setting down those for which a month has no strategic move."""

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
from landbridge.games.arsenal.calendar import month_name
from landbridge.games.arsenal.industry.factory_moves import may_entrain, too_many
from landbridge.games.arsenal.map.places import place_name
from landbridge.games.arsenal.movement.strategic_movement import check_moves_left, move_cost
from landbridge.games.arsenal.war.capacity import capacity_left, use_moves
from landbridge.games.arsenal.war.columns import box, put
from landbridge.games.arsenal.war.control import ENTRAINED, MOVED
from landbridge.games.arsenal.war.industry.factories_in_play import (
    all_entrained,
    capacity,
    check_present,
    entrainable,
    entrained,
    factory_id,
    factory_of,
    ids_of,
    plant_name,
)
from landbridge.games.arsenal.war.industry.setting_up import set_up_at
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import EndPhase, Phase, PhaseVerb
from landbridge.games.arsenal.war.supply import supplied
from landbridge.games.arsenal.words import SOVIET, Side


def _check_unmoved(state: War, factory: int) -> None:
    """Refuse a factory that has only just been set up."""
    if state.factory_flags[factory] & MOVED:
        raise Refusal(
            f"{plant_name(factory)} has been moved in this phase",
            ("DC-R43", "DC-R47"),
            legal=ids_of(entrainable(state)),
        )


def _check_entraining(state: War, factory: int, why: Why) -> None:
    """Refuse a factory that may not be entrained now."""
    place, moves, level = state.factory_at[factory], capacity(state), supplied(state, SOVIET)
    may_entrain(place, box(state).month, state.held, entrained(state), moves, why, level)


class Entrain(PhaseVerb, frozen=True):
    """Entrain a factory, by its id or its point."""

    explains = True

    factory: str

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        workers = entrainable(state)
        if not workers:
            return None
        slot = Slot("factory", tuple(map(factory_id, workers)))
        return Offer("entrain", "Entrain a factory", (slot,), ("DC-R38",))

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        factory = factory_of(state, self.factory)
        check_present(state, factory, entrainable(state))
        if state.factory_flags[factory] & ENTRAINED:
            text = f"{plant_name(factory)} is entrained already"
            raise ImpossibleAction(text, "DC-R38", legal=ids_of(entrainable(state)))
        left = capacity_left(state, "soviet")
        return (
            *breaches(_check_unmoved, state, factory),
            *breaches(_check_entraining, state, factory, Why()),
            *breaches(check_moves_left, left, "factories", box(state).month),
        )

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        factory, why = factory_of(state, self.factory), Why()
        with suppress(Refusal):
            _check_entraining(state, factory, why)
        why("DC-R38", "it ceases production")
        why("DC-R42", "it uses a strategic move")
        place = place_name(state.factory_at[factory])
        play.log("entrained", why.so(True).rules, plant=factory_id(factory), place=place)
        flags = put(state.factory_flags, factory, ENTRAINED | MOVED)
        state = use_moves(state, "soviet", move_cost("factories"))
        return replace(state, factory_flags=flags)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        found = entrainable(state)
        return cls(factory_id(found[choose(len(found))])) if found else None


# More factories than strategic moves


class Unload(PhaseVerb, frozen=True):
    """Set up an entrained factory where it stands, since the month has no move for it."""

    only = "soviet"

    factory: str

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        if not excess(state):
            return None
        slot = Slot("factory", tuple(map(factory_id, all_entrained(state))))
        return Offer("unload", "Set up a factory where it stands", (slot,), ("DC-R40",))

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        factory = factory_of(state, self.factory)
        if factory not in all_entrained(state):
            text = f"{plant_name(factory)} is not entrained"
            raise ImpossibleAction(text, ("DC-R38", "DC-R40"), legal=ids_of(all_entrained(state)))
        return ()

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        factory = factory_of(state, self.factory)
        place = state.factory_at[factory]
        play.log("set_down", ("DC-R40",), plant=factory_id(factory), place=place_name(place))
        # What is set down for want of moves uses none.
        state = use_moves(state, "soviet", -move_cost("factories"))
        state = set_up_at(state, factory, place, play)
        return state if excess(state) else replace_step(state)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        found = all_entrained(state)
        return cls(factory_id(found[choose(len(found))]))


def excess(state: War) -> int:
    """How many factories are entrained for which the month has no strategic move."""
    return too_many(entrained(state), capacity(state))


class TooManyEntrained(Phase, frozen=True):
    """A month has fewer strategic moves than factories are entrained: some are set up again."""

    title = "Industry"
    ending = "Go on"
    ending_rules = ("DC-R40",)
    cites = ("DC-R40",)
    verbs = (Unload, EndPhase)

    @classmethod
    def stand_in(cls, who: str) -> TooManyEntrained | None:
        return cls() if who == "soviet" else None

    @property
    def who(self) -> Side:
        return "soviet"

    def prompt(self, state: War, who: str) -> str:
        return f"{self.heading(state)} factories: {excess(state)} more entrained than moves"

    def violations(self, state: War, who: str) -> tuple[Violation, ...]:
        return self.may_end(state)

    def may_end(self, state: War) -> tuple[Violation, ...]:
        if not excess(state):
            return ()
        trains, moves = entrained(state), capacity(state)
        month = month_name(box(state).month)
        return (
            Violation(
                f"{trains} factories are entrained, but {month} has {moves} strategic moves",
                ("DC-R40", "RUL-DC-19"),
                f"unload {factory_id(all_entrained(state)[-1])}",
            ),
        )

    def end(self, state: War, play: Play) -> War:
        return replace_step(state)
