"""Pieces: the counters that come with an RG, the values printed on them, and their history."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import Source
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import PACKAGE, CgDate, Side

PieceKind = Literal[
    "squad",
    "crew",
    "leader",
    "armor_leader",
    "sw",
    "gun",
    "cupola",
    "vehicle",
    "aircraft",
    "oba",
    "counter_battery",
    "observer",
    "contact",
    "bombardment",
    "fortification",
    "minefield",
    "fpp",
    "san",
    "recon",
    "pre_registered",
]

_LEADER = re.compile(r"(10|[6-9])([-+])([0-3])")


class Values(Struct, frozen=True, kw_only=True):
    """A counter as it is printed."""

    side: Side
    name: str
    kind: PieceKind
    cvp: int = 0
    """Casualty Victory Points for its loss."""
    values: dict[str, int | str] = {}
    remarks: tuple[str, ...] = ()
    source: Source = "series"
    certainty: Literal["exact", "partly", "unknown"] = "exact"
    like: str = ""
    """The known counter whose values stand in for it."""


@cache
def counters(side: Side) -> dict[str, Values]:
    """Every counter of a side by its name."""
    data = read_toml(PACKAGE, "pieces.toml")
    shared = {"source": data["source"], "certainty": data["certainty"]}
    every = [msgspec.convert(shared | entry, Values) for entry in data["counters"]]
    return {entry.name: entry for entry in every if entry.side == side}


def find_counter(side: Side, name: str) -> Values:
    """A counter by its name; a leader by his factors."""
    found = counters(side).get(name)
    if found is not None:
        return found
    leader = _LEADER.fullmatch(name)
    if leader is None:
        raise BadInput(unknown(f"{side.capitalize()} piece", name, counters(side)))
    morale, sign, number = int(leader[1]), leader[2], int(leader[3])
    worth = 1 + (number if sign == "-" else 0)
    values: dict[str, int | str] = {
        "morale": morale,
        "leadership": -number if sign == "-" else number,
    }
    return Values(side=side, name=name, kind="leader", cvp=worth, values=values)


class PieceValues(RuledQuestion, frozen=True, kw_only=True):
    """The values printed on a counter, with their certainty; leaders by their factors, as 9-1."""

    turns_on = ("unseen_counters",)

    side: Annotated[Side, Meta(description="whose counter")]
    name: Annotated[Name, Meta(description="the counter by its name, such as 4-6-7 or StuG IIIG")]

    def answer(self, nature: Nature) -> Finding[Values]:
        why = Why()
        found = find_counter(self.side, self.name)
        if found.like:
            nearest = self.rulings.unseen_counters == "nearest"
            text = f"values of the {found.like}" if nearest else "no values are known"
            shown = why("RUL-OTO-34", f"no source shows the {found.name}: {text}") and nearest
            if not shown:
                found = msgspec.structs.replace(found, values={}, like="", cvp=0)
        return why.so(found)


# Pieces in play


class Piece(Struct, frozen=True, kw_only=True):
    """A piece of a side's order of battle."""

    id: str
    """The line of the record it came with, and its number there."""
    side: Side
    kind: PieceKind
    name: str
    cvp: int = 0
    remarks: tuple[str, ...] = ()
    history: tuple[str, ...] = ()

    @property
    def values(self) -> dict[str, int | str]:
        """What is printed on it, as far as that is known."""
        known = counters(self.side).get(self.name)
        if known is not None:
            return known.values
        return find_counter(self.side, self.name).values if _LEADER.fullmatch(self.name) else {}


class PieceLot(Struct, frozen=True, order=True):
    """So many equal pieces, as they are received."""

    kind: PieceKind
    name: str
    number: int
    remarks: tuple[str, ...] = ()


def line_id(side: Side, date: CgDate, rg: str, number: int) -> str:
    """The name of a line of the RG Purchase Record: R-23am-I5.1."""
    return f"{side[0].upper()}-{date}-{rg}.{number}"


def lay_out(side: Side, line: str, kept: tuple[PieceLot, ...], told: str) -> tuple[Piece, ...]:
    """One piece for each counter, with names that never change."""
    found: list[Piece] = []
    for lot in kept:
        worth = _worth(side, lot)
        for _ in range(lot.number):
            place = f"{line}/{len(found) + 1}"
            found.append(
                Piece(
                    id=place,
                    side=side,
                    kind=lot.kind,
                    name=lot.name,
                    cvp=worth,
                    remarks=lot.remarks,
                    history=(told,),
                )
            )
    return tuple(found)


def _worth(side: Side, lot: PieceLot) -> int:
    if lot.kind in ("leader", "armor_leader"):
        return find_counter(side, lot.name).cvp
    known = counters(side).get(lot.name)
    return known.cvp if known is not None else 0
