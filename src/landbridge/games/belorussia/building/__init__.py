"""Engineers and what they build (OCS 13.8, 15, 16)."""
