"""Measurements, side by side in one run: each figure stands beside a yardstick of its own."""
