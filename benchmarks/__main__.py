"""Runs the benchmarks and prints them as a table: `make benchmarks`.

    python -m benchmarks [--against COMMIT] [--pi] [--only NAME ...]

--against measures another commit too, in turn with this tree, driven alike from outside. --pi adds a table
with the processor share and disk of a Raspberry Pi.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from benchmarks import attacks, growth, idle, pages, post, press, process, reports
from benchmarks.figures import Figure
from benchmarks.goals import GOALS, PI_GOALS, Goal
from benchmarks.pi import Unavailable, pi
from benchmarks.table import head, line, machine, merge
from benchmarks.target import Target, checked_out, installed

BENCHMARKS: Mapping[str, Callable[[Target, Path | None], Iterator[Figure]]] = {
    "post": post.figures,
    "pages": pages.figures,
    "press": press.figures,
    "process": process.figures,
    "attacks": attacks.figures,
    "growth": growth.figures,
    "reports": reports.figures,
}
"""Benchmarks that drive a companion of any tree."""
INTERNAL = {"idle": idle.figures}
"""Benchmarks of this tree's own code."""
ON_PI = ("pages", "press", "process")
ROUNDS = 3
"""Runs of each benchmark on both targets, in turn."""


def main() -> None:
    """Print the tables line by line."""
    options = _options()
    print(machine(), flush=True)
    with ExitStack() as stack:
        targets = [stack.enter_context(installed())]
        if options.against:
            tree = stack.enter_context(checked_out(options.against))
            targets.insert(0, stack.enter_context(installed(tree)))
            print(f"before: {options.against}; each measured {ROUNDS} times in turn, driven from this tree")
        _measure(
            targets,
            _wanted(BENCHMARKS, options.only),
            _wanted(INTERNAL, options.only),
            GOALS,
            complete=not options.only,
        )
        if options.pi:
            _measure_on_pi(targets, _wanted(ON_PI, options.only), complete=not options.only)


def _options() -> argparse.Namespace:
    reader = argparse.ArgumentParser(prog="python -m benchmarks")
    reader.add_argument("--against", default="", metavar="COMMIT", help="measure that one beside, in turn")
    reader.add_argument("--pi", action="store_true", help="measure as slow as a Pi as well")
    reader.add_argument("--only", nargs="+", default=(), metavar="NAME", help="only these measurements")
    return reader.parse_args()


def _wanted(names: Iterable[str], only: Sequence[str]) -> list[str]:
    return [name for name in names if not only or name in only]


def _measure(
    targets: Sequence[Target],
    outside: Iterable[str],
    inside: Iterable[str],
    goals: Mapping[str, Goal],
    data: Path | None = None,
    *,
    complete: bool,
) -> None:
    """Print a table. targets: another commit, if any, and this tree. complete: list unmeasured goals too."""
    print("\n" + head(against=len(targets) > 1), flush=True)
    printed: set[str] = set()
    for name in outside:
        rounds: list[list[dict[str, Figure]]] = [[] for _ in targets]
        for _ in range(ROUNDS if len(targets) > 1 else 1):
            for target, done in zip(targets, rounds, strict=True):
                with tempfile.TemporaryDirectory(dir=data) as folder:
                    place = Path(folder) if data else None
                    done.append({each.name: each for each in BENCHMARKS[name](target, place)})
        every = [merge(done) for done in rounds]
        for figure in every[-1].values():
            before = every[0].get(figure.name) if len(targets) > 1 else None
            print(line(figure, goals.get(figure.name), before=before), flush=True)
        printed |= set(every[-1])
    for name in inside:
        for figure in INTERNAL[name]():
            print(line(figure, goals.get(figure.name)), flush=True)
            printed.add(figure.name)
    for name in goals:
        if name not in printed and complete:
            print(line(None, None, name=name))


def _measure_on_pi(targets: Iterable[Target], names: Iterable[str], *, complete: bool) -> None:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        try:
            slow = [stack.enter_context(pi(Path(folder), target)) for target in targets]
        except Unavailable as why:
            print(f"\nAs slow as a Pi: {why}")
            for name in PI_GOALS:
                print(line(None, None, name=name))
            return
        print(f"\nAs slow as a Pi: {slow[-1].description}")
        _measure([each.target for each in slow], names, (), PI_GOALS, slow[-1].folder, complete=complete)


if __name__ == "__main__":
    main()
