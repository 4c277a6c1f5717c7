"""Standing orders: what a side decides beforehand, so that nobody waits for it."""
