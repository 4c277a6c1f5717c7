"""Attacks and overruns on the map, from the order to the advance."""
