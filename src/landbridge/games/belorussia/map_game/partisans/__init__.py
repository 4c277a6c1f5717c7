"""Partisans on the map."""
