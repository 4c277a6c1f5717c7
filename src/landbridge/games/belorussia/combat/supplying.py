"""Supply for combat: who pays for an attack and a defence, and who lives on stocks (OCS 12.10)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from landbridge.engine.columns import BYTE
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import in_force
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.combat.battles import PENAL
from landbridge.games.belorussia.combat.strength import combat_supply
from landbridge.games.belorussia.fronts.fronts_on_map import is_supplied_by_posture
from landbridge.games.belorussia.movement.sizes import QUARTERS, quarters_of, steps_left
from landbridge.games.belorussia.partisans.effects import anti_partisan
from landbridge.games.belorussia.position.counters import other_side
from landbridge.games.belorussia.position.position import Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.supply_lines.paying import Need, TokensTaken, pay, tokens_in_reach
from landbridge.games.belorussia.supply_lines.recovery import EXHAUSTED

ATTACK, DEFENCE = "the attack", "the defence"


class BattlePayment(Struct, frozen=True, kw_only=True):
    """A position in which a combat has been paid for, and how."""

    position: Position
    rows: tuple[int, ...]
    """The units that have combat supply."""
    takings: tuple[TokensTaken, ...] = ()
    stocks: tuple[int, ...] = ()
    """Those of them that used their internal stocks."""

    @property
    def tokens(self) -> int:
        """Tokens paid in all, those that were wasted too."""
        return sum(taking.tokens for taking in self.takings)


def lives_off_the_land(theatre: Theatre, row: int) -> bool:
    """Whether a unit never pays for combat: partisans are always in supply."""
    return theatre.counter(row).arm == "partisan" and in_force("TFB-3.7b-4")


def defends_free(theatre: Theatre, row: int) -> bool:
    """Whether a unit has combat supply in defence for nothing."""
    return lives_off_the_land(theatre, row) or is_supplied_by_posture(theatre, row, "defence")


class _Purse:
    """A side's supply while a combat is paid for."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self.takings: list[TokensTaken] = []
        self.stocks: list[int] = []

    def pays(self, needs: Sequence[Need], why: Why) -> bool:
        """Pay for these with supply, or say that it cannot be."""
        if not needs:
            return True
        try:
            found = pay(self.theatre, self.theatre.counter(needs[0].row).side, needs)
        except Refusal:
            return False
        payment = why.add(found)
        self._spend(payment.position, payment.takings)
        return True

    def _spend(self, position: Position, takings: Sequence[TokensTaken]) -> None:
        self.takings += takings
        self.theatre = self.theatre.with_position(position)

    def uses_stocks(self, row: int, price: int, why: Why) -> bool:
        """Let a unit live on its internal stocks, unless they are used up."""
        counter, stock = self.theatre.counter(row), self.theatre.position.stock[row]
        if stock >= EXHAUSTED and in_force("OCS-12.10c-1"):
            return False
        self._waste(row, price, why)
        if not why("OCS-12.10-1", f"{counter.name} uses its internal stocks"):
            return False
        why("OCS-12.10-2", "and fights with its full strength")
        now = self.theatre.position
        used = BYTE.put(now.stock, row, min(stock + 1, EXHAUSTED))
        self.theatre = self.theatre.with_position(replace(now, stock=used))
        self.stocks.append(row)
        return True

    def _waste(self, row: int, price: int, why: Why) -> None:
        """Spend what is in reach of a multi-step unit and does not suffice."""
        counter, spare = self.theatre.counter(row), in_force("OCS-12.10a-2")
        short, whole = (
            min(price, tokens_in_reach(self.theatre, Need(row, 0, ATTACK, spare_organic=spared)))
            for spared in (spare, False)
        )
        if short < whole:
            why("OCS-12.10a-2", "what Organic Trucks carry is withheld")
        if not short or counter.steps == 1:
            return
        if why("OCS-12.10h-1", f"{short}T in reach of {counter.name} are too few, and wasted"):
            self.pays((Need(row, short, "nothing", spare_organic=spare),), why)


def pays_nothing(theatre: Theatre, row: int, target: int | None, why: Why) -> bool:
    """Whether a unit needs no combat supply for an attack on a hex."""
    counter = theatre.counter(row)
    if lives_off_the_land(theatre, row):
        return True
    if counter.arm == PENAL and why("TFB-3.8-3", f"{counter.name} needs no combat supply"):
        return True
    if is_supplied_by_posture(theatre, row, "attack"):
        why("RUL-TFB-24", f"{counter.name} of a Regrouping Front attacks free")
        return True
    if target is None or "anti-partisan" not in counter.arm:
        return False
    enemies = theatre.combat_units(target, other_side(counter.side))
    hunts = bool(enemies) and all(theatre.counter(enemy).arm == "partisan" for enemy in enemies)
    return hunts and not why.add(anti_partisan(True, None)).attack_supply


