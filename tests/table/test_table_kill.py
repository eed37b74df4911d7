"""kill -9 at any moment: what was acknowledged is there, and a repeated key acts once."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from companion.table.table import Table
from tests.fakes.toy.words import Add
from tests.table.acting import THREADS, opened
from tests.tree import ROOT


def killed(folder: Path, name: str, after: int) -> dict[str, int]:
    """Let a child play and kill it after so many lines; return its lines, key and version."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.table.acting", str(folder), name],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT,
    ) as child:  # fmt: skip
        assert child.stdout is not None
        said = [child.stdout.readline() for _ in range(after)]
        child.kill()
        said += child.stdout.readlines()
    assert child.returncode == -9
    whole = [line.decode().split() for line in said if line.endswith(b"\n")]
    return {key: int(version) for key, version in whole}


def lost(table: Table, acknowledged: dict[str, int]) -> list[str]:
    """Return the keys without an entry under the version answered."""
    there = {entry["n"] for entry in table.log()}
    before = table.snapshot.version
    missing = []
    for key, version in acknowledged.items():
        if version not in there or table.perform(Add("red", 1), source="phone", key=key).version != version:
            missing.append(key)
    assert missing or table.snapshot.version == before, "a repeated key acts once"
    return missing


def test_nothing_acknowledged_is_lost_by_a_kill_at_any_moment(tmp_path: Path) -> None:
    chance = random.Random(20261121)
    acknowledged: dict[str, int] = {}
    for number in range(3):
        acknowledged |= killed(tmp_path, f"round{number}", chance.randrange(1, 120))
        table = opened(tmp_path)
        assert table.snapshot.set_aside is None
        assert lost(table, acknowledged) == []
        version, counter = table.snapshot.version, table.snapshot.body["game"]["counter"]
        assert counter == version - 1, "each entry has acted once"
        assert 0 <= version - 1 - len(acknowledged) <= (number + 1) * THREADS
        table.close()
    assert len(acknowledged) > 50
