"""Studying the games: what a whole campaign holds in store, exactly."""
