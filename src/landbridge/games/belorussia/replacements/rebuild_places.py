"""Where a rebuilt unit comes back."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from landbridge.engine.chance.nature import Nature
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.citing import Rules, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.belorussia.calendar import turn_number, turns
from landbridge.games.belorussia.questions import RuledQuestion
from landbridge.games.belorussia.ruling_figures import figures
from landbridge.games.belorussia.rulings import AxisReplReach, Rvgk
from landbridge.games.belorussia.words import Day, Side, short

Place = Literal["rvgk_3", "army_group_hq", "army_hq", "corps_hq", "hungarian_hq", "kessel_hq"]

SERIES_REACH = 2
"""Hexes from Repls to an HQ that lets them rebuild (OCS-13.5a-2)."""


class RebuildSite(Struct, frozen=True):
    """Where a rebuilt unit stands, and when and how it gets to the front."""

    at: Place
    turns: int
    """Turns that it must stay there."""
    leaves: Day | None
    """The first turn on which it may leave, if the turn of the rebuild is known."""
    to: str
    formations_a_turn: int
    """How many formations may leave in one turn; 0 where it does not matter."""


@rule("TFB-1.7a-9", "TFB-3.5-1")
def soviet_rebuild_place(
    at: Place, day: Day | None = None, rvgk: Rvgk = "refit_box"
) -> Finding[RebuildSite]:
    """A Soviet ground unit comes back in the RVGK-3 box and leaves it for a Front HQ."""
    why = Why()
    rules = ("TFB-1.7a-9", "TFB-1.7a-2")
    if at != "rvgk_3" and why(rules, "every Soviet ground unit is rebuilt in the RVGK-3 box"):
        raise Refusal(
            "Soviet ground units are not rebuilt at an HQ", rules, legal="in the RVGK-3 box"
        )
    why("TFB-1.7a-9", "every Soviet ground unit is rebuilt in the RVGK-3 box")
    if not why(("TFB-3.5-1", "RUL-TFB-27"), "it returns from the RVGK-3 box"):
        return why.so(RebuildSite(at, 0, None, "", 0))
    terms = figures("rvgk", rvgk)
    stay: int = terms["turns_after_rebuild"]
    leaves = None
    if day is not None:
        every, number = turns(), turn_number(day)
        if number - 1 + stay < len(every):
            leaves = every[number - 1 + stay]
            why("RUL-TFB-27", f"rebuilt on {short(day)}, free to leave on {short(leaves)}")
    return why.so(RebuildSite(at, stay, leaves, terms["exit_to"], terms["exit_formations"]))


@rule("TFB-1.7a-2", "TFB-1.7a-22")
def axis_rebuild_place(
    at: Place,
    *,
    in_trace: bool = True,
    combat_mode: bool = True,
    in_ezoc: bool = False,
    distance: int = 0,
    repls_there: bool = False,
    hungarian: bool = False,
    axis_repl_reach: AxisReplReach = "hq_hex",
) -> Finding[RebuildSite]:
    """An Axis ground unit comes back with an HQ in trace supply that is no Kessel HQ."""
    why = Why()
    near_hq: Rules = ("TFB-1.7a-2", "OCS-13.5a-2")
    present = repls_there
    if not repls_there:
        barred = at == "kessel_hq" or not in_trace
        text = "a Kessel HQ" if at == "kessel_hq" else "an HQ without trace supply"
        if barred and why("TFB-1.7a-22", f"replacements do not count as present with {text}"):
            raise Refusal(
                f"Replacements do not count as present with {text}",
                "TFB-1.7a-22",
                legal="any other HQ in trace supply",
            )
        present = why("TFB-1.7a-22", "replacements count as present with an HQ in trace supply")
    if not present and why(near_hq, "Repls must stand in the hex"):
        raise Refusal("There are no Repls in the hex", near_hq, legal="where Repls stand")
    reach: int = (
        SERIES_REACH if repls_there else figures("axis_repl_reach", axis_repl_reach)["hexes"]
    )
    tests: tuple[tuple[bool, Rules, str, str], ...] = (
        (at == "rvgk_3", ("TFB-1.7a-9",), "The RVGK-3 box is Soviet", "at an HQ"),
        (not combat_mode, near_hq, "The HQ is not in Combat Mode", "at an HQ in Combat Mode"),
        (
            in_ezoc,
            ("TFB-1.7a-2", "OCS-4.5a-16"),
            "The hex is in an enemy ZOC",
            "in a hex free of enemy ZOC",
        ),
        (
            distance > reach,
            (*near_hq, "RUL-TFB-68"),
            f"The hex is {distance} from the HQ",
            f"within {reach} hexes of it" if reach else "in its own hex",
        ),
        (
            at == "hungarian_hq" and not hungarian,
            ("TFB-2.5b-4",),
            "A Hungarian HQ rebuilds Hungarian units only",
            "at a German HQ",
        ),
    )
    for wrong, rules, text, legal in tests:
        if wrong and why(rules, text):
            raise Refusal(text, rules, legal=legal)
    why(("TFB-1.7a-2", "OCS-13.5a-3"), "in any voluntary mode, or a step for a unit in the hex")
    return why.so(RebuildSite(at, 0, None, "on the map at once", 0))


class RebuildPlace(RuledQuestion, frozen=True, kw_only=True):
    """Where a rebuilt unit may be placed: refused where it may not, else when it is free to act."""

    cites = ("TFB-1.7a-2", "TFB-1.7a-9", "TFB-1.7a-22", "TFB-3.5-1")
    turns_on = ("rvgk", "axis_repl_reach")

    side: Annotated[Side, Meta(description="whose unit")]
    at: Annotated[Place, Meta(description="where it is to be rebuilt")]
    date: Annotated[Day | None, Meta(description="Soviet: the turn of the rebuild")] = None
    in_trace: Annotated[bool, Meta(description="whether the HQ is in trace supply")] = True
    combat_mode: Annotated[
        bool, Meta(description="whether the HQ is in Combat Mode (or DG, Combat side up)")
    ] = True
    in_ezoc: Annotated[bool, Meta(description="whether the hex is in an enemy ZOC")] = False
    distance: Annotated[
        int, Meta(ge=0, le=200, description="hexes from the HQ to the unit's hex")
    ] = 0
    repls_there: Annotated[
        bool, Meta(description="whether real Pax and Eq counters stand in the hex")
    ] = False
    hungarian: Annotated[bool, Meta(description="whether the unit is Hungarian")] = False

    def answer(self, nature: Nature) -> Finding[RebuildSite]:
        if self.side == "soviet":
            return soviet_rebuild_place(self.at, self.date, self.rulings.rvgk)
        return axis_rebuild_place(
            self.at,
            in_trace=self.in_trace,
            combat_mode=self.combat_mode,
            in_ezoc=self.in_ezoc,
            distance=self.distance,
            repls_there=self.repls_there,
            hungarian=self.hungarian,
            axis_repl_reach=self.rulings.axis_repl_reach,
        )
