"""Dark Crusade: factories, Siberian replacements, composite armies. So far, its rule list."""

TITLE = "Dark Crusade"
PREFIX = "DC"
GAME = ""
QUESTIONS: dict[str, str] = {}
TABLES: dict[str, str] = {}
