"""What every test shares: Hypothesis tries the same examples each time, so that a red run can be repeated."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "companion",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("companion")
