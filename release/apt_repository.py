"""Builds the signed apt repository of updates, as a folder for any web space and as one file.

    python -m release.apt_repository --key KEY [--packages FOLDER] [--out dist]

`dist/apt` is served as it is. `dist/companion-<version>.update` is a tar of it, for a USB stick or a phone.
KEY is a key of gpg; packages carry its public half, and are built unless FOLDER has them.
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

from release.build_deb import build_all, build_wheel
from release.project import last_commit, version
from release.suites import ROOT, SUITES, Suite
from release.update_source import KEY, NoSuchKey, public_key

ARCHITECTURES = ("arm64",)
"""The machines that boxes have."""
_RELEASE_FIELDS = (
    ("Origin", "Companion"),
    ("Label", "Companion"),
    ("Components", "main"),
    ("Description", "Companion beside the board"),
)
"""Fields of every Release file. If Origin or Label changed, apt would ask before an update."""


class InvalidPackage(Exception):
    """A package cannot be in this repository. The message has its name and the reason."""


def main() -> None:
    """Build both; exit with 1 if packages could not be built or do not carry the key."""
    parser = argparse.ArgumentParser(prog="python -m release.apt_repository", description=__doc__)
    parser.add_argument("--key", required=True, help="of gpg, by fingerprint or address")
    parser.add_argument("--packages", type=Path, help="a folder with packages that carry the key already")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    try:
        key = public_key(options.key)
    except NoSuchKey as error:
        parser.error(f"gpg has no such key: {error}")
    with tempfile.TemporaryDirectory() as folder:
        packages, missing = options.packages, 0
        if packages is None:
            packages = Path(folder) / "packages"
            _, missing = build_all(SUITES.values(), ARCHITECTURES, build_wheel(Path(folder)), packages, key)
        try:
            made = publish(sorted(packages.glob("*.deb")), options.key, options.out)
        except InvalidPackage as error:
            sys.exit(f"NOT MADE: {error}")
    for each in made:
        print(each)
    sys.exit(1 if missing else 0)


def publish(packages: Iterable[Path], key: str, out: Path) -> tuple[Path, Path]:
    """Write the folder and the file, and return their paths. Raises `InvalidPackage` and `NoSuchKey`.

    key: of gpg, for signing. An earlier folder is replaced once the new one is complete.
    """
    out.mkdir(parents=True, exist_ok=True)
    folder, new = out / "apt", out / "apt.new"
    shutil.rmtree(new, ignore_errors=True)
    _fill(new, tuple(packages), key)
    shutil.rmtree(folder, ignore_errors=True)
    new.rename(folder)
    packed = out / f"companion-{version()}.update"
    pack(folder, packed)
    return folder, packed


def pack(folder: Path, file: Path) -> None:
    """Pack a repository into a tar with `dists` and `pool` at its top."""
    now = last_commit()

    def normalize(each: tarfile.TarInfo) -> tarfile.TarInfo:
        each.uid = each.gid = 0
        each.uname = each.gname = "root"
        each.mode = 0o755 if each.isdir() else 0o644
        each.mtime = now
        return each

    with tarfile.open(file, "w", format=tarfile.GNU_FORMAT) as archive:
        for top in ("dists", "pool"):
            archive.add(folder / top, top, filter=normalize)


def _fill(folder: Path, packages: tuple[Path, ...], key: str) -> None:
    public = public_key(key)
    known = [(each, _fields(each)) for each in packages]  # the file may have been renamed
    for suite in SUITES.values():
        ours = [each for each in known if each[1].name == "companion" and each[1].suite == suite.name]
        pool = folder / "pool" / suite.codename
        pool.mkdir(parents=True)
        for file, fields in ours:
            if not _carries(file, public):
                raise InvalidPackage(
                    f"{file.name} does not carry the key: the box would take no further update"
                )
            shutil.copy(file, pool / f"companion_{fields.version}_{fields.architecture}.deb")
        if ours:
            _describe(folder, suite, sorted({fields.architecture for _, fields in ours}))
            _sign(folder / "dists" / suite.codename, key)
    if not any(folder.glob("dists/*/InRelease")):
        raise InvalidPackage("there is no package")


class _Fields(NamedTuple):
    name: str
    version: str
    architecture: str

    @property
    def suite(self) -> str:
        return self.version.rpartition("~")[2]


def _fields(package: Path) -> _Fields:
    """The control fields of a package. Raises `InvalidPackage` for any other file."""
    command = ("dpkg-deb", "--show", "--showformat=${Package} ${Version} ${Architecture}", package)
    shown = subprocess.run(command, capture_output=True, text=True, check=False)
    if shown.returncode:
        raise InvalidPackage(f"{package.name} is no package: {shown.stderr.strip()}")
    return _Fields(*shown.stdout.split(" "))


def _carries(package: Path, key: str) -> bool:
    """Whether the package carries this key."""
    whole = subprocess.run(("dpkg-deb", "--fsys-tarfile", package), check=True, stdout=subprocess.PIPE)
    out = subprocess.run(("tar", "-xO", f"./{KEY}"), input=whole.stdout, capture_output=True, check=False)
    return out.stdout.decode() == key


def _describe(folder: Path, suite: Suite, architectures: list[str]) -> None:
    """Write a suite's Packages files and its Release file."""
    dist = folder / "dists" / suite.codename
    for architecture in architectures:
        binary = dist / "main" / f"binary-{architecture}"
        binary.mkdir(parents=True)
        index = _ftparchive("-a", architecture, "packages", f"pool/{suite.codename}", at=folder)
        (binary / "Packages").write_bytes(index)
        (binary / "Packages.gz").write_bytes(gzip.compress(index, 9, mtime=0))
    release_fields = (*_RELEASE_FIELDS, ("Suite", suite.codename), ("Codename", suite.codename),
             ("Architectures", " ".join(architectures)))  # fmt: skip
    options = (
        word for name, value in release_fields for word in ("-o", f"APT::FTPArchive::Release::{name}={value}")
    )
    release = _ftparchive(*options, "release", ".", at=dist)
    (dist / "Release").write_bytes(release)


def _sign(dist: Path, key: str) -> None:
    """Sign a suite's Release file: inline and detached."""
    sign = ("gpg", "--batch", "--yes", "--local-user", key, "--digest-algo", "SHA512", "--output")
    for method in (("InRelease", "--clearsign"), ("Release.gpg", "--armor", "--detach-sign")):
        subprocess.run((*sign, *method, "Release"), cwd=dist, check=True)


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
