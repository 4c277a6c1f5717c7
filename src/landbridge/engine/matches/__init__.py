"""Matches: history, saves, snapshots, taking back, and what can be proved of one."""
