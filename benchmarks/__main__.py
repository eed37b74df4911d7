"""Every measurement in one table: `make benchmarks`.

    python -m benchmarks [--against COMMIT] [--pi] [--only NAME ...]

With --against each is done in turn on this tree and on another commit's, driven alike from outside. With
--pi there is a second table: the same with as little as a Raspberry Pi has.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from benchmarks import attacks, growth, idle, pages, post, press, process, reports
from benchmarks.figures import Figure
from benchmarks.goals import AS_SLOW_AS_A_PI, HERE, Goal
from benchmarks.pi import NotHereError, pi
from benchmarks.side import Side, as_players_have_it, checked_out
from benchmarks.table import head, line, machine, merged

FROM_OUTSIDE: Mapping[str, Callable[[Side, Path | None], Iterator[Figure]]] = {
    "post": post.figures,
    "pages": pages.figures,
    "press": press.figures,
    "process": process.figures,
    "attacks": attacks.figures,
    "growth": growth.figures,
    "reports": reports.figures,
}
"""Those that drive a companion of any tree."""
INSIDE = {"idle": idle.figures_inside}
"""Those that look into this tree."""
LIKE_A_PI = ("pages", "press", "process")
ROUNDS = 3
"""How often each is done in turn on both sides."""


def main() -> None:
    """Print the tables as the figures come."""
    asked = _asked()
    print(machine(), flush=True)
    with ExitStack() as stack:
        sides = [stack.enter_context(as_players_have_it())]
        if asked.against:
            tree = stack.enter_context(checked_out(asked.against))
            sides.insert(0, stack.enter_context(as_players_have_it(tree)))
            print(f"before: {asked.against}; each measured {ROUNDS} times in turn, driven from this tree")
        _measure(
            sides,
            _wanted(FROM_OUTSIDE, asked.only),
            _wanted(INSIDE, asked.only),
            HERE,
            complete=not asked.only,
        )
        if asked.pi:
            _measure_like_a_pi(sides, _wanted(LIKE_A_PI, asked.only), complete=not asked.only)


def _asked() -> argparse.Namespace:
    reader = argparse.ArgumentParser(prog="python -m benchmarks")
    reader.add_argument("--against", default="", metavar="COMMIT", help="measure that one beside, in turn")
    reader.add_argument("--pi", action="store_true", help="measure as slow as a Pi as well")
    reader.add_argument("--only", nargs="+", default=(), metavar="NAME", help="only these measurements")
    return reader.parse_args()


def _wanted(names: Iterable[str], only: Sequence[str]) -> list[str]:
    return [name for name in names if not only or name in only]


def _measure(
    sides: Sequence[Side],
    outside: Iterable[str],
    inside: Iterable[str],
    goals: Mapping[str, Goal],
    data: Path | None = None,
    *,
    complete: bool,
) -> None:
    """Print a table. sides: the one before, where there is one, and this one. complete: tell a goal of which
    nothing was measured, too.
    """
    print("\n" + head(against=len(sides) > 1), flush=True)
    printed: set[str] = set()
    for name in outside:
        rounds: list[list[dict[str, Figure]]] = [[] for _ in sides]
        for _ in range(ROUNDS if len(sides) > 1 else 1):
            for side, done in zip(sides, rounds, strict=True):
                with tempfile.TemporaryDirectory(dir=data) as folder:
                    place = Path(folder) if data else None
                    done.append({each.name: each for each in FROM_OUTSIDE[name](side, place)})
        every = [merged(done) for done in rounds]
        for figure in every[-1].values():
            before = every[0].get(figure.name) if len(sides) > 1 else None
            print(line(figure, goals.get(figure.name), before=before), flush=True)
        printed |= set(every[-1])
    for name in inside:
        for figure in INSIDE[name]():
            print(line(figure, goals.get(figure.name)), flush=True)
            printed.add(figure.name)
    for name in goals:
        if name not in printed and complete:
            print(line(None, None, name=name))


def _measure_like_a_pi(sides: Iterable[Side], names: Iterable[str], *, complete: bool) -> None:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        try:
            slow = [stack.enter_context(pi(Path(folder), side)) for side in sides]
        except NotHereError as why:
            print(f"\nAs slow as a Pi: {why}")
            for name in AS_SLOW_AS_A_PI:
                print(line(None, None, name=name))
            return
        print(f"\nAs slow as a Pi: {slow[-1].said}")
        _measure([each.side for each in slow], names, (), AS_SLOW_AS_A_PI, slow[-1].folder, complete=complete)


if __name__ == "__main__":
    main()
