"""Strategic and operational movement, overstacking, aircraft and drops."""
