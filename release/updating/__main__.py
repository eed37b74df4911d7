"""Run once; or, as the one to whom the games belong, put their file back."""

from __future__ import annotations

import os
import pwd
import sys
from pathlib import Path

from release.updating.box import Paths
from release.updating.games import journal_back
from release.updating.run import Updating

USER = "companion"


def main() -> None:
    """Do what the arguments say: none, or `--journal-back` with a folder and two names of files in it."""
    if sys.argv[1:2] == ["--journal-back"]:
        folder, kept, aside = sys.argv[2:]
        journal_back(Path(folder), kept, aside)
        return
    pwd.getpwnam(USER)
    os.umask(0o022)
    Updating(Paths(), Path(sys.argv[0]), user=USER).run()


if __name__ == "__main__":
    main()
