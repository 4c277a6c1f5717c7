"""Matches: acting, seats, rights, what each role may see, live updates, endings."""
