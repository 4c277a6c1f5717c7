"""Marching on the map: modes, zones of control, stacking, movement (OCS 4 to 6 and 20)."""
