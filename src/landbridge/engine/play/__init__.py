"""Play: the protocol of a game, its agenda of steps, its verbs, and the log."""
