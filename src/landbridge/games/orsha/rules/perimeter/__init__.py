"""Perimeters: grains, loops, pockets, Isolation and Escape (9.605 and 9.606)."""
