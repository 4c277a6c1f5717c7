"""Properties are about results, not about how busy the machine is."""

from hypothesis import settings

settings.register_profile("no hurry", deadline=None)
settings.load_profile("no hurry")
