"""Dark Crusade: factories, Siberian replacements and composite armies, 1941 to 1945."""

from landbridge.engine.manifest import BotInfo, GameInfo, TutorialInfo

QUESTIONS: dict[str, str] = {
    # Calendar, replacements, reinforcements
    "calendar_turn": "turn_box:CalendarTurn",
    "sequence": "calendar:TheSequence",
    "siberian": "forces.siberia:Siberian",
    "siberian_entry": "forces.siberia:SiberianEntry",
    "replacement": "forces.replacements:Replacement",
    "dead_pile": "forces.replacements:DeadPile",
    "replaced_by": "forces.replacements:ReplacedBy",
    "city_infantry": "forces.replacements:CityInfantrySymbols",
    "axis_replacements": "forces.replacements:AxisReplacements",
    "reinforcement": "forces.reinforcements:Reinforcement",
    "arrivals": "forces.reinforcements:TheArrivals",
    "siberian_reserves": "forces.siberian_reserves:SiberianReserves",
    "entry": "forces.entry:EntryPoints",
    "ally_status": "forces.allies:TheAlly",
    "way_home": "forces.homecoming:WayHome",
    "rumanian_lift": "forces.homecoming:RumanianLiftHome",
    # Factories
    "factories": "industry.factories:Factories",
    "factory_fate": "industry.factories:FactoryFate",
    "expansion": "industry.expansion:Expansion",
    "deployment": "industry.expansion:Deployment",
    "production": "industry.production:Production",
    "factory_move": "industry.factory_moves:TheFactoryMove",
    "workers": "industry.militia:TheWorkers",
    # Composite armies, strategic movement
    "composite": "forces.composite_questions:TheComposite",
    "break_down": "forces.composite_questions:BreakDown",
    "parachute_drop": "movement.parachutes:ParachuteDrop",
    "dispersal": "forces.dispersal:TheDispersal",
    "strategic_capacity": "movement.strategic_movement:StrategicCapacity",
    "strategic_move": "movement.strategic_movement:TheStrategicMove",
    # Map, supply, combat
    "point": "map.points:ThePoint",
    "map_picture": "map.drawing:MapPicture",
    "supply": "map.supply_lines:Supply",
    "weather": "map.weather:WeatherOf",
    "line_capacity": "movement.line_capacity:LineCapacity",
    "moves_as": "movement.line_capacity:MovesAs",
    "march": "movement.contact:TheMarch",
    "unit": "forces.unit_values:UnitValues",
    "order_of_battle": "forces.units:OrderOfBattle",
    "air_surprise": "combat.air_surprise:AirSurprise",
    "combat": "combat.question:Combat",
    "air_battle": "combat.aircraft:AirBattle",
    "victory": "victory:Victory",
}

TABLES: dict[str, str] = {
    # Calendar, replacements, reinforcements
    "calendar.german": "forces.replacements:GERMAN",
    "calendar.may_weather": "map.weather:MAY_WEATHER",
    "allies.release": "forces.siberian_reserves:RELEASE",
    # Factories
    "seas.torpedo": "map.seas:TORPEDO",
    # Composite armies, strategic movement
    "combat.parachute": "movement.parachutes:DROP",
    # Map, supply, combat
    "combat.fire": "combat.resolution:FIRE",
    "air.battle": "combat.aircraft:AIR_BATTLE",
    "unit_kinds.surprise": "combat.air_surprise:SURPRISE",
    "weather.capacity": "movement.line_capacity:CAPACITY",
}

INFO = GameInfo(
    name="arsenal",
    title="Dark Crusade",
    prefix="DC",
    package=__name__,
    roles=("soviet", "axis"),
    colours={"soviet": "soviet", "axis": "axis"},
    game="war.game:Arsenal",
    questions=QUESTIONS,
    tables=TABLES,
    bots={
        "keen": BotInfo(
            "bot.keen:Keen",
            "counts replacements, masses what an attack wants, plans over months and for the score",
        ),
        "steady": BotInfo(
            "bot.player:Steady", "plans every phase, knows the odds, holds its lines"
        ),
        "novice": BotInfo(
            "bot.novice:Novice",
            "attacks too thinly, gives no ground, does not think of your reply; for a first match",
        ),
    },
    tutorials={"tutorial": TutorialInfo("tutorials/smolensk.toml", "war.guide:WarGuide")},
    board="war.display.board:WarBoard",
    diary="diary.diary:Diary",
)
