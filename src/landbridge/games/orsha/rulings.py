"""The switches of the rulings in data/rulings/; written by scripts/rulings.py."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

AircraftNumber = Literal["half_dr", "three"]
"""RUL-OTO-33"""
AlternateGrain = Literal["zigzag", "straight_only"]
"""RUL-OTO-7"""
AmmunitionRule = Literal["restored", "kept"]
"""RUL-OTO-66"""
ArmorLeaderPlace = Literal["last", "told"]
"""RUL-OTO-80"""
ArmorRecall = Literal["leaves", "stays"]
"""RUL-OTO-64"""
AslRules = Literal["recorded", "board"]
"""RUL-OTO-51"""
Battles = Literal["table", "chance"]
"""RUL-OTO-82"""
BombardmentStock = Literal["all_count", "given_extra"]
"""RUL-OTO-40"""
Boxes = Literal["retained", "by_kind"]
"""RUL-OTO-71"""
BurntTerrain = Literal["open_ground", "unchanged"]
"""RUL-OTO-54"""
ControlRule = Literal["players", "occupied"]
"""RUL-OTO-8"""
CounterBatteryStrength = Literal["no_roll", "roll"]
"""RUL-OTO-41"""
CppRule = Literal["reconstructed", "printed"]
"""RUL-OTO-60"""
DepletedSw = Literal["erratum", "first_print"]
"""RUL-OTO-44"""
DismantledGuns = Literal["players", "never"]
"""RUL-OTO-14"""
EdgeGap = Literal["bridged", "ends"]
"""RUL-OTO-2"""
EdgeRows = Literal["printed", "all"]
"""RUL-OTO-1"""
ElrRule = Literal["unchanged", "by_result", "printed"]
"""RUL-OTO-62"""
EncirclementCheck = Literal["one_tc", "normal_tc"]
"""RUL-OTO-52"""
EscapeDeploy = Literal["per_leader", "none"]
"""RUL-OTO-13"""
EscapeEight = Literal["escapes", "as_nine"]
"""RUL-OTO-9"""
EscapeLeader = Literal["own_sign", "as_printed"]
"""RUL-OTO-12"""
EscapeNear = Literal["both", "one"]
"""RUL-OTO-11"""
EscapeSigns = Literal["minus", "plus"]
"""RUL-OTO-10"""
FortificationTaking = Literal["behind_the_front", "anywhere", "none"]
"""RUL-OTO-65"""
FppShare = Literal["start", "after_others"]
"""RUL-OTO-30"""
GermanConcealment = Literal["terrain", "anywhere"]
"""RUL-OTO-90"""
GermanDiscount = Literal["entering_only", "as_printed", "ground_only"]
"""RUL-OTO-24"""
GermanElite = Literal["assault_rifles", "rifles"]
"""RUL-OTO-56"""
GermanFoxholes = Literal["allowed", "refused"]
"""RUL-OTO-97"""
GermanObaEnds = Literal["end_rows", "no_drm"]
"""RUL-OTO-35"""
GivenAircraftCount = Literal["apart", "as_an_rg"]
"""RUL-OTO-110"""
GivenDitches = Literal["not_counted", "counted"]
"""RUL-OTO-98"""
HalfFactors = Literal["next_lower", "next_higher"]
"""RUL-OTO-77"""
HardeningZero = Literal["three", "four"]
"""RUL-OTO-55"""
HipSquads = Literal["with_halves", "squads_only"]
"""RUL-OTO-93"""
HistoricalDrm = Literal["inferred", "leaders_only", "zero"]
"""RUL-OTO-20"""
HwLeast = Literal["first_listed", "last_listed"]
"""RUL-OTO-31"""
InitialOba = Literal["rolled", "normal"]
"""RUL-OTO-43"""
InitialRecon = Literal["allowed", "refused"]
"""RUL-OTO-92"""
IsolatedAreas = Literal["merged", "pockets_apart"]
"""RUL-OTO-15"""
IsolatedSetup = Literal["area", "location"]
"""RUL-OTO-68"""
KvPt34 = Literal["both", "kv_only", "roller_only"]
"""RUL-OTO-22"""
LastReph = Literal["to_scenario_end", "full", "none"]
"""RUL-OTO-50"""
LateUnits = Literal["added", "apart"]
"""RUL-OTO-94"""
LeaderDrm = Literal["add_up", "greatest"]
"""RUL-OTO-36"""
LeaderIpc = Literal["one", "none"]
"""RUL-OTO-19"""
LeftoverCpp = Literal["german_only", "both_sides"]
"""RUL-OTO-37"""
LostLvp = Literal["not_counted", "counted"]
"""RUL-OTO-95"""
LvpNoMansLand = Literal["nobody", "last_controller"]
"""RUL-OTO-96"""
MinefieldLine = Literal["straight", "straight_or_alternate"]
"""RUL-OTO-29"""
NmlFront = Literal["marked", "skipped"]
"""RUL-OTO-17"""
NorthEntry = Literal["distance_only", "arrow"]
"""RUL-OTO-85"""
NoteZ = Literal["smoke_five", "mortar_only"]
"""RUL-OTO-78"""
OtoHsr = Literal["players_copy", "none"]
"""RUL-OTO-88"""
OutsideRules = Literal["named", "left_out"]
"""RUL-OTO-42"""
PlatoonLeaders = Literal["platoon_table", "both_tables", "company_table"]
"""RUL-OTO-21"""
PocketOverlap = Literal["apart", "may_overlap"]
"""RUL-OTO-5"""
PreRegistered = Literal["noted_rows", "rockets_too"]
"""RUL-OTO-38"""
Ptab = Literal["as_note_n", "none"]
"""RUL-OTO-89"""
PurchasePrint = Literal["as_meant"]
"""RUL-OTO-45"""
R30 = Literal["hedge", "woods"]
"""RUL-OTO-18"""
RadioRule = Literal["with_module", "kept"]
"""RUL-OTO-67"""
ReconPurchase = Literal["rule", "chart"]
"""RUL-OTO-26"""
RollerBetween = Literal["as_normal", "as_double"]
"""RUL-OTO-76"""
RulesOfPlay = Literal["stated", "left_to_players"]
"""RUL-OTO-87"""
RussianConscripts = Literal["rifles", "submachine_guns"]
"""RUL-OTO-57"""
RussianDiscount = Literal["entering_only", "every_row"]
"""RUL-OTO-25"""
RussianEntry = Literal["east_edge", "east_and_held"]
"""RUL-OTO-86"""
RussianObserverEdge = Literal["east", "west"]
"""RUL-OTO-28"""
SanIncrease = Literal["one_to_seven", "one"]
"""RUL-OTO-27"""
SanThree = Literal["minus_one", "zero"]
"""RUL-OTO-74"""
ScenarioPoints = Literal["gained", "accumulated"]
"""RUL-OTO-84"""
ShortageRule = Literal["when_relieved", "always"]
"""RUL-OTO-69"""
ShortageScope = Literal["units_and_weapons", "units_only"]
"""RUL-OTO-16"""
SpFlakLeaders = Literal["none", "roll"]
"""RUL-OTO-23"""
StormovikType = Literal["equal_thirds", "all_44a"]
"""RUL-OTO-32"""
StuckEdge = Literal["step_back", "line"]
"""RUL-OTO-3"""
Touching = Literal["line", "surrounded"]
"""RUL-OTO-4"""
TowFromCover = Literal["never", "allowed"]
"""RUL-OTO-91"""
TurnRecord = Literal["rising", "as_printed"]
"""RUL-OTO-81"""
UnplacedIsolated = Literal["count", "ignore"]
"""RUL-OTO-83"""
UnseenCounters = Literal["nearest", "blank"]
"""RUL-OTO-34"""
UnusedDummies = Literal["removed", "kept"]
"""RUL-OTO-99"""
WaitingAircraft = Literal["retained", "lost"]
"""RUL-OTO-39"""
WeatherRule = Literal["by_date", "random", "printed"]
"""RUL-OTO-63"""
WoundedHardening = Literal["rolled_type_may", "never"]
"""RUL-OTO-58"""


class Rulings(Struct, frozen=True, kw_only=True):
    """What is chosen where the documents leave a question open, as far as a match turns on it."""

    aircraft_number: Annotated[
        AircraftNumber, Meta(description="RUL-OTO-33: How many aircraft")
    ] = "half_dr"
    alternate_grain: Annotated[
        AlternateGrain, Meta(description="RUL-OTO-7: The Alternate Hex Grain of E12.11")
    ] = "zigzag"
    ammunition_rule: Annotated[
        AmmunitionRule, Meta(description="RUL-OTO-66: Special ammunition (9.6135)")
    ] = "restored"
    armor_leader_place: Annotated[
        ArmorLeaderPlace, Meta(description="RUL-OTO-80: In which AFV an Armor Leader is")
    ] = "last"
    armor_recall: Annotated[
        ArmorRecall, Meta(description="RUL-OTO-64: Armor withdrawal (9.614)")
    ] = "leaves"
    asl_rules: Annotated[
        AslRules, Meta(description="RUL-OTO-51: ASL procedures that the document only names")
    ] = "recorded"
    battles: Annotated[Battles, Meta(description="RUL-OTO-82: Who fights the battles")] = "table"
    bombardment_stock: Annotated[
        BombardmentStock, Meta(description="RUL-OTO-40: Bombardments that were saved")
    ] = "all_count"
    burnt_terrain: Annotated[
        BurntTerrain, Meta(description="RUL-OTO-54: Other terrain consumed by a Blaze")
    ] = "open_ground"
    control_rule: Annotated[ControlRule, Meta(description="RUL-OTO-8: Who Controls a Location")] = (
        "players"
    )
    counter_battery_strength: Annotated[
        CounterBatteryStrength, Meta(description="RUL-OTO-41: Counter Battery and its strength")
    ] = "no_roll"
    cpp_rule: Annotated[CppRule, Meta(description="RUL-OTO-60: CPP replenishment (9.616)")] = (
        "reconstructed"
    )
    depleted_sw: Annotated[
        DepletedSw, Meta(description="RUL-OTO-44: Support weapons of a Depleted RG")
    ] = "erratum"
    dismantled_guns: Annotated[
        DismantledGuns, Meta(description="RUL-OTO-14: Guns that may be dismantled")
    ] = "players"
    edge_gap: Annotated[EdgeGap, Meta(description="RUL-OTO-2: Edge hexes without a Controller")] = (
        "bridged"
    )
    edge_rows: Annotated[EdgeRows, Meta(description="RUL-OTO-1: Half hexes of row 0")] = "printed"
    elr_rule: Annotated[ElrRule, Meta(description="RUL-OTO-62: ELR loss and gain (9.617)")] = (
        "unchanged"
    )
    encirclement_check: Annotated[
        EncirclementCheck, Meta(description="RUL-OTO-52: The check of an Encircled unit")
    ] = "one_tc"
    escape_deploy: Annotated[
        EscapeDeploy, Meta(description="RUL-OTO-13: Free Deployment before an Escape")
    ] = "per_leader"
    escape_eight: Annotated[
        EscapeEight, Meta(description="RUL-OTO-9: Escape on a Final DR of 8")
    ] = "escapes"
    escape_leader: Annotated[
        EscapeLeader, Meta(description="RUL-OTO-12: The leader's modifier in an Escape")
    ] = "own_sign"
    escape_near: Annotated[
        EscapeNear, Meta(description="RUL-OTO-11: Adjacent and within 2 hexes")
    ] = "both"
    escape_signs: Annotated[
        EscapeSigns, Meta(description="RUL-OTO-10: Escape modifiers printed without a sign")
    ] = "minus"
    fortification_taking: Annotated[
        FortificationTaking, Meta(description="RUL-OTO-65: Fortification removal (9.615)")
    ] = "behind_the_front"
    fpp_share: Annotated[FppShare, Meta(description="RUL-OTO-30: Twenty per cent of which CPP")] = (
        "start"
    )
    german_concealment: Annotated[
        GermanConcealment, Meta(description="RUL-OTO-90: German concealment at set-up")
    ] = "terrain"
    german_discount: Annotated[
        GermanDiscount, Meta(description="RUL-OTO-24: The German discount")
    ] = "entering_only"
    german_elite: Annotated[
        GermanElite, Meta(description="RUL-OTO-56: A German first-line squad that Battle Hardens")
    ] = "assault_rifles"
    german_foxholes: Annotated[GermanFoxholes, Meta(description="RUL-OTO-97: German Foxholes")] = (
        "allowed"
    )
    german_oba_ends: Annotated[
        GermanObaEnds, Meta(description="RUL-OTO-35: German OBA DRs beyond 2 and 12")
    ] = "end_rows"
    given_aircraft_count: Annotated[
        GivenAircraftCount,
        Meta(description="RUL-OTO-110: The given Fighter Bombers and the two aircraft RGs"),
    ] = "apart"
    given_ditches: Annotated[
        GivenDitches, Meta(description="RUL-OTO-98: AT-Ditches that were given")
    ] = "not_counted"
    hardening_zero: Annotated[
        HardeningZero, Meta(description="RUL-OTO-55: MMC Battle Hardening at a Final DR of 0")
    ] = "three"
    hip_squads: Annotated[
        HipSquads, Meta(description="RUL-OTO-93: Ten per cent of which squads")
    ] = "with_halves"
    historical_drm: Annotated[
        HistoricalDrm, Meta(description="RUL-OTO-20: The Historical DRM chart")
    ] = "inferred"
    hw_least: Annotated[
        HwLeast, Meta(description="RUL-OTO-31: The last Weapon of a HW section")
    ] = "first_listed"
    initial_oba: Annotated[
        InitialOba, Meta(description="RUL-OTO-43: OBA strength in the Initial Scenario")
    ] = "rolled"
    initial_recon: Annotated[
        InitialRecon, Meta(description="RUL-OTO-92: Recon before the Initial Scenario")
    ] = "allowed"
    isolated_areas: Annotated[
        IsolatedAreas, Meta(description="RUL-OTO-15: Isolated Locations that touch")
    ] = "merged"
    isolated_setup: Annotated[
        IsolatedSetup, Meta(description="RUL-OTO-68: Where Isolated units set up (9.619)")
    ] = "area"
    kv_pt34: Annotated[KvPt34, Meta(description="RUL-OTO-22: What a KV-PT34 is")] = "both"
    last_reph: Annotated[
        LastReph, Meta(description="RUL-OTO-50: Reorganisation after the last scenario")
    ] = "to_scenario_end"
    late_units: Annotated[
        LateUnits, Meta(description="RUL-OTO-94: Late German units and the steps of 20")
    ] = "added"
    leader_drm: Annotated[
        LeaderDrm, Meta(description="RUL-OTO-36: Several DRM on the leader table")
    ] = "add_up"
    leader_ipc: Annotated[
        LeaderIpc, Meta(description="RUL-OTO-19: A leader's share in carrying")
    ] = "one"
    leftover_cpp: Annotated[
        LeftoverCpp, Meta(description="RUL-OTO-37: CPP left after the last RePh")
    ] = "german_only"
    lost_lvp: Annotated[LostLvp, Meta(description="RUL-OTO-95: LVP that were lost again")] = (
        "not_counted"
    )
    lvp_no_mans_land: Annotated[
        LvpNoMansLand, Meta(description="RUL-OTO-96: LVP in No Man's Land")
    ] = "nobody"
    minefield_line: Annotated[
        MinefieldLine, Meta(description="RUL-OTO-29: The shape of a bought Minefield")
    ] = "straight"
    nml_front: Annotated[
        NmlFront, Meta(description="RUL-OTO-17: Front Line hexes that become No Man's Land")
    ] = "marked"
    outside_rules: Annotated[
        OutsideRules, Meta(description="RUL-OTO-42: Rules that the charts only name")
    ] = "named"
    platoon_leaders: Annotated[
        PlatoonLeaders, Meta(description="RUL-OTO-21: Leaders of German platoons")
    ] = "platoon_table"
    pocket_overlap: Annotated[
        PocketOverlap, Meta(description="RUL-OTO-5: The lost beginning of the Pocket sentence")
    ] = "apart"
    pre_registered: Annotated[
        PreRegistered, Meta(description="RUL-OTO-38: Pre-Registered hexes of other modules")
    ] = "noted_rows"
    ptab: Annotated[Ptab, Meta(description="RUL-OTO-89: PTAB of the given Fighter Bombers")] = (
        "as_note_n"
    )
    r30: Annotated[R30, Meta(description="RUL-OTO-18: R30")] = "hedge"
    radio_rule: Annotated[
        RadioRule, Meta(description="RUL-OTO-67: Radios and field phones (9.6136)")
    ] = "with_module"
    recon_purchase: Annotated[
        ReconPurchase, Meta(description="RUL-OTO-26: The price of Reconnaissance")
    ] = "rule"
    russian_conscripts: Annotated[
        RussianConscripts, Meta(description="RUL-OTO-57: Russian Conscripts that Battle Harden")
    ] = "rifles"
    russian_discount: Annotated[
        RussianDiscount, Meta(description="RUL-OTO-25: The Russian discount")
    ] = "entering_only"
    russian_observer_edge: Annotated[
        RussianObserverEdge, Meta(description="RUL-OTO-28: The edge of Russian Offboard Observers")
    ] = "east"
    san_increase: Annotated[
        SanIncrease, Meta(description="RUL-OTO-27: What a SAN increase does")
    ] = "one_to_seven"
    san_three: Annotated[SanThree, Meta(description="RUL-OTO-74: SAN adjustment at a SAN of 3")] = (
        "minus_one"
    )
    scenario_points: Annotated[
        ScenarioPoints, Meta(description="RUL-OTO-84: VP that win a later scenario")
    ] = "gained"
    shortage_rule: Annotated[
        ShortageRule, Meta(description="RUL-OTO-69: Ammunition Shortage removal (9.620)")
    ] = "when_relieved"
    shortage_scope: Annotated[
        ShortageScope, Meta(description="RUL-OTO-16: What suffers Ammunition Shortage")
    ] = "units_and_weapons"
    sp_flak_leaders: Annotated[
        SpFlakLeaders, Meta(description="RUL-OTO-23: Armor Leaders of German SP flak")
    ] = "none"
    stormovik_type: Annotated[StormovikType, Meta(description="RUL-OTO-32: Which Stormovik")] = (
        "equal_thirds"
    )
    stuck_edge: Annotated[
        StuckEdge, Meta(description="RUL-OTO-3: Edge markers from which no grain leads on")
    ] = "step_back"
    touching: Annotated[
        Touching, Meta(description="RUL-OTO-4: A Front Line that touches itself")
    ] = "line"
    tow_from_cover: Annotated[
        TowFromCover, Meta(description="RUL-OTO-91: Russian Guns in tow from fixed places")
    ] = "never"
    turn_record: Annotated[
        TurnRecord, Meta(description="RUL-OTO-81: Circled numbers of the Turn Record Chart")
    ] = "rising"
    unplaced_isolated: Annotated[
        UnplacedIsolated,
        Meta(description="RUL-OTO-83: Isolated German units that cannot be set up"),
    ] = "count"
    unused_dummies: Annotated[
        UnusedDummies, Meta(description="RUL-OTO-99: Dummies after a scenario")
    ] = "removed"
    waiting_aircraft: Annotated[
        WaitingAircraft, Meta(description="RUL-OTO-39: Aircraft that wait")
    ] = "retained"
    weather_rule: Annotated[WeatherRule, Meta(description="RUL-OTO-63: Weather and EC (9.618)")] = (
        "by_date"
    )
    wounded_hardening: Annotated[
        WoundedHardening, Meta(description="RUL-OTO-58: Battle Hardening of wounded leaders")
    ] = "rolled_type_may"


class AllRulings(Rulings, frozen=True, kw_only=True):
    """The same with what only answers turn on."""

    boxes: Annotated[Boxes, Meta(description="RUL-OTO-71: The boxes for cleared pieces")] = (
        "retained"
    )
    half_factors: Annotated[
        HalfFactors, Meta(description="RUL-OTO-77: Halved mine factors between two columns")
    ] = "next_lower"
    north_entry: Annotated[
        NorthEntry, Meta(description="RUL-OTO-85: Where the German north-edge entry area begins")
    ] = "distance_only"
    note_z: Annotated[NoteZ, Meta(description="RUL-OTO-78: Vehicle note Z")] = "smoke_five"
    oto_hsr: Annotated[OtoHsr, Meta(description="RUL-OTO-88: The OtO historical special rules")] = (
        "players_copy"
    )
    purchase_print: Annotated[
        PurchasePrint, Meta(description="RUL-OTO-45: Slips of the print around purchases")
    ] = "as_meant"
    roller_between: Annotated[
        RollerBetween,
        Meta(description="RUL-OTO-76: Mineroller: more than the normal MP, less than twice"),
    ] = "as_normal"
    rules_of_play: Annotated[
        RulesOfPlay, Meta(description="RUL-OTO-87: Rules of play that rest on the ASL rules")
    ] = "stated"
    russian_entry: Annotated[
        RussianEntry, Meta(description="RUL-OTO-86: Russian entry after the Initial Scenario")
    ] = "east_edge"
    unseen_counters: Annotated[
        UnseenCounters, Meta(description="RUL-OTO-34: Counters that no source shows")
    ] = "nearest"
