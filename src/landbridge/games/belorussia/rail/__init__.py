"""Railways: where trains stop, what they carry and who relays the track (OCS 13.3)."""
