"""Air combat (OCS 14.3), and planes caught at an air base that is captured (OCS 9.14f)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import read_toml, table
from landbridge.engine.chance.tallies import Tally, modifier, tally
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.words import PACKAGE, Die, TwoDice

Aborts = Literal["attacker", "both", "defender"]
Status = Literal["inactive", "destroyed"]

COMBAT = table(PACKAGE, "air.combat", Aborts)
LOSS = table(PACKAGE, "air.loss", bool)
BASE_CAPTURE = table(PACKAGE, "air.base_capture", bool)
CAPTURE_MODIFIERS: dict[str, int] = read_toml(PACKAGE, "air.toml")["base_capture_modifiers"]


# A round of air combat


class Plane(Struct, frozen=True, kw_only=True):
    """A plane in a round of air combat."""

    rating: int
    bracketed: bool = False
    """Whether its rating is printed in brackets: it cannot attack."""
    long_range: bool = False
    """By the optional rule 21.4: it has flown more than half its range."""


class Round(Struct, frozen=True, order=True):
    """How a round of air combat ends."""

    aborts: Aborts
    step_lost: bool
    """Every plane that aborts loses a step."""


@rule("OCS-14.3a-1", "OCS-14.3e-2", "OCS-21.4-2")
def prepare_round(attacker: Plane, defender: Plane) -> Tally:
    """What is added to the roll when one plane attacks another."""
    if attacker.bracketed and in_force("OCS-14.3a-1"):
        raise Refusal(
            "A plane with a bracketed rating cannot attack in the air",
            "OCS-14.3a-1",
            legal="a plane without brackets; if neither side has one, they ignore each other",
        )
    return tally(
        modifier(attacker.rating, "attacker's rating", "OCS-14.3e-2"),
        modifier(-1, "attacker at long range", "OCS-21.4-2") if attacker.long_range else None,
        modifier(-defender.rating, "defender's rating", "OCS-14.3e-2"),
        modifier(1, "defender at long range", "OCS-21.4-2") if defender.long_range else None,
    )


@rule("OCS-14.3e-2", "OCS-14.3e-3")
def resolve_round(modifiers: Tally, nature: Nature) -> Round:
    """Roll a round: who aborts, and by one die more whether steps are lost."""
    aborts: Aborts = nature.look(COMBAT, modifiers)
    return Round(aborts, nature.look(LOSS))


class AirCombat(Question, frozen=True, kw_only=True):
    """One round of air combat: which plane aborts, and whether those that abort lose a step."""

    rolls = {"dice": COMBAT.title, "loss_die": LOSS.title}
    cites = ("OCS-14.3e-2", "OCS-14.3e-3")

    attacker: Annotated[int, Meta(ge=0, le=9, description="air combat rating of the attacker")]
    defender: Annotated[int, Meta(ge=0, le=9, description="air combat rating of the defender")]
    attacker_bracketed: Annotated[
        bool, Meta(description="the attacker's rating is printed in brackets")
    ] = False
    attacker_long_range: Annotated[
        bool, Meta(description="optional rule 21.4: the attacker flew more than half its range")
    ] = False
    defender_long_range: Annotated[
        bool, Meta(description="optional rule 21.4: the defender flew more than half its range")
    ] = False
    dice: TwoDice | None = None
    loss_die: Annotated[Die | None, Meta(description="the one loss die of the round")] = None

    def answer(self, nature: Nature) -> Finding[Round]:
        attacker = Plane(
            rating=self.attacker,
            bracketed=self.attacker_bracketed,
            long_range=self.attacker_long_range,
        )
        defender = Plane(rating=self.defender, long_range=self.defender_long_range)
        return Why().so(resolve_round(prepare_round(attacker, defender), nature))


# Captured air bases


class CaughtPlane(Struct, frozen=True, order=True):
    """A plane after its base was captured."""

    steps: int
    status: Status


def capture_modifiers(active: bool, by_advance: bool) -> Tally:
    """What is added for a plane at a captured air base."""
    return tally(
        modifier(CAPTURE_MODIFIERS["active"], "Active", "OCS-9.14f-3") if active else None,
        modifier(CAPTURE_MODIFIERS["advance"], "advance after combat", "OCS-9.14f-4")
        if by_advance
        else None,
    )


@rule("OCS-9.14f-2", "OCS-9.14f-5")
def resolve_base_capture(
    steps: int, base_in_reach: bool, modifiers: Tally, nature: Nature
) -> Finding[CaughtPlane]:
    """Roll for one plane at a captured base; survivors fly off and are Inactive."""
    why = Why()
    if not base_in_reach:
        why.by("OCS-9.14f-5", "no friendly air base within twice its range: destroyed")
        return why.so(CaughtPlane(0, "destroyed"))
    left = steps - int(nature.look(BASE_CAPTURE, modifiers))
    if not left:
        return why.so(CaughtPlane(0, "destroyed"))
    why.by("OCS-9.14f-5", "flies to a friendly air base within twice its range")
    return why.so(CaughtPlane(left, "inactive"))


class AirBaseCapture(Question, frozen=True, kw_only=True):
    """What becomes of a plane at an air base that the enemy captures."""

    rolls = {"dice": BASE_CAPTURE.title}
    cites = ("OCS-9.14f-2",)

    active: Annotated[bool, Meta(description="whether the plane is Active")]
    by_advance: Annotated[
        bool, Meta(description="the base was captured by an advance after combat")
    ] = False
    steps: Annotated[int, Meta(ge=1, le=2, description="steps the plane has; 1 is reduced")] = 2
    base_in_reach: Annotated[
        bool, Meta(description="a friendly air base is within twice its range")
    ] = True
    dice: TwoDice | None = None

    def answer(self, nature: Nature) -> Finding[CaughtPlane]:
        modifiers = capture_modifiers(self.active, self.by_advance)
        return resolve_base_capture(self.steps, self.base_in_reach, modifiers, nature)
