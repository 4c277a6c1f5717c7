"""Replacements: the rolls, the special tables, the rebuild charts, paying for rebuilds."""
