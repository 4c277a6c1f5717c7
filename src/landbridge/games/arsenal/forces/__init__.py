"""The armies: units, composites, what is replaced, what arrives, and the allies."""
