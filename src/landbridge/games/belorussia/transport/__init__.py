"""Trucks and wagons: what they load, where they unload, and what that costs (OCS 13.2)."""
