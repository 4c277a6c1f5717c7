"""The roster: every counter of a side as a piece with its id, values, state and history."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, get_args

from msgspec import Struct
from msgspec.structs import asdict, replace

from landbridge.engine.refusals import BadInput
from landbridge.games.orsha.grades import CREW, GRADES, HERO, LEADERS, Size, find_piece, grade_of
from landbridge.games.orsha.purchases.pieces import Piece, PieceKind, counters, find_counter
from landbridge.games.orsha.purchases.written import Bought, Purchase
from landbridge.games.orsha.words import CgDate, Side

Standing = Literal[
    "offmap",
    "map",
    "eliminated",
    "prisoner",
    "captured",
    "exited",
    "recalled",
    "used",
    "joined",
]
"""Where a piece is. Joined: with another half-squad it has become a squad."""

State = Literal[
    "broken",
    "disrupted",
    "encircled",
    "fanatic",
    "berserk",
    "wounded",
    "heroic",
    "malfunctioned",
    "disabled",
    "bmg_malfunctioned",
    "cmg_malfunctioned",
    "rmg_malfunctioned",
    "aamg_malfunctioned",
    "bmg_disabled",
    "cmg_disabled",
    "rmg_disabled",
    "aamg_disabled",
    "low_ammo",
    "immobilized",
    "abandoned",
    "bogged",
    "mired",
    "shock",
    "uk",
    "recall",
    "roller_damaged",
    "shortage",
    "hidden",
    "concealed",
]
"""Of a vehicle, malfunctioned and disabled speak of its MA; each machine gun has its own words."""
Cover = Literal["", "building", "trench", "pillbox"]

_MMC = ("broken", "disrupted", "encircled", "fanatic", "berserk", "shortage")
_WEAPON = ("malfunctioned", "disabled", "low_ammo", "shortage")
_HULL = ("immobilized", "abandoned", "bogged", "mired", "shock", "uk", "recall", "roller_damaged")
STATES: dict[str, tuple[str, ...]] = {
    "squad": (*_MMC, "hidden", "concealed"),
    "crew": (*_MMC, "hidden", "concealed"),
    "leader": (*_MMC, "wounded", "heroic", "hidden", "concealed"),
    "armor_leader": ("wounded", "hidden", "concealed"),
    "sw": (*_WEAPON, "hidden", "concealed"),
    "gun": (*_WEAPON, "hidden", "concealed"),
    "cupola": (*_WEAPON, "encircled", "hidden", "concealed"),
    "vehicle": (*_WEAPON, *_HULL, "hidden", "concealed"),
}
"""What can be said of a piece at the end of a battle, by its kind; of a vehicle's MA, not MG."""
_MG_LOST = ("bmg_disabled", "cmg_disabled", "rmg_disabled", "aamg_disabled")
LASTING = ("wounded", "immobilized", "disabled", *_MG_LOST, "roller_damaged")
"""States that no battle takes away."""

PERSONNEL = ("squad", "crew", "leader")
EQUIPMENT = ("sw", "gun", "vehicle")
ON_MAP = ("squad", "crew", "leader", "armor_leader", "sw", "gun", "cupola", "vehicle")
"""Kinds that a battle report must account for, one by one."""
FIRES = ("oba", "counter_battery", "bombardment")
WORKS = ("fortification", "minefield")
GONE = ("eliminated", "exited", "recalled", "used", "joined", "captured")


class Listed(Piece, frozen=True, kw_only=True, omit_defaults=True):
    """A piece as the roster lists it."""

    standing: Standing = "offmap"
    hex: str = ""
    """Where it is on the map."""
    former: str = ""
    """Where it was when the last battle ended."""
    cover: Cover = ""
    left: bool = False
    """Whether it stayed on the map when that was cleared (9.607)."""
    states: tuple[State, ...] = ()
    by: str = ""
    """A prisoner's Guard; the AFV that an Armor Leader is in, or that a unit has remanned."""
    area: str = ""
    """The first hex of the Isolated Area to which it is confined."""
    dr: int = 0
    """The Original effects DR that removed an FT or DC."""
    flying: int = 0
    """Aircraft of an RG that have entered in the scenario now fought."""

    @property
    def line(self) -> str:
        """The line of the RG Purchase Record that it came with."""
        return line_of(self.id)

    @property
    def in_play(self) -> bool:
        """Whether it still belongs to the order of battle."""
        return self.standing not in GONE

    def has(self, state: State) -> bool:
        """Whether it is in this state."""
        return state in self.states


