"""A worker: does one of the attacks on data folders in a process of its own, on a disk that fails.

    python -m tests.adversary.worker ATTACK FOLDER SEED FIRST STEP ROUNDS SECONDS

It says its toll on its standard output, as JSON. ROUNDS and SECONDS may be a hyphen. It is on the disk
itself, so that its forks are: `started` gives it what it needs.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import subprocess
import sys
import time
from pathlib import Path

import msgspec

from tests.adversary.folders import place_of, work
from tests.adversary.toll import Bout, Toll
from tests.fakes.disk import Disk
from tests.tree import ROOT


class Worker:
    """A worker that has been started. Its toll is read once it has ended."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def toll(self) -> Toll:
        """Wait for its end; what its attack came to. Raises RuntimeError where it has not come to its end."""
        said, _ = self._process.communicate()
        if self._process.returncode:
            raise RuntimeError(f"a worker ended with {self._process.returncode}")
        return msgspec.json.decode(said, type=Toll)


def started(
    library: Path, attack: str, folder: Path, seed: int, *,
    first: int = 0, step: int = 1, rounds: int | None = None, seconds: float | None = None,
) -> Worker:  # fmt: skip
    """Start a worker in a folder of its own. first, step, rounds, seconds: as of `Bout`."""
    disk = Disk(library, *place_of(folder))
    disk.asleep = True
    disk.remember()
    bounds = ("-" if each is None else str(each) for each in (rounds, seconds))
    words = (
        sys.executable,
        "-m",
        "tests.adversary.worker",
        attack,
        str(folder),
        str(seed),
        str(first),
        str(step),
    )
    return Worker(
        subprocess.Popen(
            (*words, *bounds), stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, **disk.environment}
        )
    )


def main(attack: str, folder: str, seed: str, first: str, step: str, rounds: str, seconds: str) -> None:
    faulthandler.enable()  # a life that ends by another signal says where
    logging.disable()  # what is logged of damage is not looked at here
    began = time.monotonic()
    disk = Disk(Path(os.environ["LD_PRELOAD"]), *place_of(Path(folder)))
    bout = Bout(
        int(seed), first=int(first), step=int(step),
        rounds=None if rounds == "-" else int(rounds), seconds=None if seconds == "-" else float(seconds),
    )  # fmt: skip
    toll = work(disk, attack, bout)
    toll.seconds = time.monotonic() - began
    sys.stdout.buffer.write(msgspec.json.encode(toll))


if __name__ == "__main__":
    main(*sys.argv[1:])
