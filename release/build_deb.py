"""Builds `companion_<version>~<suite>_<architecture>.deb` from the project's wheel and pinned dependencies.

    python -m release.build_deb [--suite deb12] [--arch arm64] [--out dist] [--key KEY] [--lint]

The same on every machine: wheels for the Pi's Python and architecture, verified by hash, and files with the
time of the last commit.
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

from release.control import CONFFILES, DEBIAN, SCRIPTS, control, debian_version, installed_size, md5sums
from release.layout import lay_out, put
from release.project import last_commit, project_urls, rfc5322, version
from release.suites import MACHINES, ROOT, SUITES, Suite, platforms
from release.update_source import SOURCES_FILE, NoSuchKey, public_key

SITE = "usr/lib/companion/site"


class DependenciesMissing(Exception):
    """A dependency cannot be downloaded, or its hash differs. The message is pip's own."""


def main() -> None:
    """Build packages; exit with 1 if one could not be built or lintian found errors."""
    parser = argparse.ArgumentParser(prog="python -m release.build_deb", description=__doc__)
    parser.add_argument("--suite", choices=sorted(SUITES), action="append")
    parser.add_argument("--arch", choices=sorted(MACHINES), action="append")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--key", help="of gpg: updates signed with it are accepted")
    parser.add_argument("--lint", action="store_true", help="check the packages with lintian")
    options = parser.parse_args()
    suites = [SUITES[name] for name in options.suite or sorted(SUITES)]
    try:
        key = public_key(options.key) if options.key else None
    except NoSuchKey as error:
        parser.error(f"gpg has no such key: {error}")
    with tempfile.TemporaryDirectory() as folder:
        wheel = build_wheel(Path(folder))
        made, missing = build_all(suites, options.arch or sorted(MACHINES), wheel, options.out, key)
    faults = options.lint and not lint(made)
    sys.exit(1 if missing or faults else 0)


def build_wheel(folder: Path) -> Path:
    """Build the project's wheel into a folder."""
    _pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    return next(folder.glob("companion-*.whl"))


def build_all(
    suites: Iterable[Suite], architectures: Iterable[str], wheel: Path, out: Path, key: str | None = None
) -> tuple[list[Path], int]:
    """Build and print packages. Return their paths, and how many could not be built.

    key: the public key, which their updates are verified with.
    """
    out.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []
    missing = 0
    for suite, architecture in ((suite, each) for each in architectures for suite in suites):
        try:
            made.append(build(suite, architecture, wheel, out, key))
        except DependenciesMissing as error:
            missing += 1
            print(f"\nNOT BUILT: {suite.name} for {architecture}, its dependencies cannot be downloaded:")
            print(f"{error}\n")
        else:
            print(f"{made[-1]} {made[-1].stat().st_size / 1e6:.1f} MB")
    return made, missing


def build(suite: Suite, architecture: str, wheel: Path, out: Path, key: str | None = None) -> Path:
    """Build one package. Raises `DependenciesMissing`."""
    now = last_commit()
    made = out / f"companion_{debian_version(version(), suite)}_{architecture}.deb"
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        install_program(tree / SITE, suite, architecture, wheel)
        lay_out(tree, suite, version(), rfc5322(now), project_urls(), key)
        write_control_files(tree, suite, architecture)
        _normalize(tree, now)
        command = ("dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(made))
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(now)}
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return made


def install_program(site: Path, suite: Suite, architecture: str, wheel: Path) -> None:
    """Install the wheel and its pinned dependencies, verified by hash."""
    platform_options = [part for name in platforms(suite, architecture) for part in ("--platform", name)]
    target = (
        *platform_options,
        "--python-version",
        suite.python,
        "--implementation",
        "cp",
        "--target",
        str(site),
    )
    strict = ("--only-binary", ":all:", "--no-compile", "--no-deps")
    _pip("install", *target, *strict, "--require-hashes", "--requirement", str(suite.pins))
    # By name: pip records the path of a wheel that is named by its path.
    ours = ("--no-index", "--find-links", str(wheel.parent), f"companion=={version()}")
    _pip("install", *target, *strict, *ours)
    for unused in ("bin", "share"):  # the dependencies' own commands
        shutil.rmtree(site / unused, ignore_errors=True)


def write_control_files(tree: Path, suite: Suite, architecture: str) -> None:
    """Write `DEBIAN/` for a complete tree."""
    size, checksums = installed_size(tree), md5sums(tree)
    folder = tree / "DEBIAN"
    put(folder / "control", control(suite, architecture, version(), size, project_urls()).encode(), 0o644)
    conffiles = (each for each in (*CONFFILES, SOURCES_FILE) if (tree / each).exists())
    put(folder / "conffiles", "".join(f"/{each}\n" for each in conffiles).encode(), 0o644)
    put(folder / "md5sums", checksums.encode(), 0o644)
    for script in SCRIPTS:
        put(folder / script, (DEBIAN / script).read_bytes(), 0o755)


def _normalize(tree: Path, seconds: int) -> None:
    """Set the same modes and times on every machine."""
    for path in (tree, *tree.rglob("*")):
        if path.is_dir():
            path.chmod(0o755)
        elif path.is_relative_to(tree / SITE):
            path.chmod(0o644)
        os.utime(path, (seconds, seconds), follow_symlinks=False)


def lint(packages: Iterable[Path]) -> bool:
    """Check packages with lintian, if it is installed. Return whether it found no errors."""
    if shutil.which("lintian") is None:
        print("NOT CHECKED: lintian is not installed (apt install lintian)")
        return True
    failed = [each for each in packages if not _passes_lintian(each)]
    return not failed


def _passes_lintian(package: Path) -> bool:
    command = ("lintian", "--fail-on", "error", "--allow-root", "--tag-display-limit", "0", str(package))
    passed = not subprocess.run(command, check=False).returncode
    print(f"lintian: {package.name}: {'no errors' if passed else 'errors, see above'}")
    return passed


def _pip(*arguments: str) -> None:
    """Run pip. Raises `DependenciesMissing`."""
    command = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise DependenciesMissing(done.stderr.strip())


if __name__ == "__main__":
    main()
