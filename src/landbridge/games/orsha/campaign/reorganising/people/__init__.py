"""People: rally (9.603), prisoners (9.608), wounds (9.610), recombining and hardening (9.611)."""
