"""Which vehicle, Gun or aircraft a die gives (Russian notes j, k, l and n; E7.21)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import Table, parse_table, read_toml, table
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.asked_rulings import OwnersChoice
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.purchases.reinforcement_groups import (
    Group,
    GroupId,
    carries,
    find_group,
    look_up,
    notes,
)
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import PACKAGE, Dr, Side, figures

DATA = read_toml(PACKAGE, "variants.toml")
MINEROLLER = table(PACKAGE, "variants.mineroller", str)
KV_FT = table(PACKAGE, "variants.kv_ft", str)
AT_GUN = table(PACKAGE, "variants.at_gun", str)
PTAB = table(PACKAGE, "variants.ptab", bool)
STORMOVIK = table(PACKAGE, "variants.stormovik", str)
NUMBER = table(PACKAGE, "variants.number", int)
BY_NOTE: dict[str, Table] = {
    letter: {"mineroller": MINEROLLER, "kv_ft": KV_FT, "at_gun": AT_GUN}[name]
    for letter, name in DATA["by_note"].items()
}

TYPE = "Type"
"""What the dr for a vehicle's or Gun's type is thrown for."""


def type_table(group: Group) -> Table | None:
    """The table on which each unit of a Russian group is rolled, if there is one."""
    if group.side == "german":
        return None
    return next((BY_NOTE[letter] for letter in group.notes if letter in BY_NOTE), None)


@rule("OTO-RGR-j-1", "OTO-RGR-k-1", "OTO-RGR-l-1")
def resolve_type(group: Group, nature: Nature) -> str:
    """The type of one vehicle or Gun: a dr where a note asks for it, else as the chart says."""
    rolled = type_table(group)
    if rolled is None:
        return group.units[0].name
    found: str = nature.look(rolled, purpose=TYPE)
    return found


def _one_type(rg: str, letters: str, nature: Nature) -> Finding[str]:
    why = Why()
    group = look_up("russian", rg, why)
    if not any(letter in letters for letter in group.notes):
        rolled = " and ".join(row for letter in letters for row in notes("russian")[letter].rows)
        text = f"{group.id} has one type only: {group.units[0].name}"
        raise Refusal(text, group.cites, f"Russian {rolled} are rolled for")
    return why.so(resolve_type(group, nature))


class VehicleVariant(Question, frozen=True, kw_only=True):
    """Which tank a dr gives: PT-34(L) or PT-34 for V5, KV-8S or KV-8 for V7."""

    rolls = {"die": TYPE}
    cites = ("OTO-RGR-j-1", "OTO-RGR-k-1")

    rg: GroupId
    die: Dr | None = None

    def answer(self, nature: Nature) -> Finding[str]:
        return _one_type(self.rg, "jk", nature)


class GunVariant(Question, frozen=True, kw_only=True):
    """Which Gun a dr gives: 45LL or 45L for Russian G3."""

    rolls = {"die": TYPE}
    cites = ("OTO-RGR-l-1",)

    rg: GroupId = "G3"
    die: Dr | None = None

    def answer(self, nature: Nature) -> Finding[str]:
        return _one_type(self.rg, "l", nature)


# Aircraft


class Flight(Struct, frozen=True, order=True):
    """An aircraft RG as it enters."""

    type: str
    number: int
    ptab: int
    """How many of them have PTAB."""
    bombs: bool
    """Whether the document says that they carry bombs."""


def ptab_received(number: int, nature: Nature) -> int:
    """How many of so many Stormoviks have PTAB."""
    return sum(nature.look(PTAB) for _ in range(number))


@rule("OTO-RGG-k-1", "OTO-RGR-n-1", "OTO-8.614-2", "OTO-QA.M-1")
def resolve_aircraft(
    group: Group,
    nature: Nature,
    stormovik_type: str = "equal_thirds",
    aircraft_number: str = "half_dr",
    fb_type: str | None = None,
) -> Finding[Flight]:
    """What an aircraft RG brings when it enters: its type, number and armament."""
    why = Why()
    if group.kind != "aircraft":
        raise Refusal(f"{group.id} is not an aircraft RG", group.cites, "ask about an F row")
    name, ptab = group.units[0].name, 0
    if group.side == "german":
        if not carries(group, "k", why):
            name = "aircraft"
    elif fb_type is not None:
        name = fb_type
        why("OTO-RGR-n-1", f"{fb_type}, from the owner's table")
    elif carries(group, "n", why):
        name = _fighter_bomber(stormovik_type, nature)
    number: int = nature.look(NUMBER, column=aircraft_number)
    if group.side == "russian":
        ptab = nature.sub(ptab_received, number)
    bombs = name in DATA["bombs"]["carry"] and why(DATA["bombs"]["cites"], f"{name} carries bombs")
    return why.so(Flight(name, number, ptab, bombs))


def _fighter_bomber(stormovik_type: str, nature: Nature) -> str:
    """The type of a Russian FB, by a choice of the ruling or by the table of the owner's box."""
    if not isinstance(stormovik_type, OwnersChoice):
        found: str = nature.look(STORMOVIK, column=stormovik_type)
        return found
    head = {"title": STORMOVIK.title, "cites": "RUL-OTO-32", "source": "house", "dice": "1d6"}
    rows = figures("stormovik_type", stormovik_type)["rows"]
    own: str = nature.look(parse_table(STORMOVIK.name, head | {"rows": rows}, str))
    return own


class Aircraft(RuledQuestion, frozen=True, kw_only=True):
    """What an aircraft RG brings when it enters: type, number, PTAB and bombs."""

    rolls = {"fb_die": STORMOVIK.title, "number_die": NUMBER.title, "ptab_drs": PTAB.title}
    cites = ("OTO-RGG-k-1", "OTO-RGR-n-1", "OTO-QA.M-1")
    belongs = {"fb_die": "russian", "ptab_drs": "russian", "fb_type": "russian"}
    turns_on = ("stormovik_type", "aircraft_number")

    side: Annotated[Side, Meta(description="whose RG")]
    rg: GroupId
    number_die: Annotated[
        Dr | None, Meta(description="the dr of E7.21 for the number, unmodified")
    ] = None
    fb_die: Annotated[Dr | None, Meta(description="Russian: the dr for the type of FB")] = None
    ptab_drs: Annotated[
        Annotated[tuple[Dr, ...], Meta(max_length=20)] | None,
        Meta(description="Russian: one dr for each aircraft"),
    ] = None
    fb_type: Annotated[
        Name | None, Meta(description="Russian: the type, where the owner has the table of OtO 6")
    ] = None

    def answer(self, nature: Nature) -> Finding[Flight]:
        why = Why()
        group = find_group(self.side, self.rg)
        found = resolve_aircraft(
            group, nature, self.rulings.stormovik_type, self.rulings.aircraft_number, self.fb_type
        )
        why.by(group.cites, f"{group.id} is {group.type}")
        return why.so(why.add(found))
