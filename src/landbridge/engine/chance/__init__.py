"""Chance: nature and its dice, tables, tallies, and the exact odds of anything that uses them."""
