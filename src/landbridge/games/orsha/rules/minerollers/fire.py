"""Mineroller tanks under fire and firing (PT3), and their Recall (PT4)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.chance.tables import table
from landbridge.engine.refusals import Refusal
from landbridge.engine.rules.ask import Question
from landbridge.engine.rules.citing import in_force, rule
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.minerollers.movement import DATA
from landbridge.games.orsha.rules.reorganisation.repair import recalled_mineroller
from landbridge.games.orsha.rules.words import PACKAGE, Dr

FIRE = DATA["fire"]
HIT = table(PACKAGE, "minerollers.hit_through_vca", Literal["roller_damaged", "immobilized"])

Weapon = Literal["bmg", "ma", "cmg"]


@rule("OTO-PT3-3", "OTO-PT3-4", "OTO-PT3-5")
def mineroller_fire(weapon: Weapon, level: int, slope: bool = False) -> Finding[int]:
    """The DRM of a mineroller's own fire at a target so many full levels higher or lower."""
    why = Why()
    lower = level <= -1
    if slope and not lower and not why("OTO-PT3-5", "Slopes have no further effect"):
        lower = True
    if weapon == "bmg":
        if lower and in_force("OTO-PT3-3"):
            raise Refusal(
                "The BMG does not fire at a target a level lower",
                ("OTO-PT3-3",),
                legal="a target at its own level or higher",
            )
        same = level == 0 and why("OTO-PT3-3", "BMG at its own level, past the roller")
        return why.so(FIRE["bmg_same_level"] if same else 0)
    down = lower and why("OTO-PT3-4", f"{weapon.upper()} at a target a full level lower")
    return why.so(FIRE["lower_target"] if down else 0)


class MinerollerFire(Question, frozen=True, kw_only=True):
    """The To Hit or IFT DRM of a mineroller's weapon, or why it may not fire."""

    cites = ("OTO-PT3-3", "OTO-PT3-4", "OTO-PT3-5")

    weapon: Annotated[Weapon, Meta(description="which weapon fires")]
    level: Annotated[
        int, Meta(ge=-4, le=4, description="full levels of the target above (+) or below (-)")
    ] = 0
    slope: Annotated[bool, Meta(description="whether a Slope hexside is involved")] = False

    def answer(self, nature: Nature) -> Finding[int]:
        return mineroller_fire(self.weapon, self.level, self.slope)


class MinerollerToHit(Question, frozen=True, kw_only=True):
    """The special To Hit DRM against the front hull of a mineroller."""

    cites = ("OTO-PT3-1",)

    front_hull: Annotated[bool, Meta(description="whether a front-hull hit is determined")] = True
    firer_levels: Annotated[
        int, Meta(ge=-4, le=4, description="full levels of the firer above (+) the mineroller")
    ] = 0

    def answer(self, nature: Nature) -> Finding[int]:
        why = Why()
        above = self.firer_levels >= 1
        text = "a firer a full level higher ignores the roller" if above else "the roller: +2 HH"
        if not self.front_hull:
            return why.so(0)
        counts = why(("OTO-PT3-1", "RUL-OTO-51"), text) != above
        return why.so(FIRE["front_hull"] if counts else 0)


class MinerollerImmobilization(Question, frozen=True, kw_only=True):
    """What an immobilizing hit does to a mineroller."""

    rolls = {"die": HIT.title}
    cites = ("OTO-PT3-2",)

    through_vca: Annotated[bool, Meta(description="whether the hit came through its VCA")] = True
    die: Dr | None = None

    def answer(self, nature: Nature) -> Finding[str]:
        why = Why()
        if not self.through_vca:
            why("OTO-PT3-2", "only a hit through the VCA can strike the roller")
            return why.so("immobilized")
        return why.so(nature.look(HIT))


class MinerollerRecall(Question, frozen=True, kw_only=True):
    """Whether a mineroller is under Recall."""

    cites = ("OTO-PT4-1",)

    ma_disabled: Annotated[bool, Meta(description="whether its MA is Disabled")]
    roller_damaged: Annotated[bool, Meta(description="whether its roller is damaged")]

    def answer(self, nature: Nature) -> Finding[bool]:
        why = Why()
        return why.so(recalled_mineroller(self.ma_disabled, self.roller_damaged, why))
