"""Tutorials: lessons as data, and the coach who says which of them holds in a position."""
