"""A player for the war in the East: one module for each thing it thinks about."""
