"""Stacks for an Escape: who rolls together, and which German squads Deploy first (9.6063)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.perimeter.escape import HALF_SQUADS
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import Side
from landbridge.games.orsha.rulings import EscapeDeploy


class Stacks(Struct, frozen=True):
    """How the Infantry of a Location rolls for Escape."""

    drs: int
    """Escape DRs that are made."""
    half_squads: tuple[int, ...]
    """Half-squad equivalents behind each of them."""
    deployed: int
    """Squads that Deploy without a check."""


@rule("OTO-9.6063-2", "OTO-9.6063-3")
def escape_stacks(
    side: Side,
    stacks: tuple[tuple[str, ...], ...],
    deploy: int = 0,
    escape_deploy: EscapeDeploy = "per_leader",
) -> Finding[Stacks]:
    """How many DRs are made, for how many half-squads each."""
    why = Why()
    leaders = sum(member == "leader" for stack in stacks for member in stack)
    with_leader = sum(
        min(stack.count("squad"), stack.count("leader")) for stack in stacks if "leader" in stack
    )
    allowed = with_leader if side == "german" and escape_deploy == "per_leader" else 0
    if deploy > allowed and in_force("OTO-9.6063-3"):
        raise Refusal(
            f"{deploy} squads cannot Deploy without a check",
            ("OTO-9.6063-3", "RUL-OTO-13"),
            legal=f"{allowed} here: one German squad stacked with each leader",
        )
    if deploy:
        why(
            ("OTO-9.6063-3", "RUL-OTO-13"),
            f"one German squad with each leader Deploys freely; leaders: {leaders}",
        )
    sizes = tuple(sum(int(HALF_SQUADS[m]) for m in stack if m != "leader") for stack in stacks)
    if not why("OTO-9.6063-2", "Infantry of a Location forms stacks as it likes, one DR for each"):
        each = [int(HALF_SQUADS[m]) for stack in stacks for m in stack if m != "leader"]
        return why.so(Stacks(len(each), tuple(each), deploy))
    return why.so(Stacks(len(stacks), sizes, deploy))


class EscapeStacks(RuledQuestion, frozen=True, kw_only=True):
    """How many Escape DRs the Infantry of one Location makes, and who may Deploy first."""

    cites = ("OTO-9.6063-2", "OTO-9.6063-3")
    turns_on = ("escape_deploy",)

    side: Annotated[Side, Meta(description="whose Infantry")]
    stacks: Annotated[
        tuple[Name, ...],
        Meta(
            max_length=60,
            description="stacks such as squad+leader or hs+hs; members: squad, hs, crew, leader",
        ),
    ]
    deploy: Annotated[int, Meta(ge=0, le=60, description="squads that Deploy without a check")] = 0

    def answer(self, nature: Nature) -> Finding[Stacks]:
        parted = tuple(tuple(m.strip() for m in text.split("+")) for text in self.stacks)
        for stack in parted:
            for member in stack:
                if member not in ("squad", "hs", "crew", "leader"):
                    raise BadInput(
                        f"'{member}' is not a member of a stack."
                        " Allowed: squad, hs, crew or leader."
                    )
        return escape_stacks(self.side, parted, self.deploy, self.rulings.escape_deploy)
