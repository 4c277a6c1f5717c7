"""Setting up: where RGs go (CG12), Guns between scenarios (CG11), secret states and concealment."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import Rules, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.map.entry_areas import number_of
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.violations import Violations
from landbridge.games.orsha.rules.words import CG_DATES, PACKAGE, CgDate, Side, count, figures
from landbridge.games.orsha.rulings import TowFromCover

DATA = read_toml(PACKAGE, "special_rules.toml")
AREA = DATA["setting_up"]
GUNS = DATA["guns"]
INITIAL: CgDate = CG_DATES[0]

Status = Literal["bought", "given", "retained"]
Entering = Literal["onboard", "offboard", "retained"]
Piece = Literal["gun", "mortar_5_8"]
Cover = Literal["building", "pillbox", "trench", "other"]
State = Literal[
    "bu",
    "ce",
    "tca",
    "bogged",
    "immobilized",
    "abandoned",
    "malfunctioned",
    "disabled",
    "low_ammo",
    "other",
]


# Where an RG sets up or enters (CG12)


class Spot(Struct, frozen=True):
    """A place on the map as CG12 sees it."""

    hex: str | None = None
    in_perimeter: bool = True
    isolated: bool = False
    front_distance: int | None = None
    """Hexes to the nearest German Front Line Location."""


class RgPlace(Struct, frozen=True):
    """Whether an RG may come so, where, and what that does to its price."""

    legal: bool
    where: str
    price_change: int
    violations: tuple[Violation, ...]


def _in_area(spot: Spot, side: str, rules: str | Rules, violations: Violations) -> None:
    remedy = f"set up in a non-Isolated Location of the {side.capitalize()} Perimeter"
    violations(not spot.in_perimeter, rules, "it lies outside the own Perimeter", remedy)
    violations(spot.isolated, rules, "the Location is Isolated", remedy)


@rule("OTO-CG12-1", "OTO-CG12-2")
def place_rg(
    side: Side, date: CgDate, status: Status, entering: Entering, spot: Spot
) -> Finding[RgPlace]:
    """Whether an RG may be set up there, or enter so, on a date."""
    why = Why()
    violations = Violations(why)
    if status == "retained":
        where, change = _place_retained(side, entering, spot, violations)
    else:
        why.by("OTO-CG12-1", f"RGs of the current date come by CG12{'ab'[side == 'russian']}")
        place = _place_german if side == "german" else _place_russian
        where, change = place(date, entering, spot, violations)
    found = tuple(violations.found)
    return why.so(RgPlace(not found, where, change, found))


def _place_retained(
    side: Side, entering: Entering, spot: Spot, violations: Violations
) -> tuple[str, int]:
    if entering != "onboard":
        return "off-board", 0
    if violations.why("OTO-CG12-2", "voluntarily Retained: anywhere in the own Perimeter"):
        _in_area(spot, side, "OTO-CG12-2", violations)
        return "own Perimeter, not Isolated", 0
    return "off-board", 0


@rule("OTO-CG12a-1", "OTO-CG12a-2", "OTO-8.61G-1")
def _place_german(
    date: CgDate, entering: Entering, spot: Spot, violations: Violations
) -> tuple[str, int]:
    if entering != "onboard":
        cheaper = violations.why("OTO-CG12a-2", "1 CPP less to enter from off-board or be Retained")
        return "off-board", -1 if cheaper else 0
    if date == INITIAL:
        # No Perimeter exists yet: 8.61 gives the set-up area instead.
        east = spot.hex is not None and number_of(spot.hex) >= AREA["east_of"]
        violations(east, "OTO-8.61G-1", "Germans set up in hexes below 42", "choose a lower number")
        return "hexes numbered below 42", 0
    if violations.why("OTO-CG12a-1", "bought German RGs set up anywhere in the Perimeter"):
        _in_area(spot, "german", "OTO-CG12a-1", violations)
        return "own Perimeter, not Isolated", 0
    return "off-board", 0


@rule("OTO-CG12b-1", "OTO-CG12b-2", "OTO-CG12b-3", "OTO-CG12b-4")
def _place_russian(
    date: CgDate, entering: Entering, spot: Spot, violations: Violations
) -> tuple[str, int]:
    why = violations.why
    if date == INITIAL:
        if entering == "onboard" and why("OTO-CG12b-2", "1 CPP more: on the map, in 42 or higher"):
            west = spot.hex is not None and number_of(spot.hex) < AREA["east_of"]
            violations(
                west, "OTO-CG12b-2", "the hex is numbered below 42", "choose a higher number"
            )
            return "hexes numbered 42 or higher", 1
        why.by("OTO-CG12b-1", "all Russian RGs enter on the east edge")
        return "east edge", 0
    if entering != "onboard":
        cheaper = why("OTO-CG12b-4", "from 23 PM on 1 CPP less from off-board or Retained")
        return "off-board", -1 if cheaper else 0
    least: int = AREA["front_distance"]
    if why("OTO-CG12b-3", f"in the Perimeter, {least} hexes or more from the German front"):
        _in_area(spot, "russian", "OTO-CG12b-3", violations)
        near = spot.front_distance is not None and spot.front_distance < least
        text = f"only {count(spot.front_distance or 0, 'hex')} from a German Front Line Location"
        violations(near, "OTO-CG12b-3", text, f"keep {least} hexes away")
        return "own Perimeter, not Isolated, 9 hexes from the German front", 0
    return "east edge", 0


class RgSetup(Question, frozen=True, kw_only=True):
    """Whether an RG may set up in a place or enter from off-board, and how its price changes."""

    cites = (
        "OTO-CG12-1",
        "OTO-CG12-2",
        "OTO-CG12a-1",
        "OTO-CG12b-1",
        "OTO-CG12b-2",
        "OTO-CG12b-3",
    )

    side: Annotated[Side, Meta(description="whose RG")]
    date: Annotated[CgDate, Meta(description="the CG Date")]
    status: Annotated[
        Status, Meta(description="bought on this date, given in the OoB, or Retained from before")
    ] = "bought"
    entry: Annotated[Entering, Meta(description="how it is to come")] = "onboard"
    hex: Annotated[Name | None, Meta(description="where it is to set up")] = None
    in_perimeter: Annotated[bool, Meta(description="whether that is in the own Perimeter")] = True
    isolated: Annotated[bool, Meta(description="whether the Location is Isolated")] = False
    front_distance: (
        Annotated[
            int, Meta(ge=0, le=100, description="hexes to the nearest German Front Line Location")
        ]
        | None
    ) = None

    def answer(self, nature: Nature) -> Finding[RgPlace]:
        spot = Spot(self.hex, self.in_perimeter, self.isolated, self.front_distance)
        return place_rg(self.side, self.date, self.status, self.entry, spot)


@rule("OTO-CG12a-3")
def late_german_units(date: CgDate, turn: int, cvp: int) -> Finding[int]:
    """CVP that the Russians get at once for German units that are not on the map."""
    why = Why()
    late = cvp > 0 and date == AREA["late_date"] and turn >= AREA["late_turn"]
    text = "not set up or entered by turn 2 of 24 PM: CVP for the Russians"
    return why.so(cvp if late and why("OTO-CG12a-3", text) else 0)


class LateGermanUnits(Question, frozen=True, kw_only=True):
    """CVP for the Russians, if German units are not on the map at the end of a turn."""

    cites = ("OTO-CG12a-3",)

    date: Annotated[CgDate, Meta(description="the CG Date")]
    turn: Annotated[int, Meta(ge=1, le=30, description="the game turn that has ended")]
    cvp: Annotated[int, Meta(ge=0, le=999, description="casualty value of the units not placed")]

    def answer(self, nature: Nature) -> Finding[int]:
        return late_german_units(self.date, self.turn, self.cvp)


# Guns between scenarios (CG11)


class GunShift(Struct, frozen=True):
    """Whether a Gun may stand so far from its former Location."""

    legal: bool
    limit: int | None
    """Hexes; none where any Location of the Perimeter will do."""


@rule("OTO-CG11-2", "OTO-CG11-3", "OTO-CG11-4", "OTO-CG11-5")
def gun_shift(
    side: Side,
    after: CgDate,
    distance: int,
    piece: Piece = "gun",
    was_in: Cover = "other",
    in_tow: bool = False,
    spot: Spot | None = None,
    tow_from_cover: TowFromCover = "never",
) -> Finding[GunShift]:
    """How far a non-vehicular Gun may be shifted in the RePh after a date."""
    why = Why()
    fixed = was_in in GUNS["fixed_in"]
    if fixed and in_tow and side == "russian":
        free = figures("tow_from_cover", tow_from_cover)["allowed"]
        why("RUL-OTO-91", "it may be towed out" if free else "not even in tow")
        fixed = not free
    if fixed and why("OTO-CG11-4", "a Gun in a building, pillbox or trench stays where it is"):
        return why.so(GunShift(distance == 0 and not in_tow, 0))
    if in_tow:
        towed = side == "russian" and why("OTO-CG11-5", "Russian Guns may begin in tow, 2 hexes")
        return why.so(GunShift(towed and distance <= GUNS["in_tow"], GUNS["in_tow"]))
    where = spot or Spot()
    if after == GUNS["free_after"] and why(
        "OTO-CG11-3", "between 23 PM and 24 AM any non-Isolated Location of the Perimeter"
    ):
        return why.so(GunShift(where.in_perimeter and not where.isolated, None))
    limit: int = GUNS[piece]
    if not why("OTO-CG11-2", f"at most {limit} hexes from the former Location"):
        return why.so(GunShift(True, None))
    return why.so(GunShift(distance <= limit, limit))


class GunShiftQuestion(RuledQuestion, frozen=True, kw_only=True):
    """Whether a non-vehicular Gun may be shifted so far between two scenarios."""

    cites = ("OTO-CG11-2", "OTO-CG11-3", "OTO-CG11-4", "OTO-CG11-5")
    turns_on = ("tow_from_cover",)

    side: Annotated[Side, Meta(description="whose Gun")]
    after: Annotated[CgDate, Meta(description="the date whose RePh it is")]
    distance: Annotated[int, Meta(ge=0, le=100, description="hexes from its former Location")]
    piece: Annotated[Piece, Meta(description="a Gun, or a mortar on a 5/8-inch counter")] = "gun"
    was_in: Annotated[Cover, Meta(description="where it was set up")] = "other"
    in_tow: Annotated[bool, Meta(description="whether it is to begin in tow")] = False
    in_perimeter: Annotated[bool, Meta(description="new Location: in the own Perimeter")] = True
    isolated: Annotated[bool, Meta(description="new Location: whether it is Isolated")] = False

    def answer(self, nature: Nature) -> Finding[GunShift]:
        return gun_shift(
            self.side,
            self.after,
            self.distance,
            self.piece,
            self.was_in,
            self.in_tow,
            Spot(None, self.in_perimeter, self.isolated),
            self.rulings.tow_from_cover,
        )


HiddenStart = Literal["hip", "concealed"]


@rule("OTO-CG11-6")
def gun_hidden(was_hip: bool, revealed: bool) -> Finding[HiddenStart]:
    """How a Gun may begin the next scenario: HIP only if it was so, and was never found."""
    why = Why()
    never_found = was_hip and not revealed
    text = "a Gun never found stays HIP"
    if not never_found:
        text = "a revealed Gun is not HIP again" if was_hip else "only a Gun that was HIP stays so"
    return why.so("hip" if why("OTO-CG11-6", text) == never_found else "concealed")


class GunHidden(Question, frozen=True, kw_only=True):
    """How a Gun may begin the next scenario: hip or concealed."""

    cites = ("OTO-CG11-6",)

    was_hip: Annotated[bool, Meta(description="whether it began the last scenario HIP")]
    revealed: Annotated[bool, Meta(description="whether it was revealed in that scenario")]

    def answer(self, nature: Nature) -> Finding[HiddenStart]:
        return gun_hidden(self.was_hip, self.revealed)


# Secret states (CG9)


@rule("OTO-CG9-1", "OTO-CG9-2")
def marker_shown(state: State, concealed: bool, enemy_los: bool, distance: int) -> Finding[bool]:
    """Whether the marker of a vehicle's or Gun's state must lie on the map."""
    why = Why()
    if state not in DATA["status"]["secret"]:
        return why.so(True)
    if not why("OTO-CG9-1", "at set-up such a state may be written down secretly"):
        return why.so(True)
    seen = not concealed and enemy_los and distance <= DATA["status"]["range"]
    text = "it appears once the piece is unconcealed, seen by a known enemy within 16 hexes"
    return why.so(seen and why(("OTO-CG9-2", "RUL-OTO-87"), text))


class StatusMarker(Question, frozen=True, kw_only=True):
    """Whether the marker of a state must be on the map, or may stay a secret note."""

    cites = ("OTO-CG9-1", "OTO-CG9-2")

    state: Annotated[State, Meta(description="the state of the vehicle or Gun")]
    concealed: Annotated[bool, Meta(description="whether the piece is concealed")] = False
    enemy_los: Annotated[bool, Meta(description="whether a known enemy has LOS to it")] = False
    distance: Annotated[int, Meta(ge=0, le=100, description="hexes to that enemy")] = 0

    def answer(self, nature: Nature) -> Finding[bool]:
        return marker_shown(self.state, self.concealed, self.enemy_los, self.distance)
