"""The campaign's special rules, in words: by id, by the document's number or by subject."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.refusals import BadInput, unknown
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import Source, as_rules, in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.engine.rules.index import rows
from landbridge.games.orsha.rules.words import PACKAGE, Side

DATA = read_toml(PACKAGE, "special_rules.toml")
STATED: dict[str, dict[str, Any]] = {entry["id"]: entry for entry in DATA["rules_of_play"]}

Edge = Literal["west", "east", "north", "south"]
Departure = Literal["any", "recall_low_ammo", "reph"]


class SpecialRule(Struct, frozen=True):
    """One rule in our own words."""

    id: str
    title: str
    says: str
    applies: str
    source: Source
    certainty: str


@rule("OTO-8.4-1")
def _applies(rule_id: str, why: Why) -> str:
    """Where a special rule holds."""
    words: dict[str, str] = DATA["applies"]
    if "IHSR" in rule_id:
        return words["initial"]
    if rule_id.startswith("OTO-E18"):
        return words["elsewhere"]
    if rule_id.startswith("OTO-CG") and why("OTO-8.4-1", "CG1 to CG16 hold throughout"):
        return words["campaign"]
    return words["always"]


def _short(rule_id: str) -> str:
    """The document's own number of a row: OTO-CG11-2 is of CG11, OTO-8.51-IHSR4-1 of IHSR4."""
    return rule_id.removeprefix("OTO-").rpartition("-")[0].removeprefix("8.51-")


def _find_rows(word: str) -> list[str]:
    wanted = word.strip().casefold()
    index = rows(PACKAGE)
    every = [
        row
        for row in index
        if row in STATED or row.startswith(("OTO-CG", "OTO-QA", "OTO-E", "OTO-8.51-IHSR"))
    ]
    by_id = [row for row in every if row.casefold() == wanted]
    by_name = [row for row, entry in STATED.items() if entry["name"].casefold() == wanted]
    by_number = [row for row in every if _short(row).casefold() == wanted]
    found = by_id or by_name or by_number
    if not found:
        names = {entry["name"] for entry in STATED.values()}
        raise BadInput(unknown("special rule", word, names | {_short(row) for row in every}))
    return found


@rule(*STATED)
def special_rule(word: str) -> Finding[tuple[SpecialRule, ...]]:
    """The special rules that an id, a number such as CG11 or a subject means."""
    why = Why()
    index = rows(PACKAGE)
    told: list[SpecialRule] = []
    found = _find_rows(word)
    for rule_id in found:
        if len(found) > 1 and not in_force(rule_id):
            continue
        row = index[rule_id]
        entry = STATED.get(rule_id, {})
        why.by((rule_id, *as_rules(entry.get("cites", ""))), row.title)
        applies = _applies(rule_id, why)
        says = entry.get("says", row.text)
        told.append(SpecialRule(rule_id, row.title, says, applies, row.source, row.certainty))
    return why.so(tuple(told))


class SpecialRuleQuestion(Question, frozen=True, kw_only=True):
    """A special rule in words: by its id, its number (CG11, IHSR4, QA.G, E18) or its subject."""

    cites = tuple(STATED)

    rule: Annotated[Name, Meta(description="id, number or subject, for example CG6 or massacre")]

    def answer(self, nature: Nature) -> Finding[tuple[SpecialRule, ...]]:
        return special_rule(self.rule)


# Leaving the map (CG14)


class Exit(Struct, frozen=True):
    """What becomes of a unit that leaves the map."""

    eliminated: bool
    """With the Weapons that it possesses."""
    exit_points: bool
    """Whether the Russians score EVP for it."""


@rule("OTO-CG14-1", "OTO-8.51-Obj-4")
def leave_map(side: Side, edge: Edge, departure: Departure = "any") -> Finding[Exit]:
    """What leaving the map means for a unit."""
    why = Why()
    for_points = side == "russian" and edge == "west" and departure == "any"
    if for_points and not why("OTO-8.51-Obj-4", "Russians who leave by the west edge are EVP"):
        for_points = False
    if departure == "reph":
        text = "removal in 9.607 is not leaving the map"
    elif departure == "recall_low_ammo":
        text = "a vehicle Recalled for low ammo is not Eliminated"
    elif for_points:
        text = "a Russian unit that exits the west edge for VP is not Eliminated"
    else:
        lost = why("OTO-CG14-1", "a unit that leaves the map is Eliminated with its Weapons")
        return why.so(Exit(lost, False))
    spared = why("OTO-CG14-1", text)
    return why.so(Exit(not spared, for_points))


class MapExit(Question, frozen=True, kw_only=True):
    """What becomes of a unit that leaves the map, and whether it is worth exit points."""

    cites = ("OTO-CG14-1",)

    side: Annotated[Side, Meta(description="whose unit")]
    edge: Annotated[Edge, Meta(description="by which edge")]
    departure: Annotated[
        Departure, Meta(description="low-ammo Recall of a vehicle, removal in 9.607, or any other")
    ] = "any"

    def answer(self, nature: Nature) -> Finding[Exit]:
        return leave_map(self.side, self.edge, self.departure)


# Self Rally (CG15)


class SelfRally(Struct, frozen=True):
    """Whether a Self Rally attempt is allowed, and how many a side has."""

    legal: bool
    attempts: int


@rule("OTO-CG15-1")
def self_rally(
    made: int = 0, disrupted: bool = False, others_rallied: bool = False
) -> Finding[SelfRally]:
    """Whether one more broken MMC may attempt Self Rally."""
    why = Why()
    figures: dict[str, int] = DATA["self_rally"]
    most = figures["usual"]
    if why(
        ("OTO-CG15-1", "RUL-OTO-87"),
        "two non-Disrupted broken MMC may, both before other MMC Rally attempts",
    ):
        most = figures["most"]
    return why.so(SelfRally(made < most and not disrupted and not others_rallied, most))


class SelfRallyQuestion(Question, frozen=True, kw_only=True):
    """Whether a broken MMC may attempt Self Rally in this Rally Phase."""

    cites = ("OTO-CG15-1",)

    made: Annotated[
        int, Meta(ge=0, le=60, description="Self Rally attempts of the side so far")
    ] = 0
    disrupted: Annotated[bool, Meta(description="whether the MMC is Disrupted")] = False
    others_rallied: Annotated[
        bool, Meta(description="whether another MMC of the side has already attempted to Rally")
    ] = False

    def answer(self, nature: Nature) -> Finding[SelfRally]:
        return self_rally(self.made, self.disrupted, self.others_rallied)
