"""Entrained factories travel by line or sea, and are set up again."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import Refusal, Violation, breaches
from landbridge.engine.rules.findings import Why, unique
from landbridge.games.arsenal.industry.factory_travel import (
    check_lines,
    check_sea,
    is_sunk,
    lines_from,
    may_travel,
    stops_in_port,
)
from landbridge.games.arsenal.map.places import (
    DESTROYED,
    PLACE_WORDS,
    SIBERIA,
    place_name,
    place_number,
)
from landbridge.games.arsenal.map.seas import sea_between
from landbridge.games.arsenal.war.columns import box, put
from landbridge.games.arsenal.war.control import ENTRAINED, MOVED
from landbridge.games.arsenal.war.industry.factories_in_play import (
    WAITED,
    check_present,
    factory_id,
    factory_of,
    ids_of,
    open_points,
    plant_name,
    ports_of,
    sailing,
    travellers,
)
from landbridge.games.arsenal.war.industry.setting_up import arrive
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import Phase, PhaseVerb
from landbridge.games.arsenal.war.supply import under_air
from landbridge.games.arsenal.words import SOVIET, figures

STAYS = Slot("stays", ("yes", "no"), prompt="whether it stays entrained", optional=True)


def left_standing(state: War) -> list[int]:
    """Factories that may not be left standing; none where the ruling lets them wait."""
    if figures("entrained_waits", state.rulings.entrained_waits)["waits"]:
        return []
    level = open_points(state)
    return [
        factory
        for factory in travellers(state)
        if len(lines_from(state.factory_at[factory], state.held, level)) > 1
        # A factory stops a turn in its port before it sails.
        and (state.factory_flags[factory] & WAITED or not ports_of(state, factory))
    ]


def waiting_violations(state: War) -> tuple[Violation, ...]:
    """What is wrong when the phase ends while a factory that has to go on is left standing."""
    return tuple(
        Violation(
            f"{plant_name(factory)} may not be left standing",
            ("DC-R43", "RUL-DC-20"),
            f"send {factory_id(factory)}",
        )
        for factory in left_standing(state)
    )


def _present(state: War, text: str) -> int:
    """A factory that is on the map or in Siberia, by its id or its point."""
    factory = factory_of(state, text)
    check_present(state, factory, travellers(state))
    return factory


def _check_traveller(state: War, factory: int) -> None:
    """Refuse a factory that does not travel in this phase."""
    flags, legal = state.factory_flags[factory], ids_of(travellers(state))
    earlier = f"entrained in an earlier R/R phase: {legal}"
    if not flags & ENTRAINED and not flags & MOVED:
        text = f"{plant_name(factory)} is not entrained"
        raise Refusal(text, ("DC-R38", "DC-R43"), legal=earlier)
    if flags not in (ENTRAINED, ENTRAINED | WAITED, ENTRAINED | MOVED):
        text = f"{plant_name(factory)} has travelled in this phase"
        raise Refusal(text, ("DC-R43", "DC-R58"), legal=earlier)
    if not may_travel(bool(flags & MOVED), Why()):
        raise Refusal(f"{plant_name(factory)} does not travel now", "DC-R43", legal=earlier)


class Send(PhaseVerb, frozen=True):
    """Send an entrained factory along lines."""

    explains = True

    factory: str
    to: str
    stays: bool = False

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        waiting = travellers(state)
        if not waiting:
            return None
        slots = (Slot("factory", tuple(map(factory_id, waiting))), Slot("to"), STAYS)
        return Offer("send", "Send a factory along lines", slots, ("DC-R43",))

    @classmethod
    def next_slot(cls, state: War, step: Phase, who: str, said: tuple[str, ...]) -> Slot | None:
        if len(said) != 1:
            return super().next_slot(state, step, who, said)
        start = state.factory_at[factory_of(state, said[0])]
        ends = lines_from(start, state.held, open_points(state))
        return Slot("to", tuple(PLACE_WORDS[end] for end in ends))

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        factory, place = _present(state, self.factory), place_number(self.to)
        start, level = state.factory_at[factory], open_points(state)
        return (
            *breaches(_check_traveller, state, factory),
            *breaches(check_lines, start, place, state.held, level, Why()),
        )

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        factory, place = factory_of(state, self.factory), place_number(self.to)
        play.log("sent", ("DC-R42", "DC-R43"), plant=factory_id(factory), place=place_name(place))
        return arrive(state, factory, place, self.stays, play)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        waiting = travellers(state)
        if not waiting:
            return None
        factory, stays = waiting[choose(len(waiting))], choose(2) > 0
        ends = lines_from(state.factory_at[factory], state.held, open_points(state))
        return (
            cls(factory_id(factory), PLACE_WORDS[ends[choose(len(ends))]], stays) if ends else None
        )


class Ship(PhaseVerb, frozen=True):
    """Send an entrained factory over the sea."""

    explains = True

    factory: str
    to: str
    stays: bool = False

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        ships = tuple(map(factory_id, sailing(state, travellers(state))))
        if not ships:
            return None
        slots = (Slot("factory", ships), Slot("to"), STAYS)
        return Offer("ship", "Send a factory by sea", slots, ("DC-R44",))

    @classmethod
    def next_slot(cls, state: War, step: Phase, who: str, said: tuple[str, ...]) -> Slot | None:
        if len(said) != 1:
            return super().next_slot(state, step, who, said)
        ports = ports_of(state, factory_of(state, said[0]))
        return Slot("to", tuple(PLACE_WORDS[port] for port in ports))

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        factory, place = _present(state, self.factory), place_number(self.to)
        start, month = state.factory_at[factory], box(state).month
        return (
            *breaches(_check_traveller, state, factory),
            *breaches(check_sea, start, place, state.held, month),
            *breaches(_check_port, state, factory),
        )

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        factory, place = factory_of(state, self.factory), place_number(self.to)
        sea, why = _sea(state, factory, place), Why()
        if sea:
            bombed = under_air(state, SOVIET, state.factory_at[factory], place)
            why("RUL-DC-22", "torpedoes, by sea and side")
            if is_sunk(sea, play.nature, why, state.rulings.torpedo, bombed):
                play.log("plant_sunk", why.so(True).rules, plant=factory_id(factory))
                return replace(
                    state,
                    factory_at=put(state.factory_at, factory, DESTROYED),
                    factory_flags=put(state.factory_flags, factory, 0),
                )
        rules = unique(("DC-R44", *why.so(True).rules))
        play.log("shipped", rules, plant=factory_id(factory), place=place_name(place))
        return arrive(state, factory, place, self.stays, play)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        ships = sailing(state, travellers(state))
        if not ships:
            return None
        factory, stays = ships[choose(len(ships))], choose(2) > 0
        ports = ports_of(state, factory)
        return cls(factory_id(factory), PLACE_WORDS[ports[choose(len(ports))]], stays)


def _check_port(state: War, factory: int) -> None:
    """Refuse a factory that has not stopped in the port from which it sails."""
    why, ruling = Why(), state.rulings.embarkation
    if not state.factory_flags[factory] & WAITED and stops_in_port(why, ruling):
        raise Refusal(
            "It stops a turn in the port before it sails", why.so(True).rules, legal="next turn"
        )


def _sea(state: War, factory: int, place: int) -> str:
    """The sea between a factory and a port to which it may sail now; nothing if there is none."""
    start = state.factory_at[factory]
    if SIBERIA in (start, place):
        return ""
    return sea_between(state.held, SOVIET, box(state).month_of_year, start, place)
