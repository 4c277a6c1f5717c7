"""Attacking a hex in a Combat Segment, and overrunning one as a stack moves (OCS 8, 9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Self

from msgspec.structs import replace

from landbridge.engine.columns import BYTE, WORD
from landbridge.engine.play.actions import Choice, Offer, Slot
from landbridge.engine.play.agenda import Step, push_steps
from landbridge.engine.play.boards import Forecast
from landbridge.engine.play.events import Play
from landbridge.engine.play.verbs import Chooser, Verb
from landbridge.engine.refusals import BadInput, Refusal, Violation
from landbridge.engine.rules.citing import Rules, in_force
from landbridge.engine.rules.findings import unique
from landbridge.games.belorussia.combat.attacking import (
    OVERRUN,
    attack_violations,
    overrun_targets,
    overrun_violations,
    targets_of,
)
from landbridge.games.belorussia.combat.battles import named_battle
from landbridge.games.belorussia.combat.fights import begin_fight
from landbridge.games.belorussia.combat.supplying import BattlePayment, supply_attack
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.map_game.combat.combat_odds import forecast_attack
from landbridge.games.belorussia.map_game.combat.combat_results import ThrowCombat
from landbridge.games.belorussia.map_game.combat.defending import AskLeader, AskSupply
from landbridge.games.belorussia.map_game.combat.fighting import (
    ending_of,
    ids_of,
    names_of,
    others,
    with_fight,
)
from landbridge.games.belorussia.map_game.out_of_turn import out_of_turn
from landbridge.games.belorussia.map_game.phases import MapPhase, find_own, own_phase, own_rows
from landbridge.games.belorussia.map_game.unit_verbs import TRIES, refusals_of
from landbridge.games.belorussia.movement.allowances import allowance_spent
from landbridge.games.belorussia.movement.segments import begin_move
from landbridge.games.belorussia.movement.special_bars import is_next_to_enemy
from landbridge.games.belorussia.position.position import MOVED, Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.fuel import is_fuelled, take_fuel
from landbridge.games.belorussia.supply_lines.paying import explain_takings
from landbridge.games.belorussia.terrain.multipliers import Attack as Kind
from landbridge.games.belorussia.words import NAME_OF, Phase, counted, listed

ATTACK: Rules = ("OCS-9.0-1", "OCS-9.1a-1", "OCS-9.1c-1", "OCS-9.5-4", "OCS-12.5b-1")
OVERRUNNING: Rules = ("OCS-8.0-1", "OCS-8.0-2", "OCS-8.0-3", "OCS-8.1-2", "OCS-8.1-3")


class Assault(Verb, frozen=True):
    """Units strike a hex with enemy combat units; the first of them leads."""

    explains = True

    kind: ClassVar[Kind]
    cites: ClassVar[Rules]
    phase: ClassVar[Phase]
    """The phase of a side in which it is made."""

    hex: str
    units: tuple[str, ...]

    @classmethod
    def targets(cls, theatre: Theatre, row: int) -> tuple[int, ...]:
        """The hexes that a unit may strike now."""
        raise AssertionError(f"{cls.__name__} strikes nothing")

    def violations(
        self, theatre: Theatre, rows: Sequence[int], target: int
    ) -> tuple[Violation, ...]:
        """What speaks against these units' striking the hex."""
        raise AssertionError(f"{type(self).__name__} strikes nothing")

    def begun(self, theatre: Theatre, rows: tuple[int, ...], target: int) -> Position:
        """The position as the assault begins, before it is paid for."""
        raise AssertionError(f"{type(self).__name__} strikes nothing")

    # What can be said

    @classmethod
    def strikes(cls, state: Ledger, step: MapPhase) -> dict[int, tuple[int, ...]]:
        """By hex that can be struck now: the units that can."""
        theatre = step.theatre(state)
        key = ("strikes", cls.__name__, step.side)
        return theatre.once(key, lambda theatre: cls._strikes(theatre, step))

    @classmethod
    def _strikes(cls, theatre: Theatre, step: MapPhase) -> dict[int, tuple[int, ...]]:
        found: dict[int, list[int]] = {}
        for row, target in cls._each_strike(theatre, step):
            found.setdefault(target, []).append(row)
        return {target: tuple(rows) for target, rows in sorted(found.items())}

    @classmethod
    def _each_strike(cls, theatre: Theatre, step: MapPhase) -> Iterator[tuple[int, int]]:
        for row in own_rows(theatre, step.side):
            if cls._is_near(theatre, row):
                yield from ((row, target) for target in cls.targets(theatre, row))

    @classmethod
    def can_strike(cls, state: Ledger, step: MapPhase) -> bool:
        """Whether any unit can strike anything now."""
        return next(cls._each_strike(step.theatre(state), step), None) is not None

    @classmethod
    def out_of_turn(cls, state: Ledger, step: Step, who: str) -> MapPhase | None:
        # Whoever attacks while another combat is fought would make that one mean nothing.
        if not state.has_map or state.table.is_fought:
            return None
        if isinstance(step, MapPhase):
            return out_of_turn(cls, state, step, who)
        return own_phase(cls, cls.phase, who)

    @classmethod
    def next_slot(
        cls, state: Ledger, step: MapPhase, who: str, said: tuple[str, ...]
    ) -> Slot | None:
        theatre, able = step.theatre(state), cls.strikes(state, step)
        labels = theatre.land.labels
        if not said:
            return Slot("hex", tuple(labels[place] for place in able), prompt="which hex?")
        rows = able.get(theatre.land.place(said[0]), ())
        choices = tuple(
            Choice(counter.id, f"{counter.name}, {labels[theatre.place_of(row)]}")
            for row in rows
            for counter in (theatre.counter(row),)
            if counter.id not in said
        )
        prompt = "with whom else?" if len(said) > 1 else "with whom? The first leads."
        return Slot("units", choices, prompt=prompt, optional=len(said) > 1) if choices else None

    @classmethod
    def random_action(cls, state: Ledger, step: MapPhase, who: str, choose: Chooser) -> Self | None:
        # A few tries, not every unit: most stand where they can strike nobody.
        theatre, rows = step.theatre(state), own_rows(step.theatre(state), step.side)
        for _ in range(min(TRIES, len(rows))):
            first = rows[choose(len(rows))]
            targets = cls.targets(theatre, first) if cls._is_near(theatre, first) else ()
            if not targets:
                continue
            target, here = targets[choose(len(targets))], theatre.place_of(first)
            beside = [row for row in theatre.combat_units(here, step.side) if row != first]
            helped = tuple(row for row in beside if target in cls.targets(theatre, row))
            for named in ((first, *helped), (first,)):
                units = tuple(theatre.counter(row).id for row in named)
                action = cls(theatre.land.labels[target], units)
                if not action.check(state, step, who):
                    return action
        return None

    @staticmethod
    def _is_near(theatre: Theatre, row: int) -> bool:
        """Whether a combat unit has an enemy next to it."""
        return theatre.counter(row).is_combat and is_next_to_enemy(theatre, row)

    # What is done

    def rows(self, theatre: Theatre, step: MapPhase) -> tuple[int, ...]:
        """The units that strike."""
        if not self.units or len(set(self.units)) < len(self.units):
            raise BadInput("Name the units that attack, each once; the first leads.")
        return tuple(find_own(theatre, step.side, word) for word in self.units)

    def check(self, state: Ledger, step: MapPhase, who: str) -> tuple[Violation, ...]:
        theatre = step.theatre(state)
        rows, target = self.rows(theatre, step), theatre.land.place(self.hex)
        found = self.violations(theatre, rows, target)
        return found or refusals_of(lambda: supply_attack(theatre, rows, target))

    def apply(self, state: Ledger, step: MapPhase, who: str, play: Play) -> Ledger:
        theatre = step.theatre(state)
        rows, target = self.rows(theatre, step), theatre.land.place(self.hex)
        battle = named_battle(theatre, rows, target, rows[0], self.kind)
        fight = begin_fight(theatre, battle)
        rules = self.rules(theatre, rows)
        theatre = theatre.with_position(self.begun(theatre, rows, target))
        try:
            found = supply_attack(theatre, rows, target)
        except Refusal:
            # A referee lets it pass: they attack, and nobody pays.
            done, paid = BattlePayment(position=theatre.position, rows=rows), ""
        else:
            done = found.result
            dumps = explain_takings(theatre, done.takings)
            rules = unique((*rules, *found.rules, *dumps.rules))
            paid = dumps.result
        stocks = f"internal stocks of {names_of(theatre, done.stocks)}" if done.stocks else ""
        own = (step.side,)
        play.log(
            f"{self.kind}_attack",
            rules,
            to=own,
            units=names_of(theatre, rows),
            s=ending_of(rows),
            ids=ids_of(theatre, rows),
            hex=self.hex,
            leader=theatre.counter(rows[0]).name,
            paid="; ".join(part for part in (paid, stocks) if part) or "nothing",
        )
        hexes = listed([theatre.land.labels[place] for place in battle.hexes])
        play.log(
            f"{self.kind}_seen",
            self.cites[:1],
            to=others(step.side),
            side=NAME_OF[step.side],
            units=counted(len(rows), "unit"),
            s=ending_of(rows),
            hex=self.hex,
            hexes=hexes,
        )
        state = with_fight(state.with_position(done.position), fight)
        asked = (AskSupply(), AskLeader()) if in_force("OCS-9.2-1") else (AskLeader(), AskSupply())
        return push_steps(state, *asked, ThrowCombat())

    def rules(self, theatre: Theatre, rows: tuple[int, ...]) -> Rules:
        """The rules by which it is done."""
        return self.cites

    def forecast(self, state: Ledger, step: MapPhase, who: str) -> Forecast | None:
        theatre = step.theatre(state)
        rows, target = self.rows(theatre, step), theatre.land.place(self.hex)
        if self.violations(theatre, rows, target):
            return None
        battle = named_battle(theatre, rows, target, rows[0], self.kind)
        joining = self._joining(state, step, rows, target)
        return forecast_attack(theatre, battle, joining, self._payment(theatre, rows))

    def _joining(
        self, state: Ledger, step: MapPhase, rows: tuple[int, ...], target: int
    ) -> tuple[int, ...]:
        """The units that could strike with these, and be paid for."""
        theatre = step.theatre(state)
        return tuple(
            row
            for row in self.strikes(state, step).get(target, ())
            if row not in rows
            and not self.violations(theatre, (*rows, row), target)
            and self._payment(theatre, (*rows, row)) is not None
        )

    @staticmethod
    def _payment(theatre: Theatre, rows: tuple[int, ...]) -> BattlePayment | None:
        """How the assault would be paid for; None where it cannot be."""
        try:
            return supply_attack(theatre, rows).result
        except Refusal:
            return None


