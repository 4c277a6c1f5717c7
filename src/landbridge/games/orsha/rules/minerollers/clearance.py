"""Mine clearance by minerollers (PT2): entering a mine hex, the attempt, the two examples."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.chance.tallies import modifier, tally
from landbridge.engine.refusals import BadInput, Refusal, choices
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.minerollers.bog import COLORED, WHITE, Wire, enter_wire
from landbridge.games.orsha.rules.minerollers.movement import DATA
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import DR, PACKAGE, Dr, figures
from landbridge.games.orsha.rulings import HalfFactors, RollerBetween

Payment = Literal["normal", "double", "all"]
Infantry = Literal["none", "armored_assault", "other"]
Factors = Literal[0, 6, 8, 12]
Outcome = Literal["cleared", "nothing", "roller_damaged", "tank_destroyed"]

Mp = Annotated[int, Meta(ge=1, le=60)]

CLEARANCE = table(PACKAGE, "minerollers.clearance", Literal["cleared", "between", "accident"])
DRM: dict[str, int] = DATA["clearance_drm"]
COLUMNS: tuple[int, ...] = tuple(DATA["half_factors"]["columns"])


# Entering a mine hex


class MineEntry(Struct, frozen=True, kw_only=True):
    """A mineroller that enters a hex with mines."""

    allotment: int
    """Its printed MP."""
    had: int
    """MP that it had left before entering."""
    paid: int
    """MP that it spends to enter."""
    normal: int
    """The normal entry cost."""
    hexside: str = ""
    ap: Factors = 0
    at: int = 0
    infantry: Infantry = "none"
    roller_damaged: bool = False


class InMineHex(Struct, frozen=True, kw_only=True):
    """A mineroller in a mine hex, and what happens to those with it."""

    announced: Literal["presence", "type and strength"]
    """What the owner of the mines must tell."""
    trail_break: str
    """The hexside with a partial Trail Break, if it is known."""
    mp_lost: int
    motion: bool
    buttoned_up: bool
    attacked: bool
    """Whether mines attack the tank itself."""
    clearance: bool
    """Whether it must attempt to clear the mines in the CCPh."""
    clearance_drm: int = 0
    infantry_column: int | None = None
    """IFT column of the mine attack on Infantry in Armored Assault."""
    closed_to_advance: bool = False
    """Whether Infantry may not advance through the partial Trail Break."""


@rule(*(f"OTO-PT2-{n}" for n in (2, 3, 4, 7, 8, 9, 10, 12)), "OTO-NEC-43", "OTO-NEC-44")
def enter_mines(
    entry: MineEntry,
    roller_between: RollerBetween = "as_normal",
    half_factors: HalfFactors = "next_lower",
) -> Finding[InMineHex]:
    """What happens when a mineroller enters a hex with mines."""
    why = Why()
    if not entry.ap and not entry.at:
        raise BadInput("A mine hex has A-P or A-T factors.")
    if not entry.normal <= entry.paid <= entry.had <= entry.allotment:
        raise BadInput("It pays at least the normal MP, and no more than it has left.")
    secret = why("OTO-PT2-2", "only the presence of mines is announced")
    stops = why("OTO-PT2-3", "a partial Trail Break; the remaining MP are used up; in Motion")
    drm = _clearance_drm(entry, roller_between, why)
    if entry.roller_damaged:
        why("OTO-NEC-47", "the other effects of a mine hex remain")
        if why("OTO-PT2-7", "a damaged roller clears nothing"):
            drm = None
    attacked = not why("OTO-PT2-8", "mines do not attack a mineroller")
    shut = why("OTO-PT2-9", "it must button up at once")
    kept = not entry.roller_damaged or in_force("OTO-NEC-47")
    column = None
    if entry.infantry == "armored_assault" and entry.ap:
        column = half_column(entry.ap, half_factors, why)
    closed = (
        drm is not None
        and stops
        and why("OTO-PT2-12", "no advance through the Trail Break before the attempt in the CCPh")
    )
    return why.so(
        InMineHex(
            announced="presence" if secret else "type and strength",
            trail_break=entry.hexside if stops and kept else "",
            mp_lost=entry.had - entry.paid if stops and kept else 0,
            motion=stops and kept,
            buttoned_up=shut and kept,
            attacked=attacked or not kept,
            clearance=drm is not None,
            clearance_drm=drm or 0,
            infantry_column=column,
            closed_to_advance=closed,
        )
    )


def _clearance_drm(entry: MineEntry, roller_between: RollerBetween, why: Why) -> int | None:
    whole = entry.paid == entry.allotment
    if entry.paid == entry.had < entry.allotment:
        partial = why("OTO-NEC-44", "not the full allotment: no entry with all MP")
        whole = not partial
    if not why("OTO-PT2-4", "the attempt is compulsory; its DRM is by the MP paid"):
        return None
    if whole:
        return DRM["all"]
    if entry.paid >= 2 * entry.normal:
        return DRM["double"]
    between = entry.paid > entry.normal
    drm: int = figures("roller_between", roller_between)["drm"]
    if between and why(("OTO-NEC-43", "RUL-OTO-76"), "less than twice the normal MP"):
        return drm
    return DRM["double"] if between else DRM["normal"]


@rule("OTO-PT2-10", "OTO-NEC-46")
def half_column(ap: int, half_factors: HalfFactors, why: Why) -> int:
    """The IFT column of A-P mines that attack with half their firepower."""
    if not why(("OTO-PT2-10", "RUL-OTO-51"), "mines attack at half firepower"):
        return ap
    half = ap // 2
    if half in COLUMNS:
        return half
    lower = half_factors == "next_lower"
    text = f"no column for {half}: the next {'lower' if lower else 'higher'} one"
    if not why(("OTO-NEC-46", "RUL-OTO-77"), text):
        lower = not lower
    if lower:
        return max(column for column in COLUMNS if column < half)
    return min(column for column in COLUMNS if column > half)


class MinerollerEntry(RuledQuestion, frozen=True, kw_only=True):
    """What happens when a mineroller enters a mine hex, and the DRM of its clearance attempt."""

    cites = (
        *(f"OTO-PT2-{n}" for n in (2, 3, 4, 7, 8, 9, 10, 12)),
        *(f"OTO-NEC-{n}" for n in (43, 44, 46, 47)),
    )
    turns_on = ("roller_between", "half_factors")

    allotment: Annotated[int, Meta(ge=1, le=60, description="its printed MP")] = 14
    had: Annotated[
        Mp | None, Meta(description="MP left before entering; its printed MP if left out")
    ] = None
    paid: Annotated[int, Meta(ge=1, le=60, description="MP that it spends to enter")] = 1
    normal: Annotated[int, Meta(ge=1, le=60, description="the normal entry cost in MP")] = 1
    hexside: Annotated[Name, Meta(description="the hexside crossed, such as W44-W45")] = ""
    ap: Annotated[Factors, Meta(description="A-P factors in the hex")] = 0
    at: Annotated[int, Meta(ge=0, le=5, description="A-T factors in the hex")] = 0
    infantry: Annotated[
        Infantry, Meta(description="Infantry with it, and how it came into the hex")
    ] = "none"
    roller_damaged: Annotated[bool, Meta(description="whether its roller is damaged")] = False

    def answer(self, nature: Nature) -> Finding[InMineHex]:
        entry = MineEntry(
            allotment=self.allotment,
            had=self.allotment if self.had is None else self.had,
            paid=self.paid,
            normal=self.normal,
            hexside=self.hexside,
            ap=self.ap,
            at=self.at,
            infantry=self.infantry,
            roller_damaged=self.roller_damaged,
        )
        return enter_mines(entry, self.rulings.roller_between, self.rulings.half_factors)


# The attempt


class Attempt(Struct, frozen=True, kw_only=True):
    """A compulsory clearance attempt in the CCPh."""

    payment: Payment
    at: int = 0
    infantry: Infantry = "none"
    roller_damaged: bool = False
    exits: tuple[str, ...] = ()
    """Hexsides within the VCA."""


class Clearance(Struct, frozen=True, order=True):
    """What a clearance attempt brings."""

    outcome: Outcome
    exits: tuple[str, ...] = ()
    """Hexsides of which one gets a complete Trail Break."""


@rule("OTO-PT2-1", "OTO-PT2-4", "OTO-PT2-5", "OTO-PT2-6", "OTO-PT2-7", "OTO-PT2-11")
def clear_mines(attempt: Attempt, nature: Nature) -> Finding[Clearance]:
    """Whether a mineroller clears the mines, or is harmed by them."""
    why = Why()
    if attempt.roller_damaged and in_force("OTO-PT2-7"):
        raise Refusal(
            "A damaged roller clears nothing", "OTO-PT2-7", legal="a tank with a sound roller"
        )
    if attempt.infantry == "other":
        raise Refusal(
            "No clearance with Infantry in the hex that did not come by Armored Assault",
            ("OTO-PT2-1", "OTO-PT2-11"),
            legal="a hex without Infantry, or Infantry in Armored Assault",
        )
    if attempt.infantry == "armored_assault" and not why(
        ("OTO-PT2-11", "RUL-OTO-51"), "Infantry in Armored Assault does not bar the attempt"
    ):
        raise Refusal("No clearance with Infantry in the hex", "ASL B28.7")
    paid = {"normal": "the normal MP", "double": "twice the normal MP", "all": "all MP"}
    drm = modifier(DRM[attempt.payment], paid[attempt.payment], "OTO-PT2-4")
    found = nature.look(CLEARANCE, tally(drm))
    if found == "cleared":
        return why.so(Clearance("cleared", attempt.exits))
    if found == "between":
        nothing = why("OTO-NEC-45", "a Final DR of 11 neither clears nor harms")
        return why.so(Clearance("nothing" if nothing else "cleared"))
    text = "A-T mines: the tank is destroyed" if attempt.at else "A-P mines alone: roller damaged"
    if not why("OTO-PT2-5", text):
        return why.so(Clearance("nothing"))
    return why.so(Clearance("tank_destroyed" if attempt.at else "roller_damaged"))


class MinerollerClearance(Question, frozen=True, kw_only=True):
    """Whether a mineroller clears a mine hex, or loses its roller or itself."""

    rolls = {"dice": CLEARANCE.title}
    cites = (
        *(f"OTO-PT2-{n}" for n in (1, 4, 5, 6, 7, 11)),
        "OTO-E13-2",
        "OTO-NEC-45",
    )

    payment: Annotated[Payment, Meta(description="MP that it paid to enter the hex")] = "normal"
    at: Annotated[int, Meta(ge=0, le=5, description="A-T factors in the hex")] = 0
    infantry: Annotated[
        Infantry, Meta(description="Infantry in the hex, and how it came there")
    ] = "none"
    roller_damaged: Annotated[bool, Meta(description="whether its roller is damaged")] = False
    exits: Annotated[
        tuple[Name, ...],
        Meta(max_length=12, description="hexsides within its VCA, such as W44-W43"),
    ] = ()
    dice: DR | None = None

    def answer(self, nature: Nature) -> Finding[Clearance]:
        attempt = Attempt(
            payment=self.payment,
            at=self.at,
            infantry=self.infantry,
            roller_damaged=self.roller_damaged,
            exits=self.exits,
        )
        return clear_mines(attempt, nature)


# The document's examples


Part = Literal["entry", "clearance", "accident", "wire"]


class MinerollerExample(Question, frozen=True, kw_only=True):
    """The two examples of the document, worked out by the same rules."""

    rolls = {"dice": CLEARANCE.title, "colored": COLORED, "white": WHITE}
    cites = (
        "OTO-PT-EX1-1",
        "OTO-PT-EX1-2",
        "OTO-PT-EX1-3",
        "OTO-PT-EX2-1",
        "OTO-PT-EX2-2",
        "OTO-PT-EX2-3",
    )

    example: Annotated[Literal[1, 2], Meta(description="which example")]
    part: Annotated[
        Part, Meta(description="accident: of example 1 with a high DR; wire: of example 2")
    ]
    at: Annotated[int, Meta(ge=0, le=5, description="A-T factors, if there were any")] = 0
    dice: DR | None = None
    colored: Annotated[Dr | None, Meta(description="wire: the colored die")] = None
    white: Annotated[Dr | None, Meta(description="wire: the white die")] = None

    def answer(self, nature: Nature) -> Finding[InMineHex] | Finding[Clearance] | Finding[Wire]:
        why = Why()
        entry = self._entry()
        why.by(entry["cites"], entry["text"])
        if self.part == "entry":
            return why.so(why.add(enter_mines(_mine_entry(entry, self.at))))
        if self.part == "wire":
            return why.so(why.add(enter_wire(entry["drm"], nature)))
        attempt = Attempt(
            payment=entry["payment"],
            at=self.at,
            infantry=entry.get("infantry", "none"),
            exits=tuple(entry["exits"]),
        )
        return why.so(why.add(clear_mines(attempt, nature)))

    def _entry(self) -> dict[str, Any]:
        entries: list[dict[str, Any]] = DATA["example"]
        for entry in entries:
            if (entry["number"], entry["part"]) == (self.example, self.part):
                return entry
        parts = [entry["part"] for entry in entries if entry["number"] == self.example]
        raise BadInput(
            f"Example {self.example} has no part '{self.part}'. Allowed: {choices(parts)}."
        )


def _mine_entry(entry: dict[str, Any], at: int) -> MineEntry:
    return MineEntry(
        allotment=entry["allotment"],
        had=entry["had"],
        paid=entry["paid"],
        normal=entry["normal"],
        hexside=f"{entry['to']}-{entry['from']}",
        ap=entry["ap"],
        at=at,
        infantry=entry.get("infantry", "none"),
    )
