"""OBA in the campaign (CG13): how a module is directed, and where observers and areas look to."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import PACKAGE, Side
from landbridge.games.orsha.rulings import RussianObserverEdge

DATA = read_toml(PACKAGE, "special_rules.toml")["observers"]

Module = Literal["oba", "rocket_oba", "counter_battery", "bombardment"]
Edge = Literal["west", "east"]


class ModuleDirection(Struct, frozen=True):
    """What a module is directed with, and the edge its Security Area is traced to."""

    choice: tuple[str, ...]
    security_edge: str


@rule("OTO-CG13-2", "OTO-CG13-3")
def directing(side: Side, module: Module, observer_bought: bool) -> Finding[ModuleDirection]:
    """What comes with an OBA module to direct it."""
    why = Why()
    choice: tuple[str, ...] = ("radio",)
    ways: tuple[str, ...]
    if module == "bombardment":
        ways, text = (), "a Bombardment needs neither radio nor phone"
    elif module == "rocket_oba":
        ways, text = ("offboard_observer",), "a Rocket module comes with an Offboard Observer"
    elif observer_bought:
        ways, text = ("offboard_observer",), "an Offboard Observer was bought for it"
    else:
        ways, text = ("radio", "field_phone"), "the player freely picks a radio or a field phone"
    if why("OTO-CG13-2", text):
        choice = ways
    edge = ""
    if why(("OTO-CG13-3", "RUL-OTO-87"), f"a friendly-Controlled {DATA[side]}-edge hex (C1.23)"):
        edge = DATA[side]
    return why.so(ModuleDirection(choice, edge))


class ObaDirecting(Question, frozen=True, kw_only=True):
    """Radio, phone or Offboard Observer for an OBA module, and where Security Areas lead."""

    cites = ("OTO-CG13-2", "OTO-CG13-3")

    side: Annotated[Side, Meta(description="whose module")]
    module: Annotated[Module, Meta(description="which kind of module")] = "oba"
    observer_bought: Annotated[
        bool, Meta(description="whether an Offboard Observer is bought for it")
    ] = False

    def answer(self, nature: Nature) -> Finding[ModuleDirection]:
        return directing(self.side, self.module, self.observer_bought)


class ObserverPost(Struct, frozen=True):
    """Where an Offboard Observer sits."""

    edge: Edge
    level: int


@rule("OTO-CG13-4", "OTO-NEC-10", "OTO-RGG-star-1")
def observer_post(
    side: Side, raised: bool = False, russian_observer_edge: RussianObserverEdge = "east"
) -> Finding[ObserverPost]:
    """Edge and level of an Offboard Observer."""
    why = Why()
    edge: Edge = DATA[side]
    if side == "russian":
        east = russian_observer_edge == "east"
        rules = ("OTO-NEC-10", "RUL-OTO-28") if east else ("RUL-OTO-28",)
        text = "CG13 wins over note i: east edge" if east else "note i as printed: west edge"
        edge = "east" if why(rules, text) == east else "west"
    base: int = DATA["level"]
    level = base if why("OTO-CG13-4", f"level {base}; more height may be bought") else 0
    if raised and why(("OTO-CG13-4", "OTO-RGG-star-1"), "one level more for 1 CPP"):
        level += 1
    return why.so(ObserverPost(edge, level))


class ObserverPostQuestion(RuledQuestion, frozen=True, kw_only=True):
    """The edge and the level at which an Offboard Observer sits."""

    cites = ("OTO-CG13-4", "OTO-NEC-10")
    turns_on = ("russian_observer_edge",)

    side: Annotated[Side, Meta(description="whose observer")]
    raised: Annotated[bool, Meta(description="whether 1 CPP was spent on a level")] = False

    def answer(self, nature: Nature) -> Finding[ObserverPost]:
        return observer_post(self.side, self.raised, self.rulings.russian_observer_edge)
