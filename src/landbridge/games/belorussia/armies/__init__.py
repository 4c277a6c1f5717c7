"""The armies: every counter with its values, and where each stands as a scenario begins."""
