"""A position as the bot pushes it about in its head."""

from __future__ import annotations

from functools import cached_property, lru_cache

from landbridge.games.arsenal.bot.directives import feared_for, press, sought
from landbridge.games.arsenal.bot.judging.charts import (
    BIG,
    COUNT,
    EVERYWHERE,
    FADING,
    FIRE,
    PRIZE,
    WORTH,
    armoured,
    limits,
    loads,
    skies,
    zeal,
)
from landbridge.games.arsenal.bot.judging.lines import Needs, needs
from landbridge.games.arsenal.bot.judging.losses import price_of, prices
from landbridge.games.arsenal.bot.judging.supply_ahead import lasting_supply, severed
from landbridge.games.arsenal.bot.judging.threats import in_reach
from landbridge.games.arsenal.bot.moving.garrisons import bound, wanted
from landbridge.games.arsenal.bot.temper import Temper
from landbridge.games.arsenal.map.places import LAST_POINT, NOWHERE, SIBERIA
from landbridge.games.arsenal.map.points import NEIGHBOURS, POINTS
from landbridge.games.arsenal.map.supply_lines import OVERLAND, overland_supply, supply
from landbridge.games.arsenal.movement.contact import gap_closed, march_stops
from landbridge.games.arsenal.war.columns import (
    BROKE,
    DISPERSED,
    FIGHTS,
    MOVES_AS,
    STEP,
    STEPS,
    box,
)
from landbridge.games.arsenal.war.control import ENTRAINED
from landbridge.games.arsenal.war.front import covers
from landbridge.games.arsenal.war.movement.march import ALLOWED, ARMOUR_UNIT, MUD, movable
from landbridge.games.arsenal.war.restraints import kept_home, neutral
from landbridge.games.arsenal.war.scenarios import AGREED, PLANS, is_whole_war
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.words import NOBODY, SOVIET

CUT_OFF, POCKETS = 1.5, 3.0
"""How hard a side presses at least for ground on which the enemy has no supply, and how hard the
Soviets press for pockets, which sea supply may feed for years."""
CLOSING = 3
"""Months before the end in which a player who closes turns to what counts in the end."""


