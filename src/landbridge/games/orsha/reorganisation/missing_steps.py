"""Steps of the RePh whose text the document lacks (9.6135, 9.6136, 9.614 to 9.621).

Nothing here is the published rule. Every answer cites the ruling that it rests on; all figures are
in data/reconstruction.toml, and by the switches players may use the printed rules instead.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from landbridge.engine.ask import Question
from landbridge.engine.chance import Nature
from landbridge.engine.findings import Finding, Why
from landbridge.engine.refusals import Refusal
from landbridge.engine.tables import table
from landbridge.engine.tallies import modifier, tally
from landbridge.games.orsha.outside import RECONSTRUCTION
from landbridge.games.orsha.scenario.campaign_frame import Ec, Weather
from landbridge.games.orsha.words import DR, PACKAGE, CgDate, Dr, Side

CppRule = Literal["reconstructed", "printed"]
ElrRule = Literal["unchanged", "by_result", "printed"]
WeatherRule = Literal["by_date", "random", "printed"]
ScenarioResult = Literal["won", "lost"]

WEATHER = table(PACKAGE, "reconstruction.weather_random", Weather)
CPP_ROLL = "CPP replenishment"
ELR_ROLL = "ELR change"


def _needs_printed(rule: str, what: str) -> Refusal:
    return Refusal(
        f"{what} is looked up in the printed rules", rule, legal="give the printed result"
    )


def figures_of(name: str) -> dict[str, Any]:
    """A table of figures in reconstruction.toml."""
    found: dict[str, Any] = RECONSTRUCTION[name]
    return found


# 9.616


def cpp_replenishment(
    side: Side, cvp_lost: int, nature: Nature, historical: int = 0
) -> Finding[int]:
    """CPP that a side receives for a new CG Date, by the reconstructed formula."""
    why = Why()
    terms = figures_of("cpp")
    losses = cvp_lost // terms["per_cvp"]
    modifiers = tally(
        modifier(historical, "Historical DRM", "RUL-OTO-60") if historical else None,
        modifier(losses, f"{cvp_lost} CVP lost, each full {terms['per_cvp']}", "RUL-OTO-60")
        if losses
        else None,
    )
    roll = nature.roll("2d6", CPP_ROLL, ("RUL-OTO-60", *modifiers.rules))
    final = roll + int(modifiers.total)
    why("RUL-OTO-60", f"{terms['base'][side]} + {terms['slope']} x (7 - {final}); reconstructed")
    found: int = max(terms["least"], terms["base"][side] + terms["slope"] * (7 - final))
    return why.so(found)


class CppReplenishment(Question, frozen=True, kw_only=True):
    """CPP that a side receives for a new CG Date (reconstructed: the table 9.616 is lost)."""

    rolls = {"dice": CPP_ROLL}

    side: Annotated[Side, Meta(description="whose CPP")]
    cvp_lost: Annotated[int, Meta(ge=0, le=999, description="the side's own casualties in CVP")] = 0
    historical: Annotated[
        int, Meta(ge=-9, le=9, description="the side's Historical DRM (9.6161)")
    ] = 0
    printed: (
        Annotated[int, Meta(ge=0, le=999, description="CPP by the printed table, if it is at hand")]
        | None
    ) = None
    dice: DR | None = None
    cpp_rule: Annotated[CppRule, Meta(description="ruling on the lost table")] = "reconstructed"

    def answer(self, nature: Nature) -> Finding[int]:
        if self.printed is not None:
            why = Why()
            why("RUL-OTO-60", "by the printed table")
            return why.so(self.printed)
        if self.cpp_rule == "printed":
            raise _needs_printed("RUL-OTO-60", "CPP replenishment")
        return cpp_replenishment(self.side, self.cvp_lost, nature, self.historical)


# 9.617


def elr_change(
    side: Side, elr: int, result: ScenarioResult, nature: Nature, elr_rule: ElrRule = "unchanged"
) -> Finding[int]:
    """A side's ELR after the scenario."""
    why = Why()
    if elr_rule == "printed":
        raise _needs_printed("RUL-OTO-62", "ELR loss and gain")
    if elr_rule == "unchanged":
        why("RUL-OTO-62", "the ELR does not change")
        return why.so(elr)
    terms = figures_of("elr")
    start: int = terms["start"][side]
    die = nature.roll("1d6", ELR_ROLL, "RUL-OTO-62")
    if result == "won" and die <= terms["gain_on"]:
        elr = min(elr + 1, max(elr, start + terms["reach"]))
    elif result == "lost" and die >= terms["loss_on"]:
        elr = max(elr - 1, min(elr, start - terms["reach"]))
    why("RUL-OTO-62", "the winner may gain 1, the loser lose 1; reconstructed")
    return why.so(elr)


