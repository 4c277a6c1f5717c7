"""Fortifications, hidden placement and reconnaissance."""
