"""Where matches live. `files` keeps one match in one file."""
