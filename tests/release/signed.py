"""Packages of ours with nothing in them but the key, and two keys of gpg's that are thrown away."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from release.update_source import KEY

WHO, OTHER = "tests@example.invalid", "evil@example.invalid"


@contextmanager
def two_keys() -> Iterator[Path]:
    """A ring with the project's key and another, in a place short enough for the sockets of gpg's agent."""
    with tempfile.TemporaryDirectory(prefix="ring-", dir="/tmp") as folder:
        quiet = ("gpg", "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", "")
        environment = {**os.environ, "GNUPGHOME": folder}
        for who in (WHO, OTHER):
            made = (*quiet, "--quick-generate-key", who, "ed25519", "sign", "0")
            subprocess.run(made, check=True, env=environment, capture_output=True)
        yield Path(folder)
        subprocess.run(("gpgconf", "--homedir", folder, "--kill", "all"), check=True)


def package(folder: Path, suite: str, key: str | None) -> Path:
    """A package of version 1.2.3."""
    tree = folder / f"tree-{suite}"
    (tree / "DEBIAN").mkdir(parents=True)
    number = f"1.2.3~{suite}"
    (tree / "DEBIAN" / "control").write_text(
        f"Package: companion\nVersion: {number}\nArchitecture: arm64\n"
        f"Maintainer: A <{WHO}>\nDescription: a box\n"
    )
    if key is not None:
        (tree / KEY).parent.mkdir(parents=True)
        (tree / KEY).write_text(key)
    made = folder / f"companion_{number}_arm64.deb"
    subprocess.run(("dpkg-deb", "--root-owner-group", "--build", tree, made), check=True, capture_output=True)
    return made
