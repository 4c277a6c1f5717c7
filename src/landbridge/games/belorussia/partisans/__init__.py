"""Partisans: placed, moved, and what they do."""
