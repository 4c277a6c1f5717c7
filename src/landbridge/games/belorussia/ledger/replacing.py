"""Replacements in the Reinforcement Phase: rolls, the special table, rebuilding, hedgehogs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from landbridge.engine.actions import Offer, Slot
from landbridge.engine.events import Play
from landbridge.engine.refusals import BadInput, Refused, Violation, choices
from landbridge.engine.tables import read_toml
from landbridge.games.belorussia.ledger.books import DeadUnit, readings_in
from landbridge.games.belorussia.ledger.partisan_war import HEX, check_hex
from landbridge.games.belorussia.ledger.reinforcement import Duty, Reinforcement
from landbridge.games.belorussia.replacements.charts import Unit
from landbridge.games.belorussia.replacements.rebuilding import Payment, Repls, pay
from landbridge.games.belorussia.replacements.rolls import (
    axis_replacements,
    soviet_replacements,
    use_hog,
)
from landbridge.games.belorussia.replacements.special import (
    REBUILDS,
    Dead,
    axis_special,
    draw_alert,
    soviet_special,
    take_axis_special,
)
from landbridge.games.belorussia.words import IN_WORDS, PACKAGE

if TYPE_CHECKING:
    from landbridge.games.belorussia.ledger.state import Ledger

PLANES: dict[str, list[str]] = read_toml(PACKAGE, "air.toml")["planes"]["types"]
"""The types of planes that each side flies."""
ROLL = {"soviet": ("TFB-1.7a-1",), "axis": ("TFB-1.7a-21",)}
SPECIAL = {"soviet": ("TFB-1.7a-8", "TFB-1.7b-1"), "axis": ("TFB-1.7a-29", "TFB-1.7b-21")}


def special_kind(unit: Unit) -> Dead:
    """What a dead unit is for the special tables."""
    leg = "leg" if unit.move == "leg" else "other"
    if unit.side == "axis":
        kinds: dict[str, str] = {"artillery": f"artillery_{leg}", "werfer": f"werfer_{leg}"}
        kinds["tiger"] = "tiger"
    else:
        kinds = {
            "anti_tank": f"anti_tank_{leg}",
            "anti_aircraft": "aa_division",
            **{k: k for k in ("assault", "artillery", "katyusha", "mortar", "army_hq", "pontoon")},
        }
    found: Dead = msgspec.convert(kinds.get(unit.kind, "other"), Dead)
    return found


def dead_kinds(state: Ledger, side: str) -> tuple[Dead, ...]:
    """A Dead Pile as the special tables see it."""
    return tuple(special_kind(unit.unit) for unit in state.book(side).dead)


class Replacements(Duty, frozen=True):
    """Roll for replacements."""

    explains_itself = False

    @classmethod
    def offer(cls, phase: Reinforcement, state: Ledger) -> Offer | None:
        if phase.rolled:
            return None
        label = f"Roll {IN_WORDS[phase.side]} replacements"
        return Offer("replacements", label, rules=ROLL[phase.side])

    @classmethod
    def undone(cls, phase: Reinforcement, state: Ledger) -> tuple[Violation, ...]:
        if phase.rolled:
            return ()
        text = "replacements have not been rolled"
        return (Violation(text, ROLL[phase.side], "replacements"),)

    def carry_out(self, phase: Reinforcement, state: Ledger, play: Play) -> Ledger:
        book = state.book(phase.side)
        if phase.side == "soviet":
            ruling: Any = state.rulings["minus_one_1944"]
            got = soviet_replacements(state.date, play.nature, ruling)
            soviet = got.result
            changes = {"activations": phase.activations + soviet.activations}
            book = book.plus(pax=soviet.pax, eq=len(soviet.eq), air=soviet.air)
            play.tell(
                "soviet_replacements",
                (*ROLL["soviet"], *got.rules),
                pax=soviet.pax,
                eq=_eq(soviet.eq),
                air=soviet.air,
                activations=soviet.activations,
                special="a special roll" if soviet.special else "no special roll",
            )
            eq, air, pax, special = soviet.eq, soviet.air, soviet.pax, soviet.special
        else:
            found = axis_replacements(state.date, play.nature)
            axis = found.result
            changes = {"hogs": phase.hogs + axis.hogs}
            book = replace(book, ally=book.ally + axis.ally)
            book = book.plus(pax=axis.pax, eq=len(axis.eq), air=axis.air, ally=axis.ally)
            play.tell(
                "axis_replacements",
                (*ROLL["axis"], *found.rules),
                pax=axis.pax,
                eq=_eq(axis.eq),
                air=axis.air,
                ally=axis.ally,
                hogs=axis.hogs,
                special="a special roll" if axis.special else "no special roll",
            )
            eq, air, pax, special = axis.eq, axis.air, axis.pax, axis.special
        state = state.with_book(phase.side, replace(book, pax=book.pax + pax))
        return phase.now(
            state,
            rolled=True,
            eq=(*phase.eq, *eq),
            air=phase.air + air,
            special=special,
            **changes,
        )


def _eq(ratings: tuple[int, ...]) -> str:
    return " and ".join(f"AR{rating} Eq" for rating in ratings) or "no Eq"


class Special(Duty, frozen=True):
    """Roll on the special replacement table."""

    explains_itself = False

    @classmethod
    def offer(cls, phase: Reinforcement, state: Ledger) -> Offer | None:
        if not phase.special:
            return None
        return Offer("special", "Roll on the special table", rules=SPECIAL[phase.side])

    @classmethod
    def undone(cls, phase: Reinforcement, state: Ledger) -> tuple[Violation, ...]:
        if not phase.special:
            return ()
        return (Violation("a special roll is due", SPECIAL[phase.side], "special"),)

    def carry_out(self, phase: Reinforcement, state: Ledger, play: Play) -> Ledger:
        state = state.with_book(phase.side, state.book(phase.side).plus(specials=1))
        if phase.side == "axis":
            line = axis_special(play.nature)
            choice = "or a Tiger" if line.tiger else ""
            play.tell("axis_special", SPECIAL["axis"], result=_words(line.result), choice=choice)
            if line.tiger:
                return phase.now(state, special=False, choice=line)
            return _receive(phase, state, play, line, "other")
        fallback: Any = state.rulings["soviet_fallback"]
        found = soviet_special(play.nature, dead_kinds(state, "soviet"), soviet_fallback=fallback)
        got = found.result
        play.tell(
            "soviet_special",
            (*SPECIAL["soviet"], *found.rules),
            rebuild=f"rebuilds {_words(got.rebuild)}" if got.rebuild else "rebuilds nothing",
            partisans=got.partisans,
            hogs=got.hogs,
        )
        return phase.now(
            state,
            special=False,
            rebuild=got.rebuild or "",
            partisans=phase.partisans + got.partisans,
            hogs=phase.hogs + got.hogs,
        )


def _words(kind: str) -> str:
    return {
        "artillery": "artillery",
        "army_hq": "an Army HQ",
        "anti_tank": "an AT brigade",
        "aa_division": "an AA division",
        "pontoon": "a pontoon brigade",
        "assault": "a special assault unit",
        "tiger": "a Tiger unit",
        "flak": "a Flak Alert unit",
        "ag_pg": "an AG/PG Alert unit",
        "infantry": "an Infantry Alert unit",
    }.get(kind, kind)


def _receive(
    phase: Reinforcement, state: Ledger, play: Play, line: Any, choice: Literal["tiger", "other"]
) -> Ledger:
    """Carry out an Axis special result."""
    empty: Any = tuple(pool for pool, units in state.alerts.items() if not units)
    found = take_axis_special(
        line,
        choice,
        dead_kinds(state, "axis"),
        empty,
        state.axis.tigers,
        tiger_keeping=state.rulings["tiger_keeping"],  # type: ignore[arg-type]
        axis_arty_unmet=state.rulings["axis_arty_unmet"],  # type: ignore[arg-type]
    )
    got = found.result
    state = state.with_book("axis", replace(state.axis, tigers=got.tigers_kept))
    if got.outcome == "placed":
        state = draw_from_pool(state, got.received, play)
    rules = (*SPECIAL["axis"], *found.rules)
    what = _words(got.received)
    play.tell("axis_special_received", rules, what=what, outcome=got.outcome)
    rebuild = got.received if got.outcome == "rebuilt" else ""
    return phase.now(state, special=False, choice=None, rebuild=rebuild)


def draw_from_pool(state: Ledger, pool: Any, play: Play) -> Ledger:
    """Draw an Alert unit; only the Axis player learns which it is."""
    if not state.alerts[pool]:
        play.tell("pool_empty", ("TFB-EDGE-24", "RUL-TFB-11"), what=_words(pool))
        return state
    unit = draw_alert(state.alerts[pool], pool, play.nature)
    rules = ("TFB-1.7b-26", "RUL-TFB-11")
    play.tell("alert_drawn", rules, to=("axis",), unit=unit)
    left = tuple(other for other in state.alerts[pool] if other != unit)
    alerts = state.alerts | {pool: left}
    book = state.axis.plus(alerts=1)
    return replace(state, alerts=alerts, alerts_out=(*state.alerts_out, unit), axis=book)


class Take(Duty, frozen=True):
    """Choose between a Tiger and the other result of the special table."""

    explains_itself = False

    what: Literal["tiger", "other"]

    @classmethod
    def offer(cls, phase: Reinforcement, state: Ledger) -> Offer | None:
        if phase.choice is None:
            return None
        other = _words(phase.choice.result)
        slot = Slot("what", ("tiger", "other"), prompt=f"tiger, or other: {other}")
        return Offer("take", "Choose the special result", (slot,), ("TFB-1.7b-23",))

    @classmethod
    def undone(cls, phase: Reinforcement, state: Ledger) -> tuple[Violation, ...]:
        if phase.choice is None:
            return ()
        return (Violation("a special result is to be chosen", ("TFB-1.7b-23",), "take"),)

    def carry_out(self, phase: Reinforcement, state: Ledger, play: Play) -> Ledger:
        return _receive(phase, state, play, phase.choice, self.what)


class Rebuild(Duty, frozen=True):
    """Rebuild a unit from the Dead Pile with replacements, or by the special result."""

    name: str
    steps: int = 1
    """How many steps of a multi-step unit come back at once."""

    @classmethod
    def offer(cls, phase: Reinforcement, state: Ledger) -> Offer | None:
        payable = [unit for unit in state.book(phase.side).dead if _way(phase, state, unit)]
        if not payable:
            return None
        names = Slot("name", tuple(unit.name for unit in payable), prompt="which unit?")
        most = max(unit.unit.steps for unit in payable)
        steps = Slot("steps", low=1, high=most, prompt="how many of its steps?", optional=True)
        slots = (names, steps) if most > 1 else (names,)
        return Offer("rebuild", "Rebuild a unit from the Dead Pile", slots, ("TFB-1.7a-2",))

    def faults(self, phase: Reinforcement, state: Ledger) -> tuple[Violation, ...]:
        dead = find_dead(state, phase.side, self.name)
        if not 1 <= self.steps <= dead.unit.steps:
            raise BadInput(f"'{self.name}' has 1 to {dead.unit.steps} steps, not {self.steps}.")
        if _way(phase, state, dead, self.steps):
            return ()
        return _paid(phase, state, dead, self.steps).violations

    def carry_out(self, phase: Reinforcement, state: Ledger, play: Play) -> Ledger:
        book = state.book(phase.side)
        dead = find_dead(state, phase.side, self.name)
        left = replace(book, dead=tuple(u for u in book.dead if u.name != self.name))
        place = ("TFB-1.7a-9", "TFB-3.5-1") if phase.side == "soviet" else ("TFB-1.7a-22",)
        where = "in the RVGK-3 box" if phase.side == "soviet" else "at an HQ in trace"
        if _by_special(phase, dead):
            rules = (*SPECIAL[phase.side], *place)
            play.tell("rebuilt", rules, name=self.name, price="the special result", where=where)
            return phase.now(state.with_book(phase.side, left), rebuild="")
        if _by_tiger(phase, state, dead):
            rules = ("TFB-1.7b-24", "TFB-EDGE-23", *place)
            left = replace(left, tigers=left.tigers - 1)
            play.tell("rebuilt", rules, name=self.name, price="a kept Tiger", where=where)
            return phase.now(state.with_book("axis", left))
        paid = _paid(phase, state, dead, self.steps)
        left = replace(left, pax=left.pax - paid.pax, ally=left.ally - paid.ally_pax)
        eq = list(phase.eq)
        for rating in paid.eq:
            eq.remove(rating)
        price = [f"{paid.pax} Pax"] * bool(paid.pax) + [f"{paid.ally_pax} Ally Pax"] * bool(
            paid.ally_pax
        )
        price += [f"AR{rating} Eq" for rating in paid.eq] + ["Air"] * bool(paid.air)
        rules = ("TFB-1.7a-2", *place)
        play.tell("rebuilt", rules, name=self.name, price=", ".join(price), where=where)
        return phase.now(
            state.with_book(phase.side, left.plus(rebuilt=1)),
            eq=tuple(eq),
            air=phase.air - paid.air,
        )


def find_dead(state: Ledger, side: str, name: str) -> DeadUnit:
    """A unit in a Dead Pile by its name."""
    pile = state.book(side).dead
    for unit in pile:
        if unit.name == name:
            return unit
    listed = choices([unit.name for unit in pile]) or "nobody"
    raise BadInput(f"'{name}' is not in the {IN_WORDS[side]} Dead Pile; there: {listed}.")


def _by_special(phase: Reinforcement, dead: DeadUnit) -> bool:
    if not phase.rebuild:
        return False
    kind = special_kind(dead.unit)
    if phase.side == "soviet":
        return kind in REBUILDS[phase.rebuild].fits
    return kind == "tiger" if phase.rebuild == "tiger" else kind in ("artillery_leg", "werfer_leg")


def _by_tiger(phase: Reinforcement, state: Ledger, dead: DeadUnit) -> bool:
    return bool(state.book(phase.side).tigers) and special_kind(dead.unit) == "tiger"


def _paid(phase: Reinforcement, state: Ledger, dead: DeadUnit, steps: int) -> Payment:
    book = state.book(phase.side)
    at_hand = Repls(pax=book.pax, ally_pax=book.ally, eq=phase.eq, air=phase.air)
    saving: Any = state.rulings["replacement_saving"]
    return pay(dead.unit, at_hand, steps, readings_in(state), saving).result


def _way(phase: Reinforcement, state: Ledger, dead: DeadUnit, steps: int = 1) -> bool:
    """Whether there is a way to bring a unit back now, with so many of its steps."""
    if _by_special(phase, dead) or _by_tiger(phase, state, dead):
        return True
    return _paid(phase, state, dead, steps).ok


class Air(Duty, frozen=True):
    """Bring a reduced plane on the map to full strength with an Air replacement."""

    name: str

    @classmethod
    def offer(cls, phase: Reinforcement, state: Ledger) -> Offer | None:
        if not phase.air:
            return None
        slot = Slot("name", examples=tuple(PLANES[phase.side]), prompt="which plane?")
        label = f"A reduced plane to full strength ({phase.air} Air left)"
        rules = ("TFB-1.7a-6",) if phase.side == "soviet" else ("TFB-1.7a-26",)
        return Offer("air", label, (slot,), rules)

    def faults(self, phase: Reinforcement, state: Ledger) -> tuple[Violation, ...]:
        if not phase.air:
            raise Refused("no Air replacement is left", "TFB-1.7a-6")
        enemy = "axis" if phase.side == "soviet" else "soviet"
        if self.name.lower() in map(str.lower, PLANES[enemy]):
            raise Refused(
                f"{self.name} is an enemy plane",
                "TFB-1.7a-6" if phase.side == "soviet" else "TFB-1.7a-26",
                f"own planes, such as {choices(PLANES[phase.side])}",
            )
        return ()

    def carry_out(self, phase: Reinforcement, state: Ledger, play: Play) -> Ledger:
        rules = ("TFB-1.7a-6",) if phase.side == "soviet" else ("TFB-1.7a-26",)
        play.tell("plane_restored", rules, name=self.name)
        return phase.now(state, air=phase.air - 1)


class Hog(Duty, frozen=True):
    """Spend a Hog: a new Level-1 hedgehog, or a Level 1 raised to Level 2."""

    hex: str

    @classmethod
    def offer(cls, phase: Reinforcement, state: Ledger) -> Offer | None:
        if not phase.hogs:
            return None
        label = f"A new Level-1 hedgehog, or Level 1 to 2 ({phase.hogs} Hog left)"
        rules = ("TFB-1.7b-6",) if phase.side == "soviet" else ("TFB-1.7a-28",)
        return Offer("hog", label, (HEX,), rules)

    def faults(self, phase: Reinforcement, state: Ledger) -> tuple[Violation, ...]:
        check_hex(self.hex)
        if not phase.hogs:
            raise Refused("no Hog is left", "TFB-1.7a-28")
        use_hog(phase.side, state.book(phase.side).hedgehogs.get(self.hex, 0))
        return ()

    def carry_out(self, phase: Reinforcement, state: Ledger, play: Play) -> Ledger:
        book = state.book(phase.side)
        found = use_hog(phase.side, book.hedgehogs.get(self.hex, 0))
        book = replace(book, hedgehogs=book.hedgehogs | {self.hex: found.result}).plus(hogs=1)
        play.tell("hedgehog", found.rules, hex=self.hex, level=found.result)
        return phase.now(state.with_book(phase.side, book), hogs=phase.hogs - 1)
