"""Builds `companion_<version>~<suite>_<architecture>.deb` from our wheel and the pinned parts it carries.

    python -m release.build_deb [--suite deb12] [--arch arm64] [--out dist]

Nothing of the machine that builds gets in: the parts are the wheels for the Pi's Python and machine, each
checked against its hash, and every file has the time of the last commit.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from release.suites import HERE, MACHINES, ROOT, SUITES, Suite, platforms

DEBIAN = HERE / "debian"
SITE = "usr/lib/companion/site"
_DATA = 'folder = "~/.local/share/companion"'
_OWN_DATA = 'folder = "/var/lib/companion"'


class PartsMissing(Exception):
    """A part that the package carries cannot be had here, or is not what was pinned. said: pip's words."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


def main() -> None:
    """Build what the command line asks for; status 1 when a package could not be built."""
    parser = argparse.ArgumentParser(prog="python -m release.build_deb", description=__doc__)
    parser.add_argument("--suite", choices=sorted(SUITES), action="append")
    parser.add_argument("--arch", choices=sorted(MACHINES), action="append")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    missing = 0
    with tempfile.TemporaryDirectory() as folder:
        wheel = our_wheel(Path(folder))
        for suite in [SUITES[name] for name in asked.suite or sorted(SUITES)]:
            for architecture in asked.arch or sorted(MACHINES):
                try:
                    made = build(suite, architecture, wheel, asked.out)
                except PartsMissing as lacking:
                    missing += 1
                    print(f"NOT BUILT: {suite.name} for {architecture}, its parts cannot be had here:")
                    print(lacking.said)
                else:
                    print(f"{made} {made.stat().st_size / 1e6:.1f} MB")
    sys.exit(1 if missing else 0)


def our_wheel(folder: Path) -> Path:
    """Build the project's own wheel into the folder."""
    _pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    return next(folder.glob("companion-*.whl"))


def build(suite: Suite, architecture: str, wheel: Path, out: Path) -> Path:
    """Build one package. Raises `PartsMissing`."""
    version = wheel.name.split("-")[1]
    made = out / f"companion_{version}~{suite.name}_{architecture}.deb"
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        _carry(tree / SITE, suite, architecture, wheel)
        _lay_out(tree, suite, version)
        _control(tree, suite, architecture, version)
        _settle(tree)
        command = ("dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(made))
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(last_commit())}
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return made


def last_commit() -> int:
    """The time of the last commit, in seconds since 1970: the age of everything in the package."""
    said = subprocess.run(
        ("git", "log", "-1", "--format=%ct"), cwd=ROOT, check=True, capture_output=True, text=True
    )
    return int(said.stdout)


def _carry(site: Path, suite: Suite, architecture: str, wheel: Path) -> None:
    """Put our wheel and its pinned parts, checked against their hashes, where the program looks for them."""
    wanted = [part for name in platforms(suite, architecture) for part in ("--platform", name)]
    target = (*wanted, "--python-version", suite.python, "--implementation", "cp", "--target", str(site))
    strict = ("--only-binary", ":all:", "--no-compile", "--no-deps")
    _pip("install", *target, *strict, "--require-hashes", "--requirement", str(suite.pins))
    _pip("install", *target, *strict, str(wheel))
    shutil.rmtree(site / "bin", ignore_errors=True)


