"""Aircraft that air bases refit, and the tokens that this uses (OCS 15.1, 1.3a, 1.3c)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from landbridge.engine.play.events import Play
from landbridge.engine.refusals import BadInput, Violation, unknown
from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.air.refit import (
    PRICE,
    Base,
    base_violations,
    most_refits,
    refit,
)
from landbridge.games.belorussia.ledger.books import SupplyPlace
from landbridge.games.belorussia.ledger.facts.noting import BOTH, Fact, When
from landbridge.games.belorussia.ledger.facts.supply_places import PLACES
from landbridge.games.belorussia.ledger.state import Ledger
from landbridge.games.belorussia.ruling_figures import AS_RULED
from landbridge.games.belorussia.rulings import HalfRefit
from landbridge.games.belorussia.supply.lots import BASES, amount, drawing_violations
from landbridge.games.belorussia.units.hq_air_strips import hq_air_strip_violations
from landbridge.games.belorussia.violations import impossible, violation_if, violations
from landbridge.games.belorussia.weather.ground_effects import ground_effects
from landbridge.games.belorussia.words import Flight, Ground, Side, counted

BaseLevel = Literal["level_1", "level_2", "level_3"]
BaseName = Annotated[str, Meta(examples=[name for name in PLACES if "air base" in name])]
HQS = ("army_hq", "army_group_hq", "corps_hq", "kessel_hq", "hq_strip")
"""Places that are HQs, and serve as an air strip for one fighter."""


def refitting_bases(state: Ledger) -> list[str]:
    """The places at which planes may be refitted."""
    return [name for name, place in state.places.items() if place.kind in (*BASES, *HQS)]


def find_base(state: Ledger, name: str) -> SupplyPlace:
    """A place at which planes may be refitted, by its name."""
    found = state.places.get(name)
    if found is None or found.kind not in (*BASES, *HQS):
        raise BadInput(unknown("air base", name, refitting_bases(state)))
    return found


class Refit(Fact, frozen=True):
    """An air base refits planes in the Aircraft Refit Phase, and uses a token for it."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "before the map"
    rules: ClassVar[Rules] = ("OCS-15.1-1", "OCS-15.1-2", "RUL-TFB-1")

    place: BaseName
    planes: Annotated[int, Meta(ge=1, le=6)] = 1
    level: BaseLevel = "level_1"
    """Of an air base; a strip has none."""
    fighter: bool = True
    """At an HQ: whether the plane is a fighter."""

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The side whose base it is."""
        return (find_base(state, self.place).side,)

    def whose_time(self, state: Ledger) -> tuple[Side, ...]:
        return self.concerns(state)

    def describe(self) -> str:
        return f"{self.place} refits {counted(self.planes, 'plane')}"

    def _kind(self, state: Ledger) -> Base:
        here = find_base(state, self.place)
        if here.kind in HQS:
            return "hq_strip"
        return "strip" if here.kind == "air_strip" else self.level

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        here = find_base(state, self.place)
        kind, kessel = self._kind(state), here.kind == "kessel_hq"
        strip: tuple[Violation, ...] = ()
        if kind == "hq_strip":
            others = self.planes - 1
            strip = hq_air_strip_violations("refit", "combat", kessel, False, self.fighter, others)
        lost = violation_if(
            not here.controlled, f"{self.place} is not in the hands of its side", "OCS-15.1-1"
        )
        again = self.place in state.refitted
        base = None if strip else kind
        found = base_violations(self.place, base, self.planes, self._most(state), again)
        return (*violations(lost), *strip, *found)

    def _most(self, state: Ledger) -> int:
        """The most planes that the base may refit, whatever a die says."""
        return most_refits(*self._terms(state), _half_refit(state))

    def _terms(self, state: Ledger) -> tuple[Ground, Flight, Base]:
        return state.ground or "dry", state.flight or "full", self._kind(state)

    def enter(self, state: Ledger, play: Play) -> Ledger:
        most = self._most(state)
        found = refit(*self._terms(state), play.nature, _half_refit(state))
        # What a referee has let pass is carried out in full.
        planes = min(self.planes, found.result) if self.planes <= most else self.planes
        here = find_base(state, self.place)
        from_stock = min(here.stock, PRICE) if planes else 0
        play.log(
            "refit",
            (*found.rules, "RUL-TFB-1"),
            place=self.place,
            planes=planes,
            used=from_stock,
            off_map=PRICE - from_stock if planes else 0,
        )
        places = state.places | {self.place: replace(here, stock=here.stock - from_stock)}
        return replace(state, places=places, refits=(*state.refitted, self.place))


class Draw(Fact, frozen=True):
    """Tokens are taken from an air base for something else than a refit."""

    said_by: ClassVar[tuple[Side, ...]] = BOTH
    when: ClassVar[When] = "any time"
    rules: ClassVar[Rules] = ("TFB-SUP-5", "TFB-SUP-17", "RUL-TFB-1")

    place: BaseName
    tokens: Annotated[int, Meta(ge=1, le=99)]

    def concerns(self, state: Ledger) -> tuple[Side, ...]:
        """The side whose base it is."""
        return (find_base(state, self.place).side,)

    def describe(self) -> str:
        return f"{amount(self.tokens)} taken from {self.place}"

    def check_fact(self, state: Ledger) -> tuple[Violation, ...]:
        stock = find_base(state, self.place).stock
        if self.tokens > stock:
            raise impossible(f"{amount(stock)} lie at {self.place}", "RUL-TFB-1")
        return drawing_violations(state.rulings.airbase_supply)

    def enter(self, state: Ledger, play: Play) -> Ledger:
        here = find_base(state, self.place)
        told = amount(self.tokens)
        play.log("air_base_stock_drawn", ("RUL-TFB-1",), place=self.place, amount=told)
        left = replace(here, stock=here.stock - self.tokens)
        return replace(state, places=state.places | {self.place: left})


def _half_refit(state: Ledger) -> HalfRefit:
    """The ruling on odd rates, where the ground halves them."""
    halved = ground_effects(state.ground or "dry").result.half_refit
    return state.rulings.half_refit if halved else AS_RULED.half_refit


def stock_in_words(state: Ledger, side: Side) -> str:
    """The tokens that lie at a side's air bases."""
    lying = (
        f"{name} {amount(place.stock)}"
        for name, place in state.places.items()
        if place.side == side and place.stock
    )
    return ", ".join(lying)
