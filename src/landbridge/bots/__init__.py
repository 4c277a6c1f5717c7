"""Players that are programs. They know a game only by what it offers."""
