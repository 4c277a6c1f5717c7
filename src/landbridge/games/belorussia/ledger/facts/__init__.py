"""Facts of the map that players note in the ledger, or claim of each other."""
