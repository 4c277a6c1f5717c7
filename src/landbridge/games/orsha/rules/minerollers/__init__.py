"""Minerollers (PT1 to PT4)."""