class BotBoard:
    """Who stands where, for one side's plan; moves can be tried on it."""

    def __init__(
        self, state: War, side: int, temper: Temper, overlooked: frozenset[int] = frozenset()
    ) -> None:
        self.temper = temper
        self.overlooked = overlooked
        """Enemy points that this player does not think of attacking."""
        self.state, self.side, self.foe_side = state, side, 1 - side
        self.now = box(state)
        win = PLANS[state.scenario].win
        self.prize = -1 if win is None else win.number
        """The one place that decides a scenario, or none."""
        self.at, self.flags = bytearray(state.at), state.flags
        self.held, self.lines = bytearray(state.held), bytearray(state.lines)
        self.own: list[list[int]] = [[] for _ in EVERYWHERE]
        self.foe: list[list[int]] = [[] for _ in EVERYWHERE]
        owners = state.side
        for unit, place in enumerate(state.at):
            if place <= LAST_POINT:
                (self.own if owners[unit] == side else self.foe)[place].append(unit)
        self.limit = limits(self.now.month, state.rulings.stacking)
        self.fighters = [sum(FIGHTS[u] for u in units) for units in self.own]
        self.factories = bytearray(COUNT)
        for factory, place in enumerate(state.factory_at):
            if place < COUNT and not state.factory_flags[factory] & ENTRAINED:
                self.factories[place] += 1
        self.sky = skies(state.turn)
        self.load = loads(state.turn, side, state.rulings.winter)
        self.supply = supply(state.held, side, self.now.month_of_year)
        self.foe_supply = supply(state.held, self.foe_side, self.now.month_of_year)
        self.lasting = lasting_supply(state.held, side, self.now.month_of_year)
        self.blows: dict[int, float] = {}
        """By enemy point: what he can bring back against it, as far as it has been asked."""
        self.worth = worth_now(state.scenario, state.turn, temper.closing)
        """By point: what it is worth to whoever holds it."""
        self.whole = is_whole_war(state.scenario)
        """Whether the whole war is played: a short scenario counts its cities as they count."""
        directed = not temper.own_mind or self.whole
        self.press = press(state.turn, side) if directed else temper.own_mind
        """How hard the command presses for ground."""
        self.sought = sought(state.turn, side) if directed else {}
        """By enemy city: how much more than usual the command is after it, or less."""
        self.fears = feared_for(state.turn, side) if directed else {}
        """By own city: how much more than usual the command fears for it, or less."""
        self.ordered = self.sought if self.whole else {}
        """By enemy city: how much more than usual it counts in itself, or less."""
        self.dear = self.fears if self.whole else {}
        """By own city: the same."""
        self.target = bytearray(state.target)
        self.closed = frozenset(
            point
            for point in EVERYWHERE
            if state.held[point] == NOBODY
            or (side == SOVIET and state.held[point] != SOVIET and _asleep(state, point))
        )
        """Points that this side may not enter: not played, or of a country not yet at war."""
        self.covers = covers(state, side)
        """By point: how many enemy points around it hold ready units."""

    def walks_on(self, unit: int, point: int) -> bool:
        """Whether a unit that comes to a point may march on from it."""
        broken = bool(self.flags[unit] & BROKE)
        return not march_stops(bool(self.covers[point]), 1, broken, self.state.rulings.contact)

    def gap(self, point: int) -> bool:
        """Whether an empty enemy point cannot be entered."""
        return gap_closed(self.covers[point], self.state.rulings.gaps)

    @cached_property
    def initiative(self) -> float:
        """How much stronger this side is in attack than the other, about; 1 is even."""
        state = self.state
        mine = theirs = 1.0
        own = zeal(state.turn, self.side, state.rulings.winter)
        foe = zeal(state.turn, self.foe_side, state.rulings.winter)
        for point in EVERYWHERE:
            mine += own[point] * sum(FIRE[u] + 0.5 * BIG[u] for u in self.own[point])
            theirs += foe[point] * sum(FIRE[u] + 0.5 * BIG[u] for u in self.foe[point])
        return min(max(mine / theirs, 0.4), 2.0)

    @property
    def care(self) -> float:
        """How much more own losses count than they do in an even war."""
        return min(max(self.temper.care / self.initiative, 1.0), 2.5)

    @cached_property
    def _prices(self) -> tuple[float, float]:
        return prices(self.state, self.side) if self.temper.counts_replacements else (1.0, 1.0)

    def price(self, units: list[int]) -> float:
        """What losses among these units cost, 1 where replacements will be long in coming."""
        return price_of(units, *self._prices)

    @cached_property
    def needs(self) -> Needs:
        """What each own point asks for, as it stood when this was first asked."""
        return needs(self)

    @cached_property
    def exposed(self) -> frozenset[int]:
        """Own points that the enemy could enter in his next turn, if nobody stood in the way."""
        return in_reach(self)

    @cached_property
    def guarded(self) -> dict[int, int]:
        """By city in danger: how many units it should have."""
        return wanted(self)

    @cached_property
    def bound(self) -> frozenset[int]:
        """Units that stay where they are, as the garrison of a city."""
        return bound(self)

    def pressed(self, point: int) -> float:
        """How hard the command presses for an enemy point; pockets are taken in a pause as well."""
        if point in self.pockets:
            return max(self.press, POCKETS)
        return self.press if self.foe_supply[point] else max(self.press, CUT_OFF)

    @cached_property
    def pockets(self) -> frozenset[int]:
        """Soviet ground from which the enemy has no way home over land: the Crimea, the Kuban.

        In a short scenario there is more to do than to go for them.
        """
        if self.side != SOVIET or not self.whole:
            return frozenset()
        ways = overland_supply(bytes(self.held), self.foe_side)
        return frozenset(
            point.number
            for point in POINTS
            if self.held[point.number] == self.foe_side
            and point.owner == "soviet"
            and not point.north
            and ways[point.number] != OVERLAND
        )

    # What can move

    def ready(self) -> list[int]:
        """Own units that may still move in this phase, and are not needed where they stand."""
        return [u for u in movable(self.state, self.side) if u not in self.bound]

    def steps(self, unit: int) -> int:
        """Lines that a unit has left."""
        place = self.at[unit]
        if place == SIBERIA:
            return 1
        used = self.flags[unit] // STEP % (STEPS + 1)
        fast = AGREED["operational_lines"].values[self.state.rulings.operational_lines]
        most = MUD if self.sky[place] == "mud" else min(ALLOWED[MOVES_AS[unit]], fast)
        return max(most - used, 0)

    def stopped(self, unit: int) -> bool:
        """Whether a unit has marched up to the enemy, so that it may only attack now."""
        moved = bool(self.flags[unit] // STEP % (STEPS + 1))
        return moved and not self.walks_on(unit, self.at[unit])

    def heavy(self, unit: int, to: int) -> bool:
        """Whether a unit takes a line's room for armour on the way to a point."""
        return armoured(self.sky[to], self.state.rulings.cmg_exception)[unit]

    def carries(self, line: int, grade: int, to: int, unit: int) -> bool:
        """Whether a line can still carry a unit to a point."""
        most, tanks = self.load[grade][to]
        used = self.lines[line]
        if used % ARMOUR_UNIT >= most:
            return False
        return not self.heavy(unit, to) or used // ARMOUR_UNIT < tanks

    def use(self, line: int, to: int, unit: int) -> None:
        """A unit goes over a line."""
        self.lines[line] += 1 + ARMOUR_UNIT * self.heavy(unit, to)

    def room(self, point: int) -> int:
        """How many more combat units a point takes."""
        return self.limit[point] - self.fighters[point]

    def may_stop(self, unit: int, point: int) -> bool:
        """Whether an own point takes a unit."""
        return (
            self.held[point] == self.side
            and (not FIGHTS[unit] or self.room(point) > 0)
            and not kept_home(self.state, unit, point)
        )

    def move(self, unit: int, to: int) -> None:
        """Set a unit elsewhere, in one's head."""
        place = self.at[unit]
        if place <= LAST_POINT:
            self.own[place].remove(unit)
            self.fighters[place] -= FIGHTS[unit]
        self.at[unit] = to
        self.own[to].append(unit)
        self.fighters[to] += FIGHTS[unit]
        if self.held[to] != self.side:
            self.held[to] = self.side

    # What stands where

    def defended(self, point: int) -> bool:
        """Whether an enemy point must be fought for."""
        return bool(self.foe[point]) or bool(self.factories[point])

    def fresh(self, unit: int) -> bool:
        """Whether a unit is undispersed."""
        return not self.flags[unit] & DISPERSED

    def idle(self, unit: int) -> bool:
        """Whether a unit has not been sent against anything."""
        return self.target[unit] == NOWHERE

    def touches_enemy(self, point: int) -> bool:
        """Whether an enemy point is next to a point."""
        held, enemy = self.held, self.foe_side
        return any(held[end] == enemy for end in NEIGHBOURS[point])

    @cached_property
    def _hungry(self) -> bool:
        """Whether own units stand without supply."""
        return any(self.own[p] and not self.supply[p] for p in EVERYWHERE)

    # What places are worth

    def goals(self) -> list[float]:
        """By point: the worth of enemy places that count, fading with distance."""
        return self._field(self.foe_side, self.sought)

    def treasures(self) -> list[float]:
        """By point: the worth of own places that count, fading with distance."""
        return self._field(self.side, self.fears)

    def _field(self, holder: int, weights: dict[int, float]) -> list[float]:
        field = [0.0] * COUNT
        for place, fading in FADING.items():
            if self.held[place] == holder:
                more = (PRIZE if place == self.prize else 1.0) * weights.get(place, 1.0)
                more *= self.worth[place] / WORTH[place]
                field = [a + more * b for a, b in zip(field, fading, strict=True)]
        return field

    def cut_off(self, point: int) -> tuple[int, int]:
        """Enemy units that would lose their way home if a point were taken, own that find it."""
        lost = sum(len(self.foe[p]) for p in severed(bytes(self.held), self.side, point))
        found = 0
        if self._hungry:
            held = bytearray(self.held)
            held[point] = self.side
            mine = overland_supply(bytes(held), self.side)
            found = sum(len(self.own[p]) for p in EVERYWHERE if mine[p] and not self.supply[p])
        return lost, found


@lru_cache(maxsize=256)
def worth_now(scenario: str, turn: int, closing: float) -> tuple[float, ...]:
    """By point: its worth; for a player who closes, the score counts more as the end comes near."""
    near = closing * max(0, CLOSING - (PLANS[scenario].last - turn)) / CLOSING
    return tuple(
        worth * (1.0 + near if point.vp else 1.0 / (1.0 + near))
        for worth, point in zip(WORTH, POINTS, strict=True)
    )


def _asleep(state: War, point: int) -> bool:
    return neutral(state, POINTS[point].owner)
