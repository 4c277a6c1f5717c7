"""What a match on the map keeps beside the books: the position, and how to look at it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, NamedTuple

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from landbridge.engine.rules.citing import muted
from landbridge.games.belorussia.armies.scenarios import MapScenario, map_scenario
from landbridge.games.belorussia.combat.fights import Fight
from landbridge.games.belorussia.fronts.display import Front, FrontState
from landbridge.games.belorussia.map_game.set_out import (
    first_position,
    scenario_counters,
    scenario_land,
)
from landbridge.games.belorussia.position.counters import Counter, Counters
from landbridge.games.belorussia.position.land import Land
from landbridge.games.belorussia.position.position import Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.scenario_victory import ScoringEventName
from landbridge.games.belorussia.words import Ground, Phase, Side


class MapTable(Struct, frozen=True):
    """The map of a match with everything on it."""

    scenario: str
    position: Position
    added: tuple[Counter, ...] = ()
    """Counters that have come into being since it began."""
    pack: str = ""
    """The owner's pack that is laid over map, counters and set-up."""
    due: tuple[str, ...] | UnsetType = UNSET
    """Counters that should have come and found no hex; unset until there are some."""
    deeds: tuple[ScoringEventName, ...] | UnsetType = UNSET
    """Events that score, as the last Turn End found them; unset until one does."""
    fought: Fight | UnsetType = UNSET
    """The combat that is fought now; unset where none is."""

    @property
    def plan(self) -> MapScenario:
        """The scenario that is played."""
        return map_scenario(self.scenario)

    @property
    def land(self) -> Land:
        """The land that it is played on."""
        return scenario_land(self.scenario, self.pack)

    @property
    def counters(self) -> Counters:
        """Every counter, in the order of the columns."""
        if not self.added:
            return scenario_counters(self.scenario, self.pack)
        for made in _Made.last:
            if made[0] is self.added and made[1:3] == (self.scenario, self.pack):
                return made[3]
        found = _counters(self.scenario, self.pack, self.added)
        _Made.last = [(self.added, self.scenario, self.pack, found), *_Made.last[:MOST_MADE]]
        return found

    @property
    def overdue(self) -> tuple[str, ...]:
        """Counters that should have come and found no hex."""
        return () if isinstance(self.due, UnsetType) else self.due

    @property
    def scored_events(self) -> tuple[ScoringEventName, ...]:
        """Events that score in a short scenario, as the last Turn End found them."""
        return () if isinstance(self.deeds, UnsetType) else self.deeds

    @property
    def fight(self) -> Fight:
        """The combat that is fought now."""
        assert not isinstance(self.fought, UnsetType), "no combat is fought"
        return self.fought

    @property
    def is_fought(self) -> bool:
        """Whether a combat is fought now."""
        return not isinstance(self.fought, UnsetType)

    def with_fight(self, fight: Fight | None) -> MapTable:
        """The same table with a combat going on, or none."""
        return replace(self, fought=UNSET if fight is None else fight)

    def with_counters(self, more: tuple[Counter, ...]) -> MapTable:
        """The same table with counters that come into being; they stand nowhere yet."""
        position = self.position.with_rows(len(more))
        return replace(self, added=(*self.added, *more), position=position)

    def with_position(self, position: Position) -> MapTable:
        """The same table with everything as in this position."""
        return replace(self, position=position)


MOST_MADE = 3
"""How many more of these are kept: of the match and of what each side sees of it."""


class _Made:
    """The counters that were wanted last: they are asked for again and again."""

    last: ClassVar[list[tuple[tuple[Counter, ...], str, str, Counters]]] = []


@lru_cache(maxsize=16)
def _counters(scenario: str, pack: str, added: tuple[Counter, ...]) -> Counters:
    return scenario_counters(scenario, pack).with_added(added)


def new_table(scenario: str, pack: str = "") -> MapTable:
    """The table as a scenario begins."""
    return MapTable(scenario, first_position(scenario, pack), pack=pack)


class Time(Struct, frozen=True):
    """What rules look at besides the map: phase, weather and Fronts."""

    ground: Ground
    ice: bool
    phase: Phase
    phasing: Side
    fronts: Mapping[Front, FrontState]


class _Look(NamedTuple):
    """A theatre that was looked at, with what it was made of besides the position."""

    place: tuple[object, ...]
    """The map with its counters and rulings."""
    table: MapTable
    rulings: Rulings
    without: frozenset[str]
    """The rules that were muted."""
    time: Time
    theatre: Theatre


class _KeptLooks:
    """The theatres that were looked at last, the latest first: rules ask for the same one many
    times in a row, and the next is mostly the same but for a move."""

    last: ClassVar[list[_Look]] = []


MOST_LOOKED = 6
"""Theatres that are kept: of the match and of what each side sees of it, in two phases or so."""


def look_at(table: MapTable, time: Time, rulings: Rulings, *, any_time: bool = False) -> Theatre:
    """A table as rules look at it; with `any_time` the time does not matter."""
    position, kept, without = table.position, _KeptLooks.last, muted()
    for one in kept:
        is_it = one.table is table and one.rulings is rulings and one.without is without
        if is_it and (any_time or one.time == time):
            return one.theatre
    place = (table.scenario, table.counters, rulings, without)
    for one in kept:
        at_that_time = any_time or one.time == time
        if one.theatre.position is position and at_that_time and one.place == place:
            return one.theatre
    alike = [one for one in kept if one.place == place]
    if not alike:
        found = _new_look(table, time, rulings)
    else:
        places = int.from_bytes(position.at, "little")
        nearest, bits = _nearest(alike, places, time)
        if any_time or nearest.time == time:
            time = nearest.time
            kept = [one for one in kept if one is not nearest]
            found = nearest.theatre
        else:
            same = next((one.theatre for one in alike if one.time == time), None)
            found = nearest.theatre.at_another_time(
                time.ground, time.ice, time.phase, time.phasing, time.fronts, like=same
            )
        found = found.with_position(position, apart=bits > A_MOVE)
    look = _Look(place, table, rulings, without, time, found)
    _KeptLooks.last = [look, *kept[: MOST_LOOKED - 1]]
    return found


def _nearest(looks: list[_Look], places: int, time: Time) -> tuple[_Look, int]:
    """The theatre that differs least, and by how many bits; the last one of that time, if it is
    but a move away."""
    last = next((one for one in looks if one.time == time), looks[0])
    bits = (last.theatre.places ^ places).bit_count()
    if bits <= A_MOVE:
        return last, bits
    differ = [(one.theatre.places ^ places).bit_count() for one in looks]
    bits = min(differ)
    return looks[differ.index(bits)], bits


A_MOVE = 16
"""Bits of the column of places that a move of a counter changes at most."""


def _new_look(table: MapTable, time: Time, rulings: Rulings) -> Theatre:
    return Theatre(
        table.land,
        table.counters,
        table.position,
        ground=time.ground,
        ice=time.ice,
        phase=time.phase,
        phasing=time.phasing,
        rulings=rulings,
        fronts=time.fronts,
    )