class ElrChange(Question, frozen=True, kw_only=True):
    """A side's ELR after a scenario (reconstructed: 9.617 is lost)."""

    rolls = {"die": ELR_ROLL}

    side: Annotated[Side, Meta(description="whose ELR")]
    elr: Annotated[int, Meta(ge=0, le=5, description="current ELR")]
    result: Annotated[ScenarioResult, Meta(description="how the scenario went for the side")]
    die: Dr | None = None
    elr_rule: Annotated[ElrRule, Meta(description="ruling on the lost rule")] = "unchanged"

    def answer(self, nature: Nature) -> Finding[int]:
        return elr_change(self.side, self.elr, self.result, nature, self.elr_rule)


# 9.618


class Conditions(Struct, frozen=True, order=True):
    """Weather and Environmental Conditions of a scenario."""

    weather: Weather
    ec: Ec


def weather(
    date: CgDate, nature: Nature, weather_rule: WeatherRule = "by_date"
) -> Finding[Conditions]:
    """Weather and EC of the scenario of a CG Date."""
    why = Why()
    if weather_rule == "printed":
        raise _needs_printed("RUL-OTO-63", "Weather")
    by_date = figures_of("weather_by_date")
    if date == "23am" or weather_rule == "by_date":
        why("RUL-OTO-63", "the document's own" if date == "23am" else "by date; reconstructed")
        return why.so(Conditions(by_date["weather"][date], by_date["ec"][date]))
    kind: Weather = nature.look(WEATHER)
    return why.so(Conditions(kind, figures_of("weather_ec")[kind]))


class WeatherAsked(Question, frozen=True, kw_only=True):
    """Weather and EC of a scenario (reconstructed but for 23 AM: 9.618 is lost)."""

    rolls = {"dice": WEATHER.title}

    date: Annotated[CgDate, Meta(description="the CG Date of the scenario")]
    dice: DR | None = None
    weather_rule: Annotated[WeatherRule, Meta(description="ruling on the lost rule")] = "by_date"

    def answer(self, nature: Nature) -> Finding[Conditions]:
        return weather(self.date, nature, self.weather_rule)


# 9.6135, 9.6136, 9.614, 9.615, 9.619 to 9.621


def restock(isolated: bool, ammunition_rule: str = "restored") -> Finding[bool]:
    """Whether depleted ammunition and Low Ammo are restored."""
    why = Why()
    why(
        "RUL-OTO-66",
        "restored unless Isolated" if ammunition_rule == "restored" else "depletion is kept",
    )
    return why.so(ammunition_rule == "restored" and not isolated)


class AmmunitionRestock(Question, frozen=True, kw_only=True):
    """Whether a weapon's depleted ammunition is restored (reconstructed: 9.6135 is lost)."""

    isolated: Annotated[bool, Meta(description="whether the weapon is Isolated")] = False
    ammunition_rule: Annotated[
        Literal["restored", "kept"], Meta(description="ruling on the lost rule")
    ] = "restored"

    def answer(self, nature: Nature) -> Finding[bool]:
        return restock(self.isolated, self.ammunition_rule)


def keep_radio(module_used: bool, radio_rule: str = "with_module") -> Finding[bool]:
    """Whether the radio or field phone of an OBA module is Retained."""
    why = Why()
    why("RUL-OTO-67", "it goes with its module" if radio_rule == "with_module" else "it is kept")
    return why.so(not module_used or radio_rule == "kept")


class Radio(Question, frozen=True, kw_only=True):
    """Whether an OBA module's radio or field phone is Retained (reconstructed: 9.6136 is lost)."""

    module_used: Annotated[bool, Meta(description="whether its module was used")]
    radio_rule: Annotated[
        Literal["with_module", "kept"], Meta(description="ruling on the lost rule")
    ] = "with_module"

    def answer(self, nature: Nature) -> Finding[bool]:
        return keep_radio(self.module_used, self.radio_rule)


class Withdrawal(Struct, frozen=True):
    """Whether an AFV leaves the order of battle, and what it costs."""

    leaves: bool
    cvp: int = 0
    """Casualty points that the enemy receives for it."""


