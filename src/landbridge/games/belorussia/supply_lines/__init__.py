"""Supply on the map: paths, draw and throw, trace, fuel, eating, breakout (OCS 12 and 13.1)."""
