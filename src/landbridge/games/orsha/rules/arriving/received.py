"""What an RG brings, asked with all its dice at once."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from landbridge.engine.chance.nature import Nature
from landbridge.engine.rules.findings import Finding, Why
from landbridge.games.orsha.rules.arriving.armor_leaders import ARMOR, PLATOON
from landbridge.games.orsha.rules.arriving.leaders import LEADERS
from landbridge.games.orsha.rules.arriving.oba import OBA
from landbridge.games.orsha.rules.arriving.receiving import SWITCHES, Receipt, receipt
from landbridge.games.orsha.rules.arriving.strength import STRENGTH, Drm
from landbridge.games.orsha.rules.arriving.variants import NUMBER, PTAB, STORMOVIK, TYPE
from landbridge.games.orsha.rules.arriving.weapons import HW_DR, SW_DR
from landbridge.games.orsha.rules.purchases.reinforcement_groups import GroupId, look_up
from landbridge.games.orsha.rules.purchases.written import Purchase
from landbridge.games.orsha.rules.questions import RuledQuestion
from landbridge.games.orsha.rules.words import DR, CgDate, Dr, Side


class ReceivedQuestion(RuledQuestion, frozen=True, kw_only=True):
    """Everything that an RG brings: strength, units, weapons, crews and leaders."""

    rolls = {
        "dice": STRENGTH.title,
        "sw_drs": SW_DR.title,
        "hw_drs": HW_DR.title,
        "leader_dice": LEADERS.title,
        "platoon_die": PLATOON.title,
        "armor_dice": ARMOR.title,
        "type_drs": TYPE,
        "oba_dice": OBA.title,
        "fb_die": STORMOVIK.title,
        "number_die": NUMBER.title,
        "ptab_drs": PTAB.title,
    }
    cites = ("OTO-8.62-1", "OTO-8.621-3", "OTO-8.622-3", "OTO-8.623-6")
    turns_on = SWITCHES

    side: Annotated[Side, Meta(description="whose RG")]
    rg: GroupId
    date: Annotated[CgDate, Meta(description="the CG Date")] = "23am"
    hexes: Annotated[int, Meta(ge=0, le=2, description="Pre-Registered hexes bought")] = 0
    raised: Annotated[bool, Meta(description="whether an observer was raised")] = False
    trucks: Annotated[bool, Meta(description="whether trucks were bought")] = False
    dice: Annotated[DR | None, Meta(description="the strength DR")] = None
    sw_drs: Annotated[
        Annotated[tuple[Dr, ...], Meta(max_length=40)] | None,
        Meta(description="drs for support weapons, in the table's order"),
    ] = None
    hw_drs: Annotated[
        Annotated[tuple[Dr, ...], Meta(max_length=40)] | None,
        Meta(description="drs for heavy weapons, in the chart's order"),
    ] = None
    leader_dice: Annotated[DR | None, Meta(description="the leader DR")] = None
    platoon_die: Annotated[Dr | None, Meta(description="the Platoon Leader dr")] = None
    armor_dice: Annotated[DR | None, Meta(description="the Armor Leader DR")] = None
    type_drs: Annotated[
        Annotated[tuple[Dr, ...], Meta(max_length=40)] | None,
        Meta(description="drs for the type of each vehicle or Gun"),
    ] = None
    oba_dice: Annotated[DR | None, Meta(description="the OBA strength DR")] = None
    fb_die: Annotated[Dr | None, Meta(description="the dr for the type of FB")] = None
    number_die: Annotated[Dr | None, Meta(description="the dr for the number of aircraft")] = None
    ptab_drs: Annotated[
        Annotated[tuple[Dr, ...], Meta(max_length=20)] | None, Meta(description="PTAB drs")
    ] = None
    drm: Drm | None = None

    def answer(self, nature: Nature) -> Finding[Receipt]:
        why = Why()
        group = look_up(self.side, self.rg, why)
        bought = Purchase(
            rg=group.id, hexes=self.hexes, raised=int(self.raised), trucks=self.trucks
        )
        found = receipt(group, self.date, nature, bought, self.drm, self.rulings)
        return why.so(why.add(found))