def withdraw_armor(
    recall: bool, isolated: bool, armor_recall: str = "leaves"
) -> Finding[Withdrawal]:
    """Whether an AFV leaves the order of battle under Recall."""
    why = Why()
    why(
        "RUL-OTO-64",
        "under Recall and not Isolated it leaves, without CVP"
        if armor_recall == "leaves"
        else "it stays until it has left the map in play",
    )
    return why.so(Withdrawal(recall and not isolated and armor_recall == "leaves"))


class ArmorWithdrawal(Question, frozen=True, kw_only=True):
    """Whether an AFV leaves the order of battle (reconstructed: 9.614 is lost)."""

    recall: Annotated[bool, Meta(description="whether it is under Recall")]
    isolated: Annotated[bool, Meta(description="whether it is Isolated")] = False
    armor_recall: Annotated[
        Literal["leaves", "stays"], Meta(description="ruling on the lost rule")
    ] = "leaves"

    def answer(self, nature: Nature) -> Finding[Withdrawal]:
        return withdraw_armor(self.recall, self.isolated, self.armor_recall)


def may_take_up(
    *,
    friendly: bool,
    isolated: bool,
    front_line: bool,
    at_ditch: bool = False,
    fortification_taking: str = "behind_the_front",
) -> Finding[bool]:
    """Whether a side may take up a Fortification."""
    why = Why()
    why(
        "RUL-OTO-65",
        {
            "behind_the_front": "own, not Isolated, behind the Front Line",
            "anywhere": "own and not Isolated",
            "none": "no Fortification is taken up",
        }[fortification_taking],
    )
    may = friendly and not isolated and not at_ditch and fortification_taking != "none"
    return why.so(may and not (front_line and fortification_taking == "behind_the_front"))


class FortificationRemoval(Question, frozen=True, kw_only=True):
    """Whether a side may take up a Fortification (reconstructed: 9.615 is lost)."""

    friendly: Annotated[
        bool, Meta(description="whether it stands in a friendly-Controlled Location")
    ] = True
    isolated: Annotated[bool, Meta(description="whether that is Isolated")] = False
    front_line: Annotated[bool, Meta(description="whether that is a Front Line hex")] = False
    at_ditch: Annotated[bool, Meta(description="whether it is an AT-Ditch")] = False
    fortification_taking: Annotated[
        Literal["behind_the_front", "anywhere", "none"],
        Meta(description="ruling on the lost rule"),
    ] = "behind_the_front"

    def answer(self, nature: Nature) -> Finding[bool]:
        return may_take_up(
            friendly=self.friendly,
            isolated=self.isolated,
            front_line=self.front_line,
            at_ditch=self.at_ditch,
            fortification_taking=self.fortification_taking,
        )


def setup_place(isolated: bool, isolated_setup: str = "area") -> Finding[str]:
    """Where a Retained unit sets up."""
    why = Why()
    if not isolated:
        why("RUL-OTO-68", "not Isolated: by CG11 and CG12")
        return why.so("any non-Isolated Location of the own Perimeter")
    why("RUL-OTO-68", f"Isolated: confined to its {isolated_setup}")
    return why.so("its Isolated Area" if isolated_setup == "area" else "its Location")


class RetainedSetup(Question, frozen=True, kw_only=True):
    """Where a Retained unit sets up (reconstructed: 9.619 and 9.621 are lost)."""

    isolated: Annotated[bool, Meta(description="whether the unit is Isolated")] = False
    isolated_setup: Annotated[
        Literal["area", "location"], Meta(description="ruling on the lost rule")
    ] = "area"

    def answer(self, nature: Nature) -> Finding[str]:
        return setup_place(self.isolated, self.isolated_setup)


def shortage_ends(isolated: bool, shortage_rule: str = "when_relieved") -> Finding[bool]:
    """Whether a unit's Ammunition Shortage ends before the next scenario."""
    why = Why()
    why(
        "RUL-OTO-69",
        "when it is no longer Isolated" if shortage_rule == "when_relieved" else "in any case",
    )
    return why.so(shortage_rule == "always" or not isolated)


class ShortageRemoval(Question, frozen=True, kw_only=True):
    """Whether a unit's Ammunition Shortage ends (reconstructed: 9.620 is lost)."""

    isolated: Annotated[bool, Meta(description="whether it is still Isolated")] = False
    shortage_rule: Annotated[
        Literal["when_relieved", "always"], Meta(description="ruling on the lost rule")
    ] = "when_relieved"

    def answer(self, nature: Nature) -> Finding[bool]:
        return shortage_ends(self.isolated, self.shortage_rule)
