"""Judging a position: what the bot knows by heart, threats, the line and what can be kept."""
