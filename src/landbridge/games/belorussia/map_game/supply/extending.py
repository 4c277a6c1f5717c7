"""Extenders in the Movement Phase (OCS 12.7): formed, turned back; the special ones of rule 3.6."""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.play.actions import Offer, Slot, verb_of
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, ImpossibleAction, Refusal, Violation
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.phases import MapPhase, own_phase
from landbridge.games.belorussia.map_game.unit_verbs import UnitVerb
from landbridge.games.belorussia.position.position import Extender
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.supply_lines.extenders import (
    fellows,
    form_extender,
    formed,
    forming_violations,
    is_set,
    turn_back,
    turned_back,
    turning_violations,
)
from landbridge.games.belorussia.supply_lines.special_extenders import (
    SIDE,
    front_hqs,
    is_special,
    lift_special,
    place_special,
    placing_violations,
)
from landbridge.games.belorussia.words import Side


class Extend(UnitVerb, frozen=True):
    """Let a truck or wagon form an Extender with four others of its kind in its hex."""

    @classmethod
    def is_named(cls, theatre: Theatre, row: int) -> bool:
        return theatre.counter(row).is_transport

    @classmethod
    def against(cls, theatre: Theatre, row: int) -> Violation | None:
        found = forming_violations(theatre, fellows(theatre, row))
        return found[0] if found else None

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        if not cls.able(state, step):
            return None
        unit = (Slot("unit", lazy=True),)
        return Offer("extend", "Form an Extender", unit, ("OCS-12.7-1", "OCS-12.7d-1"))

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        row = next(cls.draw_able(state, step, choose), None)
        return None if row is None else cls(step.theatre(state).counter(row).id)

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        rows = fellows(theatre, self.row(theatre, step))
        found = forming_violations(theatre, rows)
        if found and not is_set(theatre, rows):
            # There is no such Extender.
            raise ImpossibleAction(found[0].text, found[0].rules, found[0].remedy)
        return found

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        row = self.row(theatre, step)
        rows = fellows(theatre, row)
        place = theatre.land.labels[theatre.place_of(row)]
        kind = "wagon" if theatre.counter(row).kind == "wagon" else "truck"
        try:
            rules = form_extender(theatre, rows).rules
        except Refusal:
            rules = ("OCS-12.7-1",)
        play.log("extender_formed", rules, to=(step.side,), kind=kind, hex=place)
        return state.with_position(formed(theatre, rows))


def own_extenders(theatre: Theatre, side: Side, *, special: bool) -> dict[str, Extender]:
    """The Extenders of a side on the map by their hexes: of Transport Points, or special ones."""
    labels = theatre.land.labels
    return {
        labels[one.place]: one
        for one in theatre.position.extenders
        if one.side == side and is_special(one) == special
    }


class ExtenderVerb(Verb, frozen=True):
    """Something that is done with an Extender, which is named by its hex."""

    explains = True

    label: ClassVar[str]
    rules: ClassVar[Rules]

    hex: Annotated[str, Meta(max_length=10)]

    @classmethod
    def places(cls, state: Ledger, step: MapPhase) -> tuple[str, ...]:
        """The hexes that may be named."""
        raise AssertionError(f"{cls.__name__} names no hex")

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        places = cls.places(state, step)
        if not places:
            return None
        return Offer(verb_of(cls), cls.label, (Slot("hex", places, prompt="where?"),), cls.rules)

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> MapPhase | None:
        return own_phase(cls, "movement", who) if state.has_map else None

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        places = cls.places(state, step)
        return cls(places[choose(len(places))]) if places else None


