"""Entrained factories travel by line or sea, and are set up again."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb, draw_legal
from landbridge.engine.refusals import Refusal, Violation
from landbridge.engine.rules.citing import in_force
from landbridge.games.arsenal.industry.factory_moves import lines_from, lines_lead
from landbridge.games.arsenal.map.places import (
    DESTROYED,
    PLACE_WORDS,
    SIBERIA,
    place_name,
    place_number,
)
from landbridge.games.arsenal.map.seas import sea_between, torpedoed
from landbridge.games.arsenal.war.columns import box, put
from landbridge.games.arsenal.war.control import ENTRAINED, MOVED
from landbridge.games.arsenal.war.industry.factories_in_play import (
    WAITED,
    capacity,
    entrained,
    factory_id,
    factory_of,
    ids_of,
    open_points,
    ports_of,
    sailing,
    travellers,
)
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import Phase
from landbridge.games.arsenal.war.supply import under_air
from landbridge.games.arsenal.words import SOVIET, figures

STAYS = Slot("stays", ("yes", "no"), prompt="whether it stays entrained", optional=True)


def must_go(state: War) -> list[int]:
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


def check_all_gone(state: War) -> None:
    """Refuse the end of the phase while a factory that has to go on is left standing."""
    stand = must_go(state)
    if stand:
        raise Refusal(
            f"{', '.join(map(factory_id, stand))} may not be left standing",
            ("DC-R43", "RUL-DC-20"),
            legal=f"send {factory_id(stand[0])}",
        )


def traveller(state: War, text: str) -> int:
    """A factory that may travel now, by its id or its point."""
    factory = factory_of(state, text)
    if factory not in travellers(state):
        raise Refusal(
            f"{factory_id(factory)} does not travel now",
            "DC-R43",
            legal=f"entrained in an earlier R/R phase: {ids_of(travellers(state))}",
        )
    return factory


class Send(Verb, frozen=True):
    """Send an entrained factory along lines."""

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
        factory, place = traveller(state, self.factory), place_number(self.to)
        start, level = state.factory_at[factory], open_points(state)
        if not lines_lead(start, place, state.held, level):
            ends = [place_name(end) for end in lines_from(start, state.held, level)]
            raise Refusal(
                f"No open line leads to {place_name(place)}",
                ("DC-R43", "RUL-DC-18"),
                legal=f"along major and minor lines: {', '.join(ends[:12])}",
            )
        return ()

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


class Ship(Verb, frozen=True):
    """Send an entrained factory over the sea."""

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
    def is_open(cls, state: War, step: Phase, who: str) -> bool:
        # A factory that may not sail yet is told why.
        return bool(travellers(state))

    @classmethod
    def next_slot(cls, state: War, step: Phase, who: str, said: tuple[str, ...]) -> Slot | None:
        if len(said) != 1:
            return super().next_slot(state, step, who, said)
        ports = ports_of(state, factory_of(state, said[0]))
        return Slot("to", tuple(PLACE_WORDS[port] for port in ports))

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        factory, place = traveller(state, self.factory), place_number(self.to)
        if not _sea(state, factory, place):
            raise Refusal(
                f"No sea leads to {place_name(place)}",
                ("DC-R44", "RUL-DC-38"),
                legal=", ".join(map(place_name, ports_of(state, factory)))
                or "no port is open from here",
            )
        waits: bool = figures("embarkation", state.rulings.embarkation)["port_waits"]
        if waits and not state.factory_flags[factory] & WAITED and in_force("DC-R44"):
            raise Refusal(
                "It stops a turn in the port before it sails",
                ("DC-R44", "RUL-DC-21"),
                legal="next turn",
            )
        return ()

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        factory, place = factory_of(state, self.factory), place_number(self.to)
        bombed = under_air(state, SOVIET, state.factory_at[factory], place)
        sea = _sea(state, factory, place)
        rules = ("DC-R44", "DC-R45", "RUL-DC-22")
        if torpedoed(sea, SOVIET, play.nature, state.rulings.torpedo, bombed):
            play.log("plant_sunk", rules, plant=factory_id(factory))
            return replace(
                state,
                factory_at=put(state.factory_at, factory, DESTROYED),
                factory_flags=put(state.factory_flags, factory, 0),
            )
        play.log("shipped", rules, plant=factory_id(factory), place=place_name(place))
        return arrive(state, factory, place, self.stays, play)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        found = [
            cls(factory_id(factory), PLACE_WORDS[port], stays)
            for factory in travellers(state)
            for port in ports_of(state, factory)
            for stays in (False, True)
        ]
        return draw_legal(found, lambda action: action.check(state, step, who), choose)


def _sea(state: War, factory: int, place: int) -> str:
    """The sea between a factory and a port to which it may sail now; nothing if there is none."""
    start = state.factory_at[factory]
    if SIBERIA in (start, place):
        return ""
    return sea_between(state.held, SOVIET, box(state).month_of_year, start, place)


def set_down(state: War, play: Play) -> War:
    """Where more factories are entrained than the month has moves, the last are set up again."""
    waiting = list(travellers(state))
    while waiting and entrained(state) > capacity(state):
        factory = waiting.pop()
        place = place_name(state.factory_at[factory])
        play.log("set_down", ("DC-R40",), plant=factory_id(factory), place=place)
        state = arrive(state, factory, state.factory_at[factory], False, play)
    # What is set down for want of moves uses none.
    return replace(state, used=min(state.used, capacity(state)))


def arrive(state: War, factory: int, place: int, stays: bool, play: Play) -> War:
    """A factory comes to a place, and is set up there unless it stays entrained."""
    if not stays:
        play.log("set_up", ("DC-R47",), plant=factory_id(factory), place=place_name(place))
        if not figures("arrival_turn", state.rulings.arrival_turn)["moves"]:
            state = replace(state, used=state.used - 1)
    return replace(
        state,
        factory_at=put(state.factory_at, factory, place),
        factory_flags=put(
            state.factory_flags, factory, ENTRAINED | MOVED | WAITED if stays else MOVED
        ),
        factory_ready=put(state.factory_ready, factory, state.turn + 1),
    )
