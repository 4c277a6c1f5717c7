"""The books of both sides, and what stands in them."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from landbridge.engine.rules.citing import Rules
from landbridge.games.belorussia.replacements.rebuild_charts import Unit
from landbridge.games.belorussia.supply.lots import Kind
from landbridge.games.belorussia.words import Day, Side


class SupplyPlace(Struct, frozen=True):
    """Somewhere that supply may go, as the players last said it stands."""

    kind: Kind
    side: Side
    controlled: bool = True
    detrainable: bool = True
    in_trace: bool = True
    stock: int = 0
    """Tokens of earlier lots at an air base."""


class DeadUnit(Struct, frozen=True):
    """A unit in a Dead Pile."""

    name: str
    unit: Unit


class ReducedUnit(Struct, frozen=True):
    """A multi-step unit that is in play with fewer steps than are printed."""

    name: str
    unit: Unit
    steps: int
    """Steps that it has now."""


class BoxedUnit(Struct, frozen=True):
    """A rebuilt Soviet unit in the RVGK-3 box."""

    name: str
    free: int
    """The first turn on which it may leave, by its number."""


class WithdrawnUnit(Struct, frozen=True):
    """A counter that has been withdrawn for good, or until its entry brings it back."""

    counter: str
    """In writing, as the order of arrival has it."""
    row: str
    returns: Day | None = None
    """The turn on which it comes back; none for one that has left for good."""


class Book(Struct, frozen=True):
    """One side's book."""

    pax: int = 0
    ally: int = 0
    """Pax for Hungarian units."""
    tigers: int = 0
    """Tiger rebuilds kept for later."""
    eq: tuple[int, ...] = ()
    """Dated Eq that wait until they are used, where the ruling lets them."""
    vp: int = 0
    dead: tuple[DeadUnit, ...] = ()
    reduced: tuple[ReducedUnit, ...] = ()
    box: tuple[BoxedUnit, ...] = ()
    """Rebuilt Soviet units that are not yet back on the map."""
    withdrawn: tuple[WithdrawnUnit, ...] = ()
    hedgehogs: dict[str, int] = {}
    """Levels that Hogs have made, by hex."""
    supply: dict[str, int] = {}
    """Tokens placed so far, by place."""
    paid: dict[str, int] = {}
    """SP that Fronts have paid for orders, out of their dumps on the map."""
    totals: dict[str, int] = {}
    """What has been received so far, by kind."""

    def plus(self, **amounts: int) -> Book:
        """The same book with these amounts added to what has been received."""
        grown = dict(self.totals)
        for name, amount in amounts.items():
            if amount:
                grown[name] = grown.get(name, 0) + amount
        return replace(self, totals=grown)


class PartisanCounter(Struct, frozen=True):
    """A partisan unit on the map."""

    number: int
    """What it is called by while nobody may know which unit it is."""
    unit: str
    hex: str
    active: bool = False
    known: bool = False
    """Whether it has acted, so that the Axis player has seen it."""


class DeclaredFortress(Struct, frozen=True):
    """A city that the Axis have declared a fortress."""

    place: str
    declared: int
    """The turn in which it was declared."""
    lost: int = 0
    """The turn in which it fell; 0 while it stands."""


class PartisanRaids(Struct, frozen=True):
    """What partisans have done to the Axis rear."""

    affected: dict[str, str] = {}
    """Hexes affected in this Movement Phase, by the number of the partisan."""
    tracks: tuple[tuple[str, str], ...] = ()
    """Partisan Tracks on the map, each by the two hexes that it joins."""
    again: tuple[tuple[str, str], ...] | UnsetType = UNSET
    """The same of partisans that a referee has let act again: what they had affected before."""

    @property
    def before(self) -> tuple[tuple[str, str], ...]:
        """What partisans that have acted again had affected before, by their numbers."""
        return () if isinstance(self.again, UnsetType) else self.again

    @property
    def acts(self) -> tuple[tuple[str, str], ...]:
        """Every hex affected in this Movement Phase, each with the number of the partisan."""
        return (*self.before, *self.affected.items())

    def with_act(self, number: int, hex: str) -> PartisanRaids:
        """The same when a partisan has affected a hex."""
        acted_in = self.affected.get(str(number))
        raids = replace(self, affected=self.affected | {str(number): hex})
        if acted_in is None:
            return raids
        return replace(raids, again=(*self.before, (str(number), acted_in)))


class RollingArrivals(Struct, frozen=True):
    """Units of an entry that still have to roll for their arrival."""

    row: str
    units: int
    names: tuple[str, ...] = ()
    """Those of them whose names are known."""


class ReturningHq(Struct, frozen=True):
    """A lost Axis HQ that comes back by itself."""

    name: str
    kind: str
    phases: int
    """Axis Reinforcement Phases until it is back."""
    marked: bool = False
    """Whether it was a place for supply, which it will be again."""


class LateEntry(Struct, frozen=True):
    """An entry of the order of arrival that waits for trace supply."""

    side: Side
    row: str
    units: tuple[str, ...] = ()
    """Those of its counters that wait, where not all of them do."""


class Objectives(Struct, frozen=True):
    """What a Front on the Offensive is to take (optional victory, 5.0b)."""

    places: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    settled: bool = False
    """Whether the orders have been given, so that no more are named."""


class PendingClaim(Struct, frozen=True):
    """A fact of the map that one side claims and the other has not yet answered."""

    number: int
    by: Side
    fact: str
    """The action that would note it, as text."""
    text: str
    """The fact in words."""
    rules: Rules


class Claims(Struct, frozen=True):
    """What the sides claim of each other."""

    made: int = 0
    """How many there have been, so that no number comes twice."""
    pending: tuple[PendingClaim, ...] = ()