def _lay_out(tree: Path, suite: Suite, version: str) -> None:
    units = ROOT / "systemd"
    for source, place, mode in (
        (DEBIAN / "companion", "usr/bin/companion", 0o755),
        (DEBIAN / "keep-version", "usr/lib/companion/keep-version", 0o755),
        (units / "companion.service", f"{suite.units}/systemd/system/companion.service", 0o644),
        (units / "60-companion.rules", f"{suite.units}/udev/rules.d/60-companion.rules", 0o644),
        (units / "companion.sysusers", "usr/lib/sysusers.d/companion.conf", 0o644),
        (units / "companion.tmpfiles", "usr/lib/tmpfiles.d/companion.conf", 0o644),
        (units / "companion.polkit.rules", "usr/share/polkit-1/rules.d/50-companion.rules", 0o644),
        (DEBIAN / "copyright", "usr/share/doc/companion/copyright", 0o644),
        (DEBIAN / "lintian-overrides", "usr/share/lintian/overrides/companion", 0o644),
    ):
        _put(tree / place, source.read_bytes(), mode)
    _put(tree / "etc/companion/companion.toml", _configuration(), 0o644)
    told = (ROOT / "CHANGELOG.md").read_bytes()
    _put(tree / "usr/share/doc/companion/changelog.gz", _packed(told), 0o644)
    _put(tree / "usr/share/doc/companion/changelog.Debian.gz", _packed(_changelog(suite, version)), 0o644)
    manual = (DEBIAN / "companion.1").read_text(encoding="utf-8").replace("@VERSION@", version)
    _put(tree / "usr/share/man/man1/companion.1.gz", _packed(manual.encode()), 0o644)


def _configuration() -> bytes:
    """The commented example, with what holds for a box of its own."""
    example = (ROOT / "docs" / "companion.toml").read_text(encoding="utf-8")
    own = example.replace("power_off = false ", "power_off = true  ").replace(_DATA, _OWN_DATA)
    if own.count("power_off = true") != 1 or _OWN_DATA not in own:
        raise ValueError("docs/companion.toml has no longer the lines that the package sets")
    return own.encode()


def _control(tree: Path, suite: Suite, architecture: str, version: str) -> None:
    size = sum(each.stat().st_size for each in tree.rglob("*") if each.is_file()) // 1024
    python = f"python3 (>= {suite.python}), python3 (<< {suite.next_python})"
    fields = {
        "VERSION": f"{version}~{suite.name}",
        "ARCH": architecture,
        "SIZE": str(size),
        "DEPENDS": ", ".join((python, f"libc6 (>= 2.{suite.glibc - 2})", *suite.depends)),
    }
    control = (DEBIAN / "control").read_text(encoding="utf-8")
    for name, value in fields.items():
        control = control.replace(f"@{name}@", value)
    _put(tree / "DEBIAN/control", control.encode(), 0o644)
    _put(tree / "DEBIAN/conffiles", b"/etc/companion/companion.toml\n", 0o644)
    for script in ("postinst", "prerm", "postrm"):
        _put(tree / "DEBIAN" / script, (DEBIAN / script).read_bytes(), 0o755)
    sums = subprocess.run(
        "find . -type f ! -path './DEBIAN/*' -printf '%P\\0' | sort -z | xargs -0 md5sum",
        shell=True, cwd=tree, check=True, capture_output=True,
    )  # fmt: skip
    _put(tree / "DEBIAN/md5sums", sums.stdout, 0o644)


def _changelog(suite: Suite, version: str) -> bytes:
    when = subprocess.run(
        ("git", "log", "-1", "--format=%cD"), cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    control = (DEBIAN / "control").read_text(encoding="utf-8")
    keeper = next(line for line in control.splitlines() if line.startswith("Maintainer: "))
    who = keeper.removeprefix("Maintainer: ")
    return (
        f"companion ({version}~{suite.name}) stable; urgency=medium\n\n"
        f"  * What is new stands in changelog.gz.\n\n -- {who}  {when}\n"
    ).encode()


def _settle(tree: Path) -> None:
    """Give every file the same owner's rights and time, whatever machine this is."""
    when = last_commit()
    for path in (tree, *tree.rglob("*")):
        if path.is_dir():
            path.chmod(0o755)
        elif SITE in path.as_posix():
            path.chmod(0o644)
        os.utime(path, (when, when), follow_symlinks=False)


def _put(path: Path, content: bytes, mode: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)


def _packed(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def _pip(*arguments: str) -> None:
    """Run pip. Raises `PartsMissing` with its words."""
    command = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments)
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise PartsMissing(done.stderr.strip())


if __name__ == "__main__":
    main()
