"""Leaders of infantry RGs (8.7): a DR for each company, a dr for each German platoon."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.chance.tallies import Tally, modifier, tally
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.arriving.armor_leaders import resolve_platoon_leader
from landbridge.games.orsha.rules.arriving.strength import Drm, historical
from landbridge.games.orsha.rules.purchases.reinforcement_groups import (
    Group,
    GroupId,
    Strength,
    carries,
    look_up,
)
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import DR, PACKAGE, CgDate, Dr, Side, figures

DATA = read_toml(PACKAGE, "leaders.toml")
LEADERS = table(PACKAGE, "leaders.leaders", tuple[str, ...])
DRM = DATA["drm"]
INTENDED = ("10-3", "9-2", "8-0")
"""The Russian top row, which a question of players doubted."""


@rule("OTO-8.71-1", "OTO-NEC-42")
def leader_modifiers(
    group: Group,
    strength: Strength,
    date: CgDate,
    drm: int | None,
    historical_drm: str,
    leader_drm: str,
    why: Why,
) -> Tally:
    """The DRM on the leader table."""
    rules = DRM["cites"]
    own: int = DRM[group.side].get(group.id, 0)
    every = [
        modifier(DRM["depleted"], "Depleted", rules) if strength == "depleted" else None,
        historical(group.side, date, "leaders", drm, historical_drm),
        modifier(own, f"{group.side.capitalize()} {group.id}", rules) if own else None,
    ]
    acting = [part for part in every if part is not None and part.value]
    if len(acting) < 2:
        return tally(*every)
    if leader_drm == "add_up" and why(("OTO-NEC-42", "RUL-OTO-36"), "all DRM add up"):
        return tally(*every)
    why("RUL-OTO-36", "only the greatest DRM counts")
    return tally(max(acting, key=lambda part: abs(int(part.value))))


@rule("OTO-8.7-1", "OTO-E8-1", "OTO-NEC-11", "OTO-QA.F1-1")
def resolve_leaders(
    group: Group,
    strength: Strength,
    date: CgDate,
    nature: Nature,
    drm: int | None = None,
    historical_drm: str = "inferred",
    leader_drm: str = "add_up",
    platoon_leaders: str = "platoon_table",
) -> Finding[tuple[str, ...]]:
    """The leaders that an infantry RG receives, best first."""
    why = Why()
    if group.kind in ("hw_section", "cupolas") and why(
        "OTO-E8-1", "no note e on HW sections: no leader"
    ):
        return why.so(())
    noted = group.kind in ("hw_section", "cupolas") or carries(group, "e", why)
    if not noted or not why("OTO-8.7-1", "one secret DR for the RG"):
        return why.so(())
    found: tuple[str, ...] = ()
    company = True
    if group.kind == "platoon":
        way = figures("platoon_leaders", platoon_leaders)
        company = way["company"]
        settled = why(
            ("OTO-NEC-11", "RUL-OTO-21"),
            "a dr on 8.73 for the platoon's leader" + (", and a DR on 8.71" if company else ""),
        )
        company = company or not settled
        if way["platoon"]:
            found = (why.add(resolve_platoon_leader(group, strength, nature)),)
    if company:
        shift = leader_modifiers(group, strength, date, drm, historical_drm, leader_drm, why)
        rolled: tuple[str, ...] = nature.look(LEADERS, shift, group.side)
        if group.side == "russian" and rolled == INTENDED:
            why.by("OTO-QA.F1-1", "10-3, 9-2 and 8-0 together are intended")
        found += rolled
    return why.so(tuple(leader for leader in found if leader != "none"))


class Leaders(RuledQuestion, frozen=True, kw_only=True):
    """The leaders that an infantry RG receives."""

    rolls = {"dice": LEADERS.title, "die": "Platoon leader"}
    cites = ("OTO-8.7-1", "OTO-8.71-1", "OTO-E8-1", "OTO-E20-1", "OTO-NEC-11", "OTO-NEC-42")
    turns_on = ("historical_drm", "leader_drm", "platoon_leaders")

    side: Annotated[Side, Meta(description="whose RG")]
    rg: GroupId
    dice: DR | None = None
    die: Annotated[Dr | None, Meta(description="the dr for a platoon leader, unmodified")] = None
    strength: Annotated[Strength, Meta(description="the strength of the RG")] = "full"
    date: Annotated[CgDate, Meta(description="the CG Date, for the Historical DRM")] = "23pm"
    drm: Drm | None = None

    def answer(self, nature: Nature) -> Finding[tuple[str, ...]]:
        why = Why()
        group = look_up(self.side, self.rg, why)
        if group.id[0] != "I":
            raise Refusal(
                f"{group.id} is not an infantry RG: it has no leaders of its own",
                "OTO-8.7-1",
                "ask about an I row, or about armor_leader",
            )
        found = resolve_leaders(
            group,
            self.strength,
            self.date,
            nature,
            self.drm,
            self.rulings.historical_drm,
            self.rulings.leader_drm,
            self.rulings.platoon_leaders,
        )
        return why.so(why.add(found))


# Where new pieces begin


class Duty(Struct, frozen=True):
    """Where a piece must begin a scenario."""

    bound: bool
    where: str


@rule("OTO-8.7-2", "OTO-8.72-2", "OTO-8.623-5", "OTO-RGR-o-1")
def set_up_duty(piece: str, first_scenario: bool, sat_out: bool) -> Finding[Duty]:
    """Where a piece that came with an RG must set up or enter."""
    why = Why()
    duty = DATA["duties"][piece]
    free = duty["first_scenario_only"] and not first_scenario
    waived = duty["waived_if_sat_out"] and sat_out
    held = why(duty["cites"], duty["text"])
    if not held or free or waived:
        return why.so(Duty(False, "anywhere its side may"))
    return why.so(Duty(True, duty["text"]))


class SetUpDuty(Question, frozen=True, kw_only=True):
    """Where a leader, Armor Leader, Weapon or truck of an RG must begin a scenario."""

    cites = ("OTO-8.7-2", "OTO-8.72-2", "OTO-8.623-5")

    piece: Annotated[
        Literal["leader", "armor_leader", "weapon", "truck"], Meta(description="what it is")
    ]
    first_scenario: Annotated[
        bool, Meta(description="whether it is the first scenario in which it takes part")
    ] = True
    sat_out: Annotated[
        bool, Meta(description="whether it was Retained off-map for an entire scenario before")
    ] = False

    def answer(self, nature: Nature) -> Finding[Duty]:
        return set_up_duty(self.piece, self.first_scenario, self.sat_out)
