"""What an RG brings, asked with all its dice at once."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from landbridge.engine.ask import Question
from landbridge.engine.chance import Nature
from landbridge.engine.findings import Finding, Why
from landbridge.games.orsha.rules.arriving.armor_leaders import (
    ARMOR,
    PLATOON,
    KvPt34,
    SpFlakLeaders,
)
from landbridge.games.orsha.rules.arriving.leaders import LEADERS, LeaderDrm, PlatoonLeaders
from landbridge.games.orsha.rules.arriving.oba import (
    OBA,
    CounterBatteryStrength,
    GermanObaEnds,
    InitialOba,
)
from landbridge.games.orsha.rules.arriving.receiving import (
    OutsideRules,
    Receipt,
    ReceiptRulings,
    receipt,
)
from landbridge.games.orsha.rules.arriving.strength import STRENGTH, Drm, HistoricalDrm
from landbridge.games.orsha.rules.arriving.variants import (
    NUMBER,
    PTAB,
    STORMOVIK,
    TYPE,
    AircraftNumber,
    StormovikType,
)
from landbridge.games.orsha.rules.arriving.weapons import HW_DR, SW_DR, DepletedSw, HwLeast
from landbridge.games.orsha.rules.purchases.reinforcement_groups import GroupId, look_up
from landbridge.games.orsha.rules.purchases.written import Purchase
from landbridge.games.orsha.rules.words import DR, CgDate, Dr, Side


class Received(Question, frozen=True, kw_only=True):
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
    historical_drm: HistoricalDrm = "inferred"
    platoon_leaders: PlatoonLeaders = "platoon_table"
    leader_drm: LeaderDrm = "add_up"
    kv_pt34: KvPt34 = "both"
    sp_flak_leaders: SpFlakLeaders = "none"
    hw_least: HwLeast = "first_listed"
    depleted_sw: DepletedSw = "erratum"
    german_oba_ends: GermanObaEnds = "end_rows"
    counter_battery_strength: CounterBatteryStrength = "no_roll"
    initial_oba: InitialOba = "rolled"
    stormovik_type: StormovikType = "equal_thirds"
    aircraft_number: AircraftNumber = "half_dr"
    outside_rules: OutsideRules = "named"

    def answer(self, nature: Nature) -> Finding[Receipt]:
        why = Why()
        group = look_up(self.side, self.rg, why)
        bought = Purchase(
            rg=group.id, hexes=self.hexes, raised=int(self.raised), trucks=self.trucks
        )
        names = ReceiptRulings.__struct_fields__
        rulings = ReceiptRulings(**{name: getattr(self, name) for name in names})
        found = receipt(group, self.date, nature, bought, self.drm, rulings)
        return why.so(why.add(found))
