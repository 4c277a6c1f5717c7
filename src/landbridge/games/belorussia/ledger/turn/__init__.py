"""A turn of the ledger: weather, first player, the player turns and the end."""
