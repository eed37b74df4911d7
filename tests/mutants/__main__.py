"""Whether tests show the rules that their marks name: each rule is broken, and its test must fail.

    python -m tests.mutants [--marks 100] [--seed N] [--only WORD]...

A mark survives when its test passes whatever is broken of its rule in the code that the test runs. Survivors
are named with what was tried; status 1 when there are any. All happens in a copy of the checkout.

The tools that mutate a whole program ask whether any test fails; a mark claims that this one does.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.games.registry import registered
from tests.mutants.breaking import Mutant, mutants, rules_in
from tests.rulebook.coverage import collected
from tests.tree import ROOT

KEPT = ("companion/games", "tests/fakes/tally")
"""Where rules are kept."""


class Mark(NamedTuple):
    """A test, all its cases together unless the mark is one case's own, and a rule or a vector."""

    test: str
    rule: str

    def __str__(self) -> str:
        return f"{self.rule} {self.test}"


class Copy:
    """A copy of the checkout, and a process in it that runs tests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = subprocess.check_output(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT)
        for name in filter(None, listed.decode().split("\0")):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        # Compiled by content: a mutant may be as long as what it takes the place of, and of the same second.
        compiled = ["compileall", "-q", "--invalidation-mode", "checked-hash", *KEPT]
        subprocess.run([sys.executable, "-m", *compiled], cwd=folder, check=True)
        self.sources = {
            path: path.read_text(encoding="utf-8") for each in KEPT for path in (folder / each).rglob("*.py")
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.mutants.running"],
            cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._reached: dict[str, tuple[int, dict[Path, set[int]]]] = {}

    def run(self, test: str, *, traced: bool = False) -> tuple[int, dict[Path, set[int]]]:
        """The status of pytest, and where asked the lines of the games that the test runs."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps([traced, test]) + "\n")
        self._process.stdin.flush()
        status, reached = json.loads(self._process.stdout.readline())
        return status, {self.folder / name: set(lines) for name, lines in reached.items()}

    def reached(self, test: str) -> tuple[int, dict[Path, set[int]]]:
        """How it ends as it is, and what it runs."""
        if test not in self._reached:
            self._reached[test] = self.run(test, traced=True)
        return self._reached[test]

    def fails(self, test: str, mutant: Mutant) -> bool:
        """Whether the test fails with it. One that cannot be imported does not break a rule."""
        mutant.path.write_text(mutant.source, encoding="utf-8")
        try:
            status, _ = self.run(test)
        finally:
            mutant.path.write_text(self.sources[mutant.path], encoding="utf-8")
        return status == pytest.ExitCode.TESTS_FAILED or status < 0


def survives(copy: Copy, mark: Mark, vectors: Mapping[str, Sequence[str]]) -> str | None:
    """Why a mark shows nothing, or None if its test fails once its rule is broken."""
    status, reached = copy.reached(mark.test)
    if status:
        return "fails as it is"
    rules = vectors.get(mark.rule, [mark.rule])
    every = [
        each
        for rule in rules
        for path, text in copy.sources.items()
        if rule in rules_in(text)
        for each in mutants(path, text, rule)
    ]
    if not every:
        return "no code names it that could be broken"
    near = [
        each for each in every if not each.lines or reached.get(each.path, set()).intersection(each.lines)
    ]
    if not near:
        return "runs none of the code that names it"
    random.Random(str(mark)).shuffle(near)  # one of many that it notices is soon found
    if any(copy.fails(mark.test, each) for each in near):
        return None
    return "passes with\n    " + "\n    ".join(
        f"{each.path.relative_to(copy.folder)}, {each.change}" for each in near
    )


def all_marks() -> list[Mark]:
    """Every mark of every test that must hold."""
    found: set[Mark] = set()
    for test in collected(ROOT / "tests"):
        own = test.callspec.marks if isinstance(test, pytest.Function) and hasattr(test, "callspec") else ()
        for mark in test.iter_markers("rule"):
            name = test.nodeid if mark in own else test.nodeid.split("[")[0]
            found |= {Mark(name, rule) for rule in mark.args}
    return sorted(found)


def main() -> None:
    """Sample, break, tell."""
    asked = _asked()
    chosen = [mark for mark in all_marks() if not asked.only or any(each in str(mark) for each in asked.only)]
    sample = random.Random(asked.seed).sample(chosen, min(asked.marks, len(chosen)))
    vectors: dict[str, list[str]] = defaultdict(list)
    for game in registered().values():
        for rule in game.rulebook().rules():
            for example in rule.examples:
                vectors[example].append(rule.id)
    survivors = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Copy(Path(folder))
        for mark in sorted(sample):
            if why := survives(copy, mark, vectors):
                survivors += 1
                print(f"{mark}: {why}", flush=True)
    print(f"{len(sample)} of {len(chosen)} marks, --seed {asked.seed}: {survivors} survived")
    sys.exit(bool(survivors))


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--marks", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--only", action="append", help="marks whose rule or test has this in its name")
    return parser.parse_args()


if __name__ == "__main__":
    main()
