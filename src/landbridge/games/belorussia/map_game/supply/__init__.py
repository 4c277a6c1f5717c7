"""Fuel, the Supply Phase, Extenders and Breakout on the map."""
