"""The Forgotten Battles: Belorussia, 26 September 1943 to 26 April 1944, on the OCS series rules."""

TITLE = "The Forgotten Battles"
PREFIX = "TFB"
GAME = "campaign:Belorussia"

QUESTIONS = {
    # Calendar and weather
    "turns": "calendar:Turns",
    "turn": "calendar:TheTurn",
    "campaign_start": "calendar:CampaignStart",
    "ground_condition": "weather:GroundCondition",
    "flight_condition": "weather:FlightCondition",
    "weather": "weather:Weather",
    "possible_grounds": "weather:PossibleGrounds",
    "air_missions": "weather:AirMissions",
    "refit": "weather:Refit",
    "ground_effects": "weather:GroundEffects",
    "deep_freeze": "weather:DeepFreeze",
    "mud_end": "weather:MudEnd",
    "ice": "ice:IceAfter",
    "ice_dates": "ice:WhenIce",
    "ice_effects": "ice:IceEffects",
    # Supply, replacements, rebuilding
    # Terrain
    # Orders of arrival
    # Special units, partisans, air
    # Series combat, barrage, air, supply
}

TABLES = {
    # Calendar and weather
    "weather.ground": "weather:GROUND",
    "weather.flight": "weather:FLIGHT",
    # Supply, replacements, rebuilding
    # Terrain
    # Orders of arrival
    # Special units, partisans, air
    # Series combat, barrage, air, supply
}
