"""The Replacement/Reinforcement Phase: what is due, where it is placed, composites."""
