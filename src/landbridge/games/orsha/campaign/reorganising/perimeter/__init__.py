"""Perimeters (9.605), and Escape of those outside them (9.606)."""
