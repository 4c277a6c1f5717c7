"""Arriving: strength, weapons, leaders and types of what was bought."""
