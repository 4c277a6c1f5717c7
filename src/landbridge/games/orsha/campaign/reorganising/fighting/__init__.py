"""What the battle left to be settled: Melees (9.601), checks of single pieces (9.604)."""
