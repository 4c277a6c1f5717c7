"""How Melees of the RePh are conducted (9.601): who attacks, in which order, what is allowed."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput, Refusal
from landbridge.engine.rules.allowed import Name
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why

Activity = Literal["attack", "capture", "withdrawal", "other"]
Status = Literal["concealed", "hidden", "pinned", "cx", "stun", "motion"]

COLUMNS = re.compile(r"([A-Z]{1,2})([0-9]{1,2})")


# Who attacks, and how long


class Combatants(Struct, frozen=True):
    """One side's units in a Location, as far as they can attack or be attacked."""

    infantry: int = 0
    """Unbroken Personnel."""
    broken: int = 0
    vehicles: int = 0
    """Manned ones."""


@rule("OTO-9.601-1")
def attack_possible(russian: Combatants, german: Combatants) -> Finding[bool]:
    """Whether a Close Combat attack is still possible, so that the Melee goes on (9.601).

    Unbroken Infantry attacks whatever is there, a vehicle Infantry alone, a broken unit nobody.
    """
    why = Why()
    for own, enemy in ((russian, german), (german, russian)):
        people = enemy.infantry + enemy.broken
        fights = (own.infantry and people + enemy.vehicles) or (own.vehicles and people)
        if fights and why(
            ("OTO-9.601-1", "RUL-OTO-51"), "rounds follow one another while an attack is possible"
        ):
            return why.so(True)
    return why.so(False)


@rule("OTO-9.601-3")
def attacker(why: Why) -> Literal["russian", ""]:
    """The ATTACKER of every Melee of the RePh; nobody without the rule."""
    return "russian" if why("OTO-9.601-3", "the Russians are the ATTACKER") else ""


# In which order


@rule("OTO-9.6011-1")
def melee_order(locations: tuple[str, ...]) -> tuple[str, ...]:
    """Melee Locations in alphanumeric order: A1, A10, B5, B15."""
    return tuple(sorted(locations, key=_place))


@rule("OTO-9.6011-1")
def any_order(why: Why) -> bool:
    """Whether Melees may be taken in any order that both players agree on."""
    return why("OTO-9.6011-1", "Melees are resolved in any order that both players agree on")


def _place(location: str) -> tuple[int, str, int]:
    found = COLUMNS.fullmatch(location)
    if not found:
        raise BadInput(f"'{location}' is not a hex; write for example K33 or AA4.")
    return len(found[1]), found[1], int(found[2])


class MeleeOrder(Question, frozen=True, kw_only=True):
    """The order in which Melees are resolved: alphanumeric, unless another one is agreed on."""

    cites = ("OTO-9.6011-1",)

    locations: Annotated[tuple[Name, ...], Meta(max_length=100, description="hexes with a Melee")]
    agreed: Annotated[
        tuple[Name, ...],
        Meta(max_length=100, description="the order both players agree on, if it is another"),
    ] = ()

    def answer(self, nature: Nature) -> Finding[tuple[str, ...]]:
        why = Why()
        order = melee_order(self.locations)
        if self.agreed and melee_order(self.agreed) != order:
            raise BadInput("The agreed order must name every Melee once.")
        text = "the order agreed on" if self.agreed else "alphanumeric order"
        if not why("OTO-9.6011-1", text):
            return why.so(self.locations)
        return why.so(self.agreed or order)


class MeleeActivity(Question, frozen=True, kw_only=True):
    """Whether something may be done in a Melee of the RePh."""

    asks_permission = True
    cites = ("OTO-9.601-2",)

    activity: Annotated[Activity, Meta(description="what a unit would do; other: of the CCPh")]

    def answer(self, nature: Nature) -> Finding[bool]:
        why = Why()
        if melee_activity(self.activity, why):
            return why.so(True)
        raise Refusal(f"No {self.activity} in a Melee of the RePh", "OTO-9.601-1")


@rule("OTO-9.601-2")
def melee_activity(activity: Activity, why: Why) -> bool:
    """Whether something may be done in a Melee of the RePh: attack, Capture, Withdrawal."""
    return activity == "attack" or why(
        ("OTO-9.601-2", "RUL-OTO-51"), "normal activities of the CCPh are allowed"
    )


class ShedStatuses(Struct, frozen=True):
    """What a unit in a Melee has shed, and what is left."""

    removed: tuple[Status, ...]
    kept: tuple[Status, ...]
    stun_flipped: bool = False
    """Whether a Stun marker now shows its +1 side."""


@rule("OTO-9.601-4", "OTO-9.601-5")
def melee_round_end(rounds: int, statuses: tuple[Status, ...]) -> Finding[ShedStatuses]:
    """What a unit in a Melee sheds before the first round (0) and after so many rounds."""
    why = Why()
    removed: list[Status] = []
    flipped = False
    for status in statuses:
        if status == "motion":
            if why("OTO-9.601-5", "Motion ends immediately before Close Combat starts"):
                removed.append(status)
        elif rounds and why(("OTO-9.601-4", "RUL-OTO-51"), AFTER_FIRST[status]):
            flipped = flipped or status == "stun"
            if status != "stun":
                removed.append(status)
    kept = tuple(status for status in statuses if status not in removed)
    return why.so(ShedStatuses(tuple(removed), kept, flipped))


AFTER_FIRST: dict[Status, str] = {
    "concealed": "after the first round concealed units are revealed",
    "hidden": "after the first round hidden units are revealed",
    "pinned": "after the first round pinned units are unpinned",
    "cx": "after the first round CX is removed",
    "stun": "after the first round Stun is flipped to its +1 side",
}


class MeleeRoundEnd(Question, frozen=True, kw_only=True):
    """Which markers a unit in a RePh Melee loses before the first round and after it."""

    cites = ("OTO-9.601-4", "OTO-9.601-5")

    rounds: Annotated[
        int, Meta(ge=0, le=60, description="RePh rounds fought in the Location so far")
    ]
    statuses: Annotated[tuple[Status, ...], Meta(max_length=12, description="the unit's markers")]

    def answer(self, nature: Nature) -> Finding[ShedStatuses]:
        return melee_round_end(self.rounds, self.statuses)
