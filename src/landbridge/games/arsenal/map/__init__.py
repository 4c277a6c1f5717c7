"""The map: points and lines, the seas, supply along lines, and the weather over all of it."""