def supply_attack(
    theatre: Theatre, rows: Sequence[int], target: int | None = None
) -> Finding[BattlePayment]:
    """Pay for an attack with supply, or with stocks where none is in reach; or refuse it."""
    why, purse = Why(), _Purse(theatre)
    payers = [row for row in rows if not pays_nothing(theatre, row, target, why)]
    needs = [
        Need(row, why.add(combat_supply("attacker", steps_left(theatre, row))), ATTACK)
        for row in payers
    ]
    first = in_force("OCS-12.10a-1")
    if first and purse.pays(needs, why):
        why("OCS-12.10a-1", "supply in reach is used before internal stocks")
    else:
        if not in_force("OCS-12.10g-1") and purse.pays(needs[:1], why):
            raise _off(theatre, needs[-1])
        for need in needs:
            if first and purse.pays((need,), why):
                continue
            if purse.uses_stocks(need.row, need.tokens, why):
                why("OCS-12.10a-1", "no supply can be drawn or thrown to it")
                why("OCS-12.10g-1", "some by supply, others by stocks, no counter by both")
                continue
            if not purse.pays((need,), why) and in_force(_off_by(theatre, need)):
                raise _off(theatre, need)
    return why.so(
        BattlePayment(
            position=purse.theatre.position,
            rows=tuple(rows),
            takings=tuple(purse.takings),
            stocks=tuple(purse.stocks),
        )
    )


def _off_by(theatre: Theatre, need: Need) -> str:
    """The rule by which a unit that cannot pay does not attack."""
    return "OCS-9.5a-2" if theatre.position.out[need.row] else "OCS-9.5-1"


def _off(theatre: Theatre, need: Need) -> Refusal:
    """The refusal of an attack for which a unit cannot pay."""
    name = theatre.counter(need.row).name
    spent = theatre.position.stock[need.row] >= EXHAUSTED
    why = " and its internal stocks are used up" if spent else ""
    by = _off_by(theatre, need)
    return Refusal(
        f"{name} needs {need.tokens}T for the attack, which are not in reach{why}",
        (by, "OCS-12.10c-1") if spent else (by,),
        "leave it out of the attack, or bring supply",
    )


def defence_price(theatre: Theatre, rows: Sequence[int]) -> Finding[int]:
    """Tokens for the defence of a hex with these units."""
    size = Fraction(sum(quarters_of(theatre, row) for row in rows), QUARTERS)
    return combat_supply("defender", size=size)


def supply_defence(theatre: Theatre, rows: Sequence[int]) -> Finding[BattlePayment]:
    """Pay for a defence with supply; without any in reach each unit uses its own stocks."""
    why, purse = Why(), _Purse(theatre)
    free = [row for row in rows if defends_free(theatre, row)]
    payers = [row for row in rows if row not in free]
    price = why.add(defence_price(theatre, rows))
    if not payers:
        return why.so(BattlePayment(position=theatre.position, rows=tuple(rows)))
    supplied = list(rows)
    if not any(purse.pays((Need(row, price, DEFENCE),), why) for row in payers):
        own = [row for row in payers if purse.uses_stocks(row, price, why)]
        supplied = [*free, *own] if in_force("OCS-12.10-2") else free
        if own and not why("OCS-12.10d-1", "nobody uses another's internal stocks"):
            supplied = list(rows)
        if len(own) < len(payers):
            why("OCS-12.10c-1", "who is Exhausted defends without combat supply")
    return why.so(
        BattlePayment(
            position=purse.theatre.position,
            rows=tuple(row for row in rows if row in supplied),
            takings=tuple(purse.takings),
            stocks=tuple(purse.stocks),
        )
    )


def could_be_supplied(theatre: Theatre, rows: Sequence[int]) -> bool:
    """Whether a defender has anything to pay with."""
    payers = [row for row in rows if not defends_free(theatre, row)]
    if any(theatre.position.stock[row] < EXHAUSTED for row in payers):
        return True
    price = defence_price(theatre, rows).result
    return any(tokens_in_reach(theatre, Need(row, price, DEFENCE)) >= price for row in payers)
