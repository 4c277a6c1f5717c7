"""Orders of arrival: what comes and goes, dated events, emergencies, packs that fill gaps."""
