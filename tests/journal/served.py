"""A journal in a process of its own, on a disk that fails; the process ends as by a kill."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.fakes.disk import Disk
from tests.tree import ROOT

_BEFORE = """
import os, sys
from pathlib import Path
from companion.journal.folder import DataFolderUnusable
from companion.journal.journal import Journal, JournalFailed
from tests.fakes.disk import Disk, Fault
from tests.fakes.evening import BEGAN, Entropy
from tests.journal.writing import entry

folder, library, place = (Path(each) for each in sys.argv[1:])
disk = Disk(library, folder, place)

def opened(**more):
    return Journal(folder, at=BEGAN, entropy=Entropy(), **more)

def put(journal, n, size=1):
    try:
        journal.append([(entry(n, f"k{n}", size=size), None)])
        print(n)
    except JournalFailed as failed:
        print(failed.code)
"""
_AFTER = "\nsys.stdout.flush(); os._exit(0)"


def said(disk: Disk, program: str) -> str:
    """What a program says that has the names above; nothing is closed at its end."""
    library = disk.environment["LD_PRELOAD"]
    place = Path(disk.environment["DISK_CONTROL"]).parent
    ended = subprocess.run(
        [sys.executable, "-c", f"{_BEFORE}{program}{_AFTER}", disk.folder, library, place],
        env={**os.environ, **disk.environment}, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.strip()
