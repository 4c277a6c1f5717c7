"""A battle: rounds of fire, standing or withdrawing, retreat, advance, breakthrough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from landbridge.engine.actions import Action, Decision, Offer, Slot
from landbridge.engine.agenda import push_steps, replace_step
from landbridge.engine.events import Play
from landbridge.games.arsenal.combat.battle import (
    DISPERSED as SCATTERED,
)
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
    withdraw,
)
from landbridge.games.arsenal.forces.units import ARMOUR, FACTORY
from landbridge.games.arsenal.industry.factories import FACTORIES
from landbridge.games.arsenal.map.points import LINE, POINTS
from landbridge.games.arsenal.war.columns import (
    BROKE,
    DISPERSED,
    FIGHTS,
    FORTIFIED,
    FOUGHT,
    KIND_OF,
    STEP,
    STEPS,
    box,
    ids,
    in_supply,
    lose,
    put,
    room,
    stand,
    supplied,
    weather_here,
)
from landbridge.games.arsenal.war.control import DESTROYED, take
from landbridge.games.arsenal.war.steps import Chooser, Phase
from landbridge.games.arsenal.words import SIDES, Side

if TYPE_CHECKING:
    from landbridge.games.arsenal.war.state import War


class Stand(Action, frozen=True):
    """The defender stays and fights on."""


class Withdraw(Action, frozen=True):
    """The defender breaks off and retreats."""


class Press(Action, frozen=True):
    """The attacker fights another round."""


class Halt(Action, frozen=True):
    """The attacker breaks off."""


class Fighting(Phase, frozen=True):
    """A battle between two rounds."""

    asks_now: Literal["defender", "attacker"]
    point: int
    side: int
    """Who attacks."""
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    plants: tuple[int, ...]
    air: int
    stavka: bool
    attacking: bytes = b""
    """The state of each attacker; nothing before the first round."""
    defending: bytes = b""
    rounds: int = 0
    cover: int = 0
    """Air units that support the defence."""

    def _lines(self, state: War) -> frozenset[int]:
        return frozenset(LINE[state.at[unit], self.point] for unit in self.attackers)

    def _retreats(self, state: War) -> tuple[int, ...]:
        return retreat_points(self.point, state.held, 1 - self.side, self._lines(state))

    def battle(self, state: War) -> Battle:
        """The battle as the combat model knows it."""
        hits, plants = state.rulings["fortified_hits"], state.rulings["standing_factory"]
        back = bool(self._retreats(state))
        attackers = tuple(
            fighter(KIND_OF[u], True, in_supply(state, u), False, False, True, hits, plants)
            for u in self.attackers
        )
        fed = bool(supplied(state, 1 - self.side)[self.point])
        defenders = tuple(
            fighter(
                KIND_OF[u],
                False,
                fed,
                bool(state.flags[u] & DISPERSED),
                bool(state.flags[u] & FORTIFIED),
                back,
                hits,
                plants,
            )
            for u in self.defenders
        ) + tuple(
            fighter(FACTORY, False, True, False, False, False, hits, plants) for _ in self.plants
        )
        ground = Ground(
            attacker=self.side,
            month=box(state).month,
            weather=weather_here(state, self.point),
            fortress=POINTS[self.point].fortress,
            air=self.air,
            cover=self.cover,
            stavka=self.stavka,
            winter=state.rulings["winter"],
            stavka_ruling=state.rulings["stavka"],
            fire_order=state.rulings["fire_order"],
        )
        ready = prepare(attackers, defenders, ground)
        if not self.rounds:
            return ready
        return replace(
            ready, attacking=self.attacking, defending=self.defending, rounds=self.rounds
        )

    def open(self, state: War, play: Play) -> War:
        """Fight the first round, or take a point that nobody can defend."""
        battle = self.battle(state)
        if undefended(battle):
            return self.finish(state, battle, play)
        return self.round(state, battle, play)

    def round(self, state: War, battle: Battle, play: Play) -> War:
        """Fight a round; the battle ends, or the defender is asked."""
        now = fight_round(battle, play.nature)
        fight = replace(
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
            attackers=_standing(now.attacking),
            defenders=_standing(now.defending),
        )
        if result(now, now.attacking, now.defending):
            return fight.finish(state, now, play)
        return push_steps(state, fight)

    # Deciding between rounds

    @property
    def who(self) -> Side:
        return SIDES[1 - self.side if self.asks_now == "defender" else self.side]

    def asks(self, state: War) -> tuple[Decision, ...]:
        name = POINTS[self.point].name
        offers: tuple[Offer, ...]
        if self.asks_now == "defender":
            offers = (Offer("stand", "Fight on"),)
            if self._retreats(state):
                offers += (Offer("withdraw", "Retreat, dispersed"),)
        else:
            offers = (Offer("press", "Fight another round"), Offer("halt", "Break off"))
        prompt = f"Battle for {name} after round {self.rounds}"
        return (Decision(self.who, prompt, offers, ("RUL-DC-33",)),)

    def slot(self, state: War, verb: str, said: tuple[str, ...]) -> Slot | None:
        """Nothing more is to be said."""
        return None

    def answer(self, state: War, who: str, action: Action, play: Play) -> War:
        if isinstance(action, Stand):
            return replace_step(state, replace(self, asks_now="attacker"))
        battle = self.battle(state)
        state = replace_step(state)
        if isinstance(action, Press):
            return self.round(state, battle, play)
        if isinstance(action, Withdraw):
            left = withdraw(battle.defenders, battle.defending)
            play.log("withdraws", ("RUL-DC-33",), side=who, point=POINTS[self.point].name)
            gone = replace(battle, defending=left)
            if result(gone, gone.attacking, left):
                return self.finish(state, gone, play)
            return push_steps(state, replace(self, asks_now="attacker", defending=left))
        play.log("halts", ("RUL-DC-33",), side=who, point=POINTS[self.point].name)
        return self.finish(state, battle, play)

    def random_action(self, state: War, who: str, choose: Chooser) -> Action:
        if self.asks_now == "attacker":
            return (Press(), Halt())[choose(2)]
        return Withdraw() if self._retreats(state) and choose(2) else Stand()

    # The end of a battle

    def finish(self, state: War, battle: Battle, play: Play) -> War:
        """Carry out losses, retreats and the advance."""
        taken = result(battle, battle.attacking, battle.defending) == "taken"
        defending = bytearray(battle.defending)
        if taken:
            for place, one in enumerate(battle.defenders):
                if defending[place] < RETREATED:
                    defending[place] = RETREATED if one.retreats else ELIMINATED
        back = self._retreats(state)
        lost = [u for u, s in zip(self.attackers, battle.attacking, strict=True) if s == ELIMINATED]
        for unit, now in zip(self.attackers, battle.attacking, strict=True):
            if now in (SCATTERED, RETREATED):
                flags = state.flags[unit] | DISPERSED
                state = replace(state, flags=put(state.flags, unit, flags))
        units = len(self.defenders)
        for unit, now in zip(self.defenders, defending[:units], strict=True):
            if now == ELIMINATED or (now == RETREATED and not back):
                lost.append(unit)
            elif now == RETREATED:
                state = stand(state, unit, _best(state, back, 1 - self.side), DISPERSED)
            elif now == SCATTERED:
                flags = (state.flags[unit] | DISPERSED) & ~FORTIFIED
                state = replace(state, flags=put(state.flags, unit, flags))
        for unit in lost:
            state = lose(state, unit)
        for plant, now in zip(self.plants, defending[units:], strict=True):
            if now == ELIMINATED:
                state = replace(state, plants=put(state.plants, plant, DESTROYED))
                play.log(
                    "plant_lost",
                    ("DC-R35", "DC-R36"),
                    plant=FACTORIES[plant].id,
                    point=POINTS[self.point].name,
                )
        play.log(
            "battle_ends",
            ("RUL-DC-33",),
            point=POINTS[self.point].name,
            word="is taken" if taken else "holds",
            lost=ids(lost),
        )
        return self._advance(state, battle, play) if taken else state

    def _advance(self, state: War, battle: Battle, play: Play) -> War:
        """The attackers still standing move in; armour that won at once may go on."""
        fast = battle.rounds <= BREAKTHROUGH
        for unit, now in zip(self.attackers, battle.attacking, strict=True):
            if now != READY or (FIGHTS[unit] and room(state, self.point) < 1):
                continue
            flags = state.flags[unit]
            if fast and ARMOUR[KIND_OF[unit]] and FIGHTS[unit] and not flags & BROKE:
                flags = (flags & ~(FOUGHT | STEPS * STEP)) | BROKE
                if weather_here(state, self.point) != "mud":
                    flags += STEP
            state = stand(state, unit, self.point, flags)
        return take(state, self.point, self.side, play)


def _standing(states: bytes) -> int:
    return sum(1 for state in states if state < RETREATED)


def _best(state: War, points: tuple[int, ...], side: int) -> int:
    """Where a unit retreats: to supply first, then to the point with most room."""
    level = supplied(state, side)
    return max(points, key=lambda p: (room(state, p) > 0, level[p], room(state, p), -p))
