"""The switches of the rulings in data/rulings/; written by scripts/rulings.py."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

AbortedCargo = Literal["flies_back", "destroyed"]
"""RUL-TFB-225"""
AirArmyHq = Literal["at_air_base", "with_front_hq"]
"""RUL-TFB-15"""
AirArmyHqHex = Literal["main_base", "nowhere"]
"""RUL-TFB-223"""
AirCapacity = Literal["two_tokens", "one_token"]
"""RUL-TFB-224"""
AirbaseSupply = Literal["refit_only", "ordinary_dump", "booklet_only"]
"""RUL-TFB-1"""
AlertPools = Literal["eighteen", "seven", "one_use"]
"""RUL-TFB-11"""
AllCost = Literal["unspent", "what_is_left"]
"""RUL-TFB-71"""
AprilEnd = Literal["april_only", "march_carries_over"]
"""RUL-TFB-41"""
ArOf52 = Literal["two", "three"]
"""RUL-TFB-88"""
ArmyGroupHqReturn = Literal["next_turn", "two_turns"]
"""RUL-TFB-7"""
ArmyHqReturn = Literal["next_turn", "two_turns"]
"""RUL-TFB-6"""
AssaultEngineerRiver = Literal["river_is_enough", "with_works_only"]
"""RUL-TFB-105"""
AttackRoads = Literal["any_way", "roads_only"]
"""RUL-TFB-76"""
AttackingEmpties = Literal["unused", "used"]
"""RUL-TFB-262"""
AxisArrival = Literal["hq_or_west_edge", "hq_only"]
"""RUL-TFB-2"""
AxisArtyUnmet = Literal["lost", "tiger_instead"]
"""RUL-TFB-66"""
AxisEqPictures = Literal["anti_tank_if_track", "werfer_if_track"]
"""RUL-TFB-63"""
AxisPaxPictures = Literal["foot_and_horse", "letter"]
"""RUL-TFB-62"""
AxisReplReach = Literal["hq_hex", "two_hexes"]
"""RUL-TFB-68"""
BarrageTrack = Literal["count_up", "count_down", "count_up_paid"]
"""RUL-TFB-25"""
BaseTransfers = Literal["own_movement_segments", "movement_phase"]
"""RUL-TFB-181"""
Brandenburger = Literal["series_drop", "own_planes"]
"""RUL-TFB-108"""
BreakdownValues = Literal["share_of_parent", "one_rating_lower"]
"""RUL-TFB-142"""
BuiltUpHexes = Literal["city_replaces", "all_terrain"]
"""RUL-TFB-74"""
CavalryCorps = Literal["track_and_truck", "truck_only"]
"""RUL-TFB-96"""
CityAssaultUnit = Literal["assault_battalions", "assault_tanks"]
"""RUL-TFB-98"""
ColumnShifts = Literal["summed", "one_by_one"]
"""RUL-TFB-77"""
CombinedPoints = Literal["least_left", "each_its_own"]
"""RUL-TFB-182"""
CorpsHqRecovery = Literal["in_trace_recovers", "die_roll", "always_returns"]
"""RUL-TFB-8"""
DamagedEntries = Literal["as_read", "unread"]
"""RUL-TFB-94"""
DeepFreezeCost = Literal["per_hex", "per_hexside_too"]
"""RUL-TFB-70"""
DiggingUnits = Literal["together", "one_unit"]
"""RUL-TFB-180"""
DisruptiveZoc = Literal["adjacent_hexes", "truck_paths_only"]
"""RUL-TFB-31"""
DumpsInDanger = Literal["near", "next_to", "never"]
"""RUL-TFB-260"""
DumpsPay = Literal["nearest", "map_order"]
"""RUL-TFB-263"""
EatingSum = Literal["per_payer", "per_unit"]
"""RUL-TFB-161"""
EdgeSources = Literal["held", "own_edges"]
"""RUL-TFB-160"""
ExploitRating = Literal["printed", "in_combat"]
"""RUL-TFB-202"""
FirstTurn = Literal["rolled", "as_scenario"]
"""RUL-TFB-50"""
FlakInHex = Literal["better", "weaker"]
"""RUL-TFB-101"""
Fortress = Literal["fester_platz", "from_march", "marker_only"]
"""RUL-TFB-9"""
FrontBarrage = Literal["free_and_shifted", "half_price", "shift_only", "free_all"]
"""RUL-TFB-26"""
FrontBoundaries = Literal["rows", "rows_rigid_supply", "by_nearest_hq"]
"""RUL-TFB-17"""
FrontHq = Literal["marker", "combat_unit"]
"""RUL-TFB-16"""
FrontObjectives = Literal["off", "objectives"]
"""RUL-TFB-37"""
FrozenLakes = Literal["chart", "leg_only", "as_ice_major_river"]
"""RUL-TFB-44"""
GarrisonDie = Literal["each_unit", "each_stack"]
"""RUL-TFB-104"""
GaugeConversion = Literal["soviet_automatic", "soviet_unlimited"]
"""RUL-TFB-48"""
HalfRefit = Literal["series_rounding", "round_down", "die_for_half"]
"""RUL-TFB-43"""
HedgehogCapture = Literal["crimea", "minus_one", "series"]
"""RUL-TFB-46"""
Heinrici = Literal["eight_bases", "all_equal"]
"""RUL-TFB-14"""
HqStripLost = Literal["displaces", "fighter_first"]
"""RUL-TFB-95"""
HungarianRow = Literal["row_allowed", "row_barred"]
"""RUL-TFB-103"""
IceTiming = Literal["from_fourth_turn", "from_third_turn"]
"""RUL-TFB-40"""
Kampfgruppe = Literal["ad_hoc_formation", "with_ar_bonus", "fog_of_war_only"]
"""RUL-TFB-13"""
KesselHq = Literal["pocket_hq", "plain_hq", "off"]
"""RUL-TFB-5"""
KovelTrigger = Literal["army_units", "partisans_too"]
"""RUL-TFB-92"""
LastTurn = Literal["publisher", "last_entry"]
"""RUL-TFB-49"""
LateDivisions = Literal["marker_now", "marker_then"]
"""RUL-TFB-89"""
LithuanianTrigger = Literal["red_army_only", "any_soviet_unit"]
"""RUL-TFB-97"""
LongRangeAir = Literal["unused", "used"]
"""RUL-TFB-221"""
MarchOffensives = Literal["at_once", "run_out"]
"""RUL-TFB-91"""
MarchRelease = Literal["kovel", "vitebsk", "neither"]
"""RUL-TFB-121"""
MarkerStart = Literal["from_set_up", "first_move"]
"""RUL-TFB-86"""
MinskIsolated = Literal["no_rail_path", "no_trace"]
"""RUL-TFB-10"""
MinusOne1944 = Literal["supply_only", "supply_and_replacements"]
"""RUL-TFB-42"""
MixedStacks = Literal["drop_trucks", "stack_stops"]
"""RUL-TFB-143"""
ModeChanges = Literal["once", "until_it_moves"]
"""RUL-TFB-145"""
OffensiveBenefits = Literal["series_normal", "first_turn_bonus"]
"""RUL-TFB-20"""
OffensiveEntry = Literal["from_ready_free", "from_ready_paid", "two_at_a_time"]
"""RUL-TFB-19"""
OffensiveLength = Literal["eight", "six", "ten", "roll_after_six"]
"""RUL-TFB-18"""
OosMarker = Literal["eating_removes", "trace_only"]
"""RUL-TFB-163"""
PartisanDetails = Literal["plain", "one_turn_activation"]
"""RUL-TFB-30"""
PartisanPool = Literal["fourteen", "eight", "twenty"]
"""RUL-TFB-29"""
PartisanSight = Literal["when_activated", "when_it_acts"]
"""RUL-TFB-130"""
PartisanTarget = Literal["soviet_choice", "air_base_first"]
"""RUL-TFB-106"""
PartisanTrackHex = Literal["track_allowed", "track_barred"]
"""RUL-TFB-107"""
Penal = Literal["two_if_in_box", "die_roll", "player_choice"]
"""RUL-TFB-32"""
PenalNoHedgehog = Literal["not_used", "used_up"]
"""RUL-TFB-102"""
PenalStart = Literal["later_offensive", "earlier_offensive", "no_front"]
"""RUL-TFB-109"""
PontoonCost = Literal["track", "hexside_only"]
"""RUL-TFB-73"""
ReactiveArtillery = Literal["unused", "used"]
"""RUL-TFB-222"""
RearControl = Literal["cut_off", "entered_only"]
"""RUL-TFB-183"""
RecoverySize = Literal["present", "printed"]
"""RUL-TFB-162"""
ReducedArtillery = Literal["counts", "dead_pile_only"]
"""RUL-TFB-122"""
ReducedPlanes = Literal["half_barrage", "as_in_front"]
"""RUL-TFB-220"""
RegroupingAttack = Literal["ar_minus_2", "ar_minus_1", "no_attacks"]
"""RUL-TFB-22"""
RegroupingDefence = Literal["one_level", "ar_plus_1", "full_hedgehog"]
"""RUL-TFB-23"""
RegroupingLength = Literal["four", "six", "half_of_offensive", "as_long_as_offensive"]
"""RUL-TFB-21"""
RegroupingSupply = Literal["defence_free", "all_fire_free", "none_free"]
"""RUL-TFB-24"""
Remnants = Literal["cadre", "off"]
"""RUL-TFB-12"""
ReplacementSaving = Literal["as_table", "dated_eq_waits", "one_eq_a_unit"]
"""RUL-TFB-67"""
ReservesHit = Literal["own_part", "any_combat"]
"""RUL-TFB-203"""
RetreatSecondHex = Literal["state_before", "dg_first"]
"""RUL-TFB-78"""
RetreatWay = Literal["away", "free"]
"""RUL-TFB-201"""
RevisedRebuilds = Literal["no", "yes"]
"""RUL-TFB-190"""
RiverAndHex = Literal["defender_picks", "both"]
"""RUL-TFB-75"""
RiverUnit = Literal["pripyat_flotilla", "ferry_engineers"]
"""RUL-TFB-99"""
RoadLifts = Literal["all", "not_prohibitions"]
"""RUL-TFB-72"""
Rvgk = Literal["refit_box", "slow_box", "rebuild_only"]
"""RUL-TFB-27"""
ScenarioLength = Literal["long", "short"]
"""RUL-TFB-241"""
ScenarioSupply = Literal["share", "none"]
"""RUL-TFB-261"""
ScenarioVictory = Literal["places_and_losses", "places_only"]
"""RUL-TFB-240"""
SeenSupply = Literal["under_units_hidden", "always_seen"]
"""RUL-TFB-146"""
SixteenthPanzer = Literal["only_then", "later_too"]
"""RUL-TFB-90"""
SovietArrival = Literal["front_hq", "own_front_only"]
"""RUL-TFB-3"""
SovietEqPictures = Literal["tanks_and_guns", "all_vehicles"]
"""RUL-TFB-61"""
SovietFallback = Literal["must_take", "may_skip"]
"""RUL-TFB-64"""
SovietHipShoot = Literal["none", "il2"]
"""RUL-TFB-39"""
SovietPaxPictures = Literal["light_and_fortified", "pioneers"]
"""RUL-TFB-60"""
SpecialEvents = Literal["two_dice", "rare", "off"]
"""RUL-TFB-38"""
SpecialExtenders = Literal["two_permanent", "captured_normally"]
"""RUL-TFB-28"""
StartFrame = Literal["transcribed", "from_set_up"]
"""RUL-TFB-85"""
Stavka = Literal["once_a_turn", "once_a_game", "two_a_game"]
"""RUL-TFB-34"""
StavkaRepeat = Literal["mech_for_airborne", "other_corps", "as_worded"]
"""RUL-TFB-87"""
StepLosses = Literal["halved", "proportional"]
"""RUL-TFB-200"""
SupplyCaches = Literal["no", "yes"]
"""RUL-TFB-191"""
TankBuster = Literal["marking_only", "one_column"]
"""RUL-TFB-100"""
TigerKeeping = Literal["add_up", "one_only"]
"""RUL-TFB-65"""
TrucksInZones = Literal["by_mobility", "all_stop"]
"""RUL-TFB-144"""
TwoValueCells = Literal["lower_is_freeze", "upper_with_road", "worse_always"]
"""RUL-TFB-45"""
UrBrigades = Literal["attached_pair", "stay_in_offensive"]
"""RUL-TFB-33"""
UrHedgehog = Literal["stands", "capped"]
"""RUL-TFB-140"""
VictoryLevels = Literal["seven_levels", "history_is_a_draw"]
"""RUL-TFB-36"""
VictoryPoints = Literal["soviet_cities", "cities_and_pockets"]
"""RUL-TFB-35"""
VitebskCall = Literal["by_itself", "on_call"]
"""RUL-TFB-120"""
VitebskOption = Literal["next_phase", "any_later_phase"]
"""RUL-TFB-93"""
Withdrawals = Literal["named_units", "strict"]
"""RUL-TFB-4"""
WordOnTheMap = Literal["confirmed", "taken"]
"""RUL-TFB-141"""


class Rulings(Struct, frozen=True, kw_only=True):
    """What is chosen where the documents leave a question open, as far as a match turns on it."""

    aborted_cargo: Annotated[
        AbortedCargo, Meta(description="RUL-TFB-225: Cargo of transport planes that abort")
    ] = "flies_back"
    air_army_hq: Annotated[AirArmyHq, Meta(description="RUL-TFB-15: Air Army HQ markers")] = (
        "at_air_base"
    )
    air_army_hq_hex: Annotated[
        AirArmyHqHex, Meta(description="RUL-TFB-223: Air Army HQs on the map")
    ] = "main_base"
    air_capacity: Annotated[
        AirCapacity, Meta(description="RUL-TFB-224: Capacity of transport planes")
    ] = "two_tokens"
    airbase_supply: Annotated[
        AirbaseSupply, Meta(description="RUL-TFB-1: Supply placed directly at air bases")
    ] = "refit_only"
    alert_pools: Annotated[AlertPools, Meta(description="RUL-TFB-11: Alert pools")] = "eighteen"
    all_cost: Annotated[AllCost, Meta(description="RUL-TFB-71: Terrain that costs All")] = "unspent"
    april_end: Annotated[
        AprilEnd, Meta(description="RUL-TFB-41: March Mud and the April ending")
    ] = "april_only"
    ar_of_52: Annotated[
        ArOf52, Meta(description="RUL-TFB-88: Action rating of 52 in 6th Guards Mech Corps")
    ] = "two"
    army_group_hq_return: Annotated[
        ArmyGroupHqReturn, Meta(description="RUL-TFB-7: Army Group HQ comes back by itself")
    ] = "next_turn"
    army_hq_return: Annotated[
        ArmyHqReturn, Meta(description="RUL-TFB-6: Army HQ comes back by itself")
    ] = "next_turn"
    assault_engineer_river: Annotated[
        AssaultEngineerRiver,
        Meta(description="RUL-TFB-105: Assault engineers over a river into open ground"),
    ] = "river_is_enough"
    attack_roads: Annotated[
        AttackRoads, Meta(description="RUL-TFB-76: What counts as a road for starred attacks")
    ] = "any_way"
    attacking_empties: Annotated[
        AttackingEmpties, Meta(description="RUL-TFB-262: Attacking empties")
    ] = "unused"
    axis_arrival: Annotated[AxisArrival, Meta(description="RUL-TFB-2: How Axis arrivals enter")] = (
        "hq_or_west_edge"
    )
    axis_arty_unmet: Annotated[
        AxisArtyUnmet, Meta(description="RUL-TFB-66: An Axis Arty result without a fitting unit")
    ] = "lost"
    axis_eq_pictures: Annotated[
        AxisEqPictures, Meta(description="RUL-TFB-63: Pictures of the Axis Eq lines")
    ] = "anti_tank_if_track"
    axis_pax_pictures: Annotated[
        AxisPaxPictures, Meta(description="RUL-TFB-62: Pictures of the Axis Pax lines")
    ] = "foot_and_horse"
    axis_repl_reach: Annotated[
        AxisReplReach, Meta(description="RUL-TFB-68: Where Axis replacements are used")
    ] = "hq_hex"
    barrage_track: Annotated[
        BarrageTrack, Meta(description="RUL-TFB-25: Barrage track, boxes 1 to 8")
    ] = "count_up"
    base_transfers: Annotated[
        BaseTransfers, Meta(description="RUL-TFB-181: When planes change their base")
    ] = "own_movement_segments"
    brandenburger: Annotated[
        Brandenburger, Meta(description="RUL-TFB-108: The drop of the Brandenburg parachute unit")
    ] = "series_drop"
    breakdown_values: Annotated[
        BreakdownValues, Meta(description="RUL-TFB-142: Values of breakdowns")
    ] = "share_of_parent"
    built_up_hexes: Annotated[
        BuiltUpHexes,
        Meta(description="RUL-TFB-74: Cities and villages with other terrain in the hex"),
    ] = "city_replaces"
    cavalry_corps: Annotated[
        CavalryCorps, Meta(description="RUL-TFB-96: Track units of a cavalry corps")
    ] = "track_and_truck"
    city_assault_unit: Annotated[
        CityAssaultUnit, Meta(description="RUL-TFB-98: Which unit is the one of 2.4f")
    ] = "assault_battalions"
    column_shifts: Annotated[
        ColumnShifts, Meta(description="RUL-TFB-77: Several column shifts at the table's edge")
    ] = "summed"
    combined_points: Annotated[
        CombinedPoints, Meta(description="RUL-TFB-182: Combined Transport Points")
    ] = "least_left"
    corps_hq_recovery: Annotated[
        CorpsHqRecovery,
        Meta(description="RUL-TFB-8: Corps HQ recovery beside the price of 1 Pax and 1 Eq"),
    ] = "in_trace_recovers"
    damaged_entries: Annotated[
        DamagedEntries, Meta(description="RUL-TFB-94: Entries that the scan has damaged")
    ] = "as_read"
    deep_freeze_cost: Annotated[
        DeepFreezeCost, Meta(description="RUL-TFB-70: What Deep Freeze adds its point to")
    ] = "per_hex"
    digging_units: Annotated[
        DiggingUnits, Meta(description="RUL-TFB-180: Who makes up the RE that digs")
    ] = "together"
    disruptive_zoc: Annotated[
        DisruptiveZoc, Meta(description="RUL-TFB-31: Disruptive ZOC against Axis trace")
    ] = "adjacent_hexes"
    dumps_in_danger: Annotated[
        DumpsInDanger, Meta(description="RUL-TFB-260: When a side is asked whether it blows dumps")
    ] = "near"
    dumps_pay: Annotated[DumpsPay, Meta(description="RUL-TFB-263: Which of several dumps pays")] = (
        "nearest"
    )
    eating_sum: Annotated[
        EatingSum, Meta(description="RUL-TFB-161: RE that eat off the map are added up")
    ] = "per_payer"
    edge_sources: Annotated[
        EdgeSources, Meta(description="RUL-TFB-160: Edges of the map that are sources of supply")
    ] = "held"
    exploit_rating: Annotated[
        ExploitRating, Meta(description="RUL-TFB-202: The rating for Exploit Mode")
    ] = "printed"
    first_turn: Annotated[
        FirstTurn, Meta(description="RUL-TFB-50: Weather and first player on the first turn")
    ] = "rolled"
    flak_in_hex: Annotated[
        FlakInHex, Meta(description="RUL-TFB-101: Two flak units in one hex")
    ] = "better"
    fortress: Annotated[
        Fortress, Meta(description="RUL-TFB-9: Fortress units and declaring a fortress")
    ] = "fester_platz"
    front_barrage: Annotated[
        FrontBarrage, Meta(description="RUL-TFB-26: What a Ready barrage gives")
    ] = "free_and_shifted"
    front_boundaries: Annotated[
        FrontBoundaries, Meta(description="RUL-TFB-17: Front boundaries")
    ] = "rows"
    front_hq: Annotated[FrontHq, Meta(description="RUL-TFB-16: Front HQ locations")] = "marker"
    front_objectives: Annotated[
        FrontObjectives, Meta(description="RUL-TFB-37: Optional victory by Front objectives")
    ] = "off"
    frozen_lakes: Annotated[FrozenLakes, Meta(description="RUL-TFB-44: Lakes under Ice")] = "chart"
    garrison_die: Annotated[
        GarrisonDie, Meta(description="RUL-TFB-104: When the garrison's die is rolled")
    ] = "each_unit"
    gauge_conversion: Annotated[
        GaugeConversion, Meta(description="RUL-TFB-48: Rail conversion")
    ] = "soviet_automatic"
    half_refit: Annotated[HalfRefit, Meta(description="RUL-TFB-43: Half refit and odd rates")] = (
        "series_rounding"
    )
    hedgehog_capture: Annotated[
        HedgehogCapture, Meta(description="RUL-TFB-46: Captured hedgehogs and the highest level")
    ] = "crimea"
    heinrici: Annotated[
        Heinrici, Meta(description="RUL-TFB-14: Values of the Heinrici bases and the Panther forts")
    ] = "eight_bases"
    hq_strip_lost: Annotated[
        HqStripLost,
        Meta(description="RUL-TFB-95: The fighter of an HQ that stops being an air strip"),
    ] = "displaces"
    hungarian_row: Annotated[
        HungarianRow, Meta(description="RUL-TFB-103: Hungarians on the limit row")
    ] = "row_allowed"
    ice_timing: Annotated[IceTiming, Meta(description="RUL-TFB-40: When Ice begins and ends")] = (
        "from_fourth_turn"
    )
    kessel_hq: Annotated[KesselHq, Meta(description="RUL-TFB-5: Kessel HQ")] = "pocket_hq"
    kovel_trigger: Annotated[
        KovelTrigger, Meta(description="RUL-TFB-92: What brings the Kovel units")
    ] = "army_units"
    last_turn: Annotated[
        LastTurn, Meta(description="RUL-TFB-49: The last turn of the campaign")
    ] = "publisher"
    late_divisions: Annotated[
        LateDivisions, Meta(description="RUL-TFB-89: Late divisions from Army Group North")
    ] = "marker_now"
    lithuanian_trigger: Annotated[
        LithuanianTrigger, Meta(description="RUL-TFB-97: Partisans and the Lithuanian units")
    ] = "red_army_only"
    long_range_air: Annotated[LongRangeAir, Meta(description="RUL-TFB-221: Long-range air")] = (
        "unused"
    )
    march_offensives: Annotated[
        MarchOffensives,
        Meta(description="RUL-TFB-91: Fronts on the Offensive when 1 Mar 44 begins"),
    ] = "at_once"
    march_release: Annotated[
        MarchRelease, Meta(description="RUL-TFB-121: Which units are those of 29 Mar 44")
    ] = "kovel"
    marker_start: Annotated[
        MarkerStart, Meta(description="RUL-TFB-86: Army-group markers before their first move")
    ] = "from_set_up"
    minus_one_1944: Annotated[
        MinusOne1944, Meta(description="RUL-TFB-42: Scope of the Soviet -1 of 1944")
    ] = "supply_only"
    mixed_stacks: Annotated[
        MixedStacks, Meta(description="RUL-TFB-143: Truck units of a mixed stack in an enemy ZOC")
    ] = "drop_trucks"
    mode_changes: Annotated[
        ModeChanges, Meta(description="RUL-TFB-145: How often a mode is changed")
    ] = "once"
    offensive_benefits: Annotated[
        OffensiveBenefits, Meta(description="RUL-TFB-20: What the Offensive posture gives")
    ] = "series_normal"
    offensive_entry: Annotated[
        OffensiveEntry, Meta(description="RUL-TFB-19: Entering and leaving the Offensive posture")
    ] = "from_ready_free"
    offensive_length: Annotated[
        OffensiveLength, Meta(description="RUL-TFB-18: Length of the Offensive posture")
    ] = "eight"
    oos_marker: Annotated[
        OosMarker, Meta(description="RUL-TFB-163: Whether eating removes the Out of Supply marker")
    ] = "eating_removes"
    partisan_details: Annotated[
        PartisanDetails, Meta(description="RUL-TFB-30: Partisan details left open")
    ] = "plain"
    partisan_pool: Annotated[
        PartisanPool, Meta(description="RUL-TFB-29: Partisan pool and start")
    ] = "fourteen"
    partisan_sight: Annotated[
        PartisanSight, Meta(description="RUL-TFB-130: When the Axis see an activated partisan")
    ] = "when_activated"
    partisan_track_hex: Annotated[
        PartisanTrackHex, Meta(description="RUL-TFB-107: Partisans placed in woods with a Track")
    ] = "track_allowed"
    penal: Annotated[Penal, Meta(description="RUL-TFB-32: Penal assault units")] = "two_if_in_box"
    penal_no_hedgehog: Annotated[
        PenalNoHedgehog, Meta(description="RUL-TFB-102: Penal unit where there is no hedgehog")
    ] = "not_used"
    penal_start: Annotated[
        PenalStart, Meta(description="RUL-TFB-109: Whose penal units begin on the map")
    ] = "later_offensive"
    pontoon_cost: Annotated[
        PontoonCost, Meta(description="RUL-TFB-73: What crossing a pontoon costs")
    ] = "track"
    reactive_artillery: Annotated[
        ReactiveArtillery, Meta(description="RUL-TFB-222: Reactive artillery")
    ] = "unused"
    rear_control: Annotated[
        RearControl, Meta(description="RUL-TFB-183: Control behind the enemy's front")
    ] = "cut_off"
    recovery_size: Annotated[
        RecoverySize, Meta(description="RUL-TFB-162: RE for which a multi-step unit recovers")
    ] = "present"
    reduced_artillery: Annotated[
        ReducedArtillery,
        Meta(description="RUL-TFB-122: Steps of artillery that is back on the map"),
    ] = "counts"
    reduced_planes: Annotated[ReducedPlanes, Meta(description="RUL-TFB-220: Reduced planes")] = (
        "half_barrage"
    )
    regrouping_attack: Annotated[
        RegroupingAttack, Meta(description="RUL-TFB-22: Attacks by a Regrouping Front")
    ] = "ar_minus_2"
    regrouping_defence: Annotated[
        RegroupingDefence, Meta(description="RUL-TFB-23: Defence of a Regrouping Front")
    ] = "one_level"
    regrouping_length: Annotated[
        RegroupingLength,
        Meta(description="RUL-TFB-21: Length of the Regrouping posture and the Ready box"),
    ] = "four"
    regrouping_supply: Annotated[
        RegroupingSupply, Meta(description="RUL-TFB-24: Combat supply of a Regrouping Front")
    ] = "defence_free"
    remnants: Annotated[Remnants, Meta(description="RUL-TFB-12: Remnant battalions")] = "cadre"
    replacement_saving: Annotated[
        ReplacementSaving, Meta(description="RUL-TFB-67: Saving and joining replacements")
    ] = "as_table"
    reserves_hit: Annotated[
        ReservesHit, Meta(description="RUL-TFB-203: Results that end Reserve Mode")
    ] = "own_part"
    retreat_second_hex: Annotated[
        RetreatSecondHex,
        Meta(description="RUL-TFB-78: A second retreat hex in an enemy zone of control"),
    ] = "state_before"
    retreat_way: Annotated[
        RetreatWay, Meta(description="RUL-TFB-201: Which way a retreat leads")
    ] = "away"
    revised_rebuilds: Annotated[
        RevisedRebuilds, Meta(description="RUL-TFB-190: Revised rebuilds of the series")
    ] = "no"
    river_and_hex: Annotated[
        RiverAndHex, Meta(description="RUL-TFB-75: River and hex multipliers together")
    ] = "defender_picks"
    river_unit: Annotated[
        RiverUnit, Meta(description="RUL-TFB-99: Which unit is the one of 2.4i")
    ] = "pripyat_flotilla"
    road_lifts: Annotated[
        RoadLifts, Meta(description="RUL-TFB-72: Roads through prohibited terrain")
    ] = "all"
    rvgk: Annotated[Rvgk, Meta(description="RUL-TFB-27: RVGK-3 box")] = "refit_box"
    scenario_length: Annotated[
        ScenarioLength, Meta(description="RUL-TFB-241: Length and levels of the short scenarios")
    ] = "long"
    scenario_supply: Annotated[
        ScenarioSupply, Meta(description="RUL-TFB-261: Supply in the short scenarios")
    ] = "share"
    scenario_victory: Annotated[
        ScenarioVictory, Meta(description="RUL-TFB-240: What counts in the short scenarios")
    ] = "places_and_losses"
    seen_supply: Annotated[
        SeenSupply, Meta(description="RUL-TFB-146: Supply and trucks under a stack")
    ] = "under_units_hidden"
    sixteenth_panzer: Annotated[
        SixteenthPanzer, Meta(description="RUL-TFB-90: 16th Panzer Division after 12 Dec 43")
    ] = "only_then"
    soviet_eq_pictures: Annotated[
        SovietEqPictures, Meta(description="RUL-TFB-61: Pictures of the Soviet Eq lines")
    ] = "tanks_and_guns"
    soviet_fallback: Annotated[
        SovietFallback, Meta(description="RUL-TFB-64: Passing over a unit in the Soviet fallback")
    ] = "must_take"
    soviet_hip_shoot: Annotated[
        SovietHipShoot, Meta(description="RUL-TFB-39: Soviet Hip Shoots")
    ] = "none"
    soviet_pax_pictures: Annotated[
        SovietPaxPictures, Meta(description="RUL-TFB-60: Pictures of the Soviet Pax lines")
    ] = "light_and_fortified"
    special_events: Annotated[SpecialEvents, Meta(description="RUL-TFB-38: Special events")] = (
        "two_dice"
    )
    special_extenders: Annotated[
        SpecialExtenders, Meta(description="RUL-TFB-28: Special truck Extenders")
    ] = "two_permanent"
    start_frame: Annotated[
        StartFrame, Meta(description="RUL-TFB-85: Rail capacity and Reserve markers at the start")
    ] = "transcribed"
    stavka: Annotated[Stavka, Meta(description="RUL-TFB-34: How often STAVKA may be asked")] = (
        "once_a_turn"
    )
    stavka_repeat: Annotated[
        StavkaRepeat, Meta(description="RUL-TFB-87: STAVKA and a corps that has already come")
    ] = "mech_for_airborne"
    step_losses: Annotated[
        StepLosses, Meta(description="RUL-TFB-200: What lost steps do to a strength")
    ] = "halved"
    tank_buster: Annotated[TankBuster, Meta(description="RUL-TFB-100: What a tank buster does")] = (
        "marking_only"
    )
    tiger_keeping: Annotated[
        TigerKeeping, Meta(description="RUL-TFB-65: Keeping Tiger rebuilds")
    ] = "add_up"
    trucks_in_zones: Annotated[
        TrucksInZones, Meta(description="RUL-TFB-144: Trucks and wagons in an enemy ZOC")
    ] = "by_mobility"
    two_value_cells: Annotated[
        TwoValueCells, Meta(description="RUL-TFB-45: Combat cells with two values")
    ] = "lower_is_freeze"
    ur_brigades: Annotated[
        UrBrigades, Meta(description="RUL-TFB-33: UR brigades and their attached brigades")
    ] = "attached_pair"
    ur_hedgehog: Annotated[
        UrHedgehog, Meta(description="RUL-TFB-140: A UR stack in a hedgehog above Level 2")
    ] = "stands"
    victory_levels: Annotated[VictoryLevels, Meta(description="RUL-TFB-36: Victory levels")] = (
        "seven_levels"
    )
    victory_points: Annotated[VictoryPoints, Meta(description="RUL-TFB-35: Victory points")] = (
        "soviet_cities"
    )
    vitebsk_call: Annotated[
        VitebskCall,
        Meta(description="RUL-TFB-120: Whether the fall of Vitebsk offers the emergency by itself"),
    ] = "by_itself"
    vitebsk_option: Annotated[
        VitebskOption, Meta(description="RUL-TFB-93: How long the Vitebsk option lasts")
    ] = "next_phase"
    withdrawals: Annotated[Withdrawals, Meta(description="RUL-TFB-4: Withdrawals")] = "named_units"
    word_on_the_map: Annotated[
        WordOnTheMap, Meta(description="RUL-TFB-141: Whose word a fact of the map is")
    ] = "confirmed"


class AllRulings(Rulings, frozen=True, kw_only=True):
    """The same with what only answers turn on."""

    kampfgruppe: Annotated[Kampfgruppe, Meta(description="RUL-TFB-13: Kampfgruppe markers")] = (
        "ad_hoc_formation"
    )
    minsk_isolated: Annotated[
        MinskIsolated, Meta(description="RUL-TFB-10: When Minsk counts as isolated")
    ] = "no_rail_path"
    partisan_target: Annotated[
        PartisanTarget, Meta(description="RUL-TFB-106: A partisan with two targets")
    ] = "soviet_choice"
    soviet_arrival: Annotated[
        SovietArrival, Meta(description="RUL-TFB-3: How Soviet arrivals enter")
    ] = "front_hq"
    supply_caches: Annotated[
        SupplyCaches, Meta(description="RUL-TFB-191: Supply caches of the series")
    ] = "no"
