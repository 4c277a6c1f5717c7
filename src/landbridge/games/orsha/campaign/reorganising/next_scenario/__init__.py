"""The next scenario: what is Retained (CG7), date and SAN, CPP, ELR, weather (9.612 to 9.618)."""
