"""All that the quick round is started from, to be made while something else goes on.

    python -m tests.virtual_pi.prepare [--suite deb13] [--machine arm64]

makes it; status 75 says that this computer cannot, and why.
"""

from __future__ import annotations

import argparse
import sys

from release.suites import SUITES
from tests.virtual_pi import image, packages
from tests.virtual_pi.ledger import Ledger
from tests.virtual_pi.machines import MACHINES
from tests.virtual_pi.running import NotHere


def main() -> None:
    """Make what the command line names: both disks, without and with a Wi-Fi, and our own package."""
    parser = argparse.ArgumentParser(prog="python -m tests.virtual_pi.prepare")
    parser.add_argument("--suite", choices=sorted(SUITES), default=image.SUITE)
    parser.add_argument("--machine", choices=sorted(MACHINES))
    asked = parser.parse_args()
    ledger = Ledger(lambda line: print(line, flush=True))
    suite = SUITES[asked.suite]
    try:
        machine = image.machine_called(asked.machine)
        for air in (False, True):
            image.build(suite, machine, ledger, air=air)
        with ledger.step("our own package"):
            packages.ours(suite, machine)
    except NotHere as reason:
        print(f"NOT HERE: {reason}")
        sys.exit(image.CANNOT)


if __name__ == "__main__":
    main()
