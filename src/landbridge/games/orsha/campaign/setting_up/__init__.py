"""Setting up (9.2, 9.3, CG11, CG12): wind, notes of where pieces stand, inspection, the start."""
