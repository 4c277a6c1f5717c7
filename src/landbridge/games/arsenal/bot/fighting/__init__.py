"""Fighting: attacks, advances, drops, aircraft, and what to do in a battle."""
