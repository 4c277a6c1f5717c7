"""The ground: the map, its entry areas, its victory locations and who Controls them."""