def listed(piece: Piece) -> Listed:
    """A piece that has just been received."""
    return Listed(**asdict(piece))


def line_of(piece: str) -> str:
    """The line of the record in a piece's id."""
    return piece.rpartition("/")[0]


def changed(piece: Listed, told: str, **changes: Any) -> Listed:
    """The piece with changes, and what its history says of them."""
    return replace(piece, history=(*piece.history, told), **changes)


def with_states(states: Iterable[State]) -> tuple[State, ...]:
    """States in a fixed order, each once."""
    order: list[State] = [state for state in STATES_IN_ORDER if state in set(states)]
    return tuple(order)


STATES_IN_ORDER: tuple[State, ...] = get_args(State)


def without(piece: Listed, *gone: State) -> tuple[State, ...]:
    """A piece's states but for some."""
    return tuple(state for state in piece.states if state not in gone)


# What a piece is


def size(piece: Listed) -> Size | None:
    """Squad, half-squad, crew, leader or hero; nothing for Equipment."""
    if piece.kind not in PERSONNEL:
        return None
    return find_piece(piece.side, piece.name).size


def is_mmc(piece: Listed) -> bool:
    """Whether it is a Multi-Man Counter."""
    return size(piece) in ("squad", "half_squad", "crew")


def is_smc(piece: Listed) -> bool:
    """Whether it is a Single-Man Counter."""
    return size(piece) in ("leader", "hero")


def is_afv(piece: Listed) -> bool:
    """Whether it is an armored vehicle."""
    return piece.kind == "vehicle" and piece.values.get("armor") not in (None, "unarmored")


def is_mineroller(piece: Listed) -> bool:
    """Whether it is a tank with a mineroller."""
    return piece.kind == "vehicle" and piece.name.startswith(("PT-34", "KV-PT34"))


def is_stuck(piece: Listed) -> bool:
    """Whether it stands on the map and no battle can have moved it."""
    return piece.standing == "map" and (piece.kind == "cupola" or piece.has("immobilized"))


def is_mortar(piece: Listed) -> bool:
    """Whether it is a mortar; as a Gun, one on a 5/8-inch counter."""
    known = counters(piece.side).get(piece.name)
    return known is not None and "mortar" in known.remarks


def morale(piece: Listed) -> int:
    """The Morale Level printed on Personnel."""
    if is_smc(piece):
        return int(piece.name.split("-")[0].split("+")[0]) if size(piece) == "leader" else 9
    return int(piece.name.split("-")[2])


def worth(side: Side, kind: PieceKind, name: str) -> int:
    """Casualty Victory Points of Personnel by its name; a half-squad counts 1."""
    if kind in ("leader", "armor_leader"):
        return 1 if name == HERO else find_counter(side, name).cvp
    return 1 if find_piece(side, name).size == "half_squad" else 2


def possible_names(piece: Listed) -> tuple[str, ...]:
    """What a unit may have become in a battle: Replaced, Reduced, hardened, never larger."""
    kind = size(piece)
    own = [grade for grade in GRADES if grade.side == piece.side]
    halves = tuple(grade.half for grade in own)
    if kind == "squad":
        return (*(grade.squad for grade in own), *halves)
    if kind == "half_squad":
        return halves
    if kind == "leader":
        return LEADERS
    return (piece.name,)


def half_of(piece: Listed) -> str:
    """The half-squad of a squad."""
    return grade_of(piece.side, find_piece(piece.side, piece.name)).half


def renamed(piece: Listed, name: str, told: str, **changes: Any) -> Listed:
    """The piece as another counter of its kind."""
    value = worth(piece.side, piece.kind, name)
    return changed(piece, told, name=name, cvp=value, **changes)


def crew_of(side: Side, book: Book, vehicle: Listed, hex: str, told: str) -> Listed:
    """The Inherent crew of a side's vehicle as a counter of its own."""
    return Listed(
        id=fresh_id(book, f"{vehicle.id}c"),
        side=side,
        kind="crew",
        name=CREW,
        cvp=2,
        history=(told,),
        standing="map",
        hex=hex,
    )


