"""Battles on the ground and in the air, and their exact odds."""
