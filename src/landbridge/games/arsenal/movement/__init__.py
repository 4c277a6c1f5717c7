"""Strategic movement and parachute drops."""
