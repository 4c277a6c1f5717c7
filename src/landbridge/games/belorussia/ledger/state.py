"""What the ledger keeps: the weather, the books of both sides, pools, partisans, Fronts."""

from __future__ import annotations

from datetime import date
from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from landbridge.engine.play.agenda import Agenda
from landbridge.games.belorussia.arrivals.emergencies import Came
from landbridge.games.belorussia.arrivals.special_events import SpecialEventName
from landbridge.games.belorussia.calendar import Campaign, turns
from landbridge.games.belorussia.fronts.display import Front, FrontState
from landbridge.games.belorussia.ledger.books import (
    Book,
    Claims,
    DeclaredFortress,
    LateEntry,
    Objectives,
    PartisanCounter,
    PartisanRaids,
    PendingClaim,
    ReturningHq,
    RollingArrivals,
    SupplyPlace,
)
from landbridge.games.belorussia.map_game.standing.standing_orders import Orders
from landbridge.games.belorussia.map_game.table import MapTable, Time, look_at
from landbridge.games.belorussia.position.position import Position
from landbridge.games.belorussia.position.theatre import Theatre
from landbridge.games.belorussia.replacements.special_table import Alert
from landbridge.games.belorussia.rulings import Rulings
from landbridge.games.belorussia.supply.income import Minsk
from landbridge.games.belorussia.weather.ice import Ice
from landbridge.games.belorussia.words import Flight, Ground, Phase, Side


