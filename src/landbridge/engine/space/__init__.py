"""Space: hexes, map sheets, and what moves, reaches and traces over them.

A game gives costs and what blocks; it never walks places itself. Every search has a plain form and
a compiled one with the same integers (`kernels`).
"""