class Attack(Assault, frozen=True):
    """Attack a hex with units next to it; the first of them leads."""

    kind = "regular"
    cites = ATTACK
    phase = "combat"

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        able = cls.strikes(state, step)
        if not able:
            return None
        labels = step.theatre(state).land.labels
        slots = (Slot("hex", tuple(labels[place] for place in able)), Slot("units", lazy=True))
        return Offer("attack", "Attack a hex", slots, ATTACK)

    @classmethod
    def targets(cls, theatre: Theatre, row: int) -> tuple[int, ...]:
        return targets_of(theatre, row)

    def violations(
        self, theatre: Theatre, rows: Sequence[int], target: int
    ) -> tuple[Violation, ...]:
        return attack_violations(theatre, rows, target, rows[0])

    def begun(self, theatre: Theatre, rows: tuple[int, ...], target: int) -> Position:
        now = theatre.position
        return replace(now, fought=(*now.fought, *rows), attacked=(*now.attacked, target))


class Overrun(Assault, frozen=True):
    """Overrun a hex next to a stack that moves; the first of its units leads."""

    kind = "overrun"
    cites = OVERRUNNING
    phase = "movement"

    @classmethod
    def offer(cls, state: Ledger, step: MapPhase, who: str) -> Offer | None:
        slots = (Slot("hex", lazy=True), Slot("units", lazy=True))
        return Offer("overrun", "Overrun a hex", slots, OVERRUNNING)

    @classmethod
    def is_offered(cls, state: Ledger, step: MapPhase, who: str) -> bool:
        return True

    @classmethod
    def targets(cls, theatre: Theatre, row: int) -> tuple[int, ...]:
        return overrun_targets(theatre, row)

    def violations(
        self, theatre: Theatre, rows: Sequence[int], target: int
    ) -> tuple[Violation, ...]:
        return overrun_violations(theatre, rows, target, rows[0])

    def rules(self, theatre: Theatre, rows: tuple[int, ...]) -> Rules:
        fuel = (rule for row in rows for rule in is_fuelled(theatre, row).rules)
        carts = ("OCS-13.2a-2",) if _paused(theatre, rows) else ()
        beside = ("OCS-8.1g-1", "OCS-8.1h-1")
        return (*self.cites, "OCS-8.1a-1", "OCS-8.1-1", "OCS-12.5b-2", *beside, *carts, *fuel)

    def begun(self, theatre: Theatre, rows: tuple[int, ...], target: int) -> Position:
        began = {row: theatre.position.began.get(row, theatre.place_of(row)) for row in rows}
        for row in rows:
            theatre = theatre.with_position(take_fuel(theatre, row))
        stack = rows if in_force("OCS-8.1g-1") else tuple(theatre.position.moving) or rows
        now = begin_move(theatre.position, stack)
        carts = _paused(theatre, rows)
        if carts and not in_force("OCS-13.2a-2"):
            # Without the rule their load would pay while they pause, and they would go on.
            done = {row: theatre.position.done[row] for row in carts}
            now = replace(now, done=BYTE.put_all(now.done, done))
        paid = {row: allowance_spent(theatre, row) + OVERRUN for row in rows}
        return replace(
            now,
            spent=WORD.put_all(now.spent, paid),
            moving=stack,
            began=began,
            airlifts=now.airlifts.start(rows, theatre.place_of(rows[0])),
        ).mark(rows, MOVED)


def _paused(theatre: Theatre, rows: Sequence[int]) -> tuple[int, ...]:
    """Transport Points that have begun to move, and whose move these units' overrun ends."""
    under_way = theatre.position.moving
    return tuple(r for r in under_way if r not in rows and theatre.counter(r).is_transport)
