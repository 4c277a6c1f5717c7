"""Facts of the map that players tell the ledger: places, Minsk, points, emergencies, barrages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.events import Play
from landbridge.engine.refusals import BadInput, Refusal, choices, unknown
from landbridge.engine.rules import Rules
from landbridge.engine.tables import read_toml
from landbridge.games.belorussia.arrivals.emergencies import GROUPS
from landbridge.games.belorussia.arrivals.order import by_row
from landbridge.games.belorussia.combat.capture import captured_hedgehog
from landbridge.games.belorussia.fronts.display import Front
from landbridge.games.belorussia.fronts.postures import fire_barrage, front_barrage_violations
from landbridge.games.belorussia.ledger.asides import (
    AXIS,
    BOTH,
    SOVIET,
    Aside,
    When,
    other_side,
)
from landbridge.games.belorussia.ledger.books import SupplyPlace
from landbridge.games.belorussia.ledger.front_orders import display_name
from landbridge.games.belorussia.ledger.losses import give_points
from landbridge.games.belorussia.ledger.objectives import objective_taken
from landbridge.games.belorussia.ledger.partisan_war import HEX, check_hex
from landbridge.games.belorussia.ledger.returning import check_kessel_hq
from landbridge.games.belorussia.supply.placement import FRONTS
from landbridge.games.belorussia.supply.placement import Kind as PlaceKind
from landbridge.games.belorussia.units.garrisons import fortress_violations
from landbridge.games.belorussia.victory import places
from landbridge.games.belorussia.violations import refuse
from landbridge.games.belorussia.words import IN_WORDS, PACKAGE, Side, short

if TYPE_CHECKING:
    from landbridge.games.belorussia.ledger.state import Ledger

PLACES = [place["name"] for place in read_toml(PACKAGE, "places.toml")["place"]]
PlaceName = Annotated[str, Meta(examples=PLACES)]
Worth = Annotated[str, Meta(examples=list(places()))]
HexName = Annotated[str, Meta(examples=list(HEX.examples))]
MINSK = "Minsk"
CALLED = {
    "vitebsk": "Vitebsk",
    "kovel": "Kovel",
    "event_group": "two divisions from the west",
    "night_bomber": "the night bomber",
    "16_pz": "16th Panzer Division",
}
"""Emergencies as players call them."""

OWNERS: dict[PlaceKind, Side] = {
    "front_hq": "soviet",
    "army_group_hq": "axis",
    "corps_hq": "axis",
    "kessel_hq": "axis",
}
"""The kinds of places that only one side has."""


class Mark(Aside, frozen=True):
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

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The side that draws supply there, and the one that did so far."""
        before = state.places.get(self.place)
        return tuple(dict.fromkeys((self.side, before.side if before else self.side)))

    def describe(self) -> str:
        return f"{self.place} ({IN_WORDS[self.side]}) is {', '.join(self._facts())}"

    def check(self, state: Ledger) -> None:
        if (self.place in FRONTS) != (self.kind == "front_hq"):
            raise BadInput(f"The Front HQs, and nothing else, are {choices(FRONTS)}.")
        owner = OWNERS.get(self.kind, self.side)
        if owner != self.side:
            raise BadInput(
                f"A {self.kind.replace('_', ' ')} is {IN_WORDS[owner]}, never"
                f" {IN_WORDS[self.side]}."
            )
        if self.side == "axis" and self.controlled and self.place in state.held:
            rules = ("RUL-TFB-35", "TFB-SUP-15")
            raise Refusal(f"the Soviet side holds {self.place}", rules, f"hold {self.place} no")
        worth = self.place in places(state.rulings["victory_points"])
        if self.side == "soviet" and self.controlled and worth and self.place not in state.held:
            text = f"the Soviet side does not hold {self.place}"
            raise Refusal(text, "RUL-TFB-35", f"hold {self.place}")
        if self.kind == "kessel_hq" and self.controlled:
            check_kessel_hq(state, self.place)
        if any(lost.name == self.place for lost in state.returning if lost.kind == self.kind):
            raise Refusal(f"{self.place} is lost and on its way back", "TFB-REB-32")

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        before = state.places.get(self.place)
        place = SupplyPlace(
            self.kind,
            self.side,
            self.controlled,
            self.detrainable,
            self.in_trace,
            before.stock if before else 0,
        )
        rules = ("TFB-SUP-4",) if self.side == "soviet" else ("TFB-SUP-15", "TFB-SUP-16")
        how = ", ".join(self._facts())
        play.log("marked", rules, place=self.place, side=IN_WORDS[self.side], how=how)
        return replace(state, places=state.places | {self.place: place})

    def _facts(self) -> list[str]:
        return [
            word if holds else f"not {word}"
            for word, holds in (
                ("controlled", self.controlled),
                ("detrainable", self.detrainable),
                ("in trace", self.in_trace),
            )
        ]


class MinskIs(Aside, frozen=True, tag="minsk"):
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

    def check(self, state: Ledger) -> None:
        if self.what == "fortress" and self.holds and not state.minsk.fortress:
            ruling: Any = state.rulings["fortress"]
            axis = not state.minsk.soviet
            refuse(fortress_violations("major_city", axis, 1, state.date, 0, 1, ruling))

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        play.log("minsk", ("TFB-SUP-13", "TFB-SUP-14"), how=self._how())
        if self.what == "soviet":
            return changes_hands(state, MINSK, self.holds, play)
        return replace(state, minsk=replace(state.minsk, **{self.what: self.holds}))


