"""The Rumanian lift of December 1941: units that go home by strategic moves."""

from __future__ import annotations

from contextlib import suppress
from typing import Self

from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser
from landbridge.engine.refusals import ImpossibleAction, Refusal, Violation, breaches
from landbridge.engine.rules.citing import Rules
from landbridge.engine.rules.findings import Finding
from landbridge.games.arsenal.forces.homecoming import LIFT_MONTH, LIFTED, LiftTerms, lift_rumanians
from landbridge.games.arsenal.forces.names import unit_label
from landbridge.games.arsenal.forces.units import UNITS
from landbridge.games.arsenal.map.places import LAST_POINT, PLACE_WORDS, place_name
from landbridge.games.arsenal.map.points import HOME, point_number
from landbridge.games.arsenal.movement.strategic_movement import move_cost
from landbridge.games.arsenal.war.capacity import moves_used, use_moves
from landbridge.games.arsenal.war.columns import DISPERSED, ID, box, ids, place_unit
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import Phase, PhaseVerb, own_unit
from landbridge.games.arsenal.war.supply import in_supply
from landbridge.games.arsenal.words import AXIS


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


def _free_home(state: War) -> list[int]:
    """The points of Rumania to which units can be lifted."""
    return [point for point in HOME["rumanian"] if state.held[point] == AXIS]


def _liftable(state: War) -> list[int]:
    """Units that can be lifted now, as far as moves are left and the ruling lets them go."""
    home = _free_home(state)[:1]
    return [u for u in _away(state) for point in home if not breaches(_terms, state, u, point)]


def _terms(state: War, unit: int, point: int) -> Finding[LiftTerms]:
    """What lifting a unit costs and does, or a refusal."""
    return lift_rumanians(
        (unit,),
        (point,),
        box(state).month,
        state.held,
        moves_used(state, "axis"),
        not in_supply(state, unit),
        state.rulings.rumanian_lift,
        state.rulings.lift_shortfall,
    )


def _check_away(state: War, unit: int) -> None:
    """Refuse a unit that is at home already."""
    if state.at[unit] in HOME["rumanian"]:
        raise Refusal(
            f"{unit_label(unit)} is in Rumania already", "DC-R24", legal=ids(_liftable(state))
        )


def _carry_home(state: War, unit: int, point: int, play: Play) -> War:
    rules: Rules = ("DC-R24", "DC-R25")
    terms = LiftTerms(True, move_cost("rumanians"), 0)
    with suppress(Refusal):
        found = _terms(state, unit, point)
        terms, rules = found.result, found.rules
    state = place_unit(state, unit, point, DISPERSED if terms.dispersed else 0)
    play.log("lifted", rules, unit=UNITS[unit].id, point=place_name(point))
    return use_moves(state, "axis", terms.moves_used)


def lift_the_rest(state: War, play: Play) -> War:
    """Units that nobody has lifted go home at the end of the phase, while moves are left."""
    while units := _liftable(state):
        state = _carry_home(state, units[0], _free_home(state)[0], play)
    return state


class Lift(PhaseVerb, frozen=True):
    """Lift a Rumanian unit home in December 1941."""

    explains = True
    only = "axis"

    unit: str
    point: str

    @classmethod
    def offer(cls, state: War, step: Phase, who: str) -> Offer | None:
        away = _liftable(state) if who == cls.only else []
        if not away:
            return None
        slots = (Slot("unit", tuple(ID[unit] for unit in away)), Slot("point"))
        return Offer("lift", "Lift a Rumanian unit home", slots, ("DC-R24",))

    @classmethod
    def next_slot(cls, state: War, step: Phase, who: str, said: tuple[str, ...]) -> Slot | None:
        if len(said) != 1:
            return super().next_slot(state, step, who, said)
        return Slot("point", tuple(PLACE_WORDS[point] for point in _free_home(state)))

    def check(self, state: War, step: Phase, who: str) -> tuple[Violation, ...]:
        unit, point = own_unit(state, self.unit, who), point_number(self.point)
        if state.at[unit] > LAST_POINT:
            text = f"{unit_label(unit)} is not on the map"
            raise ImpossibleAction(text, "DC-R24", legal=ids(_liftable(state)))
        return (
            *breaches(_check_away, state, unit),
            *breaches(_terms, state, unit, point),
        )

    def apply(self, state: War, step: Phase, who: str, play: Play) -> War:
        unit = own_unit(state, self.unit, who)
        return _carry_home(state, unit, point_number(self.point), play)

    @classmethod
    def random_action(cls, state: War, step: Phase, who: str, choose: Chooser) -> Self | None:
        if who != cls.only or box(state).month != LIFT_MONTH:
            return None
        free, away = _free_home(state), _liftable(state)
        if not free or not away:
            return None
        return cls(ID[away[choose(len(away))]], PLACE_WORDS[free[choose(len(free))]])