# One side's book


class RosterLine(Struct, frozen=True):
    """A date on the CG Roster."""

    date: CgDate
    start: int
    purchased: tuple[str, ...]
    spent: int
    left: int
    recon: int = 0


class Ended(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where a piece ended, as the battle report says."""

    standing: Standing
    hex: str = ""
    states: tuple[State, ...] = ()
    name: str = ""
    """What it has become, if it is another counter now."""
    cover: Cover = ""
    by: str = ""
    dr: int = 0


class Appeared(Struct, frozen=True):
    """A counter that a battle has made out of a piece."""

    parent: str
    kind: Literal["half", "crew", "hero", "leader"]
    name: str


class Hardening(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How far a side has come with step 9.611."""

    rolled: bool = False
    """Whether the DR for MMC has been made."""
    left: int = 0
    heroes: tuple[str, ...] = ()
    """Isolated Areas of Heroes that may still be paid for, empty for those not Isolated."""
    hardened: tuple[str, ...] = ()
    leader: bool = False
    """Whether the DR for a leader, or the exchange, has been made."""
    leaders: tuple[str, ...] = ()
    """Leaders of whom one may Battle Harden by that DR."""
    must: bool = False
    """Whether one of them must: there is one of the type rolled."""


Phase = Literal["buying", "receiving", "building", "scouting", "observing", "ready"]


class Book(Struct, frozen=True, kw_only=True):
    """What one side keeps, and the other must not see."""

    cpp: int = 0
    san: int = 0
    phase: Phase = "ready"
    plan: tuple[Purchase, ...] = ()
    """Purchases of this date that are not yet final."""
    bought: tuple[Bought, ...] = ()
    lines: dict[str, str] = {}
    """Each line of the RG Purchase Record with its purchase and strength in words."""
    entry: dict[str, str] = {}
    """Lines that come otherwise than is usual: onboard, offboard or retained."""
    pending: tuple[str, ...] = ()
    """Lines that are still to be received."""
    pieces: dict[str, Listed] = {}
    fpp: int = 0
    works: tuple[str, ...] = ()
    """Fortifications planned for this date, line by line."""
    built: tuple[str, ...] = ()
    """Fortifications of all dates, as the CG Roster has them."""
    ditches: int = 0
    """AT-Ditches bought in the campaign."""
    hip: dict[str, int] = {}
    """Pieces of each kind that may set up HIP for FPP on this date."""
    roster: tuple[RosterLine, ...] = ()
    recon: int = 0
    """Locations that may be reconnoitered on this date."""
    recons: int = 0
    """Recon drs made in the campaign."""
    report: dict[str, Ended] = {}
    appeared: dict[str, Appeared] = {}
    hardening: Hardening = Hardening()
    sealed: tuple[str, ...] = ()
    """Commitments of a side whose papers are kept elsewhere."""

    def piece(self, name: str) -> Listed:
        """A piece by its id, or an error that says so."""
        found = self.pieces.get(name)
        if found is None:
            raise BadInput(f"There is no piece '{name}' on this roster.")
        return found

    def with_pieces(self, *pieces: Listed) -> Book:
        """The same book with these pieces in their new state."""
        return replace(self, pieces=self.pieces | {piece.id: piece for piece in pieces})

    def there(self, *standings: Standing) -> list[Listed]:
        """The pieces that stand so."""
        return [piece for piece in self.pieces.values() if piece.standing in standings]

    def named(self, what: str) -> list[Listed]:
        """A piece, or all pieces of a line that are still in play."""
        if what in self.pieces:
            return [self.pieces[what]]
        found = [p for p in self.pieces.values() if p.line == what and p.in_play]
        if not found:
            near = sorted({p.line for p in self.pieces.values() if p.in_play})
            shown = ", ".join(near[:6]) or "none"
            raise BadInput(
                f"There is no piece or line '{what}' on this roster. Lines: {shown}"
                f"{' ...' if len(near) > 6 else ''}."
            )
        return found


def fresh_id(book: Book, name: str) -> str:
    """This id, or the next one after it that is free in a book."""
    found, number = name, 2
    while found in book.pieces or found in book.appeared:
        found, number = f"{name}{number}", number + 1
    return found
