"""Accounts, sessions, passwords, moderation."""
