"""A position as it is shown: the board of a client, sheets, a summary."""
