"""What a package carries for its updates: the public key, and apt's source of them."""

from __future__ import annotations

import subprocess

from release.suites import Suite

KEY = "usr/share/keyrings/companion.asc"
"""The public key in the package. Updates on a stick, or sent by a phone, are verified with it too."""
SOURCES_FILE = "etc/apt/sources.list.d/companion.sources"
_TEMPLATE = """\
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
    """gpg has no such key. The message is gpg's own."""


def public_key(key: str) -> str:
    """Export the public half of a key in gpg's keyring, ASCII-armoured. Raises `NoSuchKey`.

    key: fingerprint or name.
    """
    command = ("gpg", "--batch", "--armor", "--export-options", "export-minimal", "--export", key)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout:
        raise NoSuchKey(done.stderr.strip())
    return done.stdout


def sources_file(suite: Suite, updates: str, key: str) -> str:
    """The file for apt's sources.list.d, disabled, with the key in it. key: as `public_key` returns it."""
    armoured = "\n".join(f" {line or '.'}" for line in key.strip().splitlines())
    return _TEMPLATE.format(updates=updates, suite=suite.codename, key=armoured)
