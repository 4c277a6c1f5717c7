"""Losses that players tell the ledger: where a lost unit goes, and what it leaves behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.events import Play
from landbridge.engine.refusals import BadInput, Refusal, choices, unknown
from landbridge.engine.rules import Rules
from landbridge.games.belorussia.fronts.display import FRONTS, Front
from landbridge.games.belorussia.ledger.asides import AXIS, BOTH, SOVIET, Aside, When
from landbridge.games.belorussia.ledger.books import DeadUnit, readings_in
from landbridge.games.belorussia.ledger.front_orders import penal_units_back
from landbridge.games.belorussia.ledger.partisan_war import HEX, check_hex
from landbridge.games.belorussia.ledger.returning import HQS, check_hq, hq_lost, off_the_map
from landbridge.games.belorussia.readings import figures
from landbridge.games.belorussia.replacements.charts import ALERTS, Kind, Size, Unit, rebuild_price
from landbridge.games.belorussia.replacements.rebuilding import leaves_remnant
from landbridge.games.belorussia.terrain.words import Move
from landbridge.games.belorussia.words import IN_WORDS, Side

if TYPE_CHECKING:
    from landbridge.games.belorussia.ledger.state import Ledger

Rating = Annotated[int, Meta(ge=0, le=5)]
Steps = Annotated[int, Meta(ge=1, le=6)]
UnitName = Annotated[str, Meta(examples=["51", "18/12Pz", "5AT", *FRONTS])]
HexName = Annotated[str, Meta(examples=list(HEX.examples))]
Number = Annotated[int, Meta(ge=1, le=99)]
Note = Literal["none", "hungarian", "yellow_dot", "no_trace"]
"""What else is to be said of a lost unit; no_trace: it was out of trace supply."""


class Lose(Aside, frozen=True):
    """Put a lost unit in its Dead Pile, or wherever else it goes; a penal unit by its Front."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("OCS 13.5",)

    side: Side
    name: UnitName
    kind: Kind
    size: Size
    ar: Rating
    move: Move
    formation: bool = False
    steps: Steps = 1
    """As printed: more than 1 is a multi-step unit."""
    note: Note = "none"

    def may_say(self) -> tuple[Side, ...]:
        # Which Alert units are on the map only the Axis player knows: nobody learns it by trying.
        return AXIS if self.kind in ALERTS else BOTH

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The side whose unit it is."""
        return (self.side,)

    def describe(self) -> str:
        pocket = " in a pocket" if self.note == "no_trace" else ""
        kind = f"{self.kind} {self.size}".replace("_", " ")
        return f"{self.name} ({IN_WORDS[self.side]} {kind}) is lost{pocket}"

    def unit(self) -> Unit:
        """The unit as the rebuild charts see it."""
        return Unit(
            side=self.side,
            kind=self.kind,
            size=self.size,
            ar=self.ar,
            move=self.move,
            formation=self.formation,
            steps=self.steps,
            hungarian=self.note == "hungarian",
            yellow_dot=self.note == "yellow_dot",
            lost_in_trace=self.note != "no_trace",
        )

    def check(self, state: Ledger) -> None:
        if not self.name.strip():
            raise BadInput("A lost unit needs a name.")
        if self.note == "hungarian" and self.side == "soviet":
            raise BadInput("A Hungarian unit is Axis, never Soviet.")
        rebuild_price(self.unit(), readings_in(state))
        if self.kind == "partisan":
            raise Refusal(
                "a partisan is known by its number",
                ("TFB-REB-12", "TFB-3.7c-5"),
                "act <number> <hex> yes",
            )
        if self.kind == "penal":
            check_penal(state, self._front())
        if self.kind == "remnant" and self.name not in state.remnants:
            legal = choices(state.remnants) or "no remnant is on the map"
            raise Refusal(f"'{self.name}' has left no remnant", "RUL-TFB-12", legal)
        if self.kind in ALERTS:
            out = [name for name in state.alerts_out if name.startswith(_pool(self.kind))]
            if self.name not in out:
                # How many there are lies open; which they are only the Axis player knows.
                legal = f"{len(out)} of this kind on the map" if out else "none of this kind is"
                raise Refusal(f"'{self.name}' is no Alert unit on the map", "RUL-TFB-11", legal)
        elif self.side == "axis" and self.name in state.alerts_out:
            kinds = [kind for kind in ALERTS if self.name.startswith(_pool(kind))]
            legal = f"its kind is {choices(kinds)}" if kinds else "name the unit"
            raise Refusal(f"'{self.name}' is an Alert unit", "RUL-TFB-11", legal)
        if self.side == "axis" and self.kind in HQS:
            check_hq(state, self.kind, self.name)
        stays = self.kind not in ("penal", "remnant")
        if stays and any(unit.name == self.name for unit in state.book(self.side).dead):
            raise Refusal(f"'{self.name}' is already in the Dead Pile", "OCS 13.5")

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        price = rebuild_price(self.unit(), readings_in(state))
        goes = price.result.goes_to
        rules = price.rules or ("OCS 13.5",)
        words = {
            "dead_pile": "to the Dead Pile",
            "pool": "back to its pool",
            "out_of_play": "out of play",
            "returns": "off the map; it returns by itself",
        }
        play.log(
            "lost",
            rules,
            # Both players see now which Alert unit it was.
            reveals=self.kind in ALERTS,
            side=IN_WORDS[self.side],
            name=self.name,
            goes=words[goes],
        )
        state = self._points(state, play)
        if self.kind == "penal":
            return penal_units_back(state, self._front(), 1)
        if self.kind == "remnant":
            return without_remnants(state, self.name)
        if self.kind in ALERTS:
            return self._alert_back(state, goes == "pool")
        if self.side == "axis" and self.kind in HQS and goes != "dead_pile":
            return hq_lost(state, self.kind, self.name, self.note != "no_trace", play)
        if goes != "dead_pile":
            return state
        if self.side == "axis" and self.kind in HQS:
            state = off_the_map(state, self.kind, self.name)
        book = state.book(self.side)
        return state.with_book(
            self.side, replace(book, dead=(*book.dead, DeadUnit(self.name, self.unit())))
        )

    def _front(self) -> str:
        """The Front of a penal unit, by which it is known; '' for one that is no Front's."""
        return self.name if self.name in FRONTS else ""

    def _points(self, state: Ledger, play: Play) -> Ledger:
        """Points for a fortress that falls, and for what is destroyed in a pocket."""
        worth = figures("victory_points", state.rulings["victory_points"])
        pocket = self.note == "no_trace"
        points, reason = 0, ""
        if self.kind == "fortress":
            points = figures("fortress", state.rulings["fortress"])["soviet_vp"]
            reason = "fortress captured"
        elif pocket and self.side == "axis" and self.size == "division":
            points = worth["german_division_destroyed"]
            reason = "division destroyed in a pocket"
        elif pocket and self.side == "soviet" and self.kind == "army_hq":
            points, reason = worth["soviet_hq_destroyed"], "HQ destroyed in a pocket"
        if not points:
            return state
        return give_points(state, "soviet", points, reason, play)

    def _alert_back(self, state: Ledger, to_pool: bool) -> Ledger:
        out = tuple(name for name in state.alerts_out if name != self.name)
        pool = _pool(self.kind)
        left = (*state.alerts[pool], self.name) if to_pool else state.alerts[pool]
        return replace(state, alerts_out=out, alerts=state.alerts | {pool: tuple(sorted(left))})


