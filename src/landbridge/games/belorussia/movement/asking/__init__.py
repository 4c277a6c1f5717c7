"""Questions about units, modes, stacks, marches and breakdowns in a sketched position."""