class Vp(Aside, frozen=True):
    """Give or take victory points that the ledger does not count by itself."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("RUL-TFB-35",)

    side: Side
    points: Annotated[int, Meta(examples=[1, -1])]
    reason: Annotated[str, Meta(examples=["Smolensk", "agreed"])]

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The side that has less by it: points of the two sides count against each other."""
        return (other_side(self.side),) if self.points > 0 else (self.side,)

    def describe(self) -> str:
        return f"{self.points:+} VP for the {IN_WORDS[self.side]} side ({self.reason})"

    def check(self, state: Ledger) -> None:
        if not self.points:
            raise BadInput("Points are given or taken: 0 does nothing.")

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        return give_points(state, self.side, self.points, self.reason, play)


class Hold(Aside, frozen=True):
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

    def check(self, state: Ledger) -> None:
        worth = places(state.rulings["victory_points"])
        if self.place not in worth:
            raise BadInput(unknown("place worth points", self.place, worth))

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        word = "holds" if self.holds else "does not hold"
        play.log("held", ("RUL-TFB-35",), place=self.place, word=word)
        return changes_hands(state, self.place, self.holds, play)


def changes_hands(state: Ledger, place: str, soviet: bool, play: Play) -> Ledger:
    """A place worth points is Soviet or is not: points, objectives and Axis supply follow."""
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
    return objective_taken(state, place, play) if soviet and not was else state


class Captured(Aside, frozen=True):
    """A hedgehog that was made with Hogs is taken by the enemy."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("RUL-TFB-46",)

    hex: HexName
    by: Side

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The side that made it."""
        return (other_side(self.by),)

    def describe(self) -> str:
        return f"the {IN_WORDS[self.by]} side takes the hedgehog in {self.hex}"

    def check(self, state: Ledger) -> None:
        check_hex(self.hex)
        made = state.book(other_side(self.by)).hedgehogs
        if not made.get(self.hex):
            legal = choices([hex for hex, level in made.items() if level]) or "there is none"
            raise Refusal(
                f"no {IN_WORDS[other_side(self.by)]} hedgehog of this ledger is in {self.hex}",
                "RUL-TFB-46",
                legal,
            )

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        ruling: Any = state.rulings["hedgehog_capture"]
        theirs, ours = state.book(other_side(self.by)), state.book(self.by)
        level = theirs.hedgehogs[self.hex]
        found = captured_hedgehog(level, ruling)
        left = found.result.level
        play.log(
            "hedgehog_captured",
            found.rules,
            hex=self.hex,
            side=IN_WORDS[self.by],
            level=level,
            left=f"Level {left} is left" if left else "nothing is left",
        )
        kept = {hex: made for hex, made in theirs.hedgehogs.items() if hex != self.hex}
        state = state.with_book(other_side(self.by), replace(theirs, hedgehogs=kept))
        if not left:
            return state
        gained = ours.hedgehogs | {self.hex: left}
        return state.with_book(self.by, replace(ours, hedgehogs=gained))


class Call(Aside, frozen=True):
    """Set off an Axis emergency: its units are due in the next Axis Reinforcement Phase."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("TFB-EMG-1", "TFB-EMG-2", "TFB-EMG-5")

    which: Literal["vitebsk", "kovel", "event_group", "night_bomber", "16_pz"]

    def may_say(self) -> tuple[Side, ...]:
        # Vitebsk and 16th Panzer are the Axis player's choice, and cost him a point.
        return AXIS if self.which in ("vitebsk", "16_pz") else BOTH

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The Soviet side, whose move sets it off; 16th Panzer comes by its date alone."""
        return AXIS if self.which == "16_pz" else SOVIET

    def describe(self) -> str:
        return f"the emergency has come about: {CALLED[self.which]}"

    def check(self, state: Ledger) -> None:
        row = GROUPS[self.which]
        if row in (*state.called, *state.used):
            raise Refusal("that has already happened", row)
        if self.which == "16_pz":
            _check_sixteenth_panzer(state, row)

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        row = GROUPS[self.which]
        play.log("emergency", (row,), which=CALLED[self.which])
        return replace(state, called=(*state.called, row))


def _check_sixteenth_panzer(state: Ledger, row: str) -> None:
    """16th Panzer comes by its entry; whether later too is a ruling."""
    entry = by_row(row)
    if entry is None or entry.date is None:
        raise AssertionError(f"{row} has no date")
    if state.rulings["sixteenth_panzer"] == "only_then":
        text = f"it is offered on {short(entry.date)} and never after"
        raise Refusal(text, ("TFB-EDGE-53", "TFB-OOA-35", "RUL-TFB-90"))
    if state.date <= entry.date:
        raise Refusal(f"it is offered on {short(entry.date)} by its own entry", row)


class Barrage(Aside, frozen=True):
    """A Front on the Offensive fires its barrage."""

    said_by: ClassVar[tuple[Side, ...]] = SOVIET
    when: ClassVar[When] = "own player turn"
    rules: ClassVar[Rules] = ("RUL-TFB-25", "RUL-TFB-26")

    front: Front

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return SOVIET

    def describe(self) -> str:
        return f"{display_name(self.front)} fires its barrage"

    def check(self, state: Ledger) -> None:
        now = state.fronts[self.front]
        refuse(front_barrage_violations(now.posture, now.barrage))

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        fired = fire_barrage(state.fronts[self.front], state.front_rulings.barrage_track)
        rules = ("RUL-TFB-25", "RUL-TFB-26")
        play.log("front_barrage", rules, front=display_name(self.front), box=fired.barrage)
        return replace(state, fronts=state.fronts | {self.front: fired})
