"""Which replacements may be kept for later turns."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import BadInput
from landbridge.engine.rules.citing import rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import ReplacementSaving
from landbridge.games.belorussia.words import Side

KeptReplacement = Literal["pax", "eq", "air", "ally_pax", "hog", "activation", "special", "tiger"]


# What may be kept

_KEPT: dict[tuple[Side, KeptReplacement], tuple[str, bool, str]] = {
    ("soviet", "pax"): ("TFB-1.7a-3", True, "Pax may be kept; markers show the stock"),
    ("soviet", "eq"): ("TFB-1.7a-4", False, "an Eq is used on its turn or lost"),
    ("soviet", "air"): ("TFB-1.7a-6", False, "an Air replacement is used on its turn or lost"),
    ("soviet", "activation"): ("RUL-TFB-67", False, "activations are used on their turn or lost"),
    ("soviet", "hog"): ("TFB-1.7b-2", False, "a Soviet Hog is a special replacement: not kept"),
    ("soviet", "special"): ("TFB-1.7b-2", False, "special replacements are not kept"),
    ("axis", "pax"): ("TFB-1.7a-23", True, "Pax may be kept; markers show the stock"),
    ("axis", "eq"): ("TFB-1.7a-24", False, "an Eq is used on its turn or lost"),
    ("axis", "air"): ("TFB-1.7a-26", False, "an Air replacement is used on its turn or lost"),
    ("axis", "ally_pax"): ("TFB-1.7a-27", True, "Ally Pax may be kept"),
    ("axis", "hog"): ("RUL-TFB-67", False, "nothing says that Hogs may be kept"),
    ("axis", "special"): ("TFB-1.7b-25", False, "only a Tiger rebuild may be kept"),
    ("axis", "tiger"): ("TFB-1.7b-24", True, "a Tiger rebuild may be kept, no Tiger being dead"),
}


def keeping_is_ruled(side: Side, what: KeptReplacement) -> bool:
    """Whether the booklets leave it open if this may be kept, so that a ruling says it."""
    return _KEPT[side, what][0].startswith("RUL-")


@rule("TFB-1.7a-3", "TFB-1.7a-23", "TFB-1.7a-27", "TFB-1.7b-2", "TFB-1.7b-25", "TFB-EDGE-58")
def may_keep(
    side: Side,
    what: KeptReplacement,
    dated: bool = False,
    dead_tigers: int = 0,
    replacement_saving: ReplacementSaving = "as_table",
) -> Finding[bool]:
    """Whether a replacement that is not used now may be kept for a later turn."""
    if (side, what) not in _KEPT:
        raise BadInput(f"The {side} side receives no {what}.")
    why = Why()
    given, kept, text = _KEPT[side, what]
    if (
        what == "tiger"
        and dead_tigers
        and why(
            ("TFB-1.7b-24", "TFB-EDGE-22", "RUL-TFB-65"),
            "a Tiger is in the Dead Pile: it is used now",
        )
    ):
        return why.so(False)
    if dated and what in ("pax", "eq"):
        waits = what == "eq" and figures("replacement_saving", replacement_saving)["dated_eq_kept"]
        if waits and why("RUL-TFB-67", "an Eq of the order of arrival waits until it is used"):
            return why.so(True)
        if not why(("TFB-EDGE-58", "RUL-TFB-67"), "dated ones are saved as rolled ones are"):
            return why.so(not kept)
    return why.so(kept if why(given, text) else not kept)


class ReplacementKeeping(RuledQuestion, frozen=True, kw_only=True):
    """Whether a replacement that is not used may be kept for a later turn."""

    asks_permission = True
    cites = (
        "TFB-1.7a-3",
        "TFB-1.7a-23",
        "TFB-1.7b-2",
        "TFB-1.7b-25",
        "TFB-EDGE-58",
    )
    turns_on = ("replacement_saving",)

    side: Annotated[Side, Meta(description="whose replacement")]
    what: Annotated[KeptReplacement, Meta(description="what was received")]
    dated: Annotated[
        bool, Meta(description="whether it comes from the order of arrival, not from the table")
    ] = False
    dead_tigers: Annotated[int, Meta(ge=0, le=20, description="Tiger units in the Dead Pile")] = 0

    def answer(self, nature: Nature) -> Finding[bool]:
        return may_keep(
            self.side, self.what, self.dated, self.dead_tigers, self.rulings.replacement_saving
        )
