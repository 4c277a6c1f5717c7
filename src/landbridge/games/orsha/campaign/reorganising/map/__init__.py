"""The map: markers (9.602), clearing (9.607), Blazes (9.609), Fortifications taken up (9.615)."""
