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
from landbridge.games.arsenal.chances import AHEAD, chances
from landbridge.games.arsenal.factories import factory_number, soviet_points
from landbridge.games.arsenal.factory_moves import lines_from, lines_lead, may_entrain
from landbridge.games.arsenal.seas import sea_between, torpedoed
from landbridge.games.arsenal.war.columns import (
    IN_SIBERIA,
    LAST_POINT,
    WORDS,
    box,
    name_of,
    put,
    supplied,
    under_air,
    word,
)
from landbridge.games.arsenal.war.control import DESTROYED, ENTRAINED, MOVED
from landbridge.games.arsenal.war.expanding import (
    Pick,
    draw_pick,
    may_pick,
    pick,
    picks,
    site_slots,
)
from landbridge.games.arsenal.war.masks import marks, remembered
from landbridge.games.arsenal.war.plants import (
    WAITED,
    capacity,
    chapter_place,
    entrained,
    may_stand,
    open_points,
    plant_id,
    plant_of,
    ports_of,
    ready,
    sailing,
    sites,
    standing,
    travellers,
)
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

YES_NO = Slot("stays", ("yes", "no"), prompt="whether it stays entrained", optional=True)
_chances = remembered(8)(chances)
_STOPPED = marks(lambda flag: flag | WAITED if flag & (ENTRAINED | MOVED) == ENTRAINED else flag)
"""By marks: a factory that has not travelled in this phase has stopped where it is."""
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
    months = _chances(state.rulings["expansion_chances"])
    state = replace(
        state,
        plant_flags=flags,
        used=entrained(state),
        chance=box(state).month in months,
    )
    return _deploy_sited(state, play) if state.sites else state


def _deploy_sited(state: War, play: Play) -> War:
    """Factories whose place was chosen at their pick are deployed by themselves."""
    sites = dict(state.sites)
    for plant in ready(state):
        if plant in sites:
            place = sites[plant]
            if place <= LAST_POINT and state.held[place] != SOVIET:
                place = IN_SIBERIA
            play.tell(
                "deployed", ("DC-R29", "RUL-DC-14"), plant=plant_id(plant), place=name_of(place)
            )
            state = _deployed(state, plant, place)
    return state


def _deployed(state: War, plant: int, place: int) -> War:
    return replace(
        state,
        building=tuple(row for row in state.building if row[0] != plant),
        plants=put(state.plants, plant, place),
        plant_ready=put(state.plant_ready, plant, state.turn),
    )


def _words(plants: tuple[int, ...]) -> str:
    return ", ".join(map(plant_id, plants)) or "none now"


