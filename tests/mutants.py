"""How many small faults the tests find, room by room: `python -m tests.mutants [--sample 100] [--seed N]`.

mutmut makes mutants in a copy of the checkout, `mutants/`: each is one operator, number or argument of a
function changed. A mutant is killed when one of the tests that run its function fails. Which rooms are tried,
and by which tests, stands under `[tool.mutmut]` in `pyproject.toml`. Each room gives a sample, by a seed;
survivors are named, and `mutmut show NAME` prints one's change.
"""

from __future__ import annotations

import argparse
import random
import subprocess
from collections import Counter, defaultdict
from collections.abc import Sequence

from tests.tree import ROOT

ROOMS = {
    "rules": "companion.games.",
    "storage": "companion.storage.",
    "panel": "companion.panel.",
    "broadcaster": "web.server.broadcaster.",
}
FOUND = {"killed", "timeout", "segfault"}
"""How a mutant ends that is noticed; one without an end is."""
NONE = "no mutant has this name"


def results() -> dict[str, str]:
    """What became of each mutant, by name; "not checked" at first."""
    listed = subprocess.run(
        ["mutmut", "results", "--all", "true"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return dict(line.strip().rsplit(": ", 1) for line in listed.stdout.splitlines() if ": " in line)


def drawn(names: Sequence[str], size: int, seed: int) -> list[str]:
    """At most so many mutants of each room, the same for the same seed."""
    chosen = []
    for prefix in ROOMS.values():
        room = sorted(name for name in names if name.startswith(prefix))
        chosen += random.Random(seed).sample(room, min(size, len(room)))
    return chosen


def main() -> None:
    """Make the mutants, try a sample, print survivors and a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--sample", type=int, default=100, help="mutants of each room")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    asked = parser.parse_args()
    # mutmut makes its mutants before it looks for those that are named: so it makes them, and stops.
    subprocess.run(["mutmut", "run", NONE], cwd=ROOT, check=False)
    sample = drawn(list(results()), asked.sample, asked.seed)
    subprocess.run(["mutmut", "run", *sample], cwd=ROOT, check=True)
    outcome = results()
    rooms: dict[str, Counter[str]] = defaultdict(Counter)
    for name in sample:
        room = next(room for room, prefix in ROOMS.items() if name.startswith(prefix))
        rooms[room][outcome[name]] += 1
        if outcome[name] not in FOUND:
            print(f"{outcome[name]:12} {name}")
    print(f"\n--sample {asked.sample} --seed {asked.seed}")
    for room, ends in rooms.items():
        killed = sum(ends[each] for each in FOUND)
        share = 100 * killed / ends.total()
        print(f"{room:12} {killed:4} of {ends.total():4} killed, {share:5.1f} %  {dict(ends)}")


if __name__ == "__main__":
    main()
