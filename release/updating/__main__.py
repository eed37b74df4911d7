"""Run once, for what is asked."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from release.updating.box import Paths
from release.updating.run import Updating


def main() -> None:
    """Do what is asked for, or finish what a power cut broke off."""
    os.umask(0o022)
    Updating(Paths(), Path(sys.argv[0])).run()


if __name__ == "__main__":
    main()
