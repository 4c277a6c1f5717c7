"""Attacks and battles, round by round, and their forecasts."""
