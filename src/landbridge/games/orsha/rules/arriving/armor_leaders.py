"""Armor Leaders and Platoon Leaders (8.72 and 8.73)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.chance.tallies import Modifier, Tally, modifier, tally
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.purchases.reinforcement_groups import (
    Group,
    GroupId,
    Strength,
    carries,
    look_up,
)
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import DR, PACKAGE, Dr, Side, figures

PLATOON = table(PACKAGE, "leaders.platoon", str)
ARMOR = table(PACKAGE, "leaders.armor", str)
DRM = read_toml(PACKAGE, "leaders.toml")["armor_drm"]
GIVEN = read_toml(PACKAGE, "initial_oob.toml")["t34"]

StrengthInput = Annotated[Strength, Meta(description="the strength of the RG")]


@rule("OTO-8.72-1", "OTO-8.73-1")
def resolve_platoon_leader(group: Group, strength: Strength, nature: Nature) -> Finding[str]:
    """The leader of a German Pioneer or Assault Platoon: one dr."""
    why = Why()
    if not carries(group, "a", why) or not why("OTO-8.72-1", "a dr for the platoon"):
        return why.so("none")
    shift = tally(_depleted(strength))
    found: str = nature.look(PLATOON, shift)
    return why.so(found)


def _depleted(strength: Strength) -> Modifier | None:
    if strength == "full":
        return None
    return modifier(DRM["depleted"], "Depleted", DRM["cites"])


@rule("OTO-8.73-1", "OTO-NEC-12")
def armor_modifiers(group: Group, strength: Strength, kv_pt34: str, why: Why) -> Tally:
    """The DRM on the Armor Leader DR."""
    traits = group.traits
    if group.id == "V8" and group.side == "russian":
        traits = ()
        if why(("OTO-NEC-12", "RUL-OTO-22"), "what a KV-PT34 counts as"):
            traits = tuple(figures("kv_pt34", kv_pt34)["traits"])
    rules = DRM["cites"]
    return tally(
        modifier(DRM["kv"], "Russian KV platoon", rules) if "kv" in traits else None,
        modifier(DRM["german"], "German", rules) if group.side == "german" else None,
        modifier(DRM["mineroller"], "Mineroller platoon", rules)
        if "mineroller" in traits
        else None,
        _depleted(strength),
    )


@rule("OTO-8.72-1", "OTO-8.73-2", "OTO-NEC-13")
def resolve_armor_leader(
    group: Group,
    strength: Strength,
    nature: Nature,
    kv_pt34: str = "both",
    sp_flak_leaders: str = "none",
) -> Finding[str]:
    """The Armor Leader of a platoon, or none."""
    why = Why()
    if group.kind == "sp_flak":
        if sp_flak_leaders == "none" and why(
            ("OTO-NEC-13", "RUL-OTO-23"), "no note a on SP flak: no Armor Leader roll"
        ):
            return why.so("none")
        why("RUL-OTO-23", "SP flak rolls as an AFV platoon does")
    elif not carries(group, "a", why):
        return why.so("none")
    if not why("OTO-8.72-1", "one DR for the platoon, Depleted or not"):
        return why.so("none")
    shift = armor_modifiers(group, strength, kv_pt34, why)
    return why.so(_read(nature, shift, why))


def _read(nature: Nature, shift: Tally, why: Why) -> str:
    found: str = nature.look(ARMOR, shift)
    if found == "-" and why("OTO-8.73-2", "a dash: no Armor Leader"):
        return "none"
    return found


@rule("OTO-8.51-IHSR6-1")
def resolve_given_armor_leader(nature: Nature) -> Finding[str]:
    """One of the Armor Leader DRs for the T-34s of the initial order of battle."""
    why = Why()
    why.by(GIVEN["cites"], f"{GIVEN['rolls']} Armor Leader DRs for the four T-34s")
    return why.so(_read(nature, tally(), why))


class ArmorLeader(RuledQuestion, frozen=True, kw_only=True):
    """The Armor Leader that an AFV platoon receives, or none."""

    rolls = {"dice": ARMOR.title}
    cites = ("OTO-8.73-2", "OTO-NEC-12", "OTO-NEC-13")
    turns_on = ("kv_pt34", "sp_flak_leaders")

    side: Annotated[Side, Meta(description="whose platoon")]
    rg: Annotated[
        Name, Meta(description="the RG by its ID, or T-34 for those of the Russian initial OoB")
    ]
    dice: DR | None = None
    strength: StrengthInput = "full"

    def answer(self, nature: Nature) -> Finding[str]:
        if self.side == "russian" and self.rg.upper().startswith("T-34"):
            return resolve_given_armor_leader(nature)
        why = Why()
        group = look_up(self.side, self.rg, why)
        if group.id[0] != "V" and in_force("OTO-8.72-1"):
            raise Refusal(f"{group.id} is not an AFV platoon", "OTO-8.72-1", "ask about a V row")
        found = resolve_armor_leader(
            group, self.strength, nature, self.rulings.kv_pt34, self.rulings.sp_flak_leaders
        )
        return why.so(why.add(found))


class PlatoonLeader(Question, frozen=True, kw_only=True):
    """The leader that a German Pioneer or Assault Platoon receives."""

    rolls = {"die": PLATOON.title}
    cites = ("OTO-RGG-a-1",)

    rg: GroupId
    die: Dr | None = None
    strength: StrengthInput = "full"

    def answer(self, nature: Nature) -> Finding[str]:
        why = Why()
        group = look_up("german", self.rg, why)
        if group.kind != "platoon" and in_force("OTO-8.72-1"):
            raise Refusal(
                f"{group.id} is not an infantry platoon", "OTO-8.72-1", "German I3 and I4 are"
            )
        return why.so(why.add(resolve_platoon_leader(group, self.strength, nature)))
