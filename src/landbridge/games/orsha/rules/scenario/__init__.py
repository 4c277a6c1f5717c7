"""A scenario of the campaign: dates, set-up, weather, special rules, victory."""
