#!/usr/bin/python3 -I
"""The `companion` command of the package: with what it carries before what Debian has.

It takes the box's own configuration when none is named. Who is root goes on as the service's user: what root
left in the data folder the service could not write to.
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
    choose(CONFIGURATION, os.environ)
    if os.geteuid() == 0:
        go_on_as(USER, os.environ)
    run_module("companion", run_name="__main__", alter_sys=True)


def choose(file: Path, environment: MutableMapping[str, str]) -> None:
    """Take a configuration, if it can be read and the environment names no other."""
    if os.access(file, os.R_OK):
        environment.setdefault("COMPANION_CONFIG", str(file))


def go_on_as(name: str, environment: MutableMapping[str, str]) -> None:
    """Be that user from now on, if there is one, with all the groups that the service has."""
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
