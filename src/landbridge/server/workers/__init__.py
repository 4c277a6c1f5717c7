"""Processes that work for the server: long questions, and bots."""
