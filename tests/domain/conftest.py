from hypothesis import settings

# A busy machine is slow, not wrong: how long an example takes is measured by `make bench`, not here.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
