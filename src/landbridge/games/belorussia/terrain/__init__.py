"""Terrain: what it costs to enter, and what it does to combat."""
