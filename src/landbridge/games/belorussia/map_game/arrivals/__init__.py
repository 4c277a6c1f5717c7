"""Reinforcements, rebuilding and withdrawals on the map."""
