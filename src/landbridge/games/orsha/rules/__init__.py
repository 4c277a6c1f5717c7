"""The rules, chapter by chapter: what each says of given facts. No rule here knows a match."""
