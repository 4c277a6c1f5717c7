"""Onslaught to Orsha: the campaign game around an ASL battle. So far, its rule list."""

TITLE = "Onslaught to Orsha"
PREFIX = "OTO"
GAME = ""
QUESTIONS: dict[str, str] = {}
TABLES: dict[str, str] = {}
