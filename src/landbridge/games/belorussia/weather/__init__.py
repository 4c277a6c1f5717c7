"""The weather: ground and flight conditions, what they do, Ice, and the end by Mud."""
