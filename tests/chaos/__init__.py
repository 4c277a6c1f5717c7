"""Chaos: servers and databases are killed at random while several people play."""
