"""What every request passes through: who may ask, what a call takes and gives, how errors read."""
