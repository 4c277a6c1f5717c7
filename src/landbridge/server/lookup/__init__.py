"""What only looks things up: rules, charts, questions, boards."""
