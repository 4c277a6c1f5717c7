"""The map as a picture: landscape, water, ways, places and names; a set-up's counters on it."""
