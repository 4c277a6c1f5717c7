"""Partisans on the map: they move, are displaced, join the Red Army, or are destroyed."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.columns import WORD
from landbridge.engine.play.actions import Offer, Slot
from landbridge.engine.play.agenda import Step
from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Violation, choices, unknown
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.hex_distances import may_be_apart
from landbridge.games.belorussia.ledger.books import PartisanCounter
from landbridge.games.belorussia.ledger.facts.noting import BOTH, SEQUENCE, SOVIET, Fact, When
from landbridge.games.belorussia.ledger.hexes import HexName, check_hex
from landbridge.games.belorussia.ledger.reinforcement.partisans import against_hex, reveal
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ledger.turn.on_the_map import plays_on_the_map
from landbridge.games.belorussia.partisans.moving import after_turn, partisan_move_violations
from landbridge.games.belorussia.partisans.on_the_map import refuges
from landbridge.games.belorussia.partisans.placing import (
    DISPLACED,
    HexFeature,
    displacement,
)
from landbridge.games.belorussia.replacements.rebuild_charts import Unit, rebuild_price
from landbridge.games.belorussia.terrain.words import COVER, HexTerrain
from landbridge.games.belorussia.violations import violation_if, violations
from landbridge.games.belorussia.words import Side

Number = Annotated[int, Meta(ge=1, le=99)]
HexFeatures = tuple[HexFeature, ...]


def find_partisan(state: Ledger, number: int) -> PartisanCounter:
    """A partisan on the map by its number."""
    for unit in state.partisans:
        if unit.number == number:
            return unit
    there = [str(unit.number) for unit in state.partisans]
    raise BadInput(unknown("partisan", str(number), there))


def with_partisan(state: Ledger, unit: PartisanCounter) -> Ledger:
    """The ledger with a partisan as it stands now."""
    partisans = (unit if u.number == unit.number else u for u in state.partisans)
    return replace(state, partisans=tuple(partisans))


def back_to_pool(state: Ledger, unit: PartisanCounter, drawn_again: bool = True) -> Ledger:
    """A partisan leaves the map and can be drawn again, if the rebuild chart has it so."""
    rest = tuple(u for u in state.partisans if u.number != unit.number)
    returned = (unit.unit,) if drawn_again else ()
    pool = tuple(sorted((*state.partisan_pool, *returned)))
    return replace(state, partisans=rest, partisan_pool=pool)


def refuges_of(state: Ledger, unit: PartisanCounter) -> tuple[str, ...]:
    """The hexes of the map to which a partisan may be displaced."""
    theatre = state.theatre("movement", "axis")
    return tuple(theatre.land.labels[place] for place in refuges(theatre, state.place(unit.hex)))


def met_by_axis(state: Ledger) -> PartisanCounter | None:
    """A partisan face down in whose hex an Axis combat unit stands on the map."""
    counters, at = state.table.counters, state.table.position.at
    for unit in state.partisans:
        beside = () if unit.active else WORD.select(at, state.place(unit.hex))
        if any(counters[row].side == "axis" and counters[row].is_combat for row in beside):
            return unit
    return None


class Act(Fact, frozen=True):
    """A partisan moves and is seen, or is destroyed; the hex as the map shows it."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("TFB-3.7a-3", "TFB-3.7b-2")

    number: Number
    hex: HexName = ""
    destroyed: bool = False
    terrain: HexTerrain | None = None
    features: HexFeatures = ()

    def may_say(self) -> tuple[Side, ...]:
        # The Soviet player moves his partisans; that one is destroyed the Axis player may claim.
        return BOTH if self.destroyed else SOVIET

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return SOVIET

    def describe(self) -> str:
        where = f" in {self.hex}" if self.hex else ""
        return f"partisan {self.number}{where} {'is destroyed' if self.destroyed else 'acts'}"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        unit = find_partisan(state, self.number)
        if self.hex:
            check_hex(self.hex)
        if self.destroyed:
            return ()
        untimely = violation_if(
            not plays_on_the_map(state, "soviet"),
            "partisans move in the Soviet player turn on the map",
            ("TFB-3.7b-2", *SEQUENCE),
            "wait for it",
        )
        stays = unit.active and self.hex in ("", unit.hex)
        zoc = "axis_zoc" in self.features
        against = partisan_move_violations(unit.active, self.terrain or COVER, zoc, stays)
        return (*violations(untimely), *against)

    def enter(self, state: Ledger, play: Play) -> Ledger:
        unit = find_partisan(state, self.number)
        seen = replace(unit, known=True, hex=self.hex or unit.hex)
        play.log(
            "partisan_seen",
            ("TFB-3.7b-2", "TFB-3.7c-5"),
            reveals=not unit.known,
            number=unit.number,
            unit=unit.unit,
            hex=seen.hex,
            does="is seen" if self.destroyed else "acts",
        )
        if self.destroyed:
            goes = rebuild_price(Unit(side="soviet", kind="partisan"), state.rulings)
            play.log("partisan_destroyed", (*goes.rules, "RUL-TFB-29"), number=unit.number)
            return back_to_pool(state, unit, goes.result.goes_to == "pool")
        return with_partisan(state, seen)


