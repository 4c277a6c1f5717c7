"""The war on the map: state, phases, movement, combat, industry, the end."""
