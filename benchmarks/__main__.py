"""Every measurement, one after another: `make benchmarks`. What a goal is stands behind the figure."""

from __future__ import annotations

from benchmarks import calls, copying, display, long_game, panel, post, process, reader, replay


def main() -> None:
    for measurement in (calls, display, panel, post, replay, long_game, reader, copying, process):
        measurement.main()


if __name__ == "__main__":
    main()
