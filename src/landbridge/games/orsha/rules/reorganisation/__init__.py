"""The Reorganisation Phase, step by step (9.5 to 9.621)."""
