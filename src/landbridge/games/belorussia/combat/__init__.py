"""Ground combat and barrage, from strengths to retreats."""
