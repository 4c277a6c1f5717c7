"""Rules: citing and muting them, rulings on what is open, and questions with their answers."""
