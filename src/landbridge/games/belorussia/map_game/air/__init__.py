"""Air bases and missions on the map."""
