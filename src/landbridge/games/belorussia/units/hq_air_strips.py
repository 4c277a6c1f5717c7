"""Air strips beside HQs."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Violation
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.units.words import DATA, Mode
from landbridge.games.belorussia.violations import refuse, violation_if, violations

# An HQ as an air strip (1.3c)

StripUse = Literal["base", "refit", "unload", "upgrade"]


@rule("TFB-1.3c-1", "TFB-1.3c-2", "TFB-1.3c-3")
def hq_air_strip_violations(
    use: StripUse, mode: Mode, kessel: bool, regular_base: bool, fighter: bool, others: int
) -> tuple[Violation, ...]:
    """What speaks against using an HQ as an air strip in this way."""
    most = DATA["hq_air_strip"]["fighters"]
    here = use in ("base", "refit")
    return violations(
        violation_if(kessel, "a Kessel HQ is no air strip", "TFB-1.3c-1", "use another HQ"),
        violation_if(
            mode != "combat",
            "the HQ is not in Combat Mode",
            ("TFB-1.3c-1", "TFB-1.3c-3"),
            "only an HQ in Combat Mode is an air strip",
        ),
        violation_if(
            regular_base,
            "a regular air base is in the hex",
            "TFB-1.3c-3",
            "use the regular air base",
        ),
        violation_if(
            here and not fighter, "it is not a fighter", "TFB-1.3c-2", "one fighter, no other"
        ),
        violation_if(
            here and others >= most,
            "a fighter is already based here",
            "TFB-1.3c-2",
            f"no more than {most} fighter at a time",
        ),
        violation_if(use == "unload", "no cargo is unloaded here", "TFB-1.3c-2"),
        violation_if(use == "upgrade", "it cannot be upgraded", "TFB-1.3c-2"),
    )


class HqAirStrip(Question, frozen=True, kw_only=True):
    """Whether an HQ serves as an air strip: basing or refitting a fighter, cargo, upgrading."""

    asks_permission = True
    cites = ("TFB-1.3c-1", "TFB-1.3c-2")

    use: Annotated[StripUse, Meta(description="what is wanted of it")]
    mode: Annotated[Mode, Meta(description="the mode of the HQ")] = "combat"
    kessel: Annotated[bool, Meta(description="whether it is a Kessel HQ")] = False
    regular_base: Annotated[bool, Meta(description="whether a regular air base is in its hex")] = (
        False
    )
    fighter: Annotated[bool, Meta(description="whether the aircraft is a fighter")] = True
    others: Annotated[int, Meta(ge=0, le=20, description="other aircraft based here already")] = 0

    def answer(self, nature: Nature) -> Finding[bool]:
        refuse(
            hq_air_strip_violations(
                self.use, self.mode, self.kessel, self.regular_base, self.fighter, self.others
            )
        )
        why = Why()
        # Without the rule an HQ is no air strip at all.
        return why.so(why("TFB-1.3c-1", f"an HQ in Combat Mode may {self.use} one fighter"))


class StripLoss(Struct, frozen=True):
    """What becomes of the air strip and its fighter."""

    strip: bool
    fighter: str


class HqAirStripEnds(RuledQuestion, frozen=True, kw_only=True):
    """What happens to a fighter at an HQ that moves off or gets a regular air base."""

    cites = ("TFB-1.3c-3", "TFB-EDGE-64")
    turns_on = ("hq_strip_lost",)

    change: Annotated[
        Literal["to_move_mode", "regular_base", "none"], Meta(description="what happens to the HQ")
    ]
    fighter: Annotated[bool, Meta(description="whether a fighter is based there")] = True

    def answer(self, nature: Nature) -> Finding[StripLoss]:
        why = Why()
        if self.change == "none" or not why("TFB-1.3c-3", "the air strip ends"):
            return why.so(StripLoss(True, "stays" if self.fighter else "none"))
        if not self.fighter:
            return why.so(StripLoss(False, "none"))
        if self.change == "regular_base":
            return why.so(StripLoss(False, "stays, at the regular air base"))
        settled = figures("hq_strip_lost", self.rulings.hq_strip_lost)
        rules = ("TFB-EDGE-64", "OCS-9.14f-1", "RUL-TFB-95")
        if not settled["may_move_with_fighter"]:
            refuse(
                violations(
                    violation_if(
                        True,
                        "a fighter is still based at the HQ",
                        ("TFB-EDGE-64", "RUL-TFB-95"),
                        "let the fighter fly to another base first",
                    )
                )
            )
        if why(rules, "the fighter has lost its base"):
            return why.so(
                StripLoss(False, "to a base within twice its range, Inactive, else destroyed")
            )
        return why.so(StripLoss(False, "stays"))
