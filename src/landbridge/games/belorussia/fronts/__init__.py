"""The four Soviet Fronts: postures, barrage, headquarters."""