class Ledger(Agenda, frozen=True, kw_only=True):
    """Where the campaign stands."""

    campaign: Campaign
    pack: str = ""
    """The pack laid over the orders of arrival."""
    rulings: Rulings
    turn: int
    ice: Ice
    mud: int = 0
    """Turns of Mud in a row, as far as the April ending counts them."""
    ground: Ground | None = None
    flight: Flight | None = None
    past: tuple[tuple[Ground, Flight], ...] = ()
    """The weather of every turn played."""
    ended: Literal["mud", "calendar", "sudden"] | None = None
    held: tuple[str, ...] = ()
    """Places worth victory points that the Soviet side holds."""
    minsk: Minsk = Minsk()
    places: dict[str, SupplyPlace] = {}
    soviet: Book = Book()
    axis: Book = Book()
    fronts: dict[Front, FrontState] = {}
    penal: int = 0
    """Penal units in their holding box."""
    penal_out: dict[str, int] = {}
    """Penal units on the map, by the Front that has brought them; '' where it is no Front's."""
    objectives: dict[str, Objectives] = {}
    """What the Fronts on the Offensive are to take, where the players use the optional victory."""
    partisans: tuple[PartisanCounter, ...] = ()
    partisan_pool: tuple[str, ...] = ()
    partisans_drawn: int = 0
    alerts: dict[Alert, tuple[str, ...]] = {}
    """Units left in each Alert pool."""
    alerts_out: tuple[str, ...] = ()
    """Alert units that have been placed."""
    remnants: tuple[str, ...] = ()
    """Divisions in the Dead Pile that have left a remnant on the map."""
    returning: tuple[ReturningHq, ...] = ()
    """Lost HQs that come back by themselves."""
    bases: tuple[str, ...] = ()
    """Heinrici Defense Bases that can still be drawn."""
    markers: dict[str, str] = {}
    """Hexes of the army-group markers, as far as they are known."""
    waiting: tuple[RollingArrivals, ...] = ()
    late: tuple[LateEntry, ...] = ()
    """Entries that wait for trace supply."""
    called: tuple[str, ...] = ()
    """Emergencies that have been set off and not yet answered."""
    free: tuple[str, ...] = ()
    """Those that a Special Event released: one of them may come, free of points."""
    bomber: int = 0
    """The last turn of the night bomber; 0 if it is not there."""
    happened: tuple[SpecialEventName, ...] = ()
    """Special Events so far."""
    surge: bool = False
    """Whether a Special Event has roused the partisans."""
    used: tuple[str, ...] = ()
    """Groups that have come."""
    lapsed: tuple[str, ...] = ()
    """Emergencies whose option was not taken and is gone; a Special Event may still bring them."""
    came_otherwise: dict[str, Came] = {}
    """Groups among them that came by a Special Event or by the order of arrival, and how."""
    claims: Claims | UnsetType = UNSET
    """What the sides claim of each other; unset until the first claim, as in editions before 6."""
    raids: PartisanRaids | UnsetType = UNSET
    """What partisans have done to the Axis rear; unset until the first has."""
    refits: tuple[str, ...] | UnsetType = UNSET
    """Air bases that have refitted planes in this player turn; unset until the first has."""
    fortresses: tuple[DeclaredFortress, ...] | UnsetType = UNSET
    """Fortresses that have been declared; unset until the first has."""
    rear_lost: tuple[str, ...] | UnsetType = UNSET
    """Cities behind the Soviet front that the Axis hold; unset until the first is lost."""
    extenders: dict[str, int] | UnsetType = UNSET
    """Special truck Extenders in their box, with the turn in which each was lifted."""
    early: tuple[str, ...] | UnsetType = UNSET
    """Dated entries that a referee let be carried out when they were not due; they are done."""
    appeal_let_pass: int | UnsetType = UNSET
    """The turn of the last appeal to STAVKA that a referee let pass outside its phase."""
    standing: dict[str, Orders] | UnsetType = UNSET
    """Standing orders, a side each; unset until the first is given."""
    on_map: MapTable | UnsetType = UNSET
    """The map with everything on it; unset where the players have it before them."""

    @property
    def table(self) -> MapTable:
        """The map of a match that is played on it."""
        assert not isinstance(self.on_map, UnsetType), "this match has no map"
        return self.on_map

    @property
    def has_map(self) -> bool:
        """Whether the match is played on the map, not beside it."""
        return not isinstance(self.on_map, UnsetType)

    def theatre(self, phase: Phase, phasing: Side) -> Theatre:
        """The map as rules look at it in a phase of a side."""
        return look_at(self.table, self._time(phase, phasing), self.rulings)

    @property
    def theatre_at_any_time(self) -> Theatre:
        """The map for rules that look at the position alone, in no phase or weather."""
        return look_at(self.table, self._time("movement", "soviet"), self.rulings, any_time=True)

    def _time(self, phase: Phase, phasing: Side) -> Time:
        return Time(self.ground or "dry", self.ice.present, phase, phasing, self.fronts)

    def place(self, hex: str) -> int:
        """A hex of the map that is played on."""
        return self.table.land.place(hex)

    def with_position(self, position: Position) -> Ledger:
        """The same ledger with everything on the map as in this position."""
        return replace(self, on_map=self.table.with_position(position))

    @property
    def claimed(self) -> Claims:
        """What the sides claim of each other."""
        return Claims() if isinstance(self.claims, UnsetType) else self.claims

    @property
    def raided(self) -> PartisanRaids:
        """What partisans have done to the Axis rear."""
        return PartisanRaids() if isinstance(self.raids, UnsetType) else self.raids

    @property
    def refitted(self) -> tuple[str, ...]:
        """Air bases that have refitted planes in this player turn."""
        return () if isinstance(self.refits, UnsetType) else self.refits

    @property
    def declared_fortresses(self) -> tuple[DeclaredFortress, ...]:
        """Fortresses that have been declared, those that fell included."""
        return () if isinstance(self.fortresses, UnsetType) else self.fortresses

    @property
    def cities_lost(self) -> tuple[str, ...]:
        """Cities behind the Soviet front that the Axis hold."""
        return () if isinstance(self.rear_lost, UnsetType) else self.rear_lost

    @property
    def extenders_lifted(self) -> dict[str, int]:
        """Special truck Extenders in their box, with the turn in which each was lifted."""
        return {} if isinstance(self.extenders, UnsetType) else self.extenders

    @property
    def done_early(self) -> tuple[str, ...]:
        """Dated entries that a referee let be carried out when they were not due."""
        return () if isinstance(self.early, UnsetType) else self.early

    @property
    def date(self) -> date:
        """The turn, by its date."""
        return turns(self.rulings.last_turn)[self.turn - 1]

    @property
    def last_turn(self) -> int:
        """The number of the last turn."""
        last = len(turns(self.rulings.last_turn))
        if not self.has_map:
            return last
        return min(last, self.table.plan.last_turn_by(self.rulings.scenario_length))

    @property
    def first_turn(self) -> int:
        """The number of the turn from which turns are counted for players."""
        return self.table.plan.first_turn if self.is_excerpt else 1

    @property
    def turn_said(self) -> int:
        """The turn as players count it."""
        return self.turn - self.first_turn + 1

    @property
    def turns_said(self) -> int:
        """How many turns there are as players count them."""
        return self.last_turn - self.first_turn + 1

    @property
    def is_excerpt(self) -> bool:
        """Whether a part of the map and of the campaign is played, without its arrivals."""
        return self.has_map and self.table.plan.window is not None

    def claims_to_answer(self, side: str) -> tuple[PendingClaim, ...]:
        """The claims that wait for a side's answer."""
        return tuple(claim for claim in self.claimed.pending if claim.by != side)

    def book(self, side: str) -> Book:
        """One side's book."""
        return self.soviet if side == "soviet" else self.axis

    def with_book(self, side: str, book: Book) -> Ledger:
        """The same ledger with another book for one side."""
        return replace(self, soviet=book) if side == "soviet" else replace(self, axis=book)
