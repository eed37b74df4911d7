"""Scripts that print how fast the companion is; see `python -m benchmarks`."""
