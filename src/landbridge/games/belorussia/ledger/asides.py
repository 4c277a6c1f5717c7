"""What players tell the ledger at any time: facts of the map, losses, points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Meta
from msgspec.structs import FieldInfo, replace

from landbridge.engine.actions import Action, Offer, Slot
from landbridge.engine.allowed import unwrap
from landbridge.engine.events import Play
from landbridge.engine.refusals import BadInput, Refused, choices, unknown
from landbridge.engine.tables import read_toml
from landbridge.games.belorussia.arrivals.emergencies import GROUPS
from landbridge.games.belorussia.fronts.display import Front
from landbridge.games.belorussia.fronts.postures import fire_barrage, front_barrage_faults
from landbridge.games.belorussia.ledger.books import DeadUnit, Place, readings_in
from landbridge.games.belorussia.ledger.front_orders import display_name, penal_units_back
from landbridge.games.belorussia.ledger.partisan_war import HEX
from landbridge.games.belorussia.replacements.charts import (
    ALERTS,
    Kind,
    Move,
    Size,
    Unit,
    rebuild_price,
)
from landbridge.games.belorussia.supply.placement import FRONTS
from landbridge.games.belorussia.supply.placement import Kind as PlaceKind
from landbridge.games.belorussia.units.special_units import refuse
from landbridge.games.belorussia.victory import places
from landbridge.games.belorussia.words import IN_WORDS, PACKAGE, Side

if TYPE_CHECKING:
    from landbridge.games.belorussia.ledger.state import Ledger


Rating = Annotated[int, Meta(ge=0, le=5)]
Steps = Annotated[int, Meta(ge=1, le=6)]
PLACES = [place["name"] for place in read_toml(PACKAGE, "places.toml")["place"]]
PlaceName = Annotated[str, Meta(examples=PLACES)]
UnitName = Annotated[str, Meta(examples=["51", "18/12Pz", "5AT"])]
Worth = Annotated[str, Meta(examples=list(places()))]
HexName = Annotated[str, Meta(examples=list(HEX.examples))]
Number = Annotated[int, Meta(ge=1, le=99)]


def _slot(field: FieldInfo) -> Slot:
    """What may be said for a field of an aside."""
    kind, _, _ = unwrap(field.type)
    words: tuple[str, ...] = ("yes", "no") if kind is bool else ()
    if get_origin(kind) is Literal:
        words = tuple(map(str, get_args(kind)))
    notes = [note for note in get_args(field.type) if isinstance(note, Meta)]
    low = next((note.ge for note in notes if note.ge is not None), None)
    high = next((note.le for note in notes if note.le is not None), None)
    return Slot(
        field.name,
        words,
        None if low is None else int(low),
        None if high is None else int(high),
        field.name.replace("_", " "),
        not field.required,
        tuple(str(word) for note in notes for word in note.examples or ()),
    )


OWNERS: dict[PlaceKind, Side] = {
    "front_hq": "soviet",
    "army_group_hq": "axis",
    "corps_hq": "axis",
    "kessel_hq": "axis",
}
"""The kinds of places that only one side has."""


class Aside(Action, frozen=True):
    """Something that is told at any time, beside what is asked."""

    @classmethod
    def offer(cls) -> Offer:
        """How it is offered."""
        slots = tuple(map(_slot, msgspec.structs.fields(cls)))
        text = (cls.__doc__ or "").strip().rstrip(".")
        return Offer(str(cls.__struct_config__.tag), text, slots, aside=True)

    def check(self, state: Ledger) -> None:
        """Refuse what cannot be."""

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        """What it changes."""
        raise AssertionError(type(self).__name__)


class Mark(Aside, frozen=True):
    """Note how a place stands for supply."""

    place: PlaceName
    kind: PlaceKind
    side: Side
    controlled: bool = True
    detrainable: bool = True
    in_trace: bool = True

    def check(self, state: Ledger) -> None:
        if (self.place in FRONTS) != (self.kind == "front_hq"):
            raise BadInput(f"The Front HQs, and nothing else, are {choices(FRONTS)}.")
        owner = OWNERS.get(self.kind, self.side)
        if owner != self.side:
            raise BadInput(
                f"A {self.kind.replace('_', ' ')} is {IN_WORDS[owner]}, never"
                f" {IN_WORDS[self.side]}."
            )

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        before = state.places.get(self.place)
        place = Place(
            self.kind,
            self.side,
            self.controlled,
            self.detrainable,
            self.in_trace,
            before.stock if before else 0,
        )
        facts = [
            word if holds else f"not {word}"
            for word, holds in (
                ("controlled", self.controlled),
                ("detrainable", self.detrainable),
                ("in trace", self.in_trace),
            )
        ]
        rules = ("TFB-SUP-4",) if self.side == "soviet" else ("TFB-SUP-15", "TFB-SUP-16")
        play.tell("marked", rules, place=self.place, side=IN_WORDS[self.side], how=", ".join(facts))
        return replace(state, places=state.places | {self.place: place})


class MinskIs(Aside, frozen=True, tag="minsk"):
    """Note how Minsk stands."""

    what: Literal["isolated", "soviet", "fortress", "detrainable"]
    holds: bool

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        minsk = replace(state.minsk, **{self.what: self.holds})
        word = self.what if self.holds else f"not {self.what}"
        play.tell("minsk", ("TFB-SUP-13", "TFB-SUP-14"), how=word)
        return replace(state, minsk=minsk)


class Lose(Aside, frozen=True):
    """Put a lost unit in its Dead Pile, or wherever else it goes."""

    side: Side
    name: UnitName
    kind: Kind
    size: Size
    ar: Rating
    move: Move
    formation: bool = False
    steps: Steps = 1
    """As printed: more than 1 is a multi-step unit."""

    def unit(self) -> Unit:
        """The unit as the rebuild charts see it."""
        return Unit(
            side=self.side,
            kind=self.kind,
            size=self.size,
            ar=self.ar,
            move=self.move,
            formation=self.formation,
            steps=self.steps,
        )

    def check(self, state: Ledger) -> None:
        rebuild_price(self.unit(), readings_in(state))
        if self.kind == "partisan":
            raise Refused(
                "a partisan is known by its number",
                ("TFB-REB-12", "TFB-3.7c-5"),
                "act <number> <hex> yes",
            )
        if self.kind == "penal" and not any(state.penal_out.values()):
            raise Refused("all penal units are in their box", "TFB-REB-12")
        if self.kind in ALERTS and self.name not in state.alerts_out:
            out = [name for name in state.alerts_out if name.startswith(_pool(self.kind))]
            legal = choices(out) or "none of this kind is on the map"
            raise Refused(f"'{self.name}' is no Alert unit on the map", "RUL-TFB-11", legal)
        if any(unit.name == self.name for unit in state.book(self.side).dead):
            raise Refused(f"'{self.name}' is already in the Dead Pile", "OCS 13.5")

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        price = rebuild_price(self.unit(), readings_in(state))
        goes = price.result.goes_to
        rules = price.rules or ("OCS 13.5",)
        words = {
            "dead_pile": "to the Dead Pile",
            "pool": "back to its pool",
            "out_of_play": "out of play",
            "returns": "off the map; it returns by itself",
        }
        play.tell("lost", rules, side=IN_WORDS[self.side], name=self.name, goes=words[goes])
        if self.kind == "penal":
            return penal_units_back(state, next(f for f, n in state.penal_out.items() if n), 1)
        if self.kind in ALERTS:
            return self._alert_back(state, goes == "pool")
        if goes != "dead_pile":
            return state
        book = state.book(self.side)
        return state.with_book(
            self.side, replace(book, dead=(*book.dead, DeadUnit(self.name, self.unit())))
        )

    def _alert_back(self, state: Ledger, to_pool: bool) -> Ledger:
        out = tuple(name for name in state.alerts_out if name != self.name)
        pool = _pool(self.kind)
        left = (*state.alerts[pool], self.name) if to_pool else state.alerts[pool]
        return replace(state, alerts_out=out, alerts=state.alerts | {pool: tuple(sorted(left))})


def _pool(kind: Kind) -> str:
    """The pool of an Alert unit."""
    return kind.removeprefix("alert_")


class Penal(Aside, frozen=True):
    """A penal unit has been used: it goes back to its holding box, which is no loss."""

    front: Front | None = None

    def check(self, state: Ledger) -> None:
        if not state.penal_out.get(self.front or "", 0):
            there = [front or "the set-up" for front, units in state.penal_out.items() if units]
            legal = f"penal units are with {choices(there)}" if there else "all are in their box"
            raise Refused("no penal unit is there", "TFB-3.8-5", legal)

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        play.tell("penal_unit_used", ("TFB-3.8-5", "RUL-TFB-32"))
        return penal_units_back(state, self.front or "", 1)


class Vp(Aside, frozen=True):
    """Give or take victory points."""

    side: Side
    points: Annotated[int, Meta(examples=[1, -1])]
    reason: Annotated[str, Meta(examples=["fortress", "pocket"])]

    def check(self, state: Ledger) -> None:
        if not self.points:
            raise BadInput("Points are given or taken: 0 does nothing.")

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        book = state.book(self.side)
        book = replace(book, vp=book.vp + self.points)
        rules = ("RUL-TFB-35",)
        values: dict[str, Any] = {"side": IN_WORDS[self.side], "points": f"{self.points:+}"}
        play.tell("vp", rules, **values, reason=self.reason, total=book.vp)
        return state.with_book(self.side, book)


class Hold(Aside, frozen=True):
    """Note whether the Soviet side holds a place that is worth victory points."""

    place: Worth
    holds: bool = True

    def check(self, state: Ledger) -> None:
        worth = places(state.rulings["victory_points"])
        if self.place not in worth:
            raise BadInput(unknown("place worth points", self.place, worth))

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        rest = tuple(place for place in state.held if place != self.place)
        word = "holds" if self.holds else "does not hold"
        play.tell("held", ("RUL-TFB-35",), place=self.place, word=word)
        return replace(state, held=(*rest, self.place) if self.holds else rest)


class Act(Aside, frozen=True):
    """A partisan acts, so that both players see which unit it is; or it is destroyed."""

    number: Number
    hex: HexName = ""
    destroyed: bool = False

    def check(self, state: Ledger) -> None:
        unit = next((u for u in state.partisans if u.number == self.number), None)
        if unit is None:
            there = [str(u.number) for u in state.partisans]
            raise BadInput(unknown("partisan", str(self.number), there))
        if not unit.active and not self.destroyed:
            raise Refused(f"partisan {self.number} is face down", "TFB-3.7a-3", "activate it first")

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        unit = next(u for u in state.partisans if u.number == self.number)
        seen = replace(unit, known=True, hex=self.hex or unit.hex)
        play.tell(
            "partisan_seen",
            ("TFB-3.7b-2", "TFB-3.7c-5"),
            reveals=not unit.known,
            number=unit.number,
            unit=unit.unit,
            hex=seen.hex,
        )
        rest = tuple(u for u in state.partisans if u.number != self.number)
        if self.destroyed:
            play.tell("partisan_destroyed", ("TFB-REB-12", "RUL-TFB-29"), number=unit.number)
            pool = (*state.partisan_pool, unit.unit)
            return replace(state, partisans=rest, partisan_pool=tuple(sorted(pool)))
        kept = tuple(sorted((*rest, seen), key=lambda u: u.number))
        return replace(state, partisans=kept)


class Call(Aside, frozen=True):
    """Set off an Axis emergency: its units are due in the next Axis Reinforcement Phase."""

    which: Literal["vitebsk", "kovel", "event_group", "night_bomber"]

    def check(self, state: Ledger) -> None:
        if GROUPS[self.which] in (*state.called, *state.used):
            raise Refused("that has already happened", GROUPS[self.which])

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        row = GROUPS[self.which]
        play.tell("emergency", (row,), which=self.which.replace("_", " "))
        return replace(state, called=(*state.called, row))


class Barrage(Aside, frozen=True):
    """A Front on the Offensive fires its barrage."""

    front: Front

    def check(self, state: Ledger) -> None:
        now = state.fronts[self.front]
        refuse(front_barrage_faults(now.posture, now.barrage))

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        fired = fire_barrage(state.fronts[self.front], state.front_rulings.barrage_track)
        rules = ("RUL-TFB-25", "RUL-TFB-26")
        play.tell("front_barrage", rules, front=display_name(self.front), box=fired.barrage)
        return replace(state, fronts=state.fronts | {self.front: fired})


ASIDES: tuple[type[Aside], ...] = (Mark, MinskIs, Lose, Penal, Vp, Hold, Act, Call, Barrage)
