"""Purchases: Reinforcement Groups, their prices and limits, whole plans and their odds."""
