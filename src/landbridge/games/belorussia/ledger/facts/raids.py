"""What active partisans do to the Axis rear (3.7c): raids, and Tracks through the woods."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Violation, choices, unknown
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.hex_distances import may_be_apart
from landbridge.games.belorussia.ledger.facts.noting import BOTH, SOVIET, Fact, When
from landbridge.games.belorussia.ledger.facts.partisans import Number, find_partisan
from landbridge.games.belorussia.ledger.hexes import HexName, check_hex
from landbridge.games.belorussia.ledger.reinforcement.partisans import reveal
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.partisans.effects import (
    REACH,
    Between,
    Blocking,
    Target,
    raid_violations,
    resolve_air_base,
    resolve_dump,
    resolve_rail,
    track_violations,
)
from landbridge.games.belorussia.partisans.placing import partisan_state
from landbridge.games.belorussia.supply.lots import BASES, amount
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Side, counted

Size = Annotated[int, Meta(ge=1, le=999)]
BaseName = Annotated[str, Meta(examples=["Minsk air base", "Orsha air base"])]
WHAT: dict[Target, str] = {
    "rail": "the railway",
    "air_base": "the air base",
    "dump": "the supply dump",
}
"""Targets as players call them."""


def _axis_bases(state: Ledger) -> list[str]:
    return [n for n, place in state.places.items() if place.side == "axis" and place.kind in BASES]


def _asleep(state: Ledger, number: int) -> Violation | None:
    """What is wrong if a partisan is face down."""
    found = partisan_state(find_partisan(state, number).active)
    text = f"partisan {number} is face down and has no effect"
    return violation_if(not found.result.affects_hexes, text, found.rules, "activate it first")


class Raid(Fact, frozen=True):
    """An active partisan affects a hex: the railway in it, an air base or a dump next to it."""

    said_by: ClassVar[tuple[Side, ...]] = SOVIET
    when: ClassVar[When] = "own player turn"
    rules: ClassVar[Rules] = ("TFB-3.7c-4", "TFB-3.7c-5")

    number: Number
    target: Target
    hex: HexName
    size: Size = 1
    """Air strips at the air base, or tokens of the dump (4T are 1 SP)."""
    axis_unit: Blocking = "none"
    """An Axis unit at the target."""
    place: BaseName = ""
    """The air base by its name, where the ledger knows it."""

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return SOVIET

    def describe(self) -> str:
        return f"partisan {self.number} raids {WHAT[self.target]} in {self.hex}"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        unit = find_partisan(state, self.number)
        check_hex(self.hex)
        if self.place and (self.target != "air_base" or self.place not in _axis_bases(state)):
            raise BadInput(unknown("Axis air base", self.place, _axis_bases(state)))
        row, reach = REACH[self.target]
        away = violation_if(
            not may_be_apart(unit.hex, self.hex, reach),
            f"{self.hex} is not {'next to' if reach else 'the hex of'} partisan {self.number}"
            f" in {unit.hex}",
            row,
            f"act {self.number} <hex> first",
        )
        acted_in = state.raided.affected.get(str(self.number))
        affected = any(hex == self.hex for _, hex in state.raided.acts)
        found = raid_violations(acted_in is not None, affected, self.axis_unit, acted_in)
        return (*violations(_asleep(state, self.number), away), *found)

    def enter(self, state: Ledger, play: Play) -> Ledger:
        state = reveal(state, self.number, play)
        state = replace(state, raids=state.raided.with_act(self.number, self.hex))
        if self.target == "rail":
            hit = resolve_rail(play.nature) == "interdiction"
            rules: Rules = ("TFB-3.7c-1", "RUL-TFB-30") if hit else ("TFB-3.7c-1",)
            self._log(play, rules, "an Interdiction marker is laid" if hit else "nothing happens")
            return state
        if self.target == "dump":
            lost = resolve_dump(self.size, play.nature, state.rulings.partisan_details)
            burnt = f"{amount(lost.result)} of {amount(self.size)} burnt: take it off the map"
            told = burnt if lost.result else "nothing happens"
            self._log(play, ("TFB-3.7c-3", *lost.rules), told)
            return state
        return self._hit_air_base(state, play)

    def _hit_air_base(self, state: Ledger, play: Play) -> Ledger:
        found = resolve_air_base(self.size, play.nature)
        rules = ("TFB-3.7c-2", *found.rules)
        if not found.result.destroyed:
            self._log(play, rules, "nothing happens")
            return state
        left = counted(found.result.strips_left, "air strip")
        if found.result.base_left:
            self._log(play, rules, f"an air strip, drawn at random, is destroyed; {left} left")
            return state
        self._log(play, rules, "its only air strip is destroyed, and the base is gone")
        if not self.place:
            return state
        gone = state.places[self.place]
        if gone.stock:
            told = amount(gone.stock)
            play.log("air_base_stock_lost", rules, place=self.place, amount=told)
        places = {name: place for name, place in state.places.items() if name != self.place}
        return replace(state, places=places)

    def _log(self, play: Play, rules: Rules, outcome: str) -> None:
        what = f"{WHAT[self.target]} in {self.hex}"
        play.log("partisan_raid", rules, number=self.number, what=what, outcome=outcome)


class Track(Fact, frozen=True):
    """An active partisan lays a Partisan Track that joins two hexes, instead of a raid."""

    said_by: ClassVar[tuple[Side, ...]] = SOVIET
    when: ClassVar[When] = "own player turn"
    rules: ClassVar[Rules] = ("TFB-3.7c-7", "RUL-TFB-30")

    number: Number
    hex: HexName
    to: HexName
    between: Between = "none"
    """What lies on the hexside."""

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return SOVIET

    def describe(self) -> str:
        return f"partisan {self.number} lays a Track from {self.hex} to {self.to}"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        unit = find_partisan(state, self.number)
        check_hex(self.hex)
        check_hex(self.to)
        raided = state.raided
        away = violation_if(
            unit.hex not in (self.hex, self.to) or not may_be_apart(self.hex, self.to, 1),
            f"partisan {self.number} in {unit.hex} does not join {self.hex} and {self.to}",
            "TFB-3.7c-7",
            f"from {unit.hex} to a hex next to it",
        )
        acted, on_map = str(self.number) in raided.affected, len(raided.tracks)
        ruling = state.rulings.partisan_details
        found = track_violations(self.between, acted, on_map, ruling)
        return (*violations(_asleep(state, self.number), away), *found)

    def enter(self, state: Ledger, play: Play) -> Ledger:
        state = reveal(state, self.number, play)
        rules = ("TFB-3.7c-7", "RUL-TFB-30")
        play.log("track_laid", rules, number=self.number, hex=self.hex, joined=self.to)
        raided = state.raided.with_act(self.number, self.hex)
        tracks = (*raided.tracks, (self.hex, self.to))
        return replace(state, raids=replace(raided, tracks=tracks))


class Clear(Fact, frozen=True):
    """An Axis combat unit enters a hex, and the Partisan Tracks of that hex go."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("RUL-TFB-30",)

    hex: HexName

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return SOVIET

    def describe(self) -> str:
        return f"the Partisan Tracks of {self.hex} are gone"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        check_hex(self.hex)
        hexes = sorted({hex for pair in state.raided.tracks for hex in pair})
        if self.hex not in hexes:
            legal = choices(hexes) or "there is none on the map"
            raise BadInput(f"No Partisan Track begins or ends in {self.hex}: {legal}.")
        return ()

    def enter(self, state: Ledger, play: Play) -> Ledger:
        play.log("track_gone", ("RUL-TFB-30",), hex=self.hex)
        raided = state.raided
        left = tuple(pair for pair in raided.tracks if self.hex not in pair)
        return replace(state, raids=replace(raided, tracks=left))
