#!/usr/bin/python3 -I
"""The `companion` command of the package, with its own dependencies before Debian's.

Default configuration: /etc/companion/companion.toml. Root becomes the service's user, which could not write
to files that root creates in the data folder.
"""

from __future__ import annotations

import os
import pwd
import sys
from collections.abc import MutableMapping
from pathlib import Path
from runpy import run_module

SITE = "/usr/lib/companion/site"
CONFIGURATION = Path("/etc/companion/companion.toml")
USER = "companion"


def main() -> None:
    """Run the command."""
    sys.path.insert(0, SITE)
    set_default_config(CONFIGURATION, os.environ)
    if os.geteuid() == 0:
        become_user(USER, os.environ)
    run_module("companion", run_name="__main__", alter_sys=True)


def set_default_config(file: Path, environment: MutableMapping[str, str]) -> None:
    """Set COMPANION_CONFIG to a file, if it is readable and the variable is not set."""
    if os.access(file, os.R_OK):
        environment.setdefault("COMPANION_CONFIG", str(file))


def become_user(name: str, environment: MutableMapping[str, str]) -> None:
    """Switch to a user with all their groups, if the user exists."""
    try:
        user = pwd.getpwnam(name)
    except KeyError:
        return
    os.initgroups(name, user.pw_gid)
    os.setgid(user.pw_gid)
    os.setuid(user.pw_uid)
    environment["HOME"] = user.pw_dir


if __name__ == "__main__":
    main()
