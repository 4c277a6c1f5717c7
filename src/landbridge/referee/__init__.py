"""The referee beside the table: finds games and questions by name, runs cases, counts coverage."""
