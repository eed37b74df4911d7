"""What a start imports: a budget."""

from __future__ import annotations

import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.fakes.served import READY
from tests.patience import PATIENCE

BUDGET = 590
"""Modules that a simulated box has imported once its first page is shown.

Python's own are not counted: their number is another in each version.
"""
LISTING = """
import atexit, sys
from companion.__main__ import main
atexit.register(lambda: print(*(f"imported {each}" for each in sys.modules), sep="\\n", file=sys.stderr))
main()
"""
"""The command, which lists every imported module when it ends."""


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    folder: Path = tmp_path_factory.mktemp("start")
    words = ("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(folder / "data"), "--simulate")
    with (folder / "listed").open("w+") as listed:
        with subprocess.Popen(
            (sys.executable, "-c", LISTING, *words), stdout=subprocess.PIPE, stderr=listed, text=True
        ) as process:
            ready = READY.match(process.stdout.readline() if process.stdout else "")
            assert ready
            with urllib.request.urlopen(ready[1], timeout=PATIENCE) as page:
                assert page.status == 200
            process.terminate()
        listed.seek(0)
        lines = (line.split() for line in listed)
        return frozenset(line[1] for line in lines if line[:1] == ["imported"])


def test_a_start_keeps_to_its_budget_of_modules(imported: frozenset[str]) -> None:
    ours = [each for each in imported if each.partition(".")[0] not in sys.stdlib_module_names]
    assert len(ours) <= BUDGET
