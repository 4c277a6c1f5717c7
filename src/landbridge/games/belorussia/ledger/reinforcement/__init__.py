"""The Reinforcement Phase: a checklist of duties, each in a module of its own."""
