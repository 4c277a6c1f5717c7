"""Limited units (rule 2.4h): second-line troops that keep away from the enemy."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.units.words import DATA
from landbridge.games.belorussia.violations import refuse, violation_if, violations

Kind = Literal[
    "reserve",
    "training",
    "security",
    "police",
    "replacement",
    "korueck",
    "ersatz",
    "border",
    "hungarian",
    "lithuanian",
    "other",
]
Act = Literal["move", "stay", "attack", "advance", "retreat", "overrun"]
NextTo = Literal["none", "attack_capable", "other"]


@rule("TFB-2.4h-1", otherwise=False)
def is_limited(kind: Kind) -> bool:
    """Whether units of this kind are limited units."""
    return kind in DATA["limited"]["kinds"]


@rule("TFB-2.4h-1", "TFB-2.4h-2", "TFB-2.4h-3", "TFB-2.4h-4", "TFB-2.5b-2")
def limited_violations(kind: Kind, act: Act, next_to: NextTo) -> tuple[Violation, ...]:
    """What speaks against an act of a unit of this kind."""
    if not is_limited(kind):
        return ()
    capable = next_to == "attack_capable"
    # Staying would be as forbidden as coming, were it not for 2.4h-3.
    must_leave = act == "stay" and capable and not in_force("TFB-2.4h-3")
    return violations(
        violation_if(
            (act == "move" and capable) or must_leave,
            f"a limited unit ({kind}) does not choose to move next to an attack-capable unit",
            ("TFB-2.4h-1", "TFB-2.4h-2"),
            "stay out of the hexes next to it",
        ),
        violation_if(
            act == "move" and kind == "hungarian" and next_to == "other",
            "Hungarians do not choose to move next to any Soviet combat unit",
            "TFB-2.5b-2",
            "stay out of the hexes next to it",
        ),
        violation_if(
            act == "overrun",
            f"a limited unit ({kind}) takes no part in overruns",
            ("TFB-2.4h-1", "TFB-2.4h-4"),
            "attack in the Combat Phase",
        ),
    )


def limited_reasons(kind: Kind, act: Act, next_to: NextTo, why: Why) -> None:
    """Note why an act of a unit of this kind is allowed."""
    if not is_limited(kind):
        why("TFB-2.4h-1", "not a limited unit")
    elif act == "stay" and next_to != "none":
        why(("TFB-2.4h-1", "TFB-2.4h-3"), "it need not leave")
    elif act in ("attack", "advance", "retreat"):
        why(("TFB-2.4h-1", "TFB-2.4h-4"), "limited units attack, advance and retreat as usual")
    elif act == "move" and kind == "hungarian":
        why(("TFB-2.4h-1", "TFB-2.4h-2", "TFB-2.5b-2"), "not next to a Soviet combat unit")
    elif act == "move":
        why(("TFB-2.4h-1", "TFB-2.4h-2"), "not next to an attack-capable Soviet unit")


class LimitedUnitMove(Question, frozen=True, kw_only=True):
    """Whether a limited unit may move, stay, attack, advance, retreat or overrun."""

    asks_permission = True
    cites = ("TFB-2.4h-1", "TFB-2.4h-2", "TFB-2.4h-3", "TFB-2.4h-4")

    kind: Annotated[Kind, Meta(description="the kind of unit")]
    act: Annotated[Act, Meta(description="what it wants to do")] = "move"
    next_to: Annotated[
        NextTo,
        Meta(description="the Soviet combat unit next to the hex; other: not attack-capable"),
    ] = "none"

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(limited_violations(self.kind, self.act, self.next_to))
        why = Why()
        limited_reasons(self.kind, self.act, self.next_to, why)
        return why.so(True)
