"""Soviet industry: picking, deploying, entraining and moving factories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import Routine, after, done
from landbridge.engine.events import Play
from landbridge.engine.findings import Why
from landbridge.engine.refusals import Refused, Violation
from landbridge.engine.rules import in_force
from landbridge.games.arsenal.expansion import (
    AHEAD,
    chances,
    may_deploy,
)
from landbridge.games.arsenal.factories import (
    FACTORIES,
    FACTORY,
    factory_number,
    soviet_points,
)
from landbridge.games.arsenal.factory_moves import lines_from, lines_lead, may_entrain
from landbridge.games.arsenal.map import POINTS, SIBERIA, point_number
from landbridge.games.arsenal.seas import sea_between, sea_links, torpedoed
from landbridge.games.arsenal.war.columns import (
    IN_SIBERIA,
    LAST_POINT,
    WORDS,
    box,
    capacity_left,
    name_of,
    put,
    supplied,
    word,
)
from landbridge.games.arsenal.war.control import DESTROYED, ENTRAINED
from landbridge.games.arsenal.war.expanding import Pick, draw_pick, may_pick, pick, picks
from landbridge.games.arsenal.war.masks import marks, remembered, those
from landbridge.games.arsenal.war.reinforcing import Reinforcing
from landbridge.games.arsenal.war.replacing import soviet_due
from landbridge.games.arsenal.war.steps import (
    Chooser,
    Making,
    Phase,
    draw_legal,
    draw_one,
    end_phase,
    place_code,
)
from landbridge.games.arsenal.words import SOVIET, Side, figures

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War

MOVED, WAITED = 2, 4
"""Entrained or moved in this phase; has stopped in its port."""
YES_NO = Slot("stays", ("yes", "no"), prompt="whether it stays entrained", optional=True)
PLANTS = range(len(FACTORIES))
_chances = remembered(8)(chances)
_WAITING = marks(lambda flag: flag & (ENTRAINED | MOVED) == ENTRAINED)
_UNMOVED = marks(lambda flag: flag & ~MOVED)


class Deploy(Action, frozen=True):
    """Deploy a factory that was picked three turns ago."""

    factory: str
    place: str


class Entrain(Action, frozen=True):
    """Entrain a factory, by its id or its point."""

    factory: str


class Send(Action, frozen=True):
    """Send an entrained factory along lines."""

    factory: str
    to: str
    stays: bool = False


class Ship(Action, frozen=True):
    """Send an entrained factory over the sea."""

    factory: str
    to: str
    stays: bool = False


def open_industry(state: War, play: Play) -> War:
    """The Soviet R/R phase begins: entrained factories use strategic moves."""
    flags = state.plant_flags.translate(_UNMOVED)
    entrained = sum(flag & ENTRAINED for flag in flags)
    months = _chances(state.rulings["expansion_chances"])
    return replace(
        state,
        plant_flags=flags,
        used=entrained,
        chance=box(state).month in months,
    )


def _capacity(state: War) -> int:
    return capacity_left(state, "soviet") + state.used


def _id(plant: int) -> str:
    return FACTORIES[plant].id


def _place(place: int) -> int:
    """A place as the chapters on factories know it."""
    return SIBERIA if place == IN_SIBERIA else place


def _plant(state: War, text: str) -> int:
    """A factory by its id, or by the point where it stands alone."""
    if text.strip().upper() in FACTORY:
        return factory_number(text)
    point = point_number(text)
    here = [plant for plant in PLANTS if state.plants[plant] == point]
    if len(here) != 1:
        raise Refused(
            f"{POINTS[point].name} has {len(here)} factories",
            "DC-R38",
            legal=", ".join(map(_id, here)) or "a point with a factory",
        )
    return here[0]


class Industry(Phase, frozen=True):
    """The Soviets plan and move their factories."""

    @property
    def who(self) -> Side:
        return "soviet"

    def asks(self, state: War) -> tuple[Decision, ...]:
        offers = []
        slots: tuple[Slot, ...]
        if state.chance:
            found = tuple(_id(plant) for plant in picks(state))
            if found:
                offers.append(
                    Offer("pick", "Pick a factory", (Slot("factory", found),), ("DC-R27",))
                )
        ready = _ready(state)
        if ready:
            slots = (Slot("factory", tuple(map(_id, ready))), Slot("place"))
            offers.append(Offer("deploy", "Deploy a factory", slots, ("DC-R29",)))
        standing = _standing(state)
        if standing:
            slot = Slot("factory", tuple(map(_id, standing)))
            offers.append(Offer("entrain", "Entrain a factory", (slot,), ("DC-R38",)))
        waiting = _travellers(state)
        if waiting:
            slots = (Slot("factory", tuple(map(_id, waiting))), Slot("to"), YES_NO)
            offers.append(Offer("send", "Send a factory along lines", slots, ("DC-R43",)))
            if any(_ports(state, plant) for plant in waiting):
                offers.append(Offer("ship", "Send a factory by sea", slots, ("DC-R44",)))
        offers.append(Offer("done", "Go on to production"))
        prompt = f"{box(state).month}: Soviet industry"
        return (Decision("soviet", prompt, tuple(offers), ("DC-R60",)),)

    def slot(self, state: War, verb: str, said: tuple[str, ...]) -> Slot | None:
        """The next thing to be said."""
        if len(said) == 1 and verb == "deploy":
            return Slot("place", ("Siberia", *(word(p) for p in soviet_points(state.held))))
        if len(said) == 1 and verb == "send":
            return Slot("to", ("Siberia", *(word(p) for p in soviet_points(state.held))))
        if len(said) == 1 and verb == "ship":
            return Slot("to", tuple(word(p) for p in _ports(state, _plant(state, said[0]))))
        return YES_NO if len(said) == 2 and verb in ("send", "ship") else None

    def check(self, state: War, who: str, action: Action) -> tuple[Violation, ...]:
        if isinstance(action, Pick):
            may_pick(state, action)
        elif isinstance(action, Deploy):
            self._deploy(state, action, Why())
        elif isinstance(action, Entrain):
            self._entrain(state, _plant(state, action.factory), Why())
        elif isinstance(action, Send):
            self._route(state, action)
        elif isinstance(action, Ship):
            self._sea(state, action)
        return ()

    def answer(self, state: War, who: str, action: Action, play: Play) -> War:
        why = Why()
        if isinstance(action, Pick):
            return pick(replace(state, chance=False), action, state.turn + AHEAD, play)
        if isinstance(action, Deploy):
            plant, place = self._deploy(state, action, why)
            left = tuple(row for row in state.building if row[0] != plant)
            play.tell("deployed", why.so(True).rules, plant=_id(plant), place=name_of(place))
            return replace(
                state,
                building=left,
                plants=put(state.plants, plant, place),
                plant_ready=put(state.plant_ready, plant, state.turn),
            )
        if isinstance(action, Entrain):
            plant = _plant(state, action.factory)
            self._entrain(state, plant, why)
            why("DC-R38", "it ceases production")
            play.tell(
                "entrained",
                why.so(True).rules,
                plant=_id(plant),
                place=name_of(state.plants[plant]),
            )
            return replace(
                state,
                used=state.used + 1,
                plant_flags=put(state.plant_flags, plant, ENTRAINED | MOVED),
            )
        if isinstance(action, Send):
            plant, place = _plant(state, action.factory), place_code(action.to)
            play.tell("sent", ("DC-R42", "DC-R43"), plant=_id(plant), place=name_of(place))
            return _arrive(state, plant, place, action.stays, play)
        if isinstance(action, Ship):
            return self._sail(state, action, play)
        flags = bytes(
            flag | WAITED if flag & ENTRAINED and not flag & MOVED else flag
            for flag in state.plant_flags
        )
        return done(replace(state, plant_flags=flags))

    # Any legal action

    def draw(self, state: War, choose: Chooser) -> Action:
        verbs: list[Making] = [end_phase, self._draw_entrain]
        if state.chance:
            verbs.append(draw_pick)
        if state.building:
            verbs.append(self._draw_deploy)
        if _travellers(state):
            verbs += [self._draw_send, self._draw_ship]
        return draw_one(state, choose, verbs)

    def _draw_entrain(self, state: War, choose: Chooser) -> Action | None:
        found = _standing(state)
        return Entrain(_id(found[choose(len(found))])) if found else None

    def _draw_deploy(self, state: War, choose: Chooser) -> Action | None:
        places = ("Siberia", *(word(p) for p in soviet_points(state.held)))
        found = [Deploy(_id(plant), place) for plant in _ready(state) for place in places]
        return draw_legal(choose, found, lambda action: self._deploy(state, action, Why()))

    def _draw_send(self, state: War, choose: Chooser) -> Action | None:
        waiting = _travellers(state)
        plant, stays = waiting[choose(len(waiting))], choose(2) > 0
        ends = lines_from(_place(state.plants[plant]), state.held, self._open_points(state))
        return Send(_id(plant), WORDS[ends[choose(len(ends))]], stays) if ends else None

    def _draw_ship(self, state: War, choose: Chooser) -> Action | None:
        found = [
            Ship(_id(plant), word(port), stays)
            for plant in _travellers(state)
            for port in _ports(state, plant)
            for stays in (False, True)
        ]
        return draw_legal(choose, found, lambda action: self._sea(state, action))

    # What each verb needs

    def _deploy(self, state: War, action: Deploy, why: Why) -> tuple[int, int]:
        plant, place = factory_number(action.factory), place_code(action.place)
        if plant not in _ready(state):
            raise Refused(f"{_id(plant)} is not ready to be deployed", "DC-R28", legal="later")
        site = state.rulings["expansion_site"]
        may_deploy(_place(place), state.held, box(state).month_of_year, why, site)
        return plant, place

    def _entrain(self, state: War, plant: int, why: Why) -> None:
        place = state.plants[plant]
        if place > LAST_POINT and place != IN_SIBERIA:
            raise Refused(f"{_id(plant)} is not in play", "DC-R38", legal="a factory in play")
        if state.plant_flags[plant] & ENTRAINED:
            raise Refused(f"{_id(plant)} is entrained already", "DC-R38", legal="another")
        entrained = sum(flag & ENTRAINED for flag in state.plant_flags)
        month = box(state).month
        may_entrain(_place(place), month, state.held, entrained, _capacity(state), why)
        if state.used >= _capacity(state):
            raise Refused("No strategic move is left for it", "DC-R42", legal="next turn")

    def _traveller(self, state: War, text: str) -> int:
        plant = _plant(state, text)
        if plant not in _travellers(state):
            raise Refused(
                f"{_id(plant)} does not travel now",
                "DC-R43",
                legal="a factory that was entrained in an earlier R/R phase",
            )
        return plant

    def _route(self, state: War, action: Send) -> tuple[int, int]:
        plant, place = self._traveller(state, action.factory), place_code(action.to)
        level = self._open_points(state)
        if not lines_lead(_place(state.plants[plant]), _place(place), state.held, level):
            raise Refused(
                f"No open line leads to {name_of(place)}",
                ("DC-R43", "RUL-DC-18"),
                legal="major and minor lines through Soviet points",
            )
        return plant, place

    def _open_points(self, state: War) -> bytes | None:
        """The supply that points on the way need, where the ruling asks for it."""
        strict: bool = figures("factory_lines", state.rulings["factory_lines"])["supplied"]
        return supplied(state, SOVIET) if strict else None

    def _sea(self, state: War, action: Ship) -> tuple[int, int, str]:
        plant, place = self._traveller(state, action.factory), place_code(action.to)
        start = state.plants[plant]
        month = box(state).month_of_year
        inland = IN_SIBERIA in (start, place)
        sea = "" if inland else sea_between(state.held, SOVIET, month, start, place)
        if not sea:
            raise Refused(
                f"No sea leads to {name_of(place)}", ("DC-R44", "RUL-DC-38"), legal="an open port"
            )
        waits: bool = figures("embarkation", state.rulings["embarkation"])["port_waits"]
        if waits and not state.plant_flags[plant] & WAITED and in_force("DC-R44"):
            raise Refused(
                "It stops a turn in the port before it sails",
                ("DC-R44", "RUL-DC-21"),
                legal="next turn",
            )
        return plant, place, sea

    def _sail(self, state: War, action: Ship, play: Play) -> War:
        plant, place, sea = self._sea(state, action)
        sunk = torpedoed(sea, SOVIET, play.nature, state.rulings["torpedo"])
        rules = ("DC-R44", "DC-R45", "RUL-DC-22")
        if sunk:
            play.tell("plant_sunk", rules, plant=_id(plant))
            return replace(
                state,
                plants=put(state.plants, plant, DESTROYED),
                plant_flags=put(state.plant_flags, plant, 0),
            )
        play.tell("shipped", rules, plant=_id(plant), place=name_of(place))
        return _arrive(state, plant, place, action.stays, play)


def _arrive(state: War, plant: int, place: int, stays: bool, play: Play) -> War:
    """A factory comes to a place, and is set up there unless it stays entrained."""
    if not stays:
        play.tell("set_up", ("DC-R47",), plant=_id(plant), place=name_of(place))
        if not figures("arrival_turn", state.rulings["arrival_turn"])["moves"]:
            state = replace(state, used=state.used - 1)
    return replace(
        state,
        plants=put(state.plants, plant, place),
        plant_flags=put(state.plant_flags, plant, ENTRAINED | MOVED | WAITED if stays else MOVED),
        plant_ready=put(state.plant_ready, plant, state.turn + 1),
    )


def _ready(state: War) -> tuple[int, ...]:
    return tuple(plant for plant, turn in state.building if turn <= state.turn)


def _standing(state: War) -> tuple[int, ...]:
    """Factories that could be entrained, as far as supply and capacity go."""
    if state.used >= _capacity(state):
        return ()
    level = supplied(state, SOVIET)
    return tuple(
        plant
        for plant, place in enumerate(state.plants)
        if not state.plant_flags[plant] & (ENTRAINED | MOVED)
        and (place == IN_SIBERIA or (place <= LAST_POINT and level[place]))
    )


def _travellers(state: War) -> tuple[int, ...]:
    waiting = those(state.plant_flags.translate(_WAITING))
    return tuple(plant for plant in waiting if state.plants[plant] != DESTROYED)


def _ports(state: War, plant: int) -> tuple[int, ...]:
    start = state.plants[plant]
    month = box(state).month_of_year
    return tuple(
        port
        for _, ports in sea_links(state.held, SOVIET, month)
        if start in ports
        for port in ports
        if port != start
    )


class Produce(Routine, frozen=True):
    """Factories and symbols bring units, which the Soviets may then place."""

    def run(self, state: War, play: Play) -> War:
        return after(soviet_due(state, play), Reinforcing("soviet"))
