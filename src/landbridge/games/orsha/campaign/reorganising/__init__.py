"""The Reorganisation Phase (9.5 to 9.621) of a match: its steps with their dice and choices."""
