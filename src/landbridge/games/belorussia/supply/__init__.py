"""Supply: income and placement, attrition, dumps."""