class Industry(Phase, frozen=True):
    """The Soviets plan and move their factories."""

    @property
    def who(self) -> Side:
        return "soviet"

    def asks(self, state: War) -> tuple[Decision, ...]:
        offers = []
        slots: tuple[Slot, ...]
        if state.chance:
            found = tuple(plant_id(plant) for plant in picks(state))
            if found:
                slots = (Slot("factory", found), *site_slots(state))
                offers.append(Offer("pick", "Pick a factory", slots, ("DC-R27",)))
        waiting_sites = ready(state)
        if waiting_sites:
            slots = (Slot("factory", tuple(map(plant_id, waiting_sites))), Slot("place"))
            offers.append(Offer("deploy", "Deploy a factory", slots, ("DC-R29",)))
        workers = standing(state)
        if workers:
            slot = Slot("factory", tuple(map(plant_id, workers)))
            offers.append(Offer("entrain", "Entrain a factory", (slot,), ("DC-R38",)))
        waiting = travellers(state)
        if waiting:
            slots = (Slot("factory", tuple(map(plant_id, waiting))), Slot("to"), YES_NO)
            offers.append(Offer("send", "Send a factory along lines", slots, ("DC-R43",)))
            ships = tuple(map(plant_id, sailing(state, waiting)))
            if ships:
                slots = (Slot("factory", ships), Slot("to"), YES_NO)
                offers.append(Offer("ship", "Send a factory by sea", slots, ("DC-R44",)))
        offers.append(Offer("done", "Go on to production"))
        prompt = f"{box(state).month}: Soviet industry"
        return (Decision("soviet", prompt, tuple(offers), ("DC-R60",)),)

    def slot(self, state: War, verb: str, said: tuple[str, ...]) -> Slot | None:
        """The next thing to be said."""
        if len(said) == 1 and verb == "pick":
            return next(iter(site_slots(state)), None)
        if len(said) == 1 and verb == "deploy":
            return Slot("place", tuple(map(word, sites(state))))
        if len(said) == 1 and verb == "send":
            start = chapter_place(state.plants[plant_of(state, said[0])])
            ends = lines_from(start, state.held, open_points(state))
            return Slot("to", tuple(WORDS[end] for end in ends))
        if len(said) == 1 and verb == "ship":
            return Slot("to", tuple(word(p) for p in ports_of(state, plant_of(state, said[0]))))
        return YES_NO if len(said) == 2 and verb in ("send", "ship") else None

    def offers(self, state: War, who: str, verb: str) -> bool | None:
        # A factory that may not sail yet is told why.
        return True if who == self.who and verb == "ship" and travellers(state) else None

    def check(self, state: War, who: str, action: Action) -> tuple[Violation, ...]:
        if isinstance(action, Pick):
            may_pick(state, action)
        elif isinstance(action, Deploy):
            self._deploy(state, action, Why())
        elif isinstance(action, Entrain):
            self._entrain(state, plant_of(state, action.factory), Why())
        elif isinstance(action, Send):
            self._route(state, action)
        elif isinstance(action, Ship):
            self._sea(state, action)
        else:
            self._may_end(state)
        return ()

    def _must_go(self, state: War) -> list[int]:
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

    def _may_end(self, state: War) -> None:
        stand = self._must_go(state)
        if stand:
            raise Refused(
                f"{', '.join(map(plant_id, stand))} may not be left standing",
                ("DC-R43", "RUL-DC-20"),
                legal=f"send {plant_id(stand[0])}",
            )

    def answer(self, state: War, who: str, action: Action, play: Play) -> War:
        why = Why()
        if isinstance(action, Pick):
            return pick(replace(state, chance=False), action, state.turn + AHEAD, play)
        if isinstance(action, Deploy):
            plant, place = self._deploy(state, action, why)
            play.tell("deployed", why.so(True).rules, plant=plant_id(plant), place=name_of(place))
            return _deployed(state, plant, place)
        if isinstance(action, Entrain):
            plant = plant_of(state, action.factory)
            self._entrain(state, plant, why)
            why("DC-R38", "it ceases production")
            play.tell(
                "entrained",
                why.so(True).rules,
                plant=plant_id(plant),
                place=name_of(state.plants[plant]),
            )
            return replace(
                state,
                used=state.used + 1,
                plant_flags=put(state.plant_flags, plant, ENTRAINED | MOVED),
            )
        if isinstance(action, Send):
            plant, place = plant_of(state, action.factory), place_code(action.to)
            play.tell("sent", ("DC-R42", "DC-R43"), plant=plant_id(plant), place=name_of(place))
            return _arrive(state, plant, place, action.stays, play)
        if isinstance(action, Ship):
            return self._sail(state, action, play)
        state = _set_down(state, play)
        return done(replace(state, plant_flags=state.plant_flags.translate(_STOPPED)))

    # Any legal action

    def draw(self, state: War, choose: Chooser) -> Action:
        verbs: list[Making] = [self._draw_entrain]
        if not self._must_go(state):
            verbs.append(end_phase)
        if state.chance:
            verbs.append(draw_pick)
        if state.building:
            verbs.append(self._draw_deploy)
        if travellers(state):
            verbs += [self._draw_send, self._draw_ship]
        return draw_one(state, choose, verbs)

    def _draw_entrain(self, state: War, choose: Chooser) -> Action | None:
        found = standing(state)
        return Entrain(plant_id(found[choose(len(found))])) if found else None

    def _draw_deploy(self, state: War, choose: Chooser) -> Action | None:
        plants = ready(state)
        if not plants:
            return None
        plant = plant_id(plants[choose(len(plants))])
        places = [IN_SIBERIA, *soviet_points(state.held)]
        place = draw_legal(choose, places, lambda place: may_stand(state, place, Why()))
        return None if place is None else Deploy(plant, word(place))

    def _draw_send(self, state: War, choose: Chooser) -> Action | None:
        waiting = travellers(state)
        plant, stays = waiting[choose(len(waiting))], choose(2) > 0
        ends = lines_from(chapter_place(state.plants[plant]), state.held, open_points(state))
        return Send(plant_id(plant), WORDS[ends[choose(len(ends))]], stays) if ends else None

    def _draw_ship(self, state: War, choose: Chooser) -> Action | None:
        found = [
            Ship(plant_id(plant), word(port), stays)
            for plant in travellers(state)
            for port in ports_of(state, plant)
            for stays in (False, True)
        ]
        return draw_legal(choose, found, lambda action: self._sea(state, action))

    # What each verb needs

    def _deploy(self, state: War, action: Deploy, why: Why) -> tuple[int, int]:
        plant, place = factory_number(action.factory), place_code(action.place)
        if plant not in ready(state):
            raise Refused(
                f"{plant_id(plant)} is not ready to be deployed",
                "DC-R28",
                legal=_words(ready(state)),
            )
        may_stand(state, place, why)
        return plant, place

    def _entrain(self, state: War, plant: int, why: Why) -> None:
        place = state.plants[plant]
        if place > LAST_POINT and place != IN_SIBERIA:
            raise Refused(
                f"{plant_id(plant)} is not in play", "DC-R38", legal=_words(standing(state))
            )
        if state.plant_flags[plant] & ENTRAINED:
            raise Refused(
                f"{plant_id(plant)} is entrained already", "DC-R38", legal=_words(standing(state))
            )
        if state.plant_flags[plant] & MOVED:
            raise Refused(
                f"{plant_id(plant)} has been moved in this phase",
                ("DC-R43", "DC-R47"),
                legal=_words(standing(state)),
            )
        month = box(state).month
        may_entrain(
            chapter_place(place),
            month,
            state.held,
            entrained(state),
            capacity(state),
            why,
            supplied(state, SOVIET),
        )
        if state.used >= capacity(state):
            raise Refused("No strategic move is left for it", "DC-R42", legal="next turn")

    def _traveller(self, state: War, text: str) -> int:
        plant = plant_of(state, text)
        if plant not in travellers(state):
            raise Refused(
                f"{plant_id(plant)} does not travel now",
                "DC-R43",
                legal=f"entrained in an earlier R/R phase: {_words(travellers(state))}",
            )
        return plant

    def _route(self, state: War, action: Send) -> tuple[int, int]:
        plant, place = self._traveller(state, action.factory), place_code(action.to)
        start, level = chapter_place(state.plants[plant]), open_points(state)
        if not lines_lead(start, chapter_place(place), state.held, level):
            ends = [name_of(end & 0xFF) for end in lines_from(start, state.held, level)]
            raise Refused(
                f"No open line leads to {name_of(place)}",
                ("DC-R43", "RUL-DC-18"),
                legal=f"along major and minor lines: {', '.join(ends[:12])}",
            )
        return plant, place

    def _sea(self, state: War, action: Ship) -> tuple[int, int, str]:
        plant, place = self._traveller(state, action.factory), place_code(action.to)
        start = state.plants[plant]
        month = box(state).month_of_year
        inland = IN_SIBERIA in (start, place)
        sea = "" if inland else sea_between(state.held, SOVIET, month, start, place)
        if not sea:
            raise Refused(
                f"No sea leads to {name_of(place)}",
                ("DC-R44", "RUL-DC-38"),
                legal=", ".join(map(name_of, ports_of(state, plant)))
                or "no port is open from here",
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
        bombed = under_air(state, SOVIET, state.plants[plant], place)
        sunk = torpedoed(sea, SOVIET, play.nature, state.rulings["torpedo"], bombed)
        rules = ("DC-R44", "DC-R45", "RUL-DC-22")
        if sunk:
            play.tell("plant_sunk", rules, plant=plant_id(plant))
            return replace(
                state,
                plants=put(state.plants, plant, DESTROYED),
                plant_flags=put(state.plant_flags, plant, 0),
            )
        play.tell("shipped", rules, plant=plant_id(plant), place=name_of(place))
        return _arrive(state, plant, place, action.stays, play)


def _set_down(state: War, play: Play) -> War:
    """Where more factories are entrained than the month has moves, the last are set up again."""
    waiting = list(travellers(state))
    while waiting and entrained(state) > capacity(state):
        plant = waiting.pop()
        place = name_of(state.plants[plant])
        play.tell("set_down", ("DC-R40",), plant=plant_id(plant), place=place)
        state = _arrive(state, plant, state.plants[plant], False, play)
    # What is set down for want of moves uses none.
    return replace(state, used=min(state.used, capacity(state)))


def _arrive(state: War, plant: int, place: int, stays: bool, play: Play) -> War:
    """A factory comes to a place, and is set up there unless it stays entrained."""
    if not stays:
        play.tell("set_up", ("DC-R47",), plant=plant_id(plant), place=name_of(place))
        if not figures("arrival_turn", state.rulings["arrival_turn"])["moves"]:
            state = replace(state, used=state.used - 1)
    return replace(
        state,
        plants=put(state.plants, plant, place),
        plant_flags=put(state.plant_flags, plant, ENTRAINED | MOVED | WAITED if stays else MOVED),
        plant_ready=put(state.plant_ready, plant, state.turn + 1),
    )


class Produce(Routine, frozen=True):
    """Factories and symbols bring units, which the Soviets may then place."""

    def run(self, state: War, play: Play) -> War:
        return after(soviet_due(state, play), Reinforcing("soviet"))
