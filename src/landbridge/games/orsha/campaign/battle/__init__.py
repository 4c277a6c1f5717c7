"""The battle: on the table or by chance, the Game End dr, aircraft."""
