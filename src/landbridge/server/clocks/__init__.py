"""Days for a move, the server's own time, leave."""
