"""Builds `companion_<version>~<suite>_<architecture>.deb` from our wheel and the pinned parts it carries.

    python -m release.build_deb [--suite deb12] [--arch arm64] [--out dist] [--key KEY] [--lint]

Nothing of the machine that builds gets in: the parts are the wheels for the Pi's Python and machine, each
checked against its hash, and every file has the time of the last commit.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from release.control import CONFFILES, DEBIAN, SCRIPTS, control, debian_version, installed_size, sums
from release.home import home
from release.layout import lay_out, put
from release.lint import lint
from release.source import LISTED, NoSuchKey, public
from release.sources import last_commit, version, when
from release.suites import MACHINES, ROOT, SUITES, Suite, platforms

SITE = "usr/lib/companion/site"


class PartsMissing(Exception):
    """A part that the package carries cannot be had here, or is not what was pinned. said: pip's words."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


def main() -> None:
    """Build what the command line asks for; status 1 when a package could not be built, or has faults."""
    parser = argparse.ArgumentParser(prog="python -m release.build_deb", description=__doc__)
    parser.add_argument("--suite", choices=sorted(SUITES), action="append")
    parser.add_argument("--arch", choices=sorted(MACHINES), action="append")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--key", help="of gpg: its public half goes in, and updates signed with it are taken")
    parser.add_argument("--lint", action="store_true", help="let lintian look at what was built")
    asked = parser.parse_args()
    suites = [SUITES[name] for name in asked.suite or sorted(SUITES)]
    try:
        key = public(asked.key) if asked.key else None
    except NoSuchKey as none:
        parser.error(f"gpg has no such key: {none.said}")
    with tempfile.TemporaryDirectory() as folder:
        wheel = our_wheel(Path(folder))
        made, missing = build_all(suites, asked.arch or sorted(MACHINES), wheel, asked.out, key)
    faults = asked.lint and not lint(made)
    sys.exit(1 if missing or faults else 0)


def our_wheel(folder: Path) -> Path:
    """Build the project's own wheel into the folder."""
    _pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    return next(folder.glob("companion-*.whl"))


def build_all(
    suites: Iterable[Suite], architectures: Iterable[str], wheel: Path, out: Path, key: str | None = None
) -> tuple[list[Path], int]:
    """Build every package that can be built here, and say each; how many could not comes behind them.

    key: the public one by which they know updates.
    """
    out.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []
    missing = 0
    for suite, architecture in ((suite, each) for each in architectures for suite in suites):
        try:
            made.append(build(suite, architecture, wheel, out, key))
        except PartsMissing as lacking:
            missing += 1
            print(f"\nNOT BUILT: {suite.name} for {architecture}, its parts cannot be had here:")
            print(f"{lacking.said}\n")
        else:
            print(f"{made[-1]} {made[-1].stat().st_size / 1e6:.1f} MB")
    return made, missing


def build(suite: Suite, architecture: str, wheel: Path, out: Path, key: str | None = None) -> Path:
    """Build one package. Raises `PartsMissing`."""
    now = last_commit()
    made = out / f"companion_{debian_version(version(), suite)}_{architecture}.deb"
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        _carry(tree / SITE, suite, architecture, wheel)
        lay_out(tree, suite, version(), when(now), home(), key)
        _describe(tree, suite, architecture)
        _settle(tree, now)
        command = ("dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(made))
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(now)}
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return made


def _carry(site: Path, suite: Suite, architecture: str, wheel: Path) -> None:
    """Put our wheel and its pinned parts, checked against their hashes, where the program looks for them."""
    wanted = [part for name in platforms(suite, architecture) for part in ("--platform", name)]
    target = (*wanted, "--python-version", suite.python, "--implementation", "cp", "--target", str(site))
    strict = ("--only-binary", ":all:", "--no-compile", "--no-deps")
    _pip("install", *target, *strict, "--require-hashes", "--requirement", str(suite.pins))
    # By name: a wheel that is named by its path leaves a note of where it lay.
    ours = ("--no-index", "--find-links", str(wheel.parent), f"companion=={version()}")
    _pip("install", *target, *strict, *ours)
    for left in ("bin", "share"):  # of the parts' own commands, which nobody runs here
        shutil.rmtree(site / left, ignore_errors=True)


def _describe(tree: Path, suite: Suite, architecture: str) -> None:
    """Add what dpkg reads, about a tree that is complete."""
    size, total = installed_size(tree), sums(tree)
    papers = tree / "DEBIAN"
    put(papers / "control", control(suite, architecture, version(), size, home()).encode(), 0o644)
    kept = (each for each in (*CONFFILES, LISTED) if (tree / each).exists())
    put(papers / "conffiles", "".join(f"/{each}\n" for each in kept).encode(), 0o644)
    put(papers / "md5sums", total.encode(), 0o644)
    for script in SCRIPTS:
        put(papers / script, (DEBIAN / script).read_bytes(), 0o755)


def _settle(tree: Path, seconds: int) -> None:
    """Give everything the rights and the time that it has whatever machine this is."""
    for path in (tree, *tree.rglob("*")):
        if path.is_dir():
            path.chmod(0o755)
        elif path.is_relative_to(tree / SITE):
            path.chmod(0o644)
        os.utime(path, (seconds, seconds), follow_symlinks=False)


def _pip(*arguments: str) -> None:
    """Run pip. Raises `PartsMissing` with its words."""
    command = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PartsMissing(done.stderr.strip())


if __name__ == "__main__":
    main()
