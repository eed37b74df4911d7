"""Makes what updates come from: a signed folder for any web space, and the same folder as one file.

    python -m release.apt_repository --key KEY [--packages FOLDER] [--out dist]

`dist/apt` is served as it is. `dist/companion-<version>.update`, a plain tar of it, is laid on a stick or
sent by a phone. KEY is one of gpg's. The packages, built here unless a folder has them, carry its public
half.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from release.build_deb import build_all, our_wheel
from release.source import KEY, NoSuchKey, public
from release.sources import last_commit, version
from release.suites import ROOT, SUITES, Suite

CARRIED = ("arm64",)
"""The machines for which packages are built here: those that are boxes."""
_ABOUT = (
    ("Origin", "Companion"),
    ("Label", "Companion"),
    ("Components", "main"),
    ("Description", "Companion beside the board"),
)
"""What every release says of itself. If the first two changed, apt would ask somebody before it updates."""


class Unfit(Exception):
    """A package cannot be in this repository. The message says which and why."""


def main() -> None:
    """Make both; status 1 when the packages could not be built or do not fit the key."""
    parser = argparse.ArgumentParser(prog="python -m release.apt_repository", description=__doc__)
    parser.add_argument("--key", required=True, help="of gpg, by fingerprint or address")
    parser.add_argument("--packages", type=Path, help="a folder with packages that carry the key already")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    asked = parser.parse_args()
    try:
        key = public(asked.key)
    except NoSuchKey as none:
        parser.error(f"gpg has no such key: {none.said}")
    with tempfile.TemporaryDirectory() as folder:
        packages, missing = asked.packages, 0
        if packages is None:
            packages = Path(folder) / "packages"
            _, missing = build_all(SUITES.values(), CARRIED, our_wheel(Path(folder)), packages, key)
        try:
            made = publish(sorted(packages.glob("*.deb")), asked.key, asked.out)
        except Unfit as unfit:
            sys.exit(f"NOT MADE: {unfit}")
    for each in made:
        print(each)
    sys.exit(1 if missing else 0)


def publish(packages: Iterable[Path], key: str, out: Path) -> tuple[Path, Path]:
    """Write the folder and the file, whose paths it gives. Raises `Unfit` and `NoSuchKey`.

    key: of gpg, which signs with it. The earlier folder goes once the new one is whole.
    """
    out.mkdir(parents=True, exist_ok=True)
    made, new = out / "apt", out / "apt.new"
    shutil.rmtree(new, ignore_errors=True)
    _fill(new, tuple(packages), key)
    shutil.rmtree(made, ignore_errors=True)
    new.rename(made)
    packed = out / f"companion-{version()}.update"
    pack(made, packed)
    return made, packed


def pack(folder: Path, file: Path) -> None:
    """Make one file of a repository: a plain tar with `dists` and `pool` at its top."""
    now = last_commit()

    def plain(each: tarfile.TarInfo) -> tarfile.TarInfo:
        each.uid = each.gid = 0
        each.uname = each.gname = "root"
        each.mode = 0o755 if each.isdir() else 0o644
        each.mtime = now
        return each

    with tarfile.open(file, "w", format=tarfile.GNU_FORMAT) as archive:
        for top in ("dists", "pool"):
            archive.add(folder / top, top, filter=plain)


def _fill(folder: Path, packages: tuple[Path, ...], key: str) -> None:
    own = public(key)
    known = [(each, _fields(each)) for each in packages]  # a web page may have called the file otherwise
    for suite in SUITES.values():
        ours = [each for each in known if each[1].name == "companion" and each[1].suite == suite.name]
        pool = folder / "pool" / suite.codename
        pool.mkdir(parents=True)
        for file, fields in ours:
            if not _carries(file, own):
                raise Unfit(f"{file.name} does not carry the key: the box would take no further update")
            shutil.copy(file, pool / f"companion_{fields.version}_{fields.architecture}.deb")
        if ours:
            _describe(folder, suite, sorted({fields.architecture for _, fields in ours}))
            _sign(folder / "dists" / suite.codename, key)
    if not any(folder.glob("dists/*/InRelease")):
        raise Unfit("there is no package")


class _Fields(NamedTuple):
    name: str
    version: str
    architecture: str

    @property
    def suite(self) -> str:
        return self.version.rpartition("~")[2]


def _fields(package: Path) -> _Fields:
    """The control fields of a package. Raises `Unfit` for a file that is none."""
    command = ("dpkg-deb", "--show", "--showformat=${Package} ${Version} ${Architecture}", package)
    shown = subprocess.run(command, capture_output=True, text=True, check=False)
    if shown.returncode:
        raise Unfit(f"{package.name} is no package: {shown.stderr.strip()}")
    return _Fields(*shown.stdout.split(" "))


def _carries(package: Path, key: str) -> bool:
    """Whether this very key lies in the package."""
    whole = subprocess.run(("dpkg-deb", "--fsys-tarfile", package), check=True, stdout=subprocess.PIPE)
    out = subprocess.run(("tar", "-xO", f"./{KEY}"), input=whole.stdout, capture_output=True, check=False)
    return out.stdout.decode() == key


def _describe(folder: Path, suite: Suite, architectures: list[str]) -> None:
    """Write what apt reads of a suite: its packages for each kind of machine, and the release above them."""
    dist = folder / "dists" / suite.codename
    for architecture in architectures:
        place = dist / "main" / f"binary-{architecture}"
        place.mkdir(parents=True)
        listed = _ftparchive("-a", architecture, "packages", f"pool/{suite.codename}", at=folder)
        (place / "Packages").write_bytes(listed)
        (place / "Packages.gz").write_bytes(gzip.compress(listed, 9, mtime=0))
    about = (*_ABOUT, ("Suite", suite.codename), ("Codename", suite.codename),
             ("Architectures", " ".join(architectures)))  # fmt: skip
    options = (word for name, said in about for word in ("-o", f"APT::FTPArchive::Release::{name}={said}"))
    release = _ftparchive(*options, "release", ".", at=dist)
    (dist / "Release").write_bytes(release)


def _sign(dist: Path, key: str) -> None:
    """Sign a suite's release, within it and beside it."""
    sign = ("gpg", "--batch", "--yes", "--local-user", key, "--digest-algo", "SHA512", "--output")
    for way in (("InRelease", "--clearsign"), ("Release.gpg", "--armor", "--detach-sign")):
        subprocess.run((*sign, *way, "Release"), cwd=dist, check=True)


def _ftparchive(*words: str, at: Path) -> bytes:
    done = subprocess.run(
        ("apt-ftparchive", *words),
        cwd=at,
        check=True,
        stdout=subprocess.PIPE,
        env={**os.environ, "LC_ALL": "C"},
    )
    return done.stdout


if __name__ == "__main__":
    main()
