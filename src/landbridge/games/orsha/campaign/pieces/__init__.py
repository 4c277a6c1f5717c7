"""Pieces of a side: its roster, armament, Armor Leaders, Guards, losses."""
