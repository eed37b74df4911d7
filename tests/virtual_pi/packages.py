"""Our own package, one that came before it, and the stick on which the Pi's owner carries them."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path

from release.suites import Suite
from tests.tree import ROOT
from tests.virtual_pi import image
from tests.virtual_pi.machines import BUILD, Machine
from tests.virtual_pi.running import Failed, NotHere, run

STICK = "/media/stick"
EARLIER = "0.0.9"
_BROKEN = 'raise SystemExit("this version cannot start")\n'
_VERSION = Path("companion") / "__init__.py"


def ours(suite: Suite, machine: Machine) -> Path:
    """Build the package of this tree; of a commit only once. Raises `NotHere` when the parts that it carries
    cannot be had.
    """
    name = f"package-{suite.name}-{machine.name}"
    if run("git", "status", "--porcelain", at=ROOT):
        return _built(ROOT, suite, machine, BUILD / f"{name}.changed")
    commit = run("git", "rev-parse", "HEAD", at=ROOT)
    made = image.made(name, (commit,), lambda place: _build(ROOT, suite, machine, place))
    return _package(made)


def as_version(
    suite: Suite, machine: Machine, version: str, key: str | None = None, *, broken: bool = False
) -> Path:
    """Build this tree's last commit under another version. key: of gpg's, whose public half goes in. broken:
    its service never starts. Raises `NotHere`.
    """
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "companion"
        run("git", "clone", "--quiet", "--depth=1", ROOT.as_uri(), tree)
        said = (tree / _VERSION).read_text(encoding="utf-8")
        other = re.sub(r'^__version__ = "[^"]+"$', f'__version__ = "{version}"', said, flags=re.MULTILINE)
        (tree / _VERSION).write_text(other, encoding="utf-8")
        if broken:
            (tree / "companion" / "cli" / "serve.py").write_text(_BROKEN, encoding="utf-8")
        return _built(tree, suite, machine, BUILD / f"as-{version}-{suite.name}-{machine.name}", key)


def before(suite: Suite, machine: Machine) -> Path:
    """Build this tree's last commit as version 0.0.9: there is no earlier release to come from."""
    return as_version(suite, machine, EARLIER)


def stick(*packages: Path) -> Path:
    """A disk with the packages, or other files, on it, as on a USB stick."""
    disk = packages[0].with_name("stick.raw")
    with tempfile.TemporaryDirectory() as folder:
        for each in packages:
            shutil.copy(each, folder)
        disk.unlink(missing_ok=True)
        run("truncate", "-s", "256M", disk)
        run("mke2fs", "-q", "-t", "ext4", "-d", folder, disk)
    return disk


def _built(tree: Path, suite: Suite, machine: Machine, out: Path, key: str | None = None) -> Path:
    """Build a tree's package into a folder that holds nothing else then. Raises `NotHere`."""
    shutil.rmtree(out, ignore_errors=True)
    _build(tree, suite, machine, out, key)
    return _package(out)


def _package(folder: Path) -> Path:
    return next(folder.glob("companion_*.deb"))


def _build(tree: Path, suite: Suite, machine: Machine, out: Path, key: str | None = None) -> None:
    try:
        run(
            sys.executable, "-m", "release.build_deb", "--suite", suite.name, "--arch", machine.name,
            "--out", out, *(() if key is None else ("--key", key)), at=tree, environment={"PYTHONPATH":
            str(tree)},
        )  # fmt: skip
    except Failed as failed:
        raise NotHere(f"the package cannot be built: {failed}") from failed