class Displace(Fact, frozen=True):
    """An Axis unit enters a face-down partisan's hex: it goes two hexes away, or to the pool."""

    said_by: ClassVar[tuple[Side, ...]] = SOVIET
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("TFB-3.7a-5",)

    number: Number
    hex: HexName = ""
    """Where the Soviet player puts it; nothing, where no hex fits."""
    terrain: HexTerrain | None = None
    features: HexFeatures = ()

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return SOVIET

    def describe(self) -> str:
        where = f"to {self.hex}" if self.hex else "to the pool"
        return f"partisan {self.number} is displaced {where}"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        unit = find_partisan(state, self.number)
        fought = violation_if(
            unit.active,
            f"partisan {self.number} is active: it is fought, not displaced",
            "TFB-3.7a-5",
            f"act {self.number} <hex> yes, if it is destroyed",
        )
        if not self.hex:
            return violations(fought, self._could_stay(state, unit))
        check_hex(self.hex)
        far = violation_if(
            not may_be_apart(unit.hex, self.hex, DISPLACED),
            f"{self.hex} is not {DISPLACED} hexes from {unit.hex}",
            "TFB-3.7a-5",
            f"a hex {DISPLACED} hexes away in which a partisan could be placed",
        )
        return (
            *violations(fought, far),
            *against_hex(state, self.hex, self.terrain, self.features),
        )

    def _could_stay(self, state: Ledger, unit: PartisanCounter) -> Violation | None:
        """What speaks against taking it off the map, where the map is there to say so."""
        fitting = refuges_of(state, unit) if state.has_map else ()
        return violation_if(
            bool(fitting),
            f"partisan {self.number} finds a hex {DISPLACED} hexes away",
            "TFB-3.7a-5",
            choices(fitting),
        )

    @classmethod
    def offer(cls, state: Ledger, step: Step, who: str) -> Offer | None:
        if not state.has_map:
            return super().offer(state, step, who)
        unit = met_by_axis(state)
        if unit is None:
            return None
        hexes = refuges_of(state, unit)
        slots = (
            Slot("number", (str(unit.number),)),
            *((Slot("hex", hexes, prompt="where to?"),) if hexes else ()),
        )
        return Offer("displace", "Displace a partisan", slots, cls.rules)

    def enter(self, state: Ledger, play: Play) -> Ledger:
        unit = find_partisan(state, self.number)
        # Whether it is active was checked; what a referee has let pass is carried out.
        found = displacement(False, 1 if self.hex else 0)
        if found.result.outcome == "pool":
            play.log("partisan_gone", found.rules, number=unit.number, hex=unit.hex)
            return back_to_pool(state, unit)
        if found.result.outcome == "stays":
            return state
        play.log("partisan_displaced", found.rules, number=unit.number, hex=self.hex, left=unit.hex)
        return with_partisan(state, replace(unit, hex=self.hex))


class Join(Fact, frozen=True):
    """A partisan next to the Red Army joins it after the Soviet player turn, if the ruling says so.

    The players see on the map that another Soviet unit in trace supply stands next to it.
    """

    said_by: ClassVar[tuple[Side, ...]] = SOVIET
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("RUL-TFB-30",)

    number: Number

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return SOVIET

    def describe(self) -> str:
        return f"partisan {self.number} joins the Red Army"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        unit = find_partisan(state, self.number)
        stays = after_turn(unit.active, True, state.rulings.partisan_details) != "pool"
        text = "partisans next to the Red Army stay on the map in this match"
        return violations(violation_if(stays, text, "RUL-TFB-30"))

    def enter(self, state: Ledger, play: Play) -> Ledger:
        unit = find_partisan(state, self.number)
        state = reveal(state, unit.number, play)
        play.log("partisan_joins", ("RUL-TFB-30", "TFB-REB-12"), number=unit.number)
        return back_to_pool(state, unit)
