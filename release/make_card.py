"""Makes `companion-card.zip`: what the owner copies onto a freshly flashed card, and a text that says how.

    python -m release.make_card [--key KEY] [--out dist]

There is no manifest for Raspberry Pi Imager beside it: one has to state size and sum of the official image,
which only Raspberry Pi can say. It is for the newest Raspberry Pi OS alone: what reads `vendor-data` at the
first start came with that.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from release.build_deb import build_all, our_wheel
from release.source import NoSuchKey, public
from release.sources import last_commit, version
from release.suites import HERE, ROOT, SUITES

NAME = "companion-card.zip"
CARD = HERE / "card"
SUITE = SUITES["deb13"]
MACHINE = "arm64"
_TOLD = "READ-ME.txt"


def main() -> None:
    """Make it; status 1 when the package could not be built."""
    parser = argparse.ArgumentParser(prog="python -m release.make_card", description=__doc__)
    parser.add_argument("--key", help="of gpg: updates signed with it are taken by the box")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    asked = parser.parse_args()
    try:
        key = public(asked.key) if asked.key else None
    except NoSuchKey as none:
        parser.error(f"gpg has no such key: {none.said}")
    with tempfile.TemporaryDirectory() as folder:
        made, missing = build_all([SUITE], [MACHINE], our_wheel(Path(folder)), asked.out, key)
    if missing:
        sys.exit(1)
    print(pack(made[0], asked.out))


def pack(package: Path, out: Path) -> Path:
    """Write the archive into a folder. package: for `SUITE` and `MACHINE`."""
    made = out / NAME
    told = (CARD / _TOLD).read_text(encoding="utf-8")
    told = told.replace("@VERSION@", version()).replace("@PACKAGE@", package.name)
    when = time.gmtime(last_commit())[:6]
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in (
            ("vendor-data", (CARD / "vendor-data").read_bytes()),
            (package.name, package.read_bytes()),
            (_TOLD, "\ufeff".encode() + told.replace("\n", "\r\n").encode()),  # as every computer shows it
        ):
            entry = zipfile.ZipInfo(name, when)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return made


if __name__ == "__main__":
    main()
