"""Attacks, retreats and the like, asked about a sketched position."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.combat.advancing import exploiters, how_fought
from landbridge.games.belorussia.combat.attacking import attack_violations, overrun_violations
from landbridge.games.belorussia.combat.battles import Battle, named_battle
from landbridge.games.belorussia.combat.losing import may_lose
from landbridge.games.belorussia.combat.resolution import COMBAT, resolve
from landbridge.games.belorussia.combat.results import read_result
from landbridge.games.belorussia.combat.retreating import (
    Enemies,
    fall_back,
    make_ready,
    way_violations,
    ways_back,
)
from landbridge.games.belorussia.combat.seizing import is_worth_taking, seize
from landbridge.games.belorussia.combat.supplying import (
    BattlePayment,
    supply_attack,
    supply_defence,
)
from landbridge.games.belorussia.combat.surprise import SHIFT, SURPRISE
from landbridge.games.belorussia.combat.weighing import BattleTally, weigh
from landbridge.games.belorussia.position.asking import (
    HexLabel,
    HexLabels,
    PositionQuestion,
    UnitName,
    UnitNames,
    find_row,
    find_rows,
)
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.recovery import STOCKS
from landbridge.games.belorussia.terrain.multipliers import Attack as Kind
from landbridge.games.belorussia.violations import impossible
from landbridge.games.belorussia.words import Die, TwoDice

# Attacks


class AttackFound(Struct, frozen=True, order=True):
    """A combat, as far as it is asked."""

    attack: str
    defence: str
    odds: str
    terrain: str
    """Open, close, very close or extremely close: what the defender chooses."""
    column: int
    """Before Surprise."""
    drm: int
    anti_tank: str
    result: str
    """The printed result, once the dice are known."""


class AssaultQuestion(PositionQuestion, frozen=True, kw_only=True):
    """What an attack on a hex is asked with."""

    rolls = {"surprise": SURPRISE.title, "shift": SHIFT, "dice": COMBAT.title}
    turns_on = (
        *("step_losses", "two_value_cells", "river_and_hex", "attack_roads", "built_up_hexes"),
        *("assault_engineer_river", "column_shifts"),
    )

    units: UnitNames
    """Who attacks; the first leads."""
    hex: HexLabel
    paid: Annotated[bool, Meta(description="whether the defender has combat supply")] = True
    lead: Annotated[UnitName | None, Meta(description="the defender that leads")] = None
    surprise: TwoDice | None = None
    shift: Die | None = None
    dice: TwoDice | None = None

    def found(self, kind: Kind, nature: Nature) -> Finding[AttackFound]:
        """The combat."""
        theatre, why = self.theatre(), Why()
        rows, target = find_rows(theatre, self.units), theatre.land.place(self.hex)
        check = attack_violations if kind == "regular" else overrun_violations
        wrong = check(theatre, rows, target, rows[0])
        if wrong:
            raise Refusal.for_violations(wrong)
        battle = named_battle(theatre, rows, target, rows[0], kind)
        if not self.paid:
            battle = replace(battle, supplied=())
        if self.lead is not None:
            battle = replace(battle, against=self._defender(theatre, battle, self.lead))
        if kind == "overrun":
            why.by(("OCS-8.1a-1", "OCS-8.1-2", "OCS-8.1-3"), "3 MP for each unit")
        weighed: BattleTally = why.add(weigh(theatre, battle))
        outcome = nature.sub(resolve, weighed.combat)
        return why.so(
            AttackFound(
                attack=str(weighed.attack),
                defence=str(weighed.defence),
                odds=str(weighed.odds),
                terrain=weighed.terrain,
                column=weighed.combat.column,
                drm=weighed.drm,
                anti_tank=weighed.anti_tank,
                result=outcome.cell,
            )
        )

    @staticmethod
    def _defender(theatre: Theatre, battle: Battle, name: str) -> int:
        row = find_row(theatre, name)
        if row not in battle.defenders:
            raise impossible(
                f"{theatre.counter(row).name} does not take part",
                "OCS-9.6-2",
                "a unit that defends the hex",
            )
        return row


class AttackQuestion(AssaultQuestion, frozen=True, kw_only=True):
    """An attack on a hex in a Combat Segment: strengths, odds, column, modifiers and result."""

    def answer(self, nature: Nature) -> Finding[AttackFound]:
        return self.found("regular", nature)


class OverrunQuestion(AssaultQuestion, frozen=True, kw_only=True):
    """An overrun of a hex by a stack that moves."""

    def answer(self, nature: Nature) -> Finding[AttackFound]:
        return self.found("overrun", nature)


# Supply


class SupplyFound(Struct, frozen=True, kw_only=True):
    """How a combat is supplied."""

    supplied: tuple[str, ...]
    tokens: int
    stocks: dict[str, str]
    """The internal stocks of those that used theirs, afterwards."""


class BattleSupply(PositionQuestion, frozen=True, kw_only=True):
    """What an attack by these units, or their defence, costs, and who uses internal stocks."""

    role: Annotated[Literal["attacker", "defender"], Meta(description="which side of the combat")]
    units: UnitNames

    def answer(self, nature: Nature) -> Finding[SupplyFound]:
        theatre, why = self.theatre(), Why()
        rows = find_rows(theatre, self.units)
        supply = supply_attack if self.role == "attacker" else supply_defence
        done: BattlePayment = why.add(supply(theatre, rows))
        return why.so(
            SupplyFound(
                supplied=_names(theatre, done.rows),
                tokens=done.tokens,
                stocks={
                    theatre.counter(row).name: STOCKS[done.position.stock[row]]
                    for row in done.stocks
                },
            )
        )


def _names(theatre: Theatre, rows: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(theatre.counter(row).name for row in rows)


# Losses


class UnitsFound(Struct, frozen=True):
    """The units that are meant."""

    units: tuple[str, ...]


class NextLoss(PositionQuestion, frozen=True, kw_only=True):
    """Which units may lose the next step of a combat result."""

    cites = ("OCS-9.11-1", "OCS-9.11c-1", "OCS-9.11c-2")

    units: UnitNames
    lead: Annotated[UnitName, Meta(description="the unit whose action rating counted")]
    lost: UnitNames = ()
    """Units that have lost steps in this combat so far, each as often as it has."""

    def answer(self, nature: Nature) -> Finding[UnitsFound]:
        theatre, why = self.theatre(), Why()
        rows = find_rows(theatre, self.units)
        taken = Counter(find_row(theatre, name) for name in self.lost)
        able = may_lose(theatre, rows, find_row(theatre, self.lead), taken)
        why("OCS-9.11c-2" if taken else "OCS-9.11c-1", "the unit that led, then each once in turn")
        return why.so(UnitsFound(_names(theatre, able)))


# Exploit Mode


class ExploitAfter(PositionQuestion, frozen=True, kw_only=True):
    """Which attackers may go into Exploit Mode after a combat with this printed result."""

    turns_on = ("exploit_rating",)

    units: UnitNames
    hex: HexLabel
    cell: Annotated[Name, Meta(description="the printed result, as Ae4 DL1o2")]
    back: Annotated[int, Meta(ge=0, le=3, description="options taken as hexes of retreat")] = 0

    def answer(self, nature: Nature) -> Finding[UnitsFound]:
        theatre, why = self.theatre(), Why()
        rows, target = find_rows(theatre, self.units), theatre.land.place(self.hex)
        battle = named_battle(theatre, rows, target, rows[0])
        chosen = how_fought(theatre, battle, theatre.phase, self.back, 0)
        able = exploiters(theatre, battle, read_result(self.cell), chosen, why)
        if theatre.rulings.exploit_rating != "printed":
            why("RUL-TFB-202", "the rating with which each would have fought")
        return why.so(UnitsFound(_names(theatre, able)))


# Retreats


class RetreatFound(Struct, frozen=True, kw_only=True):
    """A retreat, or the ends that it may have."""

    ends: tuple[str, ...]
    destroyed: tuple[str, ...]
    dg: tuple[str, ...]
    """Who is DG afterwards."""
    steps_lost: int
    turned: tuple[str, ...]
    """Who has turned to the Move side."""


class RetreatFrom(PositionQuestion, frozen=True, kw_only=True):
    """Where units may retreat to from a combat; with a way, what befalls them on it."""

    turns_on = ("retreat_way", "retreat_second_hex")

    units: UnitNames
    length: Annotated[int, Meta(ge=1, le=3, description="hexes of the retreat")] = 1
    fought: HexLabels = ()
    """Hexes from which the enemy fought."""
    held: HexLabels = ()
    """Other hexes that held his combat units when the combat began."""
    path: HexLabels = ()

    def answer(self, nature: Nature) -> Finding[RetreatFound]:
        theatre, why = self.theatre(), Why()
        rows = find_rows(theatre, self.units)
        ready = make_ready(theatre, rows)
        for row, by in ready.turned.items():
            why(by, f"{theatre.counter(row).name} turns to its Move side")
        for row in ready.lost:
            why.by(ready.rules[row], f"{theatre.counter(row).name} cannot retreat and is destroyed")
        theatre = theatre.with_position(ready.position)
        going = tuple(row for row in rows if row not in ready.lost)
        fought = tuple(map(theatre.land.place, self.fought))
        held = tuple(map(theatre.land.place, self.held))
        lost, turned = _names(theatre, ready.lost), _names(theatre, tuple(ready.turned))
        if not going:
            return why.so(RetreatFound(ends=(), destroyed=lost, dg=(), steps_lost=0, turned=turned))
        enemies = Enemies((*fought, *held), fought)
        if self.path:
            return self._along(theatre, going, enemies, lost, turned, why)
        ends = ways_back(theatre, going, self.length, enemies)
        why(("OCS-9.12c-2", "RUL-TFB-201"), "away from whoever fought")
        why(("OCS-9.12-1", "OCS-9.12-2"), f"it ends {self.length} hexes away")
        if not ends:
            why.by("OCS-9.12-3", "only through enemies or prohibited terrain: destroyed")
            lost += _names(theatre, going)
        labels = tuple(sorted(theatre.land.labels[end] for end in ends))
        return why.so(RetreatFound(ends=labels, destroyed=lost, dg=(), steps_lost=0, turned=turned))

    def _along(
        self,
        theatre: Theatre,
        going: tuple[int, ...],
        enemies: Enemies,
        lost: tuple[str, ...],
        turned: tuple[str, ...],
        why: Why,
    ) -> Finding[RetreatFound]:
        path = tuple(map(theatre.land.place, self.path))
        wrong = way_violations(theatre, going, path, self.length, enemies)
        if wrong:
            raise Refusal.for_violations(wrong)
        done = why.add(fall_back(theatre, going, path))
        after = theatre.with_position(done.position)
        dg = (row for row in range(len(after.counters)) if after.marker(row) == "dg")
        return why.so(
            RetreatFound(
                ends=(self.path[-1],),
                destroyed=(*lost, *_names(theatre, done.gone)),
                dg=_names(theatre, tuple(dg)),
                steps_lost=done.due,
                turned=turned,
            )
        )


# Taking a hex


class HexTaken(Struct, frozen=True, kw_only=True, order=True):
    """What whoever enters a hex takes."""

    told: tuple[str, ...]


class TakeHex(PositionQuestion, frozen=True, kw_only=True):
    """What an Attack-Capable unit takes in a hex with only enemy non-combat units."""

    turns_on = ("hedgehog_capture",)

    hex: HexLabel
    side: Annotated[Literal["soviet", "axis"], Meta(description="the side that enters")]
    by_advance: Annotated[bool, Meta(description="after combat")] = False

    def answer(self, nature: Nature) -> Finding[HexTaken]:
        theatre = self.theatre()
        place = theatre.land.place(self.hex)
        if not is_worth_taking(theatre, self.side, place):
            why = Why()
            why.by("OCS-8.0-1", "nothing is there that could be taken so")
            return why.so(HexTaken(told=()))
        found = seize(theatre, self.side, place, nature, self.by_advance)
        return Finding(HexTaken(told=found.result.told), found.rules, found.why)
