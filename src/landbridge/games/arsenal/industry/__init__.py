"""The Soviet factories: where they stand, how they grow in number, move and produce."""
