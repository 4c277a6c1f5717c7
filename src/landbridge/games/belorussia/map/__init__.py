"""The map: four sheets in the booklets' hex numbers, and the country on them."""
