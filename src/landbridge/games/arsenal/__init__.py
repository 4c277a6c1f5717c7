"""Dark Crusade: factories, Siberian replacements and composite armies, 1941 to 1945."""

TITLE = "Dark Crusade"
PREFIX = "DC"
GAME = "war.game:Arsenal"
BOTS = {
    "steady": ("bot.player:Steady", "plans every phase, knows the odds, holds its lines"),
    "novice": (
        "bot.novice:Novice",
        "means well, but overlooks chances, attacks too thinly and forgets; for a first match",
    ),
}
DIARY = "bot.diary:Diary"
BOARD = "war.board:WarBoard"

QUESTIONS: dict[str, str] = {
    # Calendar, replacements, reinforcements
    "calendar_turn": "turn_box:CalendarTurn",
    "sequence": "calendar:TheSequence",
    "siberian": "siberia:Siberian",
    "siberian_entry": "siberia:SiberianEntry",
    "replacement": "replacements:Replacement",
    "dead_pile": "replacements:DeadPile",
    "replaced_by": "replacements:ReplacedBy",
    "city_infantry": "replacements:CityInfantrySymbols",
    "axis_replacements": "replacements:AxisReplacements",
    "reinforcement": "reinforcements:Reinforcement",
    "arrivals": "reinforcements:TheArrivals",
    "siberian_reserves": "reinforcements:SiberianReserves",
    "entry": "entry:EntryPoints",
    "ally_status": "allies:TheAlly",
    "way_home": "allies:TheWayHome",
    "rumanian_lift": "allies:RumanianLiftHome",
    # Factories
    "factories": "factories:Factories",
    "factory_fate": "factories:FactoryFate",
    "expansion": "expansion:Expansion",
    "deployment": "expansion:Deployment",
    "production": "production:Production",
    "factory_move": "factory_moves:TheFactoryMove",
    # Composite armies, strategic movement
    "composite": "composite_questions:TheComposite",
    "break_down": "composite_questions:BreakDown",
    "parachute_drop": "parachutes:ParachuteDrop",
    "dispersal": "dispersal:TheDispersal",
    "strategic_capacity": "strategic_movement:StrategicCapacity",
    "strategic_move": "strategic_movement:TheStrategicMove",
    # Map, supply, combat
    "point": "map:ThePoint",
    "map_picture": "drawing:MapPicture",
    "supply": "supply_lines:Supply",
    "weather": "weather:WeatherOf",
    "line_capacity": "weather:LineCapacity",
    "moves_as": "weather:MovesAs",
    "unit": "units:UnitValues",
    "order_of_battle": "units:OrderOfBattle",
    "air_surprise": "units:AirSurprise",
    "combat": "combat:Combat",
    "air_battle": "aircraft:AirBattle",
    "victory": "victory:Victory",
}

TABLES: dict[str, str] = {
    # Calendar, replacements, reinforcements
    "calendar.german": "replacements:GERMAN",
    "calendar.may_weather": "weather:MAY_WEATHER",
    "allies.release": "reinforcements:RELEASE",
    # Factories
    "seas.torpedo": "seas:TORPEDO",
    # Composite armies, strategic movement
    "combat.parachute": "parachutes:DROP",
    # Map, supply, combat
    "combat.fire": "combat_model:FIRE",
    "air.battle": "aircraft:AIR_BATTLE",
    "unit_kinds.surprise": "units:SURPRISE",
    "weather.capacity": "weather:CAPACITY",
}
