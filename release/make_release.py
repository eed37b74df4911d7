"""Builds all that a release is made of: archive, wheel, packages, the card's files, the case, sums and notes.

    python -m release.make_release [--trial] [--key KEY] [--out dist]

With a key of gpg's, by which updates are signed, what updates come from is made as well.
Refuses a tree with changes and a version that CHANGELOG.md does not tell of, unless it is a trial.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from docs.case.__main__ import PARTS
from docs.case.__main__ import make as make_case
from release import make_card
from release.apt_repository import CARRIED, publish
from release.build_deb import build_all
from release.home import home
from release.lint import lint
from release.notes import UNRELEASED, release_notes, section
from release.source import public
from release.sources import changes, version
from release.suites import MACHINES, ROOT, SUITES

SUMS = "SHA256SUMS"
NOTES = "RELEASE-NOTES.md"
APT = "companion-apt"
"""The folder that updates come from, packed, without its ending."""


def main() -> None:
    """Make the release; status 1 when it is refused, or something in it could not be built or has faults."""
    parser = argparse.ArgumentParser(prog="python -m release.make_release", description=__doc__)
    parser.add_argument("--trial", action="store_true", help="build all the same, and call it a trial")
    parser.add_argument("--key", help="of gpg, which signs updates")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    asked = parser.parse_args()
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    against = refusals(version(), changelog, changes())
    for each in against:
        print(f"{'TRIAL, although' if asked.trial else 'REFUSED:'} {each}")
    if against and not asked.trial:
        sys.exit(1)
    new = section(changelog, version()) or section(changelog, UNRELEASED) or "Nothing is told.\n"
    folder = asked.out / f"companion-{version()}{'-trial' if asked.trial else ''}"
    sys.exit(0 if make(folder, new, asked.key) else 1)


def refusals(number: str, changelog: str, changed: Sequence[str]) -> tuple[str, ...]:
    """Why a version cannot be released. changed: what differs from the last commit."""
    reasons: list[str] = []
    if section(changelog, number) is None:
        reasons.append(f"CHANGELOG.md has no section {number}")
    if changed:
        reasons.append(f"{len(changed)} files are not committed, {changed[0].strip()} the first")
    return tuple(reasons)


def make(folder: Path, new: str, key: str | None = None) -> bool:
    """Fill a folder with the release and nothing else; whether everything is there and without faults.

    key: of gpg. Raises `NoSuchKey`.
    """
    own = None if key is None else public(key)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    build = (sys.executable, "-m", "uv", "build", "--quiet", "--no-create-gitignore")
    subprocess.run((*build, "--out-dir", str(folder.absolute())), cwd=ROOT, check=True)
    (wheel,) = folder.glob("*.whl")
    packages, missing = build_all(SUITES.values(), MACHINES, wheel, folder, own)
    printable = case(folder)
    whole = lint(packages) and not missing and printable
    for_owners(packages, folder, key)
    (folder / NOTES).write_text(release_notes(version(), new, home()), encoding="utf-8")
    (folder / SUMS).write_text(checksums(folder), encoding="utf-8")
    for each in sorted(folder.iterdir()):
        print(f"{each.stat().st_size / 1e6:7.2f} MB  {each}")
    return whole


def case(folder: Path) -> bool:
    """Add both parts of the case to print; whether they can be. Prints why not."""
    return make_case(folder, {f"companion-case-{part}": each for part, each in PARTS.items()}) is not None


def for_owners(packages: Sequence[Path], folder: Path, key: str | None) -> None:
    """Add what goes onto a card and, with a key of gpg's, what updates come from."""
    for each in packages:
        if each.name.endswith(f"~{make_card.SUITE.name}_{make_card.MACHINE}.deb"):
            make_card.pack(each, folder)
    if key is not None:
        served, _ = publish([each for each in packages if each.stem.endswith(CARRIED)], key, folder)
        shutil.make_archive(str(folder / APT), "gztar", served)
        shutil.rmtree(served)


def checksums(folder: Path) -> str:
    """The sum of every file in a folder but the sums', as `sha256sum -c` reads them."""
    files = sorted(each for each in folder.iterdir() if each.name != SUMS)
    return "".join(f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files)


if __name__ == "__main__":
    main()
