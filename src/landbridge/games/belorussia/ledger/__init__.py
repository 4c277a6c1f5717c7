"""The campaign ledger: the whole campaign beside the map, turn by turn, with both sides' books.

The map, the stacks and the combats stay on the table. The ledger walks the sequence of play, rolls
or takes the dice, says what both sides must do, checks it, and keeps the books.
"""
