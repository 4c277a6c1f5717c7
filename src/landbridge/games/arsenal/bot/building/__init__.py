"""Building: replacements and reinforcements, composite armies, factories."""
