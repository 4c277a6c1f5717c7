"""The operational game on its map: a match that knows where everything stands."""
