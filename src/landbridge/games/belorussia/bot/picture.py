"""What a side sees of the map as it begins to think: who stands where, how near the enemy is.

Everything is read from the side's own view; what lies below the top of enemy stacks is guessed from
what is known to be on the map and is not seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from landbridge.engine.columns import WORD
from landbridge.engine.rules.findings import Why
from landbridge.engine.space.graph import TWELFTHS
from landbridge.engine.space.trace import flood
from landbridge.games.belorussia.bot.levels import Level
from landbridge.games.belorussia.bot.stakes import NOTHING, Stakes
from landbridge.games.belorussia.movement.sizes import quarters_of, steps_left
from landbridge.games.belorussia.position.counters import SIDES, Counter, other_side
from landbridge.games.belorussia.position.position import UNSEEN
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.trace import SupplyState, supply_state
from landbridge.games.belorussia.terrain.multipliers import combat_class
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.words import Side

SUPPORTS = ("hq", "artillery", "rail_repair", "repl")
"""Duties of units that do not hold a hex by themselves."""
IMMOBILE = ("garrison", "partisan")
COVER = {"open": 1.0, "close": 1.4, "very_close": 1.8, "extremely_close": 2.2}
"""About how much more a defence is worth by the class of its hex."""
NEAR = 3
"""Hexes within which an enemy stack is taken to strike with all it has."""


class Picture:
    """The map as a side sees it, and what follows from it."""

    def __init__(
        self,
        theatre: Theatre,
        side: Side,
        level: Level,
        before: Picture | None = None,
        stakes: Stakes = NOTHING,
    ) -> None:
        """`before` is the last picture: what it knew of an enemy who has not moved is kept."""
        self.theatre, self.side, self.level, self.stakes = theatre, side, level, stakes
        self.enemy = other_side(side)
        self.number, self.against = SIDES.index(side), SIDES.index(self.enemy)
        self.land = theatre.land
        places = WORD.numbers(theatre.position.at)
        size, counters = self.land.size, theatre.counters
        self.own: list[int] = []
        """Own counters on the map."""
        self.fighters: list[int] = []
        """Those that can hold a hex."""
        self.supports: list[int] = []
        """Combat units that cannot: HQs, guns, railway troops, Repls."""
        self.strength_at: dict[int, float] = {}
        """By hex: the strength of the own fighters in it."""
        self.enemy_at: dict[int, float] = {}
        """By hex: the strength of the enemy, as far as it is seen or guessed."""
        self._striking: dict[int, float] = {}
        self._movers: dict[Move, dict[int, int]] = {}
        hidden = seen = 0.0
        for row, place in enumerate(places):
            counter = counters[row]
            if counters.sides[row] == self.number:
                if place < size:
                    self._note_own(row, counter, place)
            elif place < size:
                seen += self._note_enemy(row, counter, place)
            elif place == UNSEEN and counter.is_combat:
                hidden += printed(counter)
        self.hidden_share = hidden / seen if seen and level.guesses_hidden else 0.0
        """Strength that is hidden for each point that is seen."""
        for place in self.enemy_at:
            self.enemy_at[place] *= 1 + self.hidden_share
        if before is not None and before.side == side and before.enemy_at == self.enemy_at:
            kept = KEPT if before.givers != self.givers else (*KEPT, "supply")
            same = {name: before.__dict__[name] for name in kept if name in before.__dict__}
            self.__dict__.update(same)

    def _note_own(self, row: int, counter: Counter, place: int) -> None:
        self.own.append(row)
        if not counter.is_combat:
            return
        if is_fighter(counter):
            self.fighters.append(row)
            self.strength_at[place] = self.strength_at.get(place, 0.0) + self.strength(row)
        else:
            self.supports.append(row)

    def _note_enemy(self, row: int, counter: Counter, place: int) -> float:
        if not counter.is_combat:
            return 0.0
        strength = printed(counter)
        self.enemy_at[place] = self.enemy_at.get(place, 0.0) + strength
        if counter.combat.attacks or counter.moving.attacks:
            self._striking[place] = self._striking.get(place, 0.0) + strength
            for face in (counter.combat, counter.moving):
                movers = self._movers.setdefault(face.by, {})
                movers[place] = max(movers.get(place, 0), face.move * TWELFTHS)
        return strength

    # Own units

    @cached_property
    def fighter_rows(self) -> frozenset[int]:
        """The own units that can hold a hex."""
        return frozenset(self.fighters)

    def strength(self, row: int) -> float:
        """What a unit is worth in the line."""
        counter = self.theatre.counter(row)
        return printed(counter) * steps_left(self.theatre, row) / max(1, counter.steps)

    def size(self, row: int) -> int:
        """Quarters of an RE."""
        return quarters_of(self.theatre, row)

    def place(self, row: int) -> int:
        """Where a unit stands."""
        return self.theatre.place_of(row)

    @cached_property
    def held(self) -> frozenset[int]:
        """The hexes with own fighters."""
        return frozenset(self.place(row) for row in self.fighters)

    @cached_property
    def givers(self) -> tuple[object, ...]:
        """What supply comes from: where the HQs stand, and the dumps."""
        theatre, duty = self.theatre, ("hq", "rail_repair")
        hqs = [row for row in self.supports if theatre.counter(row).duty in duty]
        return (*((row, self.place(row)) for row in hqs), *theatre.position.dumps[self.number])

    @cached_property
    def supply(self) -> SupplyState:
        """How the side stands with trace: as long as no HQ moves, as it stood in this phase."""
        return supply_state(self.theatre, self.side)

    def fed(self, row: int, place: int) -> bool:
        """Whether a unit has trace in a hex, as things stand."""
        return self.supply.reaches(self.theatre.counter(row), place)

    @property
    def attention(self) -> int:
        """Attacks that are made in a phase at most."""
        return max(self.level.attention, len(self.fighters) // self.level.units_an_attack)

    @cached_property
    def balance(self) -> float:
        """Own strength for each point of the enemy's, as far as it is seen or guessed."""
        return sum(self.strength_at.values()) / max(1.0, sum(self.enemy_at.values()))

    # The enemy

    def around(self, place: int) -> tuple[int, ...]:
        """The hexes next to one."""
        return self.land.graph.neighbours[place]

    def touches_enemy(self, place: int) -> bool:
        """Whether an enemy combat unit is next to a hex."""
        return any(there in self.enemy_at for there in self.around(place))

    @cached_property
    def in_reach(self) -> bytes:
        """By place: 1 where an enemy unit could stand, or strike, in its next turn."""
        theatre, found = self.theatre, bytearray(self.land.size)
        barred = theatre.held_by(self.side)
        for move, movers in self._movers.items():
            starts = [place for place, allowance in movers.items() if allowance]
            if not starts:
                continue
            costs = self.land.costs(move, theatre.ground, theatre.ice, rulings=theatre.rulings)
            ranges = [movers[place] for place in starts]
            for place in flood(costs, starts, ranges, barred=barred):
                found[place] = 1
        for place in list(self.enemy_at):
            for there in self.around(place):
                found[there] = 1
        return bytes(found)

    @cached_property
    def nearness(self) -> list[int]:
        """By place: hexes to the nearest enemy combat unit."""
        return self.spread(self.enemy_at)

    @cached_property
    def friends(self) -> list[int]:
        """By place: hexes to the nearest own fighter."""
        return self.spread(self.strength_at)

    def spread(self, starts: Iterable[int]) -> list[int]:
        """By place: hexes to the nearest of these."""
        found = [FAR] * self.land.size
        edge = list(starts)
        for place in edge:
            found[place] = 0
        distance = 0
        while edge:
            distance += 1
            after = []
            for place in edge:
                for there in self.around(place):
                    if found[there] > distance:
                        found[there] = distance
                        after.append(there)
            edge = after
        return found

    def threat(self, place: int) -> float:
        """The strength with which the enemy could strike at a hex in his next turn."""
        if place not in self._threats:
            self._threats[place] = self._threat(place)
        return self._threats[place]

    @cached_property
    def _threats(self) -> dict[int, float]:
        return {}

    def _threat(self, place: int) -> float:
        distance = self.land.distance
        found = 0.0
        for there, strength in self._near(place):
            hexes = distance(place, there)
            share = 1.0 if hexes <= 1 else 0.6 if hexes <= NEAR else 0.25
            found += strength * share
        return found * (1 + self.hidden_share)

    def _near(self, place: int) -> list[tuple[int, float]]:
        """The enemy stacks that might strike at a hex."""
        own = self.land.hexes[place]
        hexes = self.land.hexes
        return [
            (there, strength)
            for there, strength in self._striking.items()
            if hexes[there].distance(own) <= 2 * NEAR
        ]

    def cover(self, place: int) -> float:
        """How much the ground of a hex helps its defence."""
        level = self.theatre.position.hedgehogs.get(place, 0)
        ground = self.land.once(("cover", place), lambda land: _cover(land.terrain[place]))
        return ground + level / 4

    def holds(self, place: int, strength: float) -> bool:
        """Whether so much strength would probably hold a hex."""
        return strength * self.cover(place) >= self.level.caution * self.threat(place)


KEPT = ("nearness", "in_reach", "_threats")
"""What turns on the enemy's units; that own ones bar his way is looked at once a phase."""
FAR = 999
"""More hexes than there are from any place to another."""


def _cover(terrain: tuple[str, ...]) -> float:
    return COVER[combat_class(terrain, Why())]


def printed(counter: Counter) -> float:
    """The better strength of a counter's two sides."""
    return float(max(counter.combat.strength, counter.moving.strength, 1))


def is_fighter(counter: Counter) -> bool:
    """Whether a counter can hold a hex by itself."""
    if not counter.is_combat or counter.duty in SUPPORTS:
        return False
    return max(counter.combat.strength, counter.moving.strength) >= 1 and counter.arm != "partisan"


def can_march(counter: Counter) -> bool:
    """Whether a counter is of a kind that moves about."""
    return counter.arm not in IMMOBILE and bool(counter.combat.move or counter.moving.move)
