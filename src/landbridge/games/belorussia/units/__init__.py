"""Special units of both sides, each with its own rules."""