def _pool(kind: Kind) -> str:
    """The pool of an Alert unit."""
    return kind.removeprefix("alert_")


def give_points(state: Ledger, side: Side, points: int, reason: str, play: Play) -> Ledger:
    """Victory points given to a side or taken from it."""
    book = state.book(side)
    book = replace(book, vp=book.vp + points)
    values: dict[str, Any] = {"side": IN_WORDS[side], "points": f"{points:+}"}
    play.log("vp", ("RUL-TFB-35",), **values, reason=reason, total=book.vp)
    return state.with_book(side, book)


# Penal units


def check_penal(state: Ledger, front: str) -> None:
    """Refuse a penal unit that is not on the map."""
    if not state.penal_out.get(front, 0):
        there = [name or "no Front" for name, units in state.penal_out.items() if units]
        legal = f"penal units are with {choices(there)}" if there else "all are in their box"
        raise Refusal("no penal unit is there", ("TFB-3.8-5", "RUL-TFB-109"), legal)


class Penal(Aside, frozen=True):
    """A penal unit has been used: it goes back to its holding box, which is no loss."""

    said_by: ClassVar[tuple[Side, ...]] = SOVIET
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("TFB-3.8-5", "RUL-TFB-32")

    front: Front | None = None

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return SOVIET

    def describe(self) -> str:
        return "a penal unit has been used"

    def check(self, state: Ledger) -> None:
        check_penal(state, self.front or "")

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        play.log("penal_unit_used", ("TFB-3.8-5", "RUL-TFB-32"))
        return penal_units_back(state, self.front or "", 1)


