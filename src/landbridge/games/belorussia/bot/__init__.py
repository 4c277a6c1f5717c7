"""A player for the map: it looks, draws a line, plans, fights and feeds, a module for each."""
