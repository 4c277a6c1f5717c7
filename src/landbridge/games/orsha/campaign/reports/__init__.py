"""After a battle: reports row by row or as a form, what both sides agree on, the score."""
