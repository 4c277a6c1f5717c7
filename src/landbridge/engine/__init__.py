"""The engine knows no game: chance, tables, tallies, rules, agenda, game protocol, match, hexes."""
