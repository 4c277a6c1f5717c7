"""The map with everything on it: the land, the counters, where they stand and in which state."""
