"""Who goes where: first the line, then what is massed for attacks, then reserves, then supports.

Whoever stands where he is wanted stays; others go to the nearest slot that needs them.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from msgspec import Struct

from landbridge.games.belorussia.bot.attacks import ENOUGH, Strike, best_strike, prize_of
from landbridge.games.belorussia.bot.hard_rules import support_may_stand
from landbridge.games.belorussia.bot.moving import FULL, Errand
from landbridge.games.belorussia.bot.picture import Picture, can_march
from landbridge.games.belorussia.bot.postures import Posture
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.combat.attacking import Attack
from landbridge.games.belorussia.map_game.combat.combat_phase import MapCombat
from landbridge.games.belorussia.movement.faces import attack_capable
from landbridge.games.belorussia.movement.reaching import reach_of

KEY = 2.0
"""What a place must be worth to have a garrison of its own."""
DISTANT = 12
"""Hexes from the enemy beyond which a place that counts needs nobody."""
GUARDED = 10.0
"""The threat that counts as much as a point of what a place is worth to be manned first."""


class Gathering(Struct, frozen=True):
    """An attack that could be made this turn, and who would come for it."""

    strike: Strike
    coming: dict[int, int]
    """By unit: the hex from which it would strike."""


class Allocation:
    """The errands of a Movement Phase, worked out as it begins."""

    def __init__(
        self,
        state: Ledger,
        picture: Picture,
        line: list[int],
        worth: list[float],
        goals: dict[int, float],
        posture: Posture,
    ) -> None:
        self.state, self.picture, self.line = state, picture, line
        self.worth, self.goals, self.posture = worth, goals, posture
        self.errands: list[Errand] = []
        self.bound: dict[int, int] = {}
        """By fighter that is wanted somewhere: the hex."""
        self.manned: dict[int, float] = {}
        """By slot: the strength that is there or comes."""
        self.crowd: dict[int, int] = {}
        """By slot: quarters of an RE that are there or come."""
        self.striking: set[int] = set()
        """Those that are to attack this turn."""
        self.free = [
            row
            for row in picture.fighters
            if can_march(picture.theatre.counter(row)) and picture.theatre.marker(row) != "reserve"
        ]
        self.key = self._key()
        self._stay()
        if picture.level.masses and posture == "assault":
            self._mass()
        self._fill()
        self._strengthen()
        self._use_the_rest()

    # The line

    def _slots(self) -> list[int]:
        """The hexes that want a fighter: the line, and places that count and can be reached."""
        return list(dict.fromkeys((*self.key, *self.line)))

    def _key(self) -> list[int]:
        """Own places that count and that the enemy can reach, the dearest first."""
        picture = self.picture
        control, mine = picture.theatre.position.control, picture.number + 1
        found = [
            place
            for place, points in self.goals.items()
            if points >= KEY and control[place] == mine and picture.in_reach[place]
        ]
        return sorted(found, key=lambda place: (-self.goals[place], place))

    def _stay(self) -> None:
        """Those already in a slot stay there: as few as hold it, the least mobile first."""
        wanted = set(self._slots())
        for row in self.picture.fighters:
            place = self.picture.place(row)
            if row not in self.free and place in wanted:
                self._bind(row, place)
        by_place: dict[int, list[int]] = {}
        wanted |= self._garrisoned()
        for row in self.free:
            by_place.setdefault(self.picture.place(row), []).append(row)
        for place in sorted(wanted & set(by_place)):
            rows = sorted(by_place[place], key=lambda row: (self._speed(row), row))
            for row in rows:
                if place in self.manned and self._suffices(place):
                    break
                self._bind(row, place)

    def _garrisoned(self) -> set[int]:
        """Places that count and in which somebody stands: the last one does not leave them."""
        picture = self.picture
        return {
            place
            for place in picture.held
            if self.goals.get(place, 0.0) >= KEY and picture.nearness[place] <= DISTANT
            if picture.level.counts_points
        }

    def _suffices(self, place: int) -> bool:
        """Whether nobody more has to stay in a slot; on the attack a thin line will do."""
        more = 1.6 if self.posture == "assault" else 1.0
        return self.picture.holds(place, more * self.manned[place])

    def _bind(self, row: int, place: int) -> None:
        self.bound[row] = place
        self.manned[place] = self.manned.get(place, 0.0) + self.picture.strength(row)
        self.crowd[place] = self.crowd.get(place, 0) + self.picture.size(row)

    def _speed(self, row: int) -> int:
        counter = self.picture.theatre.counter(row)
        return max(counter.combat.move, counter.moving.move)

    def _left(self) -> list[int]:
        return [row for row in self.free if row not in self.bound]

    def _turns(self, row: int, place: int) -> float:
        """About how many turns a unit needs to get somewhere."""
        hexes = self.picture.land.distance(self.picture.place(row), place)
        return hexes / max(1.0, 0.6 * self._speed(row))

    def _nearest(self, place: int, rows: Iterable[int], within: float) -> int | None:
        """The unit that gets to a slot soonest; of equals the strongest."""
        best: tuple[float, float, int] | None = None
        for row in rows:
            turns = self._turns(row, place)
            if turns > within or self.crowd.get(place, 0) + self.picture.size(row) > FULL:
                continue
            merit = turns, -self.picture.strength(row), row
            if best is None or merit < best:
                best = merit
        return None if best is None else best[2]

    def _send(self, row: int, place: int, why: str, *, fights: bool = False) -> None:
        self._bind(row, place)
        if self.picture.place(row) != place:
            errand = Errand(row=row, goal=place, why=why, fights=fights, spare=not fights)
            self.errands.append(errand)

    def _fill(self) -> None:
        """A fighter for each empty slot to which the enemy may come, the most threatened first."""
        empty = [
            place for place in self._slots() if place not in self.manned and self._may_come(place)
        ]
        threat = self.picture.threat
        guarded = {place: self.goals[place] * GUARDED for place in self.key}
        need = {place: threat(place) + guarded.get(place, self.worth[place]) for place in empty}
        empty.sort(key=lambda place: (-need[place], place))
        within = float(min(6, self.picture.stakes.turns_left + 1))
        for place in empty:
            row = self._nearest(place, self._left(), within)
            if row is not None:
                self._send(row, place, "line")

    def _may_come(self, place: int) -> bool:
        """Whether the enemy is so near that a hex is manned; who attacks spares few for it."""
        hexes = self.picture.nearness[place]
        if self.posture == "assault":
            return hexes <= PRESSED
        return hexes <= WATCHED or bool(self.picture.in_reach[place])

    def _strengthen(self) -> None:
        """More for the slots that would not hold, until they would, while anybody is left."""
        weak = [place for place in self.manned if not self._suffices(place)]
        weak.sort(key=lambda place: (-self.worth[place], -self.picture.threat(place), place))
        for place in weak:
            for _ in range(3):
                row = None if self._suffices(place) else self._nearest(place, self._left(), 2.0)
                if row is None:
                    break
                self._send(row, place, "depth")

    # Attacks

    def _mass(self) -> None:
        """Bring units together where exact odds promise most, the best attack first."""
        picture = self.picture
        targets = sorted(
            (
                place
                for place in picture.enemy_at
                if place in picture.stakes.places or self._is_near(place)
            ),
            key=lambda place: (-self._attraction(place), place),
        )
        open_to: list[tuple[float, int]] = []
        for target in targets[: min(picture.attention, MOST_MASSED)]:
            if (plan := self._gather(target)) is not None:
                heappush(open_to, (-plan.strike.worth, target))
        while open_to:
            _, target = heappop(open_to)
            # Who was free for it may have been sent elsewhere meanwhile.
            if (plan := self._gather(target)) is None:
                continue
            if open_to and plan.strike.worth < -open_to[0][0]:
                heappush(open_to, (-plan.strike.worth, target))
                continue
            for row in plan.strike.rows:
                self.striking.add(row)
                if row in plan.coming:
                    self._send(row, plan.coming[row], "attack", fights=True)
                elif row not in self.bound:
                    self._bind(row, picture.place(row))

    def _is_near(self, place: int) -> bool:
        return any(there in self.manned for there in self.picture.around(place))

    def _attraction(self, place: int) -> float:
        """How much a stack of the enemy invites an attack."""
        against = self.picture.enemy_at[place] * self.picture.cover(place)
        return 2 * self.worth[place] + GROUND_PULL - against / 10

    def _gather(self, target: int) -> Gathering | None:
        """Whoever can strike at a target this turn, if the odds are worth it then."""
        picture = self.picture
        combat = MapCombat(picture.side)
        theatre = combat.theatre(self.state)
        around = picture.around(target)
        there = [
            row
            for place in around
            for row in theatre.combat_units(place, picture.side)
            if row not in self.striking and self.bound.get(row, place) == place
            if attack_capable(theatre, row) and not theatre.marker(row)
        ]
        coming: dict[int, int] = {}
        for row in sorted(self._left(), key=lambda row: (-picture.strength(row), row)):
            if len(coming) >= MOST_COMING:
                break
            if row in there or picture.land.distance(picture.place(row), target) > 12:
                continue
            if not attack_capable(picture.theatre, row):
                continue
            end = self._beside(row, around, coming)
            if end is not None:
                coming[row] = end
        placed = theatre.with_position(theatre.position.moved(coming))
        able = [row for row in (*there, *coming) if target in Attack.targets(placed, row)]
        if not able:
            return None
        strike = best_strike(picture, placed, able, target, prize_of(picture, self.worth, target))
        return None if strike is None or strike.worth < ENOUGH else Gathering(strike, coming)

    def _beside(self, row: int, around: tuple[int, ...], coming: dict[int, int]) -> int | None:
        """The hex next to a target to which a unit can come this turn, ready to fight."""
        picture, theatre = self.picture, self.picture.theatre
        found = reach_of(theatre, (row,), lambda theatre, row: True)
        sent: dict[int, int] = {}
        for other, end in coming.items():
            sent[end] = sent.get(end, 0) + picture.size(other)
        for end in sorted(around, key=lambda place: (-self.crowd.get(place, 0), place)):
            if end in picture.enemy_at or end not in found or end == picture.place(row):
                continue
            crowd = self.crowd.get(end, 0) + sent.get(end, 0)
            if crowd + picture.size(row) <= FULL and picture.fed(row, end):
                return end
        return None

    # The rest

    def _use_the_rest(self) -> None:
        """Who is left: on the attack to where it promises most, else behind what is weakest."""
        slots = [place for place in self.line if place in self.manned]
        if not slots:
            return
        if self.posture == "assault":
            pull = {place: self._invitation(place) for place in slots}
        else:
            threat, held = self.picture.threat, self.manned
            pull = {place: threat(place) / (held[place] + 4.0) for place in slots}
        for row in sorted(self._left(), key=lambda row: (-self.picture.strength(row), row)):
            if self._stays_in_contact(row):
                self._bind(row, self.picture.place(row))
                continue
            best = max(
                (place for place in slots if self._has_room(place, row)),
                key=lambda place: (pull[place] - PRICE * self._turns(row, place), -place),
                default=None,
            )
            if best is None:
                continue
            if self.picture.place(row) == best:
                self._bind(row, best)
            else:
                self._send(row, best, "mass")
            pull[best] -= 0.15 if self.posture == "assault" else 0.6

    def _stays_in_contact(self, row: int) -> bool:
        """Whether who is not called elsewhere stays: next to the enemy, or if no turn comes."""
        picture = self.picture
        if not picture.level.masses:
            return False
        if not picture.stakes.turns_left:
            return True
        here = picture.place(row)
        return self.posture == "assault" and picture.touches_enemy(here) and picture.fed(row, here)

    def _has_room(self, place: int, row: int) -> bool:
        return self.crowd.get(place, 0) + self.picture.size(row) <= FULL

    def _invitation(self, place: int) -> float:
        """How much there is to win from a hex of the line."""
        near = [there for there in self.picture.around(place) if there in self.picture.enemy_at]
        beyond = max((self._attraction(there) for there in near), default=0.0)
        return beyond + self.worth[place] / 2

    # Supports

    def supports(self) -> list[Errand]:
        """Guns and HQs: out of danger at once, then where they serve the line."""
        picture = self.picture
        found = []
        held = [place for place in self.manned if self.manned[place] > 0]
        for row in picture.supports:
            counter = picture.theatre.counter(row)
            if not can_march(counter) or not held:
                continue
            here = picture.place(row)
            served = min(held, key=lambda place: (picture.land.distance(here, place), place))
            hexes = picture.land.distance(here, served)
            safe = support_may_stand(picture, here)
            wanted = _wanted_distance(counter.duty, counter.range, counter.combat.throw)
            if safe and hexes <= wanted:
                continue
            goal = served if hexes > wanted else _rear(picture, here)
            if goal is not None and goal != here:
                errand = Errand(
                    row=row,
                    goal=goal,
                    why="support" if safe else "flight",
                    fuel=not safe or hexes > wanted + 4,
                    spare=True,
                )
                found.append(errand)
        return sorted(found, key=lambda errand: (errand.why != "flight", errand.row))


PRESSED = 2
"""Hexes from the enemy up to which who attacks mans a hex of the line."""
WATCHED = 4
"""Up to which who holds does."""
MOST_MASSED = 14
MOST_COMING = 8
GROUND_PULL = 1.5
PRICE = 0.5
"""What a turn on the way costs."""


def _wanted_distance(duty: str, reach: int | None, throw: int | None) -> int:
    """How far from the line a support may be and still serve it."""
    if duty == "artillery":
        return max(2, (reach or 3) - 1)
    return max(4, (throw or 8) // 2) if duty == "hq" else 6


def _rear(picture: Picture, here: int) -> int | None:
    """The nearest hex behind where a support would be safe: with fighters, or out of reach."""
    seen, edge = {here}, [here]
    for _ in range(10):
        after = []
        for place in edge:
            for there in picture.around(place):
                if there not in seen:
                    seen.add(there)
                    after.append(there)
        own = picture.number + 1
        control = picture.theatre.position.control
        safe = [p for p in after if control[p] == own and support_may_stand(picture, p)]
        if safe:
            return max(safe, key=lambda place: (picture.nearness[place], -place))
        edge = after
    return None
