"""Run one test after the other in a process of its own, as the files are at that moment.

    python -m tests.mutants.running < tests

Each line in is a test as pytest names it, and whether it is traced; each line out is pytest's status, and the
lines of the games that ran.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import tempfile
import threading
from collections import defaultdict
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from hypothesis import Phase, settings

from tests.tree import ROOT

GAMES = (str(ROOT / "companion" / "games"), str(ROOT / "tests" / "fakes" / "tally"))
OPTIONS = ("-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
SECONDS = 120
"""How long a test may take; a mutant that hangs has been noticed."""


class Reached:
    """A plugin of pytest: the lines of the games that run while it runs tests."""

    def __init__(self) -> None:
        self.lines: dict[str, set[int]] = defaultdict(set)

    def pytest_configure(self) -> None:
        """A counterexample need not be the smallest one."""
        settings.register_profile(
            "mutants", settings.get_profile("companion"), phases=[Phase.explicit, Phase.generate]
        )
        settings.load_profile("mutants")

    def trace(self, frame: FrameType, event: str, _arg: object) -> Any:
        """What `sys.settrace` calls."""
        code: CodeType = frame.f_code
        if not code.co_filename.startswith(GAMES):
            return None
        if event == "line":
            self.lines[code.co_filename].add(frame.f_lineno)
        return self.trace


def run(test: str, traced: bool, answer: Path) -> None:
    """Run it in this process, which ends with pytest's status; one that hangs is ended by an alarm."""
    signal.alarm(SECONDS)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for each in range(3):
        os.dup2(nowhere, each)
    reached = Reached()
    if traced:
        threading.settrace(reached.trace)
        sys.settrace(reached.trace)
    status = pytest.main([*OPTIONS, test], [reached])
    sys.settrace(None)
    lines = {str(Path(name).relative_to(ROOT)): sorted(each) for name, each in reached.lines.items()}
    answer.write_text(json.dumps(lines))
    os._exit(status)


def main() -> None:
    gc.freeze()
    answer = Path(tempfile.mkstemp(prefix="reached-")[1])
    for line in sys.stdin:
        traced, test = json.loads(line)
        answer.write_text("{}")
        if not (child := os.fork()):
            run(test, traced, answer)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(json.dumps([status, json.loads(answer.read_text())]), flush=True)
    answer.unlink()


if __name__ == "__main__":
    main()
