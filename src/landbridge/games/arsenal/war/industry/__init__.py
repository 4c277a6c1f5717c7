"""The Soviet industry phase: picking, deploying, entraining and moving factories."""
