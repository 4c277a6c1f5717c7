"""Where matches live: one in a file of its own, or all of a server's in one database."""
