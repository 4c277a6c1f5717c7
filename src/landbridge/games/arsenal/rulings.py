"""The switches of the rulings in data/rulings/; written by scripts/rulings.py."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

AirWar = Literal["both_sides", "attack_only"]
"""RUL-DC-42"""
ArrivalTurn = Literal["pays", "free"]
"""RUL-DC-19"""
CapturedEntrained = Literal["destroyed", "escapes"]
"""RUL-DC-15"""
CityInfantry = Literal["month_groups", "every_month"]
"""RUL-DC-37"""
CmgException = Literal["mud_and_snow", "no_exception"]
"""RUL-DC-27"""
CompositeParts = Literal["dead_pile", "out_of_play"]
"""RUL-DC-23"""
CompositeSupply = Literal["any", "overland"]
"""RUL-DC-24"""
Contact = Literal["stops", "free"]
"""RUL-DC-48"""
Defection = Literal["conditions", "capitals_only"]
"""RUL-DC-10"""
Embarkation = Literal["always_waits", "railed_plants_only"]
"""RUL-DC-21"""
EntrainedWaits = Literal["may_wait", "must_travel"]
"""RUL-DC-20"""
EntryKinds = Literal["both", "replacements_only"]
"""RUL-DC-7"""
ExpansionChances = Literal["ten_in_all", "ten_in_game", "ten_built"]
"""RUL-DC-13"""
ExpansionSite = Literal["at_deployment", "at_pick", "in_supply"]
"""RUL-DC-14"""
FactoryLines = Literal["friendly", "supplied"]
"""RUL-DC-18"""
FallenAlly = Literal["defend_at_home", "fight_at_home", "hungary_fights_on", "until_retaken"]
"""RUL-DC-8"""
FireOrder = Literal["defender_first", "simultaneous"]
"""RUL-DC-33"""
FlipMonth = Literal["no_output", "output_first"]
"""RUL-DC-17"""
FortifiedHits = Literal["one_more", "none_more"]
"""RUL-DC-26"""
Fortify = Literal["infantry_only", "armour_too"]
"""RUL-DC-28"""
Gaps = Literal["closed", "open", "one_side"]
"""RUL-DC-49"""
GuardsNumber = Literal["of_the_tank_army", "any_free"]
"""RUL-DC-29"""
HeldOff = Literal["next_turn", "full_turn"]
"""RUL-DC-3"""
Isolation = Literal["second_turn", "first_turn"]
"""RUL-DC-34"""
LiftShortfall = Literal["along_lines", "all_lifted"]
"""RUL-DC-47"""
May1941 = Literal["off", "on"]
"""RUL-DC-44"""
NavalWar = Literal["air_blockade", "torpedoes_only"]
"""RUL-DC-43"""
NewComposite = Literal["may_entrain", "stays"]
"""RUL-DC-25"""
NoWayHome = Literal["wait", "lost"]
"""RUL-DC-46"""
NorthernExtension = Literal["with", "without"]
"""RUL-DC-36"""
OperationalLines = Literal["armour_two", "one_line"]
"""RUL-DC-40"""
Parachutes = Literal["off", "on"]
"""RUL-DC-30"""
ReadyFactory = Literal["deployed", "may_wait"]
"""RUL-DC-45"""
Recovery = Literal["initial_phase", "end_of_turn"]
"""RUL-DC-31"""
ReservesRelease = Literal["january_or_early", "january_fixed"]
"""RUL-DC-9"""
RumanianLift = Literal["dispersed", "in_order", "connected_only"]
"""RUL-DC-11"""
Sequence = Literal["strategic_first", "operations_first"]
"""RUL-DC-32"""
ShortWar = Literal["points", "hard_for_the_axis"]
"""RUL-DC-41"""
SiberianEdges = Literal["eastern", "southeastern_too"]
"""RUL-DC-2"""
Stacking = Literal["six_and_nine", "no_limit"]
"""RUL-DC-6"""
StandingFactory = Literal["one_hit", "by_capture_only"]
"""RUL-DC-16"""
StartFactories = Literal["historical", "chosen"]
"""RUL-DC-12"""
Stavka = Literal["attack_and_capacity", "attack_only", "no_effect"]
"""RUL-DC-5"""
StayingPut = Literal["free", "costs_a_move"]
"""RUL-DC-4"""
StrategicLines = Literal["rail_only", "all_lines"]
"""RUL-DC-38"""
Torpedo = Literal["by_sea", "one_in_six"]
"""RUL-DC-22"""
UnmetSymbol = Literal["lost", "carried_over"]
"""RUL-DC-1"""
VictoryTerms = Literal["sudden_and_final", "final_only"]
"""RUL-DC-39"""
Winter = Literal["first_winter_hard", "all_alike"]
"""RUL-DC-35"""
Workers = Literal["take_up_arms", "stay_at_work"]
"""RUL-DC-50"""


class Rulings(Struct, frozen=True, kw_only=True):
    """What is chosen where the documents leave a question open, as far as a match turns on it."""

    air_war: Annotated[AirWar, Meta(description="RUL-DC-42: Aircraft")] = "both_sides"
    arrival_turn: Annotated[ArrivalTurn, Meta(description="RUL-DC-19: The turn of arrival")] = (
        "pays"
    )
    captured_entrained: Annotated[
        CapturedEntrained, Meta(description="RUL-DC-15: An entrained factory on a point that falls")
    ] = "destroyed"
    city_infantry: Annotated[
        CityInfantry, Meta(description="RUL-DC-37: Replacements from the map")
    ] = "month_groups"
    cmg_exception: Annotated[
        CmgException, Meta(description="RUL-DC-27: The exception for Cavalry-Mechanized Groups")
    ] = "mud_and_snow"
    composite_parts: Annotated[
        CompositeParts, Meta(description="RUL-DC-23: The parts of a composite")
    ] = "dead_pile"
    composite_supply: Annotated[
        CompositeSupply, Meta(description="RUL-DC-24: Supply for making a composite")
    ] = "any"
    contact: Annotated[Contact, Meta(description="RUL-DC-48: Movement beside the enemy")] = "stops"
    defection: Annotated[Defection, Meta(description="RUL-DC-10: When an ally leaves the war")] = (
        "conditions"
    )
    embarkation: Annotated[Embarkation, Meta(description="RUL-DC-21: Waiting in the port")] = (
        "always_waits"
    )
    entrained_waits: Annotated[
        EntrainedWaits, Meta(description="RUL-DC-20: A factory that waits")
    ] = "may_wait"
    entry_kinds: Annotated[
        EntryKinds, Meta(description="RUL-DC-7: Entry points for both kinds")
    ] = "both"
    expansion_chances: Annotated[
        ExpansionChances, Meta(description="RUL-DC-13: Ten chances to expand")
    ] = "ten_in_all"
    expansion_site: Annotated[
        ExpansionSite, Meta(description="RUL-DC-14: Where a new factory goes")
    ] = "at_deployment"
    factory_lines: Annotated[
        FactoryLines, Meta(description="RUL-DC-18: How far and over what a factory travels")
    ] = "friendly"
    fallen_ally: Annotated[FallenAlly, Meta(description="RUL-DC-8: A fallen ally")] = (
        "defend_at_home"
    )
    fire_order: Annotated[FireOrder, Meta(description="RUL-DC-33: How combat is fought")] = (
        "defender_first"
    )
    flip_month: Annotated[FlipMonth, Meta(description="RUL-DC-17: The month of entraining")] = (
        "no_output"
    )
    fortified_hits: Annotated[
        FortifiedHits, Meta(description="RUL-DC-26: Hits on fortified units")
    ] = "one_more"
    fortify: Annotated[Fortify, Meta(description="RUL-DC-28: Who may fortify")] = "infantry_only"
    gaps: Annotated[Gaps, Meta(description="RUL-DC-49: Gaps in a line")] = "closed"
    guards_number: Annotated[
        GuardsNumber, Meta(description="RUL-DC-29: The number of a Guards Tank Army")
    ] = "of_the_tank_army"
    held_off: Annotated[HeldOff, Meta(description="RUL-DC-3: Held off for one turn")] = "next_turn"
    isolation: Annotated[Isolation, Meta(description="RUL-DC-34: Supply and isolation")] = (
        "second_turn"
    )
    lift_shortfall: Annotated[
        LiftShortfall, Meta(description="RUL-DC-47: Rumanians for whom no move is left")
    ] = "along_lines"
    may_1941: Annotated[May1941, Meta(description="RUL-DC-44: May 1941")] = "off"
    naval_war: Annotated[NavalWar, Meta(description="RUL-DC-43: Aircraft against ships")] = (
        "air_blockade"
    )
    new_composite: Annotated[
        NewComposite, Meta(description="RUL-DC-25: A composite in its first turn")
    ] = "may_entrain"
    no_way_home: Annotated[
        NoWayHome, Meta(description="RUL-DC-46: Turned troops without a way home")
    ] = "wait"
    northern_extension: Annotated[
        NorthernExtension, Meta(description="RUL-DC-36: The map and the armies")
    ] = "with"
    operational_lines: Annotated[
        OperationalLines, Meta(description="RUL-DC-40: How far units move")
    ] = "armour_two"
    parachutes: Annotated[Parachutes, Meta(description="RUL-DC-30: Parachute troops")] = "off"
    ready_factory: Annotated[
        ReadyFactory, Meta(description="RUL-DC-45: A new factory that is ready")
    ] = "deployed"
    recovery: Annotated[Recovery, Meta(description="RUL-DC-31: When dispersed units recover")] = (
        "initial_phase"
    )
    reserves_release: Annotated[
        ReservesRelease, Meta(description="RUL-DC-9: The Siberian Reserves")
    ] = "january_or_early"
    rumanian_lift: Annotated[
        RumanianLift, Meta(description="RUL-DC-11: The Rumanians who go home")
    ] = "dispersed"
    sequence: Annotated[Sequence, Meta(description="RUL-DC-32: The order of the phases")] = (
        "strategic_first"
    )
    short_war: Annotated[ShortWar, Meta(description="RUL-DC-41: Short scenarios")] = "points"
    siberian_edges: Annotated[
        SiberianEdges, Meta(description="RUL-DC-2: Edges for Siberian replacements")
    ] = "eastern"
    stacking: Annotated[Stacking, Meta(description="RUL-DC-6: Stacking")] = "six_and_nine"
    standing_factory: Annotated[
        StandingFactory, Meta(description="RUL-DC-16: A factory that is fought for")
    ] = "one_hit"
    start_factories: Annotated[
        StartFactories, Meta(description="RUL-DC-12: Where the eleven factories stand")
    ] = "historical"
    stavka: Annotated[Stavka, Meta(description="RUL-DC-5: What STAVKA HQ does")] = (
        "attack_and_capacity"
    )
    staying_put: Annotated[
        StayingPut, Meta(description="RUL-DC-4: A replacement that stays where it is placed")
    ] = "free"
    strategic_lines: Annotated[
        StrategicLines, Meta(description="RUL-DC-38: Strategic movement")
    ] = "rail_only"
    torpedo: Annotated[Torpedo, Meta(description="RUL-DC-22: Torpedoes")] = "by_sea"
    unmet_symbol: Annotated[
        UnmetSymbol, Meta(description="RUL-DC-1: A symbol without a dead unit")
    ] = "lost"
    victory_terms: Annotated[VictoryTerms, Meta(description="RUL-DC-39: Victory")] = (
        "sudden_and_final"
    )
    winter: Annotated[
        Winter, Meta(description="RUL-DC-35: Weather, lines and the first winter")
    ] = "first_winter_hard"
    workers: Annotated[
        Workers, Meta(description="RUL-DC-50: Workers of a factory near the front")
    ] = "take_up_arms"


class AllRulings(Rulings, frozen=True, kw_only=True):
    """The same with what only answers turn on."""
