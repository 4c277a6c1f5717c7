"""Places noted by the players: who holds them, and whether supply comes there."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.chance.tables import read_toml
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, ImpossibleAction, Violation, choices, unknown
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.combat.capture import capture
from landbridge.games.belorussia.ledger.books import SupplyPlace
from landbridge.games.belorussia.ledger.facts.emergencies import offer_emergency
from landbridge.games.belorussia.ledger.facts.fortresses import (
    against_fortress,
    declare_fortress,
    fortress_falls,
)
from landbridge.games.belorussia.ledger.facts.lost_hqs import against_kessel_hq
from landbridge.games.belorussia.ledger.facts.noting import AXIS, BOTH, SOVIET, Fact, When
from landbridge.games.belorussia.ledger.fronts.objectives import objective_taken
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.supply.lots import BASES, amount
from landbridge.games.belorussia.supply.lots import Kind as PlaceKind
from landbridge.games.belorussia.supply.soviet_placement import FRONTS
from landbridge.games.belorussia.victory import REAR_CITIES, places
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import NAME_OF, PACKAGE, Side

PLACES = [place["name"] for place in read_toml(PACKAGE, "ledger/places.toml")["place"]]
PlaceName = Annotated[str, Meta(examples=PLACES)]
Worth = Annotated[str, Meta(examples=[*places(), *REAR_CITIES])]
MINSK = "Minsk"

OWNERS: dict[PlaceKind, Side] = {
    "front_hq": "soviet",
    "army_group_hq": "axis",
    "corps_hq": "axis",
    "kessel_hq": "axis",
}
"""The kinds of places that only one side has."""


class Mark(Fact, frozen=True):
    """Note how a place stands for supply."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("TFB-SUP-4", "TFB-SUP-15")

    place: PlaceName
    kind: PlaceKind
    side: Side
    controlled: bool = True
    detrainable: bool = True
    in_trace: bool = True

    def own_rules(self) -> Rules:
        if self.kind in BASES:
            return ("TFB-SUP-5",) if self.side == "soviet" else ("TFB-SUP-17",)
        return ("TFB-SUP-4",) if self.side == "soviet" else ("TFB-SUP-15", "TFB-SUP-16")

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The side that draws supply there, and the one that did so far."""
        before = state.places.get(self.place)
        return tuple(dict.fromkeys((self.side, before.side if before else self.side)))

    def describe(self) -> str:
        return f"{self.place} ({NAME_OF[self.side]}) is {', '.join(self._facts())}"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        if (self.place in FRONTS) != (self.kind == "front_hq"):
            raise BadInput(f"The Front HQs, and nothing else, are {choices(FRONTS)}.")
        owner = OWNERS.get(self.kind, self.side)
        if owner != self.side:
            raise BadInput(
                f"A {self.kind.replace('_', ' ')} is {NAME_OF[owner]}, never {NAME_OF[self.side]}."
            )
        if self.side == "axis" and self.controlled and self.place in state.held:
            rules = ("RUL-TFB-35", "TFB-SUP-15")
            text = f"the Soviet side holds {self.place}"
            return (Violation(text, rules, f"hold {self.place} no"),)
        worth = self.place in places(state.rulings.victory_points)
        if self.side == "soviet" and self.controlled and worth and self.place not in state.held:
            text = f"the Soviet side does not hold {self.place}"
            return (Violation(text, ("RUL-TFB-35",), f"hold {self.place}"),)
        if self.place == MINSK and self._lost_by_axis() and not state.minsk.soviet:
            rules = ("TFB-SUP-13", "TFB-SUP-14")
            return (Violation("Minsk is in Axis hands", rules, "minsk soviet yes"),)
        if any(lost.name == self.place for lost in state.returning if lost.kind == self.kind):
            raise ImpossibleAction(f"{self.place} is lost and on its way back", "TFB-REB-32")
        if self.kind == "kessel_hq" and self.controlled:
            return against_kessel_hq(state, self.place, placed=True)
        return ()

    def _lost_by_axis(self) -> bool:
        return self.side == "axis" and not self.controlled

    def enter(self, state: Ledger, play: Play) -> Ledger:
        how, rules = ", ".join(self._facts()), self.own_rules()
        play.log("marked", rules, place=self.place, side=NAME_OF[self.side], how=how)
        place = SupplyPlace(
            self.kind,
            self.side,
            self.controlled,
            self.detrainable,
            self.in_trace,
            self._stock(state, play),
        )
        if self.place == MINSK:
            state = replace(state, minsk=replace(state.minsk, detrainable=self.detrainable))
        return replace(state, places=state.places | {self.place: place})

    def _stock(self, state: Ledger, play: Play) -> int:
        """The tokens that lie there: whoever takes an air base takes a part of them."""
        before = state.places.get(self.place)
        if before is None or not before.stock or before.side == self.side:
            return before.stock if before else 0
        taken = capture("dump", before.stock, 0, False, play.nature).tokens
        play.log(
            "air_base_stock_taken",
            ("OCS-9.14b-1",),
            place=self.place,
            taken=amount(taken),
            lost=amount(before.stock - taken),
        )
        return taken

    def _facts(self) -> list[str]:
        return [
            word if holds else f"not {word}"
            for word, holds in (
                ("controlled", self.controlled),
                ("detrainable", self.detrainable),
                ("in trace", self.in_trace),
            )
        ]


class MinskFact(Fact, frozen=True, tag="minsk"):
    """Note how Minsk stands."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("TFB-SUP-13", "TFB-SUP-14")

    what: Literal["isolated", "soviet", "fortress", "detrainable"]
    holds: bool

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The Axis, who draw supply from Minsk; where it is retaken, the Soviet side."""
        return SOVIET if self.what == "soviet" and not self.holds else AXIS

    def describe(self) -> str:
        return f"Minsk is {self._how()}"

    def _how(self) -> str:
        said = {"soviet": "Soviet", "fortress": "a fortress"}.get(self.what, self.what)
        return said if self.holds else f"not {said}"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        if self.what != "fortress":
            return ()
        if self.holds:
            return against_fortress(state, MINSK, "major_city")
        stands = state.minsk.fortress
        text = "a fortress that has been declared is never given up"
        return violations(violation_if(stands, text, "RUL-TFB-9"))

    def enter(self, state: Ledger, play: Play) -> Ledger:
        play.log("minsk", ("TFB-SUP-13", "TFB-SUP-14"), how=self._how())
        if self.what == "soviet":
            return change_hands(state, MINSK, self.holds, play)
        if self.what == "fortress" and self.holds:
            return declare_fortress(state, MINSK, play)
        here = state.places.get(MINSK)
        if self.what == "detrainable" and here is not None:
            here = replace(here, detrainable=self.holds)
            state = replace(state, places=state.places | {MINSK: here})
        return replace(state, minsk=replace(state.minsk, **{self.what: self.holds}))


class Hold(Fact, frozen=True):
    """Note whether the Soviet side holds a place that is worth victory points."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("RUL-TFB-35",)

    place: Worth
    holds: bool = True

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The side that loses the place."""
        return AXIS if self.holds else SOVIET

    def describe(self) -> str:
        return f"{self.place} is {'' if self.holds else 'not '}in Soviet hands"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        worth = (*places(state.rulings.victory_points), *REAR_CITIES)
        if self.place not in worth:
            raise BadInput(unknown("place worth points", self.place, worth))
        return ()

    def enter(self, state: Ledger, play: Play) -> Ledger:
        word = "holds" if self.holds else "does not hold"
        play.log("held", ("RUL-TFB-35",), place=self.place, word=word)
        return change_hands(state, self.place, self.holds, play)


def change_hands(state: Ledger, place: str, soviet: bool, play: Play) -> Ledger:
    """A place worth points is Soviet or is not: points, objectives and Axis supply follow."""
    if place in REAR_CITIES:
        others = tuple(city for city in state.cities_lost if city != place)
        return replace(state, rear_lost=others if soviet else (*others, place))
    if soviet:
        state = fortress_falls(state, place, play)
    was = place in state.held
    rest = tuple(name for name in state.held if name != place)
    state = replace(state, held=(*rest, place) if soviet else rest)
    if place == MINSK:
        # A fortress ends with its city.
        fortress = state.minsk.fortress and not soviet
        state = replace(state, minsk=replace(state.minsk, soviet=soviet, fortress=fortress))
    here = state.places.get(place)
    if here is not None and was != soviet:
        own = (here.side == "soviet") == soviet
        state = replace(state, places=state.places | {place: replace(here, controlled=own)})
    if not soviet or was:
        return state
    return offer_emergency(objective_taken(state, place, play), place, play)
