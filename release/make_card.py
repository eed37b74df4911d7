"""Builds `companion-card.zip`: files to copy onto a freshly flashed card, and instructions.

    python -m release.make_card [--key KEY] [--out dist]

For the newest Raspberry Pi OS only: earlier ones do not read `vendor-data` at the first start. There is no
manifest for Raspberry Pi Imager, which needs the official image's size and checksum.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from release.build_deb import build_all, build_wheel
from release.project import last_commit, version
from release.suites import HERE, ROOT, SUITES
from release.update_source import NoSuchKey, public_key

NAME = "companion-card.zip"
CARD = HERE / "card"
SUITE = SUITES["deb13"]
MACHINE = "arm64"
_INSTRUCTIONS = "READ-ME.txt"


def main() -> None:
    """Build it; exit with 1 if the package could not be built."""
    parser = argparse.ArgumentParser(prog="python -m release.make_card", description=__doc__)
    parser.add_argument("--key", help="of gpg: updates signed with it are accepted")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    try:
        key = public_key(options.key) if options.key else None
    except NoSuchKey as error:
        parser.error(f"gpg has no such key: {error}")
    with tempfile.TemporaryDirectory() as folder:
        made, missing = build_all([SUITE], [MACHINE], build_wheel(Path(folder)), options.out, key)
    if missing:
        sys.exit(1)
    print(pack(made[0], options.out))


def pack(package: Path, out: Path) -> Path:
    """Write the archive into a folder. package: for `SUITE` and `MACHINE`."""
    archive_file = out / NAME
    instructions = (CARD / _INSTRUCTIONS).read_text(encoding="utf-8")
    instructions = instructions.replace("@VERSION@", version()).replace("@PACKAGE@", package.name)
    when = time.gmtime(last_commit())[:6]
    with zipfile.ZipFile(archive_file, "w") as archive:
        for name, content in (
            ("vendor-data", (CARD / "vendor-data").read_bytes()),
            (package.name, package.read_bytes()),
            (
                _INSTRUCTIONS,
                "\ufeff".encode() + instructions.replace("\n", "\r\n").encode(),
            ),  # for Notepad as well
        ):
            entry = zipfile.ZipInfo(name, when)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return archive_file


if __name__ == "__main__":
    main()
