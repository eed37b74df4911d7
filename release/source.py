"""What the package brings for updates: the key by which they are known, and the source they may come from."""

from __future__ import annotations

import subprocess

from release.suites import Suite

KEY = "usr/share/keyrings/companion.asc"
"""The public key in the package: also what an update on a stick, or sent by a phone, is checked with."""
LISTED = "etc/apt/sources.list.d/companion.sources"
_LISTED = """\
# Newer versions of the companion, by apt: `yes` behind Enabled switches them on.
Enabled: no
Types: deb
URIs: {updates}
Suites: {suite}
Components: main
Signed-By:
{key}
"""


class NoSuchKey(Exception):
    """gpg has no key of this name. said: its words."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


def public(key: str) -> str:
    """The public half of a key in gpg's ring, by its fingerprint or name, in letters. Raises `NoSuchKey`."""
    command = ("gpg", "--batch", "--armor", "--export-options", "export-minimal", "--export", key)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout:
        raise NoSuchKey(done.stderr.strip())
    return done.stdout


def listed(suite: Suite, updates: str, key: str) -> str:
    """The file that names the source, switched off, with the key within. key: as `public` gives it."""
    within = "\n".join(f" {line or '.'}" for line in key.strip().splitlines())
    return _LISTED.format(updates=updates, suite=suite.codename, key=within)
