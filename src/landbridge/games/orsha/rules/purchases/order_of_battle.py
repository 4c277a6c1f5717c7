"""Initial orders of battle (8.61): what each side has before it buys."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.words import PACKAGE, Side

DATA = read_toml(PACKAGE, "initial_oob.toml")


class OobEntry(Struct, frozen=True):
    """One line of an initial order of battle."""

    kind: str
    name: str
    """An RG's ID, or a piece."""
    number: int
    ap: int = 0
    """AP mine factors in each hex."""
    at: int = 0
    """AT mine factors in each hex."""


class OrderOfBattle(Struct, frozen=True):
    """A side at the start of the campaign."""

    formation: str
    elr: int | None
    san: int | None
    setup: str
    cpp: int
    entries: tuple[OobEntry, ...]
    then: str
    """What follows."""


def starting_pool(side: Side) -> int:
    """The CPP with which a side begins."""
    cpp: int = DATA[side]["pool"]["cpp"]
    return cpp


def given_groups(side: Side) -> dict[str, int]:
    """The RGs that a side is given, by ID."""
    entries = DATA[side]["entries"]
    return {entry["name"]: entry["number"] for entry in entries if entry["kind"] == "group"}


def given_number(side: Side, kind: str, name: str = "") -> int:
    """How many pieces of a kind, or of one name, a side is given beside its RGs."""
    return sum(
        entry["number"]
        for entry in DATA[side]["entries"]
        if entry["kind"] == kind and name in ("", entry["name"])
    )


@rule("OTO-8.61R-6")
def given_bombardments() -> int:
    """How many Bombardments the Russians are given."""
    return given_number("russian", "bombardment")


@rule("OTO-8.61-1", "OTO-8.61G-1", "OTO-8.61G-7", "OTO-8.61R-1", "OTO-8.61R-8")
def order_of_battle(side: Side) -> Finding[OrderOfBattle]:
    """What a side has before it buys."""
    why = Why()
    data = DATA[side]
    start = data["start"]
    begins = why(start["cites"], f"ELR {start['elr']}, SAN {start['san']}, {data['setup']['text']}")
    pool = data["pool"]
    cpp: int = pool["cpp"] if why(pool["cites"], f"{pool['cpp']} CPP") else 0
    entries = tuple(
        OobEntry(
            entry["kind"],
            entry["name"],
            entry["number"],
            entry.get("ap", 0),
            entry.get("at", 0),
        )
        for entry in data["entries"]
        if why(entry["cites"], f"{entry['number']}x {entry['name']}")
    )
    then = "buys RGs" if why("OTO-8.61-1", "the OoB first, then purchases") else ""
    return why.so(
        OrderOfBattle(
            data["formation"],
            start["elr"] if begins else None,
            start["san"] if begins else None,
            data["setup"]["text"] if begins else "",
            cpp,
            entries,
            then,
        )
    )


class InitialOob(Question, frozen=True, kw_only=True):
    """A side's initial order of battle: ELR, SAN, given RGs and pieces, CPP."""

    cites = (
        "OTO-8.61-1",
        "OTO-8.61G-1",
        "OTO-8.61G-2",
        "OTO-8.61G-3",
        "OTO-8.61G-4",
        "OTO-8.61G-5",
        "OTO-8.61G-6",
        "OTO-8.61G-7",
        "OTO-8.61R-1",
        "OTO-8.61R-2",
        "OTO-8.61R-3",
        "OTO-8.61R-4",
        "OTO-8.61R-5",
        "OTO-8.61R-6",
        "OTO-8.61R-7",
        "OTO-8.61R-8",
        "OTO-8.51-IHSR4-1",
    )

    side: Annotated[Side, Meta(description="whose order of battle")]

    def answer(self, nature: Nature) -> Finding[OrderOfBattle]:
        return order_of_battle(self.side)
