"""The campaign On Track to Orsha: purchases, rosters, results and reorganisation, date by date.

The battles stay on the table. `game.py` joins the steps, `state.py` holds the position, each other
module is a part of a date that a player knows.
"""
