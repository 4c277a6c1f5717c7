"""Between scenarios: what stays on the map (CG5) and which RGs are Retained (CG7)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why

Counter = Literal[
    "fortification", "rubble", "trailbreak", "shellholes", "wreck", "changed_terrain", "blaze"
]
WreckAct = Literal["catch_fire", "scrounge", "remove", "hinder_los"]
Fate = Literal["in_play", "not_entered", "not_used", "eliminated", "recalled"]
Module = Literal["oba", "rocket_oba", "counter_battery"]


# Terrain and wrecks (CG5)


class Stays(Struct, frozen=True):
    """What becomes of a counter or a change of terrain before the next scenario."""

    stays: bool
    becomes: str = ""
    step: str = ""
    """The step of the RePh that deals with it."""


@rule("OTO-CG5-1", "OTO-CG5-2", "OTO-CG5-3", "OTO-CG5-4")
def stays_on_map(counter: Counter, cleared: bool = False, in_blaze: bool = False) -> Finding[Stays]:
    """Whether a counter or a change of terrain is still there in the next scenario."""
    why = Why()
    if counter == "blaze":
        step = "9.609" if why("OTO-CG5-3", "terrain Ablaze is dealt with in 9.609") else ""
        return why.so(Stays(False, "", step))
    if cleared:
        gone = why("OTO-CG5-1", "what was cleared, removed or deactivated is gone")
        return why.so(Stays(not gone))
    if counter == "wreck" and in_blaze:
        if why("OTO-CG5-4", "a wreck in a Blaze stays and becomes a Burnt-Out-Wreck in 9.6091"):
            return why.so(Stays(True, "burnt_out_wreck", "9.6091"))
        return why.so(Stays(False))
    if counter == "changed_terrain":
        return why.so(Stays(why("OTO-CG5-1", "changes of terrain are permanent")))
    return why.so(Stays(why("OTO-CG5-2", f"{counter} counters stay from scenario to scenario")))


class StaysOnMap(Question, frozen=True, kw_only=True):
    """Whether a counter or change of terrain is still there in the next scenario."""

    cites = ("OTO-CG5-1", "OTO-CG5-2", "OTO-CG5-3", "OTO-CG5-4")

    counter: Annotated[Counter, Meta(description="what lies on the map")]
    cleared: Annotated[bool, Meta(description="whether it was cleared or deactivated")] = False
    in_blaze: Annotated[bool, Meta(description="wrecks: whether the terrain burns")] = False

    def answer(self, nature: Nature) -> Finding[Stays]:
        return stays_on_map(self.counter, self.cleared, self.in_blaze)


@rule("OTO-CG5-4", "OTO-CG5-5")
def wreck_may(act: WreckAct, burnt_out: bool, burning: bool = False) -> Finding[bool]:
    """Whether something can happen with a wreck."""
    why = Why()
    if act == "hinder_los":
        if burnt_out:
            return why.so(why(("OTO-CG5-5", "RUL-OTO-87"), "it hinders LOS like any wreck"))
        return why.so(not burning or why("OTO-CG5-4", "a wreck in a Blaze still hinders LOS"))
    if burnt_out and why(
        ("OTO-CG5-5", "RUL-OTO-87"),
        "a Burnt-Out-Wreck cannot catch fire, be Scrounged or be removed by D10.4",
    ):
        return why.so(False)
    return why.so(True)


class WreckQuestion(Question, frozen=True, kw_only=True):
    """Whether a wreck can catch fire, be Scrounged or removed, or hinder LOS."""

    cites = ("OTO-CG5-5",)

    act: Annotated[WreckAct, Meta(description="what is to happen")]
    burnt_out: Annotated[bool, Meta(description="whether it is a Burnt-Out-Wreck")] = True
    burning: Annotated[bool, Meta(description="whether the terrain around it burns")] = False

    def answer(self, nature: Nature) -> Finding[bool]:
        return wreck_may(self.act, self.burnt_out, self.burning)


# Retained groups (CG7)


@rule("OTO-CG7-1", "OTO-CG7-2")
def rg_retained(fate: Fate) -> Finding[bool]:
    """Whether an RG, or a part of it, is there for the next scenario."""
    why = Why()
    if fate in ("not_entered", "not_used"):
        text = "what did not enter or was not used remains available"
        return why.so(why("OTO-CG7-1", text))
    lost = fate in ("eliminated", "recalled")
    text = "Retained until Eliminated or Recalled"
    return why.so(why("OTO-CG7-2", text) != lost)


class RgRetained(Question, frozen=True, kw_only=True):
    """Whether an RG, or a part of it, is Retained for the next scenario."""

    cites = ("OTO-CG7-1", "OTO-CG7-2")

    fate: Annotated[Fate, Meta(description="what happened to it in the scenario and its RePh")]

    def answer(self, nature: Nature) -> Finding[bool]:
        return rg_retained(self.fate)


class RetainedModule(Struct, frozen=True):
    """An OBA module after a scenario."""

    used: bool
    retained: bool
    observer: bool
    hexes: int
    """Pre-Registered hexes."""


@rule("OTO-CG7-3", "OTO-QA.A-1")
def module_used(module: Module, ffe_placed: bool, attack_made: bool, why: Why) -> bool:
    """Whether an OBA module counts as used."""
    if module == "counter_battery":
        if why("OTO-QA.A-1", "Counter Battery is used as soon as it makes an attack DR"):
            return attack_made
        return ffe_placed
    return ffe_placed and why("OTO-CG7-3", "used: an FFE:1 of the module was placed")


@rule("OTO-CG7-3", "OTO-CG7-4", "OTO-CG7-5", "OTO-QA.A-1")
def retain_module(
    module: Module,
    ffe_placed: bool,
    attack_made: bool = False,
    observer: bool = False,
    hexes: int = 0,
    add_observer: bool = False,
    add_hexes: int = 0,
) -> Finding[RetainedModule]:
    """What is left of an OBA module after a scenario, and what may be added in the RePh."""
    why = Why()
    if module_used(module, ffe_placed, attack_made, why):
        return why.so(RetainedModule(True, False, False, 0))
    if not why("OTO-CG7-4", "a Retained module keeps its Offboard Observer and hexes"):
        observer, hexes = False, 0
    allowed = in_force("OTO-CG7-5")
    if add_hexes and allowed:
        raise Refusal(
            "A Retained module gets no new Pre-Registered hex",
            "OTO-CG7-5",
            legal="legal: an Offboard Observer, if it has none",
        )
    if add_observer and observer and allowed:
        raise Refusal("The module already has its one Offboard Observer", "OTO-CG7-5")
    added = add_observer and why("OTO-CG7-5", "it may be given one Offboard Observer")
    return why.so(RetainedModule(False, True, observer or added, hexes + add_hexes))


class ObaRetained(Question, frozen=True, kw_only=True):
    """What is left of an OBA module for the next scenario, and what may be added to it."""

    cites = ("OTO-CG7-3", "OTO-CG7-4", "OTO-CG7-5", "OTO-QA.A-1")

    module: Annotated[Module, Meta(description="which kind of module")] = "oba"
    ffe_placed: Annotated[bool, Meta(description="whether it placed an FFE:1")] = False
    attack_made: Annotated[bool, Meta(description="Counter Battery: an attack DR was made")] = False
    observer: Annotated[bool, Meta(description="whether it has an Offboard Observer")] = False
    hexes: Annotated[int, Meta(ge=0, le=2, description="its Pre-Registered hexes")] = 0
    add_observer: Annotated[bool, Meta(description="an Observer is to be added")] = False
    add_hexes: Annotated[int, Meta(ge=0, le=2, description="hexes to be added")] = 0

    def answer(self, nature: Nature) -> Finding[RetainedModule]:
        return retain_module(
            self.module,
            self.ffe_placed,
            self.attack_made,
            self.observer,
            self.hexes,
            self.add_observer,
            self.add_hexes,
        )
