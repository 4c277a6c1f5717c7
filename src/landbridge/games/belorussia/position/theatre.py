"""What rules look at: a position with its land, its counters, the weather and the rulings.

A theatre never changes; whatever it works out of its position it keeps, so that rules may ask as
often as they like.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from operator import attrgetter
from typing import Any, TypeVar, get_args

from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.rules.citing import muted
from landbridge.games.belorussia.fronts.display import Front, FrontState
from landbridge.games.belorussia.position.counters import SIDES, Counter, Counters, Group
from landbridge.games.belorussia.position.land import Land
from landbridge.games.belorussia.position.position import INACTIVE, MARKERS, Marker, Position
from landbridge.games.belorussia.ruling_figures import AS_RULED
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.words import Ground, Phase, Side

T = TypeVar("T")
Change = Callable[[T, "Theatre", "Theatre", list[int]], T]
"""How something changes with a move: what it was, the theatres before and after, and the rows of
the counters that show something else."""
NO_SOURCES: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())
NO_FRONTS: Mapping[Front, FrontState] = {}


class Theatre:
    """The land, the counters and where they stand."""

    def __init__(
        self,
        land: Land,
        counters: Counters,
        position: Position,
        *,
        ground: Ground = "dry",
        ice: bool = False,
        phase: Phase = "movement",
        phasing: Side = "soviet",
        rulings: Rulings = AS_RULED,
        sources: tuple[frozenset[int], frozenset[int]] = NO_SOURCES,
        fronts: Mapping[Front, FrontState] = NO_FRONTS,
    ) -> None:
        """`sources` are hexes that a scenario names as sources of supply, a side each; `fronts`
        where the Fronts stand on the posture display, if they are in play."""
        self.land, self._size = land, land.size
        self.ground: Ground = ground
        self.ice, self.rulings = ice, rulings
        self.phase: Phase = phase
        self.phasing: Side = phasing
        self.sources, self.fronts = sources, fronts
        self._stand(counters, position)

    def _stand(self, counters: Counters, position: Position) -> None:
        """Begin with counters in a position, of which nothing is known yet."""
        self.counters, self.position = counters, position
        self._at = WORD.numbers(position.at)
        self.counter: Callable[[int], Counter] = counters.all.__getitem__
        """The counter of a row."""
        self.place_of: Callable[[int], int] = self._at.__getitem__
        """Where the counter of a row is."""
        self._without = muted()
        """The rules that were muted when it was made: what it knows holds without them."""
        self._known: dict[Hashable, Any] = {}
        self._groups: dict[Group, dict[Hashable, Any]] = {}
        """What is known of groups of counters, as far as it was asked for."""
        self._kept: dict[Hashable, Any] = {}
        self._latest: dict[Hashable, tuple[Position, Any]] = {}
        """What is kept as it was last worked out, and of which position: shared with every theatre
        that was made of this one by moves and the passing of time."""
        self._before: list[tuple[Position, Theatre, list[int] | None]] = []
        """Positions that something kept was worked out of, and the counters that changed since."""
        self._always: dict[Hashable, Any] = {}
        """What holds wherever the counters stand: shared with every theatre that differs in its
        position alone."""

    def with_position(self, position: Position, *, apart: bool = False) -> Theatre:
        """The same with everything somewhere else; what that does not touch is still known.

        With `apart` what is kept goes two ways from here, as between a position and what a side
        sees of it, and neither is worked out of the other again.
        """
        if position is self.position and muted() == self._without:
            return self
        made = self._elsewhere(self.counters, position)
        if made._without == self._without:
            made._latest = self._latest.copy() if apart else self._latest
        return made

    @cached_property
    def places(self) -> int:
        """Where all counters are, as one number, which is quickly compared with another."""
        return int.from_bytes(self.position.at, "little")

    def at_another_time(
        self,
        ground: Ground,
        ice: bool,
        phase: Phase,
        phasing: Side,
        fronts: Mapping[Front, FrontState] = NO_FRONTS,
        *,
        like: Theatre | None = None,
    ) -> Theatre:
        """The same in another phase or weather, or with Fronts in other postures. What is known of
        a group of counters, or is kept from move to move, depends on none of them.

        `like` is a theatre of that very time with these counters, if there is one: what always
        holds in it holds again.
        """
        made = self._elsewhere(self.counters, self.position)
        made.ground, made.ice, made.phase, made.phasing = ground, ice, phase, phasing
        made.fronts = fronts
        made._always = {} if like is None or like._without != made._without else like._always
        if made._without == self._without:
            made._latest = self._latest
        return made

    def with_counters(self, counters: Counters, position: Position) -> Theatre:
        """The same with counters that have come into being."""
        return self._elsewhere(counters, position)

    def _elsewhere(self, counters: Counters, position: Position) -> Theatre:
        made = Theatre.__new__(Theatre)
        known = vars(self)
        vars(made).update({name: known[name] for name in _FRAME})
        made._stand(counters, position)
        if counters is self.counters and made._without == self._without:
            made._always = self._always
        return made

    def once(self, key: Hashable, make: Callable[[Theatre], T], of: Group | None = None) -> T:
        """What `make` works out of this theatre, worked out only once.

        What depends on nothing but the places, sides up, markers, losses and supply of some
        counters, and on whether they are active, says `of` which group: it is known as long as
        those do not change, in every phase and weather.
        """
        known = self._known if of is None else self._known_of(of)
        try:
            found: T = known[key]
        except KeyError:
            found = known[key] = make(self)
        return found

    def while_all_stand(self, key: Hashable, make: Callable[[Theatre], T]) -> T:
        """What `make` works out of the counters as they lie there, of the weather, and of what the
        key names: known as long as no counter shows something else, in every phase."""
        known = self._while_standing
        try:
            found: T = known[key]
        except KeyError:
            found = known[key] = make(self)
        return found

    @cached_property
    def _while_standing(self) -> dict[Hashable, Any]:
        weather = ("while all stand", self.ground, self.ice)
        return self.kept(weather, lambda theatre: {}, _known_if_none)

    def _known_of(self, group: Group) -> dict[Hashable, Any]:
        """What is known of a group of counters, which many theatres share."""
        known = self._groups.get(group)
        if known is None:
            known = self._groups[group] = self.kept(
                ("known of", group), lambda theatre: {}, _KNOWN_STILL[group]
            )
        return known

    def kept(self, key: Hashable, make: Callable[[Theatre], T], change: Change[T]) -> T:
        """What `make` works out of this theatre once, for every phase and weather; after a move of
        a few counters `change` works it out of what it was before."""
        try:
            found: T = self._kept[key]
        except KeyError:
            last = self._latest.get(key)
            before, rows = (self, None) if last is None else self._since(last[0])
            if last is not None and rows is not None:
                made = change(last[1], before, self, rows)
            else:
                made = make(self)
                if last is not None:
                    # Too far from there: what moves on from here has little to do with it.
                    self._latest = {}
            found = self._kept[key] = made
            self._latest[key] = self.position, made
        return found

    def _since(self, position: Position) -> tuple[Theatre, list[int] | None]:
        """The theatre of an earlier position, and the counters that have changed since: where none
        has, it is this one; None if these are too many."""
        for was, theatre, rows in self._before:
            if was is position:
                return theatre, rows
        rows = changed_rows(position, self.position, MOST_CHANGED)
        before = self._elsewhere(self.counters, position) if rows else self
        self._before.append((position, before, rows))
        return before, rows

    def always(self, key: Hashable, make: Callable[[Theatre], T]) -> T:
        """What `make` works out of all but the position, worked out once for every position."""
        try:
            found: T = self._always[key]
        except KeyError:
            found = self._always[key] = make(self)
        return found

    def by_look(self, what: str, row: int, make: Callable[[Theatre, int], T]) -> T:
        """What `make` works out of one counter as it lies there, worked out once for each look:
        its side up, marker, steps lost, supply and what it has done, but neither its place nor
        anything else on the map."""
        at = self.position
        look = (what, row, at.face[row], at.marker[row], at.lost[row], at.done[row], at.out[row])
        try:
            found: T = self._always[look]
        except KeyError:
            found = self._always[look] = make(self, row)
        return found

    # Counters

    def on_map(self, row: int) -> bool:
        """Whether a counter stands in a hex."""
        return self._at[row] < self._size

    def marker(self, row: int) -> Marker:
        """The marker on a unit, if there is one."""
        return MARKERS[self.position.marker[row]]

    # Stacks

    @cached_property
    def stacks(self) -> dict[int, tuple[int, ...]]:
        """The rows in each hex in which there are some."""
        return self.kept("stacks", _stacked, _restacked)

    def stack(self, place: int, side: Side | None = None) -> tuple[int, ...]:
        """The counters in a hex, or those of one side."""
        rows = self.stacks.get(place, ())
        if side is None or not rows:
            return rows
        number, sides = SIDES.index(side), self.counters.sides
        return tuple([row for row in rows if sides[row] == number])

    def combat_units(self, place: int, side: Side) -> tuple[int, ...]:
        """The combat units of a side in a hex."""
        rows = self.stacks.get(place, ())
        if not rows:
            return ()
        number, sides, fights = SIDES.index(side), self.counters.sides, self.counters.fighting
        return tuple([row for row in rows if fights[row] and sides[row] == number])

    @cached_property
    def standing(self) -> tuple[bytes, bytes]:
        """By place: 1 where a side has a combat unit; one column a side."""
        return self.kept("standing", _stood, _restood)

    def held_by(self, side: Side) -> bytes:
        """By place: 1 where a side has a combat unit."""
        return self.standing[SIDES.index(side)]


_FRAME = (
    *("land", "_size", "ground", "ice", "rulings"),
    *("phase", "phasing", "sources", "fronts"),
)
"""What a theatre has besides its position, and hands on to the next."""


# What changes from one position to the next

MOST_CHANGED = 40
"""Counters that may change before everything is worked out anew."""


def _known_if_none(
    was: dict[Hashable, Any], before: Theatre, after: Theatre, rows: list[int]
) -> dict[Hashable, Any]:
    """What is known of all counters after a move: nothing, if any of them has changed."""
    return {} if rows else was


def _still_known(group: Group) -> Change[dict[Hashable, Any]]:
    """What is known of a group after a move: all, if none of its counters has changed."""

    def change(
        was: dict[Hashable, Any], before: Theatre, after: Theatre, rows: list[int]
    ) -> dict[Hashable, Any]:
        groups = after.counters.groups
        return {} if any(group in groups[row] for row in rows) else was

    return change


_KNOWN_STILL: dict[Group, Change[dict[Hashable, Any]]] = {
    group: _still_known(group) for group in get_args(Group)
}
_ACTIVE = bytes(done & INACTIVE for done in range(256))
"""What the column `done` shows of a counter: not what it has done, but whether it is active."""


def changed_rows(before: Position, after: Position, most: int) -> list[int] | None:
    """The counters that show something else than before; nothing if there are too many."""
    if len(before.at) != len(after.at):
        return None
    found = WORD.differing(before.at, after.at, most)
    if found is None:
        return None
    for old, new in (
        *zip(_SHOWN(before), _SHOWN(after), strict=True),
        _both_active(before.done, after.done),
    ):
        if old is not new:
            rows = BYTE.differing(old, new, most)
            if rows is None:
                return None
            found += rows
    rows = sorted(set(found)) if len(found) > 1 else found
    return rows if len(rows) <= most else None


_SHOWN = attrgetter("face", "marker", "lost", "out")
"""The columns besides its place, and whether it is active, that say what a counter shows."""


def _both_active(old: bytes, new: bytes) -> tuple[bytes, bytes]:
    """By row: whether counters are active, before and after."""
    return (old, new) if old is new else (old.translate(_ACTIVE), new.translate(_ACTIVE))


def _moved(before: Theatre, after: Theatre, rows: list[int]) -> list[tuple[int, int, int]]:
    """Those of some counters that have moved, with the places where they were and are."""
    was, now = before._at, after._at
    return [(row, was[row], now[row]) for row in rows if was[row] != now[row]]


def _stacked(theatre: Theatre) -> dict[int, tuple[int, ...]]:
    found: dict[int, list[int]] = {}
    size = theatre.land.size
    for row, place in enumerate(theatre._at):
        if place < size:
            found.setdefault(place, []).append(row)
    return {place: tuple(rows) for place, rows in found.items()}


def _restacked(
    was: dict[int, tuple[int, ...]], before: Theatre, after: Theatre, rows: list[int]
) -> dict[int, tuple[int, ...]]:
    moves = _moved(before, after, rows)
    stacks = was.copy() if moves else was
    for row, old, new in moves:
        if old in stacks:
            left = tuple(one for one in stacks[old] if one != row)
            if left:
                stacks[old] = left
            else:
                del stacks[old]
        if new < after.land.size:
            stacks[new] = tuple(sorted((*stacks.get(new, ()), row)))
    return stacks


def _stood(theatre: Theatre) -> tuple[bytes, bytes]:
    found = tuple(bytearray(theatre.land.size) for _ in SIDES)
    size, at = theatre.land.size, theatre._at
    for column, rows in zip(found, theatre.counters.combat, strict=True):
        for row in rows:
            if at[row] < size:
                column[at[row]] = 1
    return bytes(found[0]), bytes(found[1])


def _restood(
    was: tuple[bytes, bytes], before: Theatre, after: Theatre, rows: list[int]
) -> tuple[bytes, bytes]:
    columns, size = list(was), after.land.size
    fights, sides = after.counters.fighting, after.counters.sides
    for row, old, new in _moved(before, after, rows):
        if not fights[row]:
            continue
        number = sides[row]
        if old < size and not after.combat_units(old, SIDES[number]):
            columns[number] = BYTE.put(columns[number], old, 0)
        if new < size and not columns[number][new]:
            columns[number] = BYTE.put(columns[number], new, 1)
    return columns[0], columns[1]
