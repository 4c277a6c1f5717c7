"""The campaign on paper."""
