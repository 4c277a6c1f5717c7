"""The Soviet industry phase: factories are picked, deployed, entrained and sent, then produce."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import Routine, push_steps, replace_step
from landbridge.engine.events import Play
from landbridge.engine.findings import Why
from landbridge.engine.refusals import Refusal, Violation
from landbridge.games.arsenal.industry.chances import AHEAD, chances
from landbridge.games.arsenal.industry.factories import factory_number, soviet_points
from landbridge.games.arsenal.industry.factory_moves import lines_from
from landbridge.games.arsenal.war.arrivals.due import soviet_due
from landbridge.games.arsenal.war.arrivals.phase import Reinforcing
from landbridge.games.arsenal.war.columns import (
    IN_SIBERIA,
    LAST_POINT,
    WORDS,
    box,
    name_of,
    put,
    word,
)
from landbridge.games.arsenal.war.control import ENTRAINED, MOVED
from landbridge.games.arsenal.war.industry.evacuation import (
    all_gone,
    arrive,
    ids_of,
    line_way,
    may_entrain,
    must_go,
    sail,
    sea_way,
    set_down,
)
from landbridge.games.arsenal.war.industry.picks import (
    Pick,
    draw_pick,
    may_pick,
    pick,
    picks,
    site_slots,
)
from landbridge.games.arsenal.war.industry.plants import (
    WAITED,
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
from landbridge.games.arsenal.war.masks import marks, remembered
from landbridge.games.arsenal.war.steps import (
    Chooser,
    Making,
    Phase,
    draw_legal,
    draw_one,
    end_phase,
    place_code,
)
from landbridge.games.arsenal.words import SOVIET, Side

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
            play.log(
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
            may_entrain(state, plant_of(state, action.factory), Why())
        elif isinstance(action, Send):
            line_way(state, action.factory, action.to)
        elif isinstance(action, Ship):
            sea_way(state, action.factory, action.to)
        else:
            all_gone(state)
        return ()

    def answer(self, state: War, who: str, action: Action, play: Play) -> War:
        why = Why()
        if isinstance(action, Pick):
            return pick(replace(state, chance=False), action, state.turn + AHEAD, play)
        if isinstance(action, Deploy):
            plant, place = self._deploy(state, action, why)
            play.log("deployed", why.so(True).rules, plant=plant_id(plant), place=name_of(place))
            return _deployed(state, plant, place)
        if isinstance(action, Entrain):
            plant = plant_of(state, action.factory)
            may_entrain(state, plant, why)
            why("DC-R38", "it ceases production")
            play.log(
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
            play.log("sent", ("DC-R42", "DC-R43"), plant=plant_id(plant), place=name_of(place))
            return arrive(state, plant, place, action.stays, play)
        if isinstance(action, Ship):
            return sail(state, action.factory, action.to, action.stays, play)
        state = set_down(state, play)
        return replace_step(replace(state, plant_flags=state.plant_flags.translate(_STOPPED)))

    # Any legal action

    def random_action(self, state: War, who: str, choose: Chooser) -> Action:
        verbs: list[Making] = [self._draw_entrain]
        if not must_go(state):
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
        return draw_legal(choose, found, lambda action: sea_way(state, action.factory, action.to))

    # What each verb needs

    def _deploy(self, state: War, action: Deploy, why: Why) -> tuple[int, int]:
        plant, place = factory_number(action.factory), place_code(action.place)
        if plant not in ready(state):
            raise Refusal(
                f"{plant_id(plant)} is not ready to be deployed",
                "DC-R28",
                legal=ids_of(ready(state)),
            )
        may_stand(state, place, why)
        return plant, place


class Produce(Routine, frozen=True):
    """Factories and symbols bring units, which the Soviets may then place."""

    def run(self, state: War, play: Play) -> War:
        return push_steps(soviet_due(state, play), Reinforcing("soviet"))
