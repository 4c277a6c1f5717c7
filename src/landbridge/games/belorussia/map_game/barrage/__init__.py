"""Barrage Segments on the map."""
