"""Before a battle, in secret (8.6 to 8.9): purchases, Fortifications, Recon, Observers."""
