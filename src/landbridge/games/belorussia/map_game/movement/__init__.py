"""Marches, modes, stacks, loads and trains on the map."""
