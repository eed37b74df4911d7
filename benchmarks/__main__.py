"""Every measurement, one after another: `make benchmarks`. What a goal is stands behind the figure."""

from __future__ import annotations

from benchmarks import calls, copying, display, long_game, panel, post, process, reader, replay, soak

SOAKED = "10"
"""Minutes for a day's play; alone it takes its hour."""


def main() -> None:
    for measurement in (calls, display, panel, post, replay, long_game, reader, copying, process):
        measurement.main()
    soak.main(SOAKED)


if __name__ == "__main__":
    main()
