"""Vehicles, weapons, ammunition and radios (9.613, 9.614, 9.620)."""
