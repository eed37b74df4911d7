"""Builds a release: source archive, wheel, packages, the card's files, the case, checksums and notes.

    python -m release.make_release [--trial] [--key KEY] [--out dist]

With a key of gpg, which signs updates, it builds the apt repository too. Refused for a tree with uncommitted
changes or a version without a section in CHANGELOG.md, unless it is a trial.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from docs.case.__main__ import PARTS
from docs.case.__main__ import make as make_case
from release import make_card
from release.apt_repository import ARCHITECTURES, publish
from release.build_deb import build_all, lint
from release.control import debian_version
from release.project import ProjectUrls, project_urls, uncommitted_changes, version
from release.suites import MACHINES, ROOT, SUITES
from release.update_source import public_key

CHECKSUMS = "SHA256SUMS"
NOTES = "RELEASE-NOTES.md"
APT = "companion-apt"
"""The packed apt repository, without its ending."""
UNRELEASED = "Unreleased"


def main() -> None:
    """Build the release; exit with 1 if it is refused, incomplete or has errors."""
    parser = argparse.ArgumentParser(prog="python -m release.make_release", description=__doc__)
    parser.add_argument("--trial", action="store_true", help="build even if refused, and call it a trial")
    parser.add_argument("--key", help="of gpg, which signs updates")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    reasons = refusals(version(), changelog, uncommitted_changes())
    for each in reasons:
        print(f"{'TRIAL, although' if options.trial else 'REFUSED:'} {each}")
    if reasons and not options.trial:
        sys.exit(1)
    new = section(changelog, version()) or section(changelog, UNRELEASED) or "No changes are listed.\n"
    folder = options.out / f"companion-{version()}{'-trial' if options.trial else ''}"
    sys.exit(0 if make(folder, new, options.key) else 1)


def refusals(number: str, changelog: str, changed: Sequence[str]) -> tuple[str, ...]:
    """Why a version cannot be released; empty if it can. changed: uncommitted files, as git lists them."""
    reasons: list[str] = []
    if section(changelog, number) is None:
        reasons.append(f"CHANGELOG.md has no section {number}")
    if changed:
        reasons.append(f"{len(changed)} files are not committed, {changed[0].strip()} the first")
    return tuple(reasons)


def make(folder: Path, new: str, key: str | None = None) -> bool:
    """Build a release in an empty folder. Return whether it is complete and without errors.

    key: of gpg. Raises `NoSuchKey`.
    """
    public = None if key is None else public_key(key)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    build = (sys.executable, "-m", "uv", "build", "--quiet", "--no-create-gitignore")
    subprocess.run((*build, "--out-dir", str(folder.absolute())), cwd=ROOT, check=True)
    (wheel,) = folder.glob("*.whl")
    packages, missing = build_all(SUITES.values(), MACHINES, wheel, folder, public)
    printable = case(folder)
    complete = lint(packages) and not missing and printable
    add_card_and_repository(packages, folder, key)
    (folder / NOTES).write_text(release_notes(version(), new, project_urls()), encoding="utf-8")
    (folder / CHECKSUMS).write_text(checksums(folder), encoding="utf-8")
    for each in sorted(folder.iterdir()):
        print(f"{each.stat().st_size / 1e6:7.2f} MB  {each}")
    return complete


def case(folder: Path) -> bool:
    """Add both parts of the case. Return whether they are printable; print why not."""
    return make_case(folder, {f"companion-case-{part}": each for part, each in PARTS.items()}) is not None


def add_card_and_repository(packages: Sequence[Path], folder: Path, key: str | None) -> None:
    """Add the card's files and, with a key of gpg, the apt repository."""
    for each in packages:
        if each.name.endswith(f"~{make_card.SUITE.name}_{make_card.MACHINE}.deb"):
            make_card.pack(each, folder)
    if key is not None:
        served, _ = publish([each for each in packages if each.stem.endswith(ARCHITECTURES)], key, folder)
        shutil.make_archive(str(folder / APT), "gztar", served)
        shutil.rmtree(served)


def checksums(folder: Path) -> str:
    """The checksums of a folder's other files, in the format of `sha256sum`."""
    files = sorted(each for each in folder.iterdir() if each.name != CHECKSUMS)
    return "".join(f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files)


def section(changelog: str, name: str) -> str | None:
    """The text under a version's heading (`## 1.2.3`, with or without a date), or None."""
    for part in re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]:
        heading, _, content = part.partition("\n")
        if heading.partition(" ")[0] == name:
            return content.strip() or None
    return None


def release_notes(version: str, new: str, urls: ProjectUrls) -> str:
    """The release notes. new: the version's section of the changelog."""
    page = f", and at {urls.page}" if urls.page else ""
    files = "\n".join(
        f"- {suite.system}: `companion_{debian_version(version, suite)}_arm64.deb`"
        for suite in SUITES.values()
    )
    return (
        f"# Companion {version}\n\n{new}\n\n"
        f"## Which file\n\nFor a new card `companion-card.zip`; a text in it says how. Else:\n\n{files}\n\n"
        "The case to print is `companion-case-body.stl` and `companion-case-lid.stl`. The files with `amd64`"
        " are for ordinary computers. How to build the box and how to install it stands in `docs/building.md`"
        f" and `docs/installing.md` of the source archive{page}. In the folder with what was fetched,"
        " `sha256sum -c --ignore-missing SHA256SUMS` says whether it came over whole.\n"
    )


if __name__ == "__main__":
    main()
