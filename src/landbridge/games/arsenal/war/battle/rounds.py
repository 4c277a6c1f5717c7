"""A battle: rounds of fire, standing or withdrawing, retreat, advance, breakthrough."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import field
from msgspec.structs import replace

from landbridge.engine.play.agenda import push_steps
from landbridge.engine.play.events import Play
from landbridge.games.arsenal.combat.aircraft import superiority
from landbridge.games.arsenal.combat.battle import DISPERSED as SCATTERED
from landbridge.games.arsenal.combat.battle import (
    ELIMINATED,
    READY,
    RETREATED,
    Battle,
    Ground,
    fighter,
    prepare,
    retreat_points,
)
from landbridge.games.arsenal.combat.resolution import (
    BREAKTHROUGH,
    fight_round,
    result,
    undefended,
)
from landbridge.games.arsenal.forces.units import ARMOUR, FACTORY
from landbridge.games.arsenal.industry.factories import FACTORIES
from landbridge.games.arsenal.map.places import DESTROYED
from landbridge.games.arsenal.map.points import LINE, POINTS
from landbridge.games.arsenal.war.columns import (
    BROKE,
    DISPERSED,
    FIGHTS,
    FORTIFIED,
    FOUGHT,
    ID,
    KIND_OF,
    STEP,
    STEPS,
    box,
    ids,
    lose_unit,
    one_line_more,
    place_unit,
    put,
)
from landbridge.games.arsenal.war.control import take
from landbridge.games.arsenal.war.stacking import room
from landbridge.games.arsenal.war.state import War
from landbridge.games.arsenal.war.steps import Phase
from landbridge.games.arsenal.war.supply import in_supply, supplied
from landbridge.games.arsenal.war.weather import weather_here
from landbridge.games.arsenal.words import SIDES, Side

FOUGHT_OUT = "a battle is fought to its end before anything else happens"
"""Why nothing of another phase is let pass in a battle: its units, losses and ground are in it."""


class BattleRounds(Phase, frozen=True):
    """The rounds of a battle, whatever is decided between them."""

    title = "Battle"
    keeps_out = FOUGHT_OUT
    cites = ("RUL-DC-33",)

    asks_now: Literal["defender", "attacker"]
    point: int
    side: int
    """Who attacks."""
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    factories: tuple[int, ...] = field(name="plants")
    air: int
    stavka: bool
    attacking: bytes = b""
    """The state of each attacker; nothing before the first round."""
    defending: bytes = b""
    rounds: int = 0
    cover: int = 0
    """Air units that support the defence."""

    def _lines(self, state: War) -> frozenset[int]:
        return frozenset(LINE.get((state.at[unit], self.point), -1) for unit in self.attackers)

    def retreats(self, state: War) -> tuple[int, ...]:
        """The points to which the defenders can retreat."""
        return retreat_points(self.point, state.held, 1 - self.side, self._lines(state))

    def model(self, state: War) -> Battle:
        """The battle as the combat model knows it."""
        hits, standing = state.rulings.fortified_hits, state.rulings.standing_factory
        back = bool(self.retreats(state))
        attackers = tuple(
            fighter(KIND_OF[u], True, in_supply(state, u), False, False, True, hits, standing)
            for u in self.attackers
        )
        defence_supplied = bool(supplied(state, 1 - self.side)[self.point])
        defenders = tuple(
            fighter(
                KIND_OF[u],
                False,
                defence_supplied,
                bool(state.flags[u] & DISPERSED),
                bool(state.flags[u] & FORTIFIED),
                back,
                hits,
                standing,
            )
            for u in self.defenders
        ) + tuple(
            fighter(FACTORY, False, True, False, False, False, hits, standing)
            for _ in self.factories
        )
        ground = Ground(
            attacker=self.side,
            month=box(state).month,
            weather=weather_here(state, self.point),
            fortress=POINTS[self.point].fortress,
            stavka=self.stavka,
            winter=state.rulings.winter,
            stavka_ruling=state.rulings.stavka,
            fire_order=state.rulings.fire_order,
        )
        # Who flies has been settled before, with the weather; a referee may have let more.
        air, cover = superiority(self.air, self.cover)
        ready = replace(prepare(attackers, defenders, ground), air=air, cover=cover)
        if not self.rounds:
            return ready
        return replace(
            ready, attacking=self.attacking, defending=self.defending, rounds=self.rounds
        )

    def open(self, state: War, play: Play) -> War:
        """Fight the first round, or take a point that nobody can defend."""
        battle = self.model(state)
        if undefended(battle):
            return self.finish(state, battle, play)
        return self.round(state, battle, play)

    def round(self, state: War, battle: Battle, play: Play) -> War:
        """Fight a round; the battle ends, or the defender is asked."""
        now = fight_round(battle, play.nature)
        battle_now = replace(
            self,
            asks_now="defender",
            attacking=now.attacking,
            defending=now.defending,
            rounds=now.rounds,
        )
        play.log(
            "round",
            ("DC-R57", "RUL-DC-33"),
            point=POINTS[self.point].name,
            round=now.rounds,
            attackers=_still_standing(now.attacking),
            defenders=_still_standing(now.defending),
            **self._results(battle, now),
        )
        if result(now, now.attacking, now.defending):
            return battle_now.finish(state, now, play)
        return push_steps(state, battle_now)

    def _results(self, before: Battle, now: Battle) -> dict[str, Any]:
        """What a round has done to the units, by what has become of them."""
        found: dict[int, list[int]] = {SCATTERED: [], RETREATED: [], ELIMINATED: [], READY: []}
        attack = zip(self.attackers, before.attacking, now.attacking, strict=True)
        units = len(self.defenders)
        states = before.defending[:units], now.defending[:units]
        defence = list(zip(self.defenders, *states, strict=True))
        for unit, was, became in (*attack, *defence):
            if became != was:
                found[became].append(unit)
        found[READY] = [unit for unit, was, became in defence if became == was < RETREATED]
        names = {
            "dispersed": SCATTERED,
            "retreated": RETREATED,
            "destroyed": ELIMINATED,
            "holding": READY,
        }
        return {name: ids(found[state], "") for name, state in names.items()}

    # Deciding between rounds

    @property
    def who(self) -> Side:
        return SIDES[1 - self.side if self.asks_now == "defender" else self.side]

    def prompt(self, state: War, who: str) -> str:
        return f"Battle for {POINTS[self.point].name} after round {self.rounds}"

    # The end of a battle

    def log_withdrawal(self, who: str, retreats: dict[str, str], play: Play) -> None:
        """Log that the defender breaks off, and who goes where."""
        point = POINTS[self.point].name
        play.log("withdraws", ("RUL-DC-33",), side=who, point=point, retreats=retreats)

    def finish(self, state: War, battle: Battle, play: Play, withdraws: str = "") -> War:
        """Carry out losses, retreats and the advance; `withdraws` is a side that has broken off."""
        taken = result(battle, battle.attacking, battle.defending) == "taken"
        defending = bytearray(battle.defending)
        if taken:
            for place, one in enumerate(battle.defenders):
                if defending[place] < RETREATED:
                    defending[place] = RETREATED if one.retreats else ELIMINATED
        back = self.retreats(state)
        lost = [u for u, s in zip(self.attackers, battle.attacking, strict=True) if s == ELIMINATED]
        for unit, now in zip(self.attackers, battle.attacking, strict=True):
            if now in (SCATTERED, RETREATED):
                flags = state.flags[unit] | DISPERSED
                state = replace(state, flags=put(state.flags, unit, flags))
        units = len(self.defenders)
        retreats: dict[str, str] = {}
        for unit, now in zip(self.defenders, defending[:units], strict=True):
            if now == ELIMINATED or (now == RETREATED and not back):
                lost.append(unit)
            elif now == RETREATED:
                to = _best(state, back, 1 - self.side)
                state = place_unit(state, unit, to, DISPERSED)
                retreats[ID[unit]] = POINTS[to].name
            elif now == SCATTERED:
                flags = (state.flags[unit] | DISPERSED) & ~FORTIFIED
                state = replace(state, flags=put(state.flags, unit, flags))
        for unit in lost:
            state = lose_unit(state, unit)
        if withdraws:
            self.log_withdrawal(withdraws, retreats, play)
            retreats = {}
        for factory, now in zip(self.factories, defending[units:], strict=True):
            if now == ELIMINATED:
                state = replace(state, factory_at=put(state.factory_at, factory, DESTROYED))
                play.log(
                    "plant_lost",
                    ("DC-R35", "DC-R36"),
                    plant=FACTORIES[factory].id,
                    point=POINTS[self.point].name,
                )
        play.log(
            "battle_ends",
            ("RUL-DC-33",),
            point=POINTS[self.point].name,
            word="is taken" if taken else "holds",
            lost=ids(lost),
            rounds=battle.rounds,
            retreats=retreats,
        )
        return self._advance(state, battle, play) if taken else state

    def _advance(self, state: War, battle: Battle, play: Play) -> War:
        """The attackers still standing move in; armour that won at once may go on."""
        fast = battle.rounds <= BREAKTHROUGH
        moved = []
        for unit, now in zip(self.attackers, battle.attacking, strict=True):
            if now != READY or (FIGHTS[unit] and room(state, self.point) < 1):
                continue
            flags = state.flags[unit]
            if fast and ARMOUR[KIND_OF[unit]] and FIGHTS[unit] and not flags & BROKE:
                flags = (flags & ~(FOUGHT | STEPS * STEP)) | BROKE
                if weather_here(state, self.point) != "mud":
                    flags = one_line_more(flags)
            state = place_unit(state, unit, self.point, flags)
            moved.append(unit)
        if moved:
            play.log("advance", ("RUL-DC-33",), units=ids(moved), point=POINTS[self.point].name)
        return take(state, self.point, self.side, play)


def _still_standing(states: bytes) -> int:
    return sum(1 for state in states if state < RETREATED)


def _best(state: War, points: tuple[int, ...], side: int) -> int:
    """Where a unit retreats: to supply first, then to the point with most room."""
    level = supplied(state, side)
    return max(points, key=lambda p: (room(state, p) > 0, level[p], room(state, p), -p))
