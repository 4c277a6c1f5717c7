"""The Replacement/Reinforcement Phase: placing units, composites, the Rumanian lift."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import replace_step
from landbridge.engine.events import Play
from landbridge.engine.refusals import Refusal, Violation
from landbridge.games.arsenal.forces.allies import LIFT_MONTH, LIFTED, lift_rumanians
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.points import HOME
from landbridge.games.arsenal.war.arrivals.composites import (
    Compose,
    compose,
    draw_composite,
    kinds_now,
    parts_slot,
)
from landbridge.games.arsenal.war.arrivals.due import (
    Due,
    call_reserves,
    came,
    candidates,
    fits,
    kept,
    places,
    waiting,
)
from landbridge.games.arsenal.war.columns import (
    DISPERSED,
    FRESH,
    ID,
    IN_SIBERIA,
    LAST_POINT,
    WORDS,
    box,
    capacity_left,
    ids,
    in_supply,
    name_of,
    put,
    stand,
    word,
    words_of,
)
from landbridge.games.arsenal.war.masks import column_of, first_of
from landbridge.games.arsenal.war.steps import (
    Chooser,
    Making,
    Phase,
    draw_one,
    end_phase,
    own_unit,
    place_code,
)
from landbridge.games.arsenal.words import AXIS, Side, figures, side_number

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War


class Raise(Action, frozen=True):
    """Place a replacement or a reinforcement."""

    unit: str
    place: str


class Lift(Action, frozen=True):
    """Lift a Rumanian unit home in December 1941."""

    unit: str
    point: str


class Call(Action, frozen=True):
    """Call the Siberian Reserves before their time."""


def placing_costs(state: War, due: Due, place: int) -> int:
    """Strategic moves that a replacement uses where it is placed."""
    if due.ready or place == IN_SIBERIA:
        return 0
    costs: int = figures("staying_put", state.rulings["staying_put"])["moves"]
    return costs


class Reinforcing(Phase, frozen=True):
    """A side places what has come."""

    side: Side
    called: bool = False

    @property
    def who(self) -> Side:
        return self.side

    def asks(self, state: War) -> tuple[Decision, ...]:
        offers = []
        slots: tuple[Slot, ...]
        units = self._units(state)
        if units:
            slots = (Slot("unit", units), Slot("place"))
            offers.append(Offer("raise", "Place a unit", slots, ("DC-R08", "DC-R11")))
        if self.side == "axis":
            away = self._liftable(state)
            if away:
                slots = (Slot("unit", tuple(UNITS[u].id for u in away)), Slot("point"))
                offers.append(Offer("lift", "Lift a Rumanian unit home", slots, ("DC-R24",)))
        else:
            kinds = kinds_now(state)
            if kinds:
                slots = (Slot("kind", kinds), Slot("first"), Slot("second"))
                offers.append(Offer("compose", "Make a composite", slots, ("DC-R50", "DC-R51")))
            if self._may_call(state):
                offers.append(Offer("call", "Call the Siberian Reserves", (), ("RUL-DC-9",)))
        offers.append(Offer("done", "End the R/R phase"))
        prompt = f"{box(state).month}: {self.side} replacements and reinforcements"
        return (Decision(self.side, prompt, tuple(offers), ("DC-R60",)),)

    def slot(self, state: War, verb: str, said: tuple[str, ...]) -> Slot | None:
        """The next thing to be said."""
        if verb == "raise" and len(said) < 2:
            unit = own_unit(state, said[0], self.side)
            found = dict.fromkeys(
                place
                for due in dict.fromkeys(state.due)
                if fits(state, due, unit)
                for place in self._payable(state, due, unit)
            )
            return Slot("place", tuple(word(place) for place in found))
        if verb == "lift" and len(said) < 2:
            free = [p for p in HOME["rumanian"] if state.held[p] == AXIS]
            return Slot("point", tuple(word(place) for place in free))
        if verb == "compose":
            return parts_slot(state, said)
        return None

    def check(self, state: War, who: str, action: Action) -> tuple[Violation, ...]:
        if isinstance(action, Raise):
            self._due(state, action)
        elif isinstance(action, Lift):
            unit, point = own_unit(state, action.unit, self.side), place_code(action.point)
            self._lift(state, unit, point)
        elif isinstance(action, Compose):
            compose(state, action)
        return ()

    def answer(self, state: War, who: str, action: Action, play: Play) -> War:
        if isinstance(action, Raise):
            return self._place(state, action, play)
        if isinstance(action, Lift):
            unit, point = own_unit(state, action.unit, self.side), place_code(action.point)
            return self._carry_home(state, unit, point, play)
        if isinstance(action, Compose):
            return compose(state, action, play)
        if isinstance(action, Call):
            return replace_step(call_reserves(state, True, play), replace(self, called=True))
        for unit in self._liftable(state) if self.side == "axis" else ():
            free = [p for p in HOME["rumanian"] if state.held[p] == AXIS]
            if free and capacity_left(state, self.side) > 0:
                state = self._carry_home(state, unit, free[0], play)
        play.log("rr_ends", ("DC-R60",), side=self.side)
        return replace_step(replace(state, due=kept(state)))

    # Placing

    def _units(self, state: War) -> tuple[str, ...]:
        side, found = side_number(self.side), 0
        for due, units in waiting(state):
            # Units of one type have one nation, and enter at the same places.
            unit = first_of(units)
            if state.side[unit] == side and self._payable(state, due, unit):
                found |= units
        return words_of(column_of(found))

    def _payable(self, state: War, due: Due, unit: int) -> tuple[int, ...]:
        """Where a unit may be placed for something due, as far as strategic moves are left."""
        found = places(state, due, unit)
        # Whoever comes to a point pays the same at every point.
        if found and placing_costs(state, due, found[0]) > capacity_left(state, self.side):
            return ()
        return found

    def _due(self, state: War, action: Raise) -> tuple[Due, int, int]:
        unit, place = own_unit(state, action.unit, self.side), place_code(action.place)
        # A reinforcement comes undispersed: where two things are due, it is placed first.
        dues = sorted(
            (due for due in dict.fromkeys(state.due) if fits(state, due, unit)),
            key=lambda due: not due.ready,
        )
        if not dues:
            raise Refusal(
                f"{UNITS[unit].name} cannot be placed now",
                ("DC-R02", "RUL-DC-37"),
                legal=", ".join(self._units(state)[:8]) or "nothing",
            )
        here = [due for due in dues if place in places(state, due, unit)]
        left = capacity_left(state, self.side)
        for due in here:
            if placing_costs(state, due, place) <= left:
                return due, unit, place
        if here:
            raise Refusal(
                "No strategic move is left for another replacement",
                ("DC-R08", "RUL-DC-4"),
                legal="reinforcements, or units kept in Siberia",
            )
        raise Refusal(
            f"{UNITS[unit].name} cannot be placed at {name_of(place)}",
            ("DC-R13", "DC-R14"),
            legal=", ".join(name_of(p) for p in places(state, dues[0], unit)[:8]) or "nowhere",
        )

    def _place(self, state: War, action: Raise, play: Play) -> War:
        due, unit, place = self._due(state, action)
        used = state.used + placing_costs(state, due, place)
        state = stand(came(state, due), unit, place, 0 if due.ready else DISPERSED | FRESH)
        waits: int = figures("held_off", state.rulings["held_off"])["months"]
        hungry = put(state.hungry, unit, waits if place == IN_SIBERIA else 0)
        state = replace(state, used=used, hungry=hungry)
        rules = ("DC-R11",) if due.ready else ("DC-R08",)
        how = "reinforcement" if due.ready else "replacement, dispersed"
        play.log("raised", rules, unit=UNITS[unit].id, place=name_of(place), how=how)
        return state

    # Any legal action

    def random_action(self, state: War, who: str, choose: Chooser) -> Action:
        verbs: list[Making] = [end_phase]
        if state.due:
            verbs.append(self._draw_raise)
        if self.side == "soviet":
            verbs.append(draw_composite)
            if self._may_call(state):
                verbs.append(lambda state, choose: Call())
        elif box(state).month == LIFT_MONTH:
            verbs.append(self._draw_lift)
        return draw_one(state, choose, verbs)

    def _draw_raise(self, state: War, choose: Chooser) -> Action | None:
        side = side_number(self.side)
        dues = list(state.due)
        while dues:
            number = choose(len(dues))
            units = candidates(state, dues[number])
            if units and state.side[units[0]] == side:
                unit = units[choose(len(units))]
                ends = self._payable(state, dues[number], unit)
                if ends:
                    return Raise(ID[unit], WORDS[ends[choose(len(ends))]])
            del dues[number]
        return None

    def _draw_lift(self, state: War, choose: Chooser) -> Action | None:
        if capacity_left(state, self.side) < 1:
            return None
        free = [p for p in HOME["rumanian"] if state.held[p] == AXIS]
        away = self._liftable(state)
        if not free or not away:
            return None
        return Lift(ID[away[choose(len(away))]], WORDS[free[choose(len(free))]])

    # The Rumanians, the Reserves

    def _lift(self, state: War, unit: int, point: int) -> Any:
        if unit not in _away(state):
            raise Refusal(
                f"{UNITS[unit].name} is not to be lifted home",
                "DC-R24",
                legal=ids(self._liftable(state)),
            )
        return lift_rumanians(
            (unit,),
            (point,),
            box(state).month,
            state.held,
            state.used,
            not in_supply(state, unit),
            state.rulings["rumanian_lift"],
        )

    def _liftable(self, state: War) -> list[int]:
        """Units to be lifted, as far as the ruling lets isolated ones go."""
        every: bool = figures("rumanian_lift", state.rulings["rumanian_lift"])["isolated"]
        return [unit for unit in _away(state) if every or in_supply(state, unit)]

    def _carry_home(self, state: War, unit: int, point: int, play: Play) -> War:
        found = self._lift(state, unit, point)
        state = stand(state, unit, point, DISPERSED if found.result.dispersed else 0)
        play.log("lifted", found.rules, unit=UNITS[unit].id, point=name_of(point))
        return replace(state, used=state.used + found.result.moves_used)

    def _may_call(self, state: War) -> bool:
        terms = figures("reserves_release", state.rulings["reserves_release"])
        early = terms["early"]
        return (
            not self.called
            and not state.reserves.released
            and bool(early)
            and early <= box(state).month < terms["month"]
        )


def _away(state: War) -> list[int]:
    """Rumanian units that go home this month and are not there yet."""
    if box(state).month != LIFT_MONTH:
        return []
    return [
        unit
        for unit in sorted(LIFTED)
        if state.at[unit] <= LAST_POINT
        and state.side[unit] == AXIS
        and state.at[unit] not in HOME["rumanian"]
    ]
