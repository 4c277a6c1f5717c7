"""Keeping every device in step: live updates, what changed, how each role counts."""