# Remnants


class Remnant(Aside, frozen=True):
    """A German division that has just died near an HQ leaves a remnant battalion there."""

    said_by: ClassVar[tuple[Side, ...]] = AXIS
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("RUL-TFB-12", "TFB-2.4-1")

    division: UnitName

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return AXIS

    def describe(self) -> str:
        return f"{self.division} leaves a remnant"

    def check(self, state: Ledger) -> None:
        ruled = "RUL-TFB-12"
        pool: int = figures("remnants", state.rulings["remnants"])["pool"]
        if len(state.remnants) >= pool:
            raise Refusal("there are none in this match" if not pool else "none is left", ruled)
        fitting = [
            dead.name
            for dead in state.axis.dead
            if leaves_remnant(dead.unit) and dead.name not in state.remnants
        ]
        if self.division not in fitting:
            legal = choices(fitting) or "no such division is in the Dead Pile"
            raise Refusal(
                f"'{self.division}' leaves no remnant: it takes a German division of more steps"
                " than one, in the Dead Pile",
                ruled,
                legal,
            )

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        saved = figures("remnants", state.rulings["remnants"])["rebuild_pax_saved"]
        play.log("remnant", ("RUL-TFB-12", "TFB-2.4-1"), division=self.division, saved=saved)
        return replace(state, remnants=(*state.remnants, self.division))


def without_remnants(state: Ledger, *divisions: str) -> Ledger:
    """The remnants of these divisions are back in their pool."""
    rest = tuple(name for name in state.remnants if name not in divisions)
    return replace(state, remnants=rest)


# Partisans


class Act(Aside, frozen=True):
    """A partisan acts, so that both players see which unit it is; or it is destroyed."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("TFB-3.7a-3", "TFB-3.7b-2")

    number: Number
    hex: HexName = ""
    destroyed: bool = False

    def may_say(self) -> tuple[Side, ...]:
        # The Soviet player moves his partisans; that one is destroyed the Axis player may claim.
        return BOTH if self.destroyed else SOVIET

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        return SOVIET

    def describe(self) -> str:
        where = f" in {self.hex}" if self.hex else ""
        return f"partisan {self.number}{where} {'is destroyed' if self.destroyed else 'acts'}"

    def check(self, state: Ledger) -> None:
        unit = next((u for u in state.partisans if u.number == self.number), None)
        if unit is None:
            there = [str(u.number) for u in state.partisans]
            raise BadInput(unknown("partisan", str(self.number), there))
        if self.hex:
            check_hex(self.hex)
        if not unit.active and not self.destroyed:
            raise Refusal(f"partisan {self.number} is face down", "TFB-3.7a-3", "activate it first")

    def carry_out(self, state: Ledger, play: Play) -> Ledger:
        unit = next(u for u in state.partisans if u.number == self.number)
        seen = replace(unit, known=True, hex=self.hex or unit.hex)
        play.log(
            "partisan_seen",
            ("TFB-3.7b-2", "TFB-3.7c-5"),
            reveals=not unit.known,
            number=unit.number,
            unit=unit.unit,
            hex=seen.hex,
            does="is seen" if self.destroyed else "acts",
        )
        rest = tuple(u for u in state.partisans if u.number != self.number)
        if self.destroyed:
            play.log("partisan_destroyed", ("TFB-REB-12", "RUL-TFB-29"), number=unit.number)
            pool = (*state.partisan_pool, unit.unit)
            return replace(state, partisans=rest, partisan_pool=tuple(sorted(pool)))
        kept = tuple(sorted((*rest, seen), key=lambda u: u.number))
        return replace(state, partisans=kept)
