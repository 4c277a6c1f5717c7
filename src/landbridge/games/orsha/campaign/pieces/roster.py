"""The roster: every counter of a side as a piece with its id, values, state and history."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, get_args

from msgspec import field
from msgspec.structs import asdict, replace

from landbridge.games.orsha.rules.grades import GRADES, HERO, LEADERS, Size, find_piece, grade_of
from landbridge.games.orsha.rules.purchases.order_of_battle import given_groups
from landbridge.games.orsha.rules.purchases.pieces import Piece, PieceKind, counters, find_counter
from landbridge.games.orsha.rules.words import CG_DATES, Side

PieceStatus = Literal[
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
    "ft_x",
    "ft_disabled",
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
"""Of a vehicle, malfunctioned and disabled speak of its MA; each machine gun has its own words, and
so has a flamethrower: at X it is Disabled when the battle is over (9.6133)."""
Cover = Literal["", "building", "trench", "pillbox"]
_MMC = ("broken", "disrupted", "encircled", "fanatic", "berserk", "shortage")
_WEAPON = ("malfunctioned", "disabled", "low_ammo", "shortage")
_HULL = (
    "immobilized",
    "abandoned",
    "bogged",
    "mired",
    "shock",
    "uk",
    "recall",
    "roller_damaged",
    "encircled",
)
"""Encircled: the Vulnerable people in an Immobile vehicle (9.6041)."""
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
LASTING = ("wounded", "immobilized", "disabled", *_MG_LOST, "ft_disabled", "roller_damaged")
"""States that no battle takes away."""
PERSONNEL = ("squad", "crew", "leader")
EQUIPMENT = ("sw", "gun", "vehicle")
ON_MAP = ("squad", "crew", "leader", "armor_leader", "sw", "gun", "cupola", "vehicle")
"""Kinds that a battle report must account for, one by one."""
FIRES = ("oba", "counter_battery", "bombardment")
WORKS = ("fortification", "minefield")
GONE = ("eliminated", "exited", "recalled", "used", "joined", "captured")


class RosterPiece(Piece, frozen=True, kw_only=True, omit_defaults=True):
    """A piece as the roster lists it."""

    status: PieceStatus = field(default="offmap", name="standing")
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
    took_part: bool = False
    """Whether it has taken part in a scenario on the map."""
    sat_out: bool = False
    """Whether it was Retained off the map for an entire scenario."""

    @property
    def label(self) -> str:
        """Its id and its counter, from which a sentence makes its name."""
        return f"{self.id} ({self.name})"

    @property
    def line(self) -> str:
        """The line of the RG Purchase Record that it came with."""
        return line_of(self.id)

    @property
    def in_play(self) -> bool:
        """Whether it still belongs to the order of battle."""
        return self.status not in GONE

    @property
    def date(self) -> str:
        """The CG Date on which it was bought or given."""
        return self.id.split("-")[1]

    @property
    def rg(self) -> str:
        """The ID of the RG that it came with; of the other pieces, OoB or FPP."""
        return self.id.split("-")[2].partition("/")[0].partition(".")[0]

    @property
    def given(self) -> bool:
        """Whether it is of the initial order of battle."""
        if self.rg == "OoB":
            return True
        # The record has the RGs of the order of battle before those that were bought.
        listed = given_groups(self.side).get(self.rg, 0) if self.date == CG_DATES[0] else 0
        return listed > 0 and int(self.line.rpartition(".")[2]) <= listed

    def has(self, state: State) -> bool:
        """Whether it is in this state."""
        return state in self.states


def to_roster_piece(piece: Piece) -> RosterPiece:
    """A piece that has just been received."""
    return RosterPiece(**asdict(piece))


def line_of(piece: str) -> str:
    """The line of the record in a piece's id."""
    return piece.rpartition("/")[0]


def changed(piece: RosterPiece, entry: str, **changes: Any) -> RosterPiece:
    """The piece with changes, and what its history says of them."""
    return replace(piece, history=(*piece.history, entry), **changes)


def with_states(states: Iterable[State]) -> tuple[State, ...]:
    """States in a fixed order, each once."""
    order: list[State] = [state for state in STATES_IN_ORDER if state in set(states)]
    return tuple(order)


STATES_IN_ORDER: tuple[State, ...] = get_args(State)


def without(piece: RosterPiece, *gone: State) -> tuple[State, ...]:
    """A piece's states but for some."""
    return tuple(state for state in piece.states if state not in gone)


def size(piece: RosterPiece) -> Size | None:
    """Squad, half-squad, crew, leader or hero; nothing for Equipment."""
    if piece.kind not in PERSONNEL:
        return None
    return find_piece(piece.side, piece.name).size


def is_mmc(piece: RosterPiece) -> bool:
    """Whether it is a Multi-Man Counter."""
    return size(piece) in ("squad", "half_squad", "crew")


def is_smc(piece: RosterPiece) -> bool:
    """Whether it is a Single-Man Counter."""
    return size(piece) in ("leader", "hero")


def is_afv(piece: RosterPiece) -> bool:
    """Whether it is an armored vehicle."""
    return piece.kind == "vehicle" and piece.values.get("armor") not in (None, "unarmored")


def is_mineroller(piece: RosterPiece) -> bool:
    """Whether it is a tank with a mineroller."""
    return piece.kind == "vehicle" and piece.name.startswith(("PT-34", "KV-PT34"))


def is_stuck(piece: RosterPiece) -> bool:
    """Whether it stands on the map and no battle can have moved it."""
    return piece.status == "map" and (piece.kind == "cupola" or piece.has("immobilized"))


def is_mortar(piece: RosterPiece) -> bool:
    """Whether it is a mortar; as a Gun, one on a 5/8-inch counter."""
    known = counters(piece.side).get(piece.name)
    return known is not None and "mortar" in known.remarks


def morale(piece: RosterPiece) -> int:
    """The Morale Level printed on Personnel."""
    if is_smc(piece):
        return int(piece.name.split("-")[0].split("+")[0]) if size(piece) == "leader" else 9
    return int(piece.name.split("-")[2])


def worth(side: Side, kind: PieceKind, name: str) -> int:
    """Casualty Victory Points of Personnel by its name; a half-squad counts 1."""
    if kind in ("leader", "armor_leader"):
        return 1 if name == HERO else find_counter(side, name).cvp
    return 1 if find_piece(side, name).size == "half_squad" else 2


def possible_names(piece: RosterPiece) -> tuple[str, ...]:
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


def known_names(piece: RosterPiece) -> tuple[str, ...]:
    """Every counter of its kind, larger ones too."""
    if size(piece) != "half_squad":
        return possible_names(piece)
    own = [grade for grade in GRADES if grade.side == piece.side]
    return (*(grade.squad for grade in own), *(grade.half for grade in own))


def half_of(piece: RosterPiece) -> str:
    """The half-squad of a squad."""
    return grade_of(piece.side, find_piece(piece.side, piece.name)).half


def renamed(piece: RosterPiece, name: str, entry: str, **changes: Any) -> RosterPiece:
    """The piece as another counter of its kind."""
    value = worth(piece.side, piece.kind, name)
    return changed(piece, entry, name=name, cvp=value, **changes)
