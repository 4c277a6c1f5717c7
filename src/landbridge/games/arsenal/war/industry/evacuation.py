"""Evacuating factories: who may be entrained, the way by line or sea, and setting up again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from landbridge.engine.events import Play
from landbridge.engine.findings import Why
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules import in_force
from landbridge.games.arsenal.industry.factory_moves import lines_from, lines_lead
from landbridge.games.arsenal.industry.factory_moves import may_entrain as chapter_allows
from landbridge.games.arsenal.map.seas import sea_between, torpedoed
from landbridge.games.arsenal.war.columns import (
    IN_SIBERIA,
    LAST_POINT,
    box,
    name_of,
    put,
    supplied,
    under_air,
)
from landbridge.games.arsenal.war.control import DESTROYED, ENTRAINED, MOVED
from landbridge.games.arsenal.war.industry.plants import (
    WAITED,
    capacity,
    chapter_place,
    entrained,
    open_points,
    plant_id,
    plant_of,
    ports_of,
    standing,
    travellers,
)
from landbridge.games.arsenal.war.steps import place_code
from landbridge.games.arsenal.words import SOVIET, figures

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War


def ids_of(plants: tuple[int, ...]) -> str:
    """Factories by their ids."""
    return ", ".join(map(plant_id, plants)) or "none now"


def must_go(state: War) -> list[int]:
    """Factories that may not be left standing; none where the ruling lets them wait."""
    if figures("entrained_waits", state.rulings["entrained_waits"])["waits"]:
        return []
    level = open_points(state)
    return [
        plant
        for plant in travellers(state)
        if len(lines_from(chapter_place(state.plants[plant]), state.held, level)) > 1
        # A factory stops a turn in its port before it sails.
        and (state.plant_flags[plant] & WAITED or not ports_of(state, plant))
    ]


def all_gone(state: War) -> None:
    """Refuse the end of the phase while a factory that has to go on is left standing."""
    stand = must_go(state)
    if stand:
        raise Refusal(
            f"{', '.join(map(plant_id, stand))} may not be left standing",
            ("DC-R43", "RUL-DC-20"),
            legal=f"send {plant_id(stand[0])}",
        )


def may_entrain(state: War, plant: int, why: Why) -> None:
    """Refuse a factory that may not be entrained now."""
    place = state.plants[plant]
    if place > LAST_POINT and place != IN_SIBERIA:
        raise Refusal(f"{plant_id(plant)} is not in play", "DC-R38", legal=ids_of(standing(state)))
    if state.plant_flags[plant] & ENTRAINED:
        raise Refusal(
            f"{plant_id(plant)} is entrained already", "DC-R38", legal=ids_of(standing(state))
        )
    if state.plant_flags[plant] & MOVED:
        raise Refusal(
            f"{plant_id(plant)} has been moved in this phase",
            ("DC-R43", "DC-R47"),
            legal=ids_of(standing(state)),
        )
    month = box(state).month
    chapter_allows(
        chapter_place(place),
        month,
        state.held,
        entrained(state),
        capacity(state),
        why,
        supplied(state, SOVIET),
    )
    if state.used >= capacity(state):
        raise Refusal("No strategic move is left for it", "DC-R42", legal="next turn")


def traveller(state: War, text: str) -> int:
    """A factory that may travel now, by its id or its point."""
    plant = plant_of(state, text)
    if plant not in travellers(state):
        raise Refusal(
            f"{plant_id(plant)} does not travel now",
            "DC-R43",
            legal=f"entrained in an earlier R/R phase: {ids_of(travellers(state))}",
        )
    return plant


def line_way(state: War, factory: str, to: str) -> tuple[int, int]:
    """A factory and the place to which open lines lead it."""
    plant, place = traveller(state, factory), place_code(to)
    start, level = chapter_place(state.plants[plant]), open_points(state)
    if not lines_lead(start, chapter_place(place), state.held, level):
        ends = [name_of(end & 0xFF) for end in lines_from(start, state.held, level)]
        raise Refusal(
            f"No open line leads to {name_of(place)}",
            ("DC-R43", "RUL-DC-18"),
            legal=f"along major and minor lines: {', '.join(ends[:12])}",
        )
    return plant, place


def sea_way(state: War, factory: str, to: str) -> tuple[int, int, str]:
    """A factory, the port to which it may sail now, and the sea between."""
    plant, place = traveller(state, factory), place_code(to)
    start = state.plants[plant]
    month = box(state).month_of_year
    inland = IN_SIBERIA in (start, place)
    sea = "" if inland else sea_between(state.held, SOVIET, month, start, place)
    if not sea:
        raise Refusal(
            f"No sea leads to {name_of(place)}",
            ("DC-R44", "RUL-DC-38"),
            legal=", ".join(map(name_of, ports_of(state, plant))) or "no port is open from here",
        )
    waits: bool = figures("embarkation", state.rulings["embarkation"])["port_waits"]
    if waits and not state.plant_flags[plant] & WAITED and in_force("DC-R44"):
        raise Refusal(
            "It stops a turn in the port before it sails",
            ("DC-R44", "RUL-DC-21"),
            legal="next turn",
        )
    return plant, place, sea


def sail(state: War, factory: str, to: str, stays: bool, play: Play) -> War:
    """A factory goes over the sea, or is lost there."""
    plant, place, sea = sea_way(state, factory, to)
    bombed = under_air(state, SOVIET, state.plants[plant], place)
    sunk = torpedoed(sea, SOVIET, play.nature, state.rulings["torpedo"], bombed)
    rules = ("DC-R44", "DC-R45", "RUL-DC-22")
    if sunk:
        play.log("plant_sunk", rules, plant=plant_id(plant))
        return replace(
            state,
            plants=put(state.plants, plant, DESTROYED),
            plant_flags=put(state.plant_flags, plant, 0),
        )
    play.log("shipped", rules, plant=plant_id(plant), place=name_of(place))
    return arrive(state, plant, place, stays, play)


def set_down(state: War, play: Play) -> War:
    """Where more factories are entrained than the month has moves, the last are set up again."""
    waiting = list(travellers(state))
    while waiting and entrained(state) > capacity(state):
        plant = waiting.pop()
        place = name_of(state.plants[plant])
        play.log("set_down", ("DC-R40",), plant=plant_id(plant), place=place)
        state = arrive(state, plant, state.plants[plant], False, play)
    # What is set down for want of moves uses none.
    return replace(state, used=min(state.used, capacity(state)))


def arrive(state: War, plant: int, place: int, stays: bool, play: Play) -> War:
    """A factory comes to a place, and is set up there unless it stays entrained."""
    if not stays:
        play.log("set_up", ("DC-R47",), plant=plant_id(plant), place=name_of(place))
        if not figures("arrival_turn", state.rulings["arrival_turn"])["moves"]:
            state = replace(state, used=state.used - 1)
    return replace(
        state,
        plants=put(state.plants, plant, place),
        plant_flags=put(state.plant_flags, plant, ENTRAINED | MOVED | WAITED if stays else MOVED),
        plant_ready=put(state.plant_ready, plant, state.turn + 1),
    )
