"""Air: combat, flak, drops, and the Soviet air armies."""
