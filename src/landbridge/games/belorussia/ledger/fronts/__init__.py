"""The Fronts in the ledger: orders, Offensives and their objectives."""