class Retract(ExtenderVerb, frozen=True):
    """Turn an Extender back into its trucks or wagons."""

    label = "Turn an Extender back"
    rules = ("OCS-12.7d-1",)

    @classmethod
    def places(cls, state: Ledger, step: MapPhase) -> tuple[str, ...]:
        theatre = step.theatre(state)
        found = own_extenders(theatre, step.side, special=False)
        return tuple(hex for hex, one in found.items() if not turning_violations(theatre, one))

    def _extender(self, theatre: Theatre, step: MapPhase) -> Extender:
        found = own_extenders(theatre, step.side, special=False).get(self.hex)
        if found is None:
            raise BadInput(f"No Extender of trucks or wagons of this side is in '{self.hex}'.")
        return found

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        return turning_violations(theatre, self._extender(theatre, step))

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        extender = self._extender(theatre, step)
        try:
            rules = turn_back(theatre, extender).rules
        except Refusal:
            rules = self.rules
        to = (step.side,)
        play.log("extender_turned_back", rules, to=to, kind=extender.kind, hex=self.hex)
        return state.with_position(turned_back(theatre, extender))


# Special truck Extenders


def never_placed(state: Ledger, theatre: Theatre) -> int:
    """How many special truck Extenders lie in their box since the match began."""
    available: int = figures("special_extenders", theatre.rulings.special_extenders)["available"]
    placed = len(own_extenders(theatre, SIDE, special=True))
    return available - placed - len(state.extenders_lifted)


def turns_in_box(state: Ledger, theatre: Theatre) -> int | None:
    """The turns that the next special Extender has been in its box; None if it is empty."""
    if never_placed(state, theatre) > 0:
        return state.turn
    lifted = state.extenders_lifted.values()
    return state.turn - min(lifted) if lifted else None


class PlaceExtender(ExtenderVerb, frozen=True, tag="place_extender"):
    """Place a special truck Extender within reach of a Front HQ."""

    label = "Place a special truck Extender"
    rules = ("TFB-3.6-2",)

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        theatre = step.theatre(state)
        can = step.side == SIDE and front_hqs(theatre) and turns_in_box(state, theatre) is not None
        near = cls.places(state, step) if can else ()
        prompt = "which hex, within 45 Truck MP of a Front HQ?"
        slot = Slot("hex", prompt=prompt, examples=near)
        return Offer(verb_of(cls), cls.label, (slot,), cls.rules) if can else None

    @classmethod
    def places(cls, state: Ledger, step: MapPhase) -> tuple[str, ...]:
        """The hexes of Front HQs, where one may be placed with least thought."""
        theatre = step.theatre(state)
        turns, labels = turns_in_box(state, theatre), theatre.land.labels
        if step.side != SIDE or turns is None:
            return ()
        near = (theatre.place_of(row) for row in front_hqs(theatre))
        return tuple(labels[p] for p in near if not placing_violations(theatre, p, turns))

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        turns = turns_in_box(state, theatre)
        if step.side != SIDE or turns is None:
            raise BadInput("No special truck Extender lies in the box.")
        return placing_violations(theatre, theatre.land.place(self.hex), turns)

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        found = place_special(theatre, theatre.land.place(self.hex))
        play.log("special_extender_placed", found.rules, to=(step.side,), hex=self.hex)
        if never_placed(state, theatre) <= 0:
            _, *left = sorted(state.extenders_lifted.items(), key=lambda item: item[1])
            state = replace(state, extenders=dict(left))
        return state.with_position(found.result)


class LiftExtender(ExtenderVerb, frozen=True, tag="lift_extender"):
    """Lift a special truck Extender off the map, into its box."""

    label = "Lift a special truck Extender off the map"
    rules = ("TFB-3.6-1",)

    @classmethod
    def places(cls, state: Ledger, step: MapPhase) -> tuple[str, ...]:
        return tuple(own_extenders(step.theatre(state), step.side, special=True))

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        if self.hex not in self.places(state, step):
            raise BadInput(f"No special truck Extender of this side is in '{self.hex}'.")
        return ()

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        found = lift_special(theatre, theatre.land.place(self.hex))
        play.log("special_extender_lifted", found.rules, to=(step.side,), hex=self.hex)
        number = next(n for n in ("1", "2") if n not in state.extenders_lifted)
        lifted = state.extenders_lifted | {number: state.turn}
        return replace(state, extenders=lifted).with_position(found.result)


EXTENDER_VERBS: tuple[type[Verb], ...] = (Extend, Retract, PlaceExtender, LiftExtender)
"""What a side may do about Extenders in its Movement Phase."""
